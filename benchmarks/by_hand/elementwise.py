"""Loops over one array."""

from math import cos, exp, sin, tanh
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.elementwise import COEFFICIENTS
from benchmarks.problems.layers import LAYERS

Array = np.ndarray[Any, Any]


@njit
def rosenbrock_value_and_grad(x: Array) -> tuple[float, Array]:
    """One pass: each gap belongs to two variables."""
    value = 0.0
    gradient = np.zeros_like(x)
    for i in range(len(x) - 1):
        gap = x[i + 1] - x[i] * x[i]
        rest = 1 - x[i]
        value += 100 * gap * gap + rest * rest
        gradient[i] -= 400 * gap * x[i] + 2 * rest
        gradient[i + 1] = 200 * gap
    return value, gradient


@njit
def rosenbrock_hessian_hessian(x: Array) -> Array:
    """Return a tridiagonal matrix."""
    n = len(x)
    hessian = np.zeros((n, n))
    for i in range(n - 1):
        hessian[i, i] += 1200 * x[i] * x[i] - 400 * x[i + 1] + 2
        hessian[i + 1, i + 1] = 200
        hessian[i, i + 1] = hessian[i + 1, i] = -400 * x[i]
    return hessian


@njit
def polynomial_value(x: Array) -> Array:
    """Horner's rule."""
    values = np.empty_like(x)
    for i in range(len(x)):
        y = COEFFICIENTS[0]
        for k in range(1, len(COEFFICIENTS)):
            y = y * x[i] + COEFFICIENTS[k]
        values[i] = y
    return values


@njit
def polynomial_value_and_grad(x: Array) -> tuple[float, Array]:
    """Horner's rule for the polynomial and its derivative."""
    value = 0.0
    gradient = np.empty_like(x)
    for i in range(len(x)):
        y, slope = COEFFICIENTS[0], 0.0
        for k in range(1, len(COEFFICIENTS)):
            slope = slope * x[i] + y
            y = y * x[i] + COEFFICIENTS[k]
        value += y
        gradient[i] = slope
    return value, gradient


@njit
def smooth_value(x: Array) -> Array:
    """As written."""
    values = np.empty_like(x)
    for i in range(len(x)):
        values[i] = tanh(sin(x[i]) * exp(-x[i] * x[i]))
    return values


@njit
def smooth_value_and_grad(x: Array) -> tuple[float, Array]:
    """Each function once, and a cosine."""
    value = 0.0
    gradient = np.empty_like(x)
    for i in range(len(x)):
        sine, bell = sin(x[i]), exp(-x[i] * x[i])
        y = tanh(sine * bell)
        value += y
        gradient[i] = (1 - y * y) * bell * (cos(x[i]) - 2 * x[i] * sine)
    return value, gradient


@njit
def tanh_layers_value_and_grad(x: Array) -> tuple[float, Array]:
    """All layers of an element at once: the derivative is a running product."""
    value = 0.0
    gradient = np.empty_like(x)
    for i in range(len(x)):
        y, slope = x[i], 1.0
        for _ in range(LAYERS):
            y = tanh(y * 1.01 + 0.1)
            slope *= (1 - y * y) * 1.01
        value += y
        gradient[i] = slope
    return value, gradient


@njit
def sine_layers_value_and_grad(x: Array) -> tuple[float, Array]:
    """All layers of an element at once: the derivative is a running product."""
    value = 0.0
    gradient = np.empty_like(x)
    for i in range(len(x)):
        y, slope = x[i], 1.0
        for _ in range(LAYERS):
            sine = sin(y + 1)
            slope *= sine + y * cos(y + 1)
            y *= sine
        value += y
        gradient[i] = slope
    return value, gradient
