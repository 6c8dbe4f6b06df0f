"""Which arrays are computed together: groups of loops over one iteration space.

An array is computed in registers wherever that costs no more than a trip to memory. It is
stored if code of its own (a reduction, a step, a write) needs it in memory, if it is an
output, or if a later group needs it and it is dear.

Stages run in the order of their positions. An array that is in memory can be read from the
position `ready` on; within a group nothing is read that the group writes, and what it
computes is shared without memory. An array may be moved later: earlier groups then find it
where it was (`Placing.locations`). Memory that is added to may be added to from `filled` on.
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from functrace.compiler.forms import Reduction
from functrace.compiler.indices.around import Turns, axes_of, is_turned
from functrace.compiler.indices.index import (
    Index,
    offset_of,
    operand_index,
    row_major,
)
from functrace.compiler.indices.unrolling import (
    TINY,
    is_own,
    lanes_of,
    tiny_dims,
    unrolled_dims,
)
from functrace.compiler.plan.arrays import CHEAP, Array, Buffer, Strided
from functrace.compiler.plan.locations import Locations, allocate, allocate_apart
from functrace.compiler.plan.pieces import Piece
from functrace.compiler.plan.stages import (
    Add,
    Group,
    Reduce,
    Root,
    Scattered,
    StepStage,
    Store,
)

Source = tuple[Array, Callable[[Index], Index]]

_SMALL = 4  # arrays of so many elements are kept in registers, one by one
_ROW = 9  # elements of a row that are written out to share what is computed for it
_REUSE = 8  # times that an array is read for which it is worth while to rearrange it


class _Reach:
    """What lies between a root and memory."""

    __slots__ = ("after", "fresh", "shared")

    def __init__(self, after: int) -> None:
        self.after = after
        self.fresh: list[Array] = []
        self.shared: list[Array] = []


class Partition:
    """The stages of a program, and where its arrays are in memory.

    Parameters
    ----------
    longest : int, optional
        Elements that a group without loops computes at most; default: as many as there are.

    Attributes
    ----------
    stages : list of Group or StepStage
    outputs : dict of Buffer to int
        The memory of the program's outputs.
    pieces : dict of int to Piece
        What arrays that are made in one pass have in place of another one's elements, by
        their numbers.
    turns : Turns
        Those around axes whose ends meet.
    locations : Locations
    checks : list of (int, Strided)
        Truth arrays, and the position after which the program gives up where one holds.
    """

    def __init__(self, longest: int | None = None) -> None:
        self._longest = math.inf if longest is None else longest
        self.stages: list[Group | StepStage] = []
        self.outputs: dict[Buffer, int] = {}
        self.pieces: dict[int, Piece] = {}
        self.turns = Turns()
        self.locations = Locations()
        self.checks: list[tuple[int, Strided]] = []
        self._straight: int | None = None  # the group that takes the next number
        self._by_domain: dict[tuple[tuple[int, ...], bool], list[int]] = {}

    # -- memory --------------------------------------------------------------------------

    def is_own(self, buffer: Buffer) -> bool:
        """Whether memory is neither the caller's nor that of a constant or an output."""
        return buffer.home is None and buffer not in self.outputs

    def materialise(self, array: Array) -> Strided:
        """Have the array in memory."""
        view = self.locations.of(array)
        if view is None and array.form.is_view and self.locations.has_no_index(array):
            self.contiguous(array.operands[0])
            view = self.locations.of(array)
        if view is not None:
            return view
        view = allocate(array.dtype, array.shape)
        stage = array.placing.stage
        if stage is None:
            self._copy(array, view)
        else:
            group = self._group(stage)
            _, lanes = lanes_of(array.shape, array.placing.unrolled)
            group.roots.append((Store(array, array.shape, view), lanes))
            array.keep(view, stage + 1)
        return view

    def show(self, array: Array) -> None:
        """Have in memory what an array is a view of, if others want that, too."""
        base = _seen_through(array)
        if base.uses > 1 and base.placing.cost > CHEAP and array.size <= base.size:
            self.materialise(base)

    def contiguous(self, array: Array) -> Strided:
        """Have the array in memory, in C order."""
        view = self.materialise(array)
        if view.strides != row_major(array.shape):
            view = allocate(array.dtype, array.shape)
            self._copy(array, view)
        return view

    def _copy(self, array: Array, view: Strided) -> None:
        """Put an array into other memory; groups before that find it where it was."""
        stage = self.store(array, array.shape, view)
        array.keep(view, stage + 1)

    def _group(self, position: int) -> Group:
        group = self.stages[position]
        assert isinstance(group, Group)
        return group

    # -- placing roots -------------------------------------------------------------------

    def store(
        self,
        array: Array,
        shape: tuple[int, ...],
        view: Strided,
        *,
        add: bool = False,
        after: int = 0,
    ) -> int:
        """Write an array to memory; the position of the group that does it."""
        root = (Add if add else Store)(array, shape, view)
        return self._place(root, [_whole(array, shape)], shape, after)

    def scatter(self, root: Scattered, after: int) -> int:
        """Write an array where arrays point; the position of the group that does it."""
        sources = [_whole(root.array, root.shape)]
        sources += [
            (a, functools.partial(root.picked.index_of, a.shape)) for a in root.arrays
        ]
        return self._place(root, sources, root.shape, after, serial=True)

    def check(self, array: Array, axes: tuple[int, ...], reduction: Reduction) -> int:
        """Have the program give up if a condition holds anywhere; when that is known."""
        view = allocate(np.bool_, ())
        target = Strided(view.buffer, (0,) * len(array.shape))
        stage = self.reduce(Reduce(array, axes, reduction, np.bool_, target))
        self.checks.append((stage, view))
        return stage + 1

    def reduce(self, root: Reduce) -> int:
        """Reduce an array into memory; the position of the group that does it."""
        return self._place(root, [_whole(root.array, root.shape)], root.shape, 0)

    def fill(self, stage: int, buffer: Buffer, number: Any) -> None:
        """Fill memory with a number, before the loops of a group."""
        group = self._group(stage)
        group.fills.append((buffer, number))

    def step(self, node: Any, operands: list[Array], outputs: list[Array]) -> None:
        """Add a step; its operands are in memory."""
        self.stages.append(StepStage(node, operands, outputs))
        for output in outputs:
            output.keep(allocate(output.dtype, output.shape), len(self.stages))

    def compute_scalar(self, array: Array) -> None:
        """Compute a number in passing, with the one before it if possible."""
        stage = self._straight
        if stage is None or not self._near(array, stage):
            stage = self._straight = self._new_group((), serial=False)
            if not self._near(array, stage):
                self.compute(array)
                return
        group: Any = self.stages[stage]
        array.placing.stage = stage
        group.arrays.append(array)
        group.size += 1
        if group.size > self._longest:
            group.closed = True
            self._straight = None

    def _near(self, array: Array, stage: int) -> bool:
        """Whether a group has a number's operands, or can have them from memory."""
        for operand in array.operands:
            placing = operand.placing
            if placing.stage == stage or operand.constant is not None:
                continue
            if not placing.locations:
                if placing.stage is None or placing.stage > stage:
                    return False
                self.materialise(operand)
            if operand.ready > stage:
                return False
        return True

    def compute(self, array: Array) -> None:
        """Compute an array in passing, with those before it."""
        self._place(None, [_whole(array, array.shape)], array.shape, 0)

    def _place(
        self,
        root: Root | None,
        sources: list[Source],
        shape: tuple[int, ...],
        after: int,
        *,
        serial: bool = False,
    ) -> int:
        unrolled = frozenset[int]() if serial else self.unroll(sources[0][0], shape)
        domain, lanes = lanes_of(shape, unrolled)
        reach = _Reach(after)
        for index in lanes:
            for array, within in sources:
                self._reach(array, within(index), domain, reach)
        placed = [
            v for v in reach.fresh if v.placing.stage is not None
        ]  # meanwhile, for others
        reach.after = max([reach.after, *(v.ready for v in placed)])
        reach.fresh = [v for v in reach.fresh if v.placing.stage is None]
        stage = self._choose(domain, reach, serial=serial)
        group = self._group(stage)
        for fresh in reach.fresh:
            fresh.placing.stage = stage
            group.size += math.prod(fresh.shape[d] for d in fresh.placing.unrolled)
        group.arrays += reach.fresh
        for shared in reach.shared:
            if (
                shared.placing.stage != stage
                and shared.view is None
                and not self._is_cheap(shared)
            ):
                self.materialise(shared)
        if root is not None:
            group.roots.append((root, lanes))
        group.closed = not domain and group.size > self._longest
        return stage

    def _choose(self, domain: tuple[int, ...], reach: _Reach, *, serial: bool) -> int:
        """The first group over this domain that comes after what it needs."""
        first = reach.after
        for array in reach.shared:
            assert array.placing.stage is not None
            first = max(first, array.placing.stage)
        numbers = self._by_domain.setdefault((domain, serial), [])
        for at in range(bisect_left(numbers, first), len(numbers)):
            if not self._group(numbers[at]).closed:
                return numbers[at]
        return self._new_group(domain, serial=serial)

    def _new_group(self, domain: tuple[int, ...], *, serial: bool) -> int:
        self.stages.append(Group(domain, serial=serial))
        number = len(self.stages) - 1
        self._by_domain.setdefault((domain, serial), []).append(number)
        return number

    def _reach(
        self, root: Array, start: Index, domain: tuple[int, ...], reach: _Reach
    ) -> None:
        """Walk from a root to memory; decide what is stored on the way."""
        pending: list[tuple[Array, Index]] = [(root, start)]
        seen: set[tuple[int, Index]] = set()
        fresh = {v.number for v in reach.fresh}
        known: dict[Any, tuple[bool, frozenset[int]]] = {}
        while pending:
            array, index = pending.pop()
            key = (array.number, index)
            if key in seen or (array.constant is not None and array.view is None):
                continue
            seen.add(key)
            place = index, array.shape
            if place not in known:
                known[place] = (
                    is_own(index, array.shape, domain),
                    unrolled_dims(array.shape, index),
                )
            own, unrolled = known[place]
            if self._at_hand(array, index, domain, own=own, reach=reach):
                continue
            if array.form.is_view:
                pass  # what it views decides
            elif own and array.placing.stage is None:
                if array.number not in fresh:
                    fresh.add(array.number)
                    reach.fresh.append(array)
                    array.placing.unrolled = unrolled
            elif not self._recompute(array, index, len(domain)):
                self.materialise(array)
                reach.after = max(reach.after, array.ready)
                continue
            reach.after = max(reach.after, array.ready)
            found = array.form.indices(self, array, index)
            if found is None:  # a view that no index describes
                self.contiguous(array.operands[0])
                assert self.locations.of(array) is not None
                reach.after = max(reach.after, array.ready)
                continue
            pending += found

    def _at_hand(
        self,
        array: Array,
        index: Index,
        domain: tuple[int, ...],
        *,
        own: bool,
        reach: _Reach,
    ) -> bool:
        """Whether the array is in memory, or computed by a group that may be shared."""
        if own and array.placing.stage is not None and self._lives(array, domain):
            reach.shared.append(array)
            return True
        view = self.locations.of(array)
        if view is None:
            return False
        if self._is_far_apart(array, view, index, domain):
            self._pack(_seen_through(array))
            self.locations.of(array)
        reach.after = max(reach.after, array.ready)
        return True

    def _is_far_apart(
        self, array: Array, view: Strided, index: Index, domain: tuple[int, ...]
    ) -> bool:
        """Whether vectors are read again and again, of elements that are not neighbours."""
        if len(domain) < 2 or _REUSE * array.size > math.prod(domain):
            return False
        step = dict(offset_of(index, view.strides)[1]).get(len(domain) - 1, 0)
        base = _seen_through(array)
        return (
            1 < step <= TINY
            and bool(tiny_dims(base.shape))
            and (base.view is not None and base.view.strides == row_major(base.shape))
        )

    def _pack(self, base: Array) -> None:
        """Copy an array, so that short axes become the outer ones."""
        view = allocate_apart(base.dtype, base.shape, tiny_dims(base.shape))
        self._copy(base, view)
        self.locations.forget_views(base)

    def _lives(self, array: Array, domain: tuple[int, ...]) -> bool:
        """Whether its group computes the array over the same loops."""
        assert array.placing.stage is not None
        return self._group(array.placing.stage).domain == domain

    def _is_cheap(self, array: Array) -> bool:
        """Whether an array is computed, from what is in memory by now, as fast as loaded."""
        return self._cost(array, CHEAP) <= CHEAP

    def _cost(self, array: Array, limit: int) -> int:
        """Of computing an element, in additions; or anything above the limit."""
        own, times, cost = array.placing.own, array.placing.times, array.placing.cost
        if own is None or cost <= limit:
            return cost
        cost = own
        for operand in array.operands:
            if cost > limit:
                break
            if not operand.placing.locations:
                cost += times * self._cost(operand, limit)
        return cost

    def _recompute(self, array: Array, index: Index, rank: int) -> bool:
        """Whether to compute the array here, at an index that is not its own."""
        if array.number in self.pieces:  # vectors know where its ends are
            return False
        if is_turned(index) and array.form.depends != "same place":
            return False
        if array.placing.cost <= CHEAP:
            return True
        axes = axes_of(index)
        hoisted = axes == list(range(len(axes))) and len(axes) < rank
        return array.placing.stage is None and (
            hoisted or (array.uses == 1 and len(axes) == rank)
        )

    def reads_at_places(self, array: Array) -> bool:
        """Whether anything on the way to memory is read at places that are computed."""
        return any(x.form.reads_memory for x in self._until_memory(array))

    def store_joined(self, array: Array) -> None:
        """Have what is made of pieces in memory, where an array is computed from it.

        Computed anew inside of each of the pieces of others, there would be ever more of it.
        """
        for found in [x for x in self._until_memory(array) if x.number in self.pieces]:
            self.materialise(found)

    def _until_memory(self, array: Array) -> Iterator[Array]:
        """What an array is computed from, and itself, as far as none of it is in memory."""
        pending, seen = [array], {array.number}
        while pending:
            array = pending.pop()
            if array.constant is not None or self.locations.of(array) is not None:
                continue
            yield array
            pending += [x for x in array.operands if x.number not in seen]
            seen.update(x.number for x in array.operands)

    # -- unrolling -----------------------------------------------------------------------

    def unroll(self, array: Array, shape: tuple[int, ...]) -> frozenset[int]:
        """The dimensions of a root that are written out, element by element."""
        size = math.prod(shape)
        if size <= _SMALL:
            return frozenset(range(len(shape)))
        dims = tiny_dims(shape)
        row = math.prod(shape[d] for d in dims)
        rows = size // row if row <= _ROW else -1
        return dims if dims and self._mixes(array, rows) else frozenset()

    def _mixes(self, array: Array, rows: int) -> bool:
        """Whether a root sums over short axes, or shares what is computed by rows."""
        pending, seen = [array], {array.number}
        while pending:
            array = pending.pop()
            if array.constant is not None or self.locations.of(array) is not None:
                continue
            if array.form.combines or array.placing.unrolled or array.size == rows:
                return True
            if array.placing.stage is not None:
                continue
            for operand in array.operands:
                if operand.number not in seen:
                    seen.add(operand.number)
                    pending.append(operand)
        return False


def _seen_through(array: Array) -> Array:
    """What a view is a view of, in the end; another array itself."""
    while array.form.is_view:
        array = array.operands[0]
    return array


def _whole(array: Array, shape: tuple[int, ...]) -> Source:
    return array, lambda index: operand_index(index, array.shape, shape)
