"""Products with reciprocals that nothing else takes are quotients again.

Derivatives multiply by the reciprocal of a divisor, for others to share. Which of them are
shared is known when everything is simplified, and loops have lost what all rounds share.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from functrace.core.closure import renewed
from functrace.core.graph import Graph, graphs_of, with_graphs
from functrace.core.node import Edge, Node
from functrace.engine.rewrite import maker, number
from functrace.primitives._graphs import once
from functrace.primitives.elementwise import multiply, true_divide
from functrace.primitives.taped_loop import taped_loop, taped_pull
from functrace.primitives.while_loop import repeat_pull, while_loop

_EXACT = frozenset((while_loop, taped_loop, repeat_pull, taped_pull))


def with_quotients(graph: Graph) -> Graph:
    """The graph, and those in it, with quotients in such products' place.

    Not in loops that run while a condition holds, nor where these are run again for their
    derivatives: there each operation is rounded, however often its result is taken.
    """
    return once(graph, "with quotients", lambda: _changed(graph))


def _changed(graph: Graph) -> Graph:
    taken = [*(x for node in graph.nodes for x in node.inputs), *graph.outputs]
    uses = Counter([x for x in taken if type(x) is Edge])
    found: dict[Node, Node] = {}
    for node in graph.nodes:
        made = (
            _quotient(node, uses) if node.primitive is multiply else _with_inner(node)
        )
        if made is not None:
            found[node] = made
    if not found:
        return graph
    now: dict[Edge, Edge] = {}
    for node in graph.nodes:  # all of them, in the order in which they were
        made = found.get(node, node)
        made = made.again(tuple(renewed(made.inputs, now)))
        now.update((Edge(node, i), Edge(made, i)) for i in range(len(node.avals)))
    outputs = renewed(graph.outputs, now)
    return Graph(graph.arguments, outputs, graph.in_treedef, graph.out_treedef)


def _quotient(node: Node, uses: Counter[Edge]) -> Node | None:
    """What a product with a reciprocal is, if that is taken nowhere else."""
    avals = node.avals
    if np.dtype(avals[0].dtype).kind != "f":
        return None
    for factor, other in (node.inputs[::-1], node.inputs):
        if maker(other) is true_divide and uses[other] == 1 and other.aval == avals[0]:
            one, divisor = other.node.inputs
            if number(one) == 1:
                operands, aval = (factor, divisor), (node.shape, node.dtype)
                made = Node(true_divide, operands, {}, None, *aval, avals)
                made.source = node.source
                return made
    return None


def _with_inner(node: Node) -> Node | None:
    """The node with other graphs among its parameters, if they change."""
    graphs = () if node.primitive in _EXACT else graphs_of(node)
    if all(with_quotients(graph) is graph for graph in graphs):
        return None
    return node.again(tuple(node.inputs), with_graphs(node.params, with_quotients))
