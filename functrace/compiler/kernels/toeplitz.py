"""Linear systems with Toeplitz matrices, by Levinson's recursion over their leading parts.

``x[n - 1 + i - j]`` is the element (i, j). The vectors g and h solve a leading part of the
matrix with its next column, and its transpose with the next row. Press et al., *Numerical
Recipes*, section 2.8. Where a leading part is singular these functions raise ValueError.
"""

from __future__ import annotations

from typing import Any


def solve_toeplitz(x: Any, y: Any, out: Any, g: Any, h: Any) -> None:
    """Solve for all columns of y."""
    n, middle = y.shape[0], y.shape[0] - 1
    if n == 0:
        return
    if x[middle] == 0:
        raise ValueError
    for c in range(y.shape[1]):
        out[0, c] = y[0, c] / x[middle]
    if n > 1:
        g[0], h[0] = x[middle - 1] / x[middle], x[middle + 1] / x[middle]
    for m in range(1, n):
        _extend(x[middle:], y, out, g, m)
        if m < middle:
            _lengthen(x, g, h, m, middle)


def _extend(column: Any, y: Any, out: Any, g: Any, m: int) -> None:
    """The solutions of the next larger part."""
    divisor = -g.dtype.type(1) * column[0]
    for j in range(m):
        divisor += column[m - j] * g[m - 1 - j]
    if divisor == 0:
        raise ValueError
    for c in range(out.shape[1]):
        last = -out.dtype.type(1) * y[m, c]
        for j in range(m):
            last += column[m - j] * out[j, c]
        last /= divisor
        out[m, c] = last
        for j in range(m):
            out[j, c] -= last * g[m - 1 - j]


def _lengthen(x: Any, g: Any, h: Any, m: int, middle: int) -> None:
    """The vectors of the next larger part."""
    minus = -g.dtype.type(1)
    right, left = minus * x[middle - m - 1], minus * x[middle + m + 1]
    upper, lower = minus * x[middle], minus * x[middle]
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
