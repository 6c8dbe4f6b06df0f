"""A loop that runs as long as a condition holds, and its reverse.

In reverse mode the number of rounds is known: the loop is run once more, this time
keeping what its backward pass takes, and then backwards. Both operations are closed under
differentiation. With `F` the loop of so many rounds, ``V(x, g) = J(x)ᵀ g`` its reverse,
and `D` the loop of the body together with its tangents, ``D(x, v) = (F(x), J(x) v)``:

- the tangent of `V` is what the reverse of `D` at ``(x, dx)`` gives for `x`, from the
  cotangents ``(dg, g)``;
- the cotangents of `V` for `v` are ``J(x) v``, that of `g`, and what the reverse of `D`
  at ``(x, v)`` gives for `x` from ``(0, g)``.

Both follow from the symmetry of second derivatives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import Control
from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.keys import graph_key
from functrace.core.node import Edge
from functrace.core.recording import ambient, recording_all
from functrace.engine.batching import Mapped, evaluate_batched, spread
from functrace.engine.liveness import Member
from functrace.primitives._blocks import to_first, to_last
from functrace.primitives._budgets import CountedNeeds, note_unknown, tape_bytes
from functrace.primitives._graphs import edge_of, fresh, handles, once
from functrace.primitives._lazy_modules import control, loop_rules, tapes
from functrace.primitives._loops import (
    Body,
    Dual,
    LoopOutputs,
    batched_body,
    dual_of,
    nonzero,
    number,
    origins,
    parts,
    spread_over,
    spread_to,
    zeros,
)
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives._stopping import (
    COUNT,
    Apart,
    Stopping,
    counting,
    numbered,
)
from functrace.primitives._tapes import Tape, tape_of
from functrace.primitives.effect import muted, tokens_of


def while_of(cond: Graph, body: Body, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The last carries, and the number of rounds."""
    params = {"cond": cond, "body": body.graph, "consts": body.consts}
    return while_loop.apply(tuple(operands), params)


def repeat_of(body: Body, count: Any, operands: Sequence[Any]) -> list[Any]:
    """The last carries after so many rounds."""

    def make() -> tuple[Graph, Body]:
        limit, number = fresh("count", [COUNT, COUNT])
        with recording_all():
            more = edge_of(np.less(*handles([number, limit])))
        cond = numbered(
            body.split(fresh("operand", body.graph.in_avals)), limit, number
        )
        return Graph(cond.listed(), [more]), counting(body, limit, number)

    cond, whole = once(body.graph, ("repeat", body.consts), make)
    given = numbered(body.split(operands), count, np.int64(0))
    _, *carry, _ = while_of(cond, whole, given.listed())
    return carry


def rounds_of(
    cond: Graph, body: Body, consts: Sequence[Any], state: Sequence[Any]
) -> Iterator[tuple[Sequence[Any], Sequence[Any]]]:
    """Of each round on values the state after it, and what else the body gives."""
    while cond.evaluate([*consts, *state])[0]:
        state, row = body.split_outputs(body.graph.evaluate([*consts, *state]))
        yield state, row


# -- the loop --------------------------------------------------------------------------


