"""Calls of BLAS on matrices whose rows are contiguous: to BLAS, these are transposed.

BLAS counts columns first. In its eyes a matrix in C order is the transpose: a product
``X Y`` is asked for as ``Y^T X^T``, a system is solved from the right instead of the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from functrace.compiler.linear.matrices import Matrix, copy_matrix, new_matrix
from functrace.compiler.notation.step import Integer, StepBuilder

_LETTERS = {"f32": "s", "f64": "d", "c32": "c", "c64": "z"}
_WORK = {"f32": 0.5, "f64": 1, "c32": 2, "c64": 4}  # of a multiplication
_READING = 1  # of a byte: work where matrices are read once
_LEAST = 1 << 15  # work for which BLAS uses one thread anyway
_PIECE = 1 << 19  # work of a piece, some 20 microseconds
_LARGEST = 1 << 28  # work that BLAS shares better: its threads pack matrices together
_LONG = 120  # rows of a piece: each packs the other matrix
_MULTIPLE = 8  # of rows or columns: whole blocks


def fortran(step: StepBuilder, module: str, name: str, kind: str, *given: str) -> None:
    """Call a routine of BLAS (``cython_blas``) or LAPACK for a kind."""
    symbol = step.cython(f"scipy.linalg.{module}", _LETTERS[kind] + name)
    step.call(symbol, *given)


def letter_of(kind: str) -> str:
    """The first letter of the names of routines for a kind."""
    return _LETTERS[kind]


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
    depth = x.rows if x_turned else x.columns
    rows, columns = out.rows, out.columns
    work = rows * columns * depth * _WORK[kind]
    with _pieces(step, max(rows, columns), work, x, y, out) as (start, size, own):
        x, y, out = own
        sizes: list[Integer] = [columns, rows, depth]
        if rows >= columns:
            sizes[1] = size
            x_start, y_start = x.at(step, *_turned(start, 0, x_turned)), y.pointer
            out_start = out.at(step, start, 0)
        else:
            sizes[0] = size
            x_start, y_start = x.pointer, y.at(step, *_turned(0, start, y_turned))
            out_start = out.at(step, 0, start)
        fortran(
            step,
            "cython_blas",
            "gemm",
            kind,
            step.character("T" if y_turned else "N"),
            step.character("T" if x_turned else "N"),
            *map(step.int32, sizes),
            step.number(1.0, kind),
            y_start,
            _leading(step, y),
            x_start,
            _leading(step, x),
            step.number(0.0, kind),
            out_start,
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
    work = x.nbytes * _READING
    short = 1 if turned else 2  # parts of short rows share lines, which all would read
    with _pieces(step, out.rows, work, x, y, out, short=short) as (start, size, own):
        x, y, out = own
        sizes = [size, y.rows] if turned else [y.rows, size]
        fortran(
            step,
            "cython_blas",
            "gemv",
            kind,
            step.character("N" if turned else "T"),
            *map(step.int32, sizes),
            step.number(1.0, kind),
            x.at(step, *_turned(start, 0, turned)),
            _leading(step, x),
            y.pointer,
            step.int32(y.down),
            step.number(0.0, kind),
            out.at(step, start, 0),
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
    leading = _leading(step, triangle)
    if out.columns == 1:  # x, to BLAS, is to the right of the transpose, or to its left
        turn = step.character("N" if transposed else "T")
        count, spacing = step.int32(out.rows), step.int32(out.down)
        given = count, triangle.pointer, leading, out.pointer, spacing
        with step.one_thread():
            fortran(step, "cython_blas", "trsv", out.kind, half, turn, diagonal, *given)
        return
    work = out.rows * out.rows * out.columns / 2 * _WORK[out.kind]
    with _pieces(step, out.columns, work, triangle, out, least=0) as piece:
        start, size, (triangle, out) = piece
        fortran(
            step,
            "cython_blas",
            "trsm",
            out.kind,
            step.character("R"),
            half,
            step.character("T" if transposed else "N"),
            diagonal,
            step.int32(size),
            step.int32(out.rows),
            step.number(1.0, out.kind),
            triangle.pointer,
            leading,
            out.at(step, 0, start),
            _leading(step, out),
        )


# -- threads ---------------------------------------------------------------------------


@contextmanager
def _pieces(
    step: StepBuilder,
    length: int,
    work: float,
    *matrices: Matrix,
    least: int = _LEAST,
    short: int = 2,
) -> Iterator[tuple[Integer, Integer, Sequence[Matrix]]]:
    """Write code for each piece of a length: its start, its size, the matrices there.

    Where a length is `short`, there are so many.
    """
    most = max(length // _LONG, short)
    wanted = min(int(work / _PIECE), most) if work <= _LARGEST else 1
    size = -(-length // (max(wanted, 1) * _MULTIPLE)) * _MULTIPLE
    number = -(-length // size)
    with step.one_thread(least < work <= _LARGEST):
        if number < 2:
            yield 0, length, matrices
            return
        with step.shared(number, [m.pointer for m in matrices]) as (k, pointers):
            start, count = k * size, size
            if length % size:
                left = length - start
                count = step.select(left < size, left, size)
            pairs = zip(matrices, pointers, strict=True)
            yield start, count, [m._replace(pointer=p) for m, p in pairs]


def _turned(row: Integer, column: Integer, turned: bool) -> tuple[Integer, Integer]:
    return (column, row) if turned else (row, column)


def _leading(step: StepBuilder, x: Matrix) -> str:
    assert x.row_ordered is not None
    return step.int32(x.row_ordered)
