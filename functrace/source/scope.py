"""What stands for the values of graphs while a function is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Leaf, Node
from functrace.core.rule import operand_aval
from functrace.core.source import SourceLine
from functrace.source import text
from functrace.source.comments import Comments
from functrace.source.constants import Constants
from functrace.source.names import UsedNames
from functrace.source.quoting import Quotes
from functrace.source.text import Text
from functrace.source.uses import Uses


class ArrayMemory:
    """Of an array.

    Attributes
    ----------
    owned : bool
        Whether the function made it, and may write to it.
    """

    __slots__ = ("owned",)

    def __init__(self, *, owned: bool) -> None:
        self.owned = owned


@dataclass(slots=True)
class NumpyValue:
    """What an edge is in the text.

    Attributes
    ----------
    text : Text
    memories : frozenset of ArrayMemory
        What it may share memory with.
    pending : bool
        Whether it is an expression that is still to be computed, where it is used.
    sources : frozenset of ArrayMemory
        What will then be read.
    """

    text: Text
    memories: frozenset[ArrayMemory] = frozenset()
    pending: bool = False
    sources: frozenset[ArrayMemory] = frozenset()


class NumpyScope(Uses[NumpyValue]):
    """A function of NumPy while it is written.

    Attributes
    ----------
    wishes : dict of Edge to str
        Names that values must have.
    called : dict
        What elements of the arguments are called.
    checked : list
        Conditions that are checked already, with the messages.
    """

    def __init__(
        self,
        write: Callable[[NumpyScope, Node], None],
        constants: Constants,
        quotes: Quotes,
        asking: SourceLine | None,
    ) -> None:
        """Begin; `write` writes an operation."""
        super().__init__(write, UsedNames(), Comments(asking))
        self.constants, self.quotes = constants, quotes
        self.wishes: dict[Edge, str] = {}
        self.called: dict[Edge, str] = {}
        self.checked: list[tuple[Any, str]] = []
        self._variables: set[str] = set()
        self._read: list[frozenset[str]] = []

    # -- operands --------------------------------------------------------------------

    def read(self, node: Node) -> list[Text]:
        """The operands of a node."""
        among = [
            operand.aval.dtype if type(operand) is Edge else None
            for operand in node.inputs
        ]
        return [self.operand(operand, among) for operand in node.inputs]

    def operand(self, operand: Any, among: Sequence[Any] = ()) -> Text:
        """A value, or a constant beside operands of these dtypes."""
        if type(operand) is Edge:
            return self.values[operand].text
        if isinstance(operand, np.ndarray) and operand.ndim:
            return self.constants.text(operand)
        if isinstance(operand, np.ndarray):
            operand = operand[()]
        return text.number_text(operand, among)

    def memories(self, operand: Any) -> frozenset[ArrayMemory]:
        """What an operand may share memory with."""
        if type(operand) is Edge and operand in self.values:
            return self.values[operand].memories
        return frozenset()

    def sources(self, operands: Iterable[Any]) -> frozenset[ArrayMemory]:
        """What is read when an expression of these operands is computed."""
        found = [self.values[e] for e in operands if type(e) is Edge]
        return frozenset[ArrayMemory]().union(*(v.memories | v.sources for v in found))

    # -- statements ------------------------------------------------------------------

    def assign(self, target: str, expression: Text) -> None:
        """Add a statement."""
        self.lines += text.statement(self.indent, f"{target} = ", expression)

    def comment(self, node: Node, statement: str = "") -> None:
        """Say which line of the user's the next statements are of, unless it is the next."""
        line = self.comments.of(node, self.indent)
        if line and line != f"# {statement}":
            self.emit(line)

    def room(self, target: str = "") -> int:
        """Characters that an expression may have."""
        return text.WIDTH - self.indent - len(target) - 3

    def bind(
        self, edge: Edge, expression: Text, memories: frozenset[ArrayMemory]
    ) -> str:
        """Have a variable hold a value."""
        with self.reading(expression):
            name = self.name_for(edge)
        self.comment(edge.node, f"{name} = {expression.code}")
        self.assign(name, expression)
        self.hold(name, edge, memories)
        return name

    @contextmanager
    def reading(self, expression: Text) -> Iterator[None]:
        """Keep what an expression reads, while the variable is found that is to hold it.

        That very variable may be one that it reads.
        """
        self._read.append(expression.names)
        yield
        self._read.pop()

    def hold(self, name: str, edge: Edge, memories: frozenset[ArrayMemory]) -> None:
        """Note that a variable holds a value."""
        self.note_variable(name)
        self.set(edge, NumpyValue(Text(name), memories))

    def note_variable(self, name: str) -> None:
        """Note that a name is a variable, which may hold another value some day."""
        self.names.used.add(name)
        self._variables.add(name)

    def settle(self, edge: Edge) -> None:
        """Compute a pending value now."""
        value = self.values[edge]
        if value.pending:
            value.pending = False
            self.bind(edge, value.text, value.memories)

    def disturb(self, name: str, but: Any = None) -> None:
        """Compute what is pending and reads a variable that changes now.

        `but` is computed in the statement that changes it.
        """
        for edge, value in list(self.values.items()):
            spared = type(but) is Edge and edge == but
            if value.pending and not spared and name in value.text.names:
                self.settle(edge)

    def disturb_memories(self, memories: frozenset[ArrayMemory], but: Any) -> None:
        """Compute what is pending and reads an array that is written to now."""
        for edge, value in list(self.values.items()):
            spared = type(but) is Edge and edge == but
            if value.pending and not spared and value.sources & memories:
                self.settle(edge)

    def settle_pending(self, but: Sequence[Any] = ()) -> None:
        """Compute all that is pending: what it reads may change in what follows.

        That what is taken at once, and not again, may wait is what `but` says.
        """
        waiting = {e for e in but if type(e) is Edge and self.left(e) == 1}
        for edge in list(self.values):
            if edge not in waiting:
                self.settle(edge)

    def settle_all(self, operands: Iterable[Any]) -> None:
        """Compute those of the operands that are pending."""
        for operand in operands:
            if type(operand) is Edge:
                self.settle(operand)

    # -- names -----------------------------------------------------------------------

    def name_for(self, edge: Edge) -> str:
        """A name for a value: that of the user's variable, if no value needs it."""
        wish = self.wishes.get(edge)
        if wish is not None and self._is_free(wish):
            self.disturb(wish)
            return wish
        variable = self._variable_along(edge) or self._stem(edge)
        if edge.node.name == "convert":
            variable = self._parameter(edge.node) or variable
        if not variable:
            return self.names.temporary()
        return self.reused(variable)

    def reused(self, variable: str) -> str:
        """A name like that, which may have held a value that is not needed any more."""
        if variable in self._variables and self._is_free(variable):
            self.disturb(variable)
            self._variables.discard(variable)  # until it holds the new value
            return variable
        return self.names.new(variable)

    def _parameter(self, node: Node) -> str:
        """The parameter that a number comes from, whatever its dtype."""
        operand = node.inputs[0]
        leaf = operand.node if type(operand) is Edge else None
        if not isinstance(leaf, Leaf) or node.avals[0].shape:
            return ""
        return self.called.get(operand, leaf.label)

    def _stem(self, edge: Edge) -> str:
        """Of a row of an array, what the array is called, in the singular."""
        code = self.values[edge].text.code if edge in self.values else ""
        stack = code.partition("[")[0]
        if edge.node.primitive is not None or not stack.isidentifier():
            return ""
        return stack.removesuffix("_rows") if stack.endswith("_rows") else ""

    def may_rebind(self, name: str, operand: Edge) -> bool:
        """Whether a variable that holds an operand may change: nothing else reads it."""
        return name in self._variables and not self._is_read(name, operand)

    def _is_free(self, name: str) -> bool:
        if any(name in names for names in self._read[:-1]):
            return False
        if name not in self._variables:
            return name not in self.names.used
        return not self._is_read(name)

    def _is_read(self, name: str, but: Edge | None = None) -> bool:
        """Whether a value is read from a variable, and may be again."""
        return any(
            name in value.text.names
            for edge, value in self.values.items()
            if not value.pending and (but is None or edge != but)
        )

    def _variable_along(self, edge: Edge) -> str:
        """The variable that holds a value at last, which is written to meanwhile."""
        found = self.variable(edge.node)
        for later in self.updates(edge):
            found = self.wishes.get(later, self.variable(later.node) or found)
        return found


def aval_in_text(operand: Any) -> Aval:
    """Shape and dtype of an operand."""
    aval = operand_aval(operand)
    return Aval(*aval)
