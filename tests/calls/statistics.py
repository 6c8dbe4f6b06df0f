"""Medians, quantiles, covariances, correlations."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

X, V, W, Y = arrays((2, 3, 4), (7,), (7,), (3, 7))
Z = X + 1j * X[::-1]
SINGLE = X.astype(np.float32)
WITH_NAN = np.where(X > 1, np.nan, X)
MISSING = np.where(np.arange(3)[:, None] == 1, np.nan, X)  # whole rows
PARTS = np.array([0.1, 0.43, 0.81])
PART = np.float64(0.37)
SCALAR = np.float64(1.7)
COUNTS = np.array([1, 3, 0, 2, 1, 1, 4])
WEIGHTS = np.array([0.3, 0.0, 1.2, 0.4, 0.9])
ROWS = X[0]
ACROSS = Y[:, :5] + 1j * Y[:, 2:]
CONTINUOUS = [
    "interpolated_inverted_cdf",
    "hazen",
    "weibull",
    "linear",
    "median_unbiased",
    "normal_unbiased",
]
DISCONTINUOUS = [
    "inverted_cdf",
    "averaged_inverted_cdf",
    "closest_observation",
    "lower",
    "higher",
    "midpoint",
    "nearest",
]


def into(function):
    """Call with ``out=`` an array that traced values can be written into."""

    def call(np, x):
        out = np.zeros_like(x[0])
        assert function(np, x, out) is out
        return out

    return call


MEDIANS = [
    Call(lambda np, x: np.median(x), (X,)),
    Call(lambda np, x: np.median(x, axis=1), (X,)),
    Call(lambda np, x: np.median(x, axis=(0, -1), keepdims=True), (X,)),
    Call(lambda np, x: np.median(x, (2, 0, 1), keepdims=True), (X,)),
    Call(lambda np, x: np.median(x), (SCALAR,)),
    Call(lambda np, x: np.median(x, axis=0), (Z,)),
    Call(lambda np, x: np.median(x.T, axis=-1), (X,)),
    Call(lambda np, x: np.median(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.median(x, axis=0), (SINGLE,), differentiable=False),
    Call(lambda np, x: np.median(x.astype(int), axis=0), (X,)),
    Call(lambda np, x: np.median(x > 0, axis=0), (X,)),
    Call(lambda np, x: np.median(x[:, :0].reshape(0, 4), axis=1), (ROWS,)),
    Call(into(lambda np, x, out: np.median(x, 0, out)), (X,)),
    Call(lambda np, x: np.nanmedian(x), (X,)),
    Call(lambda np, x: np.nanmedian(x, axis=(1, 0), keepdims=True), (X,)),
    Call(lambda np, x: np.nanmedian(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanmedian(x, axis=0), (SINGLE,), differentiable=False),
    Call(lambda np, x: np.nanmedian(x.astype(int), axis=0), (X,)),
    Call(into(lambda np, x, out: np.nanmedian(x, 0, out)), (X,)),
]

QUANTILES = [
    Call(lambda np, x: np.quantile(x, 0.3), (X,)),
    Call(lambda np, x: np.quantile(x, 0.0, axis=1), (X,)),
    Call(lambda np, x: np.quantile(x, 1, axis=-1), (X,)),
    Call(lambda np, x: np.quantile(x, [0.2, 0.5, 1.0], axis=1), (X,)),
    Call(lambda np, x: np.quantile(x, PARTS, axis=(2, 0), keepdims=True), (X,)),
    Call(lambda np, x: np.quantile(x, [[0.2, 0.3], [0.6, 0.9]], axis=1), (X,)),
    Call(lambda np, x: np.quantile(x, 0.2), (SCALAR,)),
    Call(lambda np, x: np.quantile(x, 0.3, axis=0), (SINGLE,), False),
    Call(lambda np, x: np.quantile(x, PARTS, axis=0), (SINGLE,), False),
    Call(lambda np, x: np.quantile(x, 0.3, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.quantile(x.astype(int), 0.3, axis=1), (X,)),
    Call(lambda np, x: np.quantile(x.astype(int), 1, axis=1), (X,)),
    Call(lambda np, x, q: np.quantile(x, q), (X, PART)),
    Call(lambda np, x, q: np.quantile(x, q, axis=1), (X, PARTS)),
    Call(lambda np, x, q: np.quantile(x, q, axis=(0, 2), keepdims=True), (X, PARTS)),
    Call(lambda np, q: np.quantile(X, q, axis=0), (PARTS,)),
    Call(into(lambda np, x, out: np.quantile(x, 0.4, 0, out)), (X,)),
    Call(lambda np, x: np.percentile(x, 30), (X,)),
    Call(lambda np, x: np.percentile(x, [25, 50], axis=1, keepdims=True), (X,)),
    Call(lambda np, x, q: np.percentile(x, q, axis=-1), (X, 100 * PARTS)),
    Call(lambda np, x: np.nanquantile(x, 0.3, axis=1), (X,)),
    Call(lambda np, x, q: np.nanquantile(x, q, axis=(0, 2), keepdims=True), (X, PARTS)),
    Call(lambda np, x: np.nanquantile(x, PARTS, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanquantile(x, 0.4, axis=0), (SINGLE,), False),
    Call(lambda np, x: np.nanpercentile(x, [20, 90]), (WITH_NAN,), False),
    Call(lambda np, x, q: np.nanpercentile(x, q), (X, 100 * PART)),
]


def method_call(method, name):
    return Call(
        lambda np, x, q: getattr(np, name)(x, q, axis=1, method=method), (X, PARTS)
    )


METHODS = [
    method_call(method, name)
    for method in [*CONTINUOUS, *DISCONTINUOUS]
    for name in ("quantile", "nanquantile")
]


def weighted(np, x, w, q=0.4, *, name="quantile", **options):
    return getattr(np, name)(x, q, weights=w, method="inverted_cdf", **options)


WEIGHTED = [
    Call(lambda np, x, w: weighted(np, x, w * w), (V, W)),
    Call(lambda np, x: weighted(np, x, [1, 0, 2], PARTS, axis=1), (X,)),
    Call(lambda np, x, w: weighted(np, x, w, axis=(2, 0)), (X, abs(X[:, 0].T))),
    Call(lambda np, x, w: weighted(np, x, w, axis=1, keepdims=True), (X, abs(X))),
    Call(
        lambda np, x, w: weighted(np, x, w, 40, name="percentile", axis=1), (X, abs(X))
    ),
    Call(
        lambda np, x, w: weighted(np, x, w, PARTS, name="nanquantile", axis=1),
        (WITH_NAN, abs(X)),
        differentiable=False,
    ),
    Call(
        lambda np, x, w: weighted(np, x, w, 40, name="nanpercentile"),
        (WITH_NAN, abs(X)),
        differentiable=False,
    ),
    Call(lambda np, x: weighted(np, x, [1, 0, 2], axis=1), (SINGLE,), False),
]

COVARIANCES = [
    Call(lambda np, x: np.cov(x), (Y,)),
    Call(lambda np, x: np.cov(x), (V,)),
    Call(lambda np, x, y: np.cov(x, y), (V, W)),
    Call(lambda np, x, y: np.cov(x, y, rowvar=False, bias=True), (Y.T, V[:, None])),
    Call(lambda np, x: np.cov(x, rowvar=False, ddof=0), (Y,)),
    Call(lambda np, x: np.cov(x), (ACROSS,)),
    Call(lambda np, x, y: np.cov(x, y), (Y[:, :5], ACROSS)),
    Call(lambda np, x: np.cov(x, fweights=COUNTS), (Y,)),
    Call(lambda np, x, w: np.cov(x, aweights=w), (Y, abs(W))),
    Call(lambda np, x, w: np.cov(x, aweights=w, ddof=0), (Y, abs(W))),
    Call(lambda np, x, w: np.cov(x, fweights=COUNTS, aweights=w), (Y, abs(W))),
    Call(lambda np, x: np.cov(x, aweights=WEIGHTS, bias=True), (ACROSS,)),
    Call(lambda np, x: np.cov(x, dtype=np.float32), (SINGLE[0],), False),
    Call(lambda np, x: np.cov(x), (SINGLE[0],), False),
    Call(lambda np, x: np.cov((x > 0), x), (Y,)),
    Call(lambda np, x: np.cov(x[:0]), (Y,)),
    Call(lambda np, x: np.corrcoef(x), (Y,)),
    Call(lambda np, x, y: np.corrcoef(x, y), (V, W)),
    Call(lambda np, x: np.corrcoef(x, rowvar=False), (Y.T,)),
    Call(lambda np, x: np.corrcoef(x), (ACROSS,)),
    Call(lambda np, x: np.corrcoef(x), (V,)),
    Call(lambda np, x: np.corrcoef(x, dtype=np.float32), (SINGLE[0],), False),
]

CALLS = [*MEDIANS, *QUANTILES, *METHODS, *WEIGHTED, *COVARIANCES]
