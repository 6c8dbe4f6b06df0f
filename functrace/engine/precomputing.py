"""Operations on constants that are dear in each run of a program, evaluated before it.

Simplification leaves what is made of a basis of unit vectors to the loops that need it.
What no loop computes, a Fourier transform or a running sum, would be done in each run; and
so would what takes many operations, as a stencil of directions, and is read in less time.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

import numpy as np

from functrace.core.closure import rebuild
from functrace.core.constant import uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node, toposort
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval, operand_avals
from functrace.core.serialize import freeze

_MORE = 2  # times as large: the transform of a real array is complex
_LONG = 8  # operations: to read what comes of them takes less time
_TABLE = 1 << 19  # bytes, that caches hold beside other data


def precomputed(graph: Graph, is_apart: Callable[[Primitive], bool]) -> Graph:
    """The graph, with constants for what depends on nothing and is computed apart.

    `is_apart` says which operations loops do not compute. None of the constants, nor what
    it is computed from, is much larger than the largest of now, were that in memory.
    """
    sizes: dict[Node, int] = {}
    values: dict[Edge, Any] = {}
    ends = [e for e in graph.outputs if type(e) is Edge]
    for node in graph.nodes:
        if not _is_constant(node, sizes):
            ends += [e for e in node.inputs if type(e) is Edge]
            continue
        size = sizes[node] = _largest(node, sizes)
        if node.primitive.multiple or not is_apart(node.primitive):
            continue
        avals = (*operand_avals(node), *node.avals)
        if max(aval.nbytes for aval in avals) <= _MORE * size:
            _evaluate(Edge(node, 0), values)
    for edge in dict.fromkeys(ends):
        if edge[0] in sizes and edge not in values and _is_long(edge, is_apart):
            _evaluate(edge, values)
    if not values:
        return graph
    own = {edge: edge for edge in (*graph.inputs, *graph.free_inputs)}
    outputs = rebuild(graph.outputs, own | values)
    return Graph(graph.arguments, outputs, graph.in_treedef, graph.out_treedef)


def _is_long(edge: Edge, is_apart: Callable[[Primitive], bool]) -> bool:
    """Whether a loop does many operations for it, none of which makes a large array."""
    large: list[Edge] = []
    nodes = toposort([edge], outer=large, stop=lambda e: e.aval.nbytes > _TABLE)
    if large or len(nodes) < _LONG:
        return False
    return not any(is_apart(node.primitive) for node in nodes)


def _is_constant(node: Node, known: Container[Node]) -> bool:
    """Whether all that a node takes is constant, or made by those that are known."""
    for operand in node.inputs:  # which takes less than `all`
        if type(operand) is Edge and operand[0] not in known:
            return False
    return True


def _largest(node: Node, sizes: dict[Node, int]) -> int:
    """Bytes of the largest constant among those alone that the node depends on."""
    found = [sizes[e[0]] if type(e) is Edge else _bytes_kept(e) for e in node.inputs]
    return max(found, default=node.avals[0].nbytes)


def _bytes_kept(constant: Any) -> int:
    """Bytes of a constant; of one that repeats a number, of that."""
    repeats = uniform_value(constant) is not None
    aval = operand_aval(constant)
    return np.dtype(aval.dtype).itemsize if repeats else aval.nbytes


def _evaluate(edge: Edge, values: dict[Edge, Any]) -> None:
    """Note the value, unless NumPy warns of it, or refuses it: each run is to do that."""
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            value = np.asarray(Graph([], [edge]).evaluate([])[0])
    except Exception:  # noqa: BLE001 - it is raised, or warned of, when the graph runs
        return
    values[edge] = freeze(value if value.flags.owndata else value.copy())
