"""Calls of BLAS on matrices whose rows are contiguous: to BLAS, these are transposed.

BLAS counts columns first. In its eyes a matrix in C order is the transpose: a product
``X Y`` is asked for as ``Y^T X^T``, a system is solved from the right instead of the left.
"""

from __future__ import annotations

from functrace.compiler.linear.matrices import Matrix, copy_matrix, new_matrix
from functrace.compiler.step import StepBuilder

_LETTERS = {"f32": "s", "f64": "d", "c32": "c", "c64": "z"}


def fortran(step: StepBuilder, module: str, name: str, kind: str, *given: str) -> None:
    """Call a routine of BLAS (``cython_blas``) or LAPACK for a kind."""
    symbol = step.cython(f"scipy.linalg.{module}", _LETTERS[kind] + name)
    step.call(symbol, *given)


def is_blas(kind: str) -> bool:
    """Whether BLAS is there for a kind."""
    return kind in _LETTERS


def packed(step: StepBuilder, x: Matrix, kind: str) -> tuple[Matrix, bool]:
    """The matrix with contiguous rows, copied if it must be; and whether it is transposed."""
    if x.kind == kind:
        if x.row_ordered is not None:
            return x, False
        if x.T.row_ordered is not None:
            return x.T, True
    target = new_matrix(step, kind, x.rows, x.columns, by_rows=True)
    copy_matrix(step, x, target)
    return target, False


def gemm(step: StepBuilder, x: Matrix, y: Matrix, out: Matrix) -> None:
    """``out = x y``; the rows of `out` are contiguous."""
    kind = out.kind
    x, x_turned = packed(step, x, kind)
    y, y_turned = packed(step, y, kind)
    sizes = (out.columns, out.rows, x.rows if x_turned else x.columns)
    fortran(
        step,
        "cython_blas",
        "gemm",
        kind,
        step.character("T" if y_turned else "N"),
        step.character("T" if x_turned else "N"),
        *map(step.int32, sizes),
        step.number(1.0, kind),
        y.pointer,
        _leading(step, y),
        x.pointer,
        _leading(step, x),
        step.number(0.0, kind),
        out.pointer,
        _leading(step, out),
    )


def gemv(step: StepBuilder, x: Matrix, y: Matrix, out: Matrix) -> None:
    """``out = x y``, where `y` and `out` are columns."""
    kind = out.kind
    x, turned = packed(step, x, kind)
    if y.kind != kind or y.down <= 0:
        target = new_matrix(step, kind, y.rows, 1, by_rows=True)
        copy_matrix(step, y, target)
        y = target
    fortran(
        step,
        "cython_blas",
        "gemv",
        kind,
        step.character("N" if turned else "T"),
        step.int32(x.columns),
        step.int32(x.rows),
        step.number(1.0, kind),
        x.pointer,
        _leading(step, x),
        y.pointer,
        step.int32(y.down),
        step.number(0.0, kind),
        out.pointer,
        step.int32(out.down),
    )


def solve_triangle(
    step: StepBuilder,
    triangle: Matrix,
    out: Matrix,
    *,
    lower: bool,
    transposed: bool,
    unit_diagonal: bool,
) -> None:
    """Solve ``triangle x = out``, or ``triangle^T x = out``, for x in place of `out`.

    Both have contiguous rows.
    """
    half = step.character("U" if lower else "L")
    diagonal = step.character("U" if unit_diagonal else "N")
    given = triangle.pointer, _leading(step, triangle)
    if out.columns == 1:  # x, to BLAS, is to the right of the transpose, or to its left
        turn = step.character("N" if transposed else "T")
        count, spacing = step.int32(out.rows), step.int32(out.down)
        arguments = half, turn, diagonal, count, *given, out.pointer, spacing
        fortran(step, "cython_blas", "trsv", out.kind, *arguments)
        return
    fortran(
        step,
        "cython_blas",
        "trsm",
        out.kind,
        step.character("R"),
        half,
        step.character("T" if transposed else "N"),
        diagonal,
        step.int32(out.columns),
        step.int32(out.rows),
        step.number(1.0, out.kind),
        *given,
        out.pointer,
        _leading(step, out),
    )


def _leading(step: StepBuilder, x: Matrix) -> str:
    assert x.row_ordered is not None
    return step.int32(x.row_ordered)
