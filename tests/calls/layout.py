"""Shapes, the order of dimensions, views."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

V, M, A, S = arrays((6,), (3, 4), (2, 3, 4), ())
C = M + 1j * M[::-1]
CUTS = np.array([2, 9])


def written(np, x, view, value=7.0):
    """A square of x, after writing to a view of it."""
    base = x * x
    view(base)[...] = value
    return base


CALLS = [
    Call(lambda np, x: np.transpose(x), (A,)),
    Call(lambda np, x: np.transpose(x, (1, -1, 0)), (A,)),
    Call(lambda np, x: x.transpose(2, 0, 1) * x.T.reshape(4, 2, 3), (A,)),
    Call(lambda np, x: x.transpose((1, 0)), (C,)),
    Call(lambda np, x: np.permute_dims(x, (1, 0)), (M,)),
    Call(lambda np, x: np.transpose(x), (S,)),
    Call(lambda np, x: np.matrix_transpose(x) + x.mT, (A,)),
    Call(lambda np, x: np.swapaxes(x, 0, -1), (A,)),
    Call(lambda np, x: x.swapaxes(0, 1), (A,)),
    Call(lambda np, x: np.moveaxis(x, 0, -1), (A,)),
    Call(lambda np, x: np.moveaxis(x, (0, 1), (-1, 0)), (A,)),
    Call(lambda np, x: (np.rollaxis(x, 2), np.rollaxis(x, 0, 3)), (A,)),
    Call(lambda np, x: np.reshape(x, (4, -1)), (A,)),
    Call(lambda np, x: x.reshape(4, 3), (M,)),
    Call(lambda np, x: x.reshape((-1,), order="F"), (M,)),
    Call(lambda np, x: x.T.reshape(2, 6, order="A"), (M,)),
    Call(lambda np, x: x.reshape(2, 6, order="A"), (M,)),
    Call(lambda np, x: x.reshape(2, 6, order="F"), (C.T,)),
    Call(lambda np, x: np.reshape(x, 1), (S,)),
    Call(lambda np, x: np.reshape(x[:0], (0, 2)), (V,)),
    Call(lambda np, x: (np.ravel(x), np.ravel(x, "F"), x.ravel()), (M,)),
    Call(lambda np, x: (np.ravel(x, "K"), np.ravel(x.T, "K")), (M,)),
    Call(lambda np, x: np.ravel(x.transpose(2, 0, 1), "K"), (A,)),
    Call(lambda np, x: (np.ravel(x), np.ravel(2.0)), (S,)),
    Call(lambda np, x: (x.flatten(), x.flatten("F"), x.T.flatten()), (M,)),
    Call(lambda np, x: np.squeeze(x[None, :, None]), (V,)),
    Call(lambda np, x: np.squeeze(x[None, :, None], axis=-1), (V,)),
    Call(lambda np, x: x[None].squeeze(0), (V,)),
    Call(lambda np, x: (np.expand_dims(x, 0), np.expand_dims(x, (-1, 1))), (M,)),
    Call(lambda np, x, s: np.atleast_1d(x, s, 3.0), (M, S)),
    Call(lambda np, x, s: np.atleast_2d(x, s), (V, S)),
    Call(lambda np, x, s: np.atleast_3d(x, s, x[:2, 0]), (M, S)),
    Call(lambda np, x: np.atleast_3d(x), (A,)),
    Call(lambda np, x: np.broadcast_to(x, (2, 3, 4)), (M,)),
    Call(lambda np, x: np.broadcast_to(x, 3) * [0, 1, 2], (S,)),
    Call(lambda np, x, y: np.broadcast_arrays(x, y, 1.0), (M, M[:1])),
    Call(lambda np, x: np.flip(x) * x, (M,)),
    Call(lambda np, x: np.flip(x, axis=(0, -1)), (A,)),
    Call(lambda np, x: (np.fliplr(x), np.flipud(x)), (M,)),
    Call(lambda np, x: [np.rot90(x, k) for k in (0, 1, 2, 3, -1)], (M,)),
    Call(lambda np, x: np.rot90(x, axes=(1, 2)), (A,)),
    # Parts.
    Call(lambda np, x: np.split(x, 3), (V,)),
    Call(lambda np, x: np.split(x, [1, 3], axis=1), (M,)),
    Call(lambda np, x: np.split(x, CUTS), (V,)),
    Call(lambda np, x: np.array_split(x, 4), (V,)),
    Call(lambda np, x: np.array_split(x, 3, axis=-1), (M,)),
    Call(lambda np, x: (np.hsplit(x, 2), np.vsplit(x, 3)), (M,)),
    Call(lambda np, x: (np.dsplit(x, 2), np.hsplit(x[0, 0], [1])), (A,)),
    Call(lambda np, x: np.unstack(x, axis=1), (M,)),
    # Diagonals.
    Call(lambda np, x: (np.diagonal(x), x.diagonal(1), np.diagonal(x, -1)), (M,)),
    Call(lambda np, x: np.diagonal(x, 1, 2, 0), (A,)),
    Call(lambda np, x: (np.diag(x), np.diag(x, 2), np.diag(x[0], -1)), (M,)),
    Call(lambda np, x: (np.diagflat(x), np.diagflat(x[0], 1)), (M[:2, :2],)),
    Call(lambda np, x: (np.trace(x), x.trace(offset=1)), (C,)),
    Call(lambda np, x: np.trace(x, -1, axis1=2, axis2=0), (A,)),
    Call(lambda np, x: (np.tril(x), np.tril(x, 1), np.tril(x, -1)), (M,)),
    Call(lambda np, x: (np.triu(x), np.triu(x, 1), np.triu(x[0])), (A,)),
    # Shapes and dtypes.
    Call(lambda np, x: (np.shape(x), np.ndim(x), np.size(x, 1)), (M,)),
    Call(lambda np, x: (np.iscomplexobj(x), np.isrealobj(x)), (C,)),
    Call(lambda np, x: (np.size(x), x[np.tril_indices_from(x)]), (M[:, :3],)),
    Call(lambda np, x: x[np.triu_indices_from(x, 1)], (M[:, :3],)),
    Call(lambda np, x: x[np.diag_indices_from(x)], (M[:, :3],)),
    # Writes to views reach the base, as NumPy's do.
    Call(lambda np, x: written(np, x, lambda b: b.T[1]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: b.reshape(-1)[2:4]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: b.ravel()[::3]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: b.T.ravel()[::3]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: b.ravel("F")[::3]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: b.flatten()[::3]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: np.moveaxis(b, 0, 1)[0]), (A,)),
    Call(lambda np, x: written(np, x, lambda b: np.flip(b, 0)[0]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: np.rot90(b)[1]), (M,)),
    Call(lambda np, x: written(np, x, lambda b: np.split(b, 3)[1]), (V,)),
    Call(lambda np, x: written(np, x, lambda b: b[None].squeeze()[:2]), (V,)),
    Call(lambda np, x: written(np, x, lambda b: np.expand_dims(b, 1)[2]), (V,)),
    Call(lambda np, x: written(np, x, lambda b: np.atleast_2d(b)[0, 3:]), (V,)),
    Call(lambda np, x: written(np, x, np.copy), (V,)),
    Call(lambda np, x: written(np, x, lambda b: b.copy().T), (M,)),
    Call(lambda np, x: written(np, x, lambda b: b.reshape(4, 3).T[0], x[0, 0]), (M,)),
]
