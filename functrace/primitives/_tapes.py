"""Loops in reverse mode: forward, keeping what is needed of each round, then backward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from functrace.core.closure import rebuild
from functrace.core.node import Edge, leaves_of
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    once,
    residuals_of,
    reverse_of,
)
from functrace.primitives._loops import (
    Body,
    LoopInputs,
    LoopOutputs,
    OriginalBody,
    nonzero,
    parts,
    zeros,
)


class Round(NamedTuple):
    """What a round of the backward pass takes.

    Attributes
    ----------
    consts, xs : sequence
        Values of constants and rows of the body.
    bars : sequence
        Cotangents of the body's carries.
    totals : sequence
        Sums of cotangents of the body's constants.
    residuals : sequence
        What the round of the forward pass kept: of what it computed, and of its carries.
    seeds : sequence
        Cotangents of the rows that the body gives.
    """

    consts: Sequence[Any]
    bars: Sequence[Any]
    totals: Sequence[Any]
    xs: Sequence[Any]
    residuals: Sequence[Any]
    seeds: Sequence[Any]

    def inputs(self) -> LoopInputs:
        """As of a body, whose carries are cotangents."""
        carry = [*self.bars, *self.totals]
        return LoopInputs(self.consts, carry, [*self.xs, *self.residuals, *self.seeds])


class Tape(NamedTuple):
    """The two passes of a loop in reverse mode.

    Attributes
    ----------
    forward : Body
        The body; further rows that it gives are what the backward pass takes.
    backward : Body
        What it takes is a `Round`: of the constants those at `consts`, of the rows those
        at `xs`, the cotangents of the carries `carried` and of the rows `given`, and the
        sums of the cotangents of the constants at `summed`. It gives the next cotangents
        and sums, and the cotangents of the rows at `emitted`.
    residuals : int
        How many rows `forward` gives besides the body's.
    """

    forward: Body
    backward: Body
    residuals: int
    consts: tuple[int, ...]
    xs: tuple[int, ...]
    carried: tuple[int, ...]
    summed: tuple[int, ...]
    emitted: tuple[int, ...]
    given: tuple[int, ...]

    def places(self, body: Body) -> list[int]:
        """Positions of the inputs that the carries of `backward` are cotangents of."""
        carry = body.places.carry
        return [*(carry[k] for k in self.carried), *self.summed]

    def begin(self, body: Body, g: LoopOutputs) -> tuple[list[Any], list[Any]]:
        """The first cotangents of carries, from those of the outputs, and the first sums."""
        avals = [edge.aval for edge in body.inputs.carry]
        bars = [
            zeros(avals[k]) if g.carry[k] is None else g.carry[k] for k in self.carried
        ]
        return bars, [zeros(body.graph.inputs[i].aval) for i in self.summed]


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


class _Reversed(NamedTuple):
    """Reverse mode of one round.

    Attributes
    ----------
    carried, given : list of int
        The carries and the rows that cotangents come in of.
    bars, seeds : list of Edge
        These.
    results : list
        The cotangents that go out, None for zero.
    result_of : dict
        Those that are not zero, by the input's position.
    summed, emitted : list of int
        The positions of constants, and of rows.
    """

    carried: list[int]
    given: list[int]
    bars: list[Edge]
    seeds: list[Edge]
    results: list[Any]
    result_of: dict[int, Any]
    summed: list[int]
    emitted: list[int]


def _make_tape(
    body: Body, wanted: Sequence[int], given: Sequence[int], *, remat: bool
) -> Tape:
    back = _reversed(body, wanted, given)
    fixed, carries, _ = body.inputs
    seeds = [*back.bars, *back.seeds]
    saved = [] if remat else residuals_of(seeds, back.results, fixed, carries)
    totals = fresh("total", [body.graph.inputs[i].aval for i in back.summed])
    return _assembled(body, back, saved, totals)


def _reversed(body: Body, wanted: Sequence[int], given: Sequence[int]) -> _Reversed:
    """With cotangents of the carries that any are given to, after however many rounds."""
    places, numbers = body.places, body.numbers
    others = [i for i in wanted if i not in places.carry]
    chosen = (*body.inexact(places.carry), *others)
    rows = [k for k in given if k in numbers.ys]
    known = {k for k in given if k in numbers.carry}
    while True:
        carried = sorted(known)
        seeds, results = reverse_of(body.graph, chosen, (*carried, *rows))
        result_of = {chosen[j]: results[j] for j in nonzero(results)}
        found = {k for k, i in enumerate(places.carry) if i in result_of}
        if found <= known:
            break
        known |= found
    bars, seeds = parts(seeds, len(carried))
    return _Reversed(
        carried,
        rows,
        bars,
        seeds,
        results,
        result_of,
        summed=[i for i in others if i in result_of and i in places.consts],
        emitted=[i for i in others if i in result_of and i in places.xs],
    )


def _results(body: Body, back: _Reversed, totals: Sequence[Edge]) -> LoopOutputs:
    """What a round of the backward pass gives."""
    carry: list[Any] = []
    for k in back.carried:
        bar = back.result_of.get(body.places.carry[k])
        aval = operand_aval(body.graph.outputs[k])
        carry.append(zeros(aval) if bar is None else bar)
    with recording_all():
        for total, i in zip(handles(totals), back.summed, strict=True):
            carry.append(edge_of(total + _operand(back.result_of[i])))
    return LoopOutputs(carry, [back.result_of[i] for i in back.emitted])


def _operand(bar: Any) -> Any:
    return Tracer(bar, None) if type(bar) is Edge else bar


def _assembled(
    body: Body, back: _Reversed, saved: list[Edge], totals: list[Edge]
) -> Tape:
    """The two passes: what one takes of the other becomes outputs and inputs."""
    graph, results = body.graph, _results(body, back, totals)
    stacks = fresh("residual", [edge.aval for edge in saved])
    values = fresh("operand", graph.in_avals)
    known = dict(zip(graph.inputs, values, strict=True))
    known |= dict(zip(saved, stacks, strict=True))
    known |= {edge: edge for edge in (*back.bars, *back.seeds, *totals)}
    outputs = parts(rebuild(results.listed(), known), len(results.carry))
    used = set(leaves_of([*outputs[0], *outputs[1]]))
    live = [[i for i in part if values[i].node in used] for part in body.places]
    consts, carry, xs = live
    taken = Round(
        consts=[values[i] for i in consts],
        bars=back.bars,
        totals=totals,
        xs=[values[i] for i in xs],
        residuals=[*stacks, *(values[i] for i in carry)],
        seeds=back.seeds,
    )
    residuals = [*saved, *(graph.inputs[i] for i in carry)]
    forward = body.outputs._replace(ys=[*body.outputs.ys, *residuals])
    return Tape(
        _originating(Body.make(body.inputs, forward), body),
        Body.make(taken.inputs(), LoopOutputs(*outputs)),
        len(residuals),
        consts=tuple(consts),
        xs=tuple(xs),
        carried=tuple(back.carried),
        summed=tuple(back.summed),
        emitted=tuple(back.emitted),
        given=tuple(back.given),
    )


def _originating(forward: Body, body: Body) -> Body:
    """The forward pass, which says that it does what the body does, and more."""
    inputs, outputs = range(len(body.graph.inputs)), range(len(body.graph.outputs))
    forward.graph.derived["origin"] = OriginalBody(body, inputs, outputs)
    return forward
