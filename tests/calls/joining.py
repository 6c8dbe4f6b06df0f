"""Putting arrays together, and repeating them."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

V, W, M, N, A, S = arrays((3,), (2,), (2, 3), (2, 3), (2, 2, 3), ())
Z = M + 1j * N
INTEGERS, ONES = np.arange(3)[None], np.ones((2, 3))


def wrote(np, x, write):
    """A handle after `write` has changed it in place."""
    out = x * x
    write(out)
    return out


PAIRS = ((1, 2), (0, 3))

CALLS = [
    Call(lambda np, x, y: np.concatenate([x, y]), (V, W)),
    Call(lambda np, x, y: np.concatenate((x, y, x), axis=-1), (M, N)),
    Call(lambda np, x, y: np.concatenate((x, y), axis=None), (M, V)),
    Call(lambda np, x: np.concatenate([x, INTEGERS]), (M,)),
    Call(lambda np, x: np.concatenate(x), (A,)),
    Call(lambda np, x, z: np.concat([x, z]), (M, Z)),
    Call(lambda np, x: np.concatenate([x, x], dtype=np.complex128), (V,)),
    Call(lambda np, x: np.concatenate([x[:0], x]), (V,)),
    Call(lambda np, x, y: np.stack([x, y]), (M, N)),
    Call(lambda np, x, y: np.stack([x, y, ONES], axis=-1), (M, N)),
    Call(lambda np, s: np.stack([s, 2 * s, 1.0, 3]), (S,)),
    Call(lambda np, x: np.stack(x, axis=1), (A,)),
    Call(lambda np, x, y: np.vstack([x, y]), (V, M)),
    Call(lambda np, x, s: np.hstack([x, s, 1.0]), (V, S)),
    Call(lambda np, x, y: np.hstack([x, y]), (M, N)),
    Call(lambda np, x, y: np.dstack([x, y]), (V, V * V)),
    Call(lambda np, x, y: np.dstack([x, y]), (M, N)),
    Call(lambda np, x, y: np.column_stack([y, x, y[:, 0]]), (W, M)),
    Call(lambda np, x, y: np.block([[x, y], [y, x]]), (M, N)),
    Call(lambda np, x, y: np.block([[x], [y]]), (V, M)),
    Call(lambda np, x, s: np.block([x, s, 2.0]), (V, S)),
    Call(lambda np, x: np.block(x), (M,)),
    Call(lambda np, x, y: np.append(x, y), (M, V)),
    Call(lambda np, x, y: np.append(x, y, axis=0), (M, N)),
    Call(lambda np, x: np.append(x, 5.0), (V,)),
    Call(lambda np, x, s: np.insert(x, 1, s), (V, S)),
    Call(lambda np, x, y: np.insert(x, [0, 2], y, axis=1), (M, N[:, :2])),
    Call(lambda np, x, y: np.insert(x, 1, y, axis=0), (M, V)),
    Call(lambda np, x, y: np.insert(x, [1], y, axis=1), (M, N)),
    Call(lambda np, x, y: np.insert(x, slice(None, None, 2), y), (V, W)),
    Call(lambda np, x, y: np.insert(x, [2, -1, 0], y), (V, V[::-1])),
    Call(lambda np, x: np.delete(x, 1), (V,)),
    Call(lambda np, x: np.delete(x, [0, -1], axis=1), (M,)),
    Call(lambda np, x: np.delete(x, slice(0, 4, 2)), (M,)),
    # Repetition.
    Call(lambda np, x: np.tile(x, 3), (V,)),
    Call(lambda np, x: np.tile(x, (2, 1, 2)), (M,)),
    Call(lambda np, x: np.tile(x, (2,)), (S,)),
    Call(lambda np, x: np.tile(x, 0), (V,)),
    Call(lambda np, x: np.repeat(x, 2), (M,)),
    Call(lambda np, x: np.repeat(x, 2, axis=0), (M,)),
    Call(lambda np, x: np.repeat(x, [1, 0, 2], axis=-1), (M,)),
    Call(lambda np, x: x.repeat([2], axis=1), (M,)),
    Call(lambda np, x: np.repeat(x, 3), (S,)),
    Call(lambda np, x: np.resize(x, (2, 4)), (V,)),
    Call(lambda np, x: np.resize(x, 2), (M,)),
    Call(lambda np, x: np.roll(x, 1) * x, (V,)),
    Call(lambda np, x: np.roll(x, -2), (M,)),
    Call(lambda np, x: np.roll(x, 4, axis=1), (M,)),
    Call(lambda np, x: np.roll(x, (1, 2), axis=(0, 1)), (M,)),
    Call(lambda np, x: np.roll(x, 1, axis=(0, -1)), (M,)),
    Call(lambda np, x, y: np.kron(x, y), (M, N)),
    Call(lambda np, x, y: np.kron(x, y), (V, M)),
    Call(lambda np, x, y: np.kron(x, y), (S, V)),
    Call(lambda np, x, y: np.meshgrid(x, y), (V, W)),
    Call(lambda np, x, y: np.meshgrid(x, y, 2.0, indexing="ij"), (V, W)),
    Call(lambda np, x, y: np.meshgrid(x, y, sparse=True, copy=False), (V, W)),
    # Padding.
    Call(lambda np, x: np.pad(x, 2), (V,)),
    Call(lambda np, x: np.pad(x, (1, 2), constant_values=3.0), (M,)),
    Call(lambda np, x: np.pad(x, PAIRS, constant_values=((1, 2), (3, 4))), (M,)),
    Call(lambda np, x, s: np.pad(x, PAIRS, constant_values=s), (M, S)),
    Call(lambda np, x, y: np.pad(x, PAIRS, constant_values=y), (M, W)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="edge"), (M,)),
    Call(lambda np, x: np.pad(x, 3, mode="reflect"), (V,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="symmetric"), (M,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="wrap"), (Z,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="linear_ramp"), (M,)),
    Call(lambda np, x, s: np.pad(x, PAIRS, "linear_ramp", end_values=s), (M, S)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="mean"), (M,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="mean", stat_length=2), (M,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="maximum", stat_length=(1, 2)), (M,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="minimum"), (M,)),
    Call(lambda np, x: np.pad(x, PAIRS, mode="median"), (M,)),
    # Writing.
    Call(lambda np, x, y: wrote(np, x, lambda a: np.copyto(a, y)), (M, V)),
    Call(lambda np, x: wrote(np, x, lambda a: np.copyto(a, 2)), (M,)),
    Call(lambda np, x, y: wrote(np, x, lambda a: np.copyto(a, y, where=x > 0)), (M, N)),
    Call(lambda np, x, s: wrote(np, x, lambda a: np.fill_diagonal(a, s)), (M, S)),
    Call(
        lambda np, x, y: wrote(np, x, lambda a: np.fill_diagonal(a, y, wrap=True)),
        (np.ones((7, 2)), V),
    ),
    Call(
        lambda np, x, y: wrote(np, x, lambda a: np.fill_diagonal(a, y)),
        (A[:, :, :2], W),
    ),
    Call(
        lambda np, x, y: np.concatenate([x, y], out=np.empty_like(x, shape=5)),
        (V, W),
    ),
]
