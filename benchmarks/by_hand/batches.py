"""One computation for many inputs: products of matrices, or a loop over small ones."""

from math import cos, sin
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.kepler import TOLERANCE

Array = np.ndarray[Any, Any]


def dense_jacobian_jacobian(x: Array, inner: Array, outer: Array) -> Array:
    """Product of the matrices, scaled by the derivatives of the hyperbolic tangents."""
    hidden = np.tanh(inner @ x)
    slopes = 1 - np.tanh(outer @ hidden) ** 2
    return (slopes[:, None] * outer * (1 - hidden**2)) @ inner


def example_gradients_value(
    w1: Array, b1: Array, w2: Array, b2: Array, examples: Array, labels: Array
) -> tuple[Array, ...]:
    """Backpropagation whose last step, the sum over examples, is left out."""
    hidden = np.tanh(examples @ w1 + b1)
    exponentials = np.exp(hidden @ w2 + b2)
    out_bar = exponentials / exponentials.sum(axis=1, keepdims=True) - labels
    hidden_bar = (out_bar @ w2.T) * (1 - hidden**2)
    return (
        examples[:, :, None] * hidden_bar[:, None, :],
        hidden_bar,
        hidden[:, :, None] * out_bar[:, None, :],
        out_bar,
    )


@njit
def _inverse(a: Array, out: Array) -> None:
    """Of a 3 x 3 matrix, by cofactors."""
    for i in range(3):
        for j in range(3):
            p, q, r, s = i - 2, i - 1, j - 2, j - 1
            out[j, i] = a[p, r] * a[q, s] - a[p, s] * a[q, r]
    out /= a[0, 0] * out[0, 0] + a[0, 1] * out[1, 0] + a[0, 2] * out[2, 0]


@njit
def small_systems_value(matrices: Array, sides: Array) -> Array:
    """One after the other."""
    solutions, inverse = np.empty_like(sides), np.empty((3, 3))
    for k in range(len(sides)):
        _inverse(matrices[k], inverse)
        for i in range(3):
            row, side = inverse[i], sides[k]
            solutions[k, i] = row[0] * side[0] + row[1] * side[1] + row[2] * side[2]
    return solutions


@njit
def small_systems_value_and_grad(
    matrices: Array, sides: Array
) -> tuple[float, Array, Array]:
    """The inverse gives both the solution and the adjoint."""
    value, inverse = 0.0, np.empty((3, 3))
    matrices_bar, sides_bar = np.empty_like(matrices), np.empty_like(sides)
    for k in range(len(sides)):
        _inverse(matrices[k], inverse)
        for j in range(3):
            sides_bar[k, j] = inverse[0, j] + inverse[1, j] + inverse[2, j]
        for i in range(3):
            row, side = inverse[i], sides[k]
            solution = row[0] * side[0] + row[1] * side[1] + row[2] * side[2]
            value += solution
            for j in range(3):
                matrices_bar[k, j, i] = -sides_bar[k, j] * solution
    return value, matrices_bar, sides_bar


@njit
def newton_while_value_and_grad(
    eccentricities: Array, means: Array
) -> tuple[float, Array, Array]:
    """Each orbit until it has converged; derivatives by the implicit function theorem."""
    value = 0.0
    bars = np.empty((2, len(means)))
    for k in range(len(means)):
        e, x, change = eccentricities[k], means[k] + 0.85 * eccentricities[k], 1.0
        while abs(change) > TOLERANCE:
            change = (x - e * sin(x) - means[k]) / (1 - e * cos(x))
            x -= change
        distance = 1 - e * cos(x)
        value += distance
        bars[1, k] = e * sin(x) / distance
        bars[0, k] = bars[1, k] * sin(x) - cos(x)
    return value, bars[0], bars[1]
