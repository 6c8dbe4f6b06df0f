"""Eigenvalues and eigenvectors of general matrices.

With A V = V diag(w) and M = V^-1 dA V: dw is the diagonal of M, and V^-1 dV is, off the
diagonal, M over the differences of the eigenvalues. The diagonal follows from what LAPACK
does to the vectors: each has length one, and its largest component is real. The
derivatives are those of the vectors with that phase, and so of what NumPy returns.

Giles, NA-08-01 (2008), section 3.1; Boeddeker, Hanebrink, Drude, Heymann & Haeb-Umbach,
arXiv:1701.00392, section 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import DegenerateError, message
from functrace.primitives._batching import unary
from functrace.primitives._make import nondifferentiable, primitive
from functrace.primitives._spectral import as_diagonal
from functrace.primitives._stacks import all_mapped, check_square, lapack_dtype
from functrace.primitives.checks import require
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.lu import permuted


def _eps(x: Any) -> Any:
    return np.finfo(x.dtype).eps


def _complex(x: Any) -> np.dtype[Any]:
    return np.result_type(lapack_dtype(Aval(x.shape, x.dtype)), "F")


# -- equal eigenvalues -----------------------------------------------------------------


def _text(what: str) -> str:
    return message(
        f"functrace: {what}.",
        help="where a function of the matrix is what is wanted, take "
        "functrace.scipy.linalg's (expm, sqrtm, ...), solve, det or trace; of a "
        "symmetric matrix take eigh.",
    )


def _refuse(what: str) -> DegenerateError:
    return DegenerateError(_text(what))


_DEFECTIVE = "the derivative of eigenvalues of a defective matrix"
_EQUAL = "the derivative of eigenvectors of a matrix with equal eigenvalues"


def _inverse(v: Any) -> Any:
    try:
        return np.linalg.inv(v)
    except np.linalg.LinAlgError as error:
        raise _refuse(_DEFECTIVE) from error


def _left_vectors(x: Any, w: Any, v: Any) -> Any:
    """The inverse of the vectors, and which eigenvalues are equal but for rounding.

    An eigenvalue has an error of the matrix's norm times `_eps` and the length of its row
    of the inverse. Golub & Van Loan, *Matrix Computations*, 4th ed., section 7.2.2.
    """
    inverse = _inverse(v)
    sensitivity = np.sqrt(np.sum(np.abs(inverse) ** 2, axis=-1))
    norm = np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1)))
    error = 10 * w.shape[-1] * _eps(v) * norm[..., None] * sensitivity
    gaps = np.abs(w[..., None, :] - w[..., :, None])
    equal = gaps <= np.maximum(error[..., None, :], error[..., :, None])
    equal &= ~np.eye(w.shape[-1], dtype=bool)
    if np.any(equal.any(-1) & (sensitivity > _eps(v) ** (-1 / 3))):
        raise _refuse(_DEFECTIVE)
    return inverse, equal


left_vectors = primitive(
    "left_vectors",
    _left_vectors,
    lambda x, y, z: (z, Aval(z.shape, bool)),
    vjp=(
        None,
        None,
        lambda g, outs: -matrix_transpose(outs[0]) @ g[0] @ matrix_transpose(outs[0]),
    ),
    jvp=(None, None, lambda t, outs: (-outs[0] @ t @ outs[0], None)),
    multiple=True,
    batch=all_mapped,
    doc="Inverse of the eigenvectors (z) of x, and which of the eigenvalues (y) are equal. "
    "Refused for defective matrices.",
    reference="Golub & Van Loan, Matrix Computations, 4th ed. (2013), section 7.2.",
)


def _over_gaps(x: Any, y: Any, z: Any, *, checked: bool) -> Any:
    in_block = z.any(-1)
    size = np.where(in_block[..., None, :] | in_block[..., :, None], np.abs(x), 0)
    whole = np.max(np.abs(x), axis=(-2, -1), keepdims=True, initial=0)
    if checked and np.any(size > 64 * np.sqrt(_eps(x)) * whole):
        raise _refuse(_EQUAL)
    same = z | np.eye(z.shape[-1], dtype=bool)
    gaps = y[..., None, :] - y[..., :, None]
    return np.where(same, 0, x) / np.where(same, 1, gaps)


def _slope(out: Any, t: Any, y: Any, z: Any) -> Any:
    """Derivative of `out` along a change of the eigenvalues."""
    change = t[..., None, :] - t[..., :, None]
    return over_gaps(-out * change, y, z, checked=True)


def _slope_bar(g: Any, out: Any, y: Any, z: Any) -> Any:
    """Transpose of `_slope`."""
    bar = over_gaps(-out * g, y, z, checked=True)
    return np.sum(bar, axis=-2) - np.sum(bar, axis=-1)


over_gaps = primitive(
    "over_gaps",
    _over_gaps,
    lambda x, y, z, checked: x,
    vjp=(
        lambda g, y, z: over_gaps(g, y, z, checked=True),
        lambda g, y, z, out: _slope_bar(g, out, y, z),
        None,
    ),
    jvp=(
        lambda t, y, z: over_gaps(t, y, z, checked=True),
        lambda t, y, z, out: _slope(out, t, y, z),
        None,
    ),
    batch=all_mapped,
    doc="x over the differences of y, column minus row, zero on the diagonal and where z "
    "says that they are equal; if `checked`, all of such rows and columns of x must vanish.",
)

# -- phases ----------------------------------------------------------------------------


def _phase_components(x: Any) -> Any:
    size = np.where(x.imag == 0, np.abs(x), -1)
    largest = np.argmax(size, axis=-2) if size.size else np.zeros(x.shape[:-1], int)
    return np.arange(x.shape[-2])[:, None] == largest[..., None, :]


phase_components = nondifferentiable(
    "phase_components",
    _phase_components,
    lambda x: Aval(x.shape, bool),
    batch=unary,
    doc="Where each column of a matrix has its largest real component.",
)


def _fixed(v: Any) -> tuple[Any, Any]:
    """Where each vector has the component that is real, and this component."""
    place = phase_components(v)
    return place, np.sum(np.where(place, v, 0), axis=-2, keepdims=True).real


def _normalised(x: Any, v: Any) -> Any:
    """Tangents of vectors, with the multiples of these that keep norm and phase."""
    place, real = _fixed(v)
    growth = np.sum(np.conjugate(v) * x, axis=-2, keepdims=True).real
    turn = np.sum(np.where(place, x, 0), axis=-2, keepdims=True).imag / real
    return x - v * (growth + 1j * turn)


def _normalised_bar(g: Any, v: Any) -> Any:
    """Transpose of `_normalised`."""
    place, real = _fixed(v)
    along = np.sum(g * v, axis=-2, keepdims=True)
    turn = np.where(place, 1j * along.imag / real, 0)
    return g - np.conjugate(v) * along.real - turn


# -- eigenvalues and eigenvectors ------------------------------------------------------


def _eig(x: Any) -> Any:
    return tuple(out.astype(_complex(x), copy=False) for out in np.linalg.eig(x))


def _eig_aval(x: Aval) -> tuple[Aval, Aval]:
    check_square("eig", x)
    return Aval(x.shape[:-1], _complex(x)), Aval(x.shape, _complex(x))


def _in_basis(inner: Any, inverse: Any, v: Any) -> Any:
    """Cotangent of the matrix from that of V^-1 A V."""
    return matrix_transpose(inverse) @ inner @ matrix_transpose(v)


def _of_simple(v_bar: Any, equal: Any) -> Any:
    """Cotangents of vectors, if those of vectors of equal eigenvalues are zero."""
    simple = np.logical_not(np.any(equal, axis=-1))[..., None, :]
    return require(
        v_bar, simple | (v_bar == 0), message=_text(_EQUAL), error=DegenerateError
    )


def _eig_vjp(g: Any, x: Any, outs: Any) -> Any:
    (w_bar, v_bar), (w, v) = g, outs
    inverse, equal = left_vectors(x, w, v)
    diagonal = 0 if w_bar is None else as_diagonal(w_bar)
    if v_bar is None:
        return _in_basis(diagonal, inverse, v)
    v_bar = _of_simple(v_bar, equal)
    inner = matrix_transpose(v) @ _normalised_bar(v_bar, v)
    return _in_basis(over_gaps(inner, w, equal, checked=False) + diagonal, inverse, v)


def _eig_jvp(t: Any, x: Any, outs: Any) -> Any:
    w, v = outs
    inverse, equal = left_vectors(x, w, v)
    inner = inverse @ t @ v
    turned = v @ over_gaps(inner, w, equal, checked=True)
    return np.diagonal(inner, 0, -2, -1), _normalised(turned, v)


eig = primitive(
    "eig",
    _eig,
    _eig_aval,
    vjp=(_eig_vjp,),
    jvp=(_eig_jvp,),
    multiple=True,
    batch=unary,
    doc="Eigenvalues and eigenvectors, as complex numbers. Derivatives of vectors that "
    "belong to equal eigenvalues are refused.",
    reference="Giles, NA-08-01 (2008), section 3.1; arXiv:1701.00392, section 4.",
)


def _eigvals(x: Any) -> Any:
    return np.linalg.eigvals(x).astype(_complex(x), copy=False)


def _matching(x: Any, y: Any) -> Any:
    out = np.empty(x.shape, np.int64)
    for place in np.ndindex(x.shape[:-1]):
        gaps = np.abs(x[place][:, None] - y[place])
        for i, row in enumerate(gaps):
            out[(*place, i)] = j = np.argmin(row)
            gaps[:, j] = np.inf
    return out


matching = nondifferentiable(
    "matching",
    _matching,
    lambda x, y: Aval(x.shape, np.int64),
    batch=all_mapped,
    doc="For each number of x the index of that number of y which is the same but for "
    "rounding errors.",
)


def _in_order_of(out: Any, x: Any) -> tuple[Any, Any]:
    """The vectors in the order of the eigenvalues `out`, and their inverse.

    With vectors and without, LAPACK finds eigenvalues by different algorithms.
    """
    w, v = eig.unary(x, {})
    order = matching(out, w)
    inverse, _ = left_vectors(x, w, v)
    return matrix_transpose(permuted(matrix_transpose(v), order)), permuted(
        inverse, order
    )


def _eigvals_vjp(g: Any, x: Any, out: Any) -> Any:
    v, inverse = _in_order_of(out, x)
    return _in_basis(as_diagonal(g), inverse, v)


def _eigvals_jvp(t: Any, x: Any, out: Any) -> Any:
    v, inverse = _in_order_of(out, x)
    return np.diagonal(inverse @ t @ v, 0, -2, -1)


eigvals = primitive(
    "eigvals",
    _eigvals,
    lambda x: _eig_aval(x)[0],
    vjp=(_eigvals_vjp,),
    jvp=(_eigvals_jvp,),
    batch=unary,
    doc="Eigenvalues, as complex numbers. Of equal ones, the derivatives are those along "
    "the eigenvectors that were found, as at ties: their sum's is right.",
    reference="Giles, NA-08-01 (2008), section 3.1.",
)
