"""Which memory the iterations of a nest's outermost loop touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from functrace.compiler.indices.index import Affine
from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.axes import along
from functrace.compiler.plan.items import Item
from functrace.compiler.plan.nest import Destination, Nest


class Footprint(NamedTuple):
    """Bytes that are touched, of which so many are further on in each iteration.

    Attributes
    ----------
    buffer : Buffer
    space : Home
        What the bytes are counted in: an input, an output, a constant, or the arena.
    begin : int
        Where the buffer begins.
    first : int
        In the first iteration, the first one.
    size : int
    step : int
        0: those are all.
    around : int
        After which they begin anew where they would be outside; 0: they never are.
    writes : bool
    """

    buffer: Buffer
    space: Home
    begin: int
    first: int
    size: int
    step: int
    around: int
    writes: bool

    @property
    def offset(self) -> int:
        """Of the first one, in the buffer."""
        return self.first - self.begin

    def extent(self, count: int) -> tuple[int, int]:
        """What so many iterations touch: from the first byte to behind the last."""
        begin, end = self.begin, self.begin + self.buffer.nbytes
        if self.around:
            return begin, end
        after = self.first + self.step * (count - 1) + self.size
        return max(self.first, begin), min(after, end)


Where = Callable[[Buffer], tuple[Home, int]]
"""The space that a buffer is in, and at which of its bytes it begins."""


def footprints(
    nest: Nest, where: Where, stores: Sequence[Destination]
) -> list[Footprint]:
    """Those of all that a nest's loops read and write for some stores, each once."""
    return list(dict.fromkeys(_found(nest, where, stores)))


def only(nest: Nest, stores: Sequence[Destination]) -> Nest:
    """A nest that does no more than some stores."""
    if len(stores) == len(nest.stores):
        return nest
    needed: set[Item] = set()
    pending = [item for x in stores for item in (*x.items, x.address)]
    while pending:
        item = pending.pop()
        if item not in needed:
            needed.add(item)
            pending += item.operands
    levels = [tuple([x for x in items if x in needed]) for items in nest.levels]
    return nest._replace(levels=tuple(levels), stores=tuple(stores))


def filled(buffer: Buffer, where: Where) -> Footprint:
    """The footprint of filling a buffer, element by element."""
    space, begin = where(buffer)
    size = buffer.dtype.itemsize
    return Footprint(buffer, space, begin, begin, size, size, 0, writes=True)


def _found(
    nest: Nest, where: Where, stores: Sequence[Destination]
) -> Iterator[Footprint]:
    for items in only(nest, stores).levels:
        for item in items:
            if item.is_placed and not item.is_address:
                place: Any = item
                yield _touched(nest, where, place.buffer, place.place, place.ways)
    for target in stores:
        buffer = target.root.view.buffer
        ways = () if target.root.is_plain else None
        yield _touched(nest, where, buffer, target.place, ways)._replace(writes=True)


def _touched(
    nest: Nest, where: Where, buffer: Buffer, place: Affine, ways: Any
) -> Footprint:
    """What is read at a place, with the ways around from there."""
    space, begin = where(buffer)
    size = buffer.nbytes
    everything = Footprint(buffer, space, begin, begin, size, 0, 0, writes=False)
    outer = nest.order[0] if nest.order else None
    low = high = around = 0
    for axis, factor in place[1]:
        if axis != outer:
            reach = factor * (nest.domain[axis] - 1)
            low, high = low + min(reach, 0), high + max(reach, 0)
    step = 0 if outer is None else along(place, outer)
    if ways is None or step < 0:
        return everything
    for way in ways:
        if outer is None or not along(way.place, outer):
            low, high = low - abs(way.around), high + abs(way.around)
        elif around or len(way.place[1]) > 1 or way.around <= 0 or not step:
            return everything
        else:
            around = way.around
    item = buffer.dtype.itemsize
    return Footprint(
        buffer,
        space,
        begin,
        begin + (place[0] + low) * item,
        (high - low + 1) * item,
        step * item,
        around * item,
        writes=False,
    )
