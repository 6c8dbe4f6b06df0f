"""Functions of `scipy.spatial.distance` on traced values.

A distance that is a root has the gradient zero where it is zero. The distances between the
rows of two matrices take as much memory as the differences between all of them, but for
cosine and correlation, which take that of the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.spatial.distance as original

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array, store
from functrace.primitives.checks import require
from functrace.scipy._arguments import floating
from functrace.scipy._namespace import stand_in_for
from functrace.scipy._plain import on_plain_values
from functrace.scipy.spatial import _metrics, _options

# -- distances of two vectors ----------------------------------------------------------


@on_plain_values(original.minkowski)
def minkowski(u: Any, v: Any, p: Any = 2, w: Any = None) -> Any:
    """See `scipy.spatial.distance.minkowski`; `p`, too, is differentiated.

    As in SciPy from 1.18 on, it takes stacks of vectors, too.
    """
    p = p if isinstance(p, (int, float)) else as_array(p)
    return _metrics.minkowski(
        _options.vectors(u), _options.vectors(v), p, _options.weights_of(w)
    )


@on_plain_values(original.euclidean)
def euclidean(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.euclidean`.

    As in SciPy from 1.18 on, it takes stacks of vectors, too.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.spatial import distance
    >>> ft.grad(distance.euclidean)(np.array([3.0, 4.0]), np.zeros(2))
    array([0.6, 0.8])
    >>> ft.grad(distance.euclidean)(np.zeros(2), np.zeros(2))
    array([0., 0.])
    """
    return _metrics.euclidean(
        _options.vectors(u), _options.vectors(v), _options.weights_of(w)
    )


