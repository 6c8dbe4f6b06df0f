"""Derivatives in many directions: a few in each round of a loop, or one, if it is large.

In all directions at once, what is computed in between would be that many times as large as
the arrays, and in no cache. What depends on no direction is computed once, before the loop.
How large it is, is told by the largest array that is computed in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.engine.batching import evaluate_along
from functrace.primitives._dependence.colouring import Colouring
from functrace.primitives._graphs import fresh, residuals_of
from functrace.primitives.seeds import directions
from functrace.transforms.loops import scan

_FEW = 4  # directions of a round, at most
_ROUND = 1 << 17  # bytes of arrays for directions, that are not made more in a round
_MANY = 8  # directions: no more are all taken at once
_LITTLE = 1 << 20  # bytes of such arrays: no more likewise, as caches hold them


def along(
    graph: Graph, operands: Sequence[Any], colouring: Colouring, avals: Sequence[Aval]
) -> list[Any]:
    """Outputs of a graph whose last inputs are directions: a row for each colour.

    Parameters
    ----------
    graph : Graph
    operands : sequence
        Of its other inputs.
    colouring : Colouring
    avals : sequence of Aval
        Of the last inputs.
    """
    colours, total = colouring
    before, rest = _parts(graph, len(avals))
    size = _largest(rest, avals)
    if total <= _MANY or total * size <= _LITTLE:
        dots = directions(colours, total, avals)
        return evaluate_along(graph, operands, dots, total)
    rounds = -(-total // min(max(_ROUND // size, 1), _FEW))
    length = -(-total // rounds)
    values = [*operands, *before.evaluate(operands)]

    def in_some(_: Any, numbers: Any) -> Any:
        dots = directions(colours, total, avals, numbers)
        return (), tuple(evaluate_along(rest, values, dots, length))

    _, found = scan(in_some, (), np.arange(rounds * length).reshape(rounds, length))
    return [each.reshape(-1, *each.shape[2:])[:total] for each in found]


def _largest(graph: Graph, avals: Sequence[Aval]) -> int:
    """Bytes of the largest array among these, and those that are computed."""
    made = (Aval(*aval) for node in graph.nodes for aval in node.avals)
    return max(aval.nbytes for aval in (*avals, *made))


def _parts(graph: Graph, count: int) -> tuple[Graph, Graph]:
    """What does not depend on the last inputs and is dear, and what is made of it."""
    inputs, seeds = graph.inputs[:-count], graph.inputs[-count:]
    kept = residuals_of(seeds, graph.outputs)
    leaves = fresh("known", [edge.aval for edge in (*inputs, *kept, *seeds)])
    known = dict(zip((*inputs, *kept, *seeds), leaves, strict=True))
    return Graph(inputs, kept), Graph(leaves, rebuild(graph.outputs, known))
