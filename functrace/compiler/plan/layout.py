"""Items in their final order: in loops that have been chosen, with addresses."""

from __future__ import annotations

from functrace.compiler.indices.index import Affine
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.items import (
    Along,
    Item,
    Offset,
    Placed,
    Pointer,
    Spread,
)
from functrace.compiler.plan.nest import Places
from functrace.compiler.plan.order import LoopOrder


class NestLayout:
    """The items of a nest, each after those that it takes.

    Attributes
    ----------
    list : list of Item
    buffers : list of Buffer
        What they lead to.
    reads : dict
        The places in each buffer that are read; None stands for computed ones.
    """

    def __init__(self, order: LoopOrder) -> None:
        self.list: list[Item] = []
        self.buffers: list[Buffer] = []
        self.reads: Places = {}
        self._depths = {axis: depth for depth, axis in enumerate(order.axes)}
        self._both = order.lane_bits if order.rows is not None else 0
        self._pointers: dict[tuple[Buffer, tuple[tuple[int, int], ...]], Item] = {}
        self._spread: dict[Item, Item] = {}

    def add(self, item: Item) -> None:
        """Put an item after the others, with the addresses that it needs."""
        if self._both:
            given = [self.wide(x, item.loops) for x in item.operands]
            item.operands = tuple(given)
        if item.is_placed:
            assert isinstance(item, Placed)
            pointer = self.address(item.buffer, item.place)
            item.operands = (pointer, *item.operands)
            if not item.is_address:
                known = len(item.operands) == 1
                places = self.reads.setdefault(item.buffer, set())
                places.add(item.place if known else None)
        item.number = len(self.list)
        self.list.append(item)

    def _append(self, item: Item) -> Item:
        item.number = len(self.list)
        self.list.append(item)
        return item

    def wide(self, item: Item, loops: int) -> Item:
        """An item, in all lanes of what depends on these axes: scalars are that anyway."""
        own = item.loops & self._both
        if own in (0, loops & self._both):
            return item
        found = self._spread.get(item)
        if found is None:
            found = self._spread[item] = self._append(Spread(item, item.loops))
        return found

    def address(self, buffer: Buffer, place: Affine) -> Item:
        """A pointer to an element; where it is a vector, to the first lane's."""
        constant, terms = place
        depths = self._depths
        along = [term for term in terms if term[0] in depths]
        along.sort(key=lambda term: depths[term[0]])
        pointer = self._pointer(buffer, tuple(along))
        if not constant:
            return pointer
        item = Offset(pointer, buffer, constant)
        item.loops = pointer.loops
        return self._append(item)

    def _pointer(self, buffer: Buffer, terms: tuple[tuple[int, int], ...]) -> Item:
        """A pointer moved along the loops, the outer ones first."""
        key = buffer, terms
        found = self._pointers.get(key)
        if found is None:
            found = self._pointers[key] = self._new_pointer(buffer, terms)
        return found

    def _new_pointer(self, buffer: Buffer, terms: tuple[tuple[int, int], ...]) -> Item:
        if not terms:
            self.buffers.append(buffer)
            return self._append(Pointer(buffer))
        outer = self._pointer(buffer, terms[:-1])
        axis, factor = terms[-1]
        item = Along(outer, buffer, axis, factor)
        item.loops = outer.loops | 1 << axis
        return self._append(item)

    def levels(self) -> tuple[tuple[Item, ...], ...]:
        """The items, by how many loops they stand in."""
        if not self._depths:
            return (tuple(self.list),)
        levels: list[list[Item]] = [[] for _ in range(len(self._depths) + 1)]
        axes = [(1 << axis, depth + 1) for axis, depth in self._depths.items()]
        axes.reverse()
        for item in self.list:
            depth = next((d for bit, d in axes if item.loops & bit), 0)
            levels[depth].append(item)
        return tuple(map(tuple, levels))
