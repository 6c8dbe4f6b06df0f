"""Which values of graphs are still used while a text is written, and what they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Self, TypeVar

from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.source.comments import Comments
from functrace.source.names import UsedNames, meant

V = TypeVar("V")
_UPDATES = frozenset(("index_update", "index_add"))


class Uses(Generic[V]):
    """What a function in any language has while it is written.

    Attributes
    ----------
    names : UsedNames
    comments : Comments
    lines : list of str
    indent : int
    values : dict
        Of the edges that are used further on.
    aliases : dict
        What stands for the library's own names of inputs, where there is no doubt.
    """

    def __init__(
        self, write: Callable[[Self, Node], None], names: UsedNames, comments: Comments
    ) -> None:
        """Begin; `write` writes an operation."""
        self._write = write
        self.names, self.comments = names, comments
        self.lines: list[str] = []
        self.indent = 4
        self.values: dict[Edge, V] = {}
        self.aliases: dict[str, str] = {}
        self._left: dict[Edge, int] = {}
        self._consumers: dict[Edge, list[Node]] = {}

    def enter(self, graph: Graph) -> None:
        """Count how often the values of a graph are used."""
        for node in graph.nodes:
            for operand in node.inputs:
                if type(operand) is Edge:
                    self._left[operand] = self._left.get(operand, 0) + 1
                    self._consumers.setdefault(operand, []).append(node)
        for output in graph.outputs:
            if type(output) is Edge:
                self._left[output] = self._left.get(output, 0) + 1

    def enter_inputs(self, graph: Graph, values: Sequence[V]) -> None:
        """Begin with a graph, of whose inputs these are the values."""
        self.enter(graph)
        for edge, value in zip(graph.inputs, values, strict=True):
            self.set(edge, value)

    def operations(self, graph: Graph) -> None:
        """Write the operations of a graph."""
        for node in graph.nodes:
            self._write(self, node)

    def block(self, graph: Graph, values: Sequence[V]) -> None:
        """Write a graph, of whose inputs these are the values."""
        self.enter_inputs(graph, values)
        self.operations(graph)

    def left(self, edge: Edge) -> int:
        """How often a value is still used."""
        return self._left.get(edge, 0)

    def set(self, edge: Edge, value: V) -> None:
        """Note what an edge is, if it is used."""
        if self.left(edge):
            self.values[edge] = value

    def take(self, operands: Iterable[Any]) -> None:
        """Note that operands have been used."""
        for operand in operands:
            if type(operand) is Edge:
                self._left[operand] -= 1
                if not self._left[operand]:
                    self.values.pop(operand, None)

    def consumer(self, edge: Edge) -> Node | None:
        """The only operation that takes a value, if that is so."""
        found = self._consumers.get(edge, [])
        return found[0] if len(found) == 1 == self.left(edge) else None

    def emit(self, line: str) -> None:
        """Add a line."""
        self.lines.append(" " * self.indent + line)

    def variable(self, node: Node) -> str:
        """The user's variable that holds what a node computes; "" if none does."""
        source = node.source
        if source is None or not source.variable or self.comments.is_asking(source):
            return ""
        return meant(source.variable, self.aliases)

    def updates(self, edge: Edge) -> Iterator[Edge]:
        """What an array becomes step by step, that is only written to from now on."""
        following = self.consumer(edge)
        while following is not None and following.name in _UPDATES:
            base = following.inputs[0]
            if type(base) is not Edge or base != edge:
                return
            edge = Edge(following, 0)
            yield edge
            following = self.consumer(edge)
