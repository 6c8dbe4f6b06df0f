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

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.chunks import chunks_of
from functrace.compiler.plan.cost import nanoseconds
from functrace.compiler.plan.footprints import Footprint, Where, filled, footprints
from functrace.compiler.plan.lags import PlacedMember, RunMember, meet, placed, reach
from functrace.compiler.plan.nest import FILLED, Destination, Nest

_AGAIN = 1.5  # times that a byte is touched, from which on it is worth it
_LIGHT = 6  # bytes for each addition: more than come in time but from the nearest cache
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
    """

    members: tuple[RunMember, ...]
    units: int
    size: int
    chunk: int
    ring: bool

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
    """
    nests = [stage for stage in stages if isinstance(stage, Nest)]
    touched = {buffer for nest in nests for buffer in nest.buffers}
    if sum(buffer.nbytes for buffer in touched) < NEAREST.least:
        return ()
    where = _where(homes, in_place)
    found: list[Tiles] = []
    for parts in _alike(stages, where, ends):
        found += _runs(parts, stages)
    return tuple(found)


def _where(homes: dict[Buffer, Home], in_place: Iterable[tuple[int, int]]) -> Where:
    """Says where a buffer is: an output in an input's place is where that is."""
    shared = {output: given for given, output in in_place}

    def where(buffer: Buffer) -> tuple[Home, int]:
        home = homes[buffer]
        if home.place == "arena":
            return Home("arena", 0), home.number
        if home.place == "output" and home.number in shared:
            home = Home("input", shared[home.number])
        return home, 0

    return where


# -- parts -----------------------------------------------------------------------------


class _Part(NamedTuple):
    """Loops that may become a member.

    Attributes
    ----------
    stage, fill, stores, length
        As of a `RunMember`.
    rate : Fraction
        Iterations, relative to those of the others.
    step : int
        So many stand together, as the lanes of a vector do.
    cuts : sequence of (int, int)
        Iterations that stand together, too.
    touches : list of Footprint
    work : int
        Elements of the nest.
    one_by_one : bool
        As of a `RunMember`.
    """

    stage: int
    fill: Buffer | None
    stores: tuple[Destination, ...]
    length: int
    rate: Fraction
    step: int
    cuts: Sequence[tuple[int, int]]
    touches: list[Footprint]
    work: int
    one_by_one: bool = False


Rates = dict[Buffer, Fraction]
"""Bytes of memory that loops go along at once, relative to others."""


def _alike(
    stages: Sequence[Any], where: Where, ends: Collection[int]
) -> Iterator[list[_Part]]:
    """Parts of stages one after another that go along the same arrays."""
    rates: Rates = {}
    parts: list[_Part] = []
    for position, stage in enumerate(stages):
        found = _parts(position, stage, where, rates)
        if found is None:
            yield parts
            rates = {}
            parts = _parts(position, stage, where, rates) or []
        else:
            parts += found
        if position in ends:
            yield parts
            rates, parts = {}, []
    yield parts


def _parts(position: int, nest: Any, where: Where, rates: Rates) -> list[_Part] | None:
    """A stage's; None if it has none, or goes along other arrays than those before.

    `rates` become more.
    """
    if not isinstance(nest, Nest) or nest.group.serial or nest.accumulators:
        return None
    if nest.is_empty:
        return []
    length = nest.domain[nest.order[0]] if nest.order else 1
    groups, together = _groups(nest, where, rates, length), _together(nest)
    if groups is None or together is None:
        return None
    for _, rate, touches in groups if length > 1 else ():
        for touch in touches:
            if touch.step:
                rates.setdefault(touch.buffer, rate * touch.step)
    if not rates.keys() >= nest.fills.keys():
        return None
    work = math.prod(nest.domain)
    fills = [_fill(position, buffer, where, rates[buffer]) for buffer in nest.fills]
    parts = [
        _Part(position, None, stores, length, rate, *together, touches, work)
        for stores, rate, touches in groups
    ]
    return [*fills, *parts]


class _Group(NamedTuple):
    """Some of a nest's stores, the rate of its iterations for them, and what they touch."""

    stores: tuple[Destination, ...]
    rate: Fraction
    touches: list[Footprint]


def _groups(nest: Nest, where: Where, rates: Rates, length: int) -> list[_Group] | None:
    """What is written in places far apart, as both ends of an array are, is apart.

    None: it has nothing in common with what goes along at `rates`.
    """

    def group(stores: tuple[Destination, ...]) -> _Group | None:
        touches = footprints(nest, where, stores)
        rate = Fraction(1) if length == 1 else _rate(touches, rates)
        return None if rate is None else _Group(stores, rate, touches)

    whole = group(nest.stores)
    if whole is None:
        return None
    spots: list[tuple[Fraction, Fraction, Destination]] = []
    for target in nest.stores:
        alone = group((target,))
        spot = None if alone is None else _spot(alone.touches, rates)
        if alone is None or spot is None:
            return [whole]
        spots.append((alone.rate, spot, target))
    found: list[list[Destination]] = []
    first = Fraction(0), Fraction(0)
    for rate, spot, target in sorted(spots, key=lambda entry: entry[:2]):
        if not found or rate != first[0] or spot - first[1] > length / rate:
            found.append([])
            first = rate, spot
        found[-1].append(target)
    apart = [each for each in map(group, map(tuple, found)) if each is not None]
    for one, other in itertools.combinations(apart, 2):
        pairs = itertools.product(one.touches, other.touches)
        if any(meet(x, length, y, length) for x, y in pairs):
            return [whole]
    return apart


