"""Polynomials."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

P, Q, V, M, S, W = arrays((4,), (3,), (6,), (3, 3), (), (6,), seed=3)
X = np.linspace(-1, 1, 6) + 0.01 * V
Z = Q + 1j * P[:3]
ZEROS = np.array([0.5, -1.0, 2.0])
CUBIC = np.poly(ZEROS)
QUARTIC = np.array([1.0, 0.3, 2.0, -0.5, 0.7])  # two pairs of complex roots
WEIGHTS = 1 + 0.3 * np.tanh(W)
VALUES = "the shape of the result depends on values"

CALLS = [
    Call(lambda np, p, x: np.polyval(p, x), (P, V)),
    Call(lambda np, p, x: np.polyval(p, x), (P, M)),
    Call(lambda np, p, s: np.polyval(p, s), (P, S)),
    Call(lambda np, x: np.polyval([1, 0, 2], x), (V,)),
    Call(lambda np, p: np.polyval(p, [1, 2]), (Z,)),
    Call(lambda np, p: np.polyval(np.poly1d([1, 2.0]), p), (P,)),
    Call(lambda np, p: np.polyder(p), (P,)),
    Call(lambda np, p: np.polyder(p, 2), (P,)),
    Call(lambda np, p: np.polyder(p, m=0), (P,)),
    Call(lambda np, p: np.polyder(p, 5), (P,), differentiable=False),
    Call(lambda np, p: np.polyint(p), (P,)),
    Call(lambda np, p, s: np.polyint(p, 2, k=s), (P, S)),
    Call(lambda np, p, k: np.polyint(p, m=3, k=k), (P, Q)),
    Call(lambda np, p, q: np.polyadd(p, q), (P, Q)),
    Call(lambda np, p, q: np.polyadd(q, p), (P, Z)),
    Call(lambda np, p, s: np.polyadd(p, s), (P, S)),
    Call(lambda np, p, q: np.polysub(p, q), (Q, P)),
    Call(lambda np, p: np.polysub(p, [1, 2, 3, 4, 5]), (P,)),
    Call(lambda np, p, q: np.polymul(p, q), (P, Q), abstract=False, reason=VALUES),
    Call(lambda np, p, s: np.polymul(p, s), (P, S), abstract=False, reason=VALUES),
    Call(
        lambda np, p: np.polymul([0, 0, 1, 2], p), (Z,), abstract=False, reason=VALUES
    ),
    Call(lambda np, p, q: np.polydiv(p, q), (P, Q), abstract=False, reason=VALUES),
    Call(lambda np, p, q: np.polydiv(q, p), (P, Q), abstract=False, reason=VALUES),
    Call(lambda np, p, q: np.polydiv(p, q), (V, Z), abstract=False, reason=VALUES),
    Call(lambda np, p: np.polydiv(p, [2, 1]), (P,), abstract=False, reason=VALUES),
    Call(lambda np, r: np.poly(r), (V,)),
    Call(lambda np, r: np.poly(r), (Z,), abstract=False, reason=VALUES),
    Call(lambda np, m: np.poly(m), (M,)),
    Call(lambda np, m: np.poly(m), (np.eye(3),)),
    Call(lambda np, m: np.poly(m), (M + 1j * M.T,), abstract=False, reason=VALUES),
    Call(lambda np, p: np.roots(p), (CUBIC,), abstract=False, reason=VALUES),
    Call(lambda np, p: np.roots(p), (QUARTIC,), abstract=False, reason=VALUES),
    Call(lambda np, p: np.roots(p), (Z,), abstract=False, reason=VALUES),
    Call(lambda np, p: np.roots(p), (CUBIC[:1],), abstract=False, reason=VALUES),
    Call(lambda np, p: np.roots(p[:2]), (CUBIC,), abstract=False, reason=VALUES),
    # Fits.
    Call(lambda np, x, y: np.polyfit(x, y, 2), (X, W)),
    Call(lambda np, x, y: np.polyfit(x, y, 1), (X, M.repeat(2, 0))),
    Call(lambda np, x, y, w: np.polyfit(x, y, 2, w=w), (X, W, WEIGHTS)),
    Call(lambda np, y: np.polyfit([0, 1, 2, 3, 4, 5], y, deg=1), (W,)),
    Call(
        lambda np, x, y: np.polyfit(x, y, 2, cov=True),
        (X, W),
        tolerance=1e-6,
        reason="residuals are small differences",
    ),
    Call(lambda np, x, y: np.polyfit(x, y, 1, cov="unscaled"), (X, W)),
    Call(lambda np, y: np.polyfit(X, y, 1, cov=True), (M.repeat(2, 0),)),
    Call(lambda np, y: np.polyfit(X, y, 1, full=True)[:2], (W,)),
]
