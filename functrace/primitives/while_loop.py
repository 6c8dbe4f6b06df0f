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

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.compiler.lowering import Control
from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Edge
from functrace.core.program import Graph
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped, evaluate_batched, mapped_avals, spread
from functrace.primitives._graphs import edge_of, fresh, handles, once, recording_all
from functrace.primitives._late import control, loop_rules
from functrace.primitives._loops import (
    Body,
    batched_body,
    dual_of,
    number,
    spread_to,
    tape_of,
    zeros,
)
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives.elementwise import stop_gradient

_COUNT = Aval((), np.int64)


def while_of(cond: Graph, body: Body, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The last carries, and the number of rounds."""
    params = {"cond": cond, "body": body.graph, "consts": body.consts}
    return while_loop.apply(tuple(operands), params)


def repeat_of(body: Body, count: Any, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The last carries after so many rounds."""

    def make() -> tuple[Graph, Body]:
        limit, number = fresh("count", [_COUNT, _COUNT])
        avals = body.graph.in_avals
        fixed = fresh("operand", avals[: body.consts])
        state = fresh("operand", avals[body.consts :])
        with recording_all():
            more = edge_of(np.less(*handles([number, limit])))
            after = edge_of(handles([number])[0] + 1)
        cond = Graph([*fixed, limit, number, *state], [more])
        fixed, state, _ = body.split(body.graph.inputs)
        whole = Graph([*fixed, limit, number, *state], [after, *body.graph.outputs])
        return cond, Body(whole, body.consts + 1, body.carry + 1)

    cond, whole = once(body.graph, ("repeat", body.consts), make)
    fixed, state, _ = body.split(operands)
    outs = while_of(cond, whole, [*fixed, count, np.int64(0), *state])
    return outs[1 : 1 + body.carry]


# -- the loop --------------------------------------------------------------------------


def _impl(*xs: Any, cond: Graph, body: Graph, consts: int) -> tuple[Any, ...]:
    fixed, state = [*xs[:consts]], [*xs[consts:]]
    count = 0
    while cond.evaluate([*fixed, *state])[0]:
        state = body.evaluate([*fixed, *state])
        count += 1
    return (*map(number, state), np.int64(count))


def _abstract_eval(*avals: Aval, body: Graph, **_: Any) -> tuple[Aval, ...]:
    return (*(Aval(*aval) for aval in body.out_avals), _COUNT)


def _pull(
    g: Any, xs: Any, outs: Any, needed: Any, cond: Graph, body: Graph, consts: int
) -> list[Any]:
    whole = Body(body, consts, len(body.outputs))
    wanted = whole.inexact(i for i, n in enumerate(needed) if n)
    return _pulled(whole, outs[-1], xs, g[:-1], wanted)


def _push(ts: Any, xs: Any, cond: Graph, body: Graph, consts: int) -> tuple[Any, ...]:
    whole = Body(body, consts, len(body.outputs))
    dual = dual_of(whole, whole.inexact(i for i, t in enumerate(ts) if t is not None))
    outs = while_of(
        _extended(cond, consts, dual.body), dual.body, dual.operands(xs, ts)
    )
    found: list[Any] = [None] * (whole.carry + 1)
    for j, k in enumerate(dual.carried):
        found[k] = outs[whole.carry + j]
    return tuple(found)


def _extended(cond: Graph, consts: int, dual: Body) -> Graph:
    """The condition on what a dual body takes: the primals come first."""

    def make() -> Graph:
        fixed, state, _ = dual.split(dual.graph.in_avals)
        given = cond.inputs[:consts], cond.inputs[consts:]
        inputs: list[Edge] = []
        for own, avals in zip(given, (fixed, state), strict=True):
            inputs += [*own, *fresh("tangent", avals[len(own) :])]
        return Graph(inputs, cond.outputs)

    return once(dual.graph, ("condition", cond), make)


def _batch(
    at: Mapped, *operands: Any, cond: Graph, body: Graph, consts: int
) -> tuple[Any, ...]:
    whole = Body(body, consts, len(body.outputs))
    made, flags, _ = batched_body(whole, at.mapped, at.size)
    inputs = fresh("operand", made.graph.in_avals)
    with recording_all():
        (more,), (each,) = evaluate_batched(cond, handles(inputs), flags, at.size)
    if each:
        return _batch_apart(at, operands, cond, whole)
    outs = while_of(
        Graph(inputs, [edge_of(more)]), made, spread_to(at, operands, flags)
    )
    return tuple(
        spread(out, m, at.size)
        for out, m in zip(outs, [*flags[consts:], False], strict=True)
    )


def _batch_apart(
    at: Mapped, operands: Sequence[Any], cond: Graph, body: Body
) -> tuple[Any, ...]:
    """The loop where the condition differs: each element stops when its own fails."""
    mapped = [*at.mapped[: body.consts], *[True] * (body.carry + 1)]

    def make() -> tuple[Graph, Body]:
        avals = [*body.graph.in_avals, _COUNT]
        inputs = fresh("operand", mapped_avals(avals, mapped, at.size))
        with recording_all():
            xs, count = handles(inputs[:-1]), Tracer(inputs[-1], None)
            (more,), _ = evaluate_batched(cond, xs, mapped[:-1], at.size)
            pairs = zip(xs, mapped, strict=False)
            live: Any = [_while(more, x) if m or not x.ndim else x for x, m in pairs]
            flags = [x.ndim > a.ndim for x, a in zip(live, avals, strict=False)]
            outs, _ = evaluate_batched(body.graph, live, flags, at.size)
            state = xs[body.consts :]
            outputs = [
                edge_of(_chosen(more, new, old))
                for new, old in zip(outs, state, strict=True)
            ]
            outputs.append(edge_of(count + more))
            anywhere = edge_of(np.any(more))
        whole = Graph(inputs, outputs)
        return Graph(inputs, [anywhere]), Body(whole, body.consts, body.carry + 1)

    key = ("batched apart", cond, body.consts, tuple(mapped), at.size)
    condition, whole = once(body.graph, key, make)
    given = [*spread_to(at, operands, mapped[:-1]), np.zeros(at.size, np.int64)]
    return while_of(condition, whole, given)[:-1]


def _chosen(more: Any, new: Any, old: Any) -> Any:
    """The new state where the loop goes on, the old one elsewhere."""
    return np.where(np.expand_dims(more, tuple(range(more.ndim, old.ndim))), new, old)


def _while(more: Any, x: Any) -> Any:
    """An operand of a round: only where the loop goes on, a derivative goes through it.

    Elsewhere, the derivative may not exist, and zero times it would be NaN.
    """
    return _chosen(more, x, stop_gradient(x)) if is_inexact(x.dtype) else x


while_loop = primitive(
    "while_loop",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=pruning.prune_while,
    simplify=lambda p: loop_rules.while_loop,
    lower=lambda: Control(control.emit_while_loop),
    multiple=True,
    doc="A graph applied as long as another one gives true; also how often.",
)


# -- its reverse -----------------------------------------------------------------------


def _pulled(
    body: Body, count: Any, xs: Sequence[Any], g: Sequence[Any], wanted: Sequence[int]
) -> list[Any]:
    """Cotangents of the operands of a loop of `count` rounds; None for zero."""
    given = [k for k, bar in enumerate(g) if bar is not None]
    fixed = [i for i in wanted if i not in body.carried]
    tape = tape_of(body, fixed, given, remat=False)
    places = tape.places(body)
    if not places:
        return [None] * len(xs)
    params = {
        "body": body.graph,
        "consts": body.consts,
        "carry": body.carry,
        "given": tuple(given),
        "wanted": tuple(fixed),
        "forward": tape.forward,
        "backward": whole_backward(body, tape),
    }
    bars = repeat_pull.apply((count, *xs, *tape.begin(body, g)), params)
    found = dict(zip(places, bars, strict=True))
    return [found.get(i) if i in wanted else None for i in range(len(xs))]


def whole_backward(body: Body, tape: Any) -> Graph:
    """The backward body, which takes all constants, and the rows before the state."""

    def make() -> Graph:
        graph, count = tape.backward, len(tape.consts)
        own = dict(zip(tape.consts, graph.inputs, strict=False))
        avals = body.graph.in_avals[: body.consts]
        fixed = [own.get(i) or fresh("operand", [a])[0] for i, a in enumerate(avals)]
        states = count + len(tape.carried) + len(tape.summed)
        return Graph(
            [*fixed, *graph.inputs[states:], *graph.inputs[count:states]], graph.outputs
        )

    return once(tape.backward, "whole", make)


def _pull_impl(
    count: Any,
    *xs: Any,
    consts: int,
    carry: int,
    forward: Graph,
    backward: Graph,
    **_: Any,
) -> tuple[Any, ...]:
    fixed = [*xs[:consts]]
    state, bars = [*xs[consts : consts + carry]], [*xs[consts + carry :]]
    rows: list[Any] = []
    for _round in range(int(count)):
        outs = forward.evaluate([*fixed, *state])
        state = outs[:carry]
        rows.append(outs[carry:])
    for row in reversed(rows):
        bars = backward.evaluate([*fixed, *row, *bars])
    return tuple(map(number, bars))


def _pull_aval(*avals: Aval, backward: Graph, **_: Any) -> tuple[Aval, ...]:
    return tuple(Aval(*aval) for aval in backward.out_avals)


class _Reverse:
    """An application of `repeat_pull`, in terms of the loop that it is the reverse of."""

    def __init__(self, xs: Sequence[Any], params: dict[str, Any]) -> None:
        self.body = Body.of(params)
        self.tape = tape_of(self.body, params["wanted"], params["given"], remat=False)
        count = 1 + len(self.body.graph.inputs)
        self.count, self.xs, self.bars = xs[0], [*xs[1:count]], [*xs[count:]]
        self.places = self.tape.places(self.body)

    def at_carries(self, bars: Sequence[Any]) -> list[Any]:
        """What belongs to carries at their places, from the operands after the state."""
        found = dict(zip(self.tape.carried, bars, strict=False))
        return [found.get(k) for k in range(self.body.carry)]

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
        body = self.body
        dual = dual_of(
            body, body.inexact(i for i, t in enumerate(dots) if t is not None)
        )
        g = [*first, *(bars[k] for k in dual.carried)]
        shift = dual.body.consts - body.consts
        moved = [i if i < body.consts else i + shift for i in places]
        operands = dual.operands(self.xs, dots)
        found = _pulled(dual.body, self.count, operands, g, moved)
        return [found[i] for i in moved]


def _pull_push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    here = _Reverse(xs, params)
    count = 1 + len(here.xs)
    carried = len(here.tape.carried)
    first = here.at_carries(ts[count : count + carried])
    bars = here.at_carries(here.bars)
    found = here.second(ts[1:count], first, bars, here.places)
    totals = ts[count + carried :]
    return (*found[:carried], *map(_sum, found[carried:], totals))


def _sum(x: Any, y: Any) -> Any:
    return y if x is None else x if y is None else x + y


def _pull_pull(g: Any, xs: Any, needed: Any, params: Any) -> list[Any]:
    here = _Reverse(xs, params)
    body, carried = here.body, len(here.tape.carried)
    dots: list[Any] = [None] * len(here.xs)
    for i, v in zip(here.places, g, strict=True):
        dots[i] = v
    places = body.inexact(i for i, n in enumerate(needed[1 : 1 + len(dots)]) if n)
    none = [None] * body.carry
    bars = here.second(dots, none, here.at_carries(here.bars), places)
    found = dict(zip(places, bars, strict=True))
    dual = dual_of(body, body.inexact(i for i, v in enumerate(dots) if v is not None))
    outs = repeat_of(dual.body, here.count, dual.operands(here.xs, dots))
    moved = dict(zip(dual.carried, outs[body.carry :], strict=True))
    return [
        None,
        *(found.get(i) for i in range(len(dots))),
        *(moved.get(k) for k in here.tape.carried),
        *g[carried:],
    ]


def _pull_batch(at: Mapped, *xs: Any, **params: Any) -> tuple[Any, ...]:
    here = _Reverse(xs, params)
    body, count = here.body, 1 + len(here.xs)
    operands, mapped = here.xs, [*at.mapped[1:count]]
    for i in here.places:
        mapped[i] = True
    g = here.at_carries(at.spread(xs)[count:])
    places, limit = here.places, here.count
    if at.mapped[0]:  # each element stops after its own number of rounds
        fixed, state, _ = body.split(operands)
        flags, more, _ = body.split(mapped)
        body = _limited(body, here.tape.summed)
        operands = [*fixed, limit, np.int64(0), *state]
        mapped = [*flags, True, False, *more]
        g, limit = [None, *g], np.max(limit, initial=0)
        places = [i if i < body.consts - 1 else i + 2 for i in places]
    made, flags, _ = batched_body(body, mapped, at.size)
    avals = body.graph.in_avals
    given = [
        np.broadcast_to(x, (at.size, *aval.shape))
        if m and np.ndim(x) == aval.ndim
        else x
        for x, m, aval in zip(operands, flags, avals, strict=True)
    ]
    found = _pulled(made, limit, given, g, places)
    bars = [zeros(Aval((at.size, *a.shape), a.dtype)) for a in at.outs]
    for j, i in enumerate(places):
        if found[i] is not None:
            bars[j] = found[i]
    totals = at.spread(xs)[count + len(here.tape.carried) :]
    carried = len(here.tape.carried)
    return (*bars[:carried], *map(_sum, bars[carried:], totals))


def _limited(body: Body, summed: Sequence[int]) -> Body:
    """The body that does nothing after a number of rounds, which it counts."""

    def make() -> Body:
        limit, number, *inputs = fresh(
            "operand", [_COUNT, _COUNT, *body.graph.in_avals]
        )
        fixed, state, _ = body.split(inputs)
        with recording_all():
            count: Any = Tracer(number, None)
            more: Any = count < Tracer(limit, None)
            outputs = [edge_of(count + 1)]
            xs: list[Any] = handles(inputs)
            for i in (*summed, *body.carried):
                xs[i] = _while(more, xs[i])
            outs = body.graph.evaluate(xs)
            for new, old in zip(outs, handles(state), strict=True):
                outputs.append(edge_of(_chosen(more, new, old)))
        graph = Graph([*fixed, limit, number, *state], outputs)
        return Body(graph, body.consts + 1, body.carry + 1)

    return once(body.graph, ("limited", body.consts, tuple(summed)), make)


repeat_pull = primitive(
    "repeat_pull",
    _pull_impl,
    _pull_aval,
    vjp=_pull_pull,
    jvp=_pull_push,
    batch=_pull_batch,
    lower=lambda: Control(control.emit_repeat_pull),
    multiple=True,
    doc="Cotangents of the constants and first carries of a loop of so many rounds.",
)
