"""Orthogonal factors, and what is computed from singular values."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.numpy._arguments import as_array, known
from functrace.primitives import drivers
from functrace.primitives.lu import permuted
from functrace.scipy._plain import on_plain_values
from functrace.scipy.linalg._arguments import (
    adjoint,
    completed,
    inexact,
    matrix,
    one_stack,
    right_sides,
    square,
)

# -- QR --------------------------------------------------------------------------------


@on_plain_values(scipy.linalg.qr)
def qr(
    a: Any,
    overwrite_a: bool = False,
    lwork: int | None = None,
    mode: str = "full",
    pivoting: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.qr`.

    The first columns must be linearly independent. The order of pivoting is piecewise
    constant.
    """
    if mode not in ("full", "qr", "r", "economic", "raw"):
        raise ValueError(
            "Mode argument should be one of ['full', 'r', 'economic', 'raw']"
        )
    a = matrix(a, check_finite)
    order: tuple[Any, ...] = ()
    if pivoting:
        order = (drivers.column_order(a),)
        a = np.matrix_transpose(permuted(np.matrix_transpose(a), *order))
    if mode == "raw":
        h, tau = np.linalg.qr(a, "raw")
        h = np.matrix_transpose(h)
        return ((h, tau), np.triu(h[..., : tau.shape[-1], :]), *order)
    q, r = np.linalg.qr(a, "reduced" if mode in ("economic", "r") else "complete")
    if mode == "r":
        return (_with_rows(r, a.shape[-2]), *order)
    return (q, r, *order)


def _with_rows(r: Any, rows: int) -> Any:
    """The matrix with rows of zeros below."""
    missing = rows - r.shape[-2]
    zeros = np.zeros((*r.shape[:-2], missing, r.shape[-1]), r.dtype)
    return np.concatenate([r, zeros], axis=-2)


