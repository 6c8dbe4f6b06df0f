"""Distributions of vectors and matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, check_known
from functrace.primitives import linalg
from functrace.primitives.elementwise import stop_gradient
from functrace.scipy import special as sc
from functrace.scipy._namespace import refusing
from functrace.scipy._plain import any_traced
from functrace.scipy.special import multigammaln
from functrace.scipy.stats._base import as_float
from functrace.scipy.stats._pieces import LOG_2, LOG_2PI, LOG_PI, times_log


class Multivariate:
    """A distribution of SciPy's, of which some methods take traced values.

    Parameters
    ----------
    original : object
        What it stands for.
    **formulas : callable
        Methods, called with the arguments of SciPy's when one of them is traced.
    """

    def __init__(self, original: Any, **formulas: Callable[..., Any]) -> None:
        self.original = original
        self.formulas = formulas
        self.__doc__ = original.__doc__

    def __call__(self, *args: Any, **kwds: Any) -> FrozenMultivariate:
        """Fix the parameters."""
        return FrozenMultivariate(self, args, kwds)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        value = getattr(self.original, name)
        formula = self.formulas.get(name)
        if formula is None:
            return refusing(value) if callable(value) else value

        def method(*args: Any, **kwds: Any) -> Any:
            chosen = formula if any_traced(args, kwds) else value
            return chosen(*args, **kwds)

        method.__name__ = name
        method.__doc__ = value.__doc__
        return method


class FrozenMultivariate:
    """A multivariate distribution with fixed parameters."""

    def __init__(
        self, dist: Multivariate, args: tuple[Any, ...], kwds: dict[str, Any]
    ) -> None:
        self.dist = dist
        self.args = args
        self.kwds = kwds

    def __getattr__(self, name: str) -> Any:
        if name in {"pdf", "logpdf", "pmf", "logpmf"}:
            method = getattr(self.dist, name)
            return lambda x: method(x, *self.args, **self.kwds)
        if name.startswith("_") or name in {"args", "kwds", "dist"}:
            raise AttributeError(name)
        if name in self.dist.formulas:
            return lambda: getattr(self.dist, name)(*self.args, **self.kwds)
        if any_traced(self.args, self.kwds):
            raise unsupported(getattr(self.dist.original, name))
        return getattr(self.dist.original(*self.args, **self.kwds), name)


def _multivariate(original: Any, logarithm: Any, name: str, **more: Any) -> Any:
    """With the density, or probability, that belongs to a logarithm."""

    def density(*args: Any, **kwds: Any) -> Any:
        return np.exp(logarithm(*args, **kwds))

    return Multivariate(original, **{f"log{name}": logarithm, name: density}, **more)


_NEGLIGIBLE = 1e6 * np.finfo(np.float64).eps  # SciPy's, for eigenvalues


# -- normal and Student's ----------------------------------------------------------------


def _location_and_shape(mean: Any, cov: Any) -> tuple[Any, Any]:
    """A vector and a matrix; numbers and vectors stand for diagonal matrices."""
    if isinstance(cov, st.Covariance):
        raise unsupported(st.Covariance)
    cov = as_float(1.0 if cov is None else cov)
    if mean is None:
        mean = np.zeros(cov.shape[0] if cov.ndim == 2 else 1)
    mean = np.atleast_1d(as_float(mean))
    dim = mean.shape[-1]
    if cov.ndim == 0 or (dim == 1 and cov.ndim < 2):
        cov = np.reshape(cov, (1, 1)) * np.eye(dim)
    if cov.ndim == 1:
        cov = cov[:, None] * np.eye(cov.shape[0])
    if cov.shape != (dim, dim) or mean.ndim > 1:
        raise ValueError(
            f"functrace: mean of shape {mean.shape} and cov of shape {cov.shape}."
        )
    return mean, cov


def _standardised(x: Any, mean: Any, cov: Any) -> tuple[Any, Any, int]:
    """Squared distance from the mean, logarithm of the determinant, dimension."""
    dim = mean.shape[0]
    factor = np.linalg.cholesky(cov)
    deviations = _points(x, dim) - mean
    single = deviations.ndim == 1
    columns = deviations[:, None] if single else np.reshape(deviations, (-1, dim)).T
    squared = np.square(
        linalg.solve_triangular(
            factor, columns, lower=True, transposed=False, unit_diagonal=False
        )
    )
    if single:
        squares = np.sum(squared)
    else:
        squares = np.reshape(np.sum(squared, axis=0), deviations.shape[:-1])
    logdet = 2 * np.sum(np.log(np.diagonal(factor)))
    return squares if single else _squeezed(squares), logdet, dim


def _points(x: Any, dim: int) -> Any:
    """Vectors of that length, along the last axis."""
    x = as_float(x)
    if x.ndim == 0:
        return x[None]
    return x[:, None] if x.ndim == 1 and dim == 1 else x


def _squeezed(value: Any) -> Any:
    """Without axes of length 1, as SciPy's results."""
    return np.squeeze(value)[()]


