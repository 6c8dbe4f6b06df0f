"""What a group computes, and writes, in an iteration."""

from __future__ import annotations

import functools
from operator import attrgetter
from typing import Any

from functrace.compiler.indices.index import Affine, Index, offset_of, operand_index
from functrace.compiler.indices.unrolling import lanes_of
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.collect import GroupItems
from functrace.compiler.plan.items import Item, Stepped
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.stages import Add, Group, Reduce, Root, Scattered, Store


class WriteTarget:
    """What is written of an iteration, before loops are chosen.

    Attributes
    ----------
    root : Root
    items : tuple of Item
        What is written: their sum, or combination.
    place : Affine
    address : Stepped or None
        What leads there, where steps are computed.
    """

    __slots__ = ("address", "items", "place", "root")

    def __init__(
        self,
        root: Any,
        items: tuple[Item, ...],
        place: Affine,
        address: Stepped | None = None,
    ) -> None:
        self.root = root
        self.items = items
        self.place = place
        self.address = address


class Collector:
    """The items of a group, and what is written of them.

    Attributes
    ----------
    items : GroupItems
    stores : list of WriteTarget
        What is written in each iteration.
    sums : list of WriteTarget
        What is combined over several.
    """

    def __init__(
        self,
        partition: Partition,
        position: int,
        group: Group,
        without: frozenset[Root],
    ) -> None:
        self.items = GroupItems(partition, position)
        self.stores: list[WriteTarget] = []
        self._reduces: dict[Any, tuple[Reduce, list[Item]]] = {}
        self._adds: dict[Any, list[tuple[Add, Item]]] = {}
        self._collect(group, without)
        self.items.finish()
        self._merge_adds()
        self.sums = [
            WriteTarget(root, tuple(items), place)
            for (_, place), (root, items) in self._reduces.items()
        ]

    def _collect(self, group: Group, without: frozenset[Root]) -> None:
        """Make the items in the order of the program, each store after what it stores."""
        roots = [entry for entry in group.roots if entry[0] not in without]
        roots.sort(key=lambda entry: entry[0].array.number)
        place = 0
        lanes, pull = functools.cache(lanes_of), self.items.pull
        for array in sorted(group.arrays, key=attrgetter("number")):
            while place < len(roots) and roots[place][0].array.number < array.number:
                self._collect_root(*roots[place])
                place += 1
            if not array.shape:
                pull(array, ())
                continue
            for index in lanes(array.shape, array.placing.unrolled)[1]:
                pull(array, index)
        for root, elements in roots[place:]:
            self._collect_root(root, elements)

    def _collect_root(self, root: Root, elements: list[Index]) -> None:
        for index in elements:
            source = operand_index(index, root.array.shape, root.shape)
            root.collect(self, index, self.items.pull(root.array, source))

    # -- what roots ask for --------------------------------------------------------------

    def store(self, root: Store, index: Index, item: Item) -> None:
        """Write an item to memory."""
        place = offset_of(index, root.view.strides, root.view.offset)
        self.stores.append(WriteTarget(root, (item,), place))

    def store_at(self, root: Scattered, index: Index, item: Item) -> None:
        """Write an item where arrays point."""
        address = self.items.scattered(root, index)
        self.stores.append(WriteTarget(root, (item,), address.place, address))

    def add(self, root: Add, index: Index, item: Item) -> None:
        """Add an item to what is in memory."""
        place = offset_of(index, root.view.strides, root.view.offset)
        key = root.view.buffer, place
        self._adds.setdefault(key, []).append((root, item))

    def reduce(self, root: Reduce, index: Index, item: Item) -> None:
        """Combine an item with others: of several roots, or several that are unrolled."""
        place = offset_of(index, root.view.strides, root.view.offset)
        key = root.view.buffer, place
        self._reduces.setdefault(key, (root, []))[1].append(item)

    # -- sums ----------------------------------------------------------------------------

    def _merge_adds(self) -> None:
        """Add what goes to one place at once, to the last places first.

        A vector that is loaded where another one, shifted, has just been stored has to
        wait for it: so the loops wait for what they stored a round ago, or not at all.
        """
        order = sorted(self._adds.items(), key=lambda entry: -entry[0][1][0])
        for (_, place), entries in order:
            root = entries[0][0]
            items = tuple([item for _, item in entries])
            self.stores.append(WriteTarget(root, items, place))

    @property
    def common_sums(self) -> list[Buffer]:
        """The memory that several roots add to, each in a place of its own."""
        roots: dict[Buffer, set[int]] = {}
        for (buffer, _), entries in self._adds.items():
            roots.setdefault(buffer, set()).update(id(root) for root, _ in entries)
        for target in self.stores:
            found = roots.get(target.root.view.buffer)
            if found is not None:
                found.add(id(target.root))
        return [buffer for buffer, found in roots.items() if len(found) > 1]
