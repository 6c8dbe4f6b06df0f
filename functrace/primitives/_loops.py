"""Bodies of loops: graphs of constants, carries and rows, and what is derived of them.

The inputs of a body are constants, the same in every round; carries, which its first
outputs replace; and rows, an element of an array for each round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge, leaves_of
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped, evaluate_batched, mapped_avals, spread
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    once,
    pushforward_of,
    residuals_of,
    reverse_of,
)


class Body(NamedTuple):
    """A graph, and how many of its inputs are constants, and how many are carries."""

    graph: Graph
    consts: int
    carry: int

    @classmethod
    def of(cls, params: dict[str, Any]) -> Body:
        """The body that the parameters of a loop are of."""
        return cls(params["body"], params["consts"], params["carry"])

    def split(self, items: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any]]:
        """What belongs to the constants, to the carries, and to the rows."""
        first, second = self.consts, self.consts + self.carry
        return [*items[:first]], [*items[first:second]], [*items[second:]]

    @property
    def carried(self) -> range:
        """Positions of the carries among the inputs."""
        return range(self.consts, self.consts + self.carry)

    def inexact(self, positions: Iterable[int]) -> list[int]:
        """Those inputs that carry derivatives."""
        inputs = self.graph.inputs
        return [i for i in positions if is_inexact(inputs[i].aval.dtype)]


def zeros(aval: Aval) -> Any:
    """An array of zeros, or a number."""
    return np.zeros(aval.shape, np.dtype(aval.dtype))[()]


def number(value: Any) -> Any:
    """A NumPy scalar in place of an array without dimensions."""
    return np.asarray(value)[()]


# -- reverse mode ----------------------------------------------------------------------


class Tape(NamedTuple):
    """The two passes of a loop in reverse mode.

    Attributes
    ----------
    forward : Graph
        The body; further outputs are what the backward pass takes of each round.
    backward : Graph
        A body whose constants are those at `consts`; whose carries are the cotangents of
        the carries `carried`, and the sums of those of the constants `summed`; whose rows
        are those at `rows`, what `forward` kept, and the cotangents of the row outputs
        `given`. It emits the cotangents of the rows `emitted`.
    """

    forward: Graph
    backward: Graph
    consts: tuple[int, ...]
    rows: tuple[int, ...]
    carried: tuple[int, ...]
    summed: tuple[int, ...]
    emitted: tuple[int, ...]
    given: tuple[int, ...]

    def places(self, body: Body) -> list[int]:
        """Positions of the inputs that the carries of `backward` are cotangents of."""
        return [*(body.consts + k for k in self.carried), *self.summed]

    def begin(self, body: Body, g: Sequence[Any]) -> list[Any]:
        """The first carries of `backward`, from the cotangents of the outputs."""
        avals = body.graph.in_avals
        given = [*(g[k] for k in self.carried), *(None for _ in self.summed)]
        pairs = zip(given, self.places(body), strict=True)
        return [zeros(avals[i]) if bar is None else bar for bar, i in pairs]


def tape_of(
    body: Body, wanted: Sequence[int], given: Sequence[int], *, remat: bool
) -> Tape:
    """The passes to the constants and rows `wanted`, and to all the carries.

    Parameters
    ----------
    wanted : sequence of int
        Positions of inputs.
    given : sequence of int
        Positions of the outputs that have a cotangent after the loop.
    remat : bool
        Keep the carries only, and compute the rest again.
    """
    key = ("tape", body.consts, body.carry, tuple(wanted), tuple(given), remat)
    return once(body.graph, key, lambda: _make_tape(body, wanted, given, remat=remat))


def _make_tape(
    body: Body, wanted: Sequence[int], given: Sequence[int], *, remat: bool
) -> Tape:
    graph, first = body.graph, body.consts
    carries = body.inexact(body.carried)
    chosen = [i for i in wanted if i not in body.carried]
    known = {k for k in given if k < body.carry}
    while True:
        heard = sorted(known) + [k for k in given if k >= body.carry]
        seeds, bars = reverse_of(graph, (*carries, *chosen), tuple(heard))
        bar_of = dict(zip((*carries, *chosen), bars, strict=True))
        found = {i - first for i in carries if bar_of[i] is not None}
        if found <= known:
            break
        known |= found
    known = sorted(known)
    summed = [i for i in chosen if i < first and bar_of[i] is not None]
    emitted = [i for i in chosen if i >= first and bar_of[i] is not None]
    fixed, state, _ = body.split(graph.inputs)
    kept = [] if remat else residuals_of(seeds, bars, fixed, state)
    totals = fresh("total", [graph.inputs[i].aval for i in summed])
    outputs: list[Any] = []
    for k in known:
        bar = bar_of.get(first + k)
        outputs.append(zeros(operand_aval(graph.outputs[k])) if bar is None else bar)
    with recording_all():
        for total, i in zip(handles(totals), summed, strict=True):
            outputs.append(edge_of(total + _operand(bar_of[i])))
    outputs += [bar_of[i] for i in emitted]
    return _assemble(
        body, kept, heard, known, (seeds, totals, outputs), summed, emitted
    )


def _assemble(
    body: Body,
    kept: list[Edge],
    heard: list[int],
    known: list[int],
    program: tuple[list[Edge], list[Edge], list[Any]],
    summed: list[int],
    emitted: list[int],
) -> Tape:
    seeds, totals, outputs = program
    graph = body.graph
    stacks = fresh("residual", [edge.aval for edge in kept])
    inputs = fresh("operand", graph.in_avals)
    places = dict(zip(graph.inputs, inputs, strict=True))
    places |= dict(zip(kept, stacks, strict=True))
    places |= {edge: edge for edge in (*seeds, *totals)}
    outputs = rebuild(outputs, places)
    used = set(leaves_of(outputs))
    live = [i for i, edge in enumerate(inputs) if edge.node in used]
    consts = [i for i in live if i < body.consts]
    carries = [i for i in live if i in body.carried]
    rows = [i for i in live if i >= body.consts + body.carry]
    forward = Graph(
        graph.inputs, (*graph.outputs, *kept, *(graph.inputs[i] for i in carries))
    )
    forward.derived["origin"] = graph
    backward = Graph(
        [
            *(inputs[i] for i in consts),
            *(seeds[j] for j in range(len(known))),
            *totals,
            *(inputs[i] for i in rows),
            *stacks,
            *(inputs[i] for i in carries),
            *seeds[len(known) :],
        ],
        outputs,
    )
    return Tape(
        forward,
        backward,
        consts=tuple(consts),
        rows=tuple(rows),
        carried=tuple(known),
        summed=tuple(summed),
        emitted=tuple(emitted),
        given=tuple(k for k in heard if k >= body.carry),
    )


def _operand(bar: Any) -> Any:
    return Tracer(bar, None) if type(bar) is Edge else bar


# -- forward mode ----------------------------------------------------------------------


class Dual(NamedTuple):
    """A body together with its tangents.

    Attributes
    ----------
    body : Body
        Its constants are those of the given body, then the tangents of those in `given`;
        likewise its carries and rows. Its outputs are the carries', their tangents, the
        given body's others, and their tangents.
    primal : Body
    given : tuple of int
        Positions of the inputs that have a tangent.
    carried : tuple of int
        Which carries have a tangent.
    emitted : tuple of int
        Which of the other outputs have one.
    """

    body: Body
    primal: Body
    given: tuple[int, ...]
    carried: tuple[int, ...]
    emitted: tuple[int, ...]

    def operands(self, primals: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
        """The loop's operands, from the given loop's and their tangents, None for zero."""
        dots = [
            None if i not in self.given else zeros(aval) if t is None else t
            for i, (aval, t) in enumerate(
                zip(self.primal.graph.in_avals, tangents, strict=True)
            )
        ]
        split = self.primal.split
        found: list[Any] = []
        for part, seeds in zip(split(primals), split(dots), strict=True):
            found += [*part, *(seed for seed in seeds if seed is not None)]
        return found


def dual_of(body: Body, given: Sequence[int]) -> Dual:
    """The body with the tangents of the inputs at `given`, and all that follow."""
    key = ("dual", body.consts, body.carry, tuple(given))
    return once(body.graph, key, lambda: _make_dual(body, given))


def _make_dual(body: Body, given: Sequence[int]) -> Dual:
    graph, first, count = body.graph, body.consts, body.carry
    known = set(given)
    while True:
        chosen = tuple(sorted(known))
        push = pushforward_of(graph, chosen)
        found = {first + k for k in range(count) if push.results[k] is not None}
        if found <= known:
            break
        known |= found
    carried = [i - first for i in chosen if i in body.carried]
    seeds = dict(zip(chosen, push.graph.inputs[len(graph.inputs) :], strict=True))
    inputs: list[Edge] = []
    counts: list[int] = []
    for part in body.split(range(len(graph.inputs))):
        dots = [seeds[i] for i in part if i in seeds]
        inputs += [*(graph.inputs[i] for i in part), *dots]
        counts.append(len(part) + len(dots))
    dots = push.spread(push.graph.outputs)
    others = range(count, len(graph.outputs))
    emitted = [k for k in others if dots[k] is not None]
    outputs = [
        *graph.outputs[:count],
        *(
            zeros(graph.inputs[first + k].aval) if dots[k] is None else dots[k]
            for k in carried
        ),
        *graph.outputs[count:],
        *(dots[k] for k in emitted),
    ]
    whole = Body(Graph(inputs, outputs), counts[0], counts[1])
    return Dual(whole, body, chosen, tuple(carried), tuple(emitted))


# -- batches ---------------------------------------------------------------------------


def batched_body(
    body: Body, mapped: Sequence[bool], size: int
) -> tuple[Body, list[bool], list[bool]]:
    """The body on a batch; which of its inputs are mapped, and which of its outputs.

    A carry is mapped if anything that is mapped comes into it.
    """
    key = ("batched", body.consts, body.carry, tuple(mapped), size)
    return once(body.graph, key, lambda: _make_batched(body, mapped, size))


def _make_batched(
    body: Body, mapped: Sequence[bool], size: int
) -> tuple[Body, list[bool], list[bool]]:
    graph, flags = body.graph, list(mapped)
    while True:
        avals = mapped_avals(graph.in_avals, flags, size)
        inputs = fresh("operand", avals)
        with recording_all():
            outs, found = evaluate_batched(graph, handles(inputs), flags, size)
            late = [
                i
                for i, m in zip(body.carried, found, strict=False)
                if m and not flags[i]
            ]
            if not late:
                break
        for i in late:
            flags[i] = True
    with recording_all():
        for k, i in enumerate(body.carried):
            if flags[i] and not found[k]:
                outs[k] = np.broadcast_to(outs[k], avals[i].shape)
                found[k] = True
    outputs = [edge_of(out) for out in outs]
    return Body(Graph(inputs, outputs), body.consts, body.carry), flags, found


def spread_to(at: Mapped, operands: Sequence[Any], flags: Sequence[bool]) -> list[Any]:
    """The operands of a loop, repeated where its body has them mapped."""
    return [
        spread(x, was or not m, at.size)
        for x, m, was in zip(operands, flags, at.mapped, strict=True)
    ]
