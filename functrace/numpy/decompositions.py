"""Eigenvalues of Hermitian matrices and singular values, under NumPy's names."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements
from functrace.primitives import hermitian as records
from functrace.primitives import singular_values


class EighResult(NamedTuple):
    """See `numpy.linalg.eigh`."""

    eigenvalues: Any
    eigenvectors: Any


class SVDResult(NamedTuple):
    """See `numpy.linalg.svd`."""

    U: Any
    S: Any
    Vh: Any


def _is_lower(triangle: str) -> bool:
    triangle = triangle.upper()
    if triangle not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return triangle == "L"


@implements(np.linalg.eigh)
def eigh(a: Any, UPLO: str = "L") -> EighResult:
    """See `numpy.linalg.eigh`.

    One triangle of the matrix is read, so the gradient has zeros in the other. Of equal
    eigenvalues, what depends on the choice of eigenvectors has no derivative:
    DegenerateError, as for second derivatives there.
    """
    return EighResult(*records.eigh(as_array(a), lower=_is_lower(UPLO)))


@implements(np.linalg.eigvalsh)
def eigvalsh(a: Any, UPLO: str = "L") -> Any:
    """See `numpy.linalg.eigvalsh`.

    The derivatives of equal eigenvalues are those along the eigenvectors that were found.
    """
    return eigh(a, UPLO).eigenvalues


@implements(np.linalg.svd)
def svd(
    a: Any,
    full_matrices: bool = True,
    compute_uv: bool = True,
    hermitian: bool = False,
) -> Any:
    """See `numpy.linalg.svd`.

    Of equal singular values, what depends on the choice of singular vectors has no
    derivative: DegenerateError.
    """
    a = as_array(a)
    if hermitian:
        return _hermitian_svd(a, compute_uv=compute_uv)
    result = SVDResult(*singular_values.svd(a, full=full_matrices and compute_uv))
    return result if compute_uv else result.S


def _hermitian_svd(a: Any, *, compute_uv: bool) -> Any:
    """By eigenvalues: the singular values are their absolute values."""
    if not compute_uv:
        return np.sort(np.abs(eigvalsh(a)), axis=-1)[..., ::-1]
    values, vectors = eigh(a)
    order = np.argsort(np.abs(values), axis=-1)[..., ::-1]
    values = np.take_along_axis(values, order, axis=-1)
    u = np.take_along_axis(vectors, order[..., None, :], axis=-1)
    vh = np.swapaxes(np.conjugate(u * np.sign(values)[..., None, :]), -1, -2)
    return SVDResult(u, np.abs(values), vh)


@implements(np.linalg.svdvals)
def svdvals(x: Any, /) -> Any:
    """See `numpy.linalg.svdvals`; the derivatives at zero are those of a signed value."""
    return svd(x, compute_uv=False)
