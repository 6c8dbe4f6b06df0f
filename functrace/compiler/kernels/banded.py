"""Linear systems with band matrices: column j of x has the elements next to the diagonal.

``x[above + i - j, j]`` is the element (i, j). Where a pivot is zero, or not positive, these
functions raise ValueError: SciPy's own errors are for it to raise.
"""

from __future__ import annotations

from typing import Any

# -- general matrices ------------------------------------------------------------------
# Of row i of the matrix ``u[i, k]`` is the element in column i - below + k.


def solve(x: Any, y: Any, out: Any, work: Any, below: int, above: int) -> None:
    """Solve by Gaussian elimination with exchanges of rows."""
    _fill(x, y, out, work, below, above)
    _eliminate(out, work, below, above)
    _substitute(out, work, below, above)


def _fill(x: Any, y: Any, out: Any, u: Any, below: int, above: int) -> None:
    n = out.shape[0]
    for i in range(n):
        for k in range(u.shape[1]):
            j = i - below + k
            inside = 0 <= j < n and k <= below + above
            u[i, k] = x[above + i - j, j] if inside else 0
        for c in range(out.shape[1]):
            out[i, c] = y[i, c]


def _eliminate(out: Any, u: Any, below: int, above: int) -> None:
    """Make the matrix upper triangular; exchanges of rows widen its band."""
    n, columns = out.shape
    for j in range(n):
        last = min(j + below, n - 1)
        _exchange(u, out, j, last, below)
        for i in range(j + 1, last + 1):
            start = below + j - i
            factor = u[i, start] / u[j, below]
            for k in range(1, below + above + 1):
                u[i, start + k] -= factor * u[j, below + k]
            for c in range(columns):
                out[i, c] -= factor * out[j, c]


def _exchange(u: Any, out: Any, j: int, last: int, below: int) -> None:
    """Bring the row with the largest element of column j into its place."""
    pivot = j
    for i in range(j + 1, last + 1):
        if abs(u[i, below + j - i]) > abs(u[pivot, below + j - pivot]):
            pivot = i
    start = below + j - pivot
    if u[pivot, start] == 0:
        raise ValueError
    if pivot == j:
        return
    for k in range(u.shape[1] - below):
        one = u[j, below + k]
        u[j, below + k] = u[pivot, start + k]
        u[pivot, start + k] = one
    for c in range(out.shape[1]):
        out[j, c], out[pivot, c] = out[pivot, c], out[j, c]


def _substitute(out: Any, u: Any, below: int, above: int) -> None:
    n, columns = out.shape
    for j in range(n - 1, -1, -1):
        for k in range(1, min(below + above, n - 1 - j) + 1):
            for c in range(columns):
                out[j, c] -= u[j, below + k] * out[j + k, c]
        for c in range(columns):
            out[j, c] /= u[j, below]


# -- tridiagonal matrices --------------------------------------------------------------
# Of row i of the upper triangular factor ``u[i, k]`` is the element in column i + k.


def solve_tridiagonal(x: Any, y: Any, out: Any, u: Any) -> None:
    """Solve by Gaussian elimination with exchanges of rows."""
    n, columns = out.shape
    for i in range(n):
        u[i, 0] = x[1, i]
        u[i, 1] = x[0, i + 1] if i + 1 < n else 0
        u[i, 2] = 0
        for c in range(columns):
            out[i, c] = y[i, c]
    for i in range(n - 1):
        _eliminate_next(out, u, i, u.dtype.type(1) * x[2, i])
    if n and u[n - 1, 0] == 0:
        raise ValueError
    for i in range(n - 1, -1, -1):
        for c in range(columns):
            total = out[i, c]
            if i + 1 < n:
                total -= u[i, 1] * out[i + 1, c]
            if i + 2 < n:
                total -= u[i, 2] * out[i + 2, c]
            out[i, c] = total / u[i, 0]


def _eliminate_next(out: Any, u: Any, i: int, lower: Any) -> None:
    """Take a multiple of row i, or of the next one in its place, from the other."""
    one, other = u[i, 0], lower
    exchanged = abs(lower) > abs(one)
    if exchanged:
        one, other = lower, one
        for k in range(2):
            u[i, k + 1], u[i + 1, k] = u[i + 1, k], u[i, k + 1]
        u[i, 0] = one
    if one == 0:
        raise ValueError
    factor = other / one
    u[i + 1, 0] -= factor * u[i, 1]
    u[i + 1, 1] -= factor * u[i, 2]
    for c in range(out.shape[1]):
        if exchanged:
            out[i, c], out[i + 1, c] = out[i + 1, c], out[i, c]
        out[i + 1, c] -= factor * out[i, c]


# -- positive definite matrices --------------------------------------------------------
# Of the lower triangular factor ``factor[j, k]`` is the element (j + k, j).


def solve_positive(x: Any, y: Any, out: Any, work: Any, above: int) -> None:
    """Solve by Cholesky factors, of which the upper diagonals of x are read."""
    _factorise(x, work, above)
    _substitute_twice(y, out, work, above)


def _factorise(x: Any, factor: Any, above: int) -> None:
    n = factor.shape[0]
    for j in range(n):
        width = min(above, n - 1 - j)
        for k in range(width + 1):
            factor[j, k] = x[above - k, j + k]
        for i in range(max(0, j - above), j):
            right = factor[i, j - i]
            for k in range(min(above - (j - i), width) + 1):
                factor[j, k] -= factor[i, j - i + k] * right
        if not factor[j, 0] > 0:
            raise ValueError
        root = factor[j, 0] ** 0.5
        for k in range(width + 1):
            factor[j, k] /= root


def _substitute_twice(y: Any, out: Any, factor: Any, above: int) -> None:
    n, columns = out.shape
    for j in range(n):
        for c in range(columns):
            out[j, c] = y[j, c]
    for j in range(n):
        for c in range(columns):
            out[j, c] /= factor[j, 0]
            for k in range(1, min(above, n - 1 - j) + 1):
                out[j + k, c] -= factor[j, k] * out[j, c]
    for j in range(n - 1, -1, -1):
        for c in range(columns):
            for k in range(1, min(above, n - 1 - j) + 1):
                out[j, c] -= factor[j, k] * out[j + k, c]
            out[j, c] /= factor[j, 0]
