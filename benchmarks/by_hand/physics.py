"""Prices, particles, heat, seawater, a pendulum."""

from math import cos, erf, exp, log, pi, sin, sqrt
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.heat import DIFFUSION, STEPS
from benchmarks.problems.straight_line import STEP

Array = np.ndarray[Any, Any]


@njit
def black_scholes_value_and_grad(
    spot: Array, strike: Array, rate: Array, vol: Array, maturity: Array
) -> tuple[float, Array, Array, Array, Array, Array]:
    """The greeks in closed form."""
    n = len(spot)
    value = 0.0
    greeks = np.empty((5, n))
    for i in range(n):
        root = sqrt(maturity[i])
        deviation = vol[i] * root
        drift = (rate[i] + 0.5 * vol[i] ** 2) * maturity[i]
        d1 = (log(spot[i] / strike[i]) + drift) / deviation
        d2 = d1 - deviation
        cdf1 = 0.5 * (1 + erf(d1 / sqrt(2.0)))
        cdf2 = 0.5 * (1 + erf(d2 / sqrt(2.0)))
        discount = exp(-rate[i] * maturity[i])
        vega = spot[i] * root * exp(-0.5 * d1 * d1) / sqrt(2 * pi)
        bond = strike[i] * discount * cdf2
        value += spot[i] * cdf1 - bond
        greeks[0, i] = cdf1
        greeks[1, i] = -discount * cdf2
        greeks[2, i] = maturity[i] * bond
        greeks[3, i] = vega
        greeks[4, i] = 0.5 * vega * vol[i] / maturity[i] + rate[i] * bond
    return value, greeks[0], greeks[1], greeks[2], greeks[3], greeks[4]


@njit
def lennard_jones_value_and_grad(positions: Array) -> tuple[float, Array]:
    """Each pair once."""
    value = 0.0
    gradient = np.zeros_like(positions)
    for i in range(len(positions)):
        for j in range(i):
            dx = positions[i, 0] - positions[j, 0]
            dy = positions[i, 1] - positions[j, 1]
            dz = positions[i, 2] - positions[j, 2]
            inverse = 1 / (dx * dx + dy * dy + dz * dz)
            sixth = inverse * inverse * inverse
            value += 4 * sixth * (sixth - 1)
            factor = -24 * sixth * (2 * sixth - 1) * inverse
            gradient[i, 0] += factor * dx
            gradient[i, 1] += factor * dy
            gradient[i, 2] += factor * dz
            gradient[j, 0] -= factor * dx
            gradient[j, 1] -= factor * dy
            gradient[j, 2] -= factor * dz
    return value, gradient


@njit
def _heat_step(u: Array, out: Array) -> None:
    n, m = u.shape
    for i in range(n):
        above, below = u[i - 1], u[i + 1 - n]
        row = u[i]
        for j in range(1, m - 1):
            around = above[j] + below[j] + row[j - 1] + row[j + 1]
            out[i, j] = row[j] + DIFFUSION * (around - 4 * row[j])
        for j in (0, m - 1):
            around = above[j] + below[j] + row[j - 1] + row[j + 1 - m]
            out[i, j] = row[j] + DIFFUSION * (around - 4 * row[j])


@njit
def heat_value_and_grad(initial: Array, wanted: Array) -> tuple[float, Array]:
    """Return the adjoint by the same steps: they are symmetric."""
    now, after = initial.copy(), np.empty_like(initial)
    for _ in range(STEPS):
        _heat_step(now, after)
        now, after = after, now
    now -= wanted
    value = 0.5 * np.sum(now * now)
    for _ in range(STEPS):
        _heat_step(now, after)
        now, after = after, now
    return value, now


@njit
def straight_line_value_and_grad(
    angle: float, momentum: float, steps: int
) -> tuple[float, float, float]:
    """A loop forward that keeps the cosines, a loop backward."""
    cosines = np.empty(steps)
    for i in range(steps):
        momentum -= STEP * sin(angle)
        cosines[i] = cos(angle)
        angle += STEP * momentum
    momentum_bar, angle_bar = momentum, sin(angle)
    for i in range(steps - 1, -1, -1):
        momentum_bar += STEP * angle_bar
        angle_bar -= STEP * cosines[i] * momentum_bar
    return 0.5 * momentum**2 - cos(angle), angle_bar, momentum_bar


# The same problems, by another name for what their peers do.
heat_loop_value_and_grad = heat_value_and_grad
pendulum_loop_value_and_grad = straight_line_value_and_grad
