"""What an iteration of a nest computes: items, each after those that it takes.

They are data: which there are, and in which loops, is decided before code is written. First
they are collected (`collect`), then loops are chosen for them, and addresses (`layout`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.kinds import Kind, native_kind
from functrace.compiler.notation.memory import advance
from functrace.compiler.plan.arrays import Buffer, Home

if TYPE_CHECKING:
    from functrace.compiler.forms import Reduction
    from functrace.compiler.notation.routine import Routine
    from functrace.compiler.plan.axes import Axes
    from functrace.compiler.text.loops import NestWriter
    from functrace.core.node import Node


class Item:
    """Something to compute.

    Attributes
    ----------
    number : int
        Its place among the items of the nest.
    operands : tuple of Item
    loops : int
        Bits of the nest's axes that it depends on.
    is_address : bool
        Whether it is a place in memory.
    place : Affine or None
        A sum of the nest's indices, if it depends on one itself.
    is_placed : bool
        Whether that is a place in a `buffer`, to which a pointer is needed.
    """

    __slots__ = ("loops", "number", "operands")
    place: Any = None
    is_address = False
    is_placed = False

    def __init__(self, *operands: Item) -> None:
        self.number = -1
        self.operands = operands
        self.loops = 0

    def follow(self, axes: Axes) -> None:
        """Have the place in terms of a nest's axes."""
        if self.place is not None:
            self.place = axes.place(self.place)

    def flops(self) -> int:
        """Operations, in additions."""
        return 0

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        """Write it, given what the operands became."""
        raise NotImplementedError

    def words(self, homes: dict[Buffer, Home]) -> str:
        """In words, for a plan."""
        given = [f"%{x.number}" for x in self.operands if not x.is_address]
        return " ".join([f"%{self.number} = {self.named(homes)}", *given])

    def named(self, homes: dict[Buffer, Home]) -> str:
        """What it is, without the operands."""
        del homes
        return type(self).__name__.lower()


class Number(Item):
    """A number."""

    __slots__ = ("kind", "value")

    def __init__(self, value: Any, kind: Kind) -> None:
        super().__init__()
        self.value = value
        self.kind = kind

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        return nest.b.any_constant(self.value, self.kind)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"{self.kind} {self.value}"


# -- operations ------------------------------------------------------------------------


class Apply(Item):
    """An operation on each element; of several outputs all of them, if `kind` is None."""

    __slots__ = ("form", "kind", "kinds", "node")

    def __init__(
        self,
        operands: Sequence[Item],
        form: Any,
        node: Node,
        kinds: tuple[Kind, ...],
        kind: Kind | None,
    ) -> None:
        self.number = -1
        self.operands = tuple(operands)
        self.loops = 0
        self.form = form
        self.node = node
        self.kinds = kinds
        self.kind = kind

    def flops(self) -> int:
        return self.form.cost

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        b, kind = nest.b, self.kind
        for value, wanted in zip(values, self.kinds):  # noqa: B905 - hot, equal by make
            if value.kind != wanted:
                values = tuple(map(b.convert, values, self.kinds))
                break
        emit, params = self.form.emit, self.node.params
        out = emit(b, *values, **params) if params else emit(b, *values)
        return out if kind is None or out.kind == kind else b.convert(out, kind)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return self.node.name


