"""A loop, and what it carries from one segment of its rounds to the next.

Reverse mode within a budget starts from there. It computes all that the loop does, and
takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.keys import graph_key
from functrace.core.recording import recording_all
from functrace.engine.batching import Mapped, spread
from functrace.engine.liveness import Member, Pruned
from functrace.primitives._graphs import (
    edge_of,
    fresh,
    handles,
    inexact_inputs,
    once,
    pullback_of,
)
from functrace.primitives._loops import (
    Body,
    LoopOutputs,
    dual_of,
    nonzero,
    number,
    parts,
    spread_over,
)
from functrace.primitives._make import primitive
from functrace.primitives._rounds import SegmentedRounds
from functrace.primitives.effect import muted
from functrace.primitives.scan import (
    batched_operands,
    batched_results,
    family_of_scan,
    scan_aval,
    scan_of,
    to_front,
)


def segments_of(
    body: Body, operands: Sequence[Any], rounds: SegmentedRounds
) -> tuple[Any, ...]:
    """The outputs of the loop, and the carries that come into its segments.

    These are stacked, but for those of the rest, which come last.
    """
    params = {**rounds._asdict(), **body.params}
    return segments.apply(tuple(operands), params)


def split_segments(
    body: Body, rounds: SegmentedRounds, outs: Sequence[Any]
) -> tuple[list[Any], list[Any], list[Any]]:
    """The outputs of the loop, the carries into segments, and into the rest."""
    found, starts, last = parts(outs, len(body.graph.outputs), body.carry)
    return found, starts, last


def _rounds_of(params: dict[str, Any]) -> SegmentedRounds:
    return SegmentedRounds(params["length"], params["reverse"], params["size"])


def written_out(params: dict[str, Any]) -> Graph:
    """What is computed, as a loop of loops."""
    body, rounds = Body.of(params), _rounds_of(params)
    return once(
        body.graph, ("segments", *body[1:], rounds), lambda: _nest(body, rounds)
    )


def _nest(body: Body, rounds: SegmentedRounds) -> Graph:
    length, reverse, size = rounds
    stacked = [Aval((length, *x.aval.shape), x.aval.dtype) for x in body.inputs.xs]
    inputs = [*fresh("operand", body.graph.in_avals[: body.consts + body.carry])]
    inputs += fresh("operand", stacked)
    one = [Aval((size, *x.aval.shape), x.aval.dtype) for x in body.inputs.xs]
    before = [edge.aval for edge in (*body.inputs.consts, *body.inputs.carry)]
    edges = body.split([*fresh("operand", before), *fresh("operand", one)])
    with recording_all():
        outs = scan_of(body, handles(edges.listed()), length=size, reverse=reverse)
        carry, ys = body.split_outputs([*map(edge_of, outs)])
        segment = Body.make(edges, LoopOutputs(carry, [*ys, *edges.carry]))
        consts, state, xs = body.split(handles(inputs))
        folded, tail = rounds.cut(xs)
        operands = [*consts, *state, *folded]
        outs = scan_of(segment, operands, length=rounds.segments, reverse=reverse)
        last, rows = segment.split_outputs(outs)
        rows, starts = parts(rows, len(ys))
        ends: Sequence[Any] = last
        others: Sequence[Any] = []
        if rounds.rest:
            operands = [*consts, *last, *tail]
            outs = scan_of(body, operands, length=rounds.rest, reverse=reverse)
            ends, others = body.split_outputs(outs)
            starts = [*starts, *last]
        outs = [*ends, *rounds.join(rows, others), *starts]
    return Graph(inputs, [*map(edge_of, outs)])


def _impl(*operands: Any, **params: Any) -> tuple[Any, ...]:
    return tuple(map(number, written_out(params).evaluate(operands)))


def _abstract_eval(*avals: Aval, **params: Any) -> tuple[Aval, ...]:
    body, rounds = Body.of(params), _rounds_of(params)
    mode = {"length": rounds.length, "reverse": rounds.reverse}
    carry = [Aval(*aval) for aval in body.graph.out_avals[: body.carry]]
    starts = [Aval((rounds.segments, *aval.shape), aval.dtype) for aval in carry]
    last = carry if rounds.rest else []
    return (*scan_aval(*avals, **body.params, **mode), *starts, *last)


def _pull(g: Any, xs: Any, needed: Any, params: Any) -> Sequence[Any]:
    graph = written_out(params)
    given = tuple(nonzero(g))
    found = pullback_of(graph, inexact_inputs(graph, needed), given)
    again = muted(params["body"], xs)
    return found.spread(found.graph.evaluate([*again, *(g[k] for k in given)]))


def _push(ts: Any, xs: Any, params: Any) -> tuple[Any, ...]:
    body, rounds = Body.of(params), _rounds_of(params)
    dual = dual_of(body, body.inexact(nonzero(ts)))
    again = dual.operands(muted(body.graph, xs), ts)
    outs = segments_of(dual.body, again, rounds)
    outs, *starts = split_segments(dual.body, rounds, outs)
    dots = list[Any]()
    for start in starts:
        _, moved = parts(start, body.carry)
        dots += spread_over(body.carry, dual.carried, moved) if start else []
    return (*dual.tangents(outs).listed(), *dots)


def _batch(at: Mapped, *operands: Any, **params: Any) -> tuple[Any, ...]:
    body, rounds = Body.of(params), _rounds_of(params)
    given = batched_operands(at, operands, body)
    outs = segments_of(given.body, given.operands, rounds)
    outs, starts, last = split_segments(body, rounds, outs)
    carried = body.split_outputs(given.outs).carry
    return (
        *batched_results(at, body, given.outs, outs),
        *(to_front(y, m, at.size) for y, m in zip(starts, carried, strict=True)),
        *(spread(y, m, at.size) for y, m in zip(last, carried, strict=False)),
    )


def _family(params: dict[str, Any]) -> list[Member]:
    """Itself, and the loop that it computes."""
    body = Body.of(params)
    found = family_of_scan(params)
    if not found:
        return []
    inputs, outputs = range(len(body.graph.inputs)), range(len(body.graph.outputs))
    whole = range(len(outputs) + body.carry * (1 + bool(_rounds_of(params).rest)))
    key = ("segments", graph_key(body.graph), *body[1:], *_rounds_of(params))
    return [Member(key, inputs, whole), *found]


def _prune(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without the rows that nobody takes."""
    body = Body.of(params)
    ends = range(len(body.graph.outputs))
    live = [k for k in ends if k < body.carry or used[k]]
    if len(live) == len(ends):
        return None
    graph = body.graph
    small = Graph(graph.inputs, [graph.outputs[k] for k in live])
    outputs = [*live, *range(len(ends), len(used))]
    operands = range(len(graph.inputs))
    return Pruned(params | {"body": small}, tuple(operands), tuple(outputs))


segments = primitive(
    "segments",
    _impl,
    _abstract_eval,
    vjp=_pull,
    jvp=_push,
    batch=_batch,
    prune=_prune,
    family=_family,
    lower=Expanded(lambda *xs, **params: tuple(written_out(params).evaluate(xs))),
    multiple=True,
    doc="A loop, and what it carries from one segment of its rounds to the next.",
)
