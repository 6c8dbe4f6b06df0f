"""Bodies of loops that count their rounds, and that stop for each element of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.graph import Graph
from functrace.core.node import Edge
from functrace.core.recording import recording_all
from functrace.engine.batching import evaluate_batched, mapped_avals
from functrace.primitives._blocks import to_first, to_last
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives._lanes import chosen, evaluate_wanted
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs

COUNT = Aval((), np.int64)
_TRUTH = Aval((), np.bool)


def numbered(inputs: LoopInputs, limit: Any, number: Any) -> LoopInputs:
    """What a loop takes that counts its rounds: also their limit, and their number."""
    return LoopInputs([*inputs.consts, limit], [number, *inputs.carry])


def counting(body: Body, limit: Edge, number: Edge) -> Body:
    """The body that also counts."""
    with recording_all():
        after = edge_of(handles([number])[0] + 1)
    outputs = LoopOutputs([after, *body.graph.outputs])
    return Body.make(numbered(body.inputs, limit, number), outputs)


def stopping_apart(
    cond: Graph, body: Body, mapped: list[bool], size: int, last: Sequence[bool]
) -> tuple[Graph, Body]:
    """The condition that any goes on, and the body, in which each element stops.

    The body carries two things more: how many rounds each element has made, and whether it
    goes on. The batch's axis is at the end of operands, and their outputs, where `last`
    says so.
    """
    avals = mapped_avals(body.graph.in_avals, mapped, size)
    inputs = fresh("operand", list(map(_turned, avals, last)))
    own = fresh("operand", mapped_avals([COUNT, _TRUTH], [True, True], size))
    with recording_all():
        counts, more = handles(own)
        given = to_first(handles(inputs), last)
        state = _round(body, more, given, mapped)
        consts, _, _ = body.split(given)
        (goes_on,), _ = evaluate_batched(cond, [*consts, *state], mapped, size)
        outputs = [*to_last(state, body.split(last).carry), counts + more, goes_on]
        anywhere = edge_of(np.any(more))
    consts, carry, _ = body.split(inputs)
    taken = LoopInputs(consts, [*carry, *own])
    whole = Body.make(taken, LoopOutputs([edge_of(out) for out in outputs]))
    return Graph(whole.graph.inputs, [anywhere]), whole


def _turned(aval: Aval, last: bool) -> Aval:
    first, *others = aval.shape or (1,)
    return Aval((*others, first), aval.dtype) if last else aval


def _round(body: Body, more: Any, xs: list[Any], mapped: list[bool]) -> list[Any]:
    """The state after a round that only those elements make for which `more` holds."""
    outs, _ = evaluate_wanted(body.graph, more, xs, mapped)
    triples = zip(outs, body.split(xs).carry, body.graph.out_avals, strict=True)
    return [chosen(more, new, old, aval.ndim) for new, old, aval in triples]
