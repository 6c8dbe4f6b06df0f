"""Sorting, searching, running sums, differences."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

X, V, STEPS, W = arrays((2, 3, 4), (7,), (4,), (5,))
Z = X + 1j * X[::-1]
ZEROS = np.where(X > 0.5, 0, X)
SINGLE = X.astype(np.float32)
TIES = np.round(X)
WITH_NAN = np.where(X > 1, np.nan, X)
SCALAR = np.float64(1.7)
BINS = np.array([-1.0, 0.0, 0.5, 2.0])


def sorted_in_place(np, x):
    y = x * 1
    assert y.sort(axis=0) is None
    return y


def into(function):
    """Call with ``out=`` an array that traced values can be written into."""

    def call(np, x):
        out = np.zeros_like(x)
        assert function(np, x, out) is out
        return out

    return call


SORTED = [
    Call(lambda np, x: np.sort(x), (X,)),
    Call(lambda np, x: np.sort(x, axis=0), (X,)),
    Call(lambda np, x: np.sort(x, axis=-2, kind="stable"), (X,)),
    Call(lambda np, x: np.sort(x, axis=None, stable=True), (X,)),
    Call(lambda np, x: np.sort(x, axis=None), (SCALAR,)),
    Call(lambda np, x: np.sort(x), (Z,)),
    Call(lambda np, x: np.sort(x), (TIES,), differentiable=False),
    Call(lambda np, x: np.sort(x), (WITH_NAN,), False),
    Call(lambda np, x: np.sort(x.astype(int), 1), (X,)),
    Call(
        lambda np, x: np.sort([x, -x, x * x]),
        (SCALAR,),
        numpy=False,
        reason="NumPy sorts the list itself, as an array of objects",
    ),
    Call(sorted_in_place, (X,)),
    Call(lambda np, x: np.argsort(x, axis=1), (X,)),
    Call(lambda np, x: np.argsort(x, axis=None, kind="mergesort"), (X,)),
    Call(lambda np, x: np.argsort(x, stable=True), (TIES,)),
    Call(lambda np, x: x[x.argsort()], (V,)),
    Call(lambda np, x: x.argsort(axis=0, kind="stable"), (X,)),
    Call(lambda np, x: np.lexsort((x[0], x[1])), (TIES,)),
    Call(lambda np, x: np.lexsort((V, x), axis=0), (V,)),
    Call(lambda np, x: np.partition(x, 3)[3], (V,)),
    Call(lambda np, x: np.sum(np.partition(x, (2, -3), axis=None)[:3]), (X,)),
    Call(lambda np, x: np.partition(x, 1, axis=0), (X,)),
    Call(lambda np, x: x[np.argpartition(x, 3)[3]], (V,)),
    Call(lambda np, x: x[x.argpartition(3)[3]], (V,)),
    Call(lambda np, x: np.median(x), (X,)),
    Call(lambda np, x: np.median(x, axis=1), (X,)),
    Call(lambda np, x: np.median(x, axis=(0, -1), keepdims=True), (X,)),
    Call(lambda np, x: np.median(x), (SCALAR,)),
    Call(lambda np, x: np.median(x, axis=1), (WITH_NAN,), False),
    Call(lambda np, x: np.median(x, axis=0), (SINGLE,), differentiable=False),
    Call(lambda np, x: np.median(x.astype(int), axis=0), (X,)),
    Call(lambda np, x: np.unique(x), (X,)),
    Call(lambda np, x: np.unique(x, True, True, True), (TIES,), differentiable=False),
    Call(lambda np, x: np.unique(x, axis=0, return_inverse=True), (X,)),
    Call(lambda np, x: np.unique(x, return_counts=True), (WITH_NAN,), False),
]

FOUND = [
    Call(lambda np, x: np.searchsorted(BINS, x), (X,)),
    Call(lambda np, x: np.searchsorted(x, BINS, side="right"), (np.sort(V),)),
    Call(lambda np, x: np.searchsorted(x, BINS, sorter=np.argsort(x)), (V,)),
    Call(lambda np, x: x.searchsorted(0.3), (np.sort(V),)),
    Call(lambda np, x: np.digitize(x, BINS), (X,)),
    Call(lambda np, x: np.digitize(x, BINS[::-1], right=True), (X,)),
    Call(lambda np, x: np.digitize(V, x), (BINS,)),
    Call(lambda np, x: np.nonzero(x), (ZEROS,)),
    Call(lambda np, x: x.nonzero(), (ZEROS,)),
    Call(lambda np, x: x[np.flatnonzero(x > 0)], (V,)),
    Call(lambda np, x: np.argwhere(x > 0), (X,)),
]

RUNNING = [
    Call(lambda np, x: np.cumsum(x), (X,)),
    Call(lambda np, x: np.cumsum(x, axis=1), (X,)),
    Call(lambda np, x: np.cumsum(x, axis=-1), (Z,)),
    Call(lambda np, x: np.cumsum(x, axis=0, dtype=complex), (X,)),
    Call(lambda np, x: np.cumsum(x > 0), (X,)),
    Call(lambda np, x: np.cumsum(x, axis=0), (SCALAR,)),
    Call(lambda np, x: x.cumsum(0), (X,)),
    Call(into(lambda np, x, out: np.cumsum(x, 0, out=out)), (X,)),
    Call(lambda np, x: np.cumprod(x), (V,)),
    Call(lambda np, x: np.cumprod(x, axis=1), (ZEROS,)),
    Call(lambda np, x: np.cumprod(x, axis=-1), (Z,)),
    Call(lambda np, x: np.cumprod(x), (SCALAR,)),
    Call(lambda np, x: x.cumprod(axis=0), (X,)),
    Call(into(lambda np, x, out: x.cumprod(0, out=out)), (X,)),
    Call(lambda np, x: np.cumulative_sum(x), (V,)),
    Call(lambda np, x: np.cumulative_sum(x, axis=-1, include_initial=True), (X,)),
    Call(lambda np, x: np.cumulative_sum(x, include_initial=True), (SCALAR,)),
    Call(lambda np, x: np.cumulative_prod(x, axis=1, include_initial=True), (X,)),
    Call(lambda np, x: np.cumulative_prod(x, dtype=complex), (V,)),
]

DIFFERENCES = [
    Call(lambda np, x: np.diff(x), (X,)),
    Call(lambda np, x: np.diff(x, 2, axis=0), (V,)),
    Call(lambda np, x: np.diff(x, n=5), (X,)),
    Call(lambda np, x: np.diff(x, n=0), (X,)),
    Call(lambda np, x: np.diff(x > 0), (X,)),
    Call(lambda np, x: np.diff(x, axis=1, prepend=0.0, append=X[:, :1]), (X,)),
    Call(lambda np, x, y: np.diff(x, prepend=y), (X, SCALAR)),
    Call(lambda np, x: np.ediff1d(x), (X,)),
    Call(lambda np, x, y: np.ediff1d(x, to_begin=y, to_end=[1, 2]), (V, SCALAR)),
    Call(lambda np, y: np.trapezoid(y), (X,)),
    Call(lambda np, y, d: np.trapezoid(y, dx=d, axis=0), (X, SCALAR)),
    Call(lambda np, y, x: np.trapezoid(y, x), (X, STEPS)),
    Call(lambda np, y, x: np.trapezoid(y, x, axis=1), (X, X[::-1])),
    Call(lambda np, y: np.trapezoid(y, x=[0.0, 1.0, 3.0], axis=1), (X,)),
]

CALLS = [
    *SORTED,
    *FOUND,
    *RUNNING,
    *DIFFERENCES,
]
