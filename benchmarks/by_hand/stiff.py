"""Radau's method on three substances, at very different rates, with its derivatives.

The steps are those of SciPy's `Radau` (Hairer and Wanner, *Solving Ordinary Differential
Equations II*, IV.8), whose Jacobian is known here.
"""

from typing import Any

import numpy as np
from numba import njit
from scipy.integrate._ivp import radau

T, TI, E, C = radau.T, radau.TI, radau.E, radau.C
PT = np.ascontiguousarray(radau.P.T)
REAL, COMPLEX = radau.MU_REAL, radau.MU_COMPLEX
S6 = 6**0.5
A = np.array(
    [
        [(88 - 7 * S6) / 360, (296 - 169 * S6) / 1800, (-2 + 3 * S6) / 225],
        [(296 + 169 * S6) / 1800, (88 + 7 * S6) / 360, (-2 - 3 * S6) / 225],
        [(16 - S6) / 36, (16 + S6) / 36, 1 / 9],
    ]
)
MOST = 6  # rounds of Newton's method

Array = np.ndarray[Any, Any]


@njit
def _slope(rates: Array, y: Array, out: Array) -> None:
    first, second = rates[0] * y[0], rates[1] * y[1] ** 2
    third = rates[2] * y[1] * y[2]
    out[0], out[1], out[2] = third - first, first - second - third, second


@njit
def _jacobian(rates: Array, y: Array, out: Array) -> None:
    out[0, 0], out[0, 1], out[0, 2] = -rates[0], rates[2] * y[2], rates[2] * y[1]
    out[2, 0], out[2, 1], out[2, 2] = 0.0, 2 * rates[1] * y[1], 0.0
    for k in range(3):
        out[1, k] = -out[0, k] - out[2, k]


@njit
def _factorise(matrix: Array, pivots: Array) -> None:
    """L and U, in place."""
    n = len(matrix)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(matrix[i, k]) > abs(matrix[best, k]):
                best = i
        pivots[k] = best
        if best != k:
            for j in range(k, n):
                matrix[k, j], matrix[best, j] = matrix[best, j], matrix[k, j]
        for i in range(k + 1, n):
            matrix[i, k] /= matrix[k, k]
            for j in range(k + 1, n):
                matrix[i, j] -= matrix[i, k] * matrix[k, j]


@njit(inline="always")
def _solve(factors: Array, pivots: Array, b: Array) -> None:
    """In place of the right-hand side."""
    n = len(factors)
    for k in range(n):
        p = pivots[k]
        if p != k:
            b[k], b[p] = b[p], b[k]
        for i in range(k + 1, n):
            b[i] -= factors[i, k] * b[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            b[k] -= factors[k, j] * b[j]
        b[k] /= factors[k, k]


@njit
def _norm(x: Array, scale: Array) -> float:
    total, rows = 0.0, x.reshape(-1, 3)
    for i in range(len(rows)):
        for k in range(3):
            total += (rows[i, k] / scale[k]) ** 2
    return np.sqrt(total / x.size)


@njit(inline="always")
def _times(matrix: Array, x: Array, out: Array) -> None:
    for i in range(3):
        for k in range(3):
            out[i, k] = (
                matrix[i, 0] * x[0, k] + matrix[i, 1] * x[1, k] + matrix[i, 2] * x[2, k]
            )


@njit
def _first(
    rates: Array, y: Array, f: Array, end: float, rtol: float, atol: float
) -> float:
    """Length of the first step."""
    scale, other = atol + np.abs(y) * rtol, np.empty(3)
    d0, d1 = _norm(y, scale), _norm(f, scale)
    h = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, end)
    _slope(rates, y + h * f, other)
    d2 = _norm(other - f, scale) / h
    if d1 <= 1e-15 and d2 <= 1e-15:
        return min(100 * h, max(1e-6, h * 1e-3), end)
    return min(100 * h, (0.01 / max(d1, d2)) ** 0.25, end)