class ApplyOneOf(Apply):
    """One of the operations that a routine has the results of.

    It becomes one of `Results` as soon as there is another one on the same operands.
    """

    __slots__ = ("all",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.all: Results | None = None

    def take(self, results: Results) -> None:
        """Be one of several results."""
        self.all, self.operands = results, (results,)

    def flops(self) -> int:
        return super().flops() if self.all is None else 0

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        if self.all is None:
            return super().emit(nest, *values)
        assert self.kind is not None
        found = values[0][self.form.joint.result]
        return nest.b.convert(found, self.kind)


class Results(Item):
    """All that a routine gives."""

    __slots__ = ("kind", "routine")

    def __init__(self, operands: Sequence[Item], routine: Routine, kind: Kind) -> None:
        super().__init__(*operands)
        self.routine = routine
        self.kind = kind

    def flops(self) -> int:
        return self.routine.cost

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        return self.routine(nest.b, *(nest.b.convert(x, self.kind) for x in values))

    def named(self, homes: dict[Buffer, Home]) -> str:
        return self.routine.name


class ApplyToPlace(Item):
    """What an operation gives for a place, a sum of indices."""

    __slots__ = ("kind", "node", "place")

    def __init__(self, place: Affine, node: Node, kind: Kind) -> None:
        super().__init__()
        self.place = place
        self.node = node
        self.kind = kind

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        node, place = self.node, nest.position(self.place)
        out = node.primitive.lower.emit(nest.b, *place, **node.params)
        return nest.b.convert(out, self.kind)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"{self.node.name} at {affine_in_words(self.place)}"


class Output(Item):
    """One of an operation's outputs."""

    __slots__ = ("kind", "output")

    def __init__(self, whole: Item, output: int, kind: Kind) -> None:
        super().__init__(whole)
        self.output = output
        self.kind = kind

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        return nest.b.convert(values[0][self.output], self.kind)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"output {self.output} of"


class Combined(Item):
    """Elements of a reduction that is written out."""

    __slots__ = ("kind", "node", "reduction")

    def __init__(
        self, parts: Sequence[Item], node: Node, reduction: Reduction, kind: Kind
    ) -> None:
        super().__init__(*parts)
        self.node = node
        self.reduction = reduction
        self.kind = kind

    def flops(self) -> int:
        return len(self.operands)

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        b = nest.b
        total, *others = [self.reduction.operand(b, x, self.kind) for x in values]
        for other in others:
            total = self.reduction.combine(b, total, other)
        return total

    def named(self, homes: dict[Buffer, Home]) -> str:
        return self.node.name


class Spread(Item):
    """What depends on one axis of a vector's rows, in all lanes."""

    __slots__ = ()

    def __init__(self, narrow: Item, loops: int) -> None:
        super().__init__(narrow)
        self.loops = loops

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        return nest.spread(values[0], self.operands[0].loops)


# -- places in memory ------------------------------------------------------------------


class Pointer(Item):
    """Where a buffer begins."""

    __slots__ = ("buffer",)
    is_address = True

    def __init__(self, buffer: Buffer) -> None:
        super().__init__()
        self.buffer = buffer

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        return nest.pointer(self.buffer)


class Along(Item):
    """A pointer moved along a loop."""

    __slots__ = ("axis", "buffer", "factor")
    is_address = True

    def __init__(self, outer: Item, buffer: Buffer, axis: int, factor: int) -> None:
        super().__init__(outer)
        self.buffer = buffer
        self.axis = axis
        self.factor = factor

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        (outer,) = values
        kind, scale = cells(self.buffer)
        step: Value = nest.counter[self.axis]
        factor = self.factor * scale
        if step.number is not None:
            return advance(nest.b, outer, kind, step.number * factor)
        return advance(
            nest.b, outer, kind, (step * factor if factor != 1 else step).text
        )


class Offset(Item):
    """A pointer moved by so many elements."""

    __slots__ = ("buffer", "constant")
    is_address = True

    def __init__(self, row: Item, buffer: Buffer, constant: int) -> None:
        super().__init__(row)
        self.buffer = buffer
        self.constant = constant

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        kind, scale = cells(self.buffer)
        return advance(nest.b, values[0], kind, self.constant * scale)


class Placed(Item):
    """What is at a place in memory, or begins there: the first operand leads to it.

    Attributes
    ----------
    ways : sequence or None
        The `functrace.compiler.plan.around.Wrapped` that may lead around axes from there;
        None: it may be anywhere.
    """

    __slots__ = ("buffer", "place")
    is_placed = True
    ways: Any = ()

    def __init__(self, buffer: Buffer, place: Affine, *steps: Item) -> None:
        super().__init__(*steps)
        self.buffer = buffer
        self.place = place


class Load(Placed):
    """An element in memory. What a nest reads it does not write."""

    __slots__ = ()

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        return nest.load(values[0], self.buffer, self.place)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"load {place_in_words(self.buffer, self.place, homes)}"


class IndexOffset(Item):
    """Elements to go for indices, of which negative ones count from the end.

    Attributes
    ----------
    strides : tuple of int
        For each operand, an index, how far apart neighbours are.
    lengths : tuple of int
        How many there are; 0 if the index is never negative.
    """

    __slots__ = ("lengths", "strides")

    def __init__(
        self,
        indices: Sequence[Item],
        strides: tuple[int, ...],
        lengths: tuple[int, ...],
    ) -> None:
        super().__init__(*indices)
        self.strides = strides
        self.lengths = lengths

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        b = nest.b
        total: Any = b.constant(0, "i64")
        for stride, n, value in zip(self.strides, self.lengths, values, strict=True):
            position = b.convert(value, "i64")
            if n:
                position = b.select(position < 0, position + n, position)
            total = total + position * stride
        return total

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"steps {self.strides} of"


class LoadAt(Placed):
    """An element so many steps, which are computed, from a place."""

    __slots__ = ()
    ways = None

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        row, steps = values
        return nest.load_at(row, steps, self)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"load {place_in_words(self.buffer, self.place, homes)} and on"


class Stepped(Placed):
    """A pointer so many steps, which are computed, from a place."""

    __slots__ = ()
    is_address = True
    ways = None

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        row, steps = values
        return stepped(nest.b, row, steps, self.buffer)


def stepped(b: Builder, pointer: str, steps: Value, buffer: Buffer) -> str:
    """A pointer so many elements, a scalar, from another one."""
    kind, scale = cells(buffer)
    distance = steps * scale if scale > 1 else steps
    return advance(b, pointer, kind, distance.text)


def cells(buffer: Buffer) -> tuple[Kind, int]:
    """Kind of what is in memory, and how many of it make an element."""
    kind = native_kind(buffer.dtype)
    return kind, 2 if kind[0] == "c" else 1


def place_in_words(buffer: Buffer, place: Affine, homes: dict[Buffer, Home]) -> str:
    """An element of a buffer: ``input0[3 i0 + i1 + 2]``."""
    return f"{homes[buffer]}[{affine_in_words(place)}]"


def affine_in_words(place: Affine) -> str:
    """An index: ``3 i0 + i1 + 2``."""
    constant, terms = place
    parts = [f"i{axis}" if c == 1 else f"{c} i{axis}" for axis, c in terms]
    if constant or not parts:
        parts.append(str(constant))
    return " + ".join(parts)
