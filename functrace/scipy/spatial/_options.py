"""Vectors, weights, and the options of metrics, checked as SciPy does."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.primitives.checks import require


def options_of(
    name: str, kwargs: dict[str, Any], given: tuple[Any, ...]
) -> dict[str, Any]:
    """The keyword arguments of a metric, with those that come from the data."""
    options = {**kwargs, **_FROM_DATA.get(name, _nothing)(kwargs, given)}
    if options.get("w") is not None:
        size, weights = given[0].shape[1], weights_of(options["w"])
        if weights.shape != (size,):
            raise ValueError(
                "Weights must have same size as input vector. "
                f"{weights.shape[0]} vs. {size}"
            )
        options["w"] = weights
    return options


def _nothing(kwargs: dict[str, Any], given: tuple[Any, ...]) -> dict[str, Any]:
    return {}


def _variances(kwargs: dict[str, Any], given: tuple[Any, ...]) -> dict[str, Any]:
    V = kwargs.get("V")
    if V is None:
        return {"V": np.var(np.concatenate(given), axis=0, ddof=1)}
    V = as_array(V)
    if V.ndim != 1:
        raise ValueError("Variance vector V must be one-dimensional.")
    if V.shape[0] != given[0].shape[1]:
        raise ValueError(
            "Variance vector V must be of the same dimension as the vectors on which the "
            "distances are computed."
        )
    return {"V": double(V)}


def _inverse_covariance(
    kwargs: dict[str, Any], given: tuple[Any, ...]
) -> dict[str, Any]:
    if kwargs.get("VI") is not None:
        return {"VI": double(as_array(kwargs["VI"]))}
    X = np.concatenate(given)
    m, n = X.shape
    if m <= n:
        raise ValueError(
            f"The number of observations ({m}) is too small; the covariance matrix is "
            f"singular. For observations with {n} dimensions, at least {n + 1} "
            "observations are required."
        )
    X = X - np.mean(X, axis=0)
    return {"VI": np.linalg.inv(X.T @ X / (m - 1)).T}


_FROM_DATA = {"seuclidean": _variances, "mahalanobis": _inverse_covariance}

# -- arguments -------------------------------------------------------------------------


def vector(u: Any) -> Any:
    u = as_array(u)
    if u.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    return u


def vectors(u: Any) -> Any:
    u = as_array(u)
    return u if u.ndim else vector(u)


def double(x: Any) -> Any:
    return cast(x, np.float64)


def rows_for(x: Any, name: str) -> Any:
    """The observations as SciPy computes with them."""
    if x.dtype.kind == "c":
        raise ValueError(f"Unsupported dtype {x.dtype}")
    return x if name in ("hamming", "jaccard") and x.dtype == bool else double(x)


def weights_of(w: Any) -> Any:
    if w is None:
        return None
    w, text = double(vector(w)), "Input weights should be all non-negative"
    return require(w, np.greater_equal(w, 0), message=text)
