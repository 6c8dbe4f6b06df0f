"""Derivatives of eigen- and singular vectors, where values may coincide.

Between different values of a spectrum, derivatives of vectors have a factor of one over
the difference of the values. In a block of equal values the vectors are any basis, so that
a derivative exists only of what does not depend on the basis, and rules see a linear
function of derivatives of values and vectors only, not what it comes from. What they do
there is told in the docstrings; it depends on the numbers, so that it is the
implementation of operations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.errors import DegenerateError, message
from functrace.engine.batching import Mapped
from functrace.primitives._lazy_modules import kernels_spectral, numba_forms
from functrace.primitives._make import primitive


def adjoint(x: Any) -> Any:
    """Conjugate transpose of each matrix."""
    x = np.swapaxes(x, -1, -2)
    return np.conjugate(x) if x.dtype.kind == "c" else x


def hermitian(x: Any) -> Any:
    """Hermitian part of each matrix."""
    return (x + adjoint(x)) / 2


def antihermitian(x: Any) -> Any:
    """Antihermitian part of each matrix."""
    return (x - adjoint(x)) / 2


def real_diagonal(x: Any) -> Any:
    """Real part of the diagonal of each matrix."""
    diagonal: Any = np.diagonal(x, 0, -2, -1)
    return diagonal.real if x.dtype.kind == "c" else diagonal


def as_diagonal(x: Any) -> Any:
    """Diagonal matrices of the last axis."""
    return x[..., None] * np.eye(x.shape[-1], dtype=x.dtype)


# -- blocks of equal values ------------------------------------------------------------


def _same(values: Any) -> Any:
    """Whether two values of a sorted spectrum are equal, but for rounding errors."""
    n = values.shape[-1]
    scale = np.max(np.abs(values), axis=-1, keepdims=True, initial=0)
    apart = np.abs(np.diff(values)) > 10 * n * np.finfo(values.dtype).eps * scale
    block = np.concatenate([np.zeros_like(values[..., :1], int), apart.cumsum(-1)], -1)
    return block[..., :, None] == block[..., None, :]


def _quotients(values: Any, same: Any) -> Any:
    """One over the difference of different values, column minus row; else zero."""
    gaps = values[..., None, :] - values[..., :, None]
    return np.where(same, 0, 1 / np.where(same, 1, gaps))


def _blocks(same: Any) -> Iterator[tuple[Any, ...]]:
    """Index of each block of more than one value, in a stack."""
    if same.sum() == math.prod(same.shape[:-1]):
        return
    first = np.argmax(same, axis=-1)
    for place in zip(*np.nonzero(same.sum(-1) > 1), strict=True):
        if first[place] == place[-1]:
            members = np.flatnonzero(same[place])
            yield (*place[:-1], members[:, None], members)


def _small(x: Any, scale: Any) -> bool:
    """Whether there is nothing in `x` but rounding errors of numbers like `scale`."""
    tolerance = 64 * np.sqrt(np.finfo(x.dtype).eps)
    return bool(
        np.max(np.abs(x), initial=0) <= tolerance * np.max(np.abs(scale), initial=0)
    )


def _refuse(what: str) -> DegenerateError:
    return DegenerateError(
        message(
            f"functrace: {what} of a matrix with equal eigenvalues or singular values.",
            help="where the matrix function is what is wanted, take functrace.scipy."
            "linalg's (expm, sqrtm, ...), solve, pinv or norm; or separate the values by "
            "a small perturbation of the matrix.",
        )
    )


_BASIS = (
    "a result depends on the choice of the eigenvectors or singular vectors (on their "
    "basis in a block of equal values, or on their phases), which is no function"
)
_UNDETERMINED = "a derivative is not determined by those of the values and the vectors"

# -- differences that are divided by ---------------------------------------------------


def _reciprocal_gaps(values: Any) -> Any:
    same = _same(values)
    if same.sum() > values.size:
        raise _refuse("a further derivative is not determined by those of the vectors")
    return _quotients(values, same)


def _matrix_aval(values: Aval) -> Aval:
    return Aval((*values.shape, values.shape[-1]), values.dtype)


def _differences(x: Any) -> Any:
    return x[..., None, :] - x[..., :, None]


def _sums_of_differences(x: Any) -> Any:
    """Transpose of `_differences`."""
    return np.sum(x, axis=-2) - np.sum(x, axis=-1)


def _mapped(at: Mapped, *operands: Any, **params: Any) -> Any:
    return at.primitive(*at.spread(operands), **params)


reciprocal_gaps = primitive(
    "reciprocal_gaps",
    _reciprocal_gaps,
    _matrix_aval,
    vjp=(lambda g, out: _sums_of_differences(-g * out * out),),
    jvp=(lambda t, out: -_differences(t) * out * out,),
    batch=_mapped,
    lower=lambda: numba_forms.numba_step(
        kernels_spectral.reciprocal_gaps, ranks=(1, 2), kinds="f"
    ),
    doc="One over the differences of the sorted last axis, column minus row, zeros on the "
    "diagonal; if two are equal, an error.",
)

# -- cotangents ------------------------------------------------------------------------


def _spectral_bar(x: Any, y: Any, z: Any) -> Any:
    same = _same(z)
    out = np.where(same, 0, _quotients(z, same) * antihermitian(x))
    n = z.shape[-1]
    out[..., range(n), range(n)] = y
    if x.dtype.kind == "c" and not _small(real_diagonal(-1j * x), x):
        raise _refuse_basis()
    for place in _blocks(same):
        if not _small(antihermitian(x[place]), x[place[:-2]]):
            raise _refuse_basis()
        out[place] += _off_diagonal(hermitian(x[place]), y[place[:-2]][place[-1]])
    return out


def _refuse_basis() -> DegenerateError:
    return DegenerateError(
        message(
            f"functrace: {_BASIS}.",
            help="use what is the same for every basis: of a block of equal values all "
            "vectors alike, V @ f(values) @ V.T, absolute values of complex components.",
        )
    )


def _off_diagonal(inner: Any, slopes: Any) -> Any:
    """Off the diagonal of a block, where derivatives of values and vectors do not tell.

    Of a function ``V h(values) V^H`` the derivative is in a block proportional to that with
    respect to the vectors, off the diagonal as on it, where it is that of the values. It is
    zero off the diagonal if all values of the block count alike, besides a projector.
    """
    diagonal = real_diagonal(inner)
    outside = inner - np.diag(np.diagonal(inner))
    if _small(outside, inner):
        return np.zeros_like(inner)
    square = diagonal @ diagonal
    ratio = diagonal @ slopes / square if square else 0
    if _small(slopes - ratio * diagonal, slopes) and not _small(diagonal, inner):
        return ratio * outside
    if _small(slopes - np.mean(slopes), slopes) and not _small(diagonal, inner):
        return np.zeros_like(inner)
    raise _refuse(_UNDETERMINED)


spectral_bar = primitive(
    "spectral_bar",
    _spectral_bar,
    lambda x, y, z: x,
    vjp=(
        lambda g, z: reciprocal_gaps(z) * hermitian(g),
        lambda g: real_diagonal(g),
        lambda g, x, z: _slope_of_gaps(g, antihermitian(x), z),
    ),
    jvp=(
        lambda t, z: reciprocal_gaps(z) * antihermitian(t),
        lambda t: as_diagonal(t),
        lambda t, x, z: -_differences(t) * reciprocal_gaps(z) ** 2 * antihermitian(x),
    ),
    batch=_mapped,
    lower=lambda: numba_forms.numba_step(
        kernels_spectral.spectral_bar, ranks=(2, 1, 1, 2), kinds="fc"
    ),
    doc="Cotangent of a matrix in the basis of its vectors, from those of vectors (x) and "
    "values (y). In a block of equal values (z) what depends on the basis is refused; the "
    "rest is that of functions V h(values) V^H.",
)


def _slope_of_gaps(g: Any, x: Any, z: Any) -> Any:
    """Cotangent of values from that of what was divided by their differences."""
    product = g * x * reciprocal_gaps(z) ** 2
    return _sums_of_differences(
        -(product.real if product.dtype.kind == "c" else product)
    )


# -- tangents --------------------------------------------------------------------------


def _spectral_dot(x: Any, y: Any) -> Any:
    same = _same(y)
    whole = hermitian(x)
    for *stack, rows, _ in _blocks(same):
        matrix = whole[tuple(stack)]
        mixed = (matrix - np.diag(np.diagonal(matrix)))[rows[:, 0]]
        if not _small(mixed, x[tuple(stack)]):  # what it mixes in splits the block, too
            raise _refuse("the derivative of vectors along this direction")
    return np.where(same, 0, _quotients(y, same) * whole)


spectral_dot = primitive(
    "spectral_dot",
    _spectral_dot,
    lambda x, y: x,
    vjp=(
        lambda g, y: reciprocal_gaps(y) * antihermitian(g),
        lambda g, x, y: _slope_of_gaps(g, hermitian(x), y),
    ),
    jvp=(
        lambda t, y: reciprocal_gaps(y) * hermitian(t),
        lambda t, x, y: -_differences(t) * reciprocal_gaps(y) ** 2 * hermitian(x),
    ),
    batch=_mapped,
    lower=lambda: numba_forms.numba_step(
        kernels_spectral.spectral_dot, ranks=(2, 1, 2), kinds="fc"
    ),
    doc="Hermitian part of x over the differences of the values y, zeros on the diagonal. "
    "The rows of equal values must vanish there.",
)
