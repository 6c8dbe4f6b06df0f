"""Eigenvalues, and decompositions, of SciPy's linear algebra."""

from __future__ import annotations

import numpy as np

from tests.calls._base import ScipyCall
from tests.calls.scipy_linalg import (
    COMPLEX_BAND,
    HALF_BAND,
    LARGE,
    A,
    B,
    C,
    D,
    G,
    R,
    S,
    V,
    W,
    gram,
    projected,
)

ONE_BLOCK = np.diag([3.0, 2, -1]) + A / 9  # real eigenvalues, apart


def spectral(result):
    """Eigenvalues, and what does not depend on the phases of eigenvectors."""
    values, vectors = result
    return values, abs(vectors) ** 2


def singular(result):
    """Singular values, and what does not depend on the signs of singular vectors."""
    u, s, vh = result
    return s, u**2, vh**2, (u * s[..., None, :]) @ vh


EIGENVALUES = [
    *(
        ScipyCall(lambda sp, a, o=o: spectral(sp.linalg.eigh(gram(a), **o)), (a,))
        for o in ({}, {"lower": False}, {"driver": "evd", "check_finite": False})
        for a in (A, S, C)
    ),
    *(
        ScipyCall(lambda sp, a, o=o: spectral(sp.linalg.eigh(gram(a), **o)), (A,))
        for o in (
            {"driver": "ev"},
            {"driver": "evx"},
            {"subset_by_index": [0, 0], "driver": "evr"},
        )
    ),
    *(
        ScipyCall(
            lambda sp, a, o=o: sp.linalg.eigh(gram(a), eigvals_only=True, **o), (A,)
        )
        for o in ({}, {"subset_by_index": [1, 2]})
    ),
    ScipyCall(
        lambda sp, a: sp.linalg.eigvalsh(gram(a), subset_by_value=[2, 8]),
        (A,),
        abstract=False,
        reason="how many there are depends on values",
    ),
    *(
        ScipyCall(
            lambda sp, a, b, o=o: spectral(sp.linalg.eigh(gram(a), gram(b), **o)),
            (A, LARGE[:3, :3]),
        )
        for o in ({}, {"lower": False}, {"type": 2}, {"type": 3})
    ),
    ScipyCall(
        lambda sp, a, b: spectral(sp.linalg.eigh(gram(a), gram(b))), (C, LARGE[:3, :3])
    ),
    ScipyCall(
        lambda sp, a, b: sp.linalg.eigvalsh(gram(a), gram(b), lower=False), (S, A)
    ),
    ScipyCall(lambda sp, a: sp.linalg.eigvalsh(gram(a), driver="ev"), (C,)),
    *(
        ScipyCall(
            lambda sp, d, e, o=o: spectral(sp.linalg.eigh_tridiagonal(d, e, **o)),
            (W, V),
        )
        for o in ({}, {"select": "i", "select_range": (1, 2)})
    ),
    ScipyCall(lambda sp, d, e: sp.linalg.eigvalsh_tridiagonal(d, e), (W, V)),
    *(
        ScipyCall(
            lambda sp, a, low=lower: spectral(sp.linalg.eig_banded(a, lower=low)), (a,)
        )
        for lower, a in ((False, HALF_BAND), (True, COMPLEX_BAND[::-1]))
    ),
    ScipyCall(
        lambda sp, a: sp.linalg.eigvals_banded(a, select="index", select_range=[1, 3]),
        (HALF_BAND,),
    ),
    ScipyCall(lambda sp, a: sp.linalg.eig(a), (C,)),
    ScipyCall(lambda sp, a: spectral(sp.linalg.eig(a)), (ONE_BLOCK,)),
    ScipyCall(lambda sp, a: sp.linalg.eig(a, right=False), (C,)),
    ScipyCall(lambda sp, a: sp.linalg.eigvals(a), (ONE_BLOCK,)),
    ScipyCall(lambda sp, a: sp.linalg.eigvals(a, homogeneous_eigvals=True), (C,)),
]

