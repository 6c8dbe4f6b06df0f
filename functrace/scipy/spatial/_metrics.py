"""Distances along the last axis, of vectors and of stacks that broadcast.

A distance that is a root has the gradient zero where it is zero.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.primitives import linalg
from functrace.primitives.checks import require
from functrace.primitives.elementwise import stop_gradient

# -- norms of differences --------------------------------------------------------------


def euclidean(u: Any, v: Any, w: Any = None) -> Any:
    """Root of the weighted sum of squares."""
    return _norm(u - v, 2, w)


def sqeuclidean(u: Any, v: Any, w: Any = None) -> Any:
    """Weighted sum of squares; of complex numbers, not of absolute values."""
    difference = u - v
    return _sum(difference * difference, w)


def cityblock(u: Any, v: Any, w: Any = None) -> Any:
    """Weighted sum of absolute differences."""
    return _norm(u - v, 1, w)


def chebyshev(u: Any, v: Any, w: Any = None) -> Any:
    """Largest absolute difference where the weight is positive."""
    return _norm(u - v, math.inf, w)


def minkowski(u: Any, v: Any, p: Any = 2, w: Any = None) -> Any:
    """Root of order `p`, which may be traced, of the sum of powers."""
    if _is_traced(p):
        p = require(p, p > 0, message="p must be greater than 0")
    elif p <= 0:
        raise ValueError("p must be greater than 0")
    return _norm(u - v, p, w)


def seuclidean(u: Any, v: Any, V: Any) -> Any:
    """Euclidean distance of components divided by their standard deviations."""
    return _norm(u - v, 2, 1 / V)


def mahalanobis(u: Any, v: Any, VI: Any) -> Any:
    """Root of the quadratic form `VI` of the difference."""
    difference = u - v
    return _root(np.sum(np.matmul(difference, VI) * difference, axis=-1), 2)


def _is_traced(p: Any) -> bool:
    return type(p) is Tracer


def _norm(difference: Any, p: Any, w: Any) -> Any:
    if not _is_traced(p):
        if p == math.inf:
            return _largest(np.abs(difference), w)
        if p == 1:
            return _sum(np.abs(difference), w)
        if w is None:
            params = {"ord": p, "axis": (difference.ndim - 1,), "keepdims": False}
            return linalg.vector_norm.unary(difference, params)
        if p == 2 and difference.dtype.kind != "c":
            return _root(_sum(difference * difference, w), p)
    return _root(_sum(_power(np.abs(difference), p), w), p)


def _sum(x: Any, w: Any) -> Any:
    return np.sum(x if w is None else w * x, axis=-1)


def _largest(x: Any, w: Any) -> Any:
    return np.max(x if w is None else (w > 0) * x, axis=-1, initial=0)


def _root(x: Any, p: Any) -> Any:
    """The root, with finite derivatives, zero, of zero."""
    if _is_traced(p) or p != 2:
        return _power(x, 1 / p)
    zero = x == 0
    return np.where(zero, 0.0, np.sqrt(np.where(zero, 1.0, x)))


def _power(x: Any, p: Any) -> Any:
    """The power, with finite derivatives, zero, of zero."""
    zero = x == 0
    return np.where(zero, 0.0, np.where(zero, 1.0, x) ** p)


# -- angles ----------------------------------------------------------------------------


def cosine(u: Any, v: Any, w: Any = None) -> Any:
    """One minus the cosine of the angle."""
    if w is not None:
        w = w / np.sum(w)
    return from_products(_sum(u * v, w), _sum(u * u, w), _sum(v * v, w))


def correlation(u: Any, v: Any, w: Any = None, centered: bool = True) -> Any:
    """One minus the cosine of the angle of the vectors less their means."""
    if centered:
        u, v = (x - _mean(x, w) for x in (u, v))
    return cosine(u, v, w)


def _mean(x: Any, w: Any) -> Any:
    if w is None:
        return np.mean(x, axis=-1, keepdims=True)
    return np.sum(x * (w / np.sum(w)), axis=-1, keepdims=True)


def from_products(uv: Any, uu: Any, vv: Any) -> Any:
    """One minus the cosine, from inner products.

    What rounding takes out of the interval from 0 to 2 is put back, which is no reason
    for the derivatives to vanish there.
    """
    distance = 1.0 - uv / np.sqrt(uu * vv)
    return distance + stop_gradient(np.clip(distance, 0.0, 2.0) - distance)


# -- ratios ----------------------------------------------------------------------------


def braycurtis(u: Any, v: Any, w: Any = None) -> Any:
    """Sum of absolute differences over the sum of absolute sums."""
    return _sum(np.abs(u - v), w) / _sum(np.abs(u + v), w)


def canberra(u: Any, v: Any, w: Any = None) -> Any:
    """Sum of differences relative to absolute values; where both are zero, nothing."""
    total = np.abs(u) + np.abs(v)
    zero = total == 0
    return _sum(np.where(zero, 0.0, np.abs(u - v) / np.where(zero, 1.0, total)), w)


def hamming(u: Any, v: Any, w: Any = None) -> Any:
    """Weighted share of components that differ."""
    differ = u != v
    if w is None:
        return np.mean(differ, axis=-1)
    return np.matmul(differ, w / np.sum(w))


def jaccard(u: Any, v: Any, w: Any = None) -> Any:
    """Of components of which one is not zero, the weighted share where the other is."""
    u, v = u != 0, v != 0
    unequal, nonzero = _counted(u != v, w), _counted(np.logical_or(u, v), w)
    none = nonzero == 0
    return np.where(none, 0.0, unequal / np.where(none, 1.0, nonzero))


def _counted(x: Any, w: Any) -> Any:
    return _sum(x.astype(np.float64), w)


# -- distributions ---------------------------------------------------------------------


def jensenshannon(
    p: Any, q: Any, base: Any = None, *, axis: int = -1, keepdims: bool = False
) -> Any:
    """Root of the mean divergence from the mean distribution.

    What is zero in `p` or `q` adds nothing to the derivative, which is infinite there.
    """
    p, q = (x / np.sum(x, axis=axis, keepdims=True) for x in (p, q))
    mean = (p + q) / 2.0
    left, right = (
        np.sum(_relative_entropy(x, mean), axis=axis, keepdims=keepdims) for x in (p, q)
    )
    divergence = left + right
    if base is not None:
        divergence = divergence / np.log(base)
    return _root(divergence / 2.0, 2)


def _relative_entropy(x: Any, y: Any) -> Any:
    """``x log(x / y)``; zero where `x` is zero and `y` is not negative, else infinite."""
    inside = np.logical_and(x > 0, y > 0)
    x_in, y_in = (np.where(inside, z, 1.0) for z in (x, y))
    outside = np.where(np.logical_and(x == 0, y >= 0), 0.0, np.inf)
    outside = np.where(np.isnan(x + y), np.nan, outside)
    value = x_in * np.log(x_in / y_in)
    return np.where(inside, value, outside.astype(value.dtype))
