"""GradBench's shorter problems: one pass over what is given, or two."""

from math import exp, inf, log
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.gradbench import DURATION

Array = np.ndarray[Any, Any]


@njit
def hello_value_and_grad(x: float) -> tuple[float, float]:
    """Square and double."""
    return x * x, 2 * x


@njit
def _minor(
    matrix: Array, after: Array, row: int, weight: float, gradient: Array
) -> float:
    """Determinant of the rows from `row` on and the columns that are left.

    Adds `weight` times its derivatives to `gradient`. The first column that is left is
    ``after[n]``, the one after column c is ``after[c]``.
    """
    n = len(matrix)
    column = after[n]
    if row == n - 1:
        gradient[row, column] += weight
        return matrix[row, column]
    value, sign, before = 0.0, 1.0, n
    while column < n:
        after[before] = after[column]
        signed = sign * matrix[row, column]
        determinant = _minor(matrix, after, row + 1, weight * signed, gradient)
        after[before] = column
        gradient[row, column] += weight * sign * determinant
        value += signed * determinant
        before, column, sign = column, after[column], -sign
    return value


@njit
def det_value_and_grad(matrix: Array) -> tuple[float, Array]:
    """The same recursion: a minor's derivatives when its determinant is computed."""
    n = len(matrix)
    after = np.arange(1, n + 2)
    after[n] = 0
    gradient = np.zeros_like(matrix)
    return _minor(matrix, after, 0, 1.0, gradient), gradient


@njit
def _nearest(centroids: Array, point: Array) -> tuple[int, float]:
    """Centroid nearest to a point, and the square of its distance."""
    found, least = 0, inf
    for k in range(len(centroids)):
        squared = 0.0
        for m in range(len(point)):
            squared += (point[m] - centroids[k, m]) ** 2
        if squared < least:
            found, least = k, squared
    return found, least


@njit
def kmeans_value_and_grad(centroids: Array, points: Array) -> tuple[float, Array]:
    """Each point pulls at its own centroid."""
    value, gradient = 0.0, np.zeros_like(centroids)
    for i in range(len(points)):
        k, squared = _nearest(centroids, points[i])
        value += squared
        for m in range(points.shape[1]):
            gradient[k, m] += 2 * (centroids[k, m] - points[i, m])
    return value, gradient


@njit
def kmeans_direction_value(centroids: Array, points: Array) -> Array:
    """From the mean of each centroid's points to it."""
    direction, counts = np.zeros_like(centroids), np.zeros(len(centroids))
    for i in range(len(points)):
        k, _ = _nearest(centroids, points[i])
        counts[k] += 1
        for m in range(points.shape[1]):
            direction[k, m] += centroids[k, m] - points[i, m]
    for k in range(len(centroids)):
        for m in range(points.shape[1]):
            direction[k, m] /= counts[k]
    return direction


@njit
def llsq_value_and_grad(coefficients: Array, points: Array) -> tuple[float, Array]:
    """Powers up for the misfit at a point, and again for its derivatives."""
    value, gradient = 0.0, np.zeros_like(coefficients)
    for i in range(len(points)):
        rest, power = np.sign(points[i]), 1.0
        for j in range(len(coefficients)):
            rest -= coefficients[j] * power
            power *= points[i]
        value += 0.5 * rest * rest
        for j in range(len(coefficients)):
            gradient[j] -= rest
            rest *= points[i]
    return value, gradient


@njit
def lse_value_and_grad(x: Array) -> tuple[float, Array]:
    """Exponentials over their sum."""
    largest, total = np.max(x), 0.0
    gradient = np.empty_like(x)
    for i in range(len(x)):
        gradient[i] = exp(x[i] - largest)
        total += gradient[i]
    for i in range(len(x)):
        gradient[i] /= total
    return log(total) + largest, gradient


@njit
def _advance(rates: Array, state: Array, h: float, stages: Array) -> None:
    """One step; states at which it takes slopes, the first apart, into `stages`."""
    y1, y2, y3, y4 = 1.0, 1.0, 1.0, 1.0  # of the variable before
    for i in range(len(rates)):
        k1, k2, k3, k4 = rates[i] * y1, rates[i] * y2, rates[i] * y3, rates[i] * y4
        y1 = state[i]
        y2, y3, y4 = y1 + h / 2 * k1, y1 + h / 2 * k2, y1 + h * k3
        stages[0, i], stages[1, i], stages[2, i] = y2, y3, y4
        state[i] = y1 + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


@njit
def _back(
    rates: Array, state: Array, h: float, stages: Array, bar: Array, rates_bar: Array
) -> None:
    """Adjoint of a step from `state`: `bar` becomes that of the state before."""
    b1, b2, b3, b4 = 0.0, 0.0, 0.0, 0.0  # of the slopes of the variable after
    rate = 0.0
    for i in range(len(rates) - 1, -1, -1):
        y4_bar, y3_bar, y2_bar, y1_bar = rate * b4, rate * b3, rate * b2, rate * b1
        own = bar[i]
        b4 = h / 6 * own
        b3 = h / 3 * own + h * y4_bar
        b2 = h / 3 * own + h / 2 * y3_bar
        b1 = h / 6 * own + h / 2 * y2_bar
        bar[i] = own + y1_bar + y2_bar + y3_bar + y4_bar
        rate = rates[i]
        if i == 0:
            rates_bar[0] += b1 + b2 + b3 + b4
        else:
            slopes = b1 * state[i - 1] + b2 * stages[0, i - 1]
            rates_bar[i] += slopes + b3 * stages[1, i - 1] + b4 * stages[2, i - 1]


@njit
def ode_value_and_grad(rates: Array, steps: int) -> tuple[float, Array]:
    """All states are kept, what lies between them is not."""
    n, h = len(rates), DURATION / steps
    states, stages = np.zeros((steps + 1, n)), np.empty((3, n))
    for k in range(steps):
        states[k + 1] = states[k]
        _advance(rates, states[k + 1], h, stages)
    bar, rates_bar = np.ones(n), np.zeros(n)
    again = np.empty(n)
    for k in range(steps - 1, -1, -1):
        again[:] = states[k]
        _advance(rates, again, h, stages)
        _back(rates, states[k], h, stages, bar, rates_bar)
    return np.sum(states[steps]), rates_bar
