"""Steps of LU factors in memory, and of systems of equations that are solved by them."""

from __future__ import annotations

import math

from functrace.compiler.linear.blas import packed, solve_triangle
from functrace.compiler.linear.elimination import factorise, is_middling
from functrace.compiler.linear.lapack import (
    each_matrix,
    fail_if_singular,
    is_singular,
    lapack,
)
from functrace.compiler.linear.matrices import Matrix, copy_matrix, swap_rows
from functrace.compiler.linear.strided import nested
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import Access, load, store
from functrace.compiler.notation.step import Operand, StepBuilder


def emit_factors(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Both factors, in LAPACK's order of elements, and its pivots."""
    (x,), (columns, _) = operands, outputs
    if not columns.aval.size:
        return
    stack = columns.aval.shape[:-2]
    with each_matrix(step, stack, (x, *outputs)) as ((given, target, pivots), _):
        copy_matrix(step, given, target.T)
        if is_middling(target.kind, target.rows):
            factorise(step, target.T, pivots)
        else:
            n = step.int32(target.rows)
            lapack(step, "getrf", target, n, n, target.pointer, n, pivots.pointer)


def emit_solve_factored(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    transposed: bool,
    or_nan: bool,
) -> None:
    """Solutions, given factors; where a pivot is zero the function fails, or gives NaN."""
    (out,) = outputs
    if not out.aval.size:
        return
    with each_matrix(step, out.aval.shape[:-2], (*operands, out)) as (matrices, _):
        columns, pivots, y, target = matrices
        if not or_nan:
            fail_if_singular(step, columns)
        columns, turned = packed(step, columns, target.kind)
        copy_matrix(step, y, target)
        if not transposed:
            _exchange(step, pivots, target, back=False)
        # the upper factor, transposed, is the lower half
        for upper in (True, False) if transposed else (False, True):
            solve_triangle(
                step,
                columns,
                target,
                lower=upper != turned,
                transposed=transposed == turned,
                unit_diagonal=not upper,
            )
        if transposed:
            _exchange(step, pivots, target, back=True)
        if or_nan:
            with step.when(is_singular(step, columns)):
                _fill_with_nan(step, target)


def _exchange(step: StepBuilder, pivots: Matrix, x: Matrix, *, back: bool) -> None:
    """Exchange rows in the order of the pivots, or undo that."""
    with step.loop(x.rows) as loop:
        row: Value = x.rows - 1 - loop.index if back else loop.index
        place = pivots.at(step, row, 0)
        pivot = step.convert(load(step, place, "i32", Access(0, 0, 1)), "i64")
        swap_rows(step, x, row, pivot - 1)


def _fill_with_nan(step: StepBuilder, x: Matrix) -> None:
    with nested(step, (x.rows, x.columns)) as place:
        nan = step.any_constant(math.nan, x.kind)
        store(step, x.at(step, *place), nan, Access(0, 0, 1))
