"""Steps that give factors themselves, LU and QR, through LAPACK."""

from __future__ import annotations

from functrace.compiler.linear.elimination import factorise, is_middling
from functrace.compiler.linear.lapack import column_of, each_matrix, lapack
from functrace.compiler.linear.matrices import (
    Matrix,
    copy_matrix,
    itemsize,
    new_matrix,
)
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import Operand, StepBuilder

_BLOCK = 32  # columns at a time: LAPACK's own choice, for which it wants memory


# -- LU --------------------------------------------------------------------------------


def emit_lu_factor(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Both factors in one matrix, and the rows that were exchanged with each one."""
    (x,), (out, pivots) = operands, outputs
    if not out.aval.size:
        return
    factors = new_matrix(step, out.kind, *out.aval.shape[-2:], by_rows=False)
    with each_matrix(step, out.aval.shape[:-2], (x, out, column_of(pivots))) as (
        matrices,
        _,
    ):
        given, target, exchanged = matrices
        copy_matrix(step, given, factors)
        if factors.rows == factors.columns and is_middling(out.kind, factors.rows):
            factorise(step, factors, exchanged)
        else:
            m, n = step.int32(factors.rows), step.int32(factors.columns)
            lapack(step, "getrf", factors, m, n, factors.pointer, m, exchanged.pointer)
        copy_matrix(step, factors, target)
        with step.loop(exchanged.rows) as loop:
            place = step.at(exchanged.pointer, "i32", (loop.index, 1))
            one = Access(0, 0, 1)
            store(step, place, load(step, place, "i32", one) - 1, one)


# -- QR --------------------------------------------------------------------------------


def emit_householder(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """R, under its diagonal the vectors of reflections, and their factors."""
    (x,), (out, scales) = operands, outputs
    if not out.aval.size:
        return
    stack = out.aval.shape[:-2]
    factors = new_matrix(step, out.kind, *out.aval.shape[-2:], by_rows=False)
    taus = column_of(scales)
    with each_matrix(step, stack, (x, out, taus)) as ((given, target, tau), _):
        copy_matrix(step, given, factors)
        _reflect(step, factors, tau.pointer)
        copy_matrix(step, factors, target)


def emit_qr(step: StepBuilder, operands: list[Operand], outputs: list[Operand]) -> None:
    """Q with as many columns, and R with as many rows, as the smaller dimension."""
    (x,), (q, r) = operands, outputs
    if not x.aval.size:
        return
    factors = new_matrix(step, q.kind, *x.aval.shape[-2:], by_rows=False)
    k = min(factors.rows, factors.columns)
    tau = step.scratch(k * itemsize(q.kind))
    with each_matrix(step, q.aval.shape[:-2], (x, q, r)) as ((given, left, right), _):
        copy_matrix(step, given, factors)
        _reflect(step, factors, tau)
        _copy_upper(step, factors, right)
        m, n, work = step.int32(factors.rows), step.int32(k), _room(step, k, q.kind)
        name = "ungqr" if q.kind[0] == "c" else "orgqr"
        lapack(step, name, factors, m, n, n, factors.pointer, m, tau, *work)
        copy_matrix(step, factors._replace(columns=k), left)


def _reflect(step: StepBuilder, x: Matrix, tau: str) -> None:
    """Overwrite a matrix by R and reflections."""
    m, n = step.int32(x.rows), step.int32(x.columns)
    work = _room(step, x.columns, x.kind)
    lapack(step, "geqrf", x, m, n, x.pointer, m, tau, *work)


def _room(step: StepBuilder, columns: int, kind: str) -> tuple[str, str]:
    """Memory for LAPACK, and how many elements it has."""
    count = columns * _BLOCK
    return step.scratch(count * itemsize(kind)), step.int32(count)


def _copy_upper(step: StepBuilder, x: Matrix, out: Matrix) -> None:
    """The rows of the upper triangle, with zeros below."""
    step.zero(out.pointer, out.nbytes)
    one = Access(0, 0, 1)
    with step.loop(out.columns) as column:
        last = step.select(column.index < out.rows, column.index + 1, out.rows)
        with step.loop(last) as row:
            found = load(step, x.at(step, row.index, column.index), x.kind, one)
            store(step, out.at(step, row.index, column.index), found, one)
