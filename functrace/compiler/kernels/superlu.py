"""Linear systems with the factors of sparse matrices that SuperLU makes.

Both factors are by columns, in no order within a column: ``L``, with ones on its diagonal,
and ``U``. Row i of the matrix is row ``rows[i]`` of their product, and column j its column
``columns[j]``.
"""

from __future__ import annotations

from typing import Any


def solve(
    b: Any,
    L: Any,
    L_rows: Any,
    L_starts: Any,
    U: Any,
    U_rows: Any,
    U_starts: Any,
    rows: Any,
    columns: Any,
    out: Any,
    x: Any,
    transposed: bool,
) -> None:
    """Solve for all columns of `b`, with the matrix or its transpose."""
    n = b.shape[0]
    if transposed:
        _put(b, columns, x)
        for j in range(n):
            _gather(U, U_rows, U_starts, x, j)
            _divide(U, U_rows, U_starts, x, j)
        for j in range(n - 1, -1, -1):
            _gather(L, L_rows, L_starts, x, j)
        _take(x, rows, out)
    else:
        _put(b, rows, x)
        for j in range(n):
            _scatter(L, L_rows, L_starts, x, j)
        for j in range(n - 1, -1, -1):
            _divide(U, U_rows, U_starts, x, j)
            _scatter(U, U_rows, U_starts, x, j)
        _take(x, columns, out)


def _put(b: Any, places: Any, x: Any) -> None:
    for i in range(b.shape[0]):
        for c in range(b.shape[1]):
            x[places[i], c] = b[i, c]


def _take(x: Any, places: Any, out: Any) -> None:
    for i in range(x.shape[0]):
        for c in range(x.shape[1]):
            out[i, c] = x[places[i], c]


def _scatter(data: Any, rows: Any, starts: Any, x: Any, j: int) -> None:
    """Take multiples of row j from the rows that column j says."""
    for k in range(starts[j], starts[j + 1]):
        if rows[k] != j:
            for c in range(x.shape[1]):
                x[rows[k], c] -= data[k] * x[j, c]


def _gather(data: Any, rows: Any, starts: Any, x: Any, j: int) -> None:
    """Take multiples of the rows that column j says from row j."""
    for k in range(starts[j], starts[j + 1]):
        if rows[k] != j:
            for c in range(x.shape[1]):
                x[j, c] -= data[k] * x[rows[k], c]


def _divide(data: Any, rows: Any, starts: Any, x: Any, j: int) -> None:
    """Divide row j by the element on the diagonal."""
    for k in range(starts[j], starts[j + 1]):
        if rows[k] == j:
            for c in range(x.shape[1]):
                x[j, c] /= data[k]
