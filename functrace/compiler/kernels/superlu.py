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
    n, width = b.shape
    first, last = (columns, rows) if transposed else (rows, columns)
    for i in range(n):
        for c in range(width):
            x[first[i], c] = b[i, c]
    if transposed:
        for j in range(n):
            _eliminate_column(U, U_rows, U_starts, x, j)
        for j in range(n - 1, -1, -1):
            for k in range(L_starts[j], L_starts[j + 1]):
                if L_rows[k] != j:
                    for c in range(width):
                        x[j, c] -= L[k] * x[L_rows[k], c]
    else:
        for j in range(n):
            for k in range(L_starts[j], L_starts[j + 1]):
                if L_rows[k] != j:
                    for c in range(width):
                        x[L_rows[k], c] -= L[k] * x[j, c]
        for j in range(n - 1, -1, -1):
            _divide(U, U_rows, U_starts, x, j)
            for k in range(U_starts[j], U_starts[j + 1]):
                if U_rows[k] != j:
                    for c in range(width):
                        x[U_rows[k], c] -= U[k] * x[j, c]
    for i in range(n):
        for c in range(width):
            out[i, c] = x[last[i], c]


def _eliminate_column(U: Any, U_rows: Any, U_starts: Any, x: Any, j: int) -> None:
    """Row j of the transpose of U."""
    for k in range(U_starts[j], U_starts[j + 1]):
        if U_rows[k] != j:
            for c in range(x.shape[1]):
                x[j, c] -= U[k] * x[U_rows[k], c]
    _divide(U, U_rows, U_starts, x, j)


def _divide(U: Any, U_rows: Any, U_starts: Any, x: Any, j: int) -> None:
    """By the diagonal element."""
    for k in range(U_starts[j], U_starts[j + 1]):
        if U_rows[k] == j:
            for c in range(x.shape[1]):
                x[j, c] /= U[k]
