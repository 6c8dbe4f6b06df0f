"""Regression, a neural network, a Gaussian process: sums over data."""

from typing import Any

import numpy as np

from benchmarks._problem import Problem


def make_regression(size: tuple[int, int], rng: np.random.Generator) -> tuple[Any, ...]:
    """Weights, points (one a row) and labels 0 or 1."""
    n, features = size
    points = rng.normal(size=(n, features))
    weights = rng.normal(size=features) / np.sqrt(features)
    labels = (rng.uniform(size=n) < 1 / (1 + np.exp(-points @ weights))).astype(float)
    return 0.5 * weights, points, labels


def logistic_loss(xp: Any, weights: Any, points: Any, labels: Any) -> Any:
    """Negative log-likelihood of a logistic regression, with a ridge."""
    logits = points @ weights
    likelihood = xp.sum(xp.logaddexp(0.0, logits) - labels * logits)
    return likelihood + 0.5 * xp.sum(weights**2)


def make_network(
    size: tuple[int, int, int, int], rng: np.random.Generator
) -> tuple[Any, ...]:
    """Parameters of two layers, a batch of inputs, one-hot labels."""
    batch, features, hidden, classes = size
    labels = np.eye(classes)[rng.integers(classes, size=batch)]
    return (
        rng.normal(size=(features, hidden)) / np.sqrt(features),
        np.zeros(hidden),
        rng.normal(size=(hidden, classes)) / np.sqrt(hidden),
        np.zeros(classes),
        rng.uniform(size=(batch, features)),
        labels,
    )


def cross_entropy(
    xp: Any, w1: Any, b1: Any, w2: Any, b2: Any, images: Any, labels: Any
) -> Any:
    """Mean cross-entropy of the softmax of a network with one hidden layer."""
    hidden = xp.maximum(images @ w1 + b1, 0.0)
    logits = hidden @ w2 + b2
    logits = logits - xp.max(logits, axis=1, keepdims=True)
    normaliser = xp.log(xp.sum(xp.exp(logits), axis=1))
    return xp.sum(normaliser - xp.sum(logits * labels, axis=1)) / images.shape[0]


def make_process(size: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Hyperparameters, where a function of one variable was observed, and its values."""
    x = np.sort(rng.uniform(0, 10, size))
    return np.log([0.7, 1.2, 0.3]), x, np.sin(x) + 0.3 * rng.normal(size=size)


def marginal_likelihood(xp: Any, log_parameters: Any, x: Any, y: Any) -> Any:
    """Negative log marginal likelihood of a Gaussian process with an RBF kernel."""
    parameters = xp.exp(log_parameters)
    length, amplitude, noise = parameters[0], parameters[1], parameters[2]
    distances = (x[:, None] - x[None, :]) / length
    kernel = amplitude**2 * xp.exp(-0.5 * distances**2)
    factor = xp.linalg.cholesky(kernel + noise**2 * xp.eye(x.shape[0]))
    whitened = xp.linalg.solve(factor, y)
    return 0.5 * xp.sum(whitened**2) + xp.sum(xp.log(xp.diag(factor)))


PROBLEMS = (
    Problem(
        name="logistic_regression",
        summary="loss of a logistic regression (points x features), gradient",
        make=make_regression,
        objective=logistic_loss,
        sizes=((10**3, 20), (10**5, 20)),
        smoke=(30, 4),
    ),
    Problem(
        name="logistic_hessian",
        summary="dense Hessian of that loss in 100 variables",
        make=make_regression,
        objective=logistic_loss,
        sizes=((500, 100),),
        smoke=(20, 5),
        tasks=("hessian",),
    ),
    Problem(
        name="network",
        summary="batch x inputs x hidden x classes: gradient of all weights",
        make=make_network,
        objective=cross_entropy,
        sizes=((256, 784, 128, 10),),
        smoke=(8, 6, 5, 3),
        argnums=(0, 1, 2, 3),
    ),
    Problem(
        name="gaussian_process",
        summary="marginal likelihood of n points, gradient of 3 hyperparameters",
        make=make_process,
        objective=marginal_likelihood,
        sizes=(50, 300),
        smoke=8,
    ),
)
