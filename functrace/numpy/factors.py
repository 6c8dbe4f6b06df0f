"""Eigenvalues of general matrices and QR factors, under NumPy's names."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.numpy._register import implements
from functrace.numpy._release import RELEASE
from functrace.primitives import eigen
from functrace.primitives import qr as factors

# -- eigenvalues -----------------------------------------------------------------------


class EigResult(NamedTuple):
    """See `numpy.linalg.eig`."""

    eigenvalues: Any
    eigenvectors: Any


@implements(np.linalg.eig)
def eig(a: Any) -> EigResult:
    """See `numpy.linalg.eig`.

    The derivatives of the eigenvectors are those with the length and the phase that LAPACK
    gives them: one, and the largest component real. Eigenvectors of equal eigenvalues have
    none: DegenerateError. The results are complex, but from NumPy before 2.5 where the
    matrix is real, and its eigenvalues are known (not under `functrace.jit` and
    `functrace.vmap`) and turn out to be real.
    """
    a = as_array(a)
    values, vectors = eigen.eig.unary(a, {})
    if _all_real(a, values):
        return EigResult(values.real, vectors.real)
    return EigResult(values, vectors)


@implements(np.linalg.eigvals)
def eigvals(a: Any) -> Any:
    """See `numpy.linalg.eigvals`.

    The derivatives of equal eigenvalues are those along the eigenvectors that are found;
    of a defective matrix there are none: DegenerateError. The result is real or complex
    as that of `numpy.linalg.eig`.
    """
    a = as_array(a)
    values = eigen.eigvals.unary(a, {})
    return values.real if _all_real(a, values) else values


def _all_real(a: Any, eigenvalues: Any) -> bool:
    """Whether NumPy gives real results, which it does before release 2.5."""
    if RELEASE >= (2, 5):
        return False
    values = eigenvalues.value if type(eigenvalues) is Tracer else eigenvalues
    return a.dtype.kind != "c" and values is not None and not np.any(np.imag(values))


# -- QR --------------------------------------------------------------------------------


class QRResult(NamedTuple):
    """See `numpy.linalg.qr`."""

    Q: Any
    R: Any


@implements(np.linalg.qr)
def qr(a: Any, mode: str = "reduced") -> Any:
    """See `numpy.linalg.qr`.

    Differentiable where the first min(m, n) columns are linearly independent, else
    DegenerateError. The trailing columns of a complete Q, which are not unique, are those
    of the Householder reflections that LAPACK makes, and so are their derivatives.
    """
    a, mode = as_array(a), _current_mode(mode)
    if a.ndim < 2:
        raise np.linalg.LinAlgError(
            f"{a.ndim}-dimensional array given. Array must be at least two-dimensional"
        )
    if mode in ("raw", "economic"):
        h, tau = factors.householder.unary(a, {})
        return (np.matrix_transpose(h), tau) if mode == "raw" else h
    q, r = factors.qr.unary(a, {})
    if mode == "r":
        return r
    if mode == "complete" and a.shape[-2] > a.shape[-1]:
        q, r = _completed(a, q, r)
    return QRResult(q, r)


def _current_mode(mode: str) -> str:
    if mode in ("reduced", "complete", "r", "raw"):
        return mode
    text = {
        "full": "The 'full' option is deprecated in favor of 'reduced'.\n"
        "For backward compatibility let mode default.",
        "economic": "The 'economic' option is deprecated.",
    }
    names = {"f": "full", "full": "full", "e": "economic", "economic": "economic"}
    if mode not in names:
        raise ValueError(f"Unrecognized mode '{mode}'")
    warnings.warn(text[names[mode]], DeprecationWarning, stacklevel=3)
    return "reduced" if names[mode] == "full" else "economic"


def _completed(a: Any, q: Any, r: Any) -> tuple[Any, Any]:
    """Q with an orthonormal basis of the complement, R with rows of zeros."""
    m, n = a.shape[-2:]
    v, t = factors.block_reflector(*factors.householder.unary(a, {}))
    below = np.conjugate(np.matrix_transpose(v[..., n:, :]))
    rest = np.eye(m, dtype=q.dtype)[:, n:] - v @ (t @ below)
    zeros = np.zeros_like(a, q.dtype, shape=(*a.shape[:-2], m - n, n))
    return np.concatenate([q, rest], axis=-1), np.concatenate([r, zeros], axis=-2)
