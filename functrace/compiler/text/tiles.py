"""Nests that run tile by tile: each a function of some iterations, and who calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import counted, when
from functrace.compiler.notation.memory import Access
from functrace.compiler.plan.footprints import only
from functrace.compiler.plan.lags import RunMember
from functrace.compiler.plan.middle import Middle
from functrace.compiler.plan.tiles import Tiles
from functrace.compiler.runtime.threads import PARALLEL
from functrace.compiler.text.loops import NestWriter
from functrace.compiler.text.shared import (
    CHUNK,
    ContextWriter,
    function,
    given_in_context,
)

BOUNDS = "ptr %inputs, ptr %outputs, ptr %arena, i64 %begin, i64 %end"
"""What a function of some iterations is given."""

_FAR = 1 << 40  # units


class PartWriter(NestWriter):
    """Writes a nest as functions of some iterations of its outermost loop.

    Attributes
    ----------
    functions : list of list of str
        The code of each.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.functions: list[list[str]] = []

    def add(self, member: RunMember) -> None:
        """Write the function of a member."""
        b, nest = self.b, self.nest
        b.lines, b.block = [], "entry"
        self._values = [None] * len(self._values)  # those of another function
        begin, end = self._ends_of_part()
        with when(b, begin < end):
            if member.fill is not None:
                self._fill_parts(member, nest.fills[member.fill])
            else:
                self.nest = only(nest, member.stores)
                self.segments = member.segments
                self._level(0)
                self.nest = nest
        self.functions.append(b.lines)
        b.lines = []

    def _ends_of_part(self) -> tuple[Value, Value]:
        return Value(self.b, "%begin", "i64", 0), Value(self.b, "%end", "i64", 0)

    def _fill_parts(self, member: RunMember, number: Any) -> None:
        assert member.fill is not None
        given = member.fill, number
        for segment in member.segments:
            start, stop, lanes = segment.start, segment.stop, segment.lanes
            if stop - start > segment.step:
                self._between(
                    *(start, stop),
                    lambda a, z, lanes=lanes: self._fill_range(*given, a, z, lanes),
                )
                continue
            with self._where_begins(start):
                self._put(*given, start, Access(lanes, segment.used, 1))

    def _loop(self, depth: int, start: int, stop: int, step: int) -> None:
        if depth:
            super()._loop(depth, start, stop, step)
            return
        axis = self.nest.order[0]

        def body(counter: Value) -> None:
            self.counter[axis] = counter
            self._level(1)

        if stop - start <= step:
            with self._where_begins(start):
                body(self.b.constant(start, "i64"))
            return
        self._between(start, stop, lambda a, z: self._counted(a, z, step, [], body))

    def _where_begins(self, start: int) -> AbstractContextManager[None]:
        """Write code that runs in the part in which an iteration is."""
        begin, end = self._ends_of_part()
        return when(self.b, (begin <= start) & (end > start))

    def _between(
        self, start: int, stop: int, write: Callable[[str, str], None]
    ) -> None:
        """Write code for those iterations of a range that are in the part, if any are."""
        b = self.b
        begin, end = self._ends_of_part()
        first, last = b.intrinsic("smax", begin, start), b.intrinsic("smin", end, stop)
        with when(b, first < last):
            write(first.text, last.text)


