"""Routines of `scipy.linalg.lapack` on traced values; see `_routines`."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.scipy.linalg import _decompositions as decompositions
from functrace.scipy.linalg import _eigenvalues as eigenvalues
from functrace.scipy.linalg import _factors as factors
from functrace.scipy.linalg import _systems as systems
from functrace.scipy.linalg._blas import divided, half, other_half
from functrace.scipy.linalg._routines import ALL, COMPLEX, REAL, Missing, routine


@routine("a b*")
def trtrs(
    a: Any,
    b: Any,
    lower: int = 0,
    trans: int = 0,
    unitdiag: int = 0,
    lda: int | None = None,
    overwrite_b: int = 0,
) -> Any:
    """A system of a triangular matrix."""
    return divided(a, b, lower, trans, unitdiag), 0


@routine("c")
def trtri(c: Any, lower: int = 0, unitdiag: int = 0, overwrite_c: int = 0) -> Any:
    """The inverse of a triangular matrix; the rest is as it was."""
    inverse = divided(c, _identity(c), lower, 0, unitdiag)
    if unitdiag:
        inverse = inverse - _identity(c) + np.diag(np.diagonal(c))
    return half(inverse, lower) + other_half(c, lower), 0


def _identity(a: Any) -> Any:
    return np.eye(a.shape[0], dtype=a.dtype)


# -- systems ---------------------------------------------------------------------------


@routine("a b*")
def gesv(a: Any, b: Any, overwrite_a: int = 0, overwrite_b: int = 0) -> Any:
    """A linear system."""
    lu, pivots = factors.lu_factor(a, check_finite=False)
    return lu, pivots, systems.solve(a, b, check_finite=False), 0


@routine("a")
def getrf(a: Any, overwrite_a: int = 0) -> Any:
    """LU factors."""
    return *factors.lu_factor(a, check_finite=False), 0


@routine("lu b*")
def getrs(lu: Any, piv: Any, b: Any, trans: int = 0, overwrite_b: int = 0) -> Any:
    """A system with LU factors."""
    return factors.lu_solve((lu, piv), b, trans, check_finite=False), 0


@routine("lu")
def getri(lu: Any, piv: Any, lwork: int = 0, overwrite_lu: int = 0) -> Any:
    """The inverse, from LU factors."""
    return factors.lu_solve((lu, piv), _identity(lu), check_finite=False), 0


@routine("a b*")
def posv(
    a: Any, b: Any, lower: int = 0, overwrite_a: int = 0, overwrite_b: int = 0
) -> Any:
    """A system of a positive definite matrix."""
    c = factors.cho_factor(a, bool(lower), check_finite=False)
    return c[0], factors.cho_solve(c, b, check_finite=False), 0


@routine("a")
def potrf(a: Any, lower: int = 0, clean: int = 1, overwrite_a: int = 0) -> Any:
    """Cholesky's factor; the other triangle is zero if it is to be clean."""
    if clean:
        return factors.cholesky(a, bool(lower), check_finite=False), 0
    return factors.cho_factor(a, bool(lower), check_finite=False)[0], 0


@routine("c b*")
def potrs(c: Any, b: Any, lower: int = 0, overwrite_b: int = 0) -> Any:
    """A system with Cholesky's factor."""
    return factors.cho_solve((c, bool(lower)), b, check_finite=False), 0


@routine("c")
def potri(c: Any, lower: int = 0, overwrite_c: int = 0) -> Any:
    """A triangle of the inverse, from Cholesky's factor; the other one is as it was."""
    inverse = factors.cho_solve((c, bool(lower)), _identity(c), check_finite=False)
    return half(inverse, lower) + other_half(c, lower), 0


# -- bands -----------------------------------------------------------------------------


@routine("dl d du b*")
def gtsv(
    dl: Any,
    d: Any,
    du: Any,
    b: Any,
    overwrite_dl: int = 0,
    overwrite_d: int = 0,
    overwrite_du: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a tridiagonal matrix."""
    zero = np.zeros(1, d.dtype)
    band = np.stack([np.concatenate([zero, du]), d, np.concatenate([dl, zero])])
    x = systems.solve_banded((1, 1), band, b, check_finite=False)
    left = Missing("factors of a tridiagonal matrix")
    return left, left, left, x, 0


@routine("d e b*", REAL)
def ptsv(
    d: Any,
    e: Any,
    b: Any,
    overwrite_d: int = 0,
    overwrite_e: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a positive definite tridiagonal matrix."""
    band = np.stack([d, np.concatenate([e, np.zeros(1, e.dtype)])])
    left = Missing("factors of a tridiagonal matrix")
    x = systems.solveh_banded(band, b, lower=True, check_finite=False)
    return left, left, x, 0


@routine("ab b*")
def gbsv(
    kl: int, ku: int, ab: Any, b: Any, overwrite_ab: int = 0, overwrite_b: int = 0
) -> Any:
    """A system of a band matrix, above which there is room for its factors."""
    x = systems.solve_banded((kl, ku), ab[kl:], b, check_finite=False)
    return Missing("factors of a band matrix"), Missing("their pivots"), x, 0


@routine("ab b*")
def pbsv(
    ab: Any,
    b: Any,
    lower: int = 0,
    ldab: int | None = None,
    overwrite_ab: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a positive definite band matrix."""
    x = systems.solveh_banded(ab, b, lower=bool(lower), check_finite=False)
    return Missing("factors of a band matrix"), x, 0


@routine("ab")
def pbtrf(
    ab: Any, lower: int = 0, ldab: int | None = None, overwrite_ab: int = 0
) -> Any:
    """Cholesky's factor of a band matrix."""
    return factors.cholesky_banded(ab, lower=bool(lower), check_finite=False), 0


@routine("ab b*")
def pbtrs(
    ab: Any, b: Any, lower: int = 0, ldab: int | None = None, overwrite_b: int = 0
) -> Any:
    """A system with Cholesky's factor of a band matrix."""
    return factors.cho_solve_banded((ab, bool(lower)), b, check_finite=False), 0


# -- spectra ---------------------------------------------------------------------------


@routine("a", REAL, "syev", "syevd")
@routine("a", COMPLEX, "heev", "heevd")
def _eigenvalues(
    a: Any,
    compute_v: int = 1,
    lower: int = 0,
    lwork: int = 0,
    liwork: int = 0,
    lrwork: int = 0,
    overwrite_a: int = 0,
) -> Any:
    if compute_v:
        return *eigenvalues.eigh(a, lower=bool(lower), check_finite=False), 0
    w = eigenvalues.eigvalsh(a, lower=bool(lower), check_finite=False)
    return w, Missing("eigenvectors that were not asked for"), 0


@routine("a", ALL, "gesdd", "gesvd")
def _singular_values(
    a: Any,
    compute_uv: int = 1,
    full_matrices: int = 1,
    lwork: int = 0,
    overwrite_a: int = 0,
) -> Any:
    if compute_uv:
        return *decompositions.svd(a, bool(full_matrices), check_finite=False), 0
    left = Missing("singular vectors that were not asked for")
    return left, decompositions.svdvals(a, check_finite=False), left, 0
