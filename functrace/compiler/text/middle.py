"""The middle of a run as one loop: vectors of streams go from nest to nest in registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.contraction import contracted
from functrace.compiler.notation.flow import counted
from functrace.compiler.notation.kinds import bits_of, native_kind
from functrace.compiler.notation.memory import Access, load, permute, store
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.footprints import only
from functrace.compiler.plan.lags import RunMember
from functrace.compiler.plan.middle import Middle, Reading, Stream
from functrace.compiler.plan.nest import Destination, Nest, Segment
from functrace.compiler.plan.tiles import Tiles
from functrace.compiler.text.loops import NestWriter, moved

_ROUND = "round:"  # begins the block of rounds


class MiddleWriter:
    """Writes the function of some units of a run, all of which are in its middle.

    What each member computes has the same bits as where it is alone.

    Parameters
    ----------
    builder : Builder
    run : Tiles
    nests : sequence of Nest
        Of each member.

    Attributes
    ----------
    pointers : dict of Buffer to str
        As of a `NestWriter`.
    """

    def __init__(self, builder: Builder, run: Tiles, nests: Sequence[Nest]) -> None:
        assert run.middle is not None
        self.b = builder
        self.middle: Middle = run.middle
        self.pointers: dict[Buffer, str] = {}
        self._rounds: list[list[Value]] = []  # of each stream, the last one first
        self._known: dict[Any, Value] = {}
        self._current: dict[tuple[int, Buffer], int] = {}
        for k, stream in enumerate(self.middle.streams):
            self._current[stream.member, stream.buffer] = k
        self._writers = [
            _MemberWriter(self, k, run.members[k], nests[k])
            for k in self.middle.members
        ]
        self._write()

    def _write(self) -> None:
        b, lanes = self.b, self.middle.lanes
        begin, end = (Value(b, f"%{x}", "i64", 0) * lanes for x in ("begin", "end"))
        common = [self._lines_of(writer.prepare) for writer in self._writers]
        rounds: list[list[str]] = []
        depths = [stream.depth(lanes) for stream in self.middle.streams]
        before = [
            self._load(stream, begin, back)
            for stream, depth in zip(self.middle.streams, depths, strict=True)
            for back in range(1, depth + 1)
        ]
        with counted(b, begin.text, end.text, lanes, before) as loop:
            given = iter(loop.values)
            self._rounds = [[next(given) for _ in range(n)] for n in depths]
            self._known = {}  # what was read in the round before
            for writer in self._writers:
                span = self._lines_of(lambda writer=writer: writer.round(loop.index))
                rounds.append(b.lines[span])
                b.lines[span] = self._contracted(rounds[-1])
            loop.values = [
                value
                for values, n in zip(self._rounds, depths, strict=True)
                for value in values[:n]
            ]
        given = iter(loop.values)
        for stream, depth in zip(self.middle.streams, depths, strict=True):
            values = [next(given) for _ in range(depth)]
            if not stream.stored:
                self._store_rest(stream, end, values)
        for span, others in reversed([*zip(common, rounds, strict=True)]):
            found = self._contracted([*b.lines[span], _ROUND, *others])
            b.lines[span] = found[: found.index(_ROUND)]

    def _lines_of(self, write: Callable[[], None]) -> slice:
        """Where the lines are that are written."""
        start = len(self.b.lines)
        write()
        return slice(start, len(self.b.lines))

    def _contracted(self, lines: list[str]) -> list[str]:
        return contracted(lines, self.b.declarations, fused=self.b.fused)

    def _access(self) -> Access:
        return Access(self.middle.lanes, self.middle.lanes, 1)

    def pointer(self, buffer: Buffer) -> str:
        """As of a `NestWriter`."""
        return self._writers[0].pointer(buffer)

    def _load(self, stream: Stream, begin: Value, back: int) -> Value:
        """The vector of a round before the first one."""
        place = begin + (stream.at - back * self.middle.lanes)
        pointer = moved(self.b, self.pointer(stream.buffer), stream.buffer, place.text)
        kind = native_kind(stream.buffer.dtype)
        return self._bits(load(self.b, pointer, kind, self._access()))

    def _bits(self, value: Value) -> Value:
        """As integers, whose lanes LLVM moves along by faster instructions for x86."""
        return self.b.bitcast(value, f"i{bits_of(value.kind)}")

    def _store_rest(self, stream: Stream, end: Value, values: list[Value]) -> None:
        """Store what is still to be read: no more, others may be in its memory."""
        b, lanes, rest = self.b, self.middle.lanes, stream.behind
        for back, value in enumerate(values, 1):
            used = min(lanes, rest)
            rest -= used
            part = permute(b, value, range(lanes - used, lanes))
            place = end + (stream.at - (back - 1) * lanes - used)
            pointer = moved(b, self.pointer(stream.buffer), stream.buffer, place.text)
            store(b, pointer, part, Access(used, used, 1))

    # -- what members do -----------------------------------------------------------------

    def read(self, reading: Reading) -> Value:
        """A vector of a stream, some elements behind."""
        value = self._known.get(reading)
        if value is None:
            lanes, found = self.middle.lanes, self._rounds[reading.stream]
            back, rest = divmod(reading.behind, lanes)
            value = found[back]
            if rest:
                order = range(lanes - rest, 2 * lanes - rest)
                value = permute(self.b, found[back + 1], order, value)
            kind = native_kind(self.middle.streams[reading.stream].buffer.dtype)
            value = self._known[reading] = self.b.bitcast(value, kind)
        return value

    def load(self, buffer: Buffer, at: int, make: Any) -> Value:
        """A vector of a buffer that does not change, read once in a round."""
        value = self._known.get((buffer, at))
        if value is None:
            value = self._known[buffer, at] = make()
        return value

    def write(self, member: int, buffer: Buffer, value: Value) -> tuple[Value, bool]:
        """A member's vector, for those that read it; whether it is to be stored."""
        k = self._current.get((member, buffer))
        if k is None:
            return value, True
        value = self.b.splat(value, self.middle.lanes)
        self._rounds[k].insert(0, self._bits(value))
        return value, self.middle.streams[k].stored


