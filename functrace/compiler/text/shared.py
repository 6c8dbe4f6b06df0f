"""Loop nests whose chunks threads share.

Such a nest is two functions: one of a chunk, and one of the whole, which has the chunks
run and combines partial results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import begin, branch
from functrace.compiler.notation.kinds import native_kind
from functrace.compiler.notation.memory import Access, advance, load, store
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.chunks import Chunks, chunks_of_fill
from functrace.compiler.plan.nest import Accumulator
from functrace.compiler.runtime.threads import PARALLEL
from functrace.compiler.text.loops import NestWriter, moved

CONTEXT = "{ptr, ptr, ptr, i64, i64}"
"""LLVM type of what chunks are given: inputs, outputs, arena, first chunk, distance."""

CHUNK = "void {}(ptr %context, i64 %number) nounwind"
"""The function of a chunk of this name."""

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


class SharedWriter(NestWriter):
    """Writes a nest that may consist of chunks.

    Parameters
    ----------
    name : str
        Of the function of a chunk.
    *args
        As of `NestWriter`.

    Attributes
    ----------
    functions : dict of str to list of str
        For the names of functions of chunks the code, where ``%chunk`` is the number.
    """

    def __init__(self, name: str, *args: Any) -> None:
        super().__init__(*args)
        self._inside = False  # of the loops of a chunk that has all lanes
        self._own: dict[Buffer, str] = {}
        self._name = name
        self._context: ContextWriter | None = None
        self.functions: dict[str, list[str]] = {}

    def write(self) -> None:
        """Emit the whole nest."""
        nest = self.nest
        fills = {**nest.sums, **nest.fills}
        if nest.chunks is None and not any(map(chunks_of_fill, fills)):
            super().write()
            return
        self.b.declarations.add(f"declare void @{PARALLEL}(ptr, ptr, i64)")
        self._context = ContextWriter(self.b)
        chunks = nest.chunks
        for buffer, number in fills.items():
            if chunks is None or buffer not in chunks.partials:
                self._fill(buffer, number)
        if chunks is None:
            self._level(0)
        else:
            self._run(self._write_chunk, chunks.rounds)
            self._combine_all(chunks)

    def _bounds(self, axis: int, start: int, stop: int) -> tuple[Value, str, int]:
        if (
            self._inside
            and self.nest.chunks is not None
            and axis == self.nest.chunks.axis
        ):
            return Value(self.b, "%begin", "i64", 0), "%end", self.nest.chunks.size
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
            self._begin_chunk(size, 0, full)
            self._fill_range(buffer, number, "%begin", "%end", lanes)

        self._run(chunk, [(0, 1, -(-full // size))])

    def _run(
        self, write: Callable[[], None], rounds: Sequence[tuple[int, int, int]]
    ) -> None:
        """Have chunks run, of which a function writes the code."""
        b, context = self.b, self._context
        assert context is not None
        name = f"{self._name}{len(self.functions)}"
        lines, block = b.lines, b.block
        b.lines = [_AT_ONCE] if len(rounds) == 1 else [*_IN_ROUNDS]
        b.block = "entry"
        write()
        self.functions[name] = b.lines
        b.lines, b.block = lines, block
        for first, distance, number in rounds:
            if len(rounds) > 1:
                context.set(3, f"i64 {first}")
                context.set(4, f"i64 {distance}")
            b.lines.append(
                f"call void @{PARALLEL}(ptr {name}, ptr %context, i64 {number})"
            )

    # -- a chunk -----------------------------------------------------------------------

    def _write_chunk(self) -> None:
        chunks, b, segments = self.nest.chunks, self.b, self.segments
        assert chunks is not None
        self._own = {buffer: self._part("%chunk", buffer) for buffer in chunks.partials}
        if chunks.rest:
            is_rest = b.emit(f"icmp eq i64 %chunk, {chunks.number}", "b1", 0)
            branch(b, is_rest, "rest", "whole")
            begin(b, "rest")
            self.segments = segments[1:]
            self._write_loops()
            b.lines.append("ret void")
            begin(b, "whole")
            self.segments = segments[:1]
        self._begin_chunk(chunks.size, chunks.start, chunks.stop)
        self._inside = True
        self._write_loops()
        self._inside = False
        self.segments, self._own = segments, {}

    def _begin_chunk(self, size: int, start: int, stop: int) -> None:
        """Where the loop begins and ends that is cut."""
        b = self.b
        b.lines += [
            f"%passed = mul nuw nsw i64 %chunk, {size}",
            f"%begin = add nuw nsw i64 %passed, {start}",
            f"%next = add nuw nsw i64 %begin, {size}",
            f"%end = call i64 @llvm.umin.i64(i64 %next, i64 {stop})",
        ]
        b.declarations.add("declare i64 @llvm.umin.i64(i64, i64)")

    def _write_loops(self) -> None:
        for buffer, number in self.nest.sums.items():
            if buffer in self._own:
                self._fill(buffer, number)
        self._level(0)

    def _part(self, chunk: str, buffer: Buffer) -> str:
        """Address of a chunk's partial results."""
        chunks, b = self.nest.chunks, self.b
        assert chunks is not None
        partial = chunks.partials[buffer]
        space = partial.nbytes // (chunks.number + chunks.rest)
        distance = b.emit(f"mul nuw nsw i64 {chunk}, {space}", "i64", 0)
        return advance(b, super().pointer(partial), "i8", distance.text)

    # -- partial results ---------------------------------------------------------------

    def _combine_all(self, chunks: Chunks) -> None:
        accumulators = {a.root.view.buffer: a for a in self.nest.accumulators}
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
                "0",
                str(full),
                lanes,
                [],
                lambda at: self._combine_at(a, at.text, access),
            )
        if full < buffer.size:
            rest = Access(lanes, buffer.size - full, 1)
            self._combine_at(a, full, rest)

    def _combine_at(self, a: Accumulator, place: str | int, access: Access) -> None:
        b, chunks, buffer = self.b, self.nest.chunks, a.root.view.buffer
        assert chunks is not None
        kind = native_kind(buffer.dtype)

        def part(start: str) -> Any:
            return load(b, moved(b, start, buffer, place), kind, access)

        def body(chunk: Value) -> None:
            found = part(self._part(chunk.text, buffer))
            self.parts[a][segment] = self._combine(a, self.parts[a][segment], found)

        segment = self.segments[0]
        self.parts[a] = {segment: part(self.pointer(chunks.partials[buffer]))}
        count = chunks.number + chunks.rest
        self._counted("1", str(count), 1, [a], body)
        target = moved(b, self.pointer(buffer), buffer, place)
        store(b, target, self.parts[a][segment], access)


def function(head: str, lines: Sequence[str]) -> str:
    """The text of a function that returns nothing."""
    return "\n".join([f"define internal {head} {{", "entry:", *lines, "ret void", "}"])


def given_in_context() -> list[str]:
    """Code for what chunks are given, besides which ones run at once."""
    return [
        line
        for k, field in enumerate(("inputs", "outputs", "arena"))
        for line in (
            f"%{field}.place = getelementptr {CONTEXT}, ptr %context, i32 0, i32 {k}",
            f"%{field} = load ptr, ptr %{field}.place",
        )
    ]


class ContextWriter:
    """What chunks are given, which is made where the function begins."""

    def __init__(self, b: Builder) -> None:
        self._b = b
        b.lines.append(f"%context = alloca {CONTEXT}")
        for k, name in enumerate(("inputs", "outputs", "arena")):
            self.set(k, f"ptr %{name}")

    def set(self, field: int, value: str) -> None:
        """Store a field."""
        place = self._b.add(
            f"getelementptr {CONTEXT}, ptr %context, i32 0, i32 {field}"
        )
        self._b.lines.append(f"store {value}, ptr {place}")
