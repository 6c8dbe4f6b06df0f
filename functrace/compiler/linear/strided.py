"""Strided arrays within steps: loops over their dimensions, vectors along one, copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.indices.index import row_major
from functrace.compiler.linear.arithmetic import (
    lanes_of,
    least_lanes,
    zero,
)
from functrace.compiler.notation.builder import Complex, Value
from functrace.compiler.notation.kinds import Kind
from functrace.compiler.notation.memory import Access, load, power_of_two, store
from functrace.compiler.notation.step import Integer, Operand, StepBuilder
from functrace.core.aval import Aval

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


# -- copies ----------------------------------------------------------------------------


def copy(step: StepBuilder, shape: Sequence[int], source: Cells, target: Cells) -> None:
    """Copy, converting, in the order in which memory is written."""
    if 0 in shape:
        return
    lengths, (old, new) = _in_order(shape, source.strides, target.strides)
    (*outer, along) = range(len(lengths))
    # rows of the source that lie close are read one after another
    inner = [axis for axis in outer if old[axis] == 1 != old[along]][:1]
    outer = [axis for axis in outer if axis not in inner]
    order = [*outer, *inner, along]
    source = source._replace(strides=tuple([old[axis] for axis in order]))
    target = target._replace(strides=tuple([new[axis] for axis in order]))
    lanes, least = lanes_of(step, target.kind, 1), least_lanes(step, target.kind)
    with nested(step, [lengths[axis] for axis in outer]) as before:
        for run in runs(lengths[along], lanes, least):
            with step.loop(run.times) as block:
                first = step.moved(block.index, run.lanes, run.start)
                with nested(step, [lengths[axis] for axis in inner]) as within:
                    _copy_run(step, source, target, [*before, *within, first], run)


def converted(step: StepBuilder, x: Operand, dtype: np.dtype) -> Operand:
    """An array as one of another type, in scratch memory if it is not."""
    target = _in_scratch(step, x, dtype)
    if target is not x:
        _copy_operand(step, x, target)
    return target


@contextmanager
def written_as(step: StepBuilder, out: Operand, dtype: np.dtype) -> Iterator[Operand]:
    """Write an output as an array of another type, of which it becomes a copy."""
    source = _in_scratch(step, out, dtype)
    yield source
    if source is not out:
        _copy_operand(step, source, out)


def _in_scratch(step: StepBuilder, x: Operand, dtype: np.dtype) -> Operand:
    if x.aval.dtype == dtype:
        return x
    pointer = step.scratch(x.aval.size * dtype.itemsize)
    return Operand(pointer, Aval(x.aval.shape, dtype), row_major(x.aval.shape))


def _copy_operand(step: StepBuilder, source: Operand, target: Operand) -> None:
    cells = [Cells(x.pointer, x.kind, x.strides) for x in (source, target)]
    copy(step, source.aval.shape, *cells)


def _copy_run(
    step: StepBuilder,
    source: Cells,
    target: Cells,
    place: Sequence[Integer],
    run: LaneRun,
) -> None:
    """Copy a vector that begins at a place, along the last axis."""
    start, end = (
        step.at(cells.pointer, cells.kind, *zip(place, cells.strides, strict=True))
        for cells in (source, target)
    )
    value = load_run(step, start, source.kind, run, source.strides[-1])
    value = step.convert(value, target.kind)
    store(step, end, value, run.access(target.strides[-1] if run.width else 0))


def _in_order(
    shape: Sequence[int], old: Sequence[int], new: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """The axes, those of the largest steps in new memory first; some made one."""
    axes = sorted(range(len(shape)), key=lambda axis: -new[axis])
    lengths = [shape[axis] for axis in axes]
    strides = [[steps[axis] for axis in axes] for steps in (old, new)]
    lengths, strides = merged(lengths, strides)
    return (lengths, strides) if lengths else ([1], [[1], [1]])


def merged(
    shape: Sequence[int], strides: Sequence[Sequence[int]]
) -> tuple[list[int], list[list[int]]]:
    """One dimension where several are evenly spaced in all arrays."""
    lengths: list[int] = []
    found: list[list[int]] = [[] for _ in strides]
    for axis, n in enumerate(shape):
        if n == 1:
            continue
        if lengths and all(
            m[-1] == s[axis] * n for m, s in zip(found, strides, strict=True)
        ):
            lengths[-1] *= n
            for m, s in zip(found, strides, strict=True):
                m[-1] = s[axis]
            continue
        lengths.append(n)
        for m, s in zip(found, strides, strict=True):
            m.append(s[axis])
    return lengths, found
