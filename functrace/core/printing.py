"""Graphs as text."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from functrace.core import pytree
from functrace.core.aval import aval_of
from functrace.core.node import Edge, Leaf, Node

if TYPE_CHECKING:
    from functrace.core.graph import Graph

_INLINE = 6  # elements of a constant that are printed where it is used
_WIDTH = 48  # column of the user's lines, for rows that are not longer


class ValueNames:
    """What the values of a graph are called.

    Attributes
    ----------
    edges : dict
        Inputs by their argument, ``%0``, ``%1`` ... what is computed.
    constants : dict
        By the arrays' ids: ``c0``, ``c1`` ... those too large to be written in place.
    """

    def __init__(self, graph: Graph) -> None:
        self.edges: dict[Edge, str] = {}
        self.constants: dict[int, str] = {}
        self.arrays: list[np.ndarray] = []
        taken: set[str] = set()
        for edge in (*graph.inputs, *graph.free_inputs):
            label = edge.node.name if isinstance(edge.node, Leaf) else "free"
            self.edges[edge] = name = _unique(label, taken)
            taken.add(name)
        number = itertools.count()
        for node in graph.nodes:
            for index in range(len(node.avals)):
                self.edges[Edge(node, index)] = f"%{next(number)}"
            self._note(node.inputs)
        self._note(graph.outputs)

    def _note(self, operands: Iterable[Any]) -> None:
        for operand in operands:
            large = type(operand) is np.ndarray and operand.size > _INLINE
            if large and id(operand) not in self.constants:
                self.constants[id(operand)] = f"c{len(self.arrays)}"
                self.arrays.append(operand)

    def operand(self, operand: Any) -> str:
        """A value where it is used."""
        if type(operand) is Edge:
            return self.edges[operand]
        return self.constants.get(id(operand)) or format_value(operand)

    def typed(self, edge: Edge) -> str:
        """A value where it is made."""
        return f"{self.edges[edge]}: {edge.aval}"

    def application(self, node: Node) -> str:
        """The right-hand side of a node's line, without the graphs in it."""
        operands = [self.operand(operand) for operand in node.inputs]
        return f"{node.name}({', '.join(operands + plain_params(node))})"


class _Text(str):
    """Prints without quotes inside a container."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def format_graph(graph: Graph, *, sources: bool) -> str:
    """The program: its inputs, a line per node, what it returns."""
    names = ValueNames(graph)
    heads = [
        names.typed(argument)
        if type(argument) is Edge
        else f"{argument[0]}={format_value(argument[1])}"
        for argument in graph.arguments
    ]
    lines = [f"graph ({', '.join(heads)}) {{"]
    lines += [f"  free {names.typed(edge)}" for edge in graph.free_inputs]
    for array in names.arrays:
        lines.append(f"  const {names.constants[id(array)]}: {_describe(array)}")
    for node in graph.nodes:
        outputs = (names.typed(Edge(node, i)) for i in range(len(node.avals)))
        line = f"  {', '.join(outputs)} = {names.application(node)}"
        if sources and node.source is not None:
            line = f"{line:{_WIDTH}}  # {node.source}"
        lines.append(line)
        for name, part in nested_graphs(node):
            text = f"{name}: {format_graph(part, sources=sources)}"
            lines.append(textwrap.indent(text, "    "))
    results = [_Text(names.operand(output)) for output in graph.outputs]
    lines.append(f"  return {pytree.unflatten(graph.out_treedef, results)}")
    lines.append("}")
    return "\n".join(lines)


def nested_graphs(node: Node) -> Iterator[tuple[str, Graph]]:
    """The graphs of branches and of a loop's body, and what they are to the node."""
    for name, value in node.params.items():
        if _is_graph(value):
            yield name, value
        elif _are_graphs(value):
            yield from ((f"{name}[{k}]", part) for k, part in enumerate(value))


def plain_params(node: Node) -> list[str]:
    """The other parameters, as keyword arguments."""
    return [
        f"{name}={format_value(value)}"
        for name, value in node.params.items()
        if not (_is_graph(value) or _are_graphs(value))
    ]


def _is_graph(value: Any) -> bool:
    return hasattr(value, "nodes")


def _are_graphs(value: Any) -> bool:
    return type(value) is tuple and bool(value) and all(map(_is_graph, value))


def format_value(value: Any) -> str:
    """A constant or a parameter on one line."""
    if isinstance(value, slice):
        return _format_slice(value)
    if type(value) is tuple:
        entries = ", ".join(map(format_value, value))
        return f"({entries},)" if len(value) == 1 else f"({entries})"
    if value is Ellipsis:
        return "..."
    if isinstance(value, np.dtype):
        return value.name
    if isinstance(value, (np.ndarray, np.generic)):
        return _format_array(value)
    if callable(value) and hasattr(value, "__name__"):
        return value.__name__
    return repr(value)


def _format_slice(value: slice) -> str:
    start, stop, step = (
        "" if part is None else str(part)
        for part in (value.start, value.stop, value.step)
    )
    return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"


def _format_array(value: Any) -> str:
    if value.size > _INLINE:
        return str(aval_of(value))
    text = repr(value.tolist())
    usual = type(value.dtype.type(0).item()) in (bool, int, float, complex)
    default = usual and np.result_type(value.dtype.type(0).item()) == value.dtype
    return text if default else f"{value.dtype.name}({text})"


def _describe(array: np.ndarray) -> str:
    """Shape and dtype; the element as well, if all are equal."""
    first = array.flat[0]
    if bool(np.all(array == first)):
        return f"{aval_of(array)} = all {_format_array(first)}"
    return str(aval_of(array))


def _unique(label: str, taken: set[str]) -> str:
    if label not in taken:
        return label
    numbered = (f"{label}_{k}" for k in itertools.count(1))
    return next(name for name in numbered if name not in taken)
