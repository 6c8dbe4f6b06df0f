"""ADBench's problems: loops over points and over observations."""

from math import cos, exp, log, sin, sqrt
from typing import Any

import numpy as np
from numba import njit

from benchmarks.problems.adbench import EXTRA_DEGREES, GAMMA

Array = np.ndarray[Any, Any]
Vector = tuple[float, float, float]
PARAMETERS = 15  # of an observation: 11 of the camera, 3 of the point, the weight


@njit
def _scale(diagonal: Array, lower: Array, centred: Array, scaled: Array) -> float:
    """Multiply by a lower triangular matrix, stored by columns; squared norm."""
    dimension = len(diagonal)
    for i in range(dimension):
        scaled[i] = diagonal[i] * centred[i]
    at, norm = 0, 0.0
    for j in range(dimension):
        norm += scaled[j] * scaled[j]
        for i in range(j + 1, dimension):
            scaled[i] += lower[at] * centred[j]
            at += 1
    return norm


@njit
def _add_adjoint(
    weight: float,
    diagonal: Array,
    lower: Array,
    centred: Array,
    scaled: Array,
    means_bar: Array,
    logs_bar: Array,
    lower_bar: Array,
) -> None:
    """Add a point's share to a component's cotangents, given its responsibility."""
    dimension, at = len(diagonal), 0
    for j in range(dimension):
        centred_bar = scaled[j] * diagonal[j]
        logs_bar[j] += weight * (1 - centred_bar * centred[j])
        for i in range(j + 1, dimension):
            lower_bar[at] -= weight * scaled[i] * centred[j]
            centred_bar += scaled[i] * lower[at]
            at += 1
        means_bar[j] += weight * centred_bar


@njit
def _soft_max(x: Array, weights: Array) -> float:
    """Log-sum-exp, and its gradient into `weights`."""
    largest, total = np.max(x), 0.0
    for k in range(len(x)):
        weights[k] = exp(x[k] - largest)
        total += weights[k]
    for k in range(len(x)):
        weights[k] /= total
    return log(total) + largest


@njit
def _add_prior(
    diagonals: Array, lower: Array, logs: Array, logs_bar: Array, lower_bar: Array
) -> float:
    value = 0.0
    for k in range(len(logs)):
        for i in range(logs.shape[1]):
            square = GAMMA**2 * diagonals[k, i] ** 2
            value += EXTRA_DEGREES * logs[k, i] - 0.5 * square
            logs_bar[k, i] += EXTRA_DEGREES - square
        for i in range(lower.shape[1]):
            value -= 0.5 * GAMMA**2 * lower[k, i] ** 2
            lower_bar[k, i] -= GAMMA**2 * lower[k, i]
    return value


@njit
def gaussian_mixture_value_and_grad(
    alphas: Array,
    means: Array,
    logs: Array,
    lower: Array,
    positions: Array,
    points: Array,
) -> tuple[float, Array, Array, Array, Array]:
    """Forward and backward, one point after the other."""
    components, dimension = means.shape
    alphas_bar, means_bar = np.zeros_like(alphas), np.zeros_like(means)
    logs_bar, lower_bar = np.zeros_like(logs), np.zeros_like(lower)
    diagonals = np.exp(logs)
    centred, scaled = np.empty_like(means), np.empty_like(means)
    densities, weights = np.empty_like(alphas), np.empty_like(alphas)
    constants = alphas + np.sum(logs, axis=1)
    value = 0.0
    for n in range(len(points)):
        for k in range(components):
            for i in range(dimension):
                centred[k, i] = points[n, i] - means[k, i]
            norm = _scale(diagonals[k], lower[k], centred[k], scaled[k])
            densities[k] = constants[k] - 0.5 * norm
        value += _soft_max(densities, weights)
        for k in range(components):
            alphas_bar[k] += weights[k]
            _add_adjoint(
                weights[k],
                diagonals[k],
                lower[k],
                centred[k],
                scaled[k],
                means_bar[k],
                logs_bar[k],
                lower_bar[k],
            )
    value -= len(points) * _soft_max(alphas, weights)
    for k in range(components):
        alphas_bar[k] -= len(points) * weights[k]
    value += _add_prior(diagonals, lower, logs, logs_bar, lower_bar)
    return value, alphas_bar, means_bar, logs_bar, lower_bar


@njit
def _axis(rotation: Array) -> tuple[float, float, float, float]:
    angle = sqrt(rotation[0] ** 2 + rotation[1] ** 2 + rotation[2] ** 2)
    return rotation[0] / angle, rotation[1] / angle, rotation[2] / angle, angle


@njit
def _cross(a: Vector, b: Vector) -> Vector:
    x = a[1] * b[2] - a[2] * b[1]
    return x, a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@njit
def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit
def _combine(p: float, a: Vector, q: float, b: Vector, r: float, c: Vector) -> Vector:
    return (
        p * a[0] + q * b[0] + r * c[0],
        p * a[1] + q * b[1] + r * c[1],
        p * a[2] + q * b[2] + r * c[2],
    )


