"""In which order the loops of a nest run, and what its vectors are of.

Estimates decide, of an iteration's work along each way: few registers that are full, few
elements that are far apart in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.memory import power_of_two
from functrace.compiler.plan.around import LoadAround
from functrace.compiler.plan.axes import along, bits_of
from functrace.compiler.plan.collector import WriteTarget
from functrace.compiler.plan.ends import Ends
from functrace.compiler.plan.guards import GuardCondition
from functrace.compiler.plan.inside import LoadInside
from functrace.compiler.plan.items import Item, Load, LoadAt
from functrace.compiler.plan.nest import WHOLE, RowVectors, Segment, cut

_FEW = 8  # lanes where each of them costs instructions of its own
_REGISTERS = 4  # that the widest vectors take
_ROUND = 4.0  # operations of going on to the next iteration
_APART = 1.75  # operations of reading or writing an element by itself
_COMPUTED = 3.0  # operations of reading an element at a place that is computed
_CLEAR = 0.85  # of the natural order's cost, what another one must not exceed


class LoopOrder(NamedTuple):
    """The loops of a nest.

    Attributes
    ----------
    axes : tuple of int
        That there are loops over, the outermost one first.
    vector : int
        Depth of the loop that is cut into vectors.
    segments : tuple of Segment
    rows : RowVectors or None
    """

    axes: tuple[int, ...]
    vector: int
    segments: tuple[Segment, ...]
    rows: RowVectors | None

    @property
    def lane_bits(self) -> int:
        """Bits of the axes that the lanes of a vector differ in."""
        if not self.axes:
            return 0
        bits = 1 << self.axes[self.vector]
        return bits if self.rows is None else bits | 1 << self.rows.axis


class Work(NamedTuple):
    """What an iteration of a nest does.

    Attributes
    ----------
    domain : tuple of int
    items : sequence of Item
    stores, sums : sequence of WriteTarget
    condition : GuardCondition or None
        With which alone there is something to do, and which seldom holds.
    """

    domain: tuple[int, ...]
    items: Sequence[Item]
    stores: Sequence[WriteTarget]
    sums: Sequence[WriteTarget]
    condition: GuardCondition | None = None

    @property
    def places(self) -> list[Affine]:
        """Where something is read or written."""
        read = [item.place for item in self.items if item.is_placed]
        return read + [target.place for target in (*self.stores, *self.sums)]

    @property
    def sums_of_indices(self) -> list[Affine]:
        """These, and what else depends on indices themselves."""
        told = [
            x.place
            for x in self.items
            if not x.is_placed and x.place is not None and _end(x) is None
        ]
        return self.places + told

    @property
    def ends(self) -> set[int | None]:
        """The axes at whose ends something happens."""
        return set(map(_end, self.items))


def _end(item: Item) -> int | None:
    """The axis at whose ends something happens to an item, if it is one axis."""
    return item.axis if isinstance(item, Ends) else None


def choose(work: Work, lanes: int) -> LoopOrder:
    """The order in which the loops take least.

    Parameters
    ----------
    work : Work
    lanes : int
        Of the widest vectors worth while; 0: no vectors, and the order is not changed.
    """
    rank = len(work.domain)
    if not rank:
        return LoopOrder((), -1, (WHOLE,), None)
    if not lanes:
        return _in_order(work, list(range(rank)), rank - 1, 0)
    guarded = _guarded(work, lanes)
    if guarded is not None:
        return guarded
    orders = candidates(work, lanes)
    best = next(orders)
    if _is_clean(work, best, lanes):
        return best
    limit = _CLEAR * _cost(work, best, lanes)
    for order in orders:
        cost = _cost(work, order, lanes)
        if cost < limit:
            best, limit = order, cost
    return best


def narrowed(order: LoopOrder, work: Work, lanes: int, enough: int) -> LoopOrder:
    """The order with vectors of `enough` lanes, unless a single one reaches to the end."""
    axis = order.axes[order.vector]
    if order.rows is not None or work.domain[axis] <= lanes:
        return order
    return _in_order(work, list(order.axes), order.vector, enough)


def candidates(work: Work, lanes: int) -> Iterator[LoopOrder]:
    """The natural order of the loops, then those with vectors along others, or of rows."""
    yield _natural(work, lanes)
    rank = len(work.domain)
    for axis in range(rank - 1):
        if work.domain[axis] >= _FEW:
            axes = [a for a in range(rank) if a != axis]
            yield _in_order(work, [*axes, axis], rank - 1, lanes)
    if rank > 1 and 2 * work.domain[-1] <= lanes and not _ends(work, rank - 2):
        yield _by_rows(work, lanes)
    guarded = _guarded(work, lanes)
    if guarded is not None:
        yield guarded


def _guarded(work: Work, lanes: int) -> LoopOrder | None:
    """Those of a condition that seldom holds outside, if there are others."""
    rank = len(work.domain)
    loops = 0 if work.condition is None else work.condition.item.loops
    axes = sorted(range(rank), key=lambda axis: not loops >> axis & 1)
    if not loops or loops >> axes[-1] & 1:
        return None
    return _in_order(work, axes, rank - 1, lanes)


def _ends(work: Work, first: int) -> bool:
    """Whether something happens at the ends of any axis from the first on."""
    return any(isinstance(item, Ends) and item.loops >> first for item in work.items)


def _natural(work: Work, lanes: int) -> LoopOrder:
    """As arrays lie; where only outer axes are reduced, and all alike, these inside."""
    rank = len(work.domain)
    axes, vector = list(range(rank)), rank - 1
    if work.sums and not work.stores:
        (reduced, *others) = {frozenset(_reduced(rank, t.place)) for t in work.sums}
        if reduced and not others and vector not in reduced:
            axes = [a for a in axes if a not in reduced] + sorted(reduced)
            vector = rank - len(reduced) - 1
    return _in_order(work, axes, vector, lanes)


def _in_order(work: Work, axes: list[int], vector: int, lanes: int) -> LoopOrder:
    axis = axes[vector]
    if _is_strided(work, axis):
        lanes = min(lanes, _FEW)
    return LoopOrder(tuple(axes), vector, _cut(work, axis, lanes), None)


def _is_strided(work: Work, axis: int) -> bool:
    """Whether lanes are not neighbours in memory: they are then treated one by one."""
    return any(along(place, axis) not in (0, 1) for place in work.places)


def _cut(work: Work, axis: int, lanes: int) -> tuple[Segment, ...]:
    """The vector loop in segments; where something happens at its ends they are single."""
    n, inside = work.domain[axis], _inside(work, axis)
    if not lanes or inside is None:
        return (Segment(0, n, 0, 0),)
    while lanes > 1 and lanes // 2 >= n:
        lanes //= 2
    return cut(n, inside, lanes)


def _inside(work: Work, axis: int) -> range | None:
    """The iterations of an axis inside of all ends; None if other axes tell, too."""
    start, stop = 0, work.domain[axis]
    for item in work.items:
        if not isinstance(item, Ends) or not along(item.place, axis):
            continue
        constant, terms = item.place
        step = along(item.place, axis)
        if len(terms) > 1:
            return None
        last = item.length - 1 - constant
        first, last = (-constant, last) if step > 0 else (last, -constant)
        start, stop = max(start, -(-first // step)), min(stop, last // step + 1)
    return range(start, max(start, stop))


def _by_rows(work: Work, lanes: int) -> LoopOrder:
    """Vectors of rows along the last axis, cut from the one before."""
    rank = len(work.domain)
    length, outer = work.domain[-1], work.domain[-2]
    trial = RowVectors(rank - 1, length, 1)
    if any(_kind(place, rank - 2, trial) == "apart" for place in work.places):
        lanes = min(lanes, max(_FEW, length))
    rows = RowVectors(rank - 1, length, min(lanes // length, outer))
    lanes = power_of_two(rows.size)
    rest = outer % rows.number
    segments = [Segment(0, outer - rest, lanes, rows.size, rows.number)]
    if rest:
        segments.append(Segment(outer - rest, outer, lanes, rest * length, rows.number))
    return LoopOrder(tuple(range(rank - 1)), rank - 2, tuple(segments), rows)


def _reduced(rank: int, place: Affine) -> set[int]:
    """The axes that a reduction runs over."""
    return set(range(rank)) - {a for a, _ in place[1]}


def _is_clean(work: Work, natural: LoopOrder, lanes: int) -> bool:
    """Whether vectors are as wide as they may be."""
    axis = natural.axes[natural.vector]
    return work.domain[axis] >= lanes and not _is_strided(work, axis)


# -- estimates -------------------------------------------------------------------------


def _kind(place: Affine, axis: int, rows: RowVectors) -> str:
    """How the lanes of rows lie in memory."""
    outer, inner = along(place, axis), along(place, rows.axis)
    if not inner:
        return "column" if outer else "same"
    if not outer:
        return "row"
    return "whole" if outer == rows.length * inner == rows.length else "apart"


def _cost(work: Work, order: LoopOrder, lanes: int) -> float:
    """Operations for each element, in vectors that fill a register, roughly."""
    axis = order.axes[order.vector]
    per_register = max(1, lanes // _REGISTERS)
    total, elements = 0.0, work.domain[axis]
    for segment in order.segments:
        rounds = -(-(segment.stop - segment.start) // segment.step)
        total += rounds * _Round(work, order, segment, per_register).cost()
    if order.rows is not None:
        elements *= order.rows.length
    elif any(not along(t.place, axis) for t in work.sums):
        total += sum(2 * max(s.lanes, 1).bit_length() for s in order.segments)
    return total / elements


class _Round:
    """What an iteration of the vector loop costs."""

    def __init__(
        self, work: Work, order: LoopOrder, segment: Segment, per_register: int
    ) -> None:
        self._work = work
        self._axis = order.axes[order.vector]
        self._rows = order.rows
        self._bit = 1 << self._axis
        self._both = order.lane_bits
        self._used = segment.used or 1
        self._wide = -(-max(segment.lanes, 1) // per_register)
        rows = order.rows
        self._narrow = 1 if rows is None else -(-rows.number // per_register)

    def cost(self) -> float:
        work, total = self._work, _ROUND
        for item in work.items:
            if not item.loops & self._bit:
                continue
            if type(item) in (Load, LoadAround, LoadInside):
                total += self._memory(item.place)
            elif type(item) is LoadAt:
                inside = item.operands[0].loops & self._both
                total += self._used * _COMPUTED if inside else self._memory(item.place)
            elif self._rows is None or item.loops & self._both == self._both:
                total += self._wide * item.flops()
            else:
                total += self._narrow * item.flops()
        for target in work.stores:
            total += self._memory(target.place)
        for target in work.sums:
            total += self._sum(target.place)
        return total

    def _memory(self, place: Affine) -> float:
        """Reading, or writing, the elements at a place."""
        step, rows = along(place, self._axis), self._rows
        if rows is None:
            return self._wide if step in (0, 1) else self._used * _APART
        kind = _kind(place, self._axis, rows)
        if kind == "whole":
            return self._wide
        if kind == "column":
            own = self._narrow if step == 1 else rows.number * _APART
            return own + 2 * self._wide  # every lane is brought to its place
        return 0.0 if kind in ("same", "row") else self._used * _APART

    def _sum(self, place: Affine) -> float:
        rows = self._rows
        if rows is None or bits_of(place) & self._both != self._bit:
            return self._wide
        return self._wide + 2 * rows.length * self._narrow
