"""Bodies of loops that count their rounds, and that stop for each element of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Graph
from functrace.core.node import Edge
from functrace.core.recording import recording_all
from functrace.core.tracer import Tracer
from functrace.engine.batching import evaluate_batched, mapped_avals
from functrace.primitives._graphs import edge_of, fresh, handles, once
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives.elementwise import stop_gradient

COUNT = Aval((), np.int64)


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
    cond: Graph, body: Body, mapped: list[bool], size: int
) -> tuple[Graph, Body]:
    """The condition that any goes on, and the body; the last carry counts the rounds."""
    avals = body.graph.in_avals
    inputs = fresh("operand", mapped_avals(avals, mapped, size))
    (counts,) = fresh("operand", mapped_avals([COUNT], [True], size))
    with recording_all():
        xs = handles(inputs)
        (more,), _ = evaluate_batched(cond, xs, mapped, size)
        pairs = zip(xs, mapped, strict=True)
        live: Any = [_while(more, x) if m or not x.ndim else x for x, m in pairs]
        flags = [x.ndim > a.ndim for x, a in zip(live, avals, strict=True)]
        outs, _ = evaluate_batched(body.graph, live, flags, size)
        state = zip(outs, body.split(xs).carry, strict=True)
        outputs = [edge_of(_chosen(more, new, old)) for new, old in state]
        outputs.append(edge_of(Tracer(counts, None) + more))
        anywhere = edge_of(np.any(more))
    consts, carry, _ = body.split(inputs)
    whole = Body.make(LoopInputs(consts, [*carry, counts]), LoopOutputs(outputs))
    return Graph(whole.graph.inputs, [anywhere]), whole


def _chosen(more: Any, new: Any, old: Any) -> Any:
    """The new state where the loop goes on, the old one elsewhere."""
    return np.where(np.expand_dims(more, tuple(range(more.ndim, old.ndim))), new, old)


def _while(more: Any, x: Any) -> Any:
    """An operand of a round: only where the loop goes on, a derivative goes through it.

    Elsewhere, the derivative may not exist, and zero times it would be NaN.
    """
    return _chosen(more, x, stop_gradient(x)) if is_inexact(x.dtype) else x


def limited(body: Body, summed: Sequence[int]) -> Body:
    """The body that does nothing after a number of rounds, which it counts."""

    def make() -> Body:
        limit, number = fresh("operand", [COUNT, COUNT])
        inputs = fresh("operand", body.graph.in_avals)
        with recording_all():
            count: Any = Tracer(number, None)
            more: Any = count < Tracer(limit, None)
            outputs = [edge_of(count + 1)]
            xs: list[Any] = handles(inputs)
            state = body.split(xs).carry
            for i in (*summed, *body.places.carry):
                xs[i] = _while(more, xs[i])
            for new, old in zip(body.graph.evaluate(xs), state, strict=True):
                outputs.append(edge_of(_chosen(more, new, old)))
        taken = numbered(body.split(inputs), limit, number)
        return Body.make(taken, LoopOutputs(outputs))

    return once(body.graph, ("limited", body.consts, tuple(summed)), make)
