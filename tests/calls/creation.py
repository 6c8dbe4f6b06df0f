"""Making arrays."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

V, W, M, S, T = arrays((3,), (3,), (2, 3), (), ())
P = np.abs(V) + 0.5
TRACED_BUFFER = "numpy.zeros makes an ndarray, which cannot hold traced values"


def squares(np, x, buffer):
    """The squares, written into a buffer one by one."""
    for i in range(len(x)):
        buffer[i] = x[i] ** 2
    return buffer


CALLS = [
    Call(lambda np, x: squares(np, x, np.zeros_like(x)), (V,)),
    Call(lambda np, x: squares(np, x, np.ones_like(x, shape=5)), (V,)),
    Call(lambda np, x: squares(np, x, np.empty_like(x, dtype=complex)), (V,)),
    Call(lambda np, x: squares(np, x, np.full_like(x, 7)), (V,)),
    Call(lambda np, x: (np.zeros_like(x), np.ones_like(x, dtype=int)), (M,)),
    Call(lambda np, x: x * np.zeros_like(x, shape=()), (M,)),
    Call(lambda np, x, s: np.full_like(x, s), (M, S)),
    Call(lambda np, x, s: squares(np, x, np.full_like(x, s, shape=(4,))), (V, S)),
    Call(lambda np, x: np.full_like(x, 2, dtype=np.float32) * x, (M,)),
    Call(
        lambda np, x: squares(np, x, np.zeros(4)),
        (V,),
        numpy=False,
        reason=TRACED_BUFFER,
    ),
    Call(
        lambda np, x: squares(np, x, np.ones((3, 2), dtype=complex)),
        (V,),
        numpy=False,
        reason=TRACED_BUFFER,
    ),
    Call(
        lambda np, x: squares(np, x, np.array([1.0, 2.0, 3.0, 4.0])),
        (V,),
        numpy=False,
        reason=TRACED_BUFFER,
    ),
    Call(
        lambda np, x: squares(np, x, np.full(3, 2.0)) + np.full(3, x[0]),
        (V,),
        numpy=False,
        reason=TRACED_BUFFER,
    ),
    Call(
        lambda np, x: squares(np, x, np.eye(3)) @ np.identity(3),
        (V,),
        numpy=False,
        reason=TRACED_BUFFER,
    ),
    Call(
        lambda np, x: squares(np, x, np.empty(3)) @ squares(np, x, np.tri(3)),
        (V,),
        numpy=False,
        reason=TRACED_BUFFER,
    ),
    Call(
        lambda np, x: np.array([[x, 2 * x], [x * x, [1.0, 2.0, 3.0]]]),
        (V,),
        numpy=False,
        reason="numpy.array makes an object array",
    ),
    Call(
        lambda np, x: np.sin([x[0], 1.0]) + np.add([x[1], 2], 1.0),
        (V,),
        numpy=False,
        reason="numpy.array makes an object array",
    ),
    Call(
        lambda np, x: (
            np.asarray(x) * np.asanyarray(x),
            np.ascontiguousarray(x.T) + np.asfortranarray(x.T),
        ),
        (M,),
        numpy=False,
        reason="numpy.asarray cannot be overridden",
    ),
    Call(
        lambda np, x: (np.array(x, ndmin=3), np.array(x, dtype=complex)),
        (M,),
        numpy=False,
        reason="numpy.array cannot be overridden",
    ),
    Call(lambda np, x: np.asarray([x[0], x[1]], like=x), (V,)),
    Call(lambda np, x: np.min_scalar_type(x).name, (M,), differentiable=False),
    Call(lambda np, x: np.copy(x) + x.copy(), (M,)),
    Call(lambda np, x: np.copy(x), (S,)),
    # Ranges.
    Call(lambda np, s, t: np.linspace(s, t, 5), (S, T)),
    Call(lambda np, s: np.linspace(0, s, 4, endpoint=False), (S,)),
    Call(lambda np, x, y: np.linspace(x, y, 3, axis=-1), (V, W)),
    Call(lambda np, x: np.linspace(x, 1.0, 3, retstep=True), (V,)),
    Call(lambda np, x: np.linspace(x[:, None], x, num=2), (V,)),
    Call(lambda np, s: np.linspace(s, 2, 1), (S,)),
    Call(lambda np, s, t: np.linspace(s, t, 5, dtype=complex), (S, T)),
    Call(lambda np, s: np.logspace(s, 1.0, 4), (S,)),
    Call(lambda np, s, t: np.logspace(s, t, 4, base=2.0, endpoint=False), (S, T)),
    Call(lambda np, x, y: np.logspace(x, 1, 3, base=y), (V, P)),
    Call(lambda np, x, y: np.geomspace(x, y, 4), (P[0], P[1])),
    Call(lambda np, x, y: np.geomspace(-x, -y, 3, endpoint=False), (P, P * P)),
    Call(
        lambda np, s: np.arange(s, s + 2.5, 0.5),
        (S,),
        numpy=False,
        reason="numpy.arange cannot be overridden",
    ),
    Call(lambda np, x: np.vander(x), (V,)),
    Call(lambda np, x: np.vander(x, 2, increasing=True), (V,)),
]
