"""Arrays as sets, and what is removed from them."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

X, V, W = arrays((2, 3, 4), (7,), (5,))
SHARED = np.concatenate([V[2:5], W, V[:1]])
TIES = np.round(X)
WITH_NAN = np.where(X > 1, np.nan, X)
REPEATED = np.concatenate([V, V[1:3]])
ROWS = np.stack([V, W[0] + 0 * V, V])
Z = V + 1j * V[::-1]
PADDED = np.where(np.abs(V) > 1, 0, V)
FRAME = np.pad(X[0], ((1, 2), (0, 3)))
NUMBERS = np.array([3, 1, 4, 1, 5, 9, 2, 6])

CALLS = [
    Call(lambda np, x: np.unique(x), (X,)),
    Call(lambda np, x: np.unique(x, True, True, True), (TIES,), differentiable=False),
    Call(lambda np, x: np.unique(x, axis=0, return_inverse=True), (X,)),
    Call(lambda np, x: np.unique(x, axis=-1, return_index=True), (X,)),
    Call(lambda np, x: np.unique(x, axis=0, return_counts=True), (ROWS,), False),
    Call(lambda np, x: np.unique(x, axis=0, return_inverse=True), (V,)),
    Call(lambda np, x: np.unique(x), (Z,)),
    Call(lambda np, x: np.unique(x, return_counts=True), (WITH_NAN,), False),
    Call(lambda np, x: np.unique(x, equal_nan=False), (WITH_NAN,), False),
    Call(lambda np, x: np.unique(x, sorted=True)[:0], (V,)),
    Call(lambda np, x: np.unique_all(x), (X,)),
    Call(lambda np, x: np.unique_all(x), (TIES,), differentiable=False),
    Call(lambda np, x: np.unique_counts(x), (X,)),
    Call(lambda np, x: np.unique_inverse(x), (X,)),
    Call(lambda np, x: np.sort(np.unique_values(x)), (X,)),
    Call(lambda np, x: np.intersect1d(x, V), (V,), differentiable=False),
    Call(lambda np, x: np.intersect1d(x, x[2:5], return_indices=True), (V,)),
    Call(lambda np, x: np.intersect1d(x, x[:1], True), (Z,)),
    Call(lambda np, x: np.intersect1d(np.round(x), NUMBERS), (3 * X,)),
    Call(lambda np, x, y: np.union1d(x, y), (X, W)),
    Call(lambda np, x, y: np.union1d(x, y), (V, SHARED), differentiable=False),
    Call(lambda np, x: np.union1d(x, NUMBERS), (V,)),
    Call(lambda np, x: np.setdiff1d(x, x[1:3]), (V,)),
    Call(lambda np, x: np.setdiff1d(x, SHARED), (REPEATED,), differentiable=False),
    Call(lambda np, x: np.setdiff1d(x, SHARED, assume_unique=True), (V,), False),
    Call(lambda np, x, y: np.setxor1d(x, y), (V, W)),
    Call(lambda np, x: np.setxor1d(x, np.append(x[:3], x[0] + 3)), (V,)),
    Call(lambda np, x: np.setxor1d(x, x), (V,)),
    Call(lambda np, x, y: np.setxor1d(x, y, assume_unique=True), (V, SHARED), False),
    Call(lambda np, x: np.isin(x, V[2:4]), (V,)),
    Call(lambda np, x: np.isin(x, [0.0, 1.0], invert=True), (TIES,)),
    Call(lambda np, x: np.isin(TIES, x), (TIES[0],)),
    Call(lambda np, x: np.isin(x, np.nan), (WITH_NAN,)),
    Call(lambda np, x: np.isin(x.astype(int), NUMBERS, kind="table"), (3 * X,)),
    Call(lambda np, x: np.isin(x, []), (X,)),
    Call(lambda np, x: np.trim_zeros(x), (np.pad(V, 2),), differentiable=False),
    Call(lambda np, x: np.trim_zeros(x), (V,)),
    Call(lambda np, x: np.trim_zeros(np.pad(x, 2), "f"), (V,)),
    Call(lambda np, x: np.trim_zeros(np.pad(x, (1, 2)), trim="B"), (V,)),
    Call(lambda np, x: np.trim_zeros(x), (FRAME,), differentiable=False),
    Call(lambda np, x: np.trim_zeros(x, axis=-1), (FRAME,), differentiable=False),
    Call(lambda np, x: np.trim_zeros(0 * x), (V,)),
    Call(lambda np, x: np.sort_complex(x), (X,)),
    Call(lambda np, x: np.sort_complex(x), (Z,)),
    Call(lambda np, x: np.sort_complex(x.astype(np.int16)), (3 * X,)),
]
