"""Elements of arrays along axes whose ends meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.builder import Value
from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.ends import Ends
from functrace.compiler.plan.inside import all_of
from functrace.compiler.plan.items import (
    Item,
    Placed,
    affine_in_words,
    place_in_words,
    stepped,
)

if TYPE_CHECKING:
    from functrace.compiler.text.loops import NestWriter


class Detour(NamedTuple):
    """How many elements the way around leads: of all lanes, and of each besides."""

    steps: Value
    apart: tuple[int, ...]


class Wrapped(Ends):
    """The way from a position that is outside of an axis to where it is inside.

    Attributes
    ----------
    around : int
        Elements to go along all of it.
    """

    __slots__ = ("around",)

    def __init__(self, place: Affine, length: int, around: int) -> None:
        super().__init__(place, length)
        self.around = around

    def emit(self, nest: NestWriter, *values: Any) -> Detour:
        b = nest.b
        first, lanes = nest.position(self.place)
        none = b.constant(0, "i64")
        if not lanes.lanes:
            before = b.select(first < 0, self.around, none)
            return Detour(b.select(first >= self.length, -self.around, before), ())
        constant, ((axis, step),) = self.place
        start = nest.counter[axis].number
        if start is None:
            return Detour(none, ())
        places = range(
            constant + step * start, constant + step * (start + lanes.lanes), step
        )
        apart = tuple(map(self._distance, places))
        return Detour(none, apart if any(apart) else ())

    def _distance(self, place: int) -> int:
        if 0 <= place < self.length:
            return 0
        return self.around if place < 0 else -self.around

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"around {self.length} at {affine_in_words(self.place)}"


class Around(Item):
    """The way around several axes."""

    __slots__ = ()

    def emit(self, nest: NestWriter, *values: Any) -> Detour:
        steps, apart = values[0]
        for other in values[1:]:
            steps, apart = steps + other.steps, _sums(apart, other.apart)
        return Detour(steps, apart)


def _sums(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    """Of each lane's distances, where there are any."""
    return tuple([m + n for m, n in zip(x, y, strict=True)]) if x and y else x or y


class LoadAround(Placed):
    """An element in memory, to which the way may lead around; where it is inside."""

    __slots__ = ()

    @property
    def ways(self) -> Any:
        way = self.operands[1]
        found = way.operands if isinstance(way, Around) else (way,)
        return found if all(isinstance(way, Wrapped) for way in found) else None

    def emit(self, nest: NestWriter, *values: Any) -> Any:
        row, (steps, apart), *flags = values
        row = stepped(nest.b, row, steps, self.buffer)
        inside = all_of(nest.b, flags)
        return nest.load(row, self.buffer, self.place, apart=apart, inside=inside)

    def named(self, homes: dict[Buffer, Home]) -> str:
        return f"load {place_in_words(self.buffer, self.place, homes)} and on"
