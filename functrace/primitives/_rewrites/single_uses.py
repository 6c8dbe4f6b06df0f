"""What is better where a result is taken once, which is known when all is simplified.

- Derivatives multiply by the reciprocal of a divisor, for others to share. A product with
  one that nothing else takes is a quotient again.
- Cotangents of elements at places that are not known are zeros but there. Where they are
  added to a sum, they are added there: the sum of a loop is not gone through in each round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.closure import renewed
from functrace.core.graph import Graph, with_graphs
from functrace.core.node import Edge, Node
from functrace.engine.rewrite import maker, number
from functrace.primitives._graphs import once
from functrace.primitives.elementwise import add, multiply, true_divide
from functrace.primitives.indexing import index_add
from functrace.primitives.taped_loop import taped_loop, taped_pull
from functrace.primitives.while_loop import repeat_pull, while_loop

_EXACT = {
    while_loop: ("cond", "body"),
    taped_loop: ("cond", "body"),
    taped_pull: ("cond", "body"),
    repeat_pull: ("cond", "body", "forward"),
}
"""Graphs among parameters that stay as they are: of loops that run while a condition holds,
again for their derivatives. There each operation is rounded, however often its result is
taken."""

_SMALL = 32  # elements of a sum, which it takes no time to go through


def by_single_uses(graph: Graph) -> Graph:
    """The graph, and those in it, with what is better in the place of such operations."""
    return once(graph, "by single uses", lambda: _changed(graph))


def _changed(graph: Graph) -> Graph:
    taken = [*(x for node in graph.nodes for x in node.inputs), *graph.outputs]
    uses = Counter([x for x in taken if type(x) is Edge])
    found: dict[Node, Sequence[Node]] = {}
    for node in graph.nodes:
        rule = _RULES.get(node.primitive)
        made = _with_inner(node) if rule is None else rule(node, uses)
        if made:
            found[node] = made
    if not found:
        return graph
    now: dict[Edge, Edge] = {}
    for node in graph.nodes:  # all of them, in the order in which they were
        *others, last = found.get(node, (node,))
        for part in (*others, last):
            made = part.again(tuple(renewed(part.inputs, now)))
            now |= {Edge(part, i): Edge(made, i) for i in range(len(part.avals))}
        now |= {Edge(node, i): now[Edge(last, i)] for i in range(len(node.avals))}
    outputs = renewed(graph.outputs, now)
    return Graph(graph.arguments, outputs, graph.in_treedef, graph.out_treedef)


def _quotient(node: Node, uses: Counter[Edge]) -> Sequence[Node]:
    """What a product with a reciprocal is, if that is taken nowhere else."""
    avals = node.avals
    if np.dtype(avals[0].dtype).kind != "f":
        return ()
    for factor, other in (node.inputs[::-1], node.inputs):
        if maker(other) is true_divide and uses[other] == 1 and other.aval == avals[0]:
            one, divisor = other.node.inputs
            if number(one) == 1:
                return (_applied(true_divide, (factor, divisor), {}, node),)
    return ()


def _added(node: Node, uses: Counter[Edge]) -> Sequence[Node]:
    """What a sum is that something is added to at places that are not known."""
    (aval,) = node.avals
    if aval.size <= _SMALL:
        return ()
    for total, other in (node.inputs, node.inputs[::-1]):
        updates = _updates(other, uses)
        if updates and type(total) is Edge and total.aval == aval == other.aval:
            made: list[Node] = []
            for update in reversed(updates):
                _, *others = update.inputs
                made.append(_applied(index_add, (total, *others), update.params, node))
                total = Edge(made[-1], 0)  # noqa: PLW2901
            return made
    return ()


def _updates(x: Any, uses: Counter[Edge]) -> list[Node]:
    """The additions to zeros that make an array, the last one first; none: all are known."""
    found: list[Node] = []
    while maker(x) is index_add and uses[x] == 1:
        found.append(x.node)
        x = x.node.inputs[0]
    traced = any(Edge in map(type, update.inputs[2:]) for update in found)
    return found if traced and number(x) == 0 else []


def _applied(primitive: Any, operands: Any, params: dict[str, Any], node: Node) -> Node:
    """An operation that gives what a node does."""
    made = Node(primitive, operands, params, None, node.shape, node.dtype, node.avals)
    made.source = node.source
    return made


def _with_inner(node: Node) -> Sequence[Node]:
    """The node with other graphs among its parameters, if they change."""
    fixed = _EXACT.get(node.primitive, ())
    given = {name: x for name, x in node.params.items() if name not in fixed}
    new: list[Graph] = []

    def change(graph: Graph) -> Graph:
        made = by_single_uses(graph)
        new.extend([made] * (made is not graph))
        return made

    params = node.params | with_graphs(given, change)
    return (node.again(tuple(node.inputs), params),) if new else ()


_RULES = {multiply: _quotient, add: _added}
