"""Radau's method on three substances, at very different rates, with its derivatives.

The steps are those of SciPy's `Radau` (Hairer and Wanner, *Solving Ordinary Differential
Equations II*, IV.8), whose Jacobian is known here.
"""

from typing import Any

import numpy as np
from numba import njit
from scipy.integrate._ivp import radau

T, TI, E, P, C = radau.T, radau.TI, radau.E, radau.P, radau.C
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


@njit
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


@njit
def _times(matrix: Array, x: Array, out: Array) -> None:
    for i in range(3):
        for k in range(3):
            out[i, k] = (
                matrix[i, 0] * x[0, k] + matrix[i, 1] * x[1, k] + matrix[i, 2] * x[2, k]
            )


@njit
def _first(rates: Array, y: Array, f: Array, end: float, rtol: float, atol: float) -> float:
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
def _moved(rates: Array, y: Array, h: float, Z: Array, S: Array) -> None:
    """The derivatives `S` of the state, after a step whose stages are known."""
    matrix, right = np.empty((9, 9)), np.empty((3, 9))
    slopes, parts = np.empty((3, 3, 3)), np.empty((3, 3, 3))
    pivots = np.empty(9, np.int64)
    for j in range(3):
        x = y + Z[j]
        _jacobian(rates, x, slopes[j])
        own, square, product = x[0], x[1] ** 2, x[1] * x[2]
        for k in range(3):
            for i in range(3):
                parts[j, k, i] = 0.0
                for m in range(3):
                    parts[j, k, i] += slopes[j, i, m] * S[k, m]
        parts[j, 0, 0] -= own
        parts[j, 0, 1] += own
        parts[j, 1, 1] -= square
        parts[j, 1, 2] += square
        parts[j, 2, 0] += product
        parts[j, 2, 1] -= product
    for s in range(3):
        for i in range(3):
            row = 3 * s + i
            for j in range(3):
                for m in range(3):
                    matrix[row, 3 * j + m] = -h * A[s, j] * slopes[j, i, m]
            matrix[row, row] += 1.0
            for k in range(3):
                total = 0.0
                for j in range(3):
                    total += A[s, j] * parts[j, k, i]
                right[k, row] = h * total
    _factorise(matrix, pivots)
    for k in range(3):
        _solve(matrix, pivots, right[k])
        for i in range(3):
            S[k, i] += right[k, 6 + i]


@njit
def solution(
    start: Array, rates: Array, end: float, rtol: float, atol: float, S: Array
) -> tuple[Array, int]:
    """The state at the end, and how many steps; `S`, if any, becomes its derivatives."""
    t, y, count = 0.0, start.copy(), 0
    f, J = np.empty(3), np.empty((3, 3))
    real, pivots = np.empty((3, 3)), np.empty(3, np.int64)
    other, swapped = np.empty((3, 3), np.complex128), np.empty(3, np.int64)
    Z, W, F = np.zeros((3, 3)), np.empty((3, 3)), np.empty((3, 3))
    dW, G, pair = np.empty((3, 3)), np.empty((3, 3)), np.empty(3, np.complex128)
    error, Q, before = np.empty(3), np.empty((3, 3)), np.empty(3)
    _slope(rates, y, f)
    _jacobian(rates, y, J)
    h, h_old, error_old, h_last = _first(rates, y, f, end, rtol, atol), 0.0, 0.0, 0.0
    least = max(10 * 2.220446049250313e-16 / rtol, min(0.03, rtol**0.5))
    known, fresh = False, True
    while t < end:
        rejected = False
        while True:
            if t + h > end:
                h = end - t
            for s in range(3):  # the last step's polynomial
                x = (h * C[s] + h_last) / h_last if count else 0.0
                for k in range(3):
                    if count:
                        far = ((Q[2, k] * x + Q[1, k]) * x + Q[0, k]) * x
                        Z[s, k] = before[k] + far - y[k]
                    else:
                        Z[s, k] = 0.0
            scale = atol + np.abs(y) * rtol
            while True:
                if not known:
                    for i in range(3):
                        for k in range(3):
                            real[i, k] = other[i, k] = -J[i, k]
                        real[i, i] += REAL / h
                        other[i, i] += COMPLEX / h
                    _factorise(real, pivots)
                    _factorise(other, swapped)
                    known = True
                _times(TI, Z, W)
                converged, norm_old, rate, rounds = False, -1.0, -1.0, 0
                for r in range(MOST):
                    rounds = r + 1
                    for s in range(3):
                        _slope(rates, y + Z[s], F[s])
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
                        left = rate ** (MOST - r)
                        if not rate < 1 or left / (1 - rate) * norm > least:
                            break
                    for i in range(3):
                        for k in range(3):
                            W[i, k] += dW[i, k]
                    _times(T, W, Z)
                    if norm == 0 or (rate >= 0 and rate / (1 - rate) * norm < least):
                        converged = True
                        break
                    norm_old = norm
                if converged or fresh:
                    break
                _jacobian(rates, y, J)
                fresh, known = True, False
            if not converged:
                h *= 0.5
                known = False
                continue
            new = y + Z[2]
            for k in range(3):
                ahead = (Z[0, k] * E[0] + Z[1, k] * E[1] + Z[2, k] * E[2]) / h
                G[0, k] = ahead
                error[k] = f[k] + ahead
                scale[k] = atol + max(abs(y[k]), abs(new[k])) * rtol
            _solve(real, pivots, error)
            size = _norm(error, scale)
            safety = 0.9 * (2 * MOST + 1) / (2 * MOST + rounds)
            if rejected and size > 1:
                _slope(rates, y + error, error)
                for k in range(3):
                    error[k] += G[0, k]
                _solve(real, pivots, error)
                size = _norm(error, scale)
            if size <= 1:
                break
            h *= max(0.2, safety * _factor(h, h_old, size, error_old))
            known, rejected = False, True
        if len(S):
            _moved(rates, y, h, Z, S)
        again = rounds > 2 and rate > 1e-3
        factor = min(10.0, safety * _factor(h, h_old, size, error_old))
        if not again and factor < 1.2:
            factor = 1.0
        else:
            known = False
        for m in range(3):
            for k in range(3):
                Q[m, k] = Z[0, k] * P[0, m] + Z[1, k] * P[1, m] + Z[2, k] * P[2, m]
        before[:] = y
        t, count, y, h_last = t + h, count + 1, new, h
        _slope(rates, y, f)
        if again:
            _jacobian(rates, y, J)
        fresh = again
        h_old, error_old, h = h, size, h * factor
    return y, count


@njit
def gradient(
    start: Array, rates: Array, end: float, rtol: float, atol: float
) -> Array:
    """Of the first substance at the end, with respect to the rates."""
    S = np.zeros((3, 3))
    solution(start, rates, end, rtol, atol, S)
    return S[:, 0].copy()
