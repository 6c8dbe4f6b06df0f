"""Convolution, differences on grids, phases, windows."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

V, W, M, A, S, T = arrays((5,), (3,), (4, 5), (3, 3, 4), (), (5,))
Z = V + 1j * T
X = np.cumsum(np.abs(V) + 0.3)
Y = np.cumsum(np.abs(T[:4]) + 0.3)
PHASES = np.array([0.1, 2.9, -2.9, -0.3, 5.0, 12.0])
H = 0.7 + 0 * S

CALLS = [
    Call(lambda np, x, y: np.convolve(x, y), (V, W)),
    Call(lambda np, x, y: np.convolve(y, x, "same"), (V, W)),
    Call(lambda np, x, y: np.convolve(x, y, mode="valid"), (V, W)),
    Call(lambda np, x, y: np.convolve(x, y, "same"), (V, W[:2])),
    Call(lambda np, x, y: np.convolve(x, y, "same"), (V, T)),
    Call(lambda np, x, y: np.convolve(x, y, 1), (V, T[:4])),
    Call(lambda np, x, z: np.convolve(x, z), (W, Z)),
    Call(lambda np, x: np.convolve(x, [1, 2, 3]), (V,)),
    Call(lambda np, x: np.convolve([x[0], 1.0], x), (V,)),
    Call(lambda np, x, s: np.convolve(x, s), (V, S)),
    Call(lambda np, x, y: np.correlate(x, y), (V, W)),
    Call(lambda np, x, y: np.correlate(y, x), (V, W)),
    Call(lambda np, x, y: np.correlate(x, y, "full"), (V, W)),
    Call(lambda np, x, y: np.correlate(y, x, mode="same"), (V, W)),
    Call(lambda np, x, y: np.correlate(y, x, mode="same"), (V, T[:4])),
    Call(lambda np, x, y: np.correlate(x, y, mode="same"), (V, T[:4])),
    Call(lambda np, z, y: np.correlate(z, y, mode="full"), (Z, W)),
    Call(lambda np, z, y: np.correlate(y, z, mode="full"), (Z, W)),
    Call(lambda np, z: np.correlate(z, z[::-2], "same"), (Z,)),
    Call(lambda np, x: np.gradient(x), (V,)),
    Call(lambda np, x: np.gradient(x), (M,)),
    Call(lambda np, x, s: np.gradient(x, s), (M, H)),
    Call(lambda np, x, s: np.gradient(x, 2.0, s), (M, H)),
    Call(lambda np, x, s: np.gradient(x, s, axis=-1, edge_order=2), (A, H)),
    Call(lambda np, x, s: np.gradient(x, s, axis=(2, 0)), (A, H)),
    Call(lambda np, x, y: np.gradient(x, y), (V, X)),
    Call(lambda np, x, y: np.gradient(x, y, edge_order=2), (V, X)),
    Call(lambda np, x, y: np.gradient(x, y, X, edge_order=2), (M, Y)),
    Call(lambda np, x, y, s: np.gradient(x, s, y, edge_order=2), (M, X, H)),
    Call(lambda np, x: np.gradient(x, np.arange(5.0)), (V,)),
    Call(lambda np, x: np.gradient(x, [0, 1, 2, 4, 8], axis=1), (M,)),
    Call(lambda np, y: np.gradient([1, 2, 4, 8, 16], y), (np.arange(5.0),)),
    Call(lambda np, z: np.gradient(z, edge_order=2), (Z,)),
    Call(lambda np, x: np.gradient(x), (M.astype(np.float32),), differentiable=False),
    Call(lambda np, x: np.unwrap(x), (PHASES,)),
    Call(lambda np, x: np.unwrap(x, discont=4.0), (PHASES,)),
    Call(lambda np, x, s: np.unwrap(x, period=s), (PHASES, 4.1 * H)),
    Call(lambda np, x: np.unwrap(7 * x, axis=0), (M,)),
    Call(
        lambda np, x: np.unwrap(x), (PHASES.astype(np.float32),), differentiable=False
    ),
    Call(lambda np, s, z: np.geomspace(s, z, 4), (H, Z[:3] + 3)),
    Call(lambda np, x, s: np.geomspace(x, s, 3, dtype=complex), (np.exp(V), H)),
    Call(lambda np, x: np.i0(x), (10 * M,)),
    Call(lambda np, x: np.i0(x), (S,)),
    Call(lambda np, s: np.kaiser(6, s), (3 * H,)),
]
