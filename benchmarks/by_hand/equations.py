"""Runge-Kutta steps of an equation of two variables, with their adjoint."""

from typing import Any

import numpy as np
from numba import njit
from scipy.integrate import RK45

A, B, C, E = RK45.A, RK45.B, RK45.C, RK45.E
STAGES = 6
SAFETY, SMALLEST, LARGEST = 0.9, 0.2, 10.0

Array = np.ndarray[Any, Any]


@njit
def _slope(rates: Array, y: Array, out: Array) -> None:
    out[0] = rates[0] * y[0] - rates[1] * y[0] * y[1]
    out[1] = -rates[2] * y[1] + rates[3] * y[0] * y[1]


@njit
def _stages(rates: Array, y: Array, h: float, K: Array, places: Array) -> None:
    """All slopes but the first, and the places where they are taken."""
    for s in range(1, STAGES + 1):
        row = A[s] if s < STAGES else B
        for i in range(2):
            total = 0.0
            for j in range(s):
                total += row[j] * K[j, i]
            places[s, i] = y[i] + h * total
        _slope(rates, places[s], K[s])


@njit
def _error(y: Array, y_new: Array, h: float, K: Array, tolerance: float) -> float:
    total = 0.0
    for i in range(2):
        error = 0.0
        for j in range(STAGES + 1):
            error += E[j] * K[j, i]
        scale = tolerance * (1 + max(abs(y[i]), abs(y_new[i])))
        total += (h * error / scale) ** 2
    return np.sqrt(total / 2)


@njit
def _first(rates: Array, y: Array, slope: Array, end: float, tolerance: float) -> float:
    """Length of the first step."""
    scale = tolerance * (1 + np.abs(y))
    d0, d1 = np.sqrt(np.mean((y / scale) ** 2)), np.sqrt(np.mean((slope / scale) ** 2))
    h0 = min(0.01 * d0 / d1, end)
    other = np.empty(2)
    _slope(rates, y + h0 * slope, other)
    d2 = np.sqrt(np.mean(((other - slope) / scale) ** 2)) / h0
    return min(100 * h0, (0.01 / max(d1, d2)) ** 0.2, end)


@njit
def solution(
    start: Array, rates: Array, end: float, tolerance: float, steps: Array
) -> tuple[Array, int]:
    """The state at the end; each step's length and state before it, if there is room."""
    t, y, count = 0.0, start.copy(), 0
    K, places = np.empty((STAGES + 1, 2)), np.empty((STAGES + 1, 2))
    _slope(rates, y, K[0])
    h, rejected = _first(rates, y, K[0], end, tolerance), False
    while t < end:
        h = min(h, end - t)
        _stages(rates, y, h, K, places)
        error = _error(y, places[STAGES], h, K, tolerance)
        factor = SAFETY * error**-0.2 if error > 0 else LARGEST
        if error < 1:
            if count < len(steps):
                steps[count, 0], steps[count, 1:] = h, y
            t, count = t + h, count + 1
            y[:], K[0] = places[STAGES], K[STAGES]
            h *= min(1.0 if rejected else LARGEST, factor)
            rejected = False
        else:
            h *= max(SMALLEST, factor)
            rejected = True
    return y, count


@njit
def gradient(start: Array, rates: Array, end: float, tolerance: float) -> Array:
    """Of the first component at the end: by the start, then by the rates."""
    steps = np.empty((10_000, 3))
    _, count = solution(start, rates, end, tolerance, steps)
    bar, rates_bar = np.array([1.0, 0.0]), np.zeros(4)
    K, places = np.empty((STAGES + 1, 2)), np.empty((STAGES + 1, 2))
    bars = np.empty((STAGES, 2))
    for k in range(count - 1, -1, -1):
        h, y = steps[k, 0], steps[k, 1:]
        _slope(rates, y, K[0])
        _stages(rates, y, h, K, places)
        places[0] = y
        for s in range(STAGES):
            bars[s, 0], bars[s, 1] = h * B[s] * bar[0], h * B[s] * bar[1]
        for s in range(STAGES - 1, -1, -1):
            u, v = bars[s, 0], bars[s, 1]
            x, z = places[s, 0], places[s, 1]
            rates_bar[0] += u * x
            rates_bar[1] -= u * x * z
            rates_bar[2] -= v * z
            rates_bar[3] += v * x * z
            x_back = u * (rates[0] - rates[1] * z) + v * rates[3] * z
            z_back = -u * rates[1] * x + v * (rates[3] * x - rates[2])
            bar[0] += x_back
            bar[1] += z_back
            for j in range(s):
                bars[j, 0] += h * A[s, j] * x_back
                bars[j, 1] += h * A[s, j] * z_back
    return np.concatenate((bar, rates_bar))


@njit
def batch(starts: Array, rates: Array, end: float, tolerance: float) -> Array:
    """The states at the end of many."""
    none, found = np.empty((0, 3)), np.empty_like(starts)
    for k in range(len(starts)):
        found[k] = solution(starts[k], rates[k], end, tolerance, none)[0]
    return found