def _normal_logpdf(
    x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False
) -> Any:
    mean, cov = _location_and_shape(mean, cov)
    if allow_singular:
        return _singular_normal_logpdf(x, mean, cov)
    squares, logdet, dim = _standardised(x, mean, cov)
    return -0.5 * (dim * LOG_2PI + logdet + squares)


def _singular_normal_logpdf(x: Any, mean: Any, cov: Any) -> Any:
    """On the range of `cov`, by a matrix that is regular and the same there.

    The derivative is that along changes of `cov` that keep its rank.
    """
    dim = mean.shape[0]
    values, vectors = np.linalg.eigh(stop_gradient(cov))
    largest = np.max(np.abs(values))
    tolerance = _NEGLIGIBLE * largest
    valid = check_known(
        np.min(values) >= -tolerance,
        "The input matrix must be symmetric positive semidefinite.",
    )
    null = values <= tolerance
    lost = np.sum(null)
    outside = (vectors * null) @ vectors.T
    inside = np.eye(dim) - outside
    deviations = _points(x, dim) - mean
    regular = inside @ cov @ inside + largest * outside
    squares, logdet, _ = _standardised(deviations @ inside, np.zeros(dim), regular)
    logdet = logdet - lost * np.log(largest)
    value = -0.5 * ((dim - lost) * LOG_2PI + logdet + squares)
    residual = np.linalg.norm(stop_gradient(deviations) @ outside, axis=-1)
    supported = (_squeezed(residual) < 1e3 * tolerance) | (lost == 0)
    return np.where(valid, np.where(supported, value, -np.inf), np.nan)[()]


def _normal_entropy(mean: Any = None, cov: Any = 1) -> Any:
    mean, cov = _location_and_shape(mean, cov)
    return 0.5 * (mean.shape[0] * (LOG_2PI + 1) + np.linalg.slogdet(cov)[1])


multivariate_normal = _multivariate(
    st.multivariate_normal, _normal_logpdf, "pdf", entropy=_normal_entropy
)


def _t_logpdf(
    x: Any, loc: Any = None, shape: Any = 1, df: Any = 1, allow_singular: bool = False
) -> Any:
    if allow_singular:
        raise unsupported(st.multivariate_t.logpdf, " with allow_singular=True")
    loc, shape = _location_and_shape(loc, shape)
    squares, logdet, dim = _standardised(x, loc, shape)
    more = 0.5 * (df + dim)
    constant = sc.gammaln(more) - sc.gammaln(0.5 * df) - 0.5 * dim * np.log(df)
    rest = 0.5 * (dim * LOG_PI + logdet)
    return constant - rest - more * np.log1p(squares / df)


multivariate_t = _multivariate(st.multivariate_t, _t_logpdf, "pdf")

# -- matrices ----------------------------------------------------------------------------


def _matrix_normal_logpdf(
    X: Any, mean: Any = None, rowcov: Any = 1, colcov: Any = 1
) -> Any:
    X = as_float(X)
    rows, columns = X.shape[-2:]
    mean = np.zeros((rows, columns)) if mean is None else as_float(mean)
    row_factor = np.linalg.cholesky(_square(rowcov, rows))
    column_factor = np.linalg.cholesky(_square(colcov, columns))
    inner = np.linalg.solve(row_factor, X - mean)
    z = np.linalg.solve(column_factor, np.swapaxes(inner, -1, -2))
    logdet = columns * _half_logdet(row_factor) + rows * _half_logdet(column_factor)
    squares = np.sum(z * z, axis=(-1, -2))
    return _squeezed(-0.5 * (rows * columns * LOG_2PI + squares) - logdet)


def _half_logdet(factor: Any) -> Any:
    return np.sum(np.log(np.diagonal(factor)))


def _square(matrix: Any, size: int) -> Any:
    matrix = as_float(matrix)
    if matrix.ndim == 2:
        return matrix
    diagonal = matrix[:, None] if matrix.ndim else matrix
    return diagonal * np.eye(size)


matrix_normal = _multivariate(st.matrix_normal, _matrix_normal_logpdf, "pdf")


def _stack(x: Any, scale: Any) -> tuple[Any, Any, int]:
    """Matrices with the axis of many of them first, the scale matrix, the size."""
    x, scale = as_float(x), np.atleast_2d(as_float(scale))
    size = scale.shape[0]
    if x.ndim < 2:
        x = x[..., None, None] if size == 1 else x * np.eye(size)
    elif x.ndim == 3:
        x = np.moveaxis(x, -1, 0)
    return x, scale, size


