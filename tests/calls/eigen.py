"""Eigenvalues of general matrices, and QR factors."""

from __future__ import annotations

import functools

import numpy as np

from functrace.numpy._release import RELEASE
from tests.calls._base import Call, arrays

A, S, T, W, TALL = arrays((3, 3), (2, 3, 3), (4, 2), (2, 4), (2, 4, 3), seed=5)
C = A + 1j * A[::-1].T
CT, CW = T + 1j * T[::-1], W - 1j * W[::-1]
P = A @ np.diag([1.0, 3.0, 6.0]) @ np.linalg.inv(A)  # with real eigenvalues

RealCall = functools.partial(
    Call,
    abstract=RELEASE >= (2, 5),
    reason="that the results are real is not known without values",
)


def signless(result):
    """Without the signs of eigenvectors: of real matrices they are not determined."""
    values, vectors = result
    return values, vectors * vectors


CALLS = [
    # eigenvalues
    *(Call(lambda np, a: np.linalg.eigvals(a), (a,)) for a in (A, S, C)),
    *(Call(lambda np, a: signless(np.linalg.eig(a)), (a,)) for a in (A, S)),
    Call(lambda np, a: np.linalg.eig(a), (C,)),
    RealCall(lambda np, a: np.linalg.eigvals(a), (P,)),
    RealCall(lambda np, a: signless(np.linalg.eig(a)), (P,)),
    Call(lambda np, a: np.linalg.eig(a).eigenvectors.real, (C,)),
    Call(lambda np, a: np.sum(np.abs(np.linalg.eig(a)[1]) ** 4), (A,)),
    Call(lambda np, a: np.max(np.abs(np.linalg.eigvals(a))), (A,)),
    Call(lambda np, a: np.sort(np.linalg.eigvals(a).real), (P,)),
    RealCall(lambda np, a: np.linalg.eigvals(a[:1, :1]), (A,)),
    Call(lambda np, a: np.linalg.eig(a[:1, :1] * 1j), (A,)),
    RealCall(lambda np, a: np.linalg.eigvals(a[:0, :0]), (A,)),
    RealCall(lambda np, a: np.linalg.eig(a[:0]), (S,)),
    # QR
    *(
        Call(lambda np, a, mode=mode: np.linalg.qr(a, mode), (a,))
        for mode in ("reduced", "complete", "r", "raw")
        for a in (A, S, T, W, TALL, C, CT, CW)
    ),
    Call(lambda np, a: np.linalg.qr(a).Q, (T,)),
    Call(lambda np, a: np.linalg.qr(a)[1] ** 2, (T,)),
    Call(lambda np, a: np.linalg.qr(a, mode="complete").Q[:, 2:], (T,)),
    Call(lambda np, a: np.linalg.qr(a[:1]), (A,)),
    Call(lambda np, a: np.linalg.qr(a[:, :1], "complete"), (A,)),
    Call(lambda np, a: np.linalg.qr(a[:0]), (A,)),
    Call(lambda np, a: np.linalg.qr(a[:, :0], "complete"), (A,)),
    Call(lambda np, a: np.linalg.qr(a[:, :, :0], "raw"), (S,)),
]
