"""Methods of ufuncs."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

M, N, V, S = arrays((3, 4), (3, 4), (4,), ())
P = 1 + np.abs(M)
MASK = np.array([True, False, True, True])
WITH_NAN = np.where(M > 0.5, np.nan, M)
SEGMENTS = [0, 2, 1, 3]


def updated(x, update):
    """A copy after an update in place."""
    out = x * 1.0
    update(out)
    return out


CALLS = [
    Call(lambda np, x: np.hypot.reduce(x, axis=(0, 1)), (M,)),
    Call(lambda np, x: np.hypot.reduce(x, where=MASK, initial=2.0), (M,)),
    Call(lambda np, x: np.logaddexp.reduce(x, axis=None, where=MASK), (M,)),
    Call(lambda np, x: np.subtract.reduce(x, axis=1, where=MASK, initial=1), (M,)),
    Call(lambda np, x: np.divide.reduce(x, keepdims=True), (P,)),
    Call(lambda np, x: np.power.reduce(x), (P,)),
    Call(lambda np, x: np.power.reduce(x, where=MASK, initial=1.5), (P,)),
    Call(lambda np, x: np.fmax.reduce(x, axis=1), (WITH_NAN,)),
    Call(lambda np, x: np.fmin.reduce(x, axis=None, initial=0.1), (WITH_NAN,)),
    Call(lambda np, x: np.logical_xor.reduce(x > 0, axis=(0, 1)), (M,)),
    Call(lambda np, x: np.logical_and.reduce(x, initial=True), (M,)),
    Call(lambda np, x: np.add.reduce(x, dtype=complex), (M,)),
    Call(lambda np, x: np.remainder.reduce(x), (P,)),
    Call(lambda np, x: np.fmin.accumulate(x, axis=1), (M,)),
    Call(lambda np, x: np.hypot.accumulate(x, axis=1), (M,)),
    Call(lambda np, x: np.divide.accumulate(x), (P,)),
    Call(lambda np, x: np.power.accumulate(x, axis=1), (P,)),
    Call(lambda np, x: np.logaddexp.accumulate(x.T), (M,)),
    Call(lambda np, x: np.add.reduceat(x, SEGMENTS, axis=1), (M,)),
    Call(lambda np, x: np.add.reduceat(x, [2, 0, 0]), (M,)),
    Call(lambda np, x: np.multiply.reduceat(x, SEGMENTS, axis=-1), (M,)),
    Call(lambda np, x: np.subtract.reduceat(x, [0, 1, 3], axis=1), (M,)),
    Call(lambda np, x: np.hypot.reduceat(x, SEGMENTS, 1), (M,)),
    Call(lambda np, x: np.maximum.reduceat(x, [], axis=1), (M,)),
    Call(lambda np, x: np.power.outer(x, [1, 2]), (P,)),
    Call(lambda np, x, s: np.hypot.outer(s, x), (M, S)),
    Call(lambda np, x: updated(x, lambda o: np.multiply.at(o, [0, 2, 0], x[1])), (M,)),
    Call(lambda np, x: updated(x, lambda o: np.divide.at(o, [0, 2, 0], 3)), (M,)),
    Call(lambda np, x, y: updated(x, lambda o: np.maximum.at(o, [0, 0, 1], y)), (M, N)),
    Call(
        lambda np, x, y: updated(x, lambda o: np.power.at(o, (0, [1, 1, 2]), y[:3])),
        (P, V),
    ),
    Call(lambda np, x: updated(x, lambda o: np.negative.at(o, [0, 0, 2])), (M,)),
    Call(lambda np, x: updated(x, lambda o: np.exp.at(o[1], [1, 1])), (M,)),
    Call(
        lambda np, x: updated(x, lambda o: np.square.at(o, x > 0)),
        (M,),
        abstract=False,
        reason="a mask with unknown values",
    ),
    Call(lambda np, x: updated(x, lambda o: np.hypot.at(o, (..., 1), 2)), (M,)),
]
