"""Steps of products of a sparse matrix with dense ones, and of those of two dense ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from functrace.compiler.forms import Unlowered
from functrace.compiler.linear.arithmetic import (
    lanes_of,
    least_lanes,
    multiply,
    multiply_add,
    total,
    zero,
)
from functrace.compiler.linear.matrices import Matrix, matrix_of
from functrace.compiler.linear.strided import SCALAR, LaneRun, load_run, runs
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.kinds import Kind
from functrace.compiler.notation.memory import load, store
from functrace.compiler.notation.step import Integer, Operand, StepBuilder


class _Entries(NamedTuple):
    """The arrays of a matrix that is kept by rows; `data` may be written to."""

    step: StepBuilder
    data: Operand
    indices: Operand
    indptr: Operand

    def read(self, array: Operand, place: Integer, kind: Kind) -> Any:
        """An element, converted."""
        step = self.step
        pointer = step.at(array.pointer, array.kind, (place, array.strides[0]))
        return step.convert(load(step, pointer, array.kind, SCALAR.access(0)), kind)

    @contextmanager
    def row(self, number: Value) -> Iterator[tuple[Value, Value]]:
        """Where the entries of a row begin, and how many there are: if there are any."""
        start = self.read(self.indptr, number, "i64")
        count = self.read(self.indptr, number + 1, "i64") - start
        with self.step.when(count > 0):
            yield start, count


def emit_product(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    rows: int,
    transposed: bool,
) -> None:
    """The matrix, or its transpose, times a vector or a matrix."""
    (out,) = outputs
    if out.kind[0] not in "fc":
        raise Unlowered
    if not out.aval.size:
        return
    x, target = matrix_of(operands[0]), matrix_of(out)
    entries = _Entries(step, *operands[1:])
    step.zero(target.pointer, target.nbytes)
    if not entries.data.aval.size:
        return
    write = _scatter if transposed else _gather
    lanes, least = lanes_of(step, out.kind, 2), least_lanes(step, out.kind)
    for run in runs(target.columns, lanes, least):
        with step.loop(run.times) as across:
            column = step.moved(across.index, run.lanes, run.start)
            with step.loop(entries.indptr.aval.size - 1) as down:
                write(entries, x, target, (down.index, column), run)


def _gather(
    entries: _Entries,
    x: Matrix,
    out: Matrix,
    place: tuple[Value, Integer],
    run: LaneRun,
) -> None:
    """One row of the output: the sum of the rows of x that the entries name."""
    step, (row, column) = entries.step, place
    with entries.row(row) as (start, count):
        with step.loop(count, zero(step, out.kind, run.width)) as loop:
            k = start + loop.index
            source = entries.read(entries.indices, k, "i64")
            factor = _row(step, x, source, column, out.kind, run)
            value = entries.read(entries.data, k, out.kind)
            loop.values = [multiply_add(step, value, factor, loop.values[0])]
        store(step, out.at(step, row, column), loop.values[0], run.access(1))


def _scatter(
    entries: _Entries,
    x: Matrix,
    out: Matrix,
    place: tuple[Value, Integer],
    run: LaneRun,
) -> None:
    """One row of x, added to the rows of the output that the entries name."""
    step, (row, column) = entries.step, place
    with entries.row(row) as (start, count):
        factor = _row(step, x, row, column, out.kind, run)
        with step.loop(count) as loop:
            k = start + loop.index
            target = entries.read(entries.indices, k, "i64")
            value = entries.read(entries.data, k, out.kind)
            sums = _row(step, out, target, column, out.kind, run)
            added = multiply_add(step, value, factor, sums)
            store(step, out.at(step, target, column), added, run.access(1))


def _row(
    step: StepBuilder,
    matrix: Matrix,
    row: Integer,
    column: Integer,
    kind: Kind,
    run: LaneRun,
) -> Any:
    """Neighbours in a row, converted."""
    pointer = matrix.at(step, row, column)
    return step.convert(load_run(step, pointer, matrix.kind, run, matrix.right), kind)


def emit_sampled(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """The products of rows of two matrices, or elements of vectors, that are named."""
    (out,) = outputs
    if out.kind[0] not in "fc":
        raise Unlowered
    if not out.aval.size:
        return
    x, y = matrix_of(operands[0]), matrix_of(operands[1])
    if not x.columns:
        step.zero(out.pointer, matrix_of(out).nbytes)
        return
    entries = _Entries(step, out, *operands[2:])
    with (
        step.loop(entries.indptr.aval.size - 1) as down,
        entries.row(down.index) as (start, count),
        step.loop(count) as loop,
    ):
        k = start + loop.index
        other = entries.read(entries.indices, k, "i64")
        found = _row_product(step, x, y, (down.index, other), out.kind)
        store(step, step.at(out.pointer, out.kind, (k, 1)), found, SCALAR.access(1))


def _row_product(
    step: StepBuilder, x: Matrix, y: Matrix, rows: tuple[Value, Value], kind: Kind
) -> Any:
    """The sum of the products of the elements of a row of x and of one of y."""
    if x.columns == 1:
        pair = (
            _row(step, m, r, 0, kind, SCALAR) for m, r in zip((x, y), rows, strict=True)
        )
        return multiply(*pair)
    found = zero(step, kind, 0)
    for run in runs(x.columns, lanes_of(step, kind)):
        with step.loop(run.times, zero(step, kind, run.width)) as across:
            column = step.moved(across.index, run.lanes, run.start)
            left, right = (
                _row(step, matrix, row, column, kind, run)
                for matrix, row in zip((x, y), rows, strict=True)
            )
            across.values = [multiply_add(step, left, right, across.values[0])]
        part = across.values[0]
        found = found + (total(step, part) if run.width else part)
    return found
