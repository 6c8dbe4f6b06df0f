"""Nests one after another that run tile by tile: what one leaves, the next finds in caches.

The outermost loops of a run of nests go along the same arrays. They are cut into *units*,
a few of which are a tile: the nests take turns, each with a tile, so that the memory that
is between them is touched again while it is near. Operations are as they were, only loops
run in turns: where several iterations add to an element, its last bits may differ.

What a nest reads may stand some units further on than what it writes, as it does in the
stages of methods for differential equations. A nest therefore *lags* behind those before
it: of two that touch the same bytes, one of them writing, a unit of the first runs before
each unit of the second that meets it. Bytes are asked for, not arrays, so that it does not
matter what shares memory.

Threads share a run in *chunks*, each of many tiles. What a nest needs of the next chunk is
not there yet, nor of the one before: it begins a chunk some units later (it is *held* so
many) and ends it some units earlier (those that it lags). The gaps between chunks follow
when all chunks are done. Where the ends of an axis meet (`numpy.roll`) there is a gap
between them, too, even if there is one chunk.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.chunks import chunks_of
from functrace.compiler.plan.cost import nanoseconds
from functrace.compiler.plan.footprints import Where
from functrace.compiler.plan.lags import PlacedMember, RunMember, placed, reach
from functrace.compiler.plan.middle import ROUND, Middle, find_middle, lines
from functrace.compiler.plan.nest import FILLED, Nest, Segment
from functrace.compiler.plan.parts import RunPart, alike, spot_of, where_of

_AGAIN = 1.5  # times that a byte is touched, from which on it is worth it
_LIGHT = 6  # bytes for each addition: more than come in time but from the nearest cache
_BUSY = 2  # bytes for each addition: with less, it is not memory that takes time
_DEEPEST = 8  # times what a lag is, that a run is
_MARGIN = (
    8  # times what the gaps are, that a chunk is; with less than 2 they would meet
)
_MOST = 64  # members of a run
_LITTLE = 64  # times that other loops have its elements: it does without vectors


class Cache(NamedTuple):
    """What a run's tiles are to stay in.

    Attributes
    ----------
    least, most : int
        Bytes that a run touches: less stays there anyway, more does not come in time.
    tile : int
        Bytes that a tile touches.
    """

    least: int
    most: float
    tile: int


NEAREST = Cache(1 << 16, 1 << 24, 1 << 14)
NEAR = Cache(1 << 20, math.inf, 1 << 19)


class Tiles(NamedTuple):
    """A run.

    Attributes
    ----------
    members : tuple of RunMember
        In the order in which they take turns.
    units : int
    size : int
        Units of a tile.
    chunk : int
        Units of a chunk; the last one has the rest, too.
    ring : bool
        Whether the ends meet.
    middle : Middle or None
        Where they are one loop; None: they are not.
    """

    members: tuple[RunMember, ...]
    units: int
    size: int
    chunk: int
    ring: bool
    middle: Middle | None = None

    @property
    def stages(self) -> list[int]:
        """Positions of the nests."""
        return list(dict.fromkeys(member.stage for member in self.members))

    @property
    def chunks(self) -> int:
        """How many there are."""
        return self.units // self.chunk


def find_tiles(
    stages: Sequence[Any],
    homes: dict[Buffer, Home],
    in_place: Iterable[tuple[int, int]],
    ends: Collection[int],
    lanes: int,
) -> tuple[Tiles, ...]:
    """The runs that are worth it.

    Parameters
    ----------
    stages : sequence of Nest or Call
    homes : dict
        Where memory is.
    in_place : iterable of tuple
        Inputs, and outputs in their memory.
    ends : collection of int
        Positions of stages after which others may not be reached.
    lanes : int
        Of vectors of four registers, of real numbers.
    """
    where = where_of(homes, in_place)
    narrow, width = lines(stages, lanes)
    touching = _touching(stages) if any(narrow) else {}
    found: list[Tiles] = []
    for run in _runs(narrow, where, ends, width, ROUND):
        found += run.in_registers(narrow, touching, homes, width)
    done = {stage for run in found for stage in run.stages}
    rest = [None if k in done else stage for k, stage in enumerate(stages)]
    nests = [stage for stage in rest if isinstance(stage, Nest)]
    touched = {buffer for nest in nests for buffer in nest.buffers}
    if sum(buffer.nbytes for buffer in touched) < NEAREST.least:
        return tuple(found)
    for run in _runs(rest, where, ends, FILLED, math.inf):
        found += run.worth(stages)
    return tuple(found)


def _runs(
    stages: Sequence[Any], where: Where, ends: Collection[int], lanes: int, most: float
) -> Iterator[_Run]:
    """Runs of stages, as long as possible.

    Memory is filled in vectors of so many lanes; so many additions are done at most for an
    element.
    """
    for parts in alike(stages, where, ends, lanes):
        if len({part.stage for part in parts}) > 1:
            yield from _runs_of(parts, stages, most)


def _runs_of(
    parts: Sequence[RunPart], stages: Sequence[Any], most_flops: float
) -> Iterator[_Run]:
    """What becomes of such parts."""
    most = max(part.work for part in parts)
    parts = [
        part._replace(step=1, cuts=(), segments=(Segment(0, part.length, 0, 0),))
        if _LITTLE * part.work <= most and _is_plain(part, stages[part.stage])
        else part
        for part in parts
    ]
    long = [part for part in parts if part.length > part.rate]
    factor = math.lcm(*[(part.rate / part.step).denominator for part in long])
    rings = {
        Fraction(x.around, x.step) / (p.rate * factor)
        for p in parts
        for x in p.touches
        if x.around
    }
    if len(rings) > 1:
        return
    ring = math.ceil(rings.pop()) if rings else 0
    run = _Run(factor, ring, most_flops)
    for stage in dict.fromkeys(part.stage for part in parts):
        own = [part for part in parts if part.stage == stage]
        flops = stages[stage].flops / most
        if not run.take(own, flops):
            yield run
            run = _Run(factor, ring, most_flops)
            run.take(own, flops)
    yield run


def _is_plain(part: RunPart, nest: Nest) -> bool:
    """Whether vectors are along the outermost loop, which may do without."""
    return part.fill is None and nest.vector == 0 and nest.rows is None


class _Run:
    """A run that becomes longer.

    Parameters
    ----------
    factor : int
        What a part's rate is to be multiplied by to have the iterations of a unit.
    ring : int
        Units after which the ends meet; 0: they do not.
    flops : float
        Additions for an element that it may come to.
    """

    def __init__(self, factor: int, ring: int, flops: float) -> None:
        self._flops = flops
        self._factor = factor
        self._ring = ring
        self._members: list[PlacedMember] = []
        self._rates: dict[Buffer, int] = {}  # bytes of a unit

    def take(self, parts: Sequence[RunPart], flops: float) -> bool:
        """Add all of these, if they can lag behind what is there.

        What is short runs before: a run begins with what is long. So many additions are
        done for an element.
        """
        before = len(self._members)
        if not before and all(part.length <= self._unit(part) for part in parts):
            return True
        if before and flops > self._flops:
            return False
        self._flops -= flops
        for part in parts:
            if len(self._members) == _MOST or not self._add(part):
                del self._members[before:]
                return False
        return True

    def _unit(self, part: RunPart) -> int:
        return 1 if part.length == 1 else int(part.rate * self._factor)

    def _add(self, part: RunPart) -> bool:
        unit = self._unit(part)
        if any(start // unit != (stop - 1) // unit for start, stop in part.cuts):
            return False
        for touch in part.touches:
            if touch.step and part.length > unit:
                self._rates.setdefault(touch.buffer, touch.step * unit)
        base = max(0, math.floor(spot_of(part.touches, self._rates) or 0))
        what = part.stage, part.fill, part.stores, part.length, part.segments
        new = RunMember(*what, unit, base, 0, 0)
        member = self._behind(placed(new, part.touches, self._rates))
        if member is None:
            return False
        self._members.append(member)
        (*_, lag, held), units = member.member, self._units
        if self._ring:
            return member.member.end <= units and (lag + held) * _MARGIN <= units
        return max(lag, held) * _DEEPEST <= units

    def _behind(self, new: PlacedMember) -> PlacedMember | None:
        """It, lagging and held as all before it demand; None if that is not known."""
        lag = held = 1 if self._ring else 0  # the last unit of a ring may be short
        for old in self._members:
            found = reach(old, new, ring=self._ring > 0)
            if found is None:
                return None
            lag = max(lag, old.member.lag + found[1])
            held = max(held, old.member.held - found[0])
        own = reach(new, new, ring=self._ring > 0)
        if own is None:
            return None
        held = max(held, own[1] - lag)  # so that threads do not add to one element
        return new._replace(member=new.member._replace(lag=lag, held=held))

    @property
    def _units(self) -> int:
        return self._ring or max(member.end for member, _ in self._members)

    @property
    def _given(self) -> tuple[tuple[RunMember, ...], list[int]]:
        """The members, and the positions of their nests."""
        members = tuple([member for member, _ in self._members])
        return members, sorted({member.stage for member in members})

    def in_registers(
        self,
        stages: Sequence[Any],
        touching: dict[Buffer, list[int]],
        homes: dict[Buffer, Home],
        lanes: int,
    ) -> Iterator[Tiles]:
        """The run, if in its middle there is something that stays in registers.

        For each buffer, `touching` are the stages that do something with it.
        """
        members, own = self._given
        nests = [stages[k] for k in own]
        often, flops = _touched(nests)[1], sum(nest.flops for nest in nests)
        if len(own) < 2 or often < _BUSY * flops:
            return

        def needed(buffer: Buffer) -> bool:
            return any(k > own[0] and k not in own for k in touching[buffer])

        units, ring = self._units, self._ring > 0
        given = members, units, stages, homes, lanes, needed
        middle = find_middle(*given, ring=ring)
        if middle is not None:
            count = self._chunks(nests, units, 1)
            yield Tiles(members, units, units, units // count, ring, middle)

    def worth(self, stages: Sequence[Any]) -> Iterator[Tiles]:
        """The run, if it touches much memory several times."""
        members, own = self._given
        nests = [stages[k] for k in own]
        once, often = _touched(nests)
        if len(nests) < 2 or often < _AGAIN * once:
            return
        flops, lag = sum(nest.flops for nest in nests), max(m.lag for m in members)
        units, unit = self._units, max(1, sum(self._rates.values()))
        light = often >= _LIGHT * flops and lag * unit <= NEAREST.tile
        for cache in (NEAREST, NEAR) if light else (NEAR,):
            size = max(1, cache.tile // unit)
            if cache.least <= once < cache.most and size < units:
                count = self._chunks(nests, units, size)
                yield Tiles(members, units, size, units // count, self._ring > 0)
                return

    def _chunks(self, nests: Sequence[Nest], units: int, least: int) -> int:
        """Into how many to cut it, each of so many units at least."""
        members, _ = self._given
        gap = max(m.lag for m in members) + max(m.held for m in members)
        flops = sum(nest.flops for nest in nests)
        count = chunks_of(nanoseconds(flops, _touched(nests)[0]))
        return max(min(count, units // max(_MARGIN * gap, least)), 1)


def _touching(stages: Sequence[Any]) -> dict[Buffer, list[int]]:
    """For each buffer, the stages that do something with it."""
    found: dict[Buffer, list[int]] = {}
    for position, stage in enumerate(stages):
        for buffer in stage.buffers:
            found.setdefault(buffer, []).append(position)
    return found


def _touched(nests: Sequence[Nest]) -> tuple[int, int]:
    """Bytes that nests touch: each once, and as often as they do."""
    touched = [buffer for nest in nests for buffer in nest.buffers]
    once = sum(buffer.nbytes for buffer in set(touched))
    return once, sum(buffer.nbytes for buffer in touched)
