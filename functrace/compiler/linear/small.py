"""Factorisations of small real matrices in registers, without a loop.

Calls of LAPACK take longer than these computations; stacks of small matrices are common.
"""

from __future__ import annotations

import functools
import math
import operator

from functrace.compiler.linear.arithmetic import lanes_of, least_lanes
from functrace.compiler.linear.matrices import Matrix, element_of
from functrace.compiler.linear.strided import LaneRun, load_run, runs
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.kinds import LLVM, Kind, literal
from functrace.compiler.notation.memory import (
    Access,
    element,
    power_of_two,
    store,
)
from functrace.compiler.notation.step import StepBuilder

MOST = 8  # rows and columns
_ONE = Access(0, 0, 1)

Row = list[Value]


def _scalar(step: StepBuilder, x: Matrix, row: int, column: int, kind: Kind) -> Value:
    return step.convert(element_of(step, x, row, column), kind)


def _minus(step: StepBuilder, value: Value, x: Value, y: Value) -> Value:
    """``value - x * y``."""
    return step.fma(-x, y, value)


# -- Cholesky --------------------------------------------------------------------------


def cholesky_in_registers(step: StepBuilder, x: Matrix, out: Matrix) -> None:
    """Write the lower triangular factor."""
    kind, n = out.kind, out.rows
    rows: list[Row] = []
    for i in range(n):
        row: Row = []
        for j in range(i + 1):
            value = _scalar(step, x, i, j, kind)
            other = rows[j] if j < i else row
            for a, b in zip(row, other[:j], strict=True):
                value = _minus(step, value, a, b)
            row.append(value / other[j] if j < i else _root(step, value))
        rows.append(row)
    zero = step.constant(0.0, kind)
    for i, row in enumerate(rows):
        for j, value in enumerate([*row, *[zero] * (n - 1 - i)]):
            store(step, out.at(step, i, j), value, _ONE)


def _root(step: StepBuilder, pivot: Value) -> Value:
    step.fail_if(~(pivot > 0))  # of NaN, too
    return step.sqrt(pivot)


# -- elimination -----------------------------------------------------------------------


class Elimination:
    """Gauss elimination with partial pivoting of rows, and of those of a right-hand side.

    Attributes
    ----------
    left, right : list of Value
        The rows, as vectors. Of the left ones, what is above the diagonal counts.
    pivots : list of Value
    odd : Value
        Whether rows were exchanged an odd number of times.
    singular : Value
        Whether a pivot is zero.
    """

    def __init__(self, step: StepBuilder, left: Row, right: Row) -> None:
        self.step = step
        self.left = left
        self.right = right
        self.pivots: Row = []
        self.odd = self.singular = step.constant(False, "b1")
        for k in range(len(left)):
            self._choose_pivot(k)
            self._eliminate(k)

    def _choose_pivot(self, k: int) -> None:
        """Bring the row whose element in column k is largest to place k."""
        step = self.step
        largest = step.abs(element(step, self.left[k], k))
        for i in range(k + 1, len(self.left)):
            size = step.abs(element(step, self.left[i], k))
            larger = size > largest
            largest = step.select(larger, size, largest)
            for rows in (self.left, self.right):
                if rows:
                    upper, lower = rows[k], rows[i]
                    rows[k] = step.select(larger, lower, upper)
                    rows[i] = step.select(larger, upper, lower)
            self.odd ^= larger
        self.pivots.append(element(step, self.left[k], k))
        self.singular |= self.pivots[k] == 0

    def _eliminate(self, k: int) -> None:
        step = self.step
        for i in range(k + 1, len(self.left)):
            factor = element(step, self.left[i], k) / self.pivots[k]
            for rows in (self.left, self.right):
                if rows:
                    rows[i] = _minus(step, rows[i], factor, rows[k])

    def solution(self) -> Row:
        """What the matrix takes to the right-hand side."""
        step, found = self.step, list(self.right)
        for i in reversed(range(len(found))):
            for j in range(i + 1, len(found)):
                factor = element(step, self.left[i], j)
                found[i] = _minus(step, found[i], factor, found[j])
            found[i] = found[i] / self.pivots[i]
        return found


def rows_of(step: StepBuilder, x: Matrix, kind: Kind) -> Row:
    """The rows of a small matrix, as vectors."""
    run = _whole(x.columns)
    starts = (x.at(step, i, 0) for i in range(x.rows))
    rows = [load_run(step, start, x.kind, run, x.right) for start in starts]
    return [step.convert(row, kind) for row in rows]


def _whole(count: int) -> LaneRun:
    return LaneRun(0, 1, power_of_two(count), count)


def solve_in_registers(
    step: StepBuilder,
    x: Matrix,
    y: Matrix | None,
    out: Matrix,
    *,
    or_nan: bool = False,
) -> None:
    """Write ``x^-1 y``, or without y the inverse; where there is none fail, or NaN."""
    run, kind = _whole(out.columns), out.kind
    left = rows_of(step, x, kind)
    right = _identity(step, run, kind) if y is None else rows_of(step, y, kind)
    reduced = Elimination(step, left, right)
    if not or_nan:
        step.fail_if(reduced.singular)
    for i, row in enumerate(reduced.solution()):
        found = step.select(reduced.singular, math.nan, row) if or_nan else row
        store(step, out.at(step, i, 0), found, run.access(1))


def _identity(step: StepBuilder, run: LaneRun, kind: Kind) -> Row:
    if not run.width:
        return [step.constant(1.0, kind)]
    rows: Row = []
    for i in range(run.used):
        numbers = (f"{LLVM[kind]} {literal(i == j, kind)}" for j in range(run.lanes))
        rows.append(Value(step, f"<{', '.join(numbers)}>", kind, run.lanes))
    return rows


# -- triangular systems ----------------------------------------------------------------


def substitute_in_registers(
    step: StepBuilder,
    x: Matrix,
    y: Matrix,
    out: Matrix,
    *,
    lower: bool,
    unit_diagonal: bool,
) -> None:
    """Write ``x^-1 y``, where x is a triangle."""
    kind, order = out.kind, range(out.rows) if lower else reversed(range(out.rows))
    places = list(order)
    factors = {
        (i, j): _scalar(step, x, i, j, kind)
        for n, i in enumerate(places)
        for j in places[: n + (not unit_diagonal)]
    }
    if not unit_diagonal:
        zeros = [factors[i, i] == 0 for i in places]
        step.fail_if(functools.reduce(operator.or_, zeros))
    lanes = lanes_of(step, kind)
    for run in runs(out.columns, lanes, least_lanes(step, kind)):
        with step.loop(run.times) as loop:
            column = step.moved(loop.index, run.lanes, run.start)
            found: dict[int, Value] = {}
            for i in places:
                start = y.at(step, i, column)
                value = load_run(step, start, y.kind, run, y.right)
                value = step.convert(value, kind)
                for j, other in found.items():
                    value = _minus(step, value, factors[i, j], other)
                found[i] = value if unit_diagonal else value / factors[i, i]
                store(step, out.at(step, i, column), found[i], run.access(out.right))
