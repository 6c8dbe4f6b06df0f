"""Linear systems with band matrices: column j of x has the elements next to the diagonal.

``x[above + i - j, j]`` is the element (i, j). Where a pivot is zero, or not positive, these
functions raise ValueError: SciPy's own errors are for it to raise.
"""

from __future__ import annotations

from typing import Any

# -- general matrices ------------------------------------------------------------------
# As LAPACK has factors: ``packed[j, below + above + i - j]`` is the element (i, j) of the
# upper one, or a multiple of row j that was taken from the row in place i.


def factorise(x: Any, packed: Any, pivots: Any, below: int, above: int) -> None:
    """Eliminate with exchanges of rows, which widen the band; a pivot may be zero."""
    n, main = packed.shape[0], below + above
    for j in range(n):
        for k in range(below):
            packed[j, k] = 0
        for k in range(main + 1):
            packed[j, below + k] = x[k, j] if 0 <= j + k - above < n else 0
    for j in range(n):
        last = min(below, n - 1 - j)
        pivot = _pivot(packed, j, main, last)
        pivots[j, 0] = j + pivot
        if packed[j, main + pivot] == 0:
            continue
        right = min(main, n - 1 - j)
        if pivot:
            _exchange(packed, j, main, right, pivot)
        for k in range(1, last + 1):
            packed[j, main + k] /= packed[j, main]
        for c in range(1, right + 1):
            factor = packed[j + c, main - c]
            for k in range(1, last + 1):
                packed[j + c, main - c + k] -= factor * packed[j, main + k]


def _pivot(packed: Any, j: int, main: int, last: int) -> int:
    """How far the largest element of column j is from the diagonal."""
    pivot = 0
    for k in range(1, last + 1):
        if abs(packed[j, main + k]) > abs(packed[j, main + pivot]):
            pivot = k
    return pivot


def _exchange(packed: Any, j: int, main: int, right: int, pivot: int) -> None:
    """Exchange rows, from column j on."""
    for c in range(right + 1):
        one = packed[j + c, main - c]
        packed[j + c, main - c] = packed[j + c, main - c + pivot]
        packed[j + c, main - c + pivot] = one


def solve_factored(
    packed: Any, pivots: Any, y: Any, out: Any, below: int, above: int
) -> None:
    """Solve by both factors."""
    n, main = packed.shape[0], below + above
    for j in range(n):
        if packed[j, main] == 0:
            raise ValueError
    for c in range(out.shape[1]):
        for j in range(n):
            out[j, c] = y[j, c]
        for j in range(n):
            known = out[pivots[j, 0], c]
            out[pivots[j, 0], c] = out[j, c]
            out[j, c] = known
            for k in range(1, min(below, n - 1 - j) + 1):
                out[j + k, c] -= packed[j, main + k] * known
        for j in range(n - 1, -1, -1):
            known = out[j, c] / packed[j, main]
            out[j, c] = known
            for k in range(1, min(main, j) + 1):
                out[j - k, c] -= packed[j, main - k] * known


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
    _take_root(x, work, above)
    _substitute_twice(y, out, work, above)


def _take_root(x: Any, factor: Any, above: int) -> None:
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