class _MemberWriter(NestWriter):
    """Writes what a member does in a round."""

    def __init__(
        self, whole: MiddleWriter, number: int, member: RunMember, nest: Nest
    ) -> None:
        super().__init__(whole.b, nest)
        lanes = whole.middle.lanes
        self.nest = only(nest, member.stores)
        self.segment = Segment(0, member.length, lanes, lanes)
        self.pointers = whole.pointers
        self._whole = whole
        self._number = number
        self._filled = member.fill
        self._before = (member.base + member.lag) * lanes

    def prepare(self) -> None:
        """Write what all rounds have in common."""
        if self._filled is None:
            self._emit(self.nest.levels[0])

    def round(self, index: Value) -> None:
        """Write a round; the index is that of its first lane in unit 0."""
        at = index - self._before if self._before else index
        buffer = self._filled
        if buffer is None:
            self.counter[0] = at
            self._level(1)
            return
        number = self.b.constant(self.nest.fills[buffer], native_kind(buffer.dtype))
        value, stored = self._whole.write(self._number, buffer, number)
        if stored:
            pointer = moved(self.b, self.pointer(buffer), buffer, at.text)
            lanes = self._whole.middle.lanes
            store(self.b, pointer, value, Access(lanes, lanes, 1))

    def load(
        self,
        pointer: str,
        buffer: Buffer,
        place: Affine,
        *,
        apart: Sequence[int] = (),
        inside: Value | None = None,
    ) -> Any:
        """The vector at a place: of a stream, or of memory."""

        def from_memory() -> Any:
            return super(_MemberWriter, self).load(
                pointer, buffer, place, apart=apart, inside=inside
            )

        if place[1] != ((0, 1),) or apart or inside is not None:
            return from_memory()
        whole = self._whole
        reading = whole.middle.readings.get((self._number, buffer, place))
        if reading is not None:
            return whole.read(reading)
        if buffer in whole.middle.constant:
            return whole.load(buffer, place[0] - self._before, from_memory)
        return from_memory()

    def store(self, target: Destination, address: str, value: Any) -> None:
        buffer = target.root.view.buffer
        value, stored = self._whole.write(self._number, buffer, value)
        if stored:
            super().store(target, address, value)
