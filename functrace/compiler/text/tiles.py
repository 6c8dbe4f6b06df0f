"""Nests that run tile by tile: each a function of some iterations, and who calls them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import counted, when
from functrace.compiler.notation.memory import Access
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.footprints import only
from functrace.compiler.plan.lags import RunMember
from functrace.compiler.plan.nest import FILLED, Segment
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
                self._fill(member.fill, nest.fills[member.fill])
            else:
                self.nest = only(nest, member.stores)
                self.segments = nest.segments
                if member.one_by_one:
                    self.segments = (Segment(0, member.length, 0, 0),)
                self._level(0)
                self.nest = nest
        self.functions.append(b.lines)
        b.lines = []

    def _ends_of_part(self) -> tuple[Value, Value]:
        return Value(self.b, "%begin", "i64", 0), Value(self.b, "%end", "i64", 0)

    def _fill(self, buffer: Buffer, number: Any) -> None:
        full = buffer.size - buffer.size % FILLED
        self._between(
            0,
            full,
            lambda first, stop: self._fill_range(buffer, number, first, stop, FILLED),
        )
        if full < buffer.size:
            rest = Access(FILLED, buffer.size - full, 1)
            with self._where_begins(full):
                self._put(buffer, number, full, rest)

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
        self._tiles = tiles
        self._members = list(zip(tiles.members, names, strict=True))
        self.b = Builder()
        self.b.declarations.add(f"declare void @{PARALLEL}(ptr, ptr, i64)")
        chunk, gap = f"@{name}.chunk", f"@{name}.gap"
        self.functions = [self._shared(chunk, self._chunk)]
        if tiles.chunks > 1:
            self.functions.append(self._shared(gap, self._gap))
        b = self._begin()
        ContextWriter(b)
        self._run(b, chunk, tiles.chunks)
        if tiles.chunks > 1:
            self._run(b, gap, tiles.chunks - 1)
        if tiles.ring:
            self._close(b)
        head = f"void @{name}(ptr %inputs, ptr %outputs, ptr %arena) nounwind"
        self.functions.append(function(head, b.lines))

    def _begin(self) -> Builder:
        """A builder for another function."""
        b = Builder()
        b.declarations = self.b.declarations
        return b

    def _run(self, b: Builder, name: str, count: int) -> None:
        if count == 1:
            b.lines.append(f"call void {name}(ptr %context, i64 0)")
        else:
            b.lines.append(
                f"call void @{PARALLEL}(ptr {name}, ptr %context, i64 {count})"
            )

    def _shared(self, name: str, write: Callable[[Builder, Value], None]) -> str:
        b = self._begin()
        b.lines += given_in_context()
        write(b, Value(b, "%number", "i64", 0))
        return function(CHUNK.format(name), b.lines)

    def _chunk(self, b: Builder, number: Value) -> None:
        """The members' tiles in turn; each from where it is held to where it lags."""
        tiles = self._tiles
        start = number * tiles.chunk
        stop = start + tiles.chunk
        is_last = number == tiles.chunks - 1
        lags = max(member.lag for member in tiles.members)
        after = b.select(is_last, tiles.units + lags, stop)
        with counted(b, start.text, after.text, tiles.size, []) as loop:
            for member, name in self._members:
                lag, held = member.lag, member.held
                first, last = start + held, stop - lag
                if not tiles.ring:
                    first = b.select(number == 0, 0, first)
                last_end = tiles.units - lag if tiles.ring else _FAR
                last = b.select(is_last, last_end, last)
                begin = b.intrinsic("smax", first, loop.index - lag)
                end_of_tile = loop.index + (tiles.size - lag)
                end = b.intrinsic("smin", last, end_of_tile)
                self._call(b, member, name, begin, end)

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
                bounds = [b.constant(unit, "i64") for unit in part]
                self._call(b, member, name, *bounds)

    def _call(
        self, b: Builder, member: RunMember, name: str, first: Value, stop: Value
    ) -> None:
        """Have a member's iterations run that are in a range of units."""

        def iteration(unit: Value) -> str:
            found = (unit - member.base) * member.unit
            found = b.intrinsic("smin", found, member.length)
            return b.intrinsic("smax", found, 0).text

        bounds = f"i64 {iteration(first)}, i64 {iteration(stop)}"
        given = "ptr %inputs, ptr %outputs, ptr %arena"
        b.lines.append(f"call void @{name}({given}, {bounds})")
