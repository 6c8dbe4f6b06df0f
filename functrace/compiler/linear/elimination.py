"""LU factors of matrices that are too large for registers and too small for LAPACK.

What LAPACK does before it begins takes longer than these factorisations. Columns are
contiguous, and are treated in whole vectors, of which rows below the pivot change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from functrace.compiler.linear.arithmetic import lanes_of, least_lanes
from functrace.compiler.linear.matrices import Matrix, element_of, swap_rows
from functrace.compiler.linear.strided import LaneRun, runs
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.kinds import Kind
from functrace.compiler.notation.memory import Access, constants, load, store
from functrace.compiler.notation.step import Integer, StepBuilder

MOST = 32  # rows and columns
_ONE = Access(0, 0, 1)


def is_middling(kind: Kind, n: int) -> bool:
    """Whether a matrix with so many rows and columns is factorised here."""
    return kind[0] == "f" and n <= MOST


def factorise(step: StepBuilder, x: Matrix, pivots: Matrix) -> None:
    """Both factors in place of a matrix by columns, and pivots, as LAPACK has them."""
    n = x.rows
    if n > 1:
        with step.loop(n - 1) as loop:
            k = loop.index
            pivot = _largest_below(step, x, k)
            _note(step, pivots, k, pivot)
            swap_rows(step, x, k, pivot)
            multipliers = _divided(step, x, k)
            with step.loop(n - 1 - k, times=n // 2) as right:
                _subtract(step, x, k, k + 1 + right.index, multipliers)
    _note(step, pivots, n - 1, step.constant(n - 1, "i64"))


class _Part(NamedTuple):
    """Some rows of a column: which of them are below the pivot, and their multipliers."""

    run: LaneRun
    below: Value
    multiplier: Value


def _rows(step: StepBuilder, x: Matrix) -> Iterator[LaneRun]:
    """Those of a column, in vectors."""
    lanes, least = lanes_of(step, x.kind), least_lanes(step, x.kind)
    for run in runs(x.rows, lanes, least):
        for k in range(run.times):
            yield run._replace(start=run.start + k * run.lanes, times=1)


def _note(step: StepBuilder, pivots: Matrix, k: Integer, pivot: Value) -> None:
    place = pivots.at(step, k, 0)
    store(step, place, step.convert(pivot + 1, pivots.kind), _ONE)


def _largest_below(step: StepBuilder, x: Matrix, k: Value) -> Value:
    """The row of the largest element of a column, from the diagonal on."""
    size = step.abs(element_of(step, x, k, k))
    with step.loop(x.rows - 1 - k, size, k, times=x.rows // 2) as loop:
        size, row = loop.values
        i = k + 1 + loop.index
        other = step.abs(element_of(step, x, i, k))
        larger = other > size
        loop.values = [step.select(larger, other, size), step.select(larger, i, row)]
    return loop.values[1]


def _divided(step: StepBuilder, x: Matrix, k: Value) -> list[_Part]:
    """Make multipliers of what is below a pivot, which is all zero if the pivot is."""
    pivot = element_of(step, x, k, k)
    pivot = step.select(pivot == 0, step.constant(1.0, x.kind), pivot)
    parts: list[_Part] = []
    for run in _rows(step, x):
        place, access = x.at(step, run.start, k), run.access(1)
        value = load(step, place, x.kind, access)
        below = _numbers(step, run) > k
        multiplier = value / pivot
        store(step, place, step.select(below, multiplier, value), access)
        parts.append(_Part(run, below, multiplier))
    return parts


def _numbers(step: StepBuilder, run: LaneRun) -> Value:
    """Of the rows of a vector."""
    if not run.width:
        return step.constant(run.start, "i64")
    numbers = range(run.start, run.start + run.lanes)
    return Value(step, constants("i64", numbers), "i64", run.width)


def _subtract(
    step: StepBuilder, x: Matrix, k: Value, column: Value, multipliers: list[_Part]
) -> None:
    """A pivot's row, times the multipliers, from a column."""
    factor = -element_of(step, x, k, column)
    for run, below, multiplier in multipliers:
        place, access = x.at(step, run.start, column), run.access(1)
        value = load(step, place, x.kind, access)
        less = step.fma(multiplier, factor, value)
        store(step, place, step.select(below, less, value), access)
