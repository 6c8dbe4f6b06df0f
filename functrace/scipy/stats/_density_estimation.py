"""Kernel density estimation."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.stats as st

from functrace.core.dispatch import unsupported
from functrace.scipy._plain import any_traced
from functrace.scipy.linalg import solve_triangular
from functrace.scipy.special import logsumexp
from functrace.scipy.stats._base import as_float
from functrace.scipy.stats._pieces import LOG_2PI


class gaussian_kde:  # noqa: N801 - SciPy's name
    """See `scipy.stats.gaussian_kde`: differentiable in the points and in the data.

    What is not evaluated here is SciPy's, for data that is not traced.
    """

    def __init__(
        self, dataset: Any, bw_method: Any = None, weights: Any = None
    ) -> None:
        self._given = dataset, bw_method, weights
        self._traced = any_traced(dataset, bw_method, weights)
        if not self._traced:
            self._original = st.gaussian_kde(dataset, bw_method, weights)
        data = as_float(dataset)
        self.dataset = np.reshape(data, (1, -1)) if data.ndim < 2 else data
        self.d, self.n = self.dataset.shape
        self.weights = self._normalised(weights)
        self.neff = 1 / np.sum(self.weights**2)
        self.factor = self._bandwidth(bw_method)
        deviations = self.dataset - np.sum(
            self.dataset * self.weights, axis=1, keepdims=True
        )
        spread = (deviations * self.weights) @ deviations.T
        self.covariance = spread / (1 - 1 / self.neff) * self.factor**2

    def _normalised(self, weights: Any) -> Any:
        if weights is None:
            return np.full(self.n, 1 / self.n)
        weights = as_float(weights)
        return weights / np.sum(weights)

    def _bandwidth(self, method: Any) -> Any:
        if callable(method):
            return method(self)
        if method is None or method == "scott":
            return self.scotts_factor()
        return self.silverman_factor() if method == "silverman" else method

    def scotts_factor(self) -> Any:
        """Scott's rule."""
        return self.neff ** (-1 / (self.d + 4))

    def silverman_factor(self) -> Any:
        """Silverman's rule."""
        return (self.neff * (self.d + 2) / 4) ** (-1 / (self.d + 4))

    def logpdf(self, x: Any) -> Any:
        """Logarithm of the estimated density at the columns of `x`."""
        if not self._traced and not any_traced(x):
            return self._original.logpdf(x)
        points = as_float(x)
        if points.ndim < 2:
            single = points.ndim == 1 and points.shape[0] == self.d > 1
            points = np.reshape(points, (self.d, 1) if single else (1, -1))
        if points.shape[0] != self.d:
            raise ValueError(
                f"functrace: points have dimension {points.shape[0]}, dataset has "
                f"dimension {self.d}."
            )
        factor = np.linalg.cholesky(self.covariance)
        differences = points[:, :, None] - self.dataset[:, None, :]
        z = solve_triangular(factor, np.reshape(differences, (self.d, -1)), lower=True)
        exponents = -0.5 * np.reshape(np.sum(z * z, axis=0), (-1, self.n))
        logdet = np.sum(np.log(np.diagonal(factor)))
        total = logsumexp(exponents, axis=1, b=self.weights)
        return total - logdet - 0.5 * self.d * LOG_2PI

    def evaluate(self, points: Any) -> Any:
        """The estimated density at the columns of `points`."""
        if not self._traced and not any_traced(points):
            return self._original.evaluate(points)
        return np.exp(self.logpdf(points))

    __call__ = evaluate
    pdf = evaluate

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self._traced:
            raise unsupported(getattr(st.gaussian_kde, name), " of traced data")
        return getattr(self._original, name)
