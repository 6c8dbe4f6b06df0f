"""What stands for the values of graphs while a function in C is written."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import MissingRuleError, message
from functrace.core.node import Edge, Node
from functrace.core.rule import operand_aval
from functrace.source.c import text
from functrace.source.c.constants import Tables
from functrace.source.c.words import RESERVED
from functrace.source.comments import Comments
from functrace.source.names import UsedNames
from functrace.source.text import WIDTH, Text
from functrace.source.uses import Uses

Places: TypeAlias = "tuple[str, ...]"
COUNTERS = ("i", "j", "k", "l", "m", "n", "p", "q")
_LONG = 64  # characters of an element that is not nested any more


@dataclass(frozen=True)
class CValue:
    """An array or a number: how an element of it is written.

    Attributes
    ----------
    element : callable
        Of its place, an index for each dimension.
    shape : tuple of int
    dtype : numpy.dtype
    name : str
        The variable that holds it; "" if it is computed where it is used.
    is_view : bool
        Whether it is read from a variable.
    """

    element: Callable[[Places], Text]
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    name: str = ""
    is_view: bool = False

    @property
    def sample(self) -> Text:
        """An element somewhere."""
        return self.element(COUNTERS[: len(self.shape)])

    @property
    def reads(self) -> frozenset[str]:
        """The names in an element."""
        return self.sample.names


def held(name: str, aval: Aval) -> CValue:
    """What a variable holds."""
    shape = tuple(aval.shape)
    return CValue(lambda at: text.element(name, at), shape, np.dtype(aval.dtype), name)


class CScope(Uses[CValue]):
    """A function in C while it is written."""

    def __init__(
        self, write: Callable[[CScope, Node], None], tables: Tables, comments: Comments
    ) -> None:
        super().__init__(write, UsedNames(RESERVED), comments)
        self.tables = tables
        self.owned: set[str] = set()  # arrays that the function may write to
        self.targets: dict[Edge, str] = {}
        self.bytes = 0

    # -- operands --------------------------------------------------------------------

    def value(self, operand: Any) -> CValue:
        """An operand."""
        if type(operand) is Edge:
            return self.values[operand]
        return self.tables.value(operand)

    def spread(self, operand: Any, shape: tuple[int, ...]) -> CValue:
        """An operand, broadcast to a shape."""
        value = self.value(operand)
        missing = len(shape) - len(value.shape)

        def element(at: Places) -> Text:
            own = zip(value.shape, at[missing:], strict=True)
            return value.element(tuple("0" if n == 1 else i for n, i in own))

        return CValue(element, shape, value.dtype, value.name * (shape == value.shape))

    # -- statements ------------------------------------------------------------------

    def comment(self, node: Node) -> None:
        """Say which line of the user's the next statements are of."""
        line = self.comments.of(node, self.indent + 3)
        if line:
            self.emit(f"/* {line[2:].replace('*/', '* /')} */")

    @contextmanager
    def loops(self, shape: Sequence[int]) -> Iterator[Places]:
        """Loops over all places of a shape."""
        places: list[str] = []
        for length in shape:
            if length == 1:
                places.append("0")
                continue
            counter = self.counter(COUNTERS)
            self.names.used.add(counter)
            places.append(counter)
            self.emit(f"for (int {counter} = 0; {counter} < {length}; {counter}++) {{")
            self.indent += 4
        yield tuple(places)
        for place in reversed(places):
            if place != "0":
                self.indent -= 4
                self.emit("}")
                self.names.used.discard(place)

    def forget(self, name: str, shape: Sequence[int]) -> None:
        """Use the name of a variable of such loops again; without any it is the block's."""
        if any(length != 1 for length in shape):
            self.names.used.discard(name)

    def counter(self, wanted: Iterable[str]) -> str:
        """One of these names, or another one, that is not in use."""
        numbered = (f"i{k}" for k in itertools.count(1))
        every = itertools.chain(wanted, numbered)
        return next(c for c in every if c not in self.names.used)

    @contextmanager
    def braces(self, head: str) -> Iterator[None]:
        """A block, whose variables end with it."""
        self.emit(f"{head} {{")
        self.indent += 4
        used = set(self.names.used)
        yield
        self.names.used = used
        self.indent -= 4
        self.emit("}")
        self.comments.forget()

    def declare(self, name: str, aval: Aval) -> None:
        """Declare an array."""
        shape = "".join(f"[{n}]" for n in aval.shape)
        self.emit(f"{self.type_of(aval)} {name}{shape};")
        self.owned.add(name)
        self.bytes += aval.nbytes

    def type_of(self, aval: Aval) -> str:
        """The type of the elements."""
        found = text.ctype(aval.dtype)
        assert found is not None
        return found

    def store(self, name: str, value: CValue, how: str = "=") -> None:
        """Compute all elements of an array."""
        with self.loops(value.shape) as at:
            self.put(text.element(name, at), value.element(at), how)

    def put(self, target: Text, expression: Text, how: str = "=") -> None:
        """A statement, of whose expression a part stands in a second line if it is long."""
        line = f"{target.code} {how} {expression.code};".replace("  ", " ")
        room = WIDTH - self.indent
        if len(line) <= room:
            self.emit(line)
            return
        cut = _cut_of(line, room)
        self.emit(line[:cut].rstrip())
        self.emit(f"    {line[cut:].lstrip()}")

    # -- values ----------------------------------------------------------------------

    def bind(self, edge: Edge, value: CValue) -> CValue:
        """Have a variable hold a value."""
        aval = Aval(value.shape, value.dtype)
        self.comment(edge.node)
        if value.shape:
            name = self.array(edge, aval)
            self.store(name, value)
        else:
            name = self.name_for(edge)
            self.put(atom_of(self, name, aval), value.element(()))
        made = held(name, aval)
        self.set(edge, made)
        return made

    def array(self, edge: Edge, aval: Aval) -> str:
        """Declare an array for a value, unless it is a result, which has one."""
        end = [edge, *self.updates(edge)][-1]
        if end in self.targets:
            return self.targets.pop(end)
        name = self.name_for(edge)
        self.declare(name, aval)
        return name

    def name_for(self, edge: Edge) -> str:
        """A name for a value: that of the user's variable, if there is one."""
        wanted = self.variable(edge.node)
        for later in self.updates(edge):
            wanted = self.variable(later.node) or wanted
        return self.names.new(wanted) if wanted else self.names.temporary()

    def settle(self, edge: Edge) -> CValue:
        """Compute a value now, unless a variable holds it."""
        value = self.values[edge]
        return value if value.name else self.bind(edge, value)

    def settled(self, operand: Any) -> CValue:
        """An operand that a variable, or a table, holds."""
        if type(operand) is Edge:
            return self.settle(operand)
        return self.value(operand)

    def source(self, operand: Any) -> CValue:
        """An operand that other blocks can read: as it is, if that is from a variable."""
        value = self.value(operand)
        return value if value.is_view else self.settled(operand)

    def settle_pending(self) -> None:
        """Compute all values that are not held by variables."""
        for edge, value in list(self.values.items()):
            if not value.is_view:
                self.settle(edge)

    def disturb(self, name: str, but: Iterable[Any] = ()) -> None:
        """Compute what reads a variable that changes now."""
        spared = {e for e in but if type(e) is Edge}
        for edge, value in list(self.values.items()):
            if not value.name and edge not in spared and name in value.reads:
                self.settle(edge)

    def is_long(self, value: CValue) -> bool:
        """Whether an element is too long to be written within another."""
        return len(value.sample.code) > _LONG


