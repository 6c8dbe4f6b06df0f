"""Elements of arrays that are made of pieces, in one pass: what of a piece lies there.

A piece is a block of the array. Loops run over the whole array, and in each iteration those
pieces count inside of whose blocks it is; nothing is read of the others. Where vectors are
along an axis the few at its ends stand alone. Rows that are inside of all blocks, which are
nearly all, have code of their own, without conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.kinds import Kind
from functrace.compiler.notation.memory import flags
from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.ends import Ends
from functrace.compiler.plan.items import (
    Item,
    Placed,
    affine_in_words,
    place_in_words,
)

if TYPE_CHECKING:
    from functrace.compiler.text.loops import NestWriter


class Inside(Ends):
    """Whether a position is inside of a range: a flag, or lanes'; None: it is."""

    __slots__ = ()

    def emit(self, nest: NestWriter, *values: Any) -> Value | None:
        b = nest.b
        first, lanes = nest.position(self.place)
        if not lanes.lanes:
            if first.number is not None:
                inside = 0 <= first.number < self.length
                return None if inside else b.constant(inside, "b1")
            return (first >= 0) & (first < self.length)
        constant, ((axis, step),) = self.place
        start = nest.counter[axis].number
        if start is None:  # all of them are
            return None
        first = constant + step * start
        places = range(first, first + step * nest.segment.used, step)
        on = [0 <= place < self.length for place in places]
        return None if all(on) else Value(b, flags(on, lanes.lanes), "b1", lanes.lanes)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"{affine_in_words(self.place)} inside of {self.length}"


def all_of(b: Builder, inside: Iterable[Value | None]) -> Value | None:
    """Whether all hold; None: they do."""
    found: Value | None = None
    for flag in inside:
        if found is None or flag is None:
            found = flag if found is None else found
            continue
        lanes = max(flag.lanes, found.lanes)
        found = b.splat(found, lanes) & b.splat(flag, lanes)
    return found


class LoadInside(Placed):
    """An element in memory, where it is inside; anything elsewhere."""

    __slots__ = ()

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        row, *inside = values
        return nest.load(row, self.buffer, self.place, inside=all_of(nest.b, inside))

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"load {place_in_words(self.buffer, self.place, homes)} inside of"


class Joined(Item):
    """An element, or where it is inside of a piece that one's, or the sum of both."""

    __slots__ = ("add", "kind")

    def __init__(
        self, old: Item, new: Item, inside: Sequence[Item], kind: Kind, *, add: bool
    ) -> None:
        super().__init__(old, new, *inside)
        self.kind = kind
        self.add = add

    def flops(self) -> int:
        return 1

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        b = nest.b
        old, new = (b.convert(value, self.kind) for value in values[:2])
        if self.add:
            new = old + new
        flag = all_of(b, values[2:])
        return new if flag is None else b.select(flag, new, old)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return "add inside" if self.add else "replace inside"
