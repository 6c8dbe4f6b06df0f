"""Loops that may be cut into units: which nests go along the same arrays, and how fast."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.footprints import Footprint, Where, filled, footprints
from functrace.compiler.plan.lags import meet
from functrace.compiler.plan.nest import Destination, Nest, Segment, cut


def where_of(homes: dict[Buffer, Home], in_place: Iterable[tuple[int, int]]) -> Where:
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


class RunPart(NamedTuple):
    """Loops that may become a member.

    Attributes
    ----------
    stage, fill, stores, length, segments
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
    """

    stage: int
    fill: Buffer | None
    stores: tuple[Destination, ...]
    length: int
    segments: tuple[Segment, ...]
    rate: Fraction
    step: int
    cuts: Sequence[tuple[int, int]]
    touches: list[Footprint]
    work: int


Rates = dict[Buffer, Fraction]
"""Bytes of memory that loops go along at once, relative to others."""


def alike(
    stages: Sequence[Any], where: Where, ends: Collection[int], lanes: int
) -> Iterator[list[RunPart]]:
    """Parts of stages one after another that go along the same arrays.

    Memory is filled in vectors of so many lanes.
    """
    rates: Rates = {}
    parts: list[RunPart] = []
    for position, stage in enumerate(stages):
        found = _parts(position, stage, where, rates, lanes)
        if found is None:
            yield parts
            rates = {}
            parts = _parts(position, stage, where, rates, lanes) or []
        else:
            parts += found
        if position in ends:
            yield parts
            rates, parts = {}, []
    yield parts


def _parts(
    position: int, nest: Any, where: Where, rates: Rates, lanes: int
) -> list[RunPart] | None:
    """A stage's; None if it has none, or goes along other arrays than those before.

    `rates` become more.
    """
    if not isinstance(nest, Nest) or nest.group.serial or nest.accumulators:
        return None
    if nest.is_empty:
        return []
    length = nest.domain[nest.order[0]] if nest.order else 1
    groups = _groups(nest, where, rates, length)
    together = _together(nest.segments if nest.vector == 0 else ())
    if groups is None or together is None:
        return None
    for _, rate, touches in groups if length > 1 else ():
        for touch in touches:
            if touch.step:
                rates.setdefault(touch.buffer, rate * touch.step)
    if not rates.keys() >= nest.fills.keys():
        return None
    work = math.prod(nest.domain)
    fills = [_fill(position, x, where, rates[x], lanes) for x in nest.fills]
    parts = [
        RunPart(
            *(position, None, stores, length, nest.segments),
            *(rate, *together, touches, work),
        )
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
        spot = None if alone is None else spot_of(alone.touches, rates)
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


def _together(
    segments: Sequence[Segment],
) -> tuple[int, list[tuple[int, int]]] | None:
    """How many iterations stand together, and which do besides; None: it is awkward."""
    step, cuts = 1, list[tuple[int, int]]()
    for segment in segments:
        if segment.stop - segment.start <= segment.step:
            cuts.append((segment.start, segment.stop))
        elif segment.start % segment.step:
            return None
        else:
            step = math.lcm(step, segment.step)
    return step, cuts


def spot_of(
    touches: Sequence[Footprint], rates: Mapping[Buffer, Any]
) -> Fraction | None:
    """Where others are when they touch the same, above all what is written and large."""
    for touch in sorted(touches, key=lambda x: (-x.buffer.size, not x.writes)):
        rate = rates.get(touch.buffer)
        if rate is not None:
            return Fraction(touch.offset) / rate
    return None


def _fill(
    position: int, buffer: Buffer, where: Where, rate: Fraction, lanes: int
) -> RunPart:
    size = buffer.size
    segments = cut(size, range(size), lanes)
    step, cuts = _together(segments) or (lanes, [])
    return RunPart(
        *(position, buffer, (), size, segments, rate / buffer.dtype.itemsize),
        *(step, cuts, [filled(buffer, where)], size),
    )
