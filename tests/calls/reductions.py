"""Reductions."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

X, ROW, MASK = arrays((2, 3, 4), (4,), (2, 3, 4))
MASK = MASK > -0.5
MASK[:, 0, 0] = True
Z = X + 1j * X[::-1]
SINGLE = X.astype(np.float32)
HALF = X.astype(np.float16)
COUNTS = np.arange(12).reshape(3, 4)
WITH_NAN = np.where(MASK, X, np.nan)
ZEROS = np.where(MASK, X, 0)
SCALAR = np.float64(1.7)


def into(function):
    """Call with ``out=`` an array that traced values can be written into."""

    def call(np, x):
        out = np.zeros_like(x[0])
        assert function(np, x, out) is out
        return out

    return call


SUMS = [
    Call(lambda np, x: np.sum(x), (X,)),
    Call(lambda np, x: np.sum(x, axis=1, keepdims=True), (X,)),
    Call(lambda np, x: np.sum(x, axis=-1), (X,)),
    Call(lambda np, x: np.sum(x, axis=(0, -1)), (X,)),
    Call(lambda np, x: np.sum(x, axis=()), (X,)),
    Call(lambda np, x: np.sum(x, axis=0), (SCALAR,)),
    Call(lambda np, x: np.sum(x, keepdims=True), (X,)),
    Call(lambda np, x: np.sum(x.T, axis=1), (X,)),
    Call(lambda np, x: np.sum(x, dtype=complex), (X,)),
    Call(lambda np, x: np.sum(x, dtype=np.float64), (SINGLE,), False),
    Call(lambda np, x: np.sum(x, dtype=int), (X,)),
    Call(lambda np, x: np.sum(x > 0), (X,)),
    Call(lambda np, x: np.sum(x > 0, axis=1, dtype=np.float32), (X,)),
    Call(lambda np, x: np.sum(x, axis=1, initial=2), (X,)),
    Call(lambda np, x, y: np.sum(x, axis=1, initial=y), (X, SCALAR)),
    Call(lambda np, x: np.sum(x, where=MASK), (X,)),
    Call(lambda np, x: np.sum(x, axis=0, where=MASK[0]), (X,)),
    Call(lambda np, x: np.sum(x, axis=0, where=x > 0), (X,)),
    Call(lambda np, x: np.sum(x * x, where=MASK), (WITH_NAN,), False),
    Call(lambda np, x: np.sum([x, x * x]), (SCALAR,)),
    Call(lambda np, x: np.sum(np.array([x, x * x])), (SCALAR,)),
    Call(lambda np, x: np.sum(x[:0]), (X,)),
    Call(lambda np, x: np.sum(x, axis=(1, 2)), (Z,)),
    Call(lambda np, x: np.sum(x), (HALF,), False),
    Call(lambda np, x: x.sum(), (X,)),
    Call(lambda np, x: x.sum(1), (X,)),
    Call(lambda np, x: x.sum(axis=1), (X,)),
    Call(lambda np, x: x.sum(axis=(0, 1), keepdims=True), (X,)),
    Call(into(lambda np, x, out: np.sum(x, axis=0, out=out)), (X,)),
    Call(into(lambda np, x, out: x.sum(0, out=out)), (X,)),
]

PRODUCTS = [
    Call(lambda np, x: np.prod(x), (X,)),
    Call(lambda np, x: np.prod(x, axis=1), (ZEROS,)),
    Call(lambda np, x: np.prod(x, axis=(0, 2), keepdims=True), (ZEROS,)),
    Call(lambda np, x: np.prod(x, axis=-1), (Z,)),
    Call(lambda np, x: np.prod(x, axis=1, initial=2.5), (X,)),
    Call(lambda np, x, y: np.prod(x, axis=1, initial=y), (X, SCALAR)),
    Call(lambda np, x: np.prod(x, where=MASK), (X,)),
    Call(lambda np, x: np.prod(x, axis=1, where=MASK), (WITH_NAN,), False),
    Call(lambda np, x: np.prod(x, axis=0, dtype=complex), (X,)),
    Call(lambda np, x: np.prod(x, axis=()), (X,)),
    Call(lambda np, x: np.prod(x), (SCALAR,)),
    Call(lambda np, x: np.prod(x[:0], axis=0), (X,)),
    Call(lambda np, x: x.prod(1), (X,)),
    Call(into(lambda np, x, out: np.prod(x, axis=0, out=out)), (X,)),
]

EXTREMA = [
    Call(lambda np, x: np.max(x), (X,)),
    Call(lambda np, x: np.max(x, axis=1), (X,)),
    Call(lambda np, x: np.max(x, axis=(0, 2), keepdims=True), (X,)),
    Call(lambda np, x: np.max(x, axis=-1), (Z,)),
    Call(lambda np, x: np.max(x, axis=1, initial=0.1), (X,)),
    Call(lambda np, x: np.max(x, axis=1, where=MASK, initial=-1), (X,)),
    Call(lambda np, x: np.max(x, axis=1, where=MASK, initial=-9), (WITH_NAN,), False),
    Call(lambda np, x: np.max(x[:0], axis=0, initial=3), (X,)),
    Call(lambda np, x: np.max(x, axis=-1), (SCALAR,)),
    Call(lambda np, x: np.max(x, axis=()), (X,)),
    Call(lambda np, x: np.max(x.astype(int), axis=1, initial=5.5), (X,)),
    Call(lambda np, x: np.max(x > 0, axis=1, where=MASK, initial=False), (X,)),
    Call(lambda np, x: np.amax(x, 1), (X,)),
    Call(lambda np, x: x.max(), (X,)),
    Call(lambda np, x: x.max(axis=(0, 1)), (X,)),
    Call(into(lambda np, x, out: x.max(0, out=out)), (X,)),
    Call(lambda np, x: np.min(x), (X,)),
    Call(lambda np, x: np.min(x, axis=1, keepdims=True), (X,)),
    Call(lambda np, x: np.min(x, axis=0), (Z,)),
    Call(lambda np, x: np.min(x, axis=1, where=MASK, initial=1), (X,)),
    Call(lambda np, x: np.min(x.astype(int), axis=1, where=MASK, initial=1), (X,)),
    Call(lambda np, x: np.amin(x, 1), (X,)),
    Call(lambda np, x: x.min(0), (X,)),
    Call(into(lambda np, x, out: np.min(x, 0, out)), (X,)),
    Call(lambda np, x: np.ptp(x), (X,)),
    Call(lambda np, x: np.ptp(x, axis=(0, 1)), (X,)),
    Call(lambda np, x: np.ptp(x, axis=-1, keepdims=True), (X,)),
    Call(into(lambda np, x, out: np.ptp(x, 0, out)), (X,)),
    Call(lambda np, x: np.argmax(x), (X,)),
    Call(lambda np, x: np.argmax(x, axis=-2, keepdims=True), (X,)),
    Call(lambda np, x: np.argmax(x, keepdims=True), (X,)),
    Call(lambda np, x: np.argmax(x, axis=0), (SCALAR,)),
    Call(lambda np, x: np.argmax(x, 0, np.zeros_like(x[0], dtype=np.intp)), (X,)),
    Call(lambda np, x: x[x.argmax(0)[0, 0]] * x.argmax(), (X,)),
    Call(lambda np, x: np.argmin(x, axis=1), (X,)),
    Call(lambda np, x: x.argmin(axis=1), (X,)),
    Call(lambda np, x: np.argmin([x, -x]), (SCALAR,)),
]

MEANS = [
    Call(lambda np, x: np.mean(x), (X,)),
    Call(lambda np, x: np.mean(x, axis=(0, -1), keepdims=True), (X,)),
    Call(lambda np, x: np.mean(x, axis=1), (Z,)),
    Call(lambda np, x: np.mean(x), (SINGLE,), False),
    Call(lambda np, x: np.mean(x), (HALF,), False),
    Call(lambda np, x: np.mean(x, dtype=int), (X,)),
    Call(lambda np, x: np.mean(x, dtype=complex), (X,)),
    Call(lambda np, x: np.mean(x > 0), (X,)),
    Call(lambda np, x: np.mean(x.astype(int), axis=0), (X,)),
    Call(lambda np, x: np.mean(x), (SCALAR,)),
    Call(lambda np, x: np.mean(x, axis=1, where=MASK), (X,)),
    Call(lambda np, x: np.mean(x, axis=1, where=MASK), (SINGLE,), False),
    Call(lambda np, x: np.mean(x, where=MASK[0, 0]), (X,)),
    Call(lambda np, x: x.mean(-1), (X,)),
    Call(into(lambda np, x, out: np.mean(x, 0, out=out)), (X,)),
    Call(lambda np, x: np.average(x), (X,)),
    Call(lambda np, x: np.average(x, axis=0, returned=True), (X,)),
    Call(lambda np, x: np.average(x, returned=True), (X,)),
    Call(lambda np, x, w: np.average(x, weights=np.exp(w)), (X, X[::-1])),
    Call(lambda np, x, w: np.average(x, axis=-1, weights=w * w), (X, ROW)),
    Call(
        lambda np, x, w: np.average(x, -1, np.exp(w), returned=True, keepdims=True),
        (X, ROW),
    ),
    Call(lambda np, x: np.average(x, axis=(2, 1), weights=COUNTS.T), (X,)),
    Call(lambda np, x: np.average(x.astype(int), axis=(1, 2), weights=COUNTS), (X,)),
]

SPREADS = [
    Call(lambda np, x: np.var(x), (X,)),
    Call(lambda np, x: np.var(x, axis=(0, 2), ddof=1, keepdims=True), (X,)),
    Call(lambda np, x: np.var(x, axis=1, correction=1.5), (X,)),
    Call(lambda np, x: np.var(x, axis=1), (Z,)),
    Call(lambda np, x: np.var(x, axis=1, where=MASK), (X,)),
    Call(lambda np, x: np.var(x, 1, where=MASK), (WITH_NAN,), False),
    Call(lambda np, x: np.var(x, 1, mean=np.mean(x, axis=1, keepdims=True)), (X,)),
    Call(lambda np, x, m: np.var(x, mean=m), (X, SCALAR)),
    Call(lambda np, x: np.var(x, axis=0), (SINGLE,), False),
    Call(lambda np, x: np.var(x.astype(int), axis=0), (X,)),
    Call(lambda np, x: np.var(x > 0), (X,)),
    Call(lambda np, x: x.var(0, ddof=1), (X,)),
    Call(into(lambda np, x, out: np.var(x, 0, out=out)), (X,)),
    Call(lambda np, x: np.std(x), (X,)),
    Call(lambda np, x: np.std(x, axis=-1, ddof=1, keepdims=True), (X,)),
    Call(lambda np, x: np.std(x, axis=1), (Z,)),
    Call(lambda np, x: np.std(x, axis=1, where=MASK), (X,)),
    Call(lambda np, x: np.std(x, dtype=np.float64), (SINGLE,), False),
    Call(lambda np, x: x.std(ddof=1), (X,)),
    Call(into(lambda np, x, out: x.std(0, out=out)), (X,)),
]

TRUTHS = [
    Call(lambda np, x: np.any(x), (X,)),
    Call(lambda np, x: np.any(x > 0, axis=(0, 1)), (X,)),
    Call(lambda np, x: np.any(x, axis=1, where=MASK, keepdims=True), (ZEROS,)),
    Call(lambda np, x: np.all(x), (ZEROS,)),
    Call(lambda np, x: np.all(x, axis=1, where=MASK), (ZEROS,)),
    Call(lambda np, x: x.all(0, keepdims=True), (ZEROS,)),
    Call(lambda np, x: x.any(0), (ZEROS,)),
    Call(lambda np, x: np.any(x, 0, np.zeros_like(x[0], dtype=bool)), (X,)),
    Call(
        lambda np, x: np.all([x, x]),
        (SCALAR,),
        numpy=False,
        reason="NumPy looks at the elements of the list itself",
    ),
    Call(lambda np, x: np.count_nonzero(x), (ZEROS,)),
    Call(lambda np, x: np.count_nonzero(x, axis=(0, 2), keepdims=True), (ZEROS,)),
    Call(lambda np, x: np.count_nonzero(x > 0, axis=-1), (X,)),
]

WITHOUT_NAN = [
    Call(lambda np, x: np.nansum(x), (WITH_NAN,), False),
    Call(lambda np, x: np.nansum(x, axis=1, where=x > 0), (WITH_NAN,), False),
    Call(lambda np, x: np.nansum(x), (X,)),
    Call(lambda np, x: np.nanprod(x, axis=1, keepdims=True), (WITH_NAN,), False),
    Call(lambda np, x: np.nanprod(x, axis=1), (X,)),
    Call(lambda np, x: np.nanmean(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanmean(x, axis=1), (X,)),
    Call(lambda np, x: np.nanvar(x, axis=1, ddof=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanvar(x, axis=1), (X,)),
    Call(lambda np, x: np.nanstd(x, axis=1, keepdims=True), (WITH_NAN,), False),
    Call(lambda np, x: np.nanstd(x), (X,)),
    Call(lambda np, x: np.nanmax(x), (WITH_NAN,), False),
    Call(lambda np, x: np.nanmax(x, axis=1, initial=0.1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanmax(x, axis=1, keepdims=True), (X,)),
    Call(lambda np, x: np.nanmax(x.astype(int), axis=1), (X,)),
    Call(lambda np, x: np.nanmin(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanmin(x, axis=1), (X,)),
    Call(lambda np, x: np.nanmin(x, 1, where=MASK, initial=1.0), (X,)),
    Call(lambda np, x: np.nanargmax(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nanargmin(x), (WITH_NAN,), False),
    Call(lambda np, x: np.nancumsum(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.nancumprod(x), (WITH_NAN,), False),
    Call(lambda np, x: np.nancumprod(x, axis=1), (X,)),
]

CALLS = [
    *SUMS,
    *PRODUCTS,
    *EXTREMA,
    *MEANS,
    *SPREADS,
    *TRUTHS,
    *WITHOUT_NAN,
]
