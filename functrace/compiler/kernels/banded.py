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
# Rows of the upper factor, and of what it is multiplied by, are divided by their pivots:
# no division waits for one of the substitution back. ``u[i, k]`` is the element in column
# i + k + 1. What a zero below the diagonal parts are systems of their own: nothing is taken
# from row to row there, and a processor begins the next one meanwhile.


def solve_tridiagonal(x: Any, y: Any, out: Any, u: Any) -> None:
    """Solve by Gaussian elimination with exchanges of rows."""
    n, columns = out.shape
    if n == 0:
        return
    pivot = _eliminate(x, y, out, u)
    for c in range(columns):
        out[n - 1, c] /= pivot
        if n > 1:
            out[n - 2, c] -= u[n - 2, 0] * out[n - 1, c]
    for i in range(n - 3, -1, -1):
        right, farther = u[i, 0], u[i, 1]
        for c in range(columns):
            known = out[i, c] - farther * out[i + 2, c]
            out[i, c] = known - right * out[i + 1, c]


def _eliminate(x: Any, y: Any, out: Any, u: Any) -> Any:
    """All but the last row of the upper factor, of which this is the pivot."""
    n, unit = x.shape[1], u.dtype.type(1)
    pivot, right = unit * x[1, 0], unit * (x[0, 1] if n > 1 else 0)
    for c in range(out.shape[1]):
        out[0, c] = y[0, c]
    for i in range(n - 1):
        lower, main = unit * x[2, i], unit * x[1, i + 1]
        upper = unit * (x[0, i + 2] if i + 2 < n else 0)
        if abs(lower) > abs(pivot):
            u[i, 0], u[i, 1] = main / lower, upper / lower
            _exchange_next(y, out, i, pivot, lower)
            pivot, right = right - pivot * u[i, 0], -pivot * u[i, 1]
            continue
        if pivot == 0:
            raise ValueError
        u[i, 0], u[i, 1] = right / pivot, 0
        if lower == 0 and _is_finite(out, i, right, lower / pivot):
            _begin_next(y, out, i, pivot)
            pivot = main
        else:
            _eliminate_next(y, out, i, pivot, lower)
            pivot = main - lower * u[i, 0]
        right = upper
    if pivot == 0:
        raise ValueError
    return pivot


def _exchange_next(y: Any, out: Any, i: int, other: Any, pivot: Any) -> None:
    """Take a multiple of the row after row i from that, in its place."""
    for c in range(out.shape[1]):
        known = y[i + 1, c] / pivot
        out[i + 1, c] = out[i, c] - other * known
        out[i, c] = known


def _eliminate_next(y: Any, out: Any, i: int, pivot: Any, lower: Any) -> None:
    """Take a multiple of row i from the next one."""
    for c in range(out.shape[1]):
        known = out[i, c] / pivot
        out[i + 1, c] = y[i + 1, c] - lower * known
        out[i, c] = known


def _begin_next(y: Any, out: Any, i: int, pivot: Any) -> None:
    """Leave the next row as it is."""
    for c in range(out.shape[1]):
        out[i, c] /= pivot
        out[i + 1, c] = y[i + 1, c]


def _is_finite(out: Any, i: int, right: Any, zero: Any) -> bool:
    """Whether no multiple by zero of row i is NaN."""
    finite = zero * right == 0
    for c in range(out.shape[1]):
        finite = finite and zero * out[i, c] == 0
    return finite


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