def _impl(*operands: Any, cond: Graph, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    consts, state, _ = body.split(operands)
    count = 0
    for state, _ in rounds_of(cond, body, consts, state):  # noqa: B007, B020 - the last one
        count += 1
    return (*map(number, state), np.int64(count))


def _abstract_eval(*avals: Aval, body: Graph, **_: Any) -> tuple[Aval, ...]:
    return (*(Aval(*aval) for aval in body.out_avals), COUNT)


def _pull(g: Any, xs: Any, outs: Any, needed: Any, params: Any) -> list[Any]:
    body = Body.of(params)
    wanted = body.inexact(i for i, n in enumerate(needed) if n)
    *carry, _ = g
    return _pulled(params["cond"], body, outs[-1], xs, carry, wanted)


def _push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    dual = dual_of(body, body.inexact(nonzero(ts)))
    cond = _extended(params["cond"], body, dual.body)
    again = dual.operands(muted(body.graph, xs), ts)
    *carry, _ = while_of(cond, dual.body, again)
    return (*dual.tangents(carry).carry, None)


def _extended(cond: Graph, body: Body, dual: Body) -> Graph:
    """The condition on what a dual body takes: the primals come first."""

    def make() -> Graph:
        inputs: list[Edge] = []
        for own, both in zip(body.split(cond.inputs), dual.inputs, strict=True):
            _, tangents = parts(both, len(own))
            inputs += [*own, *fresh("tangent", [edge.aval for edge in tangents])]
        extended = Graph(inputs, cond.outputs)
        extended.derived["origin"] = cond
        return extended

    return once(dual.graph, ("condition", cond), make)


def _batch(at: Mapped, *operands: Any, cond: Graph, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    made, mapped, _ = batched_body(body, at.mapped, at.size)
    condition, each = _batched_condition(cond, made, mapped, at.size)
    if each:
        return _each(Apart.of(cond, body, at.mapped, at.size), at, operands)
    outs = while_of(condition, made, spread_to(at, operands, mapped))
    flags = [*made.split(mapped).carry, False]
    return tuple(spread(out, m, at.size) for out, m in zip(outs, flags, strict=True))


def _batched_condition(
    cond: Graph, made: Body, mapped: list[bool], size: int
) -> tuple[Graph, bool]:
    """The condition, of any element, on what a batched body takes, and if they differ."""
    inputs = fresh("operand", made.graph.in_avals)
    with recording_all():
        (more,), (each,) = evaluate_batched(cond, handles(inputs), mapped, size)
        return Graph(inputs, [edge_of(np.any(more) if each else more)]), each


def _each(loop: Apart, at: Mapped, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The loop of which each element stops when its own condition fails."""

    def made(here: Stopping, given: list[Any], _: Any) -> list[Any]:
        outs = while_of(here.cond, here.body, given)
        carry, (counts,), _ = parts(outs, loop.body.carry, 1)
        return [*to_first(carry, loop.body.split(here.last).carry), counts]

    return tuple(loop.computed("each", made, operands, at.mapped, [], at.size))


def _family(params: dict[str, Any]) -> list[Member]:
    """A loop, and those that its body has been made of; none of what has effects."""
    found: list[Member] = []
    if tokens_of(params["body"]):
        return found
    cond = params["cond"]
    for body, operands, outputs in origins(Body.of(params)):
        if found:
            cond = cond.derived.get("origin")
        if cond is None:
            break
        key = "while_loop", graph_key(cond), graph_key(body.graph), body.consts
        count = len(params["body"].outputs)
        found.append(Member(key, operands, [*outputs, count]))
    return found


while_loop = primitive(
    "while_loop",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=pruning.prune_while,
    family=_family,
    simplify=lambda p: loop_rules.while_loop,
    lower=lambda: Control(control.emit_while_loop),
    multiple=True,
    doc="A graph applied as long as another one gives true; also how often.",
)


# -- its reverse -----------------------------------------------------------------------


def _pulled(
    cond: Graph,
    body: Body,
    count: Any,
    xs: Sequence[Any],
    g: Sequence[Any],
    wanted: Sequence[int],
) -> list[Any]:
    """Cotangents of the operands of a loop that made `count` rounds; None for zero."""
    given = nonzero(g)
    fixed = [i for i in wanted if i in body.places.consts]
    tape = tape_of(body, fixed, given, remat=False)
    places = tape.places(body)
    if not places:
        return [None] * len(xs)
    params = body.params | {
        "cond": cond,
        "given": tuple(given),
        "wanted": tuple(fixed),
        "forward": tape.forward.graph,
        "backward": whole_backward(body, tape),
    }
    limit = ambient.get().budget
    if limit is not None:
        params["limit"] = limit
        note_unknown(limit)
    bars, totals = tape.begin(body, LoopOutputs(g))
    again = muted(body.graph, xs)
    bars = repeat_pull.apply((count, *again, *bars, *totals), params)
    found = dict(zip(places, bars, strict=True))
    return [found.get(i) if i in wanted else None for i in range(len(xs))]


def whole_backward(body: Body, tape: Tape) -> Graph:
    """The backward body, which takes all constants, and the rows before the state."""

    def make() -> Graph:
        consts, carry, xs = tape.backward.inputs
        own = dict(zip(tape.consts, consts, strict=True))
        fixed = [
            own.get(i) or fresh("operand", [edge.aval])[0]
            for i, edge in enumerate(body.inputs.consts)
        ]
        return Graph([*fixed, *xs, *carry], tape.backward.graph.outputs)

    return once(tape.backward.graph, "whole", make)


def _pull_impl(
    count: Any,
    *operands: Any,
    cond: Graph,
    forward: Graph,
    backward: Graph,
    limit: int | None = None,
    **params: Any,
) -> tuple[Any, ...]:
    body = Body.of(params)
    consts, state, bars = body.split(operands)
    size, starts = None, [state]
    if limit is not None:
        kept = map(tape_bytes, body.split_outputs(forward.out_avals))
        needs = CountedNeeds(int(count), *kept)
        size = needs.rounds_within(limit)
        needs.check(size, limit)
        starts = _starts(cond, body, consts, state, size)
    for first in reversed(starts):
        rounds = rounds_of(cond, body._replace(graph=forward), consts, first)
        rows = [row for _, row in islice(rounds, size)]
        for row in reversed(
            rows
        ):  # as many as there are, whatever compiled code decided
            bars = backward.evaluate([*consts, *row, *bars])
    return tuple(map(number, bars))


def _starts(
    cond: Graph, body: Body, consts: Sequence[Any], state: Sequence[Any], size: int
) -> list[Sequence[Any]]:
    """What comes into each segment of a loop."""
    starts, made = [state], 0
    while cond.evaluate([*consts, *state])[0]:
        state = body.graph.evaluate([*consts, *state])
        made += 1
        if not made % size:
            starts.append(state)
    return starts


def _pull_aval(*avals: Aval, backward: Graph, **_: Any) -> tuple[Aval, ...]:
    return tuple(Aval(*aval) for aval in backward.out_avals)


class _Operands(NamedTuple):
    """Something for each operand of `repeat_pull`.

    Attributes
    ----------
    count
        Of the number of rounds.
    xs : list
        Of the loop's operands.
    bars, totals : list
        Of the cotangents of carries, and of the sums of those of constants.
    """

    count: Any
    xs: list[Any]
    bars: list[Any]
    totals: list[Any]


class _Reverse:
    """An application of `repeat_pull`, in terms of the loop that it is the reverse of."""

    def __init__(self, operands: Sequence[Any], params: dict[str, Any]) -> None:
        self.cond, self.body = params["cond"], Body.of(params)
        self.tape = tape_of(self.body, params["wanted"], params["given"], remat=False)
        self.places = self.tape.places(self.body)
        self.count, self.xs, self.bars, _ = self.split(operands)

    def split(self, items: Sequence[Any]) -> _Operands:
        """Things that stand in the order of the operands."""
        count, *rest = items
        inputs, carried = len(self.body.graph.inputs), len(self.tape.carried)
        return _Operands(count, *parts(rest, inputs, carried))

    def split_outputs(self, items: Sequence[Any]) -> list[list[Any]]:
        """Things of the cotangents of carries, and of the sums."""
        return parts(items, len(self.tape.carried))

    def at_carries(self, bars: Sequence[Any]) -> list[Any]:
        """What belongs to carries with cotangents, at the places of all carries."""
        return spread_over(self.body.carry, self.tape.carried, bars)

    def at_places(self, found: Sequence[Any], size: int) -> list[Any]:
        """What there is for the operands at the places, on a batch; zeros for None."""
        avals = [self.body.graph.in_avals[i] for i in self.places]
        return [
            zeros(Aval((size, *aval.shape), aval.dtype))
            if found[i] is None
            else found[i]
            for i, aval in zip(self.places, avals, strict=True)
        ]

    def dual(self, dots: Sequence[Any]) -> Dual:
        """The body with the tangents of the loop's operands that are not None."""
        return dual_of(self.body, self.body.inexact(nonzero(dots)))

    def second(
        self,
        dots: Sequence[Any],
        first: Sequence[Any],
        bars: Sequence[Any],
        places: Sequence[int],
    ) -> list[Any]:
        """Cotangents that the reverse of the dual loop gives for the operands at `places`.

        `dots` are the tangents of the loop's operands; `first` and `bars` the
        cotangents of its outputs and of their tangents.
        """
        dual = self.dual(dots)
        g = [*first, *(bars[k] for k in dual.carried)]
        moved = [dual.place(i) for i in places]
        operands = dual.operands(self.xs, dots)
        cond = _extended(self.cond, self.body, dual.body)
        found = _pulled(cond, dual.body, self.count, operands, g, moved)
        return [found[i] for i in moved]


def _pull_push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    here = _Reverse(xs, params)
    _, dots, bar_dots, total_dots = here.split(ts)
    first, bars = here.at_carries(bar_dots), here.at_carries(here.bars)
    carry, sums = here.split_outputs(here.second(dots, first, bars, here.places))
    return (*carry, *map(_sum, sums, total_dots))


def _sum(x: Any, y: Any) -> Any:
    return y if x is None else x if y is None else x + y


def _pull_pull(g: Any, xs: Any, needed: Any, params: Any) -> list[Any]:
    here = _Reverse(xs, params)
    body = here.body
    dots = spread_over(len(here.xs), here.places, g)
    places = body.inexact(i for i, n in enumerate(here.split(needed).xs) if n)
    none = [None] * body.carry
    bars = here.second(dots, none, here.at_carries(here.bars), places)
    dual = here.dual(dots)
    cond = _extended(here.cond, body, dual.body)
    *outs, _count = while_of(cond, dual.body, dual.operands(here.xs, dots))
    moved = dual.tangents(outs).carry
    _, totals = here.split_outputs(g)
    return [
        None,
        *spread_over(len(dots), places, bars),
        *(moved[k] for k in here.tape.carried),
        *totals,
    ]


def _pull_batch(at: Mapped, *operands: Any, **params: Any) -> tuple[Any, ...]:
    here = _Reverse(operands, params)
    cond, body = here.cond, here.body
    spread_out, is_mapped = here.split(at.spread(operands)), here.split(at.mapped)
    mapped = [m or i in here.places for i, m in enumerate(is_mapped.xs)]
    if is_mapped.count:
        others = [here.count, *spread_out.bars]
        loop = Apart.of(cond, body, mapped, at.size)
        bars = _pulled_each(here, loop, is_mapped.xs, others, at.size)
    else:
        body, mapped, _ = batched_body(body, mapped, at.size)
        cond, _ = _batched_condition(cond, body, mapped, at.size)
        pairs = zip(mapped, is_mapped.xs, here.xs, strict=True)
        xs = [spread(x, was or not m, at.size) for m, was, x in pairs]
        g = here.at_carries(spread_out.bars)
        found = _pulled(cond, body, here.count, xs, g, here.places)
        bars = here.at_places(found, at.size)
    carry, sums = here.split_outputs(bars)
    return (*carry, *map(_sum, sums, spread_out.totals))


def _pulled_each(
    here: _Reverse, loop: Apart, flags: list[bool], others: list[Any], size: int
) -> Sequence[Any]:
    """Cotangents at the places, of the loop of which each element stops by itself."""

    def made(by: Stopping, given: list[Any], others: list[Any]) -> Sequence[Any]:
        count, *bars = others
        carried = loop.body.split(by.last).carry
        g = to_last(here.at_carries(bars), carried)
        g += [None] * (by.body.carry - len(g))
        most = np.max(count, initial=0)
        found = _pulled(by.cond, by.body, most, given, g, here.places)
        return here.at_places(to_first(found[: len(by.last)], by.last), len(count))

    key = "pulled each", tuple(here.places), tuple(here.tape.carried)
    return loop.computed(key, made, here.xs, flags, others, size)


repeat_pull = primitive(
    "repeat_pull",
    _pull_impl,
    _pull_aval,
    vjp=_pull_pull,
    jvp=_pull_push,
    batch=_pull_batch,
    lower=lambda: Control(tapes.emit_repeat_pull, ends=True),
    multiple=True,
    doc="Cotangents of the constants and first carries of a loop of so many rounds.",
)
