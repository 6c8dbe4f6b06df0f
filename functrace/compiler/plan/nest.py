"""The loops of a group, decided: which, in which order, what is computed in which.

Each item stands before the first loop that it does not depend on. One loop is cut into
vectors, of as many lanes as pay, then a tail with fewer. Reductions are accumulated in
registers over the innermost loops, in memory over others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from functrace.compiler.indices.index import Affine, Index, offset_of, operand_index
from functrace.compiler.indices.unrolling import lanes_of
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.chunks import Chunks, find_chunks
from functrace.compiler.plan.collect import Items
from functrace.compiler.plan.items import Item
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.stages import Add, Group, Reduce, Root, Scattered, Store

_FEW = 8  # lanes where each of them costs instructions of its own


class Segment:
    """A part of the vector loop.

    Attributes
    ----------
    start, stop : int
    lanes : int
    used : int
        Of the lanes, how many exist.
    """

    __slots__ = ("lanes", "start", "stop", "used")

    def __init__(self, start: int, stop: int, lanes: int, used: int) -> None:
        self.start = start
        self.stop = stop
        self.lanes = lanes
        self.used = used

    def __repr__(self) -> str:
        return f"{self.start}:{self.stop} by {self.lanes or 1}"


WHOLE = Segment(0, 1, 0, 0)  # where there is no vector loop


class Destination:
    """A root's element in memory, and the item that goes there; of a sum, the items."""

    __slots__ = ("address", "items", "place", "root")

    def __init__(
        self, root: Any, items: tuple[Item, ...], place: Affine, address: Item
    ) -> None:
        self.root = root
        self.items = items
        self.place = place
        self.address = address


class Accumulator(Destination):
    """A reduction's element.

    Attributes
    ----------
    depth : int
        How many loops are around those that it runs over in registers.
    adds : bool
        Whether it runs over some of these too, in memory.
    across : bool
        Whether it runs over the vector loop.
    """

    __slots__ = ("across", "adds", "depth")

    def __init__(self, *args: Any, depth: int, adds: bool, across: bool) -> None:
        super().__init__(*args)
        self.depth = depth
        self.adds = adds
        self.across = across


Places = dict[Buffer, set[Affine | None]]
"""Places in memory by buffers; None stands for computed ones."""


