"""Pseudoinverses, ranks and least squares."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

A, T, W, S, B, V = arrays((3, 3), (4, 2), (2, 4), (2, 4, 3), (4, 3), (4,), seed=7)
A = A + np.eye(3)
C, CW = T + 1j * T[::-1], W - 1j * W[::-1]


def cut(a):
    """With singular values of which rcond=0.3 drops the last."""
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return (
        u * np.append(1 + s[..., :-1], 0.1 + 0 * s[..., -1:], -1)[..., None, :]
    ) @ vh


CALLS = [
    # pseudoinverses
    *(Call(lambda np, a: np.linalg.pinv(a), (a,)) for a in (A, T, W, S, C, CW)),
    Call(lambda np, a: np.linalg.pinv(a, 1e-3), (T,)),
    Call(lambda np, a: np.linalg.pinv(a, rtol=None), (T,)),
    Call(lambda np, a: np.linalg.pinv(a, rtol=0.3), (cut(A),)),
    Call(lambda np, a: np.linalg.pinv(a, rcond=0.3), (cut(C),)),
    Call(lambda np, a: np.linalg.pinv(a, rcond=0.3), (cut(W),)),
    Call(lambda np, a: np.linalg.pinv(a, rcond=[0.3, 1e-9]), (cut(S),)),
    Call(lambda np, a: np.linalg.pinv(a[:, :1] * a[:1]), (T,)),
    Call(lambda np, a: np.linalg.pinv(a[:1] * a[:, :1], 1e-9), (CW,)),
    Call(lambda np, a: np.linalg.pinv(a + a.T, hermitian=True), (A,)),
    Call(lambda np, a: np.linalg.pinv(np.tril(a), hermitian=True), (A,)),
    Call(lambda np, a: np.linalg.pinv(a + 1j * a.T, hermitian=True, rcond=0.2), (A,)),
    Call(lambda np, a: np.linalg.pinv(a[:, :0]), (A,)),
    Call(lambda np, a: np.linalg.pinv(a[:1, :1]), (A,)),
    # ranks
    Call(lambda np, a: np.linalg.matrix_rank(a), (S,), differentiable=False),
    Call(lambda np, a: np.linalg.matrix_rank(a[0]), (S,), differentiable=False),
    Call(lambda np, a: np.linalg.matrix_rank(a, 0.9), (S,), differentiable=False),
    Call(
        lambda np, a: np.linalg.matrix_rank(a, tol=[0.9, 9]), (S,), differentiable=False
    ),
    Call(lambda np, a: np.linalg.matrix_rank(a, rtol=0.5), (S,), differentiable=False),
    Call(
        lambda np, a: np.linalg.matrix_rank(a + a.T, hermitian=True),
        (A,),
        differentiable=False,
    ),
    # least squares
    *(
        Call(lambda np, a, b: np.linalg.lstsq(a, b[: len(a)]), (a, b))
        for a in (A, T, W, C, CW, S[0], S[0, :, :1])
        for b in (V, B)
    ),
    Call(lambda np, a, b: np.linalg.lstsq(a, b, None), (T, B + 1j * B[::-1])),
    Call(lambda np, a: np.linalg.lstsq(a, np.arange(4)), (T,)),
    Call(lambda np, b: np.linalg.lstsq(np.eye(4)[:, :2], b), (B,)),
    Call(lambda np, a, b: np.linalg.lstsq(a, b)[0], (T, B)),
    Call(lambda np, a, b: np.linalg.lstsq(a, b)[1], (T, B)),
    Call(lambda np, a, b: np.linalg.lstsq(a, b)[3], (T, B)),
    Call(lambda np, a, b: np.linalg.lstsq(a, b[:3], 0.3)[0], (cut(A), B)),
    Call(lambda np, a, b: np.linalg.lstsq(a, b, rcond=0.3)[0], (cut(T), V)),
    Call(lambda np, a, b: np.linalg.lstsq(a[:, :1] * a[:1], b, 1e-9)[0], (T, V)),
    Call(lambda np, a, b: np.linalg.lstsq(a[:, :0], b), (T, V)),
    Call(lambda np, a, b: np.linalg.lstsq(a[:0], b[:0]), (T, V)),
    Call(lambda np, a, b: np.linalg.lstsq(a, b[:, :0]), (T, B)),
]
