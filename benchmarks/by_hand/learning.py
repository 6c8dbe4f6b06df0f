"""Sums over data: matrix products, with loops between them."""

from math import exp, log1p
from typing import Any

import numpy as np
from numba import njit
from scipy.linalg import get_lapack_funcs

Array = np.ndarray[Any, Any]


@njit
def logistic_regression_value_and_grad(
    weights: Array, points: Array, labels: Array
) -> tuple[float, Array]:
    """One pass over the points."""
    value = 0.5 * np.sum(weights * weights)
    gradient = weights.copy()
    for i in range(len(labels)):
        logit = 0.0
        for j in range(len(weights)):
            logit += points[i, j] * weights[j]
        small = exp(-abs(logit))
        value += max(logit, 0.0) + log1p(small) - labels[i] * logit
        probability = (1.0 if logit > 0 else small) / (1 + small)
        for j in range(len(weights)):
            gradient[j] += (probability - labels[i]) * points[i, j]
    return value, gradient


def logistic_hessian_hessian(weights: Array, points: Array, labels: Array) -> Array:
    """Points' product with themselves, weighted by the variances of the labels."""
    probabilities = 1 / (1 + np.exp(-points @ weights))
    scaled = points * np.sqrt(probabilities * (1 - probabilities))[:, None]
    return scaled.T @ scaled + np.eye(len(weights))


def network_value_and_grad(
    w1: Array, b1: Array, w2: Array, b2: Array, images: Array, labels: Array
) -> tuple[Any, ...]:
    """Backpropagation."""
    batch = len(images)
    hidden = images @ w1
    hidden += b1
    np.maximum(hidden, 0, out=hidden)
    logits = hidden @ w2 + b2
    logits -= logits.max(axis=1, keepdims=True)
    exponentials = np.exp(logits)
    sums = exponentials.sum(axis=1, keepdims=True)
    value = (np.log(sums).sum() - np.vdot(logits, labels)) / batch
    out_bar = (exponentials / sums - labels) / batch
    hidden_bar = out_bar @ w2.T
    hidden_bar *= hidden > 0
    w1_bar, w2_bar = images.T @ hidden_bar, hidden.T @ out_bar
    return value, w1_bar, hidden_bar.sum(axis=0), w2_bar, out_bar.sum(axis=0)


def gaussian_process_value_and_grad(
    log_parameters: Array, x: Array, y: Array
) -> tuple[float, Array]:
    """Rasmussen & Williams, *Gaussian Processes for Machine Learning*, eq. (5.9)."""
    length, amplitude, noise = np.exp(log_parameters)
    squares = ((x[:, None] - x[None, :]) / length) ** 2
    kernel = amplitude**2 * np.exp(-0.5 * squares)
    covariance = kernel.copy()
    covariance.flat[:: len(x) + 1] += noise**2
    potrf, potrs, potri = get_lapack_funcs(("potrf", "potrs", "potri"), (covariance,))
    factor, _ = potrf(covariance, lower=1, overwrite_a=1)
    weights, _ = potrs(factor, y, lower=1)
    value = 0.5 * y @ weights + np.log(np.diag(factor)).sum()
    inverse, _ = potri(factor, lower=1)
    inverse = np.tril(inverse) + np.tril(inverse, -1).T
    inverse -= np.outer(weights, weights)
    product = inverse * kernel
    by_length = 0.5 * np.vdot(product, squares)
    return value, np.array([by_length, product.sum(), noise**2 * np.trace(inverse)])
