"""Graphs that take what they use from outside as inputs of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node


def rebuild(outputs: Sequence[Any], known: Mapping[Edge, Any]) -> list[Any]:
    """The same computation from other edges in the place of those in `known`."""
    found: dict[Edge, Any] = dict(known)
    for node in _between(outputs, known):
        operands = [found[e] if type(e) is Edge else e for e in node.inputs]
        avals = node.avals
        made = Node(
            node.primitive,
            tuple(operands),
            node.params,
            None,
            node.shape,
            node.dtype,
            avals,
        )
        made.source = node.source
        found.update((Edge(node, i), Edge(made, i)) for i in range(len(avals)))
    return [found[e] if type(e) is Edge else e for e in outputs]


def _between(outputs: Sequence[Any], known: Mapping[Edge, Any]) -> list[Node]:
    """Nodes that the outputs depend on other than through what is known, in order."""
    pending = [e for e in outputs if type(e) is Edge]
    seen: set[Node] = set()
    while pending:
        edge = pending.pop()
        if edge not in known and edge.node not in seen:
            seen.add(edge.node)
            pending += [e for e in edge.node.inputs if type(e) is Edge]
    return sorted(seen, key=attrgetter("sequence"))


def close(
    inputs: Sequence[Edge], outputs: Sequence[Any], floor: int, cut: Mapping[Edge, Any]
) -> tuple[Graph, list[Edge]]:
    """A graph without free inputs, and the edges that its first inputs stand for.

    Parameters
    ----------
    inputs : sequence of Edge
        Its inputs after those.
    outputs : sequence
        Edges, or constants.
    floor : int
        What was recorded before is outside, and so are other inputs.
    cut : mapping
        Further edges that are outside.
    """
    outer = _outer(inputs, outputs, floor, cut)
    if not outer:
        return Graph(inputs, outputs, floor=floor), []
    fresh = {e: Edge(Leaf("captured", e.aval), 0) for e in outer}
    known = fresh | {e: Edge(Leaf(e.node.name, e.aval), 0) for e in inputs}
    arguments = [known[e] for e in (*outer, *inputs)]
    return Graph(arguments, rebuild(outputs, known)), outer


def _outer(
    inputs: Sequence[Edge], outputs: Sequence[Any], floor: int, cut: Mapping[Edge, Any]
) -> list[Edge]:
    inside, seen = set(inputs), set[Node]()
    outer: dict[Edge, None] = {}
    pending = [e for e in outputs if type(e) is Edge]
    while pending:
        edge = pending.pop()
        if edge in inside or edge.node in seen:
            continue
        outside = edge.node.sequence < floor or type(edge.node) is Leaf
        if outside or edge in cut:
            outer[edge] = None
            continue
        seen.add(edge.node)
        pending += [e for e in edge.node.inputs if type(e) is Edge]
    return sorted(outer, key=lambda e: (e.node.sequence, e.index))
