"""Interpolation of tabulated functions."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

X, F = arrays((3, 4), (5,))
NODES = np.array([-1.1, -0.4, 0.2, 0.9, 1.3])
Z = F + 1j * F[::-1]
SCALAR = np.float64(0.37)
LEFT, RIGHT = np.float64(-3.0), np.float64(2.5)
PERIOD = np.float64(2.6)
SHUFFLED = np.array([0.9, -0.4, 1.3, 0.2, -1.1])

CALLS = [
    Call(lambda np, x, xp, fp: np.interp(x, xp, fp), (X, NODES, F)),
    Call(lambda np, x, xp, fp: np.interp(x, xp, fp), (SCALAR, NODES, F)),
    Call(lambda np, x, fp: np.interp(x, NODES, fp), (X, Z)),
    Call(lambda np, xp, fp: np.interp([-2, 0.1, 5], xp, fp), (NODES, F)),
    Call(lambda np, xp: np.interp(0.25, xp, [0, 1, 2, 3, 4]), (NODES,)),
    Call(
        lambda np, x, fp, lo, hi: np.interp(x, NODES, fp, lo, hi), (X, F, LEFT, RIGHT)
    ),
    Call(lambda np, x, fp: np.interp(x, NODES, fp, left=1, right=2j), (X, Z)),
    Call(
        lambda np, x, xp, fp, p: np.interp(x, xp, fp, period=p),
        (5 * X, SHUFFLED, F, PERIOD),
    ),
    Call(lambda np, x, fp: np.interp(x, SHUFFLED, fp, period=-2.6), (5 * X, Z)),
    Call(lambda np, x, xp, fp: np.interp(x, xp, fp), (X, NODES[:2], F[:2])),
    Call(lambda np, x, xp, fp: np.interp(x, xp, fp), (X, NODES[2:3], F[:1])),
    Call(lambda np, x: np.interp(x, NODES, F), (X.astype(np.float32),), False),
    Call(lambda np, x: np.interp(x, NODES, F), (NODES,), differentiable=False),
    Call(lambda np, x: np.interp(x.astype(int), NODES, F), (3 * X,)),
    Call(lambda np, x: np.interp(np.where(x > 0, np.nan, x), NODES, F), (X,), False),
    Call(lambda np, x: np.interp(x[:0], NODES, F), (X,)),
]
