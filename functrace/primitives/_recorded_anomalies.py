"""Where a NaN or an infinity came from, of operations that were recorded on values.

Under `functrace.detect_anomaly` nodes keep all their operands and outputs, so one goes back
from node to node. What an operation does within, and what its rule does, is looked at as a
graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from functrace.core.graph import Graph
from functrace.core.node import Edge, Freed, Leaf, Node
from functrace.core.rule import operand_avals
from functrace.primitives._anomalies import Origin, origin_or_nan, worst_of
from functrace.primitives._graphs import Derivative, fresh, pullback_of, pushforward_of


def recorded_origin(edge: Edge, value: Any) -> Origin | None:
    """Where the value of an edge began to be not finite; None if that is not known."""
    while type(edge.node) is not Leaf:
        node = edge.node
        operands = _operands(node)
        if operands is None:
            return None
        place = worst_of(node, operands)
        if place is None or type(node.inputs[place]) is not Edge:
            return origin_or_nan(*_alone(node, operands), edge.index)
        edge, value = node.inputs[place], operands[place]
    return Origin(edge.node, edge.index, value)


def origin_in_pull(node: Node, bars: Sequence[Any], place: int) -> Origin | None:
    """Where the cotangent of the operand at `place` began to be not finite."""
    operands = _operands(node)
    if operands is None:
        return None
    graph, values = _alone(node, operands)
    chosen = _traced(node).index(place)
    given = tuple(k for k, bar in enumerate(bars) if bar is not None)
    found = pullback_of(graph, (chosen,), given)
    return _made(found, chosen, [*values, *(bars[k] for k in given)])


def origin_in_push(node: Node, dots: Mapping[int, Any], number: int) -> Origin | None:
    """Where the tangent of an output, from those of operands, began to be not finite."""
    operands = _operands(node)
    if operands is None:
        return None
    graph, values = _alone(node, operands)
    traced = _traced(node)
    found = pushforward_of(graph, tuple(traced.index(i) for i in dots))
    return _made(found, number, [*values, *dots.values()])


def _made(derivative: Derivative, number: int, values: Sequence[Any]) -> Origin | None:
    """Where the result of that number began to be not finite, if it is computed at all."""
    output = derivative.results[number]
    if type(output) is not int:
        return None
    return origin_or_nan(derivative.graph, values, output)


def _operands(node: Node) -> Sequence[Any] | None:
    """What a node was given, if it is known."""
    if node.saved is None or node.saved is Freed:
        return None
    operands = node.saved[: len(node.inputs)]
    return None if any(x is None for x in operands) else operands


def _traced(node: Node) -> list[int]:
    """Positions of the operands that are no constants."""
    return [i for i, e in enumerate(node.inputs) if type(e) is Edge]


def _alone(node: Node, operands: Sequence[Any]) -> tuple[Graph, list[Any]]:
    """The operation as a graph of its own, and the values of its inputs."""
    traced = _traced(node)
    avals = operand_avals(node)
    edges = dict(zip(traced, fresh("operand", [avals[i] for i in traced]), strict=True))
    again = node.again(tuple(edges.get(i, x) for i, x in enumerate(node.inputs)))
    outputs = [Edge(again, k) for k in range(len(node.avals))]
    return Graph([*edges.values()], outputs), [operands[i] for i in traced]