class RunWriter:
    """Writes the functions that have a run's members take turns.

    Parameters
    ----------
    name : str
        Of the run.
    tiles : Tiles
    names : sequence of str
        Of the members' functions.

    Attributes
    ----------
    b : Builder
        With what the functions refer to.
    functions : list of str
    """

    def __init__(self, name: str, tiles: Tiles, names: Sequence[str]) -> None:
        self._name = name
        self._tiles = tiles
        self._members = list(zip(tiles.members, names, strict=True))
        self.b = Builder()
        self.functions: list[str] = []
        b = self._begin()
        if tiles.chunks == 1:
            self._write(b, self._whole())
        else:
            self._share(b)
        if tiles.ring:
            self._close(b)
        head = f"void @{name}(ptr %inputs, ptr %outputs, ptr %arena) nounwind"
        self.functions.append(function(head, b.lines))

    def _begin(self) -> Builder:
        """A builder for another function."""
        b = Builder()
        b.declarations = self.b.declarations
        return b

    def _share(self, b: Builder) -> None:
        """Have threads run the chunks, then what is between them."""
        self.b.declarations.add(f"declare void @{PARALLEL}(ptr, ptr, i64)")
        ContextWriter(b)
        between = self._tiles.chunks - 1
        ways = ("chunk", self._chunk, between + 1), ("gap", self._gap, between)
        for way, write, count in ways:
            name = f"@{self._name}.{way}"
            self.functions.append(self._shared(name, write))
            given = f"ptr {name}, ptr %context, i64 {count}"
            b.lines.append(f"call void @{PARALLEL}({given})")

    def _shared(self, name: str, write: Callable[[Builder, Value], None]) -> str:
        b = self._begin()
        b.lines += given_in_context()
        write(b, Value(b, "%number", "i64", 0))
        return function(CHUNK.format(name), b.lines)

    def _whole(self) -> _Chunk:
        """The only chunk."""
        tiles = self._tiles
        held, lags = self._most
        if tiles.ring:
            spans = [(m.held, tiles.units - m.lag) for m, _ in self._members]
        else:
            spans = [(0, _FAR)] * len(self._members)
        ready = held if tiles.ring else 0
        return _Chunk(0, tiles.units + lags, ready, spans)

    def _chunk(self, b: Builder, number: Value) -> None:
        """One of several: members begin where they are held, and end where they lag."""
        tiles = self._tiles
        start = number * tiles.chunk
        stop = start + tiles.chunk
        is_last = number == tiles.chunks - 1
        spans: list[tuple[Value, Value]] = []
        for member, _ in self._members:
            first, last = start + member.held, stop - member.lag
            if not tiles.ring:
                first = b.select(number == 0, 0, first)
            last_end = tiles.units - member.lag if tiles.ring else _FAR
            spans.append((first, b.select(is_last, last_end, last)))
        held, lags = self._most
        after = b.select(is_last, tiles.units + lags, stop)
        self._write(b, _Chunk(start, after, start + held, spans))

    @property
    def _most(self) -> tuple[int, int]:
        """Units after which all members have begun; those that one lags at most."""
        members = self._tiles.members
        return max(m.lag + m.held for m in members), max(m.lag for m in members)

    def _write(self, b: Builder, chunk: _Chunk) -> None:
        """The members' tiles in turn."""
        tiles = self._tiles
        if tiles.middle is not None:
            self._around_middle(b, chunk, tiles.middle)
            return
        start, after = (_text(x) for x in (chunk.start, chunk.after))
        with counted(b, start, after, tiles.size, []) as loop:
            self._turns(b, chunk, loop.index, loop.index + tiles.size)

    def _around_middle(self, b: Builder, chunk: _Chunk, middle: Middle) -> None:
        """The middle as one loop; before and after it turns."""
        start, after = chunk.start, chunk.after
        begin = _least(b, _most(b, chunk.ready, middle.begin), after)
        end = _most(b, _least(b, middle.end, after), begin)
        name = f"{self._name}.middle"
        if isinstance(begin, int):
            self._turns(b, chunk, start, begin)
            self._run_units(b, name, begin, end)
            self._turns(b, chunk, end, after)
            return
        with counted(b, "0", "2", 1, []) as loop:
            first = loop.index == 0
            turn = b.select(first, start, end), b.select(first, begin, after)
            self._turns(b, chunk, *turn)
            with when(b, first & (begin < end)):
                self._run_units(b, name, begin, end)

    def _turns(self, b: Builder, chunk: _Chunk, begin: UnitAt, end: UnitAt) -> None:
        """A tile of each member."""
        for (member, name), span in zip(self._members, chunk.spans, strict=True):
            first = _most(b, span[0], begin - member.lag)
            self._call(b, member, name, first, _least(b, span[1], end - member.lag))

    def _gap(self, b: Builder, number: Value) -> None:
        """What is between a chunk and the next."""
        border = (number + 1) * self._tiles.chunk
        for member, name in self._members:
            self._call(b, member, name, border - member.lag, border + member.held)

    def _close(self, b: Builder) -> None:
        """What is between the last chunk and the first."""
        units = self._tiles.units
        for member, name in self._members:
            for part in ((units - member.lag, units), (0, member.held)):
                self._call(b, member, name, *part)

    def _call(
        self, b: Builder, member: RunMember, name: str, first: UnitAt, stop: UnitAt
    ) -> None:
        """Have a member's iterations run that are in a range of units."""
        bounds = [
            _most(b, _least(b, (unit - member.base) * member.unit, member.length), 0)
            for unit in (first, stop)
        ]
        self._run_units(b, name, *bounds)

    def _run_units(self, b: Builder, name: str, begin: UnitAt, end: UnitAt) -> None:
        """Call a function of so many iterations, or units, if there are any."""
        if isinstance(begin, int) and isinstance(end, int) and begin >= end:
            return
        given = "ptr %inputs, ptr %outputs, ptr %arena"
        bounds = f"i64 {_text(begin)}, i64 {_text(end)}"
        b.lines.append(f"call void @{name}({given}, {bounds})")


UnitAt = Value | int
"""A unit of a run: a number where it is known."""


class _Chunk(NamedTuple):
    """What is done of a run at once.

    Attributes
    ----------
    start, after : UnitAt
        As the first members count.
    ready : UnitAt
        When all have begun.
    spans : sequence of (UnitAt, UnitAt)
        The first unit of each member, and that behind the last.
    """

    start: UnitAt
    after: UnitAt
    ready: UnitAt
    spans: Sequence[tuple[UnitAt, UnitAt]]


def _text(unit: UnitAt) -> str:
    return str(unit) if isinstance(unit, int) else unit.text


def _most(b: Builder, x: Any, y: Any) -> Any:
    known = isinstance(x, int) and isinstance(y, int)
    return max(x, y) if known else b.intrinsic("smax", x, y)


def _least(b: Builder, x: Any, y: Any) -> Any:
    known = isinstance(x, int) and isinstance(y, int)
    return min(x, y) if known else b.intrinsic("smin", x, y)
