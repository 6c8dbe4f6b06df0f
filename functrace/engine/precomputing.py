"""Operations on constants that are dear in each run of a program, evaluated before it.

Simplification leaves what is made of a basis of unit vectors to the loops that need it.
What no loop computes, a Fourier transform or a running sum, would be done in each run.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

import numpy as np

from functrace.core.closure import rebuild
from functrace.core.constant import uniform_value
from functrace.core.evaluation import constant_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval, operand_avals
from functrace.core.serialize import freeze

_MORE = 2  # times as large: the transform of a real array is complex


def precomputed(graph: Graph, is_apart: Callable[[Primitive], bool]) -> Graph:
    """The graph, with constants for what depends on nothing and is computed apart.

    `is_apart` says which operations loops do not compute. None of the constants, nor what
    it is computed from, is much larger than the largest of now, were that in memory.
    """
    sizes: dict[Node, int] = {}
    values: dict[Edge, Any] = {}
    for node in graph.nodes:
        if not _is_constant(node, sizes):
            continue
        size = sizes[node] = _largest(node, sizes)
        if node.primitive.multiple or not is_apart(node.primitive):
            continue
        avals = (*operand_avals(node), *node.avals)
        if max(aval.nbytes for aval in avals) <= _MORE * size:
            value = _value(Edge(node, 0))
            if value is not None:
                values[Edge(node, 0)] = value
    if not values:
        return graph
    own = {edge: edge for edge in (*graph.inputs, *graph.free_inputs)}
    outputs = rebuild(graph.outputs, own | values)
    return Graph(graph.arguments, outputs, graph.in_treedef, graph.out_treedef)


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


def _value(edge: Edge) -> Any:
    """The value; None if NumPy warns of it, or refuses it: that is for each run to do."""
    try:
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            value = np.asarray(constant_value(edge))
    except Exception:  # noqa: BLE001 - it is raised, or warned of, when the graph runs
        return None
    return freeze(value if value.flags.owndata else value.copy())