@njit
def _factor(h: float, h_old: float, error: float, error_old: float) -> float:
    """By which the next step is longer; of the step before, 0 where there is none."""
    if error == 0:
        return np.inf
    if h_old == 0 or error_old == 0:
        return error**-0.25
    return min(1.0, h / h_old * (error_old / error) ** 0.25) * error**-0.25


@njit
def _driven(rates: Array, x: Array, S: Array, slope: Array, out: Array) -> None:
    """What drives the derivatives `S` at a stage: by the state before, and by the rates."""
    _jacobian(rates, x, slope)
    for k in range(3):
        for i in range(3):
            out[k, i] = 0.0
            for m in range(3):
                out[k, i] += slope[i, m] * S[k, m]
    own, square, product = x[0], x[1] ** 2, x[1] * x[2]
    out[0, 0] -= own
    out[0, 1] += own
    out[1, 1] -= square
    out[1, 2] += square
    out[2, 0] += product
    out[2, 1] -= product


@njit
def _moved(rates: Array, y: Array, h: float, Z: Array, S: Array) -> None:
    """The derivatives `S` of the state, after a step whose stages are known."""
    matrix, right = np.empty((9, 9)), np.zeros((3, 9))
    slopes, parts = np.empty((3, 3, 3)), np.empty((3, 3, 3))
    pivots = np.empty(9, np.int64)
    for j in range(3):
        _driven(rates, y + Z[j], S, slopes[j], parts[j])
    for s in range(3):
        for i in range(3):
            row = 3 * s + i
            for j in range(3):
                for m in range(3):
                    matrix[row, 3 * j + m] = -h * A[s, j] * slopes[j, i, m]
                    right[m, row] += h * A[s, j] * parts[j, m, i]
            matrix[row, row] += 1.0
    _factorise(matrix, pivots)
    for k in range(3):
        _solve(matrix, pivots, right[k])
        for i in range(3):
            S[k, i] += right[k, 6 + i]


@njit(inline="always")
def _go_on(
    before: Array, y: Array, Q: Array, h: float, h_last: float, Z: Array
) -> None:
    """The stages, if the last step's polynomial went on."""
    for s in range(3):
        x = (h * C[s] + h_last) / h_last
        for k in range(3):
            far = ((Q[2, k] * x + Q[1, k]) * x + Q[0, k]) * x
            Z[s, k] = before[k] + far - y[k]


@njit(inline="always")
def _factorise_both(J: Array, h: float, factors: tuple[Array, ...]) -> None:
    real, pivots, other, swapped = factors
    for i in range(3):
        for k in range(3):
            real[i, k] = other[i, k] = -J[i, k]
        real[i, i] += REAL / h
        other[i, i] += COMPLEX / h
    _factorise(real, pivots)
    _factorise(other, swapped)


@njit(inline="always")
def _rounds(  # noqa: C901 - loops over three numbers
    rates: Array,
    y: Array,
    h: float,
    factors: tuple[Array, ...],
    tolerance: tuple[Array, float],
    Z: Array,
    room: tuple[Array, ...],
) -> tuple[bool, int, float]:
    """Newton's method: whether it converged, after how many rounds, and how fast."""
    real, pivots, other, swapped = factors
    scale, least = tolerance
    W, F, G, dW, x, pair = room
    _times(TI, Z, W)
    norm_old, rate = -1.0, -1.0
    for r in range(MOST):
        for s in range(3):
            for k in range(3):
                x[k] = y[k] + Z[s, k]
            _slope(rates, x, F[s])
        _times(TI, F, G)
        for k in range(3):
            dW[0, k] = G[0, k] - REAL / h * W[0, k]
            pair[k] = complex(G[1, k], G[2, k])
            pair[k] -= COMPLEX / h * complex(W[1, k], W[2, k])
        _solve(real, pivots, dW[0])
        _solve(other, swapped, pair)
        for k in range(3):
            dW[1, k], dW[2, k] = pair[k].real, pair[k].imag
        norm = _norm(dW, scale)
        if norm_old >= 0:
            rate = norm / norm_old
            if not rate < 1 or rate ** (MOST - r) / (1 - rate) * norm > least:
                return False, r + 1, rate
        for s in range(3):
            for k in range(3):
                W[s, k] += dW[s, k]
        _times(T, W, Z)
        if norm == 0 or (rate >= 0 and rate / (1 - rate) * norm < least):
            return True, r + 1, rate
        norm_old = norm
    return False, MOST, rate


