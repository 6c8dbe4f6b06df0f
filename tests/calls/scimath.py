"""Functions that give complex numbers where there are no real ones."""

from __future__ import annotations

import numpy as np
from numpy import emath

from tests.calls._base import Call, arrays

(X,) = arrays((6,))
POSITIVE = np.abs(X) + 0.1
WITHIN = np.tanh(X)
SINGLE = X.astype(np.float32)
SCALAR = np.float64(-1.7)

COMPLEX = [
    Call(lambda np, x: emath.sqrt(x), (X,)),
    Call(lambda np, x: emath.sqrt(x), (SCALAR,)),
    Call(lambda np, x: emath.sqrt(x), (SINGLE,), differentiable=False),
    Call(lambda np, x: emath.log(x), (X,)),
    Call(lambda np, x: emath.log2(x), (X,)),
    Call(lambda np, x: emath.log10(x), (X,)),
    Call(lambda np, x: emath.logn(3, x), (X,)),
    Call(lambda np, n, x: emath.logn(n, x), (POSITIVE + 1, X)),
    Call(lambda np, x: emath.power(x, 0.3), (X,)),
    Call(lambda np, x: emath.power(x, -2), (X,)),
    Call(lambda np, x, p: emath.power(x, p), (X, POSITIVE)),
    Call(lambda np, x: emath.arccos(x), (2 * X,)),
    Call(lambda np, x: emath.arcsin(x), (2 * X,)),
    Call(lambda np, x: emath.arctanh(x), (2 * X,)),
    Call(lambda np, x: emath.sqrt(x), (X + 1j,)),
]
REAL = [
    Call(lambda np, x: emath.sqrt(x), (POSITIVE,)),
    Call(lambda np, x: emath.log(x), (POSITIVE,)),
    Call(lambda np, x: emath.power(x, 3), (POSITIVE,)),
    Call(lambda np, x: emath.arcsin(x), (WITHIN,)),
]
CALLS = COMPLEX + REAL
