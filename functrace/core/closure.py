"""Graphs that take what they use from outside as inputs of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from functrace.core.aval import hardened
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, leaves_of, toposort


def rebuild(outputs: Sequence[Any], known: Mapping[Edge, Any]) -> list[Any]:
    """The same computation from other edges in the place of those in `known`."""
    found: dict[Edge, Any] = dict(known)
    for node in toposort(outputs, stop=known.__contains__):
        operands = [found[e] if type(e) is Edge else e for e in node.inputs]
        made = node.again(tuple(operands))
        pairs = ((Edge(node, i), Edge(made, i)) for i in range(len(node.avals)))
        found.update(pairs)
    return [found[e] if type(e) is Edge else e for e in outputs]


def renewed(operands: Iterable[Any], now: Mapping[Edge, Edge]) -> list[Any]:
    """The operands, with what edges have become in their place."""
    return [now.get(x, x) if type(x) is Edge else x for x in operands]


def rewritten(
    nodes: Iterable[Node],
    outputs: Sequence[Any],
    change: Callable[[Node], Any],
    known: Mapping[Edge, Any],
) -> list[Any]:
    """The outputs from other operands of nodes, in order, as far as these change.

    `change` gives what stands for a node on its new operands: itself, another one, or the
    operand that its one output is.
    """
    found: dict[Edge, Any] = dict(known)
    for node in nodes:
        operands = tuple(found.get(x, x) if type(x) is Edge else x for x in node.inputs)
        same = all(new is old for new, old in zip(operands, node.inputs, strict=True))
        made = change(node if same else node.again(operands))
        if not isinstance(made, Node):
            found[Edge(node, 0)] = made
        elif made is not node:
            found.update((Edge(node, i), Edge(made, i)) for i in range(len(node.avals)))
    return [found.get(out, out) if type(out) is Edge else out for out in outputs]


def part_of(inputs: Sequence[Edge], outputs: Sequence[Any]) -> Graph:
    """A part of a graph, of some of its inputs.

    What depends on none of these may have been recorded before them: it is, too.
    """
    graph = Graph(inputs, outputs)
    if not graph.free_inputs or leaves_of(graph.free_inputs):
        return graph
    fresh = {e: Edge(Leaf(e.node.name, e.aval), 0) for e in inputs}
    return Graph(list(fresh.values()), rebuild(outputs, fresh))


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
    # a Python number has given way already, when what is done with it was recorded
    fresh = {e: Edge(Leaf("captured", hardened(e.aval)), 0) for e in outer}
    known = fresh | {e: Edge(Leaf(e.node.name, e.aval), 0) for e in inputs}
    arguments = [known[e] for e in (*outer, *inputs)]
    return Graph(arguments, rebuild(outputs, known)), outer


def _outer(
    inputs: Sequence[Edge], outputs: Sequence[Any], floor: int, cut: Mapping[Edge, Any]
) -> list[Edge]:
    outer: list[Edge] = []
    toposort(outputs, floor, outer, lambda e: type(e.node) is Leaf or e in cut)
    found = set(outer).difference(inputs)
    return sorted(found, key=lambda e: (e.node.sequence, e.index))
