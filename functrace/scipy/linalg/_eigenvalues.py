"""Eigenvalues and eigenvectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import known
from functrace.primitives import drivers, linalg
from functrace.primitives.hermitian import conjugate
from functrace.scipy._plain import on_plain_values
from functrace.scipy.linalg._arguments import (
    adjoint,
    completed,
    inexact,
    lower_triangle,
    matrix,
    one_stack,
    square,
)

# -- Hermitian matrices ----------------------------------------------------------------

_STANDARD = ("ev", "evd", "evr", "evx")
_GENERALISED = ("gv", "gvd", "gvx")


@on_plain_values(scipy.linalg.eigh)
def eigh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    type: int = 1,
    check_finite: bool = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: str | None = None,
) -> Any:
    """See `scipy.linalg.eigh`.

    One triangle of the matrices is read, so the gradients have zeros in the other. Of
    equal eigenvalues, what depends on the choice of eigenvectors has no derivative. All
    eigenvalues are computed, also where a subset of them is asked for.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import eigh
    >>> ft.grad(lambda a: eigh(a)[0][1])(np.array([[2.0, 1.0], [1.0, 2.0]]))
    array([[0.5, 0. ],
           [1. , 0.5]])
    """
    _check_driver(driver, b, subset_by_index, subset_by_value)
    a = square(a, check_finite)
    if b is None:
        values, vectors = _standard(a, lower, driver or "evr")
    else:
        b = square(b, check_finite)
        values, vectors = _generalised(a, b, lower, type)
    part = _subset(values, subset_by_index, subset_by_value)
    return _part_of(values, vectors, part, eigvals_only)


def _part_of(values: Any, vectors: Any, part: slice, eigvals_only: bool) -> Any:
    values = values[..., part]
    return values if eigvals_only else (values, vectors[..., part])


def _check_driver(driver: Any, b: Any, by_index: Any, by_value: Any) -> None:
    if driver not in (None, *_STANDARD, *_GENERALISED):
        raise ValueError(f'"{driver}" is unknown.')
    if driver in (_STANDARD if b is not None else _GENERALISED):
        raise ValueError(
            f'"{driver}" does not fit the problem: b is given, or missing.'
        )
    subset = by_index is not None or by_value is not None
    if subset and driver in ("ev", "evd", "gv", "gvd"):
        raise ValueError(f'"{driver}" cannot compute subsets of eigenvalues')
    if by_index is not None and by_value is not None:
        raise ValueError("Either index or value subset can be requested.")


def _standard(a: Any, lower: bool, driver: str) -> Any:
    return drivers.driven_eigh(a, lower=bool(lower), driver=driver)


def _generalised(a: Any, b: Any, lower: bool, type: int) -> Any:
    """By the Cholesky factor L of b; Golub & Van Loan, 4th ed., section 8.7.2."""
    if type not in (1, 2, 3):
        raise ValueError('"type" keyword only accepts 1, 2, and 3.')
    if a.shape[-2:] != b.shape[-2:]:
        raise ValueError(f"wrong b dimensions {b.shape}, should be {a.shape}")
    a, b = one_stack(a, b)
    factor = linalg.cholesky(b if lower else adjoint(b))
    whole = completed(a, lower)
    if type == 1:
        whole = _left_divided(factor, adjoint(_left_divided(factor, whole)))
    else:
        whole = adjoint(factor) @ whole @ factor
    values, vectors = _standard(whole, lower, "evd")
    if type == 3:
        return values, factor @ vectors
    return values, _left_divided(conjugate(factor), vectors, transposed=True)


def _left_divided(factor: Any, x: Any, *, transposed: bool = False) -> Any:
    return linalg.solve_triangular(
        factor, x, lower=True, transposed=transposed, unit_diagonal=False
    )


def _subset(values: Any, by_index: Any, by_value: Any) -> slice:
    n = values.shape[-1]
    if by_index is not None:
        low, high = (int(i) for i in by_index)
        if not 0 <= low <= high < n:
            raise ValueError(
                "Requested eigenvalue indices are not valid. Valid range is "
                f"[0, {n - 1}] and start <= end, but start={low}, end={high} is given"
            )
        return slice(low, high + 1)
    if by_value is None:
        return slice(None)
    low, high = by_value
    if not low < high:
        raise ValueError(
            "Requested eigenvalue bounds are not valid. Valid range is (-inf, inf) and "
            f"low < high, but low={low}, high={high} is given"
        )
    return _between(values, low, high)


def _between(values: Any, low: float, high: float) -> slice:
    """Where ascending numbers are in an interval, open below."""
    start = np.unique(known(np.sum(values <= low, axis=-1)))
    stop = np.unique(known(np.sum(values <= high, axis=-1)))
    if len(start) > 1 or len(stop) > 1:
        raise ValueError("the matrices have different numbers of eigenvalues there")
    return slice(int(start[0]), int(stop[0]))


@on_plain_values(scipy.linalg.eigvalsh)
def eigvalsh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    type: int = 1,
    check_finite: bool = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: str | None = None,
) -> Any:
    """See `scipy.linalg.eigvalsh`, and `eigh`."""
    return eigh(
        a,
        b,
        lower=lower,
        eigvals_only=True,
        type=type,
        check_finite=check_finite,
        subset_by_index=subset_by_index,
        subset_by_value=subset_by_value,
        driver=driver,
    )


# -- tridiagonal and band matrices -----------------------------------------------------


@on_plain_values(scipy.linalg.eigh_tridiagonal)
def eigh_tridiagonal(
    d: Any,
    e: Any,
    eigvals_only: bool = False,
    select: str = "a",
    select_range: Any = None,
    check_finite: bool = True,
    tol: float = 0.0,
    lapack_driver: str = "auto",
) -> Any:
    """See `scipy.linalg.eigh_tridiagonal`.

    A traced matrix is treated as a full one, with the driver "evd".
    """
    d, e = inexact(d, check_finite), inexact(e, check_finite)
    if d.dtype.kind == "c" or e.dtype.kind == "c":
        raise TypeError("Only real arrays currently supported")
    n = d.shape[-1]
    if e.shape[-1] != n - 1:
        raise ValueError(f"d ({n}) must have one more element than e ({e.shape[-1]})")
    off = np.concatenate([e, np.zeros_like(d[..., :1])], axis=-1)[..., None, :]
    full = d[..., None] * np.eye(n, dtype=d.dtype) + off * np.eye(
        n, k=-1, dtype=d.dtype
    )
    return _selected(full, eigvals_only, select, select_range)


@on_plain_values(scipy.linalg.eigvalsh_tridiagonal)
def eigvalsh_tridiagonal(
    d: Any,
    e: Any,
    select: str = "a",
    select_range: Any = None,
    check_finite: bool = True,
    tol: float = 0.0,
    lapack_driver: str = "auto",
) -> Any:
    """See `scipy.linalg.eigvalsh_tridiagonal`."""
    return eigh_tridiagonal(
        d,
        e,
        eigvals_only=True,
        select=select,
        select_range=select_range,
        check_finite=check_finite,
    )


@on_plain_values(scipy.linalg.eig_banded)
def eig_banded(
    a_band: Any,
    lower: bool = False,
    eigvals_only: bool = False,
    overwrite_a_band: bool = False,
    select: str = "a",
    select_range: Any = None,
    max_ev: int = 0,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.eig_banded`.

    A traced matrix is treated as a full one, with the driver "evd": the signs, or phases,
    of eigenvectors may be others.
    """
    full = lower_triangle(matrix(a_band, check_finite), lower)
    return _selected(full, eigvals_only, select, select_range)


