"""Steps of factorisations and what is made of them, through LAPACK.

LAPACK counts columns first: in its eyes a matrix in C order is the transpose. Matrices are
given to it so that it computes what it does for NumPy, up to the last pivot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from functrace.compiler.forms import Unlowered
from functrace.compiler.linear.blas import fortran, packed, solve_triangle
from functrace.compiler.linear.matrices import (
    Matrix,
    copy_matrix,
    each_in_stack,
    itemsize,
    matrix_of,
    stacked,
)
from functrace.compiler.linear.small import (
    MOST,
    cholesky_in_registers,
    solve_in_registers,
    substitute_in_registers,
)
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.memory import Access, load
from functrace.compiler.notation.step import Operand, StepBuilder
from functrace.core.aval import Aval

_SHARED = 512  # rows from which threads of LAPACK's own are worth their cost


@contextmanager
def each_matrix(
    step: StepBuilder,
    stack: Sequence[int],
    operands: Sequence[Operand],
    numbers: Sequence[Operand] = (),
) -> Iterator[tuple[list[Matrix], list[str]]]:
    """Write a loop over a stack, broadcasting.

    Gives the matrices, of vectors columns, and the pointers to the numbers.
    """
    cells = [stacked(operand, min(2, operand.aval.ndim), stack) for operand in operands]
    cells += [stacked(number, 0, stack) for number in numbers]
    with each_in_stack(step, stack, cells) as pointers:
        matrices = [
            matrix_of(operand)._replace(pointer=pointer)
            for operand, pointer in zip(operands, pointers, strict=False)
        ]
        yield matrices, pointers[len(operands) :]


def column_of(vectors: Operand) -> Operand:
    """A stack of vectors as one of matrices with one column."""
    aval = Aval((*vectors.aval.shape, 1), vectors.aval.dtype)
    return Operand(vectors.pointer, aval, (*vectors.strides, 1))


def in_registers(kind: str, *lengths: int) -> bool:
    """Whether matrices of so many rows and columns are, without loops."""
    return kind[0] == "f" and max(lengths) <= MOST


def require_small(kind: str, *lengths: int) -> None:
    """Of larger matrices, and of complex ones, factors are made (`linear/factored.py`)."""
    if not in_registers(kind, *lengths):
        raise Unlowered


def lapack(step: StepBuilder, name: str, x: Matrix, *given: str) -> Value:
    """Call a routine on a matrix; its status, which is not 0 where it found a zero pivot."""
    info = step.scratch(4)
    with step.one_thread(max(x.rows, x.columns) < _SHARED):
        fortran(step, "cython_lapack", name, x.kind, *given, info)
    return load(step, info, "i32", Access(0, 0, 0))


# -- Cholesky --------------------------------------------------------------------------


def emit_cholesky(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Lower triangular factors; the function fails where there is none."""
    (x,), (out,) = operands, outputs
    if not out.aval.size:
        return
    with each_matrix(step, out.aval.shape[:-2], (x, out)) as ((given, target), _):
        if in_registers(out.kind, target.rows):
            cholesky_in_registers(step, given, target)
        else:
            _cholesky(step, given, target)


def _cholesky(step: StepBuilder, x: Matrix, out: Matrix) -> None:
    n = step.int32(out.rows)
    copy_matrix(step, x, out)
    # The lower triangle is LAPACK's upper one; of a complex matrix it sees the conjugate,
    # too, and gives that of the factor: in C order, this is the factor.
    status = lapack(step, "potrf", out, step.character("U"), n, out.pointer, n)
    step.fail_if(status != 0)
    if out.rows > 1:
        with step.loop(out.rows - 1) as loop:
            start = step.at(out.pointer, out.kind, (loop.index, out.down + 1), (1, 1))
            count = loop.index * -itemsize(out.kind)
            step.zero(start, count + (out.rows - 1) * itemsize(out.kind))


# -- systems of equations --------------------------------------------------------------


def emit_solve(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Solutions of small systems ``x out = y``; the function fails where x is singular."""
    _emit_solve(step, operands, outputs, or_nan=False)


def emit_solve_or_nan(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Solutions of small systems ``x out = y``; NaN where x is singular."""
    _emit_solve(step, operands, outputs, or_nan=True)


def _emit_solve(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand], *, or_nan: bool
) -> None:
    (x, y), (out,) = operands, outputs
    if y.aval.ndim == 1 < x.aval.ndim - 1:
        raise Unlowered
    if not out.aval.size:
        return
    columns = 1 if y.aval.ndim == 1 else y.aval.shape[-1]
    require_small(out.kind, x.aval.shape[-1], columns)
    stack = out.aval.shape[: max(0, out.aval.ndim - 2)]
    with each_matrix(step, stack, (x, y, out)) as (matrices, _):
        solve_in_registers(step, *matrices, or_nan=or_nan)


def emit_inv(
    step: StepBuilder, operands: list[Operand], outputs: list[Operand]
) -> None:
    """Inverses of small matrices; the function fails where there is none."""
    (x,), (out,) = operands, outputs
    if not out.aval.size:
        return
    require_small(out.kind, x.aval.shape[-1])
    with each_matrix(step, out.aval.shape[:-2], (x, out)) as ((given, target), _):
        solve_in_registers(step, given, None, target)


# -- triangular systems ----------------------------------------------------------------


def emit_solve_triangular(
    step: StepBuilder,
    operands: list[Operand],
    outputs: list[Operand],
    *,
    lower: bool,
    transposed: bool,
    unit_diagonal: bool,
) -> None:
    """Solutions of ``x out = y`` or ``x^T out = y``; the function fails at a zero pivot."""
    (x, y), (out,) = operands, outputs
    if not out.aval.size:
        return
    with each_matrix(step, out.aval.shape[:-2], (x, y, out)) as (matrices, _):
        given, right, target = matrices
        # The transpose of a triangle is another triangle, of another layout.
        triangle = given.T if transposed else given
        _substitute(step, triangle, right, target, lower != transposed, unit_diagonal)


def _substitute(
    step: StepBuilder, x: Matrix, y: Matrix, out: Matrix, lower: bool, unit: bool
) -> None:
    if in_registers(out.kind, out.rows):
        substitute_in_registers(step, x, y, out, lower=lower, unit_diagonal=unit)
        return
    if not unit:
        fail_if_singular(step, x)
    x, turned = packed(step, x, out.kind)
    copy_matrix(step, y, out)
    solve_triangle(
        step, x, out, lower=lower != turned, transposed=turned, unit_diagonal=unit
    )


def fail_if_singular(step: StepBuilder, x: Matrix) -> None:
    """Return 1 if an element of the diagonal is zero."""
    step.fail_if(is_singular(step, x))


def is_singular(step: StepBuilder, x: Matrix) -> Value:
    """Whether an element of the diagonal is zero."""
    with step.loop(x.rows, step.constant(False, "b1")) as loop:
        pointer = step.at(x.pointer, x.kind, (loop.index, x.down + x.right))
        element = load(step, pointer, x.kind, Access(0, 0, 1))
        loop.values = [loop.values[0] | (element == 0)]
    return loop.values[0]