def _logdet(matrix: Any) -> Any:
    return np.linalg.slogdet(matrix)[1]


def _wishart_constant(df: Any, size: int) -> Any:
    check_known(as_array(df) > size - 1, "df must be greater than the size minus 1.")
    return 0.5 * df * size * LOG_2 + multigammaln(0.5 * df, size)


def _wishart_logpdf(x: Any, df: Any, scale: Any) -> Any:
    x, scale, size = _stack(x, scale)
    trace = np.trace(np.linalg.solve(scale, x), axis1=-2, axis2=-1)
    constant = _wishart_constant(df, size) + 0.5 * df * _logdet(scale)
    return _squeezed(0.5 * (df - size - 1) * _logdet(x) - 0.5 * trace - constant)


def _invwishart_logpdf(x: Any, df: Any, scale: Any) -> Any:
    x, scale, size = _stack(x, scale)
    trace = np.trace(np.linalg.solve(x, scale), axis1=-2, axis2=-1)
    constant = _wishart_constant(df, size) - 0.5 * df * _logdet(scale)
    return _squeezed(-0.5 * (df + size + 1) * _logdet(x) - 0.5 * trace - constant)


wishart = _multivariate(st.wishart, _wishart_logpdf, "pdf")
invwishart = _multivariate(st.invwishart, _invwishart_logpdf, "pdf")

# -- fractions and counts ----------------------------------------------------------------

_UNBALANCED = 10 * np.finfo(np.float64).eps


def _log_beta(alpha: Any) -> Any:
    return np.sum(sc.gammaln(alpha)) - sc.gammaln(np.sum(alpha))


def _dirichlet_logpdf(x: Any, alpha: Any) -> Any:
    x, alpha = as_float(x), as_float(alpha)
    if x.shape[0] + 1 == alpha.shape[0]:
        x = np.concatenate((x, 1 - np.sum(x, axis=0, keepdims=True)))
    _check_fractions(x, alpha)
    powers = np.reshape(alpha - 1, (-1,) + (1,) * (x.ndim - 1))
    return _squeezed(np.sum(times_log(powers, x), axis=0) - _log_beta(alpha))


def _check_fractions(x: Any, alpha: Any) -> None:
    """Raise ValueError for a point that is known to lie off the simplex."""
    if x.shape[0] != alpha.shape[0]:
        raise ValueError(
            "functrace: x must have as many entries as alpha, or one fewer."
        )
    values = x.value if isinstance(x, Tracer) else x
    if values is None:
        return
    if np.any((values < 0) | (values > 1)):
        raise ValueError("functrace: each entry of x must lie between 0 and 1.")
    if np.any(np.abs(np.sum(values, 0) - 1) > 1e-9):
        raise ValueError("functrace: the entries of x must sum to 1.")


def _dirichlet_mean(alpha: Any) -> Any:
    alpha = as_float(alpha)
    return _squeezed(alpha / np.sum(alpha))


def _dirichlet_variance(alpha: Any) -> Any:
    alpha = as_float(alpha)
    total = np.sum(alpha)
    return _squeezed(alpha * (total - alpha) / (total * total * (total + 1)))


def _dirichlet_entropy(alpha: Any) -> Any:
    alpha = as_float(alpha)
    total = np.sum(alpha)
    rest = (total - alpha.shape[-1]) * sc.psi(total)
    return _log_beta(alpha) + rest - np.sum((alpha - 1) * sc.psi(alpha))


dirichlet = _multivariate(
    st.dirichlet,
    _dirichlet_logpdf,
    "pdf",
    mean=_dirichlet_mean,
    var=_dirichlet_variance,
    entropy=_dirichlet_entropy,
)


def _multinomial_logpmf(x: Any, n: Any, p: Any) -> Any:
    """Of probabilities that do not sum to 1 the last is adjusted, as in SciPy."""
    x, n, p = as_array(x), as_array(n), as_float(p)
    head, last = p[..., :-1], p[..., -1:]
    off = np.abs(1 - np.sum(p, axis=-1, keepdims=True)) > _UNBALANCED
    last = np.where(off, 1 - np.sum(head, axis=-1, keepdims=True), last)
    p = np.concatenate((head, last), axis=-1)
    terms = times_log(x, p) - sc.gammaln(x + 1)
    value = sc.gammaln(n + 1) + np.sum(terms, axis=-1)
    possible = (np.sum(x, axis=-1) == n) & np.all(x >= 0, axis=-1)
    valid = np.all((p >= 0) & (p <= 1), axis=-1) & (n >= 0)
    return np.where(valid, np.where(possible, value, -np.inf), np.nan)[()]


multinomial = _multivariate(st.multinomial, _multinomial_logpmf, "pmf")
