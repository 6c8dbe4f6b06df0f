"""Linear systems that may be singular, which is no error here."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.scipy.optimize._brackets import over

_SMALL = 4  # unknowns of systems that are written out: one loop over many of them


def solved(matrix: Any, right: Any) -> tuple[Any, Any]:
    """The solution of a system, and whether there is one; else it is anything."""
    n = np.size(right)
    if n <= _SMALL:
        rows = [[*(matrix[i, j] for j in range(n)), right[i]] for i in range(n)]
        return _eliminated(rows)
    sign, _ = np.linalg.slogdet(matrix)
    regular = (sign != 0) & np.isfinite(sign)
    matrix = np.where(regular, matrix, np.eye(n))
    return np.linalg.solve(matrix, right), regular


def _eliminated(rows: list[list[Any]]) -> tuple[Any, Any]:
    """Gauss's algorithm with partial pivoting, of rows with their right-hand sides."""
    n = len(rows)
    regular: Any = np.bool_(True)
    for k in range(n):
        for i in range(k + 1, n):
            swap = np.abs(rows[i][k]) > np.abs(rows[k][k])
            pairs = list(zip(rows[k], rows[i], strict=True))
            rows[k] = [np.where(swap, b, a) for a, b in pairs]
            rows[i] = [np.where(swap, a, b) for a, b in pairs]
        regular = regular & (rows[k][k] != 0) & np.isfinite(rows[k][k])
        inverse = over(1.0, rows[k][k])
        rows[k] = [*rows[k][: k + 1], *(a * inverse for a in rows[k][k + 1 :])]
        for i in range(k + 1, n):
            factor = rows[i][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    x: list[Any] = []
    for k in reversed(range(n)):
        known = zip(rows[k][k + 1 :], x, strict=False)
        x.insert(0, rows[k][n] - sum((a * b for a, b in known), 0.0))
    return np.stack(x), regular
