"""Calls of numpy.linalg's decompositions of Hermitian matrices and by singular values."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

S, A, T = arrays((3, 3), (4, 2), (2, 3, 3))
S = S + np.diag([3.0, 6, 9])
T = T + np.diag([3.0, 6, 9])
C = S + 1j * arrays((3, 3), seed=5)[0]


def bases(u, s, vh):
    """What is the same for all phases of singular vectors."""
    k = s.shape[-1]
    return s, abs(u[..., :k]) ** 2, abs(vh[..., :k, :]) ** 2, (u[..., :k] * s) @ vh[:k]


def projector(vectors):
    return vectors @ vectors.T


CALLS = [
    Call(lambda np, a: np.linalg.eigvalsh(a), (S,)),
    Call(lambda np, a: np.linalg.eigvalsh(a, "U"), (T,)),
    Call(lambda np, a: np.linalg.eigvalsh(a, UPLO="u"), (C,)),
    Call(
        lambda np, a: np.linalg.eigvalsh(a.astype(np.float32)).dtype,
        (S,),
        order=1,
        reason="a dtype",
    ),
    Call(lambda np, a: np.linalg.eigh(a).eigenvalues, (S,)),
    Call(lambda np, a: np.linalg.eigh(a)[1] ** 2, (T,)),
    Call(lambda np, a: abs(np.linalg.eigh(a).eigenvectors) ** 2, (C,)),
    Call(lambda np, a: np.linalg.eigh(a, UPLO="U")[1] ** 2, (S,)),
    Call(lambda np, a: bases(*np.linalg.svd(a)), (S,)),
    Call(lambda np, a: bases(*np.linalg.svd(a)), (A,)),
    Call(lambda np, a: bases(*np.linalg.svd(a.T, full_matrices=False)), (A,)),
    Call(lambda np, a: bases(*np.linalg.svd(a, False)), (C,)),
    Call(lambda np, a: projector(np.linalg.svd(a).U[:, 2:]), (A,)),
    Call(lambda np, a: projector(np.linalg.svd(a.T).Vh[2:].T), (A,)),
    Call(lambda np, a: np.linalg.svd(a, compute_uv=False), (T,)),
    Call(lambda np, a: np.linalg.svd(a).S, (T,)),
    Call(lambda np, a: np.linalg.svdvals(a), (A,)),
    Call(lambda np, a: np.linalg.svdvals(a.T), (A,)),
    Call(lambda np, a: np.linalg.svdvals(a[:0]), (A,)),
    Call(lambda np, a: np.linalg.svdvals(np.arange(6.0).reshape(2, 3)) * a, (A,)),
    Call(lambda np, a: np.linalg.svd(a + a.T - 4, hermitian=True).S, (S,)),
    Call(lambda np, a: bases(*np.linalg.svd(a + a.T - 12, hermitian=True)), (S,)),
    Call(
        lambda np, a: np.linalg.svd(a + a.T - 4, compute_uv=False, hermitian=True), (S,)
    ),
]
