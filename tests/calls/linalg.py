"""Linear algebra."""

from __future__ import annotations

import numpy as np

from tests.calls._base import Call, arrays

A, B, S = arrays((3, 3), (3, 2), (2, 3, 3), seed=1)
(V, T) = arrays((3,), (2, 3, 4), seed=2)
A = A + 3 * np.eye(3)
S = S + 3 * np.eye(3)
C = A + 1j * A[::-1]
P = A @ A.T + np.eye(3)
H = C @ C.conj().T + np.eye(3)
Z = np.zeros(3)


def gram(a):
    return a @ a.mT.conj() + np.eye(a.shape[-1])


CALLS = [
    # systems
    Call(lambda np, a, b: np.linalg.solve(a, b), (A, B)),
    Call(lambda np, a, v: np.linalg.solve(a, v), (A, V)),
    Call(lambda np, s, v: np.linalg.solve(s, v), (S, V)),
    Call(lambda np, s, b: np.linalg.solve(s, b), (S, B)),
    Call(lambda np, a, b: np.linalg.solve(a, np.stack([b, b])), (A, B)),
    Call(lambda np, c, b: np.linalg.solve(c, b), (C, B)),
    Call(lambda np, a: np.linalg.solve(a, np.arange(3)), (A,)),
    Call(lambda np, a: np.linalg.solve(a.T, a), (A,)),
    Call(lambda np, a: np.linalg.inv(a), (A,)),
    Call(lambda np, s: np.linalg.inv(s), (S,)),
    Call(lambda np, c: np.linalg.inv(c), (C,)),
    Call(lambda np, a: np.linalg.tensorsolve(a.reshape(3, 3, 1), a[0]), (A,)),
    Call(
        lambda np, s, v: np.linalg.tensorsolve(s[0].reshape(3, 1, 3), v[:, None]),
        (S, V),
    ),
    Call(
        lambda np, a, b: np.linalg.tensorsolve(
            np.kron(a, a[:2, :2]).reshape(2, 3, 3, 2), b.T, axes=(0, 1)
        ),
        (A, B),
    ),
    Call(
        lambda np, a: np.linalg.tensorinv(np.kron(a, a).reshape(3, 3, 9), ind=2), (A,)
    ),
    Call(lambda np, a: np.linalg.tensorinv(a[:, None], ind=1), (A[:1, :1],)),
    # powers
    Call(lambda np, a: np.linalg.matrix_power(a, 0), (A,), order=1, reason="constant"),
    Call(lambda np, a: np.linalg.matrix_power(a, 1), (A,)),
    Call(lambda np, s: np.linalg.matrix_power(s, 2), (S,)),
    Call(
        lambda np, a: np.linalg.matrix_power(a, 7), (A,), tolerance=1e-6, reason="large"
    ),
    Call(lambda np, c: np.linalg.matrix_power(c, -3), (C,)),
    Call(lambda np, c: np.linalg.matrix_power(c, np.int8(3)), (C,)),
    Call(lambda np, a: np.linalg.matrix_power(np.ones((2, 2), int), 2) * a, (B[0],)),
    Call(lambda np, s: np.linalg.matrix_power(s[:0], 3), (S,)),
    Call(lambda np, a: np.linalg.matrix_power(a[:0, :0], -2), (A,)),
    Call(lambda np, a: np.linalg.matrix_power(np.ones((2, 2)) * a, 5), (B[0, 0],)),
    # determinants
    Call(lambda np, a: np.linalg.det(a), (A,)),
    Call(lambda np, s: np.linalg.det(s), (S,)),
    Call(lambda np, c: np.linalg.det(c), (C,)),
    Call(lambda np, s: np.linalg.slogdet(s), (S,)),
    Call(lambda np, a: np.linalg.slogdet(-a).logabsdet, (A,)),
    Call(lambda np, c: np.linalg.slogdet(c)[1], (C,)),
    Call(lambda np, c: np.linalg.slogdet(c)[0], (C,)),
    Call(lambda np, a: np.linalg.det(np.stack([a, a[:, :1] * a[:1]])), (A,)),
    Call(lambda np, c: np.linalg.det(np.stack([c, c[:, :1] * c[:1]])), (C,)),
    # Cholesky
    Call(lambda np, a: np.linalg.cholesky(gram(a)), (A,)),
    Call(lambda np, s: np.linalg.cholesky(gram(s)), (S,)),
    Call(lambda np, c: np.linalg.cholesky(gram(c)), (C,)),
    Call(lambda np, c: np.linalg.cholesky(gram(c), upper=True), (C,)),
    Call(lambda np, a: np.linalg.cholesky(gram(a), upper=True), (A,)),
    Call(lambda np, s: np.linalg.cholesky(gram(s), upper=True), (S,)),
    Call(lambda np, a: np.linalg.cholesky(gram(a[:1])), (A,)),
    Call(lambda np, a: np.linalg.cholesky(a[:0, :0], upper=True), (A,)),
    Call(lambda np, a: np.linalg.cholesky(np.tril(gram(a))), (A,)),
    Call(lambda np, c: np.linalg.cholesky(np.triu(gram(c)), upper=True), (C,)),
    # norms
    *(
        Call(lambda np, v, o=order: np.linalg.norm(v, o), (V,))
        for order in (None, 1, 2, 3, 0.5, -1, np.inf, -np.inf)
    ),
    *(
        Call(lambda np, a, o=order: np.linalg.norm(a, o), (A,))
        for order in (None, "fro", 1, -1, np.inf, -np.inf, 2, -2, "nuc")
    ),
    *(
        Call(
            lambda np, t, o=order: np.linalg.norm(t, o, axis=(2, 0), keepdims=True),
            (T,),
        )
        for order in (None, 1, -1, np.inf, -np.inf, 2, -2, "nuc")
    ),
    *(
        Call(lambda np, t, o=order: np.linalg.norm(t, o, axis=(0, -1)), (T,))
        for order in ("fro", 1, -np.inf, 2, -2, "nuc")
    ),
    *(
        Call(lambda np, t, o=order: np.linalg.norm(t, o, axis=-2), (T,))
        for order in (None, 1, 2, 4, np.inf, -np.inf)
    ),
    Call(lambda np, t: np.linalg.norm(t), (T,)),
    Call(lambda np, t: np.linalg.norm(t, keepdims=True), (T,)),
    Call(lambda np, c: np.linalg.norm(c), (C,)),
    Call(lambda np, c: np.linalg.norm(c, 3, axis=1), (C,)),
    Call(lambda np, c: np.linalg.norm(c, "fro", axis=(0, 1)), (C,)),
    Call(lambda np, c: np.linalg.norm(c, 1), (C,)),
    Call(lambda np, v: np.linalg.norm(v, 0), (V,), order=1, reason="constant"),
    Call(lambda np, v: np.linalg.norm(np.arange(3)) * v, (V,)),
    Call(lambda np, v: np.linalg.norm(v[:0]) + v[0], (V,)),
    Call(lambda np, v: np.linalg.norm(v[:0], np.inf) + v[0], (V,)),
    Call(lambda np, t: np.linalg.vector_norm(t), (T,)),
    Call(lambda np, t: np.linalg.vector_norm(t, axis=(0, 2), ord=3), (T,)),
    Call(lambda np, t: np.linalg.vector_norm(t, axis=1, keepdims=True), (T,)),
    Call(lambda np, t: np.linalg.vector_norm(t, axis=(0, 1), ord=np.inf), (T,)),
    Call(lambda np, t: np.linalg.matrix_norm(t), (T,)),
    Call(lambda np, t: np.linalg.matrix_norm(t, ord=1, keepdims=True), (T,)),
    Call(lambda np, t: np.linalg.matrix_norm(t, ord="nuc", keepdims=True), (T,)),
    Call(lambda np, t: np.linalg.matrix_norm(t[:, :, :0], ord=2), (T,)),
    Call(lambda np, t: np.linalg.norm(t[:, :, :0], "nuc", axis=(1, 2)), (T,)),
    Call(lambda np, c: np.linalg.norm(c, 2), (C,)),
    Call(lambda np, c: np.linalg.norm(c, "nuc"), (C,)),
    *(
        Call(lambda np, s, p=p: np.linalg.cond(s, p), (S,))
        for p in (None, 2, -2, "fro", 1, -1, np.inf, -np.inf, "nuc")
    ),
    Call(lambda np, a: np.linalg.cond(a), (A,)),
    Call(lambda np, a: np.linalg.cond(a, "fro"), (A,)),
    Call(lambda np, a: np.linalg.cond(a[:, :2]), (A,)),
    Call(lambda np, c: np.linalg.cond(c), (C,)),
    Call(lambda np, c: np.linalg.cond(c + np.tri(3), 1), (C,)),
    # the first factor does not change: alone, its derivative were rounding errors
    Call(lambda np, a: np.linalg.cond(a[:1, :1], 1) * a[0, 0], (A,)),
    # diagonals
    Call(lambda np, s: np.linalg.diagonal(s), (S,)),
    Call(lambda np, s: np.linalg.diagonal(s, offset=1), (S,)),
    Call(lambda np, s: np.linalg.trace(s), (S,)),
    Call(lambda np, s: np.linalg.trace(s, offset=-1), (S,)),
    Call(lambda np, s: np.linalg.matrix_transpose(s), (S,)),
]
