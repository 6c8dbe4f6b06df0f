"""Reductions."""

from __future__ import annotations

from tests.calls._base import Call, arrays

(X,) = arrays((2, 3, 4))

CALLS = [
    Call(lambda np, x: np.sum(x), (X,)),
    Call(lambda np, x: np.sum(x, axis=1, keepdims=True), (X,)),
    Call(lambda np, x: x.sum(axis=1), (X,)),
]
