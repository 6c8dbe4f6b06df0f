"""Products and contractions."""

from __future__ import annotations

import warnings

import numpy as np

from functrace.numpy._release import RELEASE
from tests.calls._base import Call, arrays

U, V, W = arrays((3,), (3,), (4,))
A, B, S = arrays((3, 4), (4, 2), (3, 3))
T, R = arrays((2, 3, 4), (2, 4, 3))
C, D = A + 1j * A[::-1], B - 1j * B[::-1]
Z = U + 1j * V
HALF = A.astype(np.float32)
INTS = np.arange(12).reshape(4, 3)


def quiet_cross(np, a, b, **options):
    """The cross product of vectors in a plane is deprecated."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return np.cross(a, b, **options)


def fill(np, out, function):
    out = np.zeros_like(out)
    result = function(out)
    assert result is out
    return out


def augmented(s, t):
    s = s * 1
    s @= t
    return s


CALLS = [
    # matmul and dot
    Call(lambda np, a, b: a @ b, (A, B)),
    Call(lambda np, a, b: np.matmul(a, b), (A, B)),
    Call(lambda np, a, v: a @ v, (A, W)),
    Call(lambda np, v, a: v @ a, (U, A)),
    Call(lambda np, u, v: u @ v, (U, V)),
    Call(lambda np, t, b: t @ b, (T, B)),
    Call(lambda np, t, r: t @ r, (T, R)),
    Call(lambda np, a, r: a @ r, (A, R)),
    Call(lambda np, c, d: c @ d, (C, D)),
    Call(lambda np, c, b: c @ b, (C, B)),
    Call(lambda np, a: a @ INTS, (A,)),
    Call(lambda np, a: INTS @ a, (A,)),
    Call(lambda np, a: a.T @ a, (A,)),
    Call(lambda np, a: a @ a.mT, (T,)),
    Call(lambda np, s: np.linalg.matmul(s, s), (S,)),
    Call(
        lambda np, h: h @ h.T, (HALF,), order=0, differentiable=False, reason="float32"
    ),
    Call(lambda np, a, b: np.dot(a, b), (A, B)),
    Call(lambda np, a, b: a.dot(b), (A, B)),
    Call(lambda np, u, v: np.dot(u, v), (U, V)),
    Call(lambda np, a, u: np.dot(2.0, a) + np.dot(a, u[0]), (A, U)),
    Call(lambda np, t, w: np.dot(t, w), (T, W)),
    Call(lambda np, t, b: np.dot(t, b), (T, B)),
    Call(lambda np, t, r: np.dot(t, r), (T, R)),
    Call(lambda np, u, t: np.dot(u, t), (U, T)),
    Call(lambda np, a, b: fill(np, A @ B + a[0, 0], lambda o: np.dot(a, b, o)), (A, B)),
    Call(lambda np, c, d: np.vdot(c, c[::-1]) + np.vdot(d, d), (C, D)),
    Call(lambda np, u, v: np.vdot(u, v), (U, V)),
    Call(lambda np, u, v: np.inner(u, v), (U, V)),
    Call(lambda np, a, t: np.inner(a, t), (A, T)),
    Call(lambda np, a, w: np.inner(a, w) + np.inner(w, a), (A, W)),
    Call(lambda np, a, w: np.inner(a, w[0]), (A, W)),
    Call(lambda np, a, u: np.outer(a, u), (A, U)),
    Call(lambda np, u, v: np.linalg.outer(u, v), (U, V)),
    Call(lambda np, z: np.outer(z, z.conj()), (Z,)),
    # vecdot, matvec, vecmat
    Call(lambda np, u, v: np.vecdot(u, v), (U, V)),
    Call(lambda np, a, w: np.vecdot(a, w), (A, W)),
    Call(lambda np, c, t: np.vecdot(c, t), (C, T)),
    Call(lambda np, z: np.vecdot(z, z[::-1]), (Z,)),
    Call(lambda np, a, u: np.linalg.vecdot(a, u[:, None], axis=0), (A, U)),
    Call(lambda np, s: augmented(s, s + 1), (S,)),
    # tensordot
    Call(lambda np, t, r: np.tensordot(t, r, 1), (T, R.transpose(1, 0, 2))),
    Call(lambda np, t, r: np.tensordot(t, r, ([0, 1], [0, 2])), (T, R)),
    Call(lambda np, t, r: np.tensordot(t, r, axes=([-1], [1])), (T, R)),
    Call(lambda np, t, r: np.tensordot(t, r, (2, 1)), (T, R)),
    Call(lambda np, t: np.tensordot(t, t, 3), (T,)),
    Call(lambda np, u, a: np.tensordot(u, a, 0), (U, A)),
    Call(lambda np, c, d: np.tensordot(c, d, ([1], [0])), (C, D)),
    Call(lambda np, t, a: np.linalg.tensordot(t, a, axes=((1, 2), (0, 1))), (T, A)),
    # kron
    Call(lambda np, a, b: np.kron(a, b), (A, B)),
    Call(lambda np, u, a: np.kron(u, a), (U, A)),
    Call(lambda np, t, u: np.kron(t, u), (T, U)),
    Call(lambda np, u: np.kron(u, u[0]), (U,)),
    # cross
    Call(lambda np, u, v: np.cross(u, v), (U, V)),
    Call(lambda np, s, v: np.cross(s, v), (S, V)),
    Call(lambda np, s, a: np.cross(s, a, axisb=0), (S, A[:, :3])),
    Call(lambda np, a, b: np.cross(a, b, axisa=0, axisb=0, axisc=0), (A, A[:, ::-1])),
    Call(lambda np, a: np.cross(a, a[:, ::-1], axis=0), (A,)),
    Call(lambda np, a: np.linalg.cross(a, a[:, ::-1], axis=0), (A,)),
    *(
        Call(quiet_cross, args)
        for args in ((U[:2], V[:2]), (A[:, :2], V), (U, A[:, :2]))
        if RELEASE < (2, 5)
    ),
    # multi_dot
    Call(lambda np, a, b: np.linalg.multi_dot([a, b]), (A, B)),
    Call(lambda np, s, a, b: np.linalg.multi_dot([s, s, a, b]), (S, A, B)),
    Call(lambda np, u, s, v: np.linalg.multi_dot([u, s, v]), (U, S, V)),
    Call(lambda np, u, s, a: np.linalg.multi_dot((u, s, a)), (U, S, A)),
    Call(lambda np, s, v: np.linalg.multi_dot([s, s, v]), (S, V)),
    # einsum
    Call(lambda np, a, b: np.einsum("ij,jk->ik", a, b), (A, B)),
    Call(lambda np, a, b: np.einsum("ij,jk", a, b), (A, B)),
    Call(lambda np, a, b: np.einsum("ba,ac", a, b), (A, B)),
    Call(lambda np, s: np.einsum("ii", s), (S,)),
    Call(lambda np, s: np.einsum("ii->i", s), (S,)),
    Call(lambda np, a: np.einsum("ij->ji", a), (A,)),
    Call(lambda np, a: np.einsum("ji", a), (A,)),
    Call(lambda np, a: np.einsum("ij->", a), (A,)),
    Call(lambda np, t: np.einsum("ijk->ki", t), (T,)),
    Call(lambda np, t: np.einsum("...j->...", t), (T,)),
    Call(lambda np, t: np.einsum("i...->...i", t), (T,)),
    Call(lambda np, t: np.einsum("i...", t), (T,)),
    Call(lambda np, a: np.einsum("ij,ij->i", a, a), (A,)),
    Call(lambda np, a, u: np.einsum("ij,k->ik", a, u), (A, U)),
    Call(lambda np, a, u: np.einsum("ij,k->k", a, u), (A, U)),
    Call(lambda np, a, u: np.einsum("ij,k->", a, u), (A, U)),
    Call(lambda np, s, u: np.einsum("ii,i->i", s, u), (S, U)),
    Call(
        lambda np, s, u: np.einsum("iij,j->ij", s[None] * u[:, None, None], u), (S, U)
    ),
    Call(lambda np, t: np.einsum("iii->i", t[:, :2, :2]), (T,)),
    Call(
        lambda np, t: np.einsum("iijj->ij", t[:2, :2, :, None] * t[0, 0]),
        (T[:, :, :2],),
    ),
    Call(lambda np, t, r: np.einsum("...ij,...jk->...ik", t, r), (T, R)),
    Call(lambda np, t, b: np.einsum("...ij,jk->...ik", t, b), (T, B)),
    Call(lambda np, t, a: np.einsum("...ij,...ij", t, a), (T, A)),
    Call(lambda np, t, a: np.einsum("...i,...i->...", t, a[0]), (T, A)),
    Call(lambda np, a, b: np.einsum("ij,jk->ik", a[:, :1], b), (A, B)),
    Call(lambda np, a, b: np.einsum("ij,jk->k", a, b[:1]), (A, B)),
    Call(lambda np, a: np.einsum("ij,ij->ij", a, a[:1]), (A,)),
    Call(lambda np, s, a, b: np.einsum("ij,jk,kl->il", s, a, b), (S, A, B)),
    Call(lambda np, u, s, v: np.einsum("i,ij,j->", u, s, v), (U, S, V)),
    Call(lambda np, u, v: np.einsum("i,i,i,i->i", u, v, u, v), (U, V)),
    Call(lambda np, u, v, w: np.einsum("i,j,k->kij", u, v, w), (U, V, W)),
    Call(lambda np, a: np.einsum("ia,ja,ka->ijk", a, a, a), (A,)),
    Call(lambda np, c, d: np.einsum("ij,jk,lk->il", c, d, d.conj()), (C, D)),
    Call(lambda np, s, a, b: np.einsum("ij,jk,kl", s, a, b, optimize=True), (S, A, B)),
    Call(
        lambda np, s, a, b: np.einsum("ij,jk,kl", s, a, b, optimize="optimal"),
        (S, A, B),
    ),
    Call(
        lambda np, s, a, b: np.einsum(
            "ij,jk,kl", s, a, b, optimize=["einsum_path", (1, 2), (0, 1)]
        ),
        (S, A, B),
    ),
    Call(
        lambda np, u, v, w, s: np.einsum(
            "i,i,k,ij->jk", u, v, w, s, optimize=["einsum_path", (0, 3, 1), (0, 1)]
        ),
        (U, V, W, S),
    ),
    Call(lambda np, a, b: np.einsum(a, [0, 1], b, [1, 2], [2, 0]), (A, B)),
    Call(lambda np, a, b: np.einsum(a, [30, 2], b, [2, 1]), (A, B)),
    Call(lambda np, t, b: np.einsum(t, [..., 1], b, [1, 2], [..., 2]), (T, B)),
    Call(lambda np, a: np.einsum("ij,jk->ik", a, INTS), (A,)),
    Call(lambda np, a: np.einsum("i j , k l -> i", a, INTS), (A,)),
    Call(lambda np, u: np.einsum(",i->i", 2.0, u), (U,)),
    Call(lambda np, u: np.einsum("i->", u, dtype=complex), (U,)),
    Call(
        lambda np, a, b: np.einsum("ij,jk", a, b, dtype="f4", casting="same_kind"),
        (A, B),
        differentiable=False,
    ),
    Call(
        lambda np, a, b: fill(
            np, A @ B + a[0, 0], lambda o: np.einsum("ij,jk", a, b, out=o)
        ),
        (A, B),
    ),
    Call(lambda np, a, b: np.einsum_path("ij,jk", a, b)[0], (A, B)),
]

if hasattr(np, "matvec"):  # new in NumPy 2.2
    CALLS += [
        Call(lambda np, a, w: np.matvec(a, w), (A, W)),
        Call(lambda np, t, a: np.matvec(t, a[:2]), (T, A)),
        Call(lambda np, c, w: np.matvec(c, w), (C, W)),
        Call(lambda np, u, a: np.vecmat(u, a), (U, A)),
        Call(lambda np, z, t: np.vecmat(z, t), (Z, T)),
        Call(lambda np, c, t: np.vecmat(c[:, :3], t[:, None]), (C, T)),
    ]