@on_plain_values(scipy.linalg.eigvals_banded)
def eigvals_banded(
    a_band: Any,
    lower: bool = False,
    overwrite_a_band: bool = False,
    select: str = "a",
    select_range: Any = None,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.eigvals_banded`."""
    return eig_banded(
        a_band,
        lower=lower,
        eigvals_only=True,
        select=select,
        select_range=select_range,
        check_finite=check_finite,
    )


def _selected(a: Any, eigvals_only: bool, select: Any, bounds: Any) -> Any:
    """Eigenvalues, and eigenvectors, of those that `select` says."""
    kind = select.lower()[:1] if isinstance(select, str) else "avi"[select]
    if kind not in "avi":
        raise ValueError("invalid argument for select")
    values, vectors = _standard(a, True, "evd")
    by_index, by_value = (bounds if kind == k else None for k in "iv")
    part = _subset(values, by_index, by_value)
    return _part_of(values, vectors, part, eigvals_only)


# -- general matrices ------------------------------------------------------------------


@on_plain_values(scipy.linalg.eig)
def eig(
    a: Any,
    b: Any = None,
    left: bool = False,
    right: bool = True,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    homogeneous_eigvals: bool = False,
) -> Any:
    """See `scipy.linalg.eig`; without `b`, and without left eigenvectors.

    Vectors that belong to equal eigenvalues have no derivative.
    """
    if b is not None:
        raise unsupported(scipy.linalg.eig, "(a, b)")
    if left:
        raise unsupported(scipy.linalg.eig, "(..., left=True)")
    a = square(a, check_finite)
    if not right:
        return _homogeneous(np.linalg.eigvals(a), homogeneous_eigvals)
    values, vectors = np.linalg.eig(a)
    return _homogeneous(values, homogeneous_eigvals), vectors


@on_plain_values(scipy.linalg.eigvals)
def eigvals(
    a: Any,
    b: Any = None,
    overwrite_a: bool = False,
    check_finite: bool = True,
    homogeneous_eigvals: bool = False,
) -> Any:
    """See `scipy.linalg.eigvals`; without `b`."""
    if b is not None:
        raise unsupported(scipy.linalg.eigvals, "(a, b)")
    a = square(a, check_finite)
    return _homogeneous(np.linalg.eigvals(a), homogeneous_eigvals)


def _homogeneous(values: Any, wanted: bool) -> Any:
    """Eigenvalues as complex numbers; as fractions over one, if wanted."""
    values = values.astype(np.result_type(values.dtype, "F"))
    if not wanted:
        return values
    return np.stack([values, np.ones_like(values)], axis=-2)
