"""Loops that take turns, unit by unit: how far each has to lag behind those before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.footprints import Footprint
from functrace.compiler.plan.nest import Destination, Segment

_FAR = 1 << 60  # units


class RunMember(NamedTuple):
    """Loops of a run: a nest's, or those that fill memory before it.

    Attributes
    ----------
    stage : int
        Position of the nest.
    fill : Buffer or None
        What is filled.
    stores : tuple of Destination
        What is written otherwise.
    length : int
        Iterations of the outermost loop.
    segments : tuple of Segment
        How the loop that is cut into vectors is cut.
    unit : int
        So many are a unit.
    base : int
        The first unit.
    lag : int
        Units that it is behind the first ones.
    held : int
        Units after which it begins where something is before that is not there yet.
    """

    stage: int
    fill: Buffer | None
    stores: tuple[Destination, ...]
    length: int
    segments: tuple[Segment, ...]
    unit: int
    base: int
    lag: int
    held: int

    @property
    def is_alone(self) -> bool:
        """Whether it has one unit only."""
        return self.length <= self.unit

    @property
    def end(self) -> int:
        """Behind the last unit."""
        return self.base + -(-self.length // self.unit)


class PlacedMember(NamedTuple):
    """A member, and what it touches.

    Attributes
    ----------
    member : RunMember
    spans : list of Span
    """

    member: RunMember
    spans: list[Span]


class Span(NamedTuple):
    """What a member touches: at unit 0 bytes from `low` to below `high`.

    Attributes
    ----------
    touch : Footprint
    low, high : int
    step : int
        Bytes that a unit is further on.
    """

    touch: Footprint
    low: int
    high: int
    step: int


def placed(
    member: RunMember, touches: Sequence[Footprint], rates: dict[Buffer, int]
) -> PlacedMember:
    """A member with what it touches, counted from unit 0.

    `rates` are the bytes of a unit; of a member of one unit they say where it is.
    """
    spans: list[Span] = []
    for touch in touches:
        step = touch.step * member.unit
        if member.is_alone:
            step = rates.get(touch.buffer, 0)
        low = touch.first - step * member.base
        count = min(member.unit, member.length)
        high = low + touch.size + touch.step * (count - 1)
        spans.append(Span(touch, low, high, step))
    return PlacedMember(member, spans)


def reach(
    first: PlacedMember, second: PlacedMember, *, ring: bool
) -> tuple[int, int] | None:
    """By how many units the first may be ahead of the second where both touch a byte.

    Parameters
    ----------
    first, second : PlacedMember
    ring : bool
        Whether ends that meet are known to.

    Returns
    -------
    tuple of int, or None
        The least and the most (less than nothing if they never do), of what one of them
        writes; None: it is not known.
    """
    least, most = _FAR, -_FAR
    one, other = first.member, second.member
    for x in first.spans:
        for y in second.spans:
            if not meet(x.touch, one.length, y.touch, other.length):
                continue
            if (x.touch.around or y.touch.around) and not ring:
                return None
            found = _distances(x, one, y, other)
            if found is None:
                return None
            least, most = min(least, found[0]), max(most, found[1])
    return least, most


def meet(x: Footprint, rounds: int, y: Footprint, others: int) -> bool:
    """Whether so many iterations of each touch the same memory, and one of them writes."""
    if x.space != y.space or not (x.writes or y.writes):
        return False
    begin, end = x.extent(rounds)
    start, stop = y.extent(others)
    return begin < stop and start < end


def _distances(
    x: Span, first: RunMember, y: Span, second: RunMember
) -> tuple[int, int] | None:
    """The least and the most units that one may be ahead; None: it is not known."""
    if first.is_alone and second.is_alone:
        found = first.base - second.base
        return found, found
    step = y.step if first.is_alone else x.step
    if not step or (step != y.step and not second.is_alone):
        return None
    low, high = _by(step, x, first)
    bottom, top = _by(step, y, second)
    # Unit u of the one meets v of the other if low + step u < top + step v, and so on.
    return (bottom - high) // step + 1, -((low - top) // step) - 1


def _by(step: int, span: Span, member: RunMember) -> tuple[int, int]:
    """`low` and `high`; of one unit only, by units of so many bytes."""
    moved = (span.step - step) * member.base if member.is_alone else 0
    return span.low + moved, span.high + moved