@on_plain_values(scipy.linalg.rq)
def rq(
    a: Any,
    overwrite_a: bool = False,
    lwork: int | None = None,
    mode: str = "full",
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.rq`; the last rows must be linearly independent."""
    if mode not in ("full", "r", "economic"):
        raise ValueError("Mode argument should be one of ['full', 'r', 'economic']")
    turned = adjoint(_turned(matrix(a, check_finite)))
    q, r = np.linalg.qr(turned, "complete" if mode == "full" else "reduced")
    r = _with_rows(r, turned.shape[-2]) if mode == "r" else r
    r = _turned(adjoint(r))
    return r if mode == "r" else (r, _turned(adjoint(q)))


def _turned(x: Any) -> Any:
    """Rows and columns in reversed order."""
    return x[..., ::-1, ::-1]


# -- singular values -------------------------------------------------------------------


@on_plain_values(scipy.linalg.svd)
def svd(
    a: Any,
    full_matrices: bool = True,
    compute_uv: bool = True,
    overwrite_a: bool = False,
    check_finite: bool = True,
    lapack_driver: str = "gesdd",
) -> Any:
    """See `scipy.linalg.svd` and `numpy.linalg.svd`, whose LAPACK driver is "gesdd"."""
    if lapack_driver not in ("gesdd", "gesvd"):
        raise ValueError(
            f'lapack_driver must be "gesdd" or "gesvd", not "{lapack_driver}"'
        )
    a = matrix(a, check_finite)
    if not compute_uv:
        return np.linalg.svd(a, compute_uv=False)
    return tuple(np.linalg.svd(a, full_matrices=full_matrices))


@on_plain_values(scipy.linalg.svdvals)
def svdvals(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """See `scipy.linalg.svdvals`."""
    return np.linalg.svd(matrix(a, check_finite), compute_uv=False)


@on_plain_values(scipy.linalg.polar)
def polar(a: Any, side: str = "right") -> tuple[Any, Any]:
    """See `scipy.linalg.polar`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import polar
    >>> ft.grad(lambda a: polar(a)[1][0, 0])(np.diag([-2.0, 1.0]))
    array([[-1.,  0.],
           [ 0.,  0.]])
    """
    if side not in ("right", "left"):
        raise ValueError("`side` must be either 'right' or 'left'")
    u, s, vh = np.linalg.svd(matrix(a), full_matrices=False)
    vectors = adjoint(vh) if side == "right" else u
    return u @ vh, (vectors * s[..., None, :]) @ adjoint(vectors)


def _rank(s: Any, shape: tuple[int, ...], rcond: Any) -> int:
    """Number of singular values of one matrix that are not negligible."""
    rcond = np.finfo(s.dtype).eps * max(shape) if rcond is None else rcond
    return int(known(np.sum(s > np.max(s, initial=0) * rcond)))


@on_plain_values(scipy.linalg.orth)
def orth(A: Any, rcond: Any = None) -> Any:
    """See `scipy.linalg.orth`.

    Only what does not depend on the choice of the basis has a derivative, such as the
    projector ``Q @ Q.T``. The rank must be known when a function is traced.
    """
    a = _one_matrix(A)
    u, s, _ = np.linalg.svd(a, full_matrices=False)
    return u[:, : _rank(s, a.shape, rcond)]


@on_plain_values(scipy.linalg.null_space)
def null_space(
    A: Any,
    rcond: Any = None,
    *,
    overwrite_a: bool = False,
    check_finite: bool = True,
    lapack_driver: str = "gesdd",
) -> Any:
    """See `scipy.linalg.null_space`.

    Only what does not depend on the choice of the basis has a derivative, such as the
    projector ``Z @ Z.T``. The rank must be known when a function is traced.
    """
    a = _one_matrix(A, check_finite)
    _, s, vh = np.linalg.svd(a, full_matrices=True)
    return adjoint(vh[_rank(s, a.shape, rcond) :])


def _one_matrix(value: Any, check_finite: bool = True) -> Any:
    a = matrix(value, check_finite)
    if a.ndim != 2:
        raise ValueError(
            f"expected one matrix, got {a.ndim=}: its rank decides on shapes"
        )
    return a


@on_plain_values(scipy.linalg.subspace_angles)
def subspace_angles(A: Any, B: Any) -> Any:
    """See `scipy.linalg.subspace_angles`; not differentiable at angles of zero."""
    a, b = orth(_one_matrix(A)), orth(_one_matrix(B))
    if len(a) != len(b):
        raise ValueError(
            f"A and B must have the same number of rows, got {len(a)} and {len(b)}"
        )
    inner = adjoint(a) @ b
    cosines = np.linalg.svd(inner, compute_uv=False)
    wider = a.shape[1] >= b.shape[1]
    rest = b - a @ inner if wider else a - b @ adjoint(inner)
    sines = np.linalg.svd(rest, compute_uv=False)
    near = cosines**2 >= 0.5
    small = np.arcsin(np.clip(np.where(near, sines, 0), -1, 1))
    near_turned = near[::-1]
    large = np.arccos(np.clip(np.where(near_turned, 0, cosines)[::-1], -1, 1))
    return np.where(near, small, large)


@on_plain_values(scipy.linalg.orthogonal_procrustes)
def orthogonal_procrustes(A: Any, B: Any, check_finite: bool = True) -> tuple[Any, Any]:
    """See `scipy.linalg.orthogonal_procrustes`."""
    a, b = matrix(A, check_finite), matrix(B, check_finite)
    if a.shape[-2:] != b.shape[-2:]:
        raise ValueError(f"the shapes of A and B differ ({a.shape} vs {b.shape})")
    u, s, vh = np.linalg.svd(adjoint(a) @ b)
    return u @ vh, np.sum(s, axis=-1)


# -- inverses of rectangular matrices --------------------------------------------------


@on_plain_values(scipy.linalg.pinv)
def pinv(
    a: Any,
    *,
    atol: Any = None,
    rtol: Any = None,
    return_rank: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.pinv`; the derivative is that at constant rank."""
    a = matrix(a, check_finite)
    return _pinv(a, atol, rtol, return_rank, hermitian=False)


@on_plain_values(scipy.linalg.pinvh)
def pinvh(
    a: Any,
    atol: Any = None,
    rtol: Any = None,
    lower: bool = True,
    return_rank: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.pinvh`; the gradient has zeros in the triangle not read."""
    a = square(a, check_finite)
    return _pinv(completed(a, lower), atol, rtol, return_rank, hermitian=True)


def _pinv(a: Any, atol: Any, rtol: Any, return_rank: bool, *, hermitian: bool) -> Any:
    if rtol is None:
        rtol = max(a.shape[-2:]) * np.finfo(a.dtype).eps
    if rtol < 0 or (atol or 0) < 0:
        raise ValueError("atol and rtol values must be positive.")
    if not (atol or return_rank):
        return np.linalg.pinv(a, rcond=rtol, hermitian=hermitian)
    values = np.linalg.svd(a, compute_uv=False)
    largest = np.max(values, axis=-1, initial=0)
    rcond = known((atol or 0) / np.where(largest == 0, 1, largest) + rtol)
    inverse = np.linalg.pinv(a, rcond=rcond, hermitian=hermitian)
    if not return_rank:
        return inverse
    return inverse, np.sum(values > (largest * rcond)[..., None], axis=-1)


@on_plain_values(scipy.linalg.lstsq)
def lstsq(
    a: Any,
    b: Any,
    cond: Any = None,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    lapack_driver: str | None = None,
) -> Any:
    """See `scipy.linalg.lstsq`; the derivative is that at constant rank."""
    if lapack_driver not in (None, "gelsd", "gelsy", "gelss"):
        raise ValueError(f'LAPACK driver "{lapack_driver}" is not found')
    a = matrix(a, check_finite)
    b, restore = right_sides(b, a.shape[-2], check_finite)
    a, b = one_stack(a, b)
    dtype = np.result_type(a.dtype, b.dtype)
    cond = np.finfo(dtype).eps if cond is None else cond
    x, residues, rank, values = np.linalg.lstsq(a, b, rcond=cond)
    if lapack_driver == "gelsy":
        return restore(x), np.zeros(0, dtype), rank, None
    if residues.size:
        residues = residues[..., 0] if restore(x).ndim < x.ndim else residues
    return restore(x), residues, rank, values


@on_plain_values(scipy.linalg.norm)
def norm(
    a: Any,
    ord: Any = None,
    axis: Any = None,
    keepdims: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.norm` and `numpy.linalg.norm`."""
    a = as_array(a) if not check_finite else inexact(a, check_finite)
    return np.linalg.norm(a, ord, axis, keepdims)