@njit(inline="always")
def _error(
    rates: Array,
    y: Array,
    f: Array,
    h: float,
    factors: tuple[Array, ...],
    scale: Array,
    Z: Array,
    rejected: bool,
) -> float:
    """Of a step, in units of what is tolerated."""
    real, pivots, _, _ = factors
    ahead, error = np.empty(3), np.empty(3)
    for k in range(3):
        ahead[k] = (Z[0, k] * E[0] + Z[1, k] * E[1] + Z[2, k] * E[2]) / h
        error[k] = f[k] + ahead[k]
    _solve(real, pivots, error)
    size = _norm(error, scale)
    if rejected and size > 1:
        other = np.empty(3)
        _slope(rates, y + error, other)
        other += ahead
        _solve(real, pivots, other)
        size = _norm(other, scale)
    return size


@njit
def solution(  # noqa: PLR0915 - one method
    start: Array, rates: Array, end: float, rtol: float, atol: float, S: Array
) -> tuple[Array, int]:
    """The state at the end, and how many steps; `S`, if any, becomes its derivatives."""
    t, y, count, rejected = 0.0, start.copy(), 0, False
    f, J, Q, before = np.empty(3), np.empty((3, 3)), np.empty((3, 3)), np.empty(3)
    factors = (
        np.empty((3, 3)),
        np.empty(3, np.int64),
        np.empty((3, 3), np.complex128),
        np.empty(3, np.int64),
    )
    Z, F, G = np.empty((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    pair = np.empty(3, np.complex128)
    room = np.empty((3, 3)), F, G, np.empty((3, 3)), np.empty(3), pair
    _slope(rates, y, f)
    _jacobian(rates, y, J)
    h, h_old, error_old, h_last = _first(rates, y, f, end, rtol, atol), 0.0, 0.0, 0.0
    least = max(10 * 2.220446049250313e-16 / rtol, min(0.03, rtol**0.5))
    known, fresh = False, True
    while t < end:
        h = min(h, end - t)
        if count:
            _go_on(before, y, Q, h, h_last, Z)
        else:
            Z[:] = 0.0
        if not known:
            _factorise_both(J, h, factors)
            known = True
        tolerance = atol + np.abs(y) * rtol, least
        converged, rounds, rate = _rounds(rates, y, h, factors, tolerance, Z, room)
        if not converged:
            if fresh:
                h *= 0.5
            else:
                _jacobian(rates, y, J)
            fresh, known = True, False
            continue
        new = y + Z[2]
        scale = atol + np.maximum(np.abs(y), np.abs(new)) * rtol
        size = _error(rates, y, f, h, factors, scale, Z, rejected)
        safety = 0.9 * (2 * MOST + 1) / (2 * MOST + rounds)
        factor = safety * _factor(h, h_old, size, error_old)
        if size > 1:
            h *= max(0.2, factor)
            known, rejected = False, True
            continue
        if len(S):
            _moved(rates, y, h, Z, S)
        again = rounds > 2 and rate > 1e-3
        known = known and not again and factor < 1.2
        factor = 1.0 if known else min(10.0, factor)
        _times(PT, Z, Q)
        before[:] = y
        t, count, y, h_last, rejected = t + h, count + 1, new, h, False
        _slope(rates, y, f)
        if again:
            _jacobian(rates, y, J)
        fresh = again
        h_old, error_old, h = h, size, h * factor
    return y, count


@njit
def gradient(start: Array, rates: Array, end: float, rtol: float, atol: float) -> Array:
    """Of the first substance at the end, with respect to the rates."""
    S = np.zeros((3, 3))
    solution(start, rates, end, rtol, atol, S)
    return S[:, 0].copy()
