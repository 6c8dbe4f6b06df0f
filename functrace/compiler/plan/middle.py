"""The middle of a run of nests as one loop: what one writes, others take from registers.

Where loops go along lines of memory, and none needs what is far ahead, a unit is one vector
of each nest. In the middle of a run, where all of them do whole vectors, they are one loop.
What a nest writes is then a *stream* of vectors. Another one that reads it, some elements
behind, has these in registers: in the vector of the same round and in those of the rounds
before, which are carried on. What nobody else reads is not stored at all, but for what is
left when the loop ends.

At both ends, and between the chunks of threads, the nests take turns as in other runs, and
find in memory what they need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from functrace.compiler.indices.index import Affine
from functrace.compiler.plan.arrays import Buffer, Home
from functrace.compiler.plan.ends import Ends
from functrace.compiler.plan.footprints import only
from functrace.compiler.plan.lags import RunMember
from functrace.compiler.plan.nest import Nest, Segment, cut

_SHORTEST = 32  # rounds that are worth a loop of their own
_DEEPEST = 4  # vectors of one stream that are carried on
_MOST = 32  # vectors of all streams

_LINE = 64  # bytes of a cache line: vectors as wide as it are slow where they begin elsewhere

ROUND = 100
"""Additions for an element, with which a processor still works at several rounds at once:
that is what hides the latency of instructions, where vectors are of one register."""


class Stream(NamedTuple):
    """What a member writes to a buffer: in each round a vector.

    Attributes
    ----------
    member : int
        Its position in the run.
    buffer : Buffer
    at : int
        Of the first lane, if the middle began with unit 0: elements in the buffer.
    behind : int
        So many elements behind the first lane are read at most.
    stored : bool
        Whether vectors go to memory in each round.
    """

    member: int
    buffer: Buffer
    at: int
    behind: int
    stored: bool

    def depth(self, lanes: int) -> int:
        """Vectors of earlier rounds that are read."""
        return -(-self.behind // lanes)


class Reading(NamedTuple):
    """A vector that is read: of which stream, and how many elements behind."""

    stream: int
    behind: int


Place = tuple[int, Buffer, Affine]
"""A member, by its position, and what it reads."""


class Middle(NamedTuple):
    """Rounds of a run that are one loop.

    Attributes
    ----------
    lanes : int
        Of vectors, and iterations of a unit.
    begin, end : int
        Units: what lags does earlier ones.
    members : tuple of int
        Positions of those that take part.
    streams : tuple of Stream
    readings : dict of Place to Reading
        What is not read from memory.
    constant : frozenset of Buffer
        Those that are not written.
    """

    lanes: int
    begin: int
    end: int
    members: tuple[int, ...]
    streams: tuple[Stream, ...]
    readings: dict[Place, Reading]
    constant: frozenset[Buffer]


def lines(stages: Sequence[Any], lanes: int) -> tuple[list[Nest | None], int]:
    """Nests in vectors of one register, and how many lanes these have.

    None has, where registers are narrow: few of their loads are slow, there are few
    registers, and it takes several instructions to move lanes from one to another.

    Parameters
    ----------
    stages : sequence of Nest or Call
    lanes : int
        Doubles of four registers.

    Returns
    -------
    tuple
        A nest, or None, for each stage; lanes.
    """
    wide = 2 * lanes >= _LINE
    found = [stage if wide and _is_line(stage) else None for stage in stages]
    sizes = [b.dtype.itemsize for nest in found if nest for b in nest.buffers]
    width = 2 * lanes // max(sizes, default=8)
    return [nest and _narrow(nest, width) for nest in found], width


def _is_line(stage: Any) -> bool:
    """Whether it is a nest of one loop at most, of real numbers."""
    if not isinstance(stage, Nest) or len(stage.order) != len(stage.domain):
        return False
    plain = not (stage.guard or stage.accumulators or stage.group.serial)
    real = all(buffer.dtype.kind != "c" for buffer in stage.buffers)
    return plain and real and len(stage.order) <= 1


def _narrow(nest: Nest, lanes: int) -> Nest | None:
    """It in vectors of so many lanes; None if it has others."""
    if not nest.order:
        return nest
    n, main = nest.domain[0], nest.segments[0]
    if main.step % lanes or main.start % lanes or main.used != main.lanes:
        return None
    inside = range(n)
    if any(isinstance(item, Ends) for items in nest.levels for item in items):
        if main.stop - main.start <= main.step:  # one of those at the ends
            return None
        inside = range(main.start, main.stop)
    return nest._replace(segments=cut(n, inside, lanes))


def find_middle(
    members: Sequence[RunMember],
    units: int,
    stages: Sequence[Nest | None],
    homes: dict[Buffer, Home],
    lanes: int,
    needed: Callable[[Buffer], bool],
    *,
    ring: bool,
) -> Middle | None:
    """The middle of a run; None if it is short, or all that is written is stored.

    Parameters
    ----------
    members : sequence of RunMember
    units : int
        Of the run.
    stages : sequence of Nest or None
    homes : dict
        Where memory is.
    lanes : int
        Of vectors.
    needed : callable
        Whether later stages, which are not of the run, touch a buffer.
    ring : bool
        Whether ends meet: what lags does the last units when all others are done.
    """
    nests = [_nest_of(member, stages) for member in members]
    own = {k: found for k, m in enumerate(members) if (found := _main(m, lanes, units))}
    begin, end = _bounds(members, own)
    finder = _Finder(members, nests, lanes, [*own])
    begin, end = max(begin, finder.begin), min(end, finder.end)
    end = min(end, units) if ring else end
    if end - begin < _SHORTEST:
        return None
    aside = [nests[k] for k in range(len(members)) if k not in own]
    streams = finder.given(begin, end, aside, needed, homes)
    carried = sum(stream.depth(lanes) for stream in streams)
    if carried > _MOST or all(stream.stored for stream in streams):
        return None
    read = {buffer for nest in nests for buffer in nest.reads}
    written = {buffer for nest in nests for buffer in nest.writes}
    return Middle(
        *(lanes, begin, end, tuple(own), streams),
        *(finder.readings, frozenset(read - written)),
    )


def _nest_of(member: RunMember, stages: Sequence[Nest | None]) -> Nest:
    """What the member does of its nest; nothing, if it fills memory."""
    nest = stages[member.stage]
    assert nest is not None
    return only(nest, member.stores)


def _main(member: RunMember, lanes: int, units: int) -> Segment | None:
    """The whole vectors of a member, if it has them nearly everywhere."""
    main = member.segments[0]
    whole = main.lanes == main.step == member.unit == lanes
    long = 2 * (main.stop - main.start) > units * lanes
    return main if whole and long and not member.is_alone else None


def _bounds(members: Sequence[RunMember], own: dict[int, Segment]) -> tuple[int, int]:
    """The units between which all that are in it do whole vectors, and others nothing."""
    begin, end = 0, 1 << 60
    for k, main in own.items():
        member = members[k]
        before = member.base + member.lag
        begin = max(begin, before + main.start // member.unit)
        end = min(end, before + main.stop // member.unit)
    half = (begin + end) // 2
    for k, member in enumerate(members):
        if k not in own and member.base + member.lag < half:
            begin = max(begin, member.end + member.lag)
        elif k not in own:
            end = min(end, member.base + member.lag)
    return begin, end


class _Finder:
    """Finds the streams, and who reads them.

    Attributes
    ----------
    readings : dict of Place to Reading
    begin : int
        The first unit, so that all that is carried has been in the buffers.
    end : int
        Behind the last one, so that what is overwritten later is not to be stored.
    """

    def __init__(
        self,
        members: Sequence[RunMember],
        nests: Sequence[Nest],
        lanes: int,
        own: Sequence[int],
    ) -> None:
        self._lanes = lanes
        self._streams: list[Stream] = []
        self._last: dict[Buffer, int | None] = {}  # the stream so far; None: several
        self._memory: set[Buffer] = set()  # what is read from memory, too
        self.readings: dict[Place, Reading] = {}
        self.end = 1 << 60
        for k in own:
            member = members[k]
            self._before = (member.base + member.lag) * lanes
            if member.fill is not None:
                self._write(k, member.fill, (0, ((0, 1),)), member.length)
                continue
            for buffer, place in _reads(nests[k]):
                self._read(k, buffer, place)
            targets = [(x.root.view.buffer, x) for x in nests[k].stores]
            alone = {b for b, _ in targets if [x for x, _ in targets].count(b) == 1}
            for buffer, target in targets:
                plain = buffer in alone and target.root.is_plain
                place = target.place if plain else None
                self._write(k, buffer, place, member.length)

    @property
    def begin(self) -> int:
        lanes = self._lanes
        first = [x.depth(lanes) - x.at // lanes for x in self._streams]
        return max(first, default=0)

    def _read(self, member: int, buffer: Buffer, place: Affine | None) -> None:
        last = self._last.get(buffer)
        if last is None or place is None or place[1] != ((0, 1),):
            self._memory.add(buffer)
            return
        stream = self._streams[last]
        behind = stream.at - (place[0] - self._before)
        if not 0 <= behind <= _DEEPEST * self._lanes:
            self._memory.add(buffer)
            return
        self.readings[member, buffer, place] = Reading(last, behind)
        if behind > stream.behind:
            self._streams[last] = stream._replace(behind=behind)

    def _write(
        self, member: int, buffer: Buffer, place: Affine | None, length: int
    ) -> None:
        """Note a stream of so many elements in all."""
        if place is None or place[1] != ((0, 1),) or buffer.dtype.kind == "b":
            self._last[buffer] = None
            self._memory.add(buffer)
            return
        self._last[buffer] = len(self._streams)
        behind = place[0] + length
        for stream in self._streams:
            if stream.buffer is buffer:
                self.end = min(self.end, (behind - stream.at) // self._lanes)
        at = place[0] - self._before
        self._streams.append(Stream(member, buffer, at, 0, stored=True))

    def given(
        self,
        begin: int,
        end: int,
        aside: Iterable[Nest],
        needed: Callable[[Buffer], bool],
        homes: dict[Buffer, Home],
    ) -> tuple[Stream, ...]:
        """The streams; those that nobody needs in memory are not stored."""
        read = {buffer for _, buffer, _ in self.readings}
        wanted = self._memory | {
            buffer
            for buffer in self._last
            if buffer not in read or homes[buffer].place != "arena" or needed(buffer)
        }
        for nest in aside:
            for buffer, first, last in _extents(nest):
                for x in self._streams:
                    low = x.at + begin * self._lanes
                    high = x.at + end * self._lanes - x.behind
                    if x.buffer is buffer and first < high and low <= last:
                        wanted.add(buffer)
        return tuple([x._replace(stored=x.buffer in wanted) for x in self._streams])


def _reads(nest: Nest) -> Iterator[tuple[Buffer, Affine | None]]:
    """What an iteration reads; None stands for places that its index does not tell."""
    for items in nest.levels:
        for item in items:
            if item.is_placed and not item.is_address:
                place: Any = item
                ways = place.ways
                plain = ways is not None and all(way.place[1] for way in ways)
                yield place.buffer, place.place if plain else None
    written = [target.root.view.buffer for target in nest.stores]
    for target, buffer in zip(nest.stores, written, strict=True):
        if target.root.combines:  # what another one has added, too
            yield buffer, target.place if written.count(buffer) == 1 else None


def _extents(nest: Nest) -> Iterator[tuple[Buffer, int, int]]:
    """The first and the last element that loops read of each buffer, at most."""
    rounds = nest.domain[0] - 1 if nest.domain else 0
    for buffer, place in _reads(nest):
        if place is None:
            yield buffer, 0, buffer.size
            continue
        reach = sum(factor * rounds for _, factor in place[1])
        yield buffer, place[0] + min(reach, 0), place[0] + max(reach, 0)
