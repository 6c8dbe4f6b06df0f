"""Reading and writing parts of arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.calls._base import Call, arrays

V, X, Y = arrays((6,), (3, 4), (2, 3, 4))
C = X + 1j * X[::-1]
MASK = X > 0
INTS = np.array([2, 0, 2])
CONCRETE: Any = {"abstract": False, "reason": "a boolean without dimensions"}
GRID = np.ix_([0, 2], [1, 3])


def edited(edit):
    """A call that writes to a copy of its first argument and returns that."""

    def function(np, x, *rest):
        y = np.copy(x)
        edit(np, y, *rest)
        return y

    return function


def statements(text):
    """A call that runs statements on `y`, a copy of `x`."""
    code = compile(text, "<statements>", "exec")

    def edit(np, y, *rest):
        names = {"np": np, "y": y, "MASK": MASK, "INTS": INTS}
        exec(code, names | dict(zip("uvw", rest, strict=False)))

    return edited(edit)


READS = [
    Call(lambda np, x: x[1], (X,)),
    Call(lambda np, x: x[np.int64(-1)], (X,)),
    Call(lambda np, x: x[np.array(1)], (X,)),
    Call(lambda np, x: x[1][2], (X,)),
    Call(lambda np, x: x[1, 2], (X,)),
    Call(lambda np, x: x[1, 2, ...], (X,)),
    Call(lambda np, x: x[()], (X,)),
    Call(lambda np, x: x[...], (X,)),
    Call(lambda np, x: x[None, :, np.newaxis], (X,)),
    Call(lambda np, x: x[..., 0], (Y,)),
    Call(lambda np, x: x[0, ..., ::-2], (Y,)),
    Call(lambda np, x: x[np.int64(1) :, : np.int32(3)], (X,)),
    Call(lambda np, x: x[5:2], (V,)),
    Call(lambda np, x: x[::-1][1:][::2], (V,)),
    Call(lambda np, x: x[[0, 2]], (X,)),
    Call(lambda np, x: x[[]], (X,)),
    Call(lambda np, x: x[[[0, -1], [2, 1]]], (X,)),
    Call(lambda np, x: x[INTS, [1, -1, 1]], (X,)),
    Call(lambda np, x: x[GRID], (X,)),
    Call(lambda np, x: x[1, [0, 0, 3]], (X,)),
    Call(lambda np, x: x[:, None, [0, 0, 3]], (X,)),
    Call(lambda np, x: x[[0, 1], :, [1, 1]], (Y,)),
    Call(lambda np, x: x[[[0], [1]], :, [1, 2, 2]], (Y,)),
    Call(lambda np, x: x[0, :, [1, 2, 2]], (Y,)),
    Call(lambda np, x: x[INTS.astype(np.uint8)], (X,)),
    Call(lambda np, x: x[MASK], (X,)),
    Call(lambda np, x: x[x > 0.1], (X,)),
    Call(lambda np, x: x[~(x > 0.1) & (x < 1)], (X,)),
    Call(lambda np, x: x[x.sum(axis=1) > 0], (X,)),
    Call(lambda np, x: x[MASK[:, 0]], (X,)),
    Call(lambda np, x: x[:, MASK[0]], (X,)),
    Call(lambda np, x: x[[True, False, True], 1:3], (X,)),
    Call(lambda np, x: x[MASK[:, 0], 2], (X,)),
    Call(lambda np, x: x[MASK & False], (X,)),
    Call(lambda np, x: x[True], (X,), **CONCRETE),
    Call(lambda np, x: x[False], (X,), **CONCRETE),
    Call(lambda np, x: x[np.True_, 1], (X,), **CONCRETE),
    Call(lambda np, x: x[None], (X[0, 0],)),
    Call(lambda np, x: x[()], (X[0, 0],)),
    Call(lambda np, x: x[np.argmax(x)], (V,)),
    Call(lambda np, x: x[np.argsort(x)], (V,)),
    Call(lambda np, x: x[C.real.argmax() % 3, 1:], (C,)),
    Call(lambda np, x: x[[1, 1]], (C.astype(np.complex64),), differentiable=False),
    Call(lambda np, x: x[1:] * x[:-1], (X.astype(np.float32),), differentiable=False),
    Call(lambda np, x: x.T[1:, 0], (X,)),
    Call(lambda np, x: x[::-1, ::2][INTS], (np.asfortranarray(X),)),
    Call(lambda np, x: x[:0], (X,)),
    Call(lambda np, x: sum(x), (X,)),
    Call(lambda np, x: list(x), (X,)),
    Call(lambda np, x: max(x), (V,)),
    Call(lambda np, x: sorted(x), (V,)),
    Call(lambda np, x: np.stack([a * b for a, b in zip(x[1:], x, strict=False)]), (X,)),
]

CHOICES = [
    Call(lambda np, x: np.take(x, 1), (X,)),
    Call(lambda np, x: np.take(x, [0, -1, 0]), (X,)),
    Call(lambda np, x: np.take(x, [[0, 1], [1, 1]], axis=1), (X,)),
    Call(lambda np, x: np.take(x, [4, -5, 1], axis=-1, mode="wrap"), (X,)),
    Call(lambda np, x: np.take(x, [7, -5, 1], axis=0, mode="clip"), (X,)),
    Call(lambda np, x: x.take([1, 1], axis=0), (X,)),
    Call(lambda np, x: np.take_along_axis(x, np.argsort(x, axis=1), axis=1), (X,)),
    Call(lambda np, x: np.take_along_axis(x, INTS[:, None] * 0 + 1, axis=1), (X,)),
    Call(lambda np, x: np.take_along_axis(x, np.array([[0, 2, 0]]), 1), (X[:1],)),
    Call(lambda np, x: np.take_along_axis(x, INTS, axis=None), (X,)),
    Call(lambda np, x, y: np.choose([0, 1, 1, 0], [x, y]), (X[0], X[1])),
    Call(lambda np, x: np.choose(np.array([[3], [-1]]), x, mode="clip"), (X,)),
    Call(lambda np, x: np.choose([4, 3, 0, -1], x, mode="wrap"), (X,)),
    Call(lambda np, x: np.compress([True, False, True], x, axis=0), (X,)),
    Call(lambda np, x: x.compress([0, 1]), (X,)),
    Call(lambda np, x: np.extract(MASK, x), (X,)),
    Call(lambda np, x: np.extract(x > 0, x), (X,)),
    Call(lambda np, x: x[np.ix_(x[:, 0] > 0, [0, -1])], (X,)),
]

WRITES = [
    Call(statements("y[1] = u"), (X, X[0])),
    Call(statements("y[1] = u[0]"), (X, X[0])),
    Call(statements("y[1, 2] = 3"), (X,)),
    Call(statements("y[:, 1:] = u[None, 1:]"), (X, X[0])),
    Call(statements("y[...] = u"), (X, X[0])),
    Call(statements("y[:] = u\ny[0] *= 2"), (X, X + 1)),
    Call(statements("y[:] = 0\ny[0] = u"), (X, X[0])),
    Call(statements("y[::2, ::-1] = [1, 2, u[0], 4]"), (X, X[0])),
    Call(statements("y[MASK] = 0"), (X,)),
    Call(statements("y[y > 0] = u[0]"), (X, X[0])),
    Call(statements("y[y > 0.1] *= 2"), (X,)),
    Call(statements("y[MASK] = u.ravel()[: MASK.sum()]"), (X, X + 1)),
    Call(statements("y[INTS] = u"), (X, X)),
    Call(statements("y[INTS, [1, 0, 1]] = u[0, :3]"), (X, X)),
    Call(statements("y[[0, 2], 1:] += u[1:]"), (X, X[0])),
    Call(statements("y[INTS] += u[0]"), (X, X[0])),
    Call(statements("y[1, 1:] += u[1:]"), (X, X[0])),
    Call(statements("y[1:] += y[:-1]"), (X,)),
    Call(statements("y[0:2] = y[1:3]"), (X,)),
    Call(statements("y += u"), (X, X[0])),
    Call(statements("y -= 1\ny *= u\ny /= 2\ny **= 2"), (X, X[0])),
    Call(statements("y += y"), (X,)),
    Call(statements("y @= u"), (X, X.T @ X)),
    Call(statements("y.fill(u[0])"), (X, X[0])),
    Call(statements("y[0].fill(2)"), (X,)),
    Call(statements("y.put([0, -1, 0], u)"), (X, X[0])),
    Call(statements("np.put(y, [13, -2], u, mode='wrap')"), (X, X[0])),
    Call(statements("np.put(y, [[13, -2]], 5, mode='clip')"), (X,)),
    Call(statements("y.T.put([1, 2], u)"), (X, X[0])),
    Call(statements("y.sort()\ny *= u"), (X, X[0])),
    Call(statements("y.sort(axis=0)"), (X,)),
    Call(statements("y[:, 1].sort()"), (X,)),
    Call(statements("y.flat[3:9:2] = u[0]"), (X, X[0])),
    Call(statements("y.flat = u"), (X, X[0])),
    Call(statements("y.T.flat[1] = u[0]"), (X, X[0])),
    Call(statements("np.place(y, MASK, u)"), (X, X[0])),
    Call(statements("np.place(y, MASK & False, u)"), (X, X[0, :0])),
    Call(statements("np.putmask(y, MASK, u)"), (X, X[0])),
    Call(statements("np.putmask(y, y > 0, u)"), (X, X + 1)),
    Call(statements("np.put_along_axis(y, INTS[:, None], u[:3, None], 1)"), (X, X[0])),
    Call(statements("np.put_along_axis(y, INTS, u[0], None)"), (X, X[0])),
    Call(statements("np.copyto(y, u)"), (X, X[0])),
    Call(statements("np.copyto(y, u, where=MASK)"), (X, X[0])),
    Call(statements("y[0] = u.real\ny[1] = u"), (C, C[0])),
    Call(statements("y[0] = u"), (X.astype(np.float32), X[0]), differentiable=False),
    Call(statements("v = y[1]\nv[2] = u[0]\nv *= 2"), (X, X[0])),
    Call(statements("v = y[1]\ny[1] = u\nv[0] = 3 * v[1]"), (X, X[0])),
    Call(statements("v = y[1:][0][1:]\nv[:] = u[1:]\ny *= 2\nv += 1"), (X, X[0])),
    Call(
        statements("a, b = y[:2], y[1:]\na *= u\nb += a\na[1] = b[0] ** 2"), (X, X[0])
    ),
    Call(statements("v = y.reshape(-1)\nv[::5] = u[0]\nv *= v"), (X, X[0])),
    Call(statements("v = y.T[1]\nv[:] = u[:3]\ny.T[...] *= 2"), (X, X[0])),
    Call(statements("v = y[0]\nw = v.copy()\nw[:] = 0\nv += 1\ny[1] = w + v"), (X,)),
    Call(statements("for row in y:\n    row *= row[0]"), (X,)),
    Call(statements("a = y\na[0] = u\na += 1\ny[1] = a[0]"), (X, X[0])),
    Call(statements("s = y[0, 0]\nt = s\nt += 1\ny[1, 0] = s\ny[1, 1] = t"), (X,)),
    Call(
        statements("z = y[0, ...]\nz[1, ...] = 4\nw = y[2, 2, ...]\nw += u[0]"),
        (X, X[0]),
    ),
    Call(statements("y[None, 0] = u\ny[1][None][0][:2] = 7"), (X, X[0])),
    Call(statements("y[1:1] = u[:0]"), (X, X)),
]


def overwritten_argument(np, x):
    square = x**2
    x[0] = 1
    x[1:] *= x[0]
    return x * square


def buffered(np, x):
    y = np.zeros_like(x)
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = y[i - 1] + 0.1 * np.sin(x[i] * y[i - 1])
    return y


def rows_buffered(np, x):
    y = np.zeros_like(x)
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] += y[i - 1] * x[i]
        y[i, 1:] -= np.exp(y[i - 1, :-1])
        view = y[i]
        view[0] = view[1] ** 2
    return y


CALLS = [
    *READS,
    *CHOICES,
    *WRITES,
    Call(overwritten_argument, (X,)),
    Call(buffered, (V,)),
    Call(rows_buffered, (X,)),
]
