"""Linear algebra of SciPy's own."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall, arrays

A, B, S, T = arrays((3, 3), (3, 2), (2, 3, 3), (2, 3, 2), seed=1)
V, W, R = arrays((3,), (4,), (5, 3), seed=2)
A = A / 2 + 2 * np.eye(3)
S = S / 2 + 2 * np.eye(3)
C = A + 0.3j * A[::-1]
D = B - 0.5j * B[::-1]
F = A.astype(np.float32)
INTEGERS = np.arange(9).reshape(3, 3) + 5 * np.eye(3, dtype=int)
BENT = np.array([3.0, 0, 0]) + V
ONE = np.array([[1.5]])
EMPTY = np.zeros((0, 0))
LARGE = arrays((11, 11), seed=3)[0] / 9
(BAND,) = arrays((4, 5), seed=4)
BAND = BAND + np.array([[0], [0], [5], [0]])
HALF_BAND = np.abs(BAND[1:4]) / 4 + np.array([[0], [0], [5]])
COMPLEX_BAND = HALF_BAND + np.array([[0.5j], [-0.2j], [0]])
(G,) = arrays((5, 2), seed=5)


def gram(a):
    return a @ a.swapaxes(-1, -2).conj() + np.eye(a.shape[-1])


def projected(f):
    """Columns, as the matrix that projects onto their span."""
    return f @ f.swapaxes(-1, -2).conj()


MATRIX_FUNCTIONS = [
    ScipyCall(lambda sp, a: sp.linalg.expm(a), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a), (C,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a), (S,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a), (ONE,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a[0, 0]), (ONE,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a), (EMPTY,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a * 0), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.expm([[0, a[0]], [a[1], 1.0]]), (V,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(np.triu(a)), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.expm(a.T), (A[::-1],)),
    ScipyCall(lambda sp, a, e: sp.linalg.expm_frechet(a, e), (A, A[::-1])),
    ScipyCall(
        lambda sp, a, e: sp.linalg.expm_frechet(a, e, compute_expm=False), (A, S)
    ),
    ScipyCall(lambda sp, a: sp.linalg.expm_frechet(a, C, "blockEnlarge"), (C,)),
    *(
        ScipyCall(lambda sp, a, f=name: getattr(sp.linalg, f)(a / 2), (a,))
        for name in ("cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm")
        for a in (A, C)
    ),
    *(
        ScipyCall(lambda sp, a, f=name: getattr(sp.linalg, f)(a), (a,))
        for name in ("logm", "sqrtm")
        for a in (A, C, S, gram(A), ONE)
    ),
    *(
        ScipyCall(lambda sp, a, p=p: sp.linalg.fractional_matrix_power(a, p), (a,))
        for p in (0.5, -0.3, 2.25)
        for a in (gram(A), C)
    ),
    *(
        ScipyCall(
            lambda sp, a: sp.linalg.fractional_matrix_power(a, -1.5),
            (a,),
            abstract=False,
            reason="complex of real matrices with complex eigenvalues",
        )
        for a in (A, S)
    ),
    ScipyCall(lambda sp, a: sp.linalg.fractional_matrix_power(a, 3), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.fractional_matrix_power(a, -1.0), (A,)),
    *(  # with eigenvalues of both signs: else it is constant
        ScipyCall(lambda sp, a: sp.linalg.signm(a @ np.diag([1, -1, 2])), (a,))
        for a in (A, C, S, gram(A))
    ),
    ScipyCall(lambda sp, a: sp.linalg.signm(a @ np.diag([1, -1, 2]) - 1), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.signm(a) * a, (ONE,)),
    ScipyCall(lambda sp, a: sp.linalg.khatri_rao(a, a[:2]), (B,)),
    ScipyCall(lambda sp, a, b: sp.linalg.khatri_rao(a, b), (S, A)),
]

EQUATIONS = [
    ScipyCall(
        lambda sp, a, b, q: sp.linalg.solve_sylvester(a, b, q), (A, S[0, :2, :2], B)
    ),
    ScipyCall(
        lambda sp, a, b, q: sp.linalg.solve_sylvester(a, b, q), (C, C[:2, :2], B)
    ),
    ScipyCall(lambda sp, a, b, q: sp.linalg.solve_sylvester(a, b, q), (S, A, A)),
    *(
        ScipyCall(lambda sp, a, q, f=f: getattr(sp.linalg, f)(a, q), args)
        for f in (
            "solve_continuous_lyapunov",
            "solve_lyapunov",
            "solve_discrete_lyapunov",
        )
        for args in ((A, S[0]), (C, A), (S, A))
    ),
    ScipyCall(
        lambda sp, a, q: sp.linalg.solve_discrete_lyapunov(a, q, method="bilinear"),
        (C / 5, A),
    ),
    ScipyCall(lambda sp, a: sp.linalg.solve_discrete_lyapunov(a, gram(a)), (LARGE,)),
]

STRUCTURES = (
    "gen",
    "general",
    "diagonal",
    "tridiagonal",
    "banded",
    "upper triangular",
    "lower triangular",
    "sym",
    "symmetric",
    "her",
    "hermitian",
    "pos",
    "positive definite",
)
SYSTEMS = [
    ScipyCall(lambda sp, a, b: sp.linalg.solve(a, b), (A, B)),
    ScipyCall(lambda sp, a, v: sp.linalg.solve(a, v), (A, V)),
    ScipyCall(lambda sp, a, b: sp.linalg.solve(a, b), (S, B)),
    ScipyCall(lambda sp, a, v: sp.linalg.solve(a, v), (S, V)),
    ScipyCall(lambda sp, a, b: sp.linalg.solve(a, b), (A, T)),
    ScipyCall(lambda sp, a, b: sp.linalg.solve(a, b), (A, D)),
    ScipyCall(lambda sp, a, b: sp.linalg.solve(a, b, transposed=True), (A, B)),
    ScipyCall(lambda sp, a, b: sp.linalg.solve(a, b), (ONE, B)),
    ScipyCall(lambda sp, b: sp.linalg.solve(INTEGERS, b), (B,)),
    ScipyCall(lambda sp, a: sp.linalg.solve(a, [1, 2, 3]), (A,)),
    *(
        ScipyCall(lambda sp, a, b, o=options: sp.linalg.solve(gram(a), b, **o), (a, D))
        for structure in STRUCTURES
        for a in (A, C)[: 1 + (" " in structure or structure == "her")]
        for options in (
            {"assume_a": structure},
            {"assume_a": structure, "lower": True, "check_finite": False},
        )[: 1 + (structure[:3] in ("sym", "her", "pos"))]
    ),
    *(
        ScipyCall(
            lambda sp, a, b, f=f, s=s: sp.linalg.solve(
                f(gram(a)), b, assume_a=s, lower=f is np.tril, transposed=True
            ),
            (A, B),
        )
        for s in ("sym", "pos", "tridiagonal", "upper triangular", "lower triangular")
        for f in (np.tril, np.triu)
        if s[:2] != "tr"
    ),
    *(
        ScipyCall(
            lambda sp, a, o=options: sp.linalg.inv(gram(a), **o),
            (a,),
        )
        for options in (
            {},
            {"assume_a": "gen"},
            {"assume_a": "upper triangular"},
            {"assume_a": "sym", "lower": True},
            {"assume_a": "her", "check_finite": False},
            {"assume_a": "pos"},
            {"assume_a": "pos", "lower": True},
        )
        for a in (A, S)
    ),
    ScipyCall(lambda sp, a: sp.linalg.inv(gram(a), assume_a="pos"), (C,)),
    ScipyCall(lambda sp, a: sp.linalg.inv(a * np.eye(3), assume_a="diagonal"), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.inv(a), (EMPTY,)),
    ScipyCall(lambda sp, a: sp.linalg.det(a), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.det(a), (S,)),
    ScipyCall(lambda sp, a: sp.linalg.det(a), (C,)),
    ScipyCall(lambda sp, a: sp.linalg.det(a), (ONE,)),
    *(
        ScipyCall(
            lambda sp, a, b, o=options: sp.linalg.solve_triangular(a, b, **o), args
        )
        for options in (
            {},
            {"lower": True},
            {"trans": 1},
            {"trans": "T", "lower": True},
            {"trans": 2},
            {"trans": "C", "lower": True, "unit_diagonal": True},
            {"unit_diagonal": True},
        )
        for args in ((A, B), (C, V), (S, D), (A, T))
    ),
    *(
        ScipyCall(lambda sp, a, b, d=d: sp.linalg.solve_banded(d, a, b), (a, b))
        for d in ((1, 2), (2, 1), (0, 3))
        for a in (BAND, BAND + 0.5j)
        for b in (G, G[:, 0])
        if d != (0, 3) or a is BAND
    ),
    ScipyCall(lambda sp, a, b: sp.linalg.solve_banded((1, 1), a, b), (BAND[1:], G)),
    ScipyCall(
        lambda sp, a, b: sp.linalg.solve_banded((1, 2), np.stack([a, a + 1]), b),
        (BAND, G),
    ),
    *(
        ScipyCall(lambda sp, a, b: sp.linalg.solveh_banded(a, b), (a, b))
        for a in (HALF_BAND, HALF_BAND[1:], COMPLEX_BAND)
        for b in (G, G[:, 0])
    ),
    *(
        ScipyCall(lambda sp, a, b: sp.linalg.solveh_banded(a, b, lower=True), (a, G))
        for a in (
            HALF_BAND[::-1],
            HALF_BAND[:0:-1],
            COMPLEX_BAND[::-1].conj(),
        )
    ),
    ScipyCall(lambda sp, c, b: sp.linalg.solve_toeplitz(c, b), (BENT, B)),
    ScipyCall(lambda sp, c, b: sp.linalg.solve_toeplitz(c, b), (BENT + 0.5j, B)),
    ScipyCall(
        lambda sp, c, r, b: sp.linalg.solve_toeplitz((c, r), b),
        (BENT, V[::-1], B[:, 0]),
    ),
    ScipyCall(
        lambda sp, c, r, b: sp.linalg.solve_toeplitz((c, r), b),
        (BENT, A[:2], T),
    ),
    ScipyCall(lambda sp, c, r, x: sp.linalg.matmul_toeplitz((c, r), x), (W, V, B)),
    ScipyCall(lambda sp, c, x: sp.linalg.matmul_toeplitz(c, x), (V + 1j, V)),
    ScipyCall(lambda sp, c, x: sp.linalg.matmul_toeplitz(c, x), (A[:2], T)),
    ScipyCall(lambda sp, c, b: sp.linalg.solve_circulant(c, b), (V, B)),
    ScipyCall(lambda sp, c, b: sp.linalg.solve_circulant(c, b), (V + 1j, V)),
    ScipyCall(
        lambda sp, c, b: sp.linalg.solve_circulant(
            c[:, None, :], b, baxis=-1, outaxis=-1
        ),
        (S[0, :2], A),
    ),
    ScipyCall(
        lambda sp, b: sp.linalg.solve_circulant(np.ones(3), b, singular="lstsq"), (V,)
    ),
    ScipyCall(
        lambda sp, c, b: sp.linalg.solve_circulant(c, b, "raise", 1e-3, 0),
        (B, V[:, None]),
    ),
]

FACTORS = [
    *(
        ScipyCall(lambda sp, a, lower=lower: sp.linalg.cholesky(gram(a), lower), (a,))
        for lower in (False, True)
        for a in (A, C, S, ONE)
    ),
    *(
        ScipyCall(
            lambda sp, a, b, lower=lower: sp.linalg.cho_solve(
                sp.linalg.cho_factor(gram(a), lower=lower), b
            ),
            (a, b),
        )
        for lower in (False, True)
        for a, b in ((A, B), (C, V), (S, D))
    ),
    *(
        ScipyCall(
            lambda sp, a, lower=lower: (np.tril if lower else np.triu)(
                sp.linalg.cho_factor(gram(a), lower)[0]
            ),
            (a,),
        )
        for lower in (False, True)
        for a in (A, C)
    ),
    *(
        ScipyCall(
            lambda sp, c, b, lower=lower: sp.linalg.cho_solve((c, lower), b), args
        )
        for lower in (False, True)
        for args in ((A, V), (C, B), (S, T))
    ),
    ScipyCall(lambda sp, a: sp.linalg.cholesky_banded(a), (HALF_BAND,)),
    ScipyCall(
        lambda sp, a: sp.linalg.cholesky_banded(a),
        (COMPLEX_BAND,),
    ),
    ScipyCall(
        lambda sp, a: sp.linalg.cholesky_banded(a, lower=True), (HALF_BAND[::-1],)
    ),
    *(
        ScipyCall(
            lambda sp, a, b, lower=lower: sp.linalg.cho_solve_banded((a, lower), b),
            (a, b),
        )
        for lower, a in (
            (False, HALF_BAND),
            (True, HALF_BAND[::-1]),
            (False, HALF_BAND + 0.5j),
            (True, HALF_BAND[:0:-1] + 0.5j),
        )
        for b in (G, G[:, 1])
    ),
    *(
        ScipyCall(lambda sp, a, o=options: sp.linalg.lu(a, **o), (a,))
        for options in ({}, {"permute_l": True}, {"p_indices": True})
        for a in (A[::-1], B, B.T, D, np.stack([A, A[::-1]]), EMPTY)
    ),
    *(
        ScipyCall(lambda sp, a: sp.linalg.lu_factor(a), (a,))
        for a in (A[::-1], B, B.T, D, ONE, np.stack([A, A[::-1]]))
    ),
    *(
        ScipyCall(
            lambda sp, a, b, trans=trans: sp.linalg.lu_solve(
                sp.linalg.lu_factor(a), b, trans
            ),
            args,
        )
        for trans in (0, 1, 2)
        for args in ((A[::-1], B), (C[::-1], V), (S, B), (S, T))
    ),
]

SPECIAL_MATRICES = [
    ScipyCall(lambda sp, c: sp.linalg.toeplitz(c), (V,)),
    ScipyCall(lambda sp, c: sp.linalg.toeplitz(c), (V + 1j,)),
    ScipyCall(lambda sp, c, r: sp.linalg.toeplitz(c, r), (V, W)),
    ScipyCall(lambda sp, c, r: sp.linalg.toeplitz(c, r), (V, S[0, :2])),
    ScipyCall(lambda sp, c: sp.linalg.toeplitz(c[0]), (V,)),
    ScipyCall(lambda sp, c: sp.linalg.circulant(c), (V,)),
    ScipyCall(lambda sp, c: sp.linalg.circulant(c), (S,)),
    ScipyCall(lambda sp, c: sp.linalg.hankel(c), (V,)),
    ScipyCall(lambda sp, c, r: sp.linalg.hankel(c, r), (V, W)),
    ScipyCall(lambda sp, f, s: sp.linalg.leslie(f, s), (W, V)),
    ScipyCall(lambda sp, f, s: sp.linalg.leslie(f, s), (W, A)),
    ScipyCall(
        lambda sp, a, v: sp.linalg.block_diag(a, v, 2 * v[0], [1, 2], a[:, :0]), (B, V)
    ),
    ScipyCall(lambda sp, s, a: sp.linalg.block_diag(s, a), (S, D)),
    ScipyCall(lambda sp, a: sp.linalg.companion(a), (W,)),
    ScipyCall(lambda sp, a: sp.linalg.companion(a), (A,)),
    ScipyCall(lambda sp, a: sp.linalg.companion(a[:2]), (W,)),
    ScipyCall(lambda sp, a: sp.linalg.fiedler(a), (W,)),
    ScipyCall(lambda sp, a: sp.linalg.fiedler(a), (A,)),
    *(
        ScipyCall(lambda sp, a, n=n: sp.linalg.fiedler_companion(a[:n]), (LARGE[0],))
        for n in (2, 3, 4, 5, 8)
    ),
    *(
        ScipyCall(lambda sp, a, n=n: sp.linalg.convolution_matrix(a, *n), (a,))
        for n in ((3,), (5, "same"), (2, "same"), (2, "valid"), (6, "valid"))
        for a in (W, A)
    ),
]


CALLS = [
    *MATRIX_FUNCTIONS,
    *EQUATIONS,
    *SYSTEMS,
    *FACTORS,
    *SPECIAL_MATRICES,
]
