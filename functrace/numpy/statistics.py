"""Covariances and correlations."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, check_known
from functrace.numpy._register import implements
from functrace.numpy.order_statistics import where_valid
from functrace.numpy.reductions import average, cast, is_possible, warn_if
from functrace.primitives.elementwise import stop_gradient


@implements(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    """See `numpy.cov`."""
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    x = _variables(m, y, rowvar, dtype)
    if not x.shape[0]:
        return np.array([]).reshape(0, 0)
    if ddof is None:
        ddof = 0 if bias else 1
    weights, valid = _observation_weights(fweights, aweights, x.shape[1])
    means, total = average(x, 1, weights, returned=True)
    freedom = _freedom(x.shape[1], total[0], ddof, weights, aweights)
    x = cast(x - means[:, None], x.dtype)
    conjugates = (x if weights is None else x * weights).T.conj()
    products = np.dot(x, conjugates)
    covariance = cast(products * np.true_divide(1, freedom), products.dtype)
    return where_valid(valid, covariance.squeeze())


def _variables(m: Any, y: Any, rowvar: bool, dtype: Any) -> Any:
    """The variables, each of them a row."""
    m, y = as_array(m), None if y is None else as_array(y)
    for name, array in (("m", m), ("y", y)):
        if array is not None and array.ndim > 2:
            raise ValueError(f"{name} has more than 2 dimensions")
    if dtype is None:
        dtypes = [array.dtype for array in (m, y) if array is not None]
        dtype = np.result_type(*dtypes, np.float64)
    x = cast(np.atleast_2d(m), dtype)
    if not rowvar and m.ndim != 1:
        x = x.T
    if y is None or not x.shape[0]:
        return x
    y = cast(np.atleast_2d(y), dtype)
    if not rowvar and y.shape[0] != 1:
        y = y.T
    return np.concatenate([x, y])


def _observation_weights(fweights: Any, aweights: Any, count: int) -> tuple[Any, Any]:
    """The product of both kinds of weights, or None; and whether they are valid."""
    weights, valid = None, True
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is None:
            continue
        given = cast(as_array(given), np.float64)  # noqa: PLW2901 - the same weights
        if name == "fweights" and is_known_fraction(given):
            raise TypeError("fweights must be integer")
        if given.ndim > 1:
            raise RuntimeError(f"cannot handle multidimensional {name}")
        if given.shape[0] != count:
            raise RuntimeError(f"incompatible numbers of samples and {name}")
        fits = check_known(given >= 0, f"{name} cannot be negative")
        valid = fits if valid is True else np.logical_and(valid, fits)
        weights = given if weights is None else weights * given
    return weights, valid


def is_known_fraction(numbers: Any) -> bool:
    """Whether any of the numbers is known not to be an integer."""
    if isinstance(numbers, Tracer):
        numbers = numbers.value
    return numbers is not None and bool(np.any(numbers != np.round(numbers)))


def _freedom(count: int, total: Any, ddof: int, weights: Any, aweights: Any) -> Any:
    """What the sums of products are divided by."""
    if weights is None:
        freedom: Any = count - ddof
    elif ddof == 0:
        freedom = total
    elif aweights is None:
        freedom = total - ddof
    else:
        freedom = total - ddof * np.sum(weights * as_array(aweights)) / total
    exhausted = freedom <= 0
    if not is_possible(exhausted):
        return freedom
    warn_if(exhausted, "Degrees of freedom <= 0 for slice")
    return np.where(exhausted, 0.0, freedom)


@implements(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    """See `numpy.corrcoef`. Rounding beyond 1 is cut off of the value, not the derivative."""
    c = cov(x, y, rowvar, dtype=dtype)
    if not c.ndim:  # one, or NaN
        c = stop_gradient(c)
        return c / c
    deviations = np.sqrt(np.real(np.diag(c)))
    c = c / deviations[:, None] / deviations[None, :]
    bounded = np.clip(c.real, -1, 1)
    if c.dtype.kind == "c":
        bounded = bounded + 1j * np.clip(c.imag, -1, 1)
    return cast(c + stop_gradient(bounded - c), c.dtype)
