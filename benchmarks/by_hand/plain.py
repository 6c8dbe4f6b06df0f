"""Plain loops compiled as they stand; of the short ones the adjoints, too."""

from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.recurrences import (
    branching_walk,
    plain_adaptive,
    plain_chain,
    plain_orbit,
    plain_play,
    plain_stiff,
    plain_walk,
    plain_weather,
)
from benchmarks.problems.tables import plain_string, plain_view, plain_warping

Array = np.ndarray[Any, Any]

rk4_weather_value = njit(plain_weather)
newton_steps_value = njit(plain_stiff)
random_walk_value = njit(plain_walk)
random_walk_if_value = njit(branching_walk)
play_if_value = njit(plain_play)
metropolis_if_value = njit(plain_chain)
adaptive_while_value = njit(plain_adaptive)
escape_while_value = njit(plain_orbit)
wave_slices_value = njit(plain_string)
soft_dtw_value = njit(plain_warping)
escape_value = njit(plain_view)


@njit
def heat_slices_value_and_grad(
    initial: Array, diffusivity: Array, wanted: Array, steps: int
) -> tuple[float, Array, Array]:
    """All states are kept."""
    n = len(initial)
    u = np.empty((steps + 1, n))
    u[0] = initial
    for t in range(steps):
        before, after = u[t], u[t + 1]
        after[0], after[n - 1] = before[0], before[n - 1]
        for j in range(1, n - 1):
            bend = before[j + 1] - 2 * before[j] + before[j - 1]
            after[j] = before[j] + diffusivity[j - 1] * bend
    bar = u[steps] - wanted
    value = 0.5 * np.sum(bar**2)
    weighted, diffusivity_bar = np.zeros(n), np.zeros(n - 2)
    for t in range(steps - 1, -1, -1):
        before = u[t]
        for j in range(1, n - 1):
            bend = before[j + 1] - 2 * before[j] + before[j - 1]
            diffusivity_bar[j - 1] += bar[j] * bend
            weighted[j] = diffusivity[j - 1] * bar[j]
        bar[0] += weighted[1]
        for j in range(1, n - 1):
            bar[j] += weighted[j + 1] - 2 * weighted[j] + weighted[j - 1]
        bar[n - 1] += weighted[n - 2]
    return value, bar, diffusivity_bar


@njit
def _solution(lower: Array, diagonal: Array, upper: Array, right: Array) -> Array:
    """Of a tridiagonal system; `lower` begins, and `upper` ends, with what is no part."""
    n = len(diagonal)
    c, x = np.empty(n), np.empty(n)
    c[0], x[0] = upper[0] / diagonal[0], right[0] / diagonal[0]
    for i in range(1, n):
        pivot = diagonal[i] - lower[i] * c[i - 1]
        c[i] = upper[i] / pivot
        x[i] = (right[i] - lower[i] * x[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        x[i] -= c[i] * x[i + 1]
    return x


@njit
def thomas_value_and_grad(
    lower: Array, diagonal: Array, upper: Array, right: Array, wanted: Array
) -> tuple[float, Array, Array, Array, Array]:
    """The adjoint solves the transposed system."""
    n = len(diagonal)
    x = _solution(lower, diagonal, upper, right)
    across, below = np.zeros(n), np.zeros(n)
    across[:-1], below[1:] = lower[1:], upper[:-1]
    bar = _solution(below, diagonal, across, x - wanted)
    lower_bar, upper_bar = np.zeros(n), np.zeros(n)
    lower_bar[1:], upper_bar[:-1] = -bar[1:] * x[:-1], -bar[:-1] * x[1:]
    return 0.5 * np.sum((x - wanted) ** 2), lower_bar, -bar * x, upper_bar, bar
