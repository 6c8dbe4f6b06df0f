"""Pseudoinverses, ranks and least squares, under NumPy's names."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, known
from functrace.numpy._register import implements
from functrace.primitives import least_squares
from functrace.primitives.checks import require

_NOT_GIVEN: Any = getattr(np, "_NoValue")  # noqa: B009 - NumPy's default, not exported


@implements(np.linalg.pinv)
def pinv(
    a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = _NOT_GIVEN
) -> Any:
    """See `numpy.linalg.pinv`.

    The derivative takes the rank, the number of singular values that are not cut off, for
    constant. With ``hermitian=True`` one triangle of the matrix is read.
    """
    a = as_array(a)
    if rcond is not None and rtol is not _NOT_GIVEN:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    if rcond is None and rtol is None:
        rcond = max(a.shape[-2:]) * np.finfo(a.dtype).eps
    elif rcond is None:
        rcond = 1e-15 if rtol is _NOT_GIVEN else rtol
    cutoff = np.broadcast_to(known(as_array(rcond)), a.shape[:-2])
    if hermitian and type(a) is Tracer:
        a = _from_triangle(a)
    return least_squares.pinv(a, cutoff, hermitian=bool(hermitian))


def _from_triangle(a: Any) -> Any:
    """The Hermitian matrix of which the lower triangle is given."""
    lower, adjoint = np.tril(a), np.conjugate(np.matrix_transpose(np.tril(a, -1)))
    if a.dtype.kind != "c":
        return lower + adjoint
    diagonal = np.diagonal(a.imag, 0, -2, -1)[..., None]
    return lower + adjoint - 1j * diagonal * np.eye(a.shape[-1], dtype=a.dtype)


@implements(np.linalg.matrix_rank, differentiable=False)
def matrix_rank(
    A: Any,
    tol: Any = None,
    hermitian: bool = False,
    *,
    rtol: Any = None,
) -> Any:
    """See `numpy.linalg.matrix_rank`."""
    if rtol is not None and tol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    a = as_array(A)
    if a.ndim < 2:
        return int(np.any(a != 0))
    values = np.linalg.svd(a, compute_uv=False, hermitian=hermitian)
    if tol is None:
        if rtol is None:
            rtol = max(a.shape[-2:]) * np.finfo(values.dtype).eps
        else:
            rtol = as_array(rtol)[..., None]
        tol = np.max(values, axis=-1, keepdims=True, initial=0) * rtol
    else:
        tol = as_array(tol)[..., None]
    return np.count_nonzero(values > tol, axis=-1)


@implements(np.linalg.lstsq)
def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[Any, Any, Any, Any]:
    """See `numpy.linalg.lstsq`.

    The derivative takes the rank for constant. The residuals are given if the rank is full:
    where values are not known (under `functrace.jit`) and there are more rows than columns,
    it must turn out to be, if the residuals are used.
    """
    a, b = as_array(a), as_array(b)
    columns = b[:, None] if b.ndim == 1 else b
    _check(a, columns)
    m, n = a.shape
    cutoff = float(np.finfo(float).eps * max(m, n) if rcond is None else known(rcond))
    x, residuals, rank, values = least_squares.lstsq(a, columns, rcond=cutoff)
    if m > n:
        residuals = _given(residuals, rank, n)
    return (x[:, 0] if b.ndim == 1 else x), residuals, rank, values


def _check(a: Any, b: Any) -> None:
    for array in (a, b):
        if array.ndim != 2:
            raise np.linalg.LinAlgError(
                f"{array.ndim}-dimensional array given. Array must be two-dimensional"
            )
    if a.shape[0] != b.shape[0]:
        raise np.linalg.LinAlgError("Incompatible dimensions")


def _given(residuals: Any, rank: Any, full: int) -> Any:
    """The residuals, or none if the rank is less than `full`."""
    value = rank.value if type(rank) is Tracer else rank
    if value is None:
        return require(residuals, rank == full, message=_NOT_FULL)
    return residuals if value == full else np.zeros(0, residuals.dtype)


_NOT_FULL = (
    "functrace: the residuals of numpy.linalg.lstsq are used, but the rank is not full: "
    "there are none, which must be known before a function is compiled."
)
