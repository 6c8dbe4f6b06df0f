"""Linear systems with band and Toeplitz matrices.

Where a pivot is zero they raise ValueError: SciPy's own errors are for it to raise.
"""

from __future__ import annotations

from typing import Any


def _size(x: Any) -> Any:
    """What pivots are chosen by."""
    return abs(x.real) + abs(x.imag)


def solve_banded(
    x: Any, y: Any, out: Any, work: Any, below: int, above: int, positive: bool
) -> None:
    """Solve with a general or, of which the upper diagonals are read, a positive matrix."""
    if positive:
        _solve_positive(x, y, out, work, above)
    else:
        _solve(x, y, out, work, below, above)


def _solve(x: Any, y: Any, out: Any, u: Any, below: int, above: int) -> None:
    """Solve by Gaussian elimination with row exchanges, which widen the band.

    Of row i of the matrix ``u[i, k]`` is the element in the column ``i - below + k``.
    """
    n, columns = y.shape
    for i in range(n):
        for k in range(u.shape[1]):
            j = i - below + k
            inside = 0 <= j < n and k <= below + above
            u[i, k] = x[above + i - j, j] if inside else 0
        for c in range(columns):
            out[i, c] = y[i, c]
    for j in range(n):
        last = min(j + below, n - 1)
        _exchange(u, out, j, last, below)
        for i in range(j + 1, last + 1):
            factor = u[i, below + j - i] / u[j, below]
            for k in range(1, below + above + 1):
                u[i, below + j - i + k] -= factor * u[j, below + k]
            for c in range(columns):
                out[i, c] -= factor * out[j, c]
    for j in range(n - 1, -1, -1):
        for k in range(1, min(below + above, n - 1 - j) + 1):
            for c in range(columns):
                out[j, c] -= u[j, below + k] * out[j + k, c]
        for c in range(columns):
            out[j, c] /= u[j, below]


def _exchange(u: Any, out: Any, j: int, last: int, below: int) -> None:
    """Bring the row with the largest element of column j into its place."""
    pivot = j
    for i in range(j + 1, last + 1):
        if _size(u[i, below + j - i]) > _size(u[pivot, below + j - pivot]):
            pivot = i
    if u[pivot, below + j - pivot] == 0:
        raise ValueError
    if pivot == j:
        return
    for k in range(u.shape[1] - below):
        one, other = (j, below + k), (pivot, below + j - pivot + k)
        u[one], u[other] = u[other], u[one]
    for c in range(out.shape[1]):
        out[j, c], out[pivot, c] = out[pivot, c], out[j, c]


def _solve_positive(x: Any, y: Any, out: Any, factor: Any, above: int) -> None:
    """Solve by Cholesky factors: ``factor[j, k]`` is the element (j + k, j) of the lower one."""
    n, columns = y.shape
    for j in range(n):
        width = min(above, n - 1 - j)
        for k in range(width + 1):
            factor[j, k] = x[above - k, j + k].conjugate()
        for i in range(max(0, j - above), j):
            for k in range(min(above - (j - i), width) + 1):
                factor[j, k] -= factor[i, j - i + k] * factor[i, j - i].conjugate()
        if not factor[j, 0].real > 0:
            raise ValueError
        root = factor[j, 0].real ** 0.5
        for k in range(width + 1):
            factor[j, k] /= root
        for c in range(columns):
            out[j, c] = y[j, c]
    for j in range(n):
        for c in range(columns):
            out[j, c] /= factor[j, 0]
        for k in range(1, min(above, n - 1 - j) + 1):
            for c in range(columns):
                out[j + k, c] -= factor[j, k] * out[j, c]
    for j in range(n - 1, -1, -1):
        for k in range(1, min(above, n - 1 - j) + 1):
            for c in range(columns):
                out[j, c] -= factor[j, k].conjugate() * out[j + k, c]
        for c in range(columns):
            out[j, c] /= factor[j, 0].conjugate()


def solve_toeplitz(x: Any, y: Any, out: Any, g: Any, h: Any) -> None:
    """Solve by Levinson's recursion over the leading parts of the matrix.

    Press et al., *Numerical Recipes*, section 2.8: g and h solve the parts with the next
    column, and row, of the matrix.
    """
    n, columns = y.shape
    if n == 0:
        return
    middle = n - 1
    if x[middle] == 0:
        raise ValueError
    for c in range(columns):
        out[0, c] = y[0, c] / x[middle]
    if n > 1:
        g[0], h[0] = x[middle - 1] / x[middle], x[middle + 1] / x[middle]
    for m in range(1, n):
        _extend(x, y, out, g, m)
        if m < n - 1:
            _lengthen(x, g, h, m, middle)


def _extend(x: Any, y: Any, out: Any, g: Any, m: int) -> None:
    """The solutions of the next larger part."""
    n, columns = y.shape
    divisor = -x[n - 1]
    for j in range(m):
        divisor += x[n - 1 + m - j] * g[m - 1 - j]
    if divisor == 0:
        raise ValueError
    for c in range(columns):
        total = -out.dtype.type(1) * y[m, c]
        for j in range(m):
            total += x[n - 1 + m - j] * out[j, c]
        last = total / divisor
        out[m, c] = last
        for j in range(m):
            out[j, c] -= last * g[m - 1 - j]


def _lengthen(x: Any, g: Any, h: Any, m: int, middle: int) -> None:
    """The vectors of the next larger part."""
    right, left = (
        -x[middle - m - 1] * g.dtype.type(1),
        -x[middle + m + 1] * g.dtype.type(1),
    )
    upper, lower = -x[middle] * g.dtype.type(1), -x[middle] * g.dtype.type(1)
    for j in range(m):
        right += x[middle + j - m] * g[j]
        left += x[middle + m - j] * h[j]
        upper += x[middle + j - m] * h[m - 1 - j]
        lower += x[middle + m - j] * g[m - 1 - j]
    if upper == 0:
        raise ValueError
    g[m], h[m] = right / upper, left / lower
    for j in range((m + 1) // 2):
        k = m - 1 - j
        gj, gk, hj, hk = g[j], g[k], h[j], h[k]
        g[j], g[k] = gj - g[m] * hk, gk - g[m] * hj
        h[j], h[k] = hj - h[m] * gk, hk - h[m] * gj