def _rate(touches: Sequence[Footprint], rates: Rates) -> Fraction | None:
    """Iterations, relative to those of others; None if they have nothing in common."""
    moving = [touch for touch in touches if touch.step]
    known = [touch for touch in moving if touch.buffer in rates]
    if not moving or (rates and not known):
        return None
    if not known:
        return Fraction(1)
    largest = max(known, key=lambda touch: touch.buffer.size)  # others are ends of it
    return rates[largest.buffer] / largest.step


def _together(nest: Nest) -> tuple[int, list[tuple[int, int]]] | None:
    """How many iterations stand together, and which do besides; None: it is awkward."""
    step, cuts = 1, list[tuple[int, int]]()
    for segment in nest.segments if nest.vector == 0 else ():
        if segment.stop - segment.start <= segment.step:
            cuts.append((segment.start, segment.stop))
        elif segment.start % segment.step:
            return None
        else:
            step = math.lcm(step, segment.step)
    return step, cuts


def _spot(touches: Sequence[Footprint], rates: Mapping[Buffer, Any]) -> Fraction | None:
    """Where others are when they touch the same, above all what is written and large."""
    for touch in sorted(touches, key=lambda x: (-x.buffer.size, not x.writes)):
        rate = rates.get(touch.buffer)
        if rate is not None:
            return Fraction(touch.offset) / rate
    return None


def _fill(position: int, buffer: Buffer, where: Where, rate: Fraction) -> _Part:
    size, item = buffer.size, buffer.dtype.itemsize
    cuts = [(size - size % FILLED, size)] if size % FILLED else []
    touches = [filled(buffer, where)]
    return _Part(position, buffer, (), size, rate / item, FILLED, cuts, touches, size)


# -- runs ------------------------------------------------------------------------------


def _runs(parts: Sequence[_Part], stages: Sequence[Any]) -> Iterator[Tiles]:
    """What becomes of such parts: runs as long as possible."""
    if len({part.stage for part in parts}) < 2:
        return
    most = max(part.work for part in parts)
    parts = [
        part._replace(step=1, cuts=(), one_by_one=True)
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
    run = _Run(factor, ring)
    for stage in dict.fromkeys(part.stage for part in parts):
        own = [part for part in parts if part.stage == stage]
        if not run.take(own):
            yield from run.worth(stages)
            run = _Run(factor, ring)
            run.take(own)
    yield from run.worth(stages)


def _is_plain(part: _Part, nest: Nest) -> bool:
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
    """

    def __init__(self, factor: int, ring: int) -> None:
        self._factor = factor
        self._ring = ring
        self._members: list[PlacedMember] = []
        self._rates: dict[Buffer, int] = {}  # bytes of a unit

    def take(self, parts: Sequence[_Part]) -> bool:
        """Add all of these, if they can lag behind what is there.

        What is short runs before: a run begins with what is long.
        """
        before = len(self._members)
        if not before and all(part.length <= self._unit(part) for part in parts):
            return True
        for part in parts:
            if len(self._members) == _MOST or not self._add(part):
                del self._members[before:]
                return False
        return True

    def _unit(self, part: _Part) -> int:
        return 1 if part.length == 1 else int(part.rate * self._factor)

    def _add(self, part: _Part) -> bool:
        unit = self._unit(part)
        if any(start // unit != (stop - 1) // unit for start, stop in part.cuts):
            return False
        for touch in part.touches:
            if touch.step and part.length > unit:
                self._rates.setdefault(touch.buffer, touch.step * unit)
        base = max(0, math.floor(_spot(part.touches, self._rates) or 0))
        what = part.stage, part.fill, part.stores, part.length, part.one_by_one
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

    def worth(self, stages: Sequence[Any]) -> Iterator[Tiles]:
        """The run, if it touches much memory several times."""
        members = tuple([member for member, _ in self._members])
        nests = [stages[k] for k in sorted({member.stage for member in members})]
        touched = [buffer for nest in nests for buffer in nest.buffers]
        once = sum(buffer.nbytes for buffer in set(touched))
        often = sum(buffer.nbytes for buffer in touched)
        if len(nests) < 2 or often < _AGAIN * once:
            return
        flops, lag = sum(nest.flops for nest in nests), max(m.lag for m in members)
        units, unit = self._units, max(1, sum(self._rates.values()))
        light = often >= _LIGHT * flops and lag * unit <= NEAREST.tile
        for cache in (NEAREST, NEAR) if light else (NEAR,):
            size = max(1, cache.tile // unit)
            if cache.least <= once < cache.most and size < units:
                gap = lag + max(m.held for m in members)
                count = chunks_of(nanoseconds(flops, once))
                count = max(min(count, units // max(_MARGIN * gap, size)), 1)
                yield Tiles(members, units, size, units // count, self._ring > 0)
                return
