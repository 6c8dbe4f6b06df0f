"""Loop nests: sums of products of strided arrays, and copies, which are the shortest."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from functrace.compiler.linear.arithmetic import (
    add,
    lanes_of,
    least_lanes,
    multiply,
    multiply_add,
    total,
    zero,
)
from functrace.compiler.notation.builder import Complex, Kind, Value
from functrace.compiler.notation.memory import Access, load, power_of_two, store
from functrace.compiler.notation.step import Integer, StepBuilder

Place = list[tuple[int, Integer]]


class Cells(NamedTuple):
    """An array in a nest.

    Attributes
    ----------
    pointer : str
    kind : str
    strides : tuple of int
        In elements, one for each loop of the nest.
    """

    pointer: str
    kind: Kind
    strides: tuple[int, ...]


@contextmanager
def nested(step: StepBuilder, lengths: Sequence[int]) -> Iterator[list[Value]]:
    """Write a loop within a loop for each length; their indices."""
    with ExitStack() as stack:
        yield [stack.enter_context(step.loop(n)).index for n in lengths]


def accumulate(
    step: StepBuilder,
    lengths: Sequence[int],
    start: Any,
    advance: Callable[[list[Value], Any], Any],
    indices: Sequence[Value] = (),
) -> Any:
    """Carry a value through a nest of loops; `advance` gives the next one."""
    if not lengths:
        return advance(list(indices), start)
    with step.loop(lengths[0], start) as loop:
        inner = (*indices, loop.index)
        loop.values = [accumulate(step, lengths[1:], loop.values[0], advance, inner)]
    return loop.values[0]


class LaneRun(NamedTuple):
    """Vectors that follow one another along a dimension.

    Attributes
    ----------
    start, times : int
    lanes, used : int
        Of each vector, and how many of them exist.
    """

    start: int
    times: int
    lanes: int
    used: int

    @property
    def width(self) -> int:
        """Lanes of the values: none if they are scalars."""
        return self.lanes if self.lanes > 1 else 0

    def access(self, stride: int) -> Access:
        """How a vector is read; a stride of zero repeats one element."""
        return Access(self.width, self.used, stride) if stride else _ONE


SCALAR = LaneRun(0, 1, 1, 1)
_ONE = Access(0, 0, 1)


def runs(length: int, lanes: int, least: int = 1) -> Iterator[LaneRun]:
    """A dimension in vectors: whole ones, then shorter ones, then a part of one.

    All have a power of two of lanes, as whole registers do; those with fewer than `least`
    have no shorter ones.
    """
    start = 0
    while start < length:
        while lanes > length - start and lanes > least:
            lanes //= 2
        if lanes <= length - start:
            yield LaneRun(start, (length - start) // lanes, lanes, lanes)
            start += (length - start) // lanes * lanes
        else:
            rest = length - start
            yield LaneRun(start, 1, power_of_two(rest), rest)
            start = length


def load_run(
    step: StepBuilder, pointer: str, kind: Kind, run: LaneRun, stride: int
) -> Any:
    """The elements of a vector: far apart, they are loaded one by one.

    Gather instructions take longer on many processors, and much longer on some.
    """
    if stride in {-1, 0, 1} or not run.width:
        return load(step, pointer, kind, run.access(stride))
    elements = [
        load(step, step.at(pointer, kind, (k, stride)), kind, _ONE)
        for k in range(run.used)
    ]
    if kind[0] != "c":
        return _vector(step, elements, run.width)
    real = _vector(step, [element.real for element in elements], run.width)
    imag = _vector(step, [element.imag for element in elements], run.width)
    return Complex(real, imag)


def _vector(step: StepBuilder, elements: list[Value], lanes: int) -> Value:
    kind = elements[0].kind
    value = zero(step, kind, lanes)
    for k, element in enumerate(elements):
        given = f"{value.type} {value.text}, {element.type} {element.text}, i64 {k}"
        value = step.emit(f"insertelement {given}", kind, lanes)
    return value


def copy(step: StepBuilder, shape: Sequence[int], source: Cells, target: Cells) -> None:
    """Copy, converting: ``target[i] = source[i]``."""
    contract(step, shape, (), (source,), target)


def contract(
    step: StepBuilder,
    shape: Sequence[int],
    summed: Sequence[int],
    sources: Sequence[Cells],
    target: Cells,
) -> None:
    """Write ``target[i] = sum over j of the product of the sources[i, j]``.

    The strides of the sources go with ``(*shape, *summed)``, those of the target with
    `shape`, none of whose lengths is zero; an empty sum is zero.
    """
    _Nest(step, shape, summed, sources, target).write()


class _Nest:
    """Loops in the order in which memory is written, but for one that vectors run along."""

    def __init__(
        self,
        step: StepBuilder,
        shape: Sequence[int],
        summed: Sequence[int],
        sources: Sequence[Cells],
        target: Cells,
    ) -> None:
        self.step = step
        self.lengths = [*shape, *summed]
        self.sources = sources
        padding = (0,) * len(summed)
        self.target = target._replace(strides=target.strides + padding)
        written = [d for d, n in enumerate(shape) if n > 1]
        written.sort(key=lambda d: -target.strides[d])
        self.written = self._merge(written)
        added = range(len(shape), len(self.lengths))
        self.added = self._merge([d for d in added if self.lengths[d] != 1])
        self.sums = bool(summed)

    def _merge(self, axes: list[int]) -> list[int]:
        """Make one loop of two wherever every array has them evenly spaced."""
        arrays = (*self.sources, self.target)
        merged: list[int] = []
        for axis in axes:
            n, outer = self.lengths[axis], merged[-1] if merged else axis
            if merged and all(a.strides[outer] == a.strides[axis] * n for a in arrays):
                self.lengths[axis] *= self.lengths[merged.pop()]
            merged.append(axis)
        return merged

    def write(self) -> None:
        """Emit the nest."""
        if 0 in self.lengths:
            self.sources, self.added = (), []
        if self._runs_along_sum():
            self._write_totals()
        else:
            self._write_vectors()

    def _is_dense(self, axis: int) -> bool:
        return all(s.strides[axis] in {0, 1} for s in self.sources)

    def _runs_along_sum(self) -> bool:
        """Whether vectors are to run along a summed axis, not along the target."""
        along = self.written[-1:]
        if along and self.target.strides[along[0]] == 1 and self._is_dense(along[0]):
            return False
        dense = {d for d in self.added if self._is_dense(d)}
        if along and not dense:
            return False
        self.added.sort(key=lambda d: (d in dense, self.lengths[d]))
        return any(s.strides[d] for s in self.sources for d in self.added[-1:])

    # -- vectors along the target ----------------------------------------------------------

    def _write_vectors(self) -> None:
        step = self.step
        outer, along = self.written[:-1], self.written[-1:]
        inner = self._within(outer, along)
        with nested(step, [self.lengths[d] for d in outer]) as indices:
            place: Place = list(zip(outer, indices, strict=True))
            if not along:
                self._element(place, 0, SCALAR)
                return
            (axis,) = along
            for run in self._runs(axis, 4 if self.added else 1):
                with step.loop(run.times) as block:
                    first = (axis, step.moved(block.index, run.lanes, run.start))
                    with nested(step, [self.lengths[d] for d in inner]) as more:
                        rest = list(zip(inner, more, strict=True))
                        self._element([*place, first, *rest], axis, run)

    def _within(self, outer: list[int], along: list[int]) -> list[int]:
        """The axis to go through inside the vector loop: one that a source is dense in."""
        for source in self.sources:
            if along and source.strides[along[0]] not in {0, 1}:
                for axis in outer:
                    if source.strides[axis] == 1:
                        outer.remove(axis)
                        return [axis]
        return []

    def _runs(self, axis: int, registers: int) -> Iterator[LaneRun]:
        step, kind = self.step, self.target.kind
        # The lanes of a sum that do not exist are zeros: not so if they are repeated.
        repeats = axis in self.added and any(not s.strides[axis] for s in self.sources)
        least = 1 if repeats else least_lanes(step, kind)
        return runs(self.lengths[axis], lanes_of(step, kind, registers), least)

    def _element(self, place: Place, axis: int, run: LaneRun) -> None:
        step, kind = self.step, self.target.kind
        if not self.sources:
            value = zero(step, kind, run.width)
        elif self.sums:
            lengths = [self.lengths[d] for d in self.added]
            start = zero(step, kind, run.width)

            def advance(indices: list[Value], found: Any) -> Any:
                more = zip(self.added, indices, strict=True)
                factors = self._load([*place, *more], axis, run)
                return _plus_product(step, factors, found)

            value = accumulate(step, lengths, start, advance)
        else:
            value = _product(self._load(place, axis, run))
        pointer = self._pointer(self.target, place)
        stride = self.target.strides[axis] if run.width else 0
        store(step, pointer, value, run.access(stride))

    def _load(self, place: Place, axis: int, run: LaneRun) -> list[Any]:
        """The factors at a place, in the target's kind."""
        step, factors = self.step, []
        for source in self.sources:
            stride = source.strides[axis] if run.width else 0
            pointer = self._pointer(source, place)
            value = load_run(step, pointer, source.kind, run, stride)
            factors.append(step.convert(value, self.target.kind))
        return factors

    def _pointer(self, array: Cells, place: Place) -> str:
        terms = [(index, array.strides[axis]) for axis, index in place]
        return self.step.at(array.pointer, array.kind, *terms)

    # -- vectors along the sum -------------------------------------------------------------

    def _write_totals(self) -> None:
        step = self.step
        axis, outer = self.added[-1], self.added[:-1]
        with nested(step, [self.lengths[d] for d in self.written]) as indices:
            place: Place = list(zip(self.written, indices, strict=True))
            parts = [
                self._total(place, axis, outer, run) for run in self._runs(axis, 4)
            ]
            value = functools.reduce(add, parts)
            store(step, self._pointer(self.target, place), value, SCALAR.access(1))

    def _total(self, place: Place, axis: int, outer: list[int], run: LaneRun) -> Any:
        step = self.step

        def advance(indices: list[Value], found: Any) -> Any:
            *others, block = indices
            along = (axis, step.moved(block, run.lanes, run.start))
            whole = [*place, *zip(outer, others, strict=True), along]
            return _plus_product(step, self._load(whole, axis, run), found)

        lengths = [*(self.lengths[d] for d in outer), run.times]
        first = zero(step, self.target.kind, run.width)
        return total(step, accumulate(step, lengths, first, advance))


def _product(factors: list[Any]) -> Any:
    return factors[0] if len(factors) == 1 else multiply(*factors)


def _plus_product(step: StepBuilder, factors: list[Any], found: Any) -> Any:
    if len(factors) == 1:
        return add(found, factors[0])
    x, y = factors
    return multiply_add(step, x, y, found)