@njit
def _rotate(rotation: Array, v: Vector) -> Vector:
    """Rodrigues' formula."""
    a0, a1, a2, angle = _axis(rotation)
    a, c = (a0, a1, a2), cos(angle)
    return _combine(c, v, sin(angle), _cross(a, v), (1 - c) * _dot(a, v), a)


@njit
def _rotate_adjoint(
    rotation: Array, v: Vector, y: Vector, y_bar: Vector
) -> tuple[Vector, Vector]:
    """Cotangents of the rotation and of the vector `v`, of which `y` is the image."""
    a0, a1, a2, angle = _axis(rotation)
    a, c, s = (a0, a1, a2), cos(angle), sin(angle)
    dot, dot_bar = _dot(a, v), (1 - c) * _dot(a, y_bar)
    v_bar = _combine(c, y_bar, s, _cross(y_bar, a), dot_bar, a)
    a_bar = _combine(s, _cross(v, y_bar), (1 - c) * dot, y_bar, dot_bar, v)
    along = _dot(_cross(a, y), y_bar) - _dot(a, a_bar) / angle
    return _combine(1 / angle, a_bar, along, a, 0.0, a), v_bar


@njit
def _row(
    r: int,
    camera: Array,
    v: Vector,
    y: Vector,
    weight: float,
    feature: float,
    row: Array,
) -> float:
    """Error in coordinate `r` of the image; its derivatives into ``row (15,)``."""
    x0, x1 = y[0] / y[2], y[1] / y[2]
    own = x0 if r == 0 else x1
    focal, squared = camera[6], x0 * x0 + x1 * x1
    distortion = 1 + squared * (camera[9] + squared * camera[10])
    scale = weight * focal / y[2]
    slope = scale * own * 2 * (camera[9] + 2 * camera[10] * squared)
    bar0 = slope * x0 + (scale * distortion if r == 0 else 0.0)
    bar1 = slope * x1 + (scale * distortion if r == 1 else 0.0)
    y_bar = (bar0, bar1, -(bar0 * x0 + bar1 * x1))
    by_rotation, v_bar = _rotate_adjoint(camera, v, y, y_bar)
    for m in range(3):
        row[m] = by_rotation[m]
        row[3 + m] = -v_bar[m]
        row[11 + m] = v_bar[m]
    row[6] = weight * own * distortion
    row[7 + r], row[8 - r] = weight, 0.0
    row[9] = weight * focal * own * squared
    row[10] = row[9] * squared
    row[14] = own * distortion * focal + camera[7 + r] - feature
    return weight * row[14]


@njit
def _observe(
    camera: Array, point: Array, weight: float, feature: Array, block: Array
) -> tuple[float, float]:
    """Both reprojection errors; their derivatives into ``block (2, 15)``."""
    v = (point[0] - camera[3], point[1] - camera[4], point[2] - camera[5])
    y = _rotate(camera, v)
    x_error = _row(0, camera, v, y, weight, feature[0], block[0])
    return x_error, _row(1, camera, v, y, weight, feature[1], block[1])


@njit
def bundle_jacobian_jacobian(
    cameras: Array, points: Array, weights: Array, features: Array
) -> tuple[Array, Array, Array]:
    """Every observation's block."""
    n = len(weights)
    by_camera, by_point = np.zeros((3, n, 11)), np.zeros((3, n, 3))
    by_weight = np.empty((3, n))
    block = np.empty((2, PARAMETERS))
    for i in range(n):
        _observe(cameras[i], points[i], weights[i], features[i], block)
        for r in range(2):
            for m in range(11):
                by_camera[r, i, m] = block[r, m]
            for m in range(3):
                by_point[r, i, m] = block[r, 11 + m]
            by_weight[r, i] = block[r, 14]
        by_weight[2, i] = -2 * weights[i]
    return by_camera, by_point, by_weight


@njit
def bundle_cost_value_and_grad(
    cameras: Array,
    points: Array,
    weights: Array,
    camera: Array,
    point: Array,
    features: Array,
) -> tuple[float, Array, Array, Array]:
    """Each observation's residuals times its block."""
    by_camera, by_point = np.zeros_like(cameras), np.zeros_like(points)
    by_weight = np.empty_like(weights)
    block = np.empty((2, PARAMETERS))
    value = 0.0
    for i in range(len(weights)):
        c, p, w = camera[i], point[i], weights[i]
        x, y = _observe(cameras[c], points[p], w, features[i], block)
        rest = 1 - w * w
        value += 0.5 * (x * x + y * y + rest * rest)
        for m in range(11):
            by_camera[c, m] += x * block[0, m] + y * block[1, m]
        for m in range(3):
            by_point[p, m] += x * block[0, 11 + m] + y * block[1, 11 + m]
        by_weight[i] = x * block[0, 14] + y * block[1, 14] - 2 * w * rest
    return value, by_camera, by_point, by_weight