DECOMPOSITIONS = [
    *(
        ScipyCall(lambda sp, a, o=options: sp.linalg.qr(a, **o), (a,))
        for options in (
            {"mode": "full"},
            {"mode": "economic"},
            {"mode": "r"},
            {"mode": "economic", "pivoting": True},
            {"mode": "raw"},
        )
        for a in (A, B, B.T, D, S)
        if options["mode"] != "raw" or a is B
    ),
    *(
        ScipyCall(lambda sp, a, mode=mode: sp.linalg.rq(a, mode=mode), (a,))
        for mode in ("full", "economic", "r")
        for a in (A, B.T, D.T, S)
    ),
    *(
        ScipyCall(lambda sp, a: singular(sp.linalg.svd(a, full_matrices=False)), (a,))
        for a in (A, B, B.T, S)
    ),
    *(
        ScipyCall(lambda sp, a: sp.linalg.svd(a, compute_uv=False), (a,))
        for a in (A, B, B.T, S)
    ),
    ScipyCall(lambda sp, a: sp.linalg.svdvals(a), (D,)),
    *(
        ScipyCall(lambda sp, a, side=side: sp.linalg.polar(a, side), (a,))
        for side in ("right", "left")
        for a in (A, B, C, S)
    ),
    *(
        ScipyCall(
            lambda sp, a, f=f: projected(getattr(sp.linalg, f)(a)),
            (a,),
            abstract=False,
            reason="the rank decides on the shape",
        )
        for f, a in (("null_space", B.T), ("null_space", D.T), ("orth", B), ("orth", D))
    ),
    ScipyCall(
        lambda sp, a, b: sp.linalg.subspace_angles(a, b),
        (B, A[:, 1:]),
        abstract=False,
        reason="the rank decides on the shape",
    ),
    *(
        ScipyCall(lambda sp, a, b: sp.linalg.orthogonal_procrustes(a, b), (a, a[::-1]))
        for a in (A, R, C)
    ),
    *(
        ScipyCall(lambda sp, a, o=options: sp.linalg.pinv(a, **o), (a,))
        for options in ({}, {"rtol": 1e-3}, {"atol": 1e-3, "return_rank": True})
        for a in (A, B, D)
        if "atol" not in options
    ),
    ScipyCall(lambda sp, a: sp.linalg.pinv(a), (S,)),
    ScipyCall(
        lambda sp, a: sp.linalg.pinv(a, atol=1e-3, return_rank=True),
        (B,),
        abstract=False,
        reason="the tolerance depends on values",
    ),
    *(
        ScipyCall(
            lambda sp, a, lower=lower: sp.linalg.pinvh(gram(a), lower=lower), (a,)
        )
        for lower in (False, True)
        for a in (A, C)
    ),
    *(
        ScipyCall(lambda sp, a, b, o=o: sp.linalg.lstsq(a, b, **o)[:2], args)
        for o in ({}, {"cond": 1e-3, "lapack_driver": "gelsy"})
        for args in ((B, V), (R, G), (B.T, G[:2]))
    ),
    *(
        ScipyCall(
            lambda sp, a, b, o=o: with_real_sums(*sp.linalg.lstsq(a, b, **o)), (D, A)
        )
        for o in ({}, {"cond": 1e-3, "lapack_driver": "gelsy"})
    ),
    *(
        ScipyCall(lambda sp, a, o=o: sp.linalg.norm(a, *o) * a, (A,))
        for o in (
            (),
            (1,),
            (np.inf,),
            (2,),
            ("fro",),
            ("nuc",),
            (None, 0),
            (3, 1, True),
        )
    ),
    ScipyCall(lambda sp, a: sp.linalg.norm(a) * a, (V,)),
    ScipyCall(lambda sp, a: sp.linalg.norm(a, 1) * a, (D,)),
]


def with_real_sums(x, sums, *_):
    """SciPy 1.18 gives the sums of squared residuals the dtype of `x`."""
    return x, np.real(sums)


CALLS = [*EIGENVALUES, *DECOMPOSITIONS]