@on_plain_values(original.sqeuclidean)
def sqeuclidean(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.sqeuclidean`.

    As in SciPy from 1.18 on, it takes stacks of vectors, too.
    """
    u, v = floating(_options.vectors(u)), floating(_options.vectors(v))
    return _metrics.sqeuclidean(u, v, _options.weights_of(w))


@on_plain_values(original.cityblock)
def cityblock(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.cityblock`."""
    return _metrics.cityblock(
        _options.vector(u), _options.vector(v), _options.weights_of(w)
    )


@on_plain_values(original.chebyshev)
def chebyshev(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.chebyshev`. Tied components share the derivative."""
    return _metrics.chebyshev(
        _options.vector(u), _options.vector(v), _options.weights_of(w)
    )


@on_plain_values(original.seuclidean)
def seuclidean(u: Any, v: Any, V: Any) -> Any:
    """See `scipy.spatial.distance.seuclidean`."""
    u, v, V = _options.vector(u), _options.vector(v), _options.vector(V)
    if V.shape[0] != u.shape[0] or u.shape[0] != v.shape[0]:
        raise TypeError("V must be a 1-D array of the same dimension as u and v.")
    return _metrics.seuclidean(u, v, V)


@on_plain_values(original.mahalanobis)
def mahalanobis(u: Any, v: Any, VI: Any) -> Any:
    """See `scipy.spatial.distance.mahalanobis`."""
    return _metrics.mahalanobis(
        _options.vector(u), _options.vector(v), np.atleast_2d(as_array(VI))
    )


@on_plain_values(original.correlation)
def correlation(u: Any, v: Any, w: Any = None, centered: bool = True) -> Any:
    """See `scipy.spatial.distance.correlation`."""
    u, v = _options.vector(u), _options.vector(v)
    if "c" in (u.dtype.kind, v.dtype.kind):
        raise TypeError("`u` and `v` must be real.")
    return _metrics.correlation(u, v, _options.weights_of(w), centered)


@on_plain_values(original.cosine)
def cosine(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.cosine`."""
    return correlation(u, v, w, centered=False)


@on_plain_values(original.braycurtis)
def braycurtis(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.braycurtis`."""
    return _metrics.braycurtis(
        _options.vector(u), _options.double(_options.vector(v)), _options.weights_of(w)
    )


@on_plain_values(original.canberra)
def canberra(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.canberra`."""
    return _metrics.canberra(
        _options.vector(u), _options.double(_options.vector(v)), _options.weights_of(w)
    )


@on_plain_values(original.hamming)
def hamming(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.hamming`. Only weights have a derivative."""
    u, v, w = _options.vector(u), _options.vector(v), _options.weights_of(w)
    if u.shape != v.shape:
        raise ValueError("The 1d arrays must have equal lengths.")
    if w is not None and w.shape != u.shape:
        raise ValueError("'w' should have the same length as 'u' and 'v'.")
    return _metrics.hamming(u, v, w)


@on_plain_values(original.jaccard)
def jaccard(u: Any, v: Any, w: Any = None) -> Any:
    """See `scipy.spatial.distance.jaccard`. Only weights have a derivative."""
    return _metrics.jaccard(
        _options.vector(u), _options.vector(v), _options.weights_of(w)
    )


@on_plain_values(original.jensenshannon)
def jensenshannon(
    p: Any, q: Any, base: Any = None, *, axis: int = 0, keepdims: bool = False
) -> Any:
    """See `scipy.spatial.distance.jensenshannon`.

    What is zero in `p` or `q` adds nothing to the derivative, which is infinite there.
    """
    p, q = as_array(p), as_array(q)
    return _metrics.jensenshannon(p, q, base, axis=axis, keepdims=keepdims)


# -- distances of all rows -------------------------------------------------------------


@on_plain_values(original.cdist)
def cdist(
    XA: Any, XB: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any
) -> Any:
    """See `scipy.spatial.distance.cdist`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.spatial.distance import cdist
    >>> def spread(x):
    ...     return np.sum(cdist(x, x))
    >>> ft.grad(spread)(np.array([[0.0, 0.0], [0.0, 0.0], [3.0, 4.0]]))
    array([[-1.2, -1.6],
           [-1.2, -1.6],
           [ 2.4,  3.2]])
    """
    XA, XB = as_array(XA), as_array(XB)
    for name, x in (("XA", XA), ("XB", XB)):
        if x.ndim != 2:
            raise ValueError(f"{name} must be a 2-dimensional array.")
    if XA.shape[1] != XB.shape[1]:
        raise ValueError(
            "XA and XB must have the same number of columns (i.e. feature dimension.)"
        )
    name = _name_of(metric)
    if name is None:
        rows = [np.stack([as_array(metric(a, b, **kwargs)) for b in XB]) for a in XA]
        return store(out, _options.double(np.stack(rows)))
    XA, XB = _options.rows_for(XA, name), _options.rows_for(XB, name)
    kwargs = _options.options_of(name, kwargs, (XA, XB))
    if name in _ANGLES and kwargs.get("w") is None:
        return store(out, _ANGLES[name](XA, XB))
    return store(out, _METRICS[name](XA[:, None], XB[None], **kwargs))


@on_plain_values(original.pdist)
def pdist(X: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any) -> Any:
    """See `scipy.spatial.distance.pdist`."""
    X = as_array(X)
    if X.ndim != 2:
        raise ValueError(
            f"A 2-dimensional array must be passed. (Shape was {X.shape})."
        )
    name, places = _name_of(metric), np.triu_indices(X.shape[0], 1)
    if name is None:
        pairs = zip(*places, strict=True)
        values = [as_array(metric(X[i], X[j], **kwargs)) for i, j in pairs]
        return store(out, _options.double(np.stack(values)))
    X = _options.rows_for(X, name)
    kwargs = _options.options_of(name, kwargs, (X,))
    if name in _ANGLES and kwargs.get("w") is None:
        return store(out, _ANGLES[name](X, X)[places])
    return store(out, _METRICS[name](*(X[place] for place in places), **kwargs))


def _angles(XA: Any, XB: Any) -> Any:
    norms = [np.sum(x * x, axis=1) for x in (XA, XB)]
    return _metrics.from_products(XA @ XB.T, norms[0][:, None], norms[1])


def _centered_angles(XA: Any, XB: Any) -> Any:
    return _angles(*(x - np.mean(x, axis=1, keepdims=True) for x in (XA, XB)))


_METRICS: dict[str, Callable[..., Any]] = {
    "braycurtis": _metrics.braycurtis,
    "canberra": _metrics.canberra,
    "chebyshev": _metrics.chebyshev,
    "cityblock": _metrics.cityblock,
    "correlation": _metrics.correlation,
    "cosine": _metrics.cosine,
    "euclidean": _metrics.euclidean,
    "hamming": _metrics.hamming,
    "jaccard": _metrics.jaccard,
    "jensenshannon": _metrics.jensenshannon,
    "mahalanobis": _metrics.mahalanobis,
    "minkowski": _metrics.minkowski,
    "seuclidean": _metrics.seuclidean,
    "sqeuclidean": _metrics.sqeuclidean,
}

_BOOLEAN = {"dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule"}

_ANGLES = {"cosine": _angles, "correlation": _centered_angles}

_ALIASES = {
    alias: name
    for name, aliases in {
        "chebyshev": "chebychev cheby cheb ch",
        "cityblock": "cblock cb c",
        "correlation": "co",
        "cosine": "cos",
        "euclidean": "euclid eu e",
        "hamming": "matching hamm ha h",
        "jaccard": "jacc ja j",
        "jensenshannon": "js",
        "mahalanobis": "mahal mah",
        "minkowski": "mi m pnorm",
        "seuclidean": "se s",
        "sqeuclidean": "sqe sqeuclid",
    }.items()
    for alias in aliases.split()
}


def _name_of(metric: Any) -> str | None:
    """The name of a metric in `_METRICS`; None of a function of the user's."""
    if callable(metric):
        name = getattr(metric, "__name__", "")
        known = (getattr(original, name, None), globals().get(name))
        return name if name in _METRICS and metric in known else None
    if not isinstance(metric, str):
        raise TypeError(
            "2nd argument metric must be a string identifier or a function."
        )
    name = metric.lower().removeprefix("test_")
    name = _ALIASES.get(name, name)
    if name in _METRICS:
        return name
    if name in _BOOLEAN:
        raise unsupported(original.cdist, f"(..., metric={metric!r})")
    raise ValueError(f"Unknown Distance Metric: {metric.lower()}")


# -- forms of a matrix of distances ----------------------------------------------------


@on_plain_values(original.squareform)
def squareform(X: Any, force: str = "no", checks: bool = True) -> Any:
    """See `scipy.spatial.distance.squareform`.

    Of a matrix, the upper triangle is read: the gradient is zero in the lower.
    """
    X = as_array(X)
    if force.lower() == "tomatrix" and X.ndim != 1:
        raise ValueError("Forcing 'tomatrix' but input X is not a distance vector.")
    if force.lower() == "tovector" and X.ndim != 2:
        raise ValueError("Forcing 'tovector' but input X is not a distance matrix.")
    if X.ndim == 1:
        return _to_matrix(X)
    if X.ndim == 2:
        return _to_vector(X, checks)
    raise ValueError(
        "The first argument must be one or two dimensional array. A "
        f"{X.ndim}-dimensional array is not permitted"
    )


def _to_matrix(v: Any) -> Any:
    if v.shape[0] == 0:
        return np.zeros((1, 1), v.dtype)
    d = math.ceil(math.sqrt(v.shape[0] * 2))
    if d * (d - 1) != v.shape[0] * 2:
        raise ValueError(
            "Incompatible vector size. It must be a binomial coefficient n choose 2 for "
            "some integer n >= 2."
        )
    places = np.zeros((d, d), np.intp)
    places[np.triu_indices(d, 1)] = np.arange(v.shape[0])
    return np.where(np.eye(d, dtype=bool), np.zeros((), v.dtype), v[places + places.T])


def _to_vector(X: Any, checks: bool) -> Any:
    if X.shape[0] != X.shape[1]:
        raise ValueError("The matrix argument must be square.")
    if checks:
        X = require(X, X == X.T, message="Distance matrix 'X' must be symmetric.")
        zero = np.diagonal(X) == 0
        X = require(X, zero, message="Distance matrix 'X' diagonal must be zero.")
    return X[np.triu_indices(X.shape[0], 1)]


__getattr__ = stand_in_for(original, __name__)
