"""Loop nests whose chunks threads share.

Such a nest is two functions: one of a chunk, and one of the whole, which has the chunks
run and combines partial results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from functrace.compiler.arrays import Buffer
from functrace.compiler.builder import Builder, Value, native_kind
from functrace.compiler.chunks import Chunks, chunks_of_fill, find_chunks
from functrace.compiler.loops import Nest, moved
from functrace.compiler.memory import Access, advance, load, store
from functrace.compiler.threads import PARALLEL
from functrace.compiler.writers import Accumulator

CONTEXT = "{ptr, ptr, ptr, i64, i64}"
"""LLVM type of what chunks are given: inputs, outputs, arena, first chunk, distance."""

_AT_ONCE = "%chunk = add i64 %number, 0"
_IN_ROUNDS = (
    f"%first.place = getelementptr {CONTEXT}, ptr %context, i32 0, i32 3",
    "%first = load i64, ptr %first.place",
    f"%distance.place = getelementptr {CONTEXT}, ptr %context, i32 0, i32 4",
    "%distance = load i64, ptr %distance.place",
    "%steps = mul nuw nsw i64 %number, %distance",
    "%chunk = add nuw nsw i64 %first, %steps",
)
_LANES = 16  # of partial results that are combined at once


class SharedNest(Nest):
    """A nest that may consist of chunks.

    Parameters
    ----------
    name : str
        Of the function of a chunk.
    *args
        As of `Nest`.

    Attributes
    ----------
    chunks : Chunks or None
        None: its loops are not shared.
    functions : dict of str to list of str
        For the names of functions of chunks the code, where ``%chunk`` is the number.
    """

    def __init__(self, name: str, *args: Any) -> None:
        self._inside = False  # of the loops of a chunk that has all lanes
        self._own: dict[Buffer, str] = {}
        super().__init__(*args)
        self._name = name
        self._context: _Context | None = None
        self.chunks = find_chunks(self)
        self.functions: dict[str, list[str]] = {}

    def write(self) -> None:
        """Emit the whole nest."""
        fills = {**self._sums, **dict(self.group.fills)}
        if self.chunks is None and not any(map(chunks_of_fill, fills)):
            super().write()
            return
        self.b.declarations.add(f"declare void @{PARALLEL}(ptr, ptr, i64)")
        self._context = _Context(self.b)
        chunks = self.chunks
        for buffer, number in fills.items():
            if chunks is None or buffer not in chunks.partials:
                self._fill(buffer, number)
        if chunks is None:
            self._level(0)
        else:
            self._run(self._write_chunk, chunks.rounds)
            self._combine_all(chunks)

    def _bounds(self, axis: int, start: int, stop: int) -> tuple[Value, str, int]:
        if self._inside and self.chunks is not None and axis == self.chunks.axis:
            return Value(self.b, "%begin", "i64", 0), "%end", self.chunks.size
        return super()._bounds(axis, start, stop)

    def pointer(self, buffer: Buffer) -> str:
        """The address of a buffer; in a chunk, of its own part of partial results."""
        return self._own.get(buffer) or super().pointer(buffer)

    def _fill_vectors(self, buffer: Buffer, number: Any, full: int, lanes: int) -> None:
        count = chunks_of_fill(buffer)
        if self._own or not count:  # a chunk fills what is its own
            super()._fill_vectors(buffer, number, full, lanes)
            return
        size = -(-full // (count * lanes)) * lanes

        def chunk() -> None:
            self._begin_chunk(size, full)
            self._fill_range(buffer, number, "%begin", "%end", lanes)

        self._run(chunk, [(0, 1, -(-full // size))])

    def _run(
        self, write: Callable[[], None], rounds: Sequence[tuple[int, int, int]]
    ) -> None:
        """Have chunks run, of which a function writes the code."""
        b, context = self.b, self._context
        assert context is not None
        name = f"{self._name}{len(self.functions)}"
        lines, block = b.lines, self._block
        b.lines, self._block = (
            [_AT_ONCE] if len(rounds) == 1 else [*_IN_ROUNDS],
            "entry",
        )
        write()
        self.functions[name] = b.lines
        b.lines, self._block = lines, block
        for first, distance, number in rounds:
            if len(rounds) > 1:
                context.set(3, f"i64 {first}")
                context.set(4, f"i64 {distance}")
            b.lines.append(
                f"call void @{PARALLEL}(ptr {name}, ptr %context, i64 {number})"
            )

    # -- a chunk -----------------------------------------------------------------------

    def _write_chunk(self) -> None:
        chunks, b, segments = self.chunks, self.b, self.segments
        assert chunks is not None
        self._own = {buffer: self._part("%chunk", buffer) for buffer in chunks.partials}
        if chunks.rest:
            b.lines += [
                f"%is.rest = icmp eq i64 %chunk, {chunks.number}",
                "br i1 %is.rest, label %rest, label %whole",
                "rest:",
            ]
            self.segments, self._block = segments[1:], "rest"
            self._write_loops()
            b.lines += ["ret void", "whole:"]
            self.segments, self._block = segments[:1], "whole"
        self._begin_chunk(chunks.size, chunks.stop)
        self._inside = True
        self._write_loops()
        self._inside = False
        self.segments, self._own = segments, {}

    def _begin_chunk(self, size: int, stop: int) -> None:
        """Where the loop begins and ends that is cut."""
        b = self.b
        b.lines += [
            f"%begin = mul nuw nsw i64 %chunk, {size}",
            f"%next = add nuw nsw i64 %begin, {size}",
            f"%end = call i64 @llvm.umin.i64(i64 %next, i64 {stop})",
        ]
        b.declarations.add("declare i64 @llvm.umin.i64(i64, i64)")

    def _write_loops(self) -> None:
        for buffer, number in self._sums.items():
            if buffer in self._own:
                self._fill(buffer, number)
        self._level(0)

    def _part(self, chunk: str, buffer: Buffer) -> str:
        """Address of a chunk's partial results."""
        chunks, b = self.chunks, self.b
        assert chunks is not None
        partial = chunks.partials[buffer]
        space = partial.nbytes // (chunks.number + chunks.rest)
        distance = b.emit(f"mul nuw nsw i64 {chunk}, {space}", "i64", 0)
        return advance(b, super().pointer(partial), "i8", distance.text)

    # -- partial results ---------------------------------------------------------------

    def _combine_all(self, chunks: Chunks) -> None:
        accumulators = {a.root.view.buffer: a for a in self.accumulators}
        for buffer, a in accumulators.items():
            if buffer in chunks.partials:
                self._combine_parts(a)

    def _combine_parts(self, a: Accumulator) -> None:
        """Combine the chunks' partial results of a reduction, in order."""
        buffer = a.root.view.buffer
        if buffer.size == 1:
            self._combine_at(a, 0, Access(0, 0, 0))
            return
        lanes = _LANES
        while lanes > 2 and lanes // 2 >= buffer.size:
            lanes //= 2
        full = buffer.size - buffer.size % lanes
        access = Access(lanes, lanes, 1)
        if full:
            self._counted(
                "0", str(full), lanes, [], lambda at: self._combine_at(a, at, access)
            )
        if full < buffer.size:
            rest = Access(lanes, buffer.size - full, 1)
            self._combine_at(a, full, rest)

    def _combine_at(self, a: Accumulator, place: str | int, access: Access) -> None:
        b, chunks, buffer = self.b, self.chunks, a.root.view.buffer
        assert chunks is not None
        kind = native_kind(buffer.dtype)

        def part(start: str) -> Any:
            return load(b, moved(b, start, buffer, place), kind, access)

        def body(chunk: str) -> None:
            found = part(self._part(chunk, buffer))
            a.parts[segment] = self._combine(a, a.parts[segment], found)

        segment = self.segments[0]
        a.parts = {segment: part(self.pointer(chunks.partials[buffer]))}
        count = chunks.number + chunks.rest
        self._counted("1", str(count), 1, [a], body)
        target = moved(b, self.pointer(buffer), buffer, place)
        store(b, target, a.parts[segment], access)


class _Context:
    """What chunks are given, which is made where the function begins."""

    def __init__(self, b: Builder) -> None:
        self._b = b
        b.lines.append(f"%context = alloca {CONTEXT}")
        for k, name in enumerate(("inputs", "outputs", "arena")):
            self.set(k, f"ptr %{name}")

    def set(self, field: int, value: str) -> None:
        """Store a field."""
        place = self._b.fresh()
        self._b.lines += [
            f"{place} = getelementptr {CONTEXT}, ptr %context, i32 0, i32 {field}",
            f"store {value}, ptr {place}",
        ]
