"""Functions of the user's, applied to parts of arrays."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

V, M, A, S = arrays((4,), (3, 4), (2, 3, 4), ())
OBJECTS = "numpy.vectorize makes an object array of traced values"


def rescaled(row, factor=1.0):
    """A function of a row, with another of the same shape."""
    return factor * row / np.sqrt(np.sum(row * row))


def outer(row):
    """A function of a row with a matrix."""
    return row[:, None] * row[:2]


def shifted(x, y=2.0):
    """A function of numbers."""
    return x * y if x > 0 else x


CALLS = [
    Call(lambda np, x: np.apply_along_axis(rescaled, 0, x), (M,)),
    Call(lambda np, x: np.apply_along_axis(rescaled, -1, x, 3.0), (A,)),
    Call(lambda np, x, s: np.apply_along_axis(rescaled, 1, x, factor=s), (A, S)),
    Call(lambda np, x: np.apply_along_axis(outer, 1, x), (A,)),
    Call(lambda np, x: np.apply_along_axis(np.sum, axis=0, arr=x), (A,)),
    Call(lambda np, x: np.apply_along_axis(rescaled, 0, x), (V,)),
    Call(lambda np, x: np.apply_along_axis(lambda r: [r[0], r[1] ** 2], 0, x), (M,)),
    Call(lambda np, x: np.apply_over_axes(np.sum, x * x, [0, -1]), (A,)),
    Call(lambda np, x: np.apply_over_axes(np.cumsum, x * x, (0, 1)), (A,)),
    Call(lambda np, x: np.apply_over_axes(np.prod, x, 1), (A,)),
    Call(lambda np, x: np.sum(np.vectorize(lambda v: v * v)(x)), (M,)),
    Call(lambda np, x, s: np.sum(np.vectorize(pow)(x * x, s)), (M, S)),
    Call(
        lambda np, x: np.vectorize(shifted, otypes="d", excluded={"y"})(x, y=3.0),
        (M,),
        numpy=False,
        abstract=False,
        reason=OBJECTS,
    ),
    Call(
        lambda np, x, y: np.vectorize(lambda a, b: (a * b, a - b))(x, y),
        (M, V),
        numpy=False,
        reason=OBJECTS,
    ),
    Call(
        lambda np, x, y: np.vectorize(np.dot, signature="(n),(n)->()")(x, y),
        (M, V),
        numpy=False,
        reason=OBJECTS,
    ),
    Call(
        lambda np, x: np.vectorize(outer, signature="(n)->(n,m)", otypes=["d"])(x),
        (A,),
        numpy=False,
        reason=OBJECTS,
    ),
    Call(lambda np, x: np.sum(np.fromfunction(lambda i, j: x * i + j, (3, 4))), (M,)),
    Call(
        lambda np, x: np.vectorize(lambda v: v * v, otypes="d")(x),
        (M[:0],),
        numpy=False,
        reason=OBJECTS,
    ),
]
