"""The text of loop nests over explicit vectors: what `nest` has decided, written down."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Any

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import UNLIKELY, counted, proceed, when
from functrace.compiler.notation.kinds import native_kind
from functrace.compiler.notation.memory import (
    Access,
    Exists,
    advance,
    constants,
    each,
    element,
    lane_mask,
    load,
    load_named,
    permute,
    reals,
    store,
)
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.axes import along, bits_of
from functrace.compiler.plan.inside import Inside
from functrace.compiler.plan.items import Item, LoadAt, stepped
from functrace.compiler.plan.nest import (
    FILLED,
    WHOLE,
    Accumulator,
    Destination,
    Nest,
    RowVectors,
    Segment,
)
from functrace.compiler.text.rows import access, columns_of, rows_of, spread

_FLUSH = 64  # vectors added up before their sum goes to a second accumulator
_LONG = 1500  # numbers without a loop, whose code is not optimised in any case
_BLOCK = 500  # of these, as at each call LLVM looks through all that a block computed


class NestWriter:
    """Writes the loops of a group.

    Parameters
    ----------
    builder : Builder
    nest : Nest

    Attributes
    ----------
    b : Builder
    pointers : dict of Buffer to str
        The names of the buffers' addresses, which the function is to know.
    counter : dict of int to Value
        Where the loops are, by axes.
    segment : Segment
        The part of the vector loop that is being written.
    parts : dict
        Partial results of each accumulator, by segments.
    """

    def __init__(self, builder: Builder, nest: Nest) -> None:
        self.b = builder
        self.nest = nest
        self.pointers: dict[Buffer, str] = {}
        self.counter: dict[int, Value] = {}
        self.segment = WHOLE
        self.segments = nest.segments
        self.parts: dict[Accumulator, dict[Segment, Any]] = {}
        self._values: list[Any] = [None] * sum(map(len, nest.levels))
        outer = itertools.chain.from_iterable(nest.levels[: nest.vector + 1])
        self._ends = [item for item in outer if type(item) is Inside]

    # -- writing -------------------------------------------------------------------------

    def write(self) -> None:
        """Emit the whole nest."""
        for buffer, number in {**self.nest.sums, **self.nest.fills}.items():
            self._fill(buffer, number)
        self._level(0)

    def _fill(self, buffer: Buffer, number: Any) -> None:
        size, lanes = buffer.size, FILLED
        while lanes > 2 and lanes // 2 >= size:
            lanes //= 2
        full = size - size % lanes
        if full:
            self._fill_vectors(buffer, number, full, lanes)
        if full < size:
            self._put(buffer, number, full, Access(lanes, size - full, 1))

    def _fill_vectors(self, buffer: Buffer, number: Any, full: int, lanes: int) -> None:
        self._fill_range(buffer, number, "0", str(full), lanes)

    def _fill_range(
        self, buffer: Buffer, number: Any, start: str, stop: str, lanes: int
    ) -> None:
        access = Access(lanes, lanes, 1)
        self._counted(
            start,
            stop,
            lanes,
            [],
            lambda at: self._put(buffer, number, at.text, access),
        )

    def _put(
        self, buffer: Buffer, number: Any, place: str | int, access: Access
    ) -> None:
        """Store a number in so many elements."""
        b, kind = self.b, native_kind(buffer.dtype)
        start, value = self.pointer(buffer), b.any_constant(number, kind)
        store(b, moved(b, start, buffer, place), value, access)

    def _level(self, depth: int) -> None:
        """What is inside `depth` loops."""
        nest, items = self.nest, self.nest.levels[depth]
        if nest.order or len(items) <= _LONG:
            self._emit(items)
        else:
            self._emit_blocks(items)
        guard = nest.guard
        if guard is None or depth != guard.depth:
            self._enter(depth)
            return
        flag = self.b.convert(self._value(guard.condition.item), "b1")
        with when(self.b, flag if guard.condition.keep else ~flag, UNLIKELY):
            self._enter(depth)

    def _emit_blocks(self, items: Sequence[Item]) -> None:
        for start in range(0, len(items), _BLOCK):
            if start:
                proceed(self.b, self.b.fresh()[1:])
            self._emit(items[start : start + _BLOCK])

    def _emit(self, items: Sequence[Item]) -> None:
        values = self._values
        for item in items:
            given: list[Any] = []
            for operand in item.operands:  # many: a comprehension takes longer
                given.append(values[operand.number])  # noqa: PERF401
            values[item.number] = item.emit(self, *given)

    def _enter(self, depth: int) -> None:
        """The loops in which items of that depth are, and what is combined over them."""
        nest = self.nest
        starting = [a for a in nest.accumulators if a.depth == depth]
        for a in starting:
            inside = self.segments if a.across else [self.segment]
            self.parts[a] = {s: self._identity(a, s) for s in inside}
        if depth == len(nest.order):
            self._innermost()
        elif depth == nest.vector:
            self._rows(depth)
        else:
            self._loop(depth, 0, nest.domain[nest.order[depth]], 1)
        for a in starting:
            self._finish(a)

    def _rows(self, depth: int) -> None:
        """The vector loop; another one for rows that are inside of all that has ends."""
        known = [x for x in self._ends if self._value(x) is not None]
        if not known or self.nest.accumulators:
            self._segments(depth)
            return
        flags = [self._value(x) for x in known]
        inside = functools.reduce(operator.and_, flags)
        with when(self.b, ~inside, UNLIKELY):
            self._segments(depth)
        with when(self.b, inside):
            for item in known:
                self._values[item.number] = None
            self._segments(depth)
        for item, flag in zip(known, flags, strict=True):
            self._values[item.number] = flag

    def _segments(self, depth: int) -> None:
        for segment in self.segments:
            self.segment = segment
            self._loop(depth, segment.start, segment.stop, segment.step)
        self.segment = WHOLE

    def _innermost(self) -> None:
        for a in self.nest.accumulators:
            self._accumulate(a)
        for target in self.nest.stores:
            buffer, address = target.root.view.buffer, self._value(target.address)
            kind = native_kind(buffer.dtype)
            value, *others = [
                self.b.convert(self._value(item), kind) for item in target.items
            ]
            for other in others:
                value = value + other
            if target.root.combines:
                value = self.load(address, buffer, target.place) + value
            self.store(target, address, value)

    def store(self, target: Destination, address: str, value: Any) -> None:
        """Write a root's element to memory, or a vector of them."""
        store(self.b, address, value, self._access(target.place))

    def _value(self, item: Item) -> Any:
        return self._values[item.number]

    def _loop(self, depth: int, start: int, stop: int, step: int) -> None:
        """A counted loop; none at all if it would run once."""
        axis = self.nest.order[depth]
        first, end, length = self._bounds(axis, start, stop)
        count = -(-length // step)
        running = [a for a in self.nest.accumulators if a.depth <= depth]
        if count == 1:
            self.counter[axis] = first
            self._level(depth + 1)
            return

        def body(counter: Value) -> None:
            self.counter[axis] = counter
            self._level(depth + 1)

        if depth == len(self.nest.order) - 1 and count >= 2 * _FLUSH and running:
            self._flushed(first.text, end, step, running, body)
        else:
            self._counted(first.text, end, step, running, body)

    def _bounds(self, axis: int, start: int, stop: int) -> tuple[Value, str, int]:
        """Where the loop over an axis begins and ends, and its length at most."""
        del axis
        return self.b.constant(start, "i64"), str(stop), stop - start

    def _flushed(
        self,
        start: str,
        stop: str,
        step: int,
        running: list[Accumulator],
        body: Callable[[Value], None],
    ) -> None:
        """Two loops, so that partial sums stay small, and their rounding errors."""
        b, chunk = self.b, _FLUSH * step

        def chunk_body(counter: Value) -> None:
            end = b.emit(f"add nuw nsw i64 {counter.text}, {chunk}", "i64", 0)
            last = b.intrinsic("umin", end, Value(b, stop, "i64", 0))
            outer = [dict(self.parts[a]) for a in running]
            for a in running:
                self.parts[a][self._key(a)] = self._identity(a, self._key(a))
            self._counted(counter.text, last.text, step, running, body)
            for a, before in zip(running, outer, strict=True):
                key = self._key(a)
                total = self._combine(a, before[key], self.parts[a][key])
                self.parts[a] = before | {key: total}

        self._counted(start, stop, chunk, running, chunk_body)

    def _counted(
        self,
        start: str,
        stop: str,
        step: int,
        running: list[Accumulator],
        body: Callable[[Value], None],
    ) -> None:
        """A loop whose variables are the counter and the parts of accumulators."""
        carried = [(a, key) for a in running for key in self.parts[a]]
        first = [self.parts[a][key] for a, key in carried]
        with counted(self.b, start, stop, step, first) as loop:
            for (a, key), variable in zip(carried, loop.values, strict=True):
                self.parts[a][key] = variable
            body(loop.index)
            loop.values = [self.parts[a][key] for a, key in carried]

    # -- reductions ----------------------------------------------------------------------

    def _key(self, a: Accumulator) -> Segment:
        """The segment whose part this iteration adds to."""
        return self.segment if a.across else next(iter(self.parts[a]))

    def _identity(self, a: Accumulator, segment: Segment) -> Any:
        b, dtype = self.b, a.root.dtype
        kind = native_kind(dtype)
        number = a.root.reduction.identity(dtype)
        constant = b.any_constant(number, kind)
        return each(constant, lambda v: b.splat(v, segment.lanes))

    def _combine(self, a: Accumulator, x: Any, y: Any) -> Any:
        return a.root.reduction.combine(self.b, x, y)

    def _accumulate(self, a: Accumulator) -> None:
        segment = self._key(a)
        for item in a.items:
            value = self._element(a, item, segment)
            self.parts[a][segment] = self._combine(a, self.parts[a][segment], value)

    def _element(self, a: Accumulator, item: Item, segment: Segment) -> Any:
        """What is combined with the result so far; nothing in lanes that do not exist."""
        b = self.b
        kind = native_kind(a.root.dtype)
        value = a.root.reduction.operand(b, self._value(item), kind)
        value = each(value, lambda v: b.splat(v, segment.lanes))
        if a.across and segment.lanes and segment.used != self._full(segment):
            exists = lane_mask(segment.used, segment.lanes)
            mask = Value(b, exists, "b1", segment.lanes)
            value = b.select(mask, value, self._identity(a, segment))
        return value

    def _full(self, segment: Segment) -> int:
        """Lanes that exist wherever a vector is whole."""
        rows = self.nest.rows
        return segment.lanes if rows is None else rows.size

    def _finish(self, a: Accumulator) -> None:
        """Bring the parts together; write the result, or combine it with memory."""
        if self.nest.rows is not None:
            parts = [
                self._fold_rows(a, *x, self.nest.rows) for x in self.parts[a].items()
            ]
        elif a.across:
            parts = [self._lanes_of(a, part) for part in self.parts[a].values()]
        else:
            parts = list(self.parts[a].values())
        total = parts[0]
        for part in parts[1:]:
            total = self._combine(a, total, part)
        address = self._value(a.address)
        if a.adds:
            old = self.load(address, a.root.view.buffer, a.place)
            total = self._combine(a, old, total)
        store(self.b, address, total, self._access(a.place))

    def _lanes_of(self, a: Accumulator, part: Any) -> Any:
        """Combine the lanes of a vector, halves at a time."""
        b = self.b
        lanes = reals(part)[0].lanes
        while lanes > 1:
            lanes //= 2
            low, high = range(lanes), range(lanes, 2 * lanes)
            part = self._combine(
                a,
                each(part, lambda v, lanes=low: permute(b, v, lanes)),
                each(part, lambda v, lanes=high: permute(b, v, lanes)),
            )
        return each(part, lambda v: element(b, v, 0))

    def _fold_rows(
        self, a: Accumulator, segment: Segment, part: Any, rows: RowVectors
    ) -> Any:
        """Combine the lanes of rows, along the axes that are reduced."""
        b = self.b
        along_rows = along(a.place, rows.axis) != 0
        if not a.across and along_rows:
            return part
        if a.across and not along_rows:
            exists = Value(b, lane_mask(rows.size, segment.lanes), "b1", segment.lanes)
            return self._lanes_of(a, b.select(exists, part, self._identity(a, segment)))
        if a.across:
            total, *others = rows_of(b, part, rows)
        else:
            total, *others = columns_of(b, part, rows, segment)
        for other in others:
            total = self._combine(a, total, other)
        return total

    # -- memory --------------------------------------------------------------------------

    def position(self, place: Affine) -> tuple[Value, Value]:
        """A sum of indices: of the first lane, and how far the lanes are from it."""
        b, (constant, terms) = self.b, place
        first = b.constant(constant, "i64")
        for axis, factor in terms:
            if axis in self.counter:  # there is no loop along rows
                first = first + self.counter[axis] * factor
        access = self._access(place)
        if not access.lanes:
            return first, b.constant(0, "i64")
        steps = constants("i64", access.steps(access.lanes))
        return first, Value(b, steps, "i64", access.lanes)

    def _access(self, place: Affine, loops: int | None = None) -> Access:
        """How lanes are laid out at a place, of what depends on these axes besides."""
        nest, segment = self.nest, self.segment
        if not nest.order:
            return Access(0, 0, 0)
        axis = nest.order[nest.vector]
        loops = bits_of(place) if loops is None else loops | bits_of(place)
        if nest.rows is not None:
            return access(nest.rows, segment, place, axis, loops)
        if loops >> axis & 1:
            return Access(segment.lanes, segment.used, along(place, axis))
        return Access(0, 0, 0)

    def spread(self, value: Any, loops: int) -> Any:
        """What depends on one axis of a vector's rows, in all its lanes."""
        rows, lanes = self.nest.rows, self.nest.segments[0].lanes
        assert rows is not None
        return spread(
            self.b, value, rows, lanes, along_row=bool(loops >> rows.axis & 1)
        )

    def pointer(self, buffer: Buffer) -> str:
        """The address of a buffer, which the function is to know when it begins."""
        if buffer.symbol is not None:
            return buffer.symbol
        name = self.pointers.get(buffer)
        if name is None:
            name = self.pointers[buffer] = f"%p{len(self.pointers)}"
        return name

    def load(
        self,
        pointer: str,
        buffer: Buffer,
        place: Affine,
        *,
        apart: Sequence[int] = (),
        inside: Value | None = None,
    ) -> Any:
        """The element at `place`, or a vector of them, each so much further on.

        Where a flag says that it is not inside, it may be anything.
        """
        access = self._access(place)
        access.apart = apart
        if inside is not None:
            if not access.lanes and inside.lanes:  # one element for all lanes
                inside = self.b.any(inside)
            access.exists = Exists(inside, self.pointer(buffer))
        return load(self.b, pointer, native_kind(buffer.dtype), access)

    def load_at(self, pointer: str, steps: Value, item: LoadAt) -> Any:
        """The element so many steps from a pointer, or a vector of them."""
        b, kind = self.b, native_kind(item.buffer.dtype)
        if not steps.lanes:  # all lanes take the same steps
            return self.load(
                stepped(b, pointer, steps, item.buffer), item.buffer, item.place
            )
        access = self._access(item.place, item.loops)
        along_lanes = constants("i64", access.steps(access.lanes))
        steps = steps + Value(b, along_lanes, "i64", access.lanes)
        return load_named(b, pointer, steps, kind, access.lanes, access.used)


def moved(b: Builder, pointer: str, buffer: Buffer, place: str | int) -> str:
    """The address of an element."""
    kind = native_kind(buffer.dtype)
    if kind[0] == "c":
        if type(place) is int:
            place *= 2
        else:
            place = b.emit(f"shl i64 {place}, 1", "i64", 0).text
    return advance(b, pointer, kind, place)