def check_type(aval: Aval) -> None:
    """Raise MissingRuleError if there is no such array in C."""
    if text.ctype(aval.dtype) is None or 0 in aval.shape:
        raise MissingRuleError(
            message(
                "functrace.to_source: there is no such array in C.",
                got=aval,
                help='use real numbers, and no empty arrays, or language="numpy".',
            )
        )


def atom_of(scope: CScope, name: str, aval: Aval) -> Text:
    """The declaration of a number."""
    return text.atom(f"const {scope.type_of(aval)} {name}")


def aval_in_text(operand: Any) -> Aval:
    """Shape and dtype of an operand."""
    return Aval(*operand_aval(operand))


def refuse(node: Node) -> NoReturn:
    """Raise MissingRuleError: there is no text for an operation."""
    raise MissingRuleError(
        message(
            f"functrace.to_source: the operation {node.name} cannot be written in C.",
            source=node.source,
            help='write that part with other functions, or use language="numpy".',
        )
    )


def _cut_of(line: str, room: int) -> int:
    """Where a line is best cut: before an operator, or after a comma."""
    depths: list[tuple[int, int]] = []
    depth = 0
    for k, c in enumerate(line[:room]):
        depth += (c in "([") - (c in ")]")
        before = line[k : k + 3] in (" + ", " - ", " * ", " / ", " ? ", " : ")
        if k > room // 3 and (
            before or line[k - 2 : k] == ", " or line[k - 2 : k] == "= "
        ):
            depths.append((depth, -k))
    return -min(depths)[1] if depths else len(line)