class Nest(NamedTuple):
    """The loops of a group.

    Attributes
    ----------
    group : Group
    domain : tuple of int
        Lengths of the loops, by axes.
    order : tuple of int
        The axes, the outermost one first.
    vector : int
        Depth of the loop that is cut into vectors.
    segments : tuple of Segment
        Its parts.
    levels : tuple of tuple of Item
        What is computed inside so many loops, before the next one.
    stores : tuple of Destination
        What is written in the innermost loop.
    accumulators : tuple of Accumulator
    fills : dict of Buffer to number
        What is filled before the loops.
    pointers : tuple of Buffer
        What items lead to.
    reads, writes : dict
        The places that an iteration reads, and those that it writes at its end.
    common_sums : list of Buffer
        The memory that several roots add to, each in a place of its own.
    flops : int
    chunks : Chunks or None
        None: its loops are not shared.
    """

    group: Group
    domain: tuple[int, ...]
    order: tuple[int, ...]
    vector: int
    segments: tuple[Segment, ...]
    levels: tuple[tuple[Item, ...], ...]
    stores: tuple[Destination, ...]
    accumulators: tuple[Accumulator, ...]
    fills: dict[Buffer, Any]
    pointers: tuple[Buffer, ...]
    reads: Places
    writes: Places
    common_sums: list[Buffer]
    flops: int
    chunks: Chunks | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written."""
        return not (self.stores or self.accumulators or self.fills)

    @property
    def reads_first(self) -> bool:
        """Whether all is read before anything is written: there are no loops."""
        return not self.domain and not self.fills

    @property
    def sums(self) -> dict[Buffer, Any]:
        """The memory that reductions are accumulated in, and what it starts with."""
        roots = {a.root.view.buffer: a.root for a in self.accumulators if a.adds}
        return {b: r.reduction.identity(r.dtype) for b, r in roots.items()}

    @property
    def buffers(self) -> list[Buffer]:
        """The memory that is read or written, in the order in which code meets it."""
        partials = self.chunks.partials if self.chunks is not None else {}
        met = [b for b in (*self.sums, *self.fills) if b not in partials]
        return list(dict.fromkeys([*met, *self.pointers, *partials.values()]))


def decide(
    partition: Partition,
    position: int,
    group: Group,
    lanes: int,
    without: frozenset[Root],
) -> Nest:
    """Arrange the loops of the group at a position in the partition.

    Parameters
    ----------
    partition : Partition
    position : int
    group : Group
    lanes : int
        Of the widest vectors worth while.
    without : frozenset
        Roots of which nothing is to be written.
    """
    found = Collector(partition, position, group, without)
    nest = _arranged(found, group, 0 if group.serial else lanes)
    return nest._replace(chunks=find_chunks(nest))


class Collector:
    """The items of a group, and what is written of them."""

    def __init__(
        self,
        partition: Partition,
        position: int,
        group: Group,
        without: frozenset[Root],
    ) -> None:
        self.items = Items(partition, position)
        self.stores: list[Destination] = []
        self._reduces: dict[Any, list[Item]] = {}
        self._adds: dict[Any, list[tuple[Add, Item]]] = {}
        self._collect(group, without)
        self._merge_adds()
        self.reduces = [
            Destination(root, tuple(items), place, self._address(root, place))
            for (root, place), items in self._reduces.items()
        ]

    def _collect(self, group: Group, without: frozenset[Root]) -> None:
        """Make the items in the order of the program, each store after what it stores."""
        roots = [entry for entry in group.roots if entry[0] not in without]
        roots.sort(key=lambda entry: entry[0].array.number)
        place = 0
        for array in sorted(group.arrays, key=lambda array: array.number):
            while place < len(roots) and roots[place][0].array.number < array.number:
                self._collect_root(*roots[place])
                place += 1
            for index in lanes_of(array.shape, array.placing.unrolled)[1]:
                self.items.pull(array, index)
        for root, elements in roots[place:]:
            self._collect_root(root, elements)

    def _collect_root(self, root: Root, elements: list[Index]) -> None:
        for index in elements:
            source = operand_index(index, root.array.shape, root.shape)
            root.collect(self, index, self.items.pull(root.array, source))

    def _address(self, root: Root, place: Affine) -> Item:
        return self.items.address(root.view.buffer, place)

    # -- what roots ask for --------------------------------------------------------------

    def store(self, root: Store, index: Index, item: Item) -> None:
        """Write an item to memory."""
        place = offset_of(index, root.view.strides, root.view.offset)
        self.stores.append(
            Destination(root, (item,), place, self._address(root, place))
        )

    def store_at(self, root: Scattered, index: Index, item: Item) -> None:
        """Write an item where arrays point."""
        place, address = self.items.scattered(root, index)
        self.stores.append(Destination(root, (item,), place, address))

    def add(self, root: Add, index: Index, item: Item) -> None:
        """Add an item to what is in memory."""
        place = offset_of(index, root.view.strides, root.view.offset)
        key = root.view.buffer, place
        self._adds.setdefault(key, []).append((root, item))

    def reduce(self, root: Reduce, index: Index, item: Item) -> None:
        """Combine an item with others; of one sum, several elements may be unrolled."""
        place = offset_of(index, root.view.strides, root.view.offset)
        self._reduces.setdefault((root, place), []).append(item)

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
            self.stores.append(
                Destination(root, items, place, self._address(root, place))
            )

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


# -- arranging the loops ---------------------------------------------------------------


def _arranged(found: Collector, group: Group, lanes: int) -> Nest:
    domain = group.domain
    order, vector = list(range(len(domain))), len(domain) - 1
    if found.reduces and not found.stores:
        order, vector = _inner(domain, found.reduces)
    segments = [WHOLE]
    if order:
        axis = order[vector]
        if _is_strided(found.items.places, axis):
            lanes = min(lanes, _FEW)
        segments = _cut(domain[axis], lanes)
    accumulators = [_accumulator(t, domain, order, vector) for t in found.reduces]
    fills = dict(group.fills)
    return Nest(
        group,
        domain,
        tuple(order),
        vector,
        tuple(segments),
        _levels(found.items.list, order),
        tuple(found.stores),
        tuple(accumulators),
        fills,
        tuple(found.items.buffers),
        found.items.reads,
        _writes(fills, [*found.stores, *accumulators]),
        found.common_sums,
        group.flops,
        None,
    )


def _reduced(domain: tuple[int, ...], place: Affine) -> set[int]:
    """The loop axes that a reduction runs over."""
    return set(range(len(domain))) - {a for a, _ in place[1]}


def _inner(
    domain: tuple[int, ...], reduces: Iterable[Destination]
) -> tuple[list[int], int]:
    """Where only outer axes are reduced, and all alike, make them the inner ones."""
    order = list(range(len(domain)))
    (axes, *others) = {frozenset(_reduced(domain, t.place)) for t in reduces}
    if others or not axes or order[-1] in axes or len(axes) == len(order):
        return order, len(order) - 1
    order = [a for a in order if a not in axes] + sorted(axes)
    return order, len(order) - len(axes) - 1


def _is_strided(places: Iterable[Affine], axis: int) -> bool:
    """Whether lanes are not neighbours in memory: they are then treated one by one."""
    return any(dict(place[1]).get(axis, 0) not in (0, 1) for place in places)


def _cut(n: int, lanes: int) -> list[Segment]:
    """The vector loop in segments."""
    if not lanes:
        return [Segment(0, n, 0, 0)]
    while lanes > 1 and lanes // 2 >= n:
        lanes //= 2
    full = n - n % lanes
    segments = [Segment(0, full, lanes, lanes)] if full else []
    if full < n:
        tail = 1
        while tail < n - full:
            tail *= 2
        # a single element is a scalar, not a vector of one lane
        segments.append(Segment(full, n, tail if tail > 1 else 0, n - full))
    return segments


def _accumulator(
    target: Destination, domain: tuple[int, ...], order: list[int], vector: int
) -> Accumulator:
    reduced = _reduced(domain, target.place)
    depth = len(order)
    while depth and order[depth - 1] in reduced:
        depth -= 1
    return Accumulator(
        target.root,
        target.items,
        target.place,
        target.address,
        depth=depth,
        adds=bool(reduced & set(order[:depth])),
        across=bool(order) and order[vector] in reduced,
    )


def _levels(items: list[Item], order: list[int]) -> tuple[tuple[Item, ...], ...]:
    """The items, by how many loops they stand in."""
    if not order:
        return (tuple(items),)
    levels: list[list[Item]] = [[] for _ in range(len(order) + 1)]
    depth_of = {axis: depth for depth, axis in enumerate(order, 1)}
    for item in items:
        axes = (axis for axis in order if item.loops >> axis & 1)
        levels[max((depth_of[axis] for axis in axes), default=0)].append(item)
    return tuple(map(tuple, levels))


def _writes(fills: dict[Buffer, Any], targets: Iterable[Destination]) -> Places:
    """What an iteration writes, each place once."""
    found: Places = {buffer: {None} for buffer in fills}
    roots: dict[Buffer, Any] = {}
    for target in targets:
        buffer = target.root.view.buffer
        alone = roots.setdefault(buffer, target.root) is target.root
        plain = alone and target.root.is_plain
        found.setdefault(buffer, set()).add(target.place if plain else None)
    return found
