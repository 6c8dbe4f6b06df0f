"""Linear systems with positive definite and with Toeplitz matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.engine.batching import Mapped
from functrace.primitives._batching import solving
from functrace.primitives._lazy_modules import kernels_toeplitz, numba_forms
from functrace.primitives._make import primitive
from functrace.primitives._stacks import check_square, lapack_dtype, over_stack
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.hermitian import conjugate
from functrace.primitives.linalg import cholesky, solve_triangular

# -- positive definite matrices --------------------------------------------------------


def _positive_aval(x: Aval, y: Aval) -> Aval:
    check_square("solve_positive", x)
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return Aval(stack + y.shape[-2:], lapack_dtype(x, y))


def _solve_positive(x: Any, y: Any) -> Any:
    def one(a: Any, b: Any) -> Any:
        factor = scipy.linalg.cho_factor(a, lower=True, check_finite=False)
        return scipy.linalg.cho_solve(factor, b, check_finite=False)

    out = _positive_aval(Aval(x.shape, x.dtype), Aval(y.shape, y.dtype))
    return over_stack(one, x, y, out=out)


def _positive_y_bar(g: Any, x: Any) -> Any:
    return solve_positive(matrix_transpose(x), g)


def _by_factors(x: Any, y: Any) -> Any:
    lower: dict[str, Any] = {"lower": True, "unit_diagonal": False}
    factor = cholesky(x)
    half = solve_triangular(factor, y, transposed=False, **lower)
    return solve_triangular(conjugate(factor), half, transposed=True, **lower)


solve_positive = primitive(
    "solve_positive",
    _solve_positive,
    _positive_aval,
    vjp=(
        lambda g, x, out: -_positive_y_bar(g, x) @ matrix_transpose(out),
        _positive_y_bar,
    ),
    jvp=(
        lambda t, x, out: -solve_positive(x, t @ out),
        lambda t, x: solve_positive(x, t),
    ),
    broadcasts=True,
    batch=solving,
    lower=Expanded(_by_factors),
    doc="Solution of x out = y for Hermitian positive definite x, by Cholesky factors.",
    reference="Giles, NA-08-01 (2008), section 2.3.1.",
)

# -- Toeplitz matrices -----------------------------------------------------------------
# That of m rows and n columns is kept as x[n - 1 + i - j] = a[i, j]: its diagonals, from
# the upper right to the lower left.


_SHORT = 160  # convolutions up to this length are products, which are native code


def _convolution(x: Any, y: Any) -> Any:
    """Convolution of all of the last axes."""
    size = x.shape[-1] + y.shape[-1] - 1
    if size <= _SHORT:
        places = np.arange(size)[:, None] - np.arange(x.shape[-1])
        inside = (places >= 0) & (places < y.shape[-1])
        moved = np.where(inside, y[..., np.where(inside, places, 0)], 0)
        return (moved @ x[..., None])[..., 0]
    if "c" in (x.dtype.kind, y.dtype.kind):
        return np.fft.ifft(np.fft.fft(x, size) * np.fft.fft(y, size))
    return np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(y, size), size)


def toeplitz_product(x: Any, y: Any) -> Any:
    """The Toeplitz matrix x times a matrix, in the time of a Fourier transform."""
    skipped = y.shape[-2] - 1
    columns = _convolution(x[..., None, :], matrix_transpose(y))
    return matrix_transpose(columns[..., skipped : x.shape[-1]])


def _diagonal_sums(x: Any, y: Any) -> Any:
    """Sums along the diagonals of the square matrix ``x y^T``."""
    flipped = matrix_transpose(y)[..., ::-1]
    return np.sum(_convolution(matrix_transpose(x), flipped), axis=-2)


def _toeplitz_aval(x: Aval, y: Aval) -> Aval:
    stack = np.broadcast_shapes(x.shape[:-1], y.shape[:-2])
    return Aval(stack + y.shape[-2:], lapack_dtype(x, y))


def _solve_toeplitz(x: Any, y: Any) -> Any:
    n = y.shape[-2]

    def one(a: Any, b: Any) -> Any:
        ends = a[0, n - 1 :], a[0, n - 1 :: -1]
        return scipy.linalg.solve_toeplitz(ends, b, check_finite=False)

    out = _toeplitz_aval(Aval(x.shape, x.dtype), Aval(y.shape, y.dtype))
    return over_stack(one, x[..., None, :], y, out=out)


def _toeplitz_batch(at: Mapped, x: Any, y: Any) -> Any:
    """Of one matrix for the whole batch, more columns; else of stacks."""
    if not at.mapped[0] and at.avals[0].ndim == 1:
        return solving(at, x, y)
    x, y = at.spread((x, y))
    for _ in range(at.avals[1].ndim - 1 - at.avals[0].ndim):
        x = x[:, None]
    for _ in range(at.avals[0].ndim - at.avals[1].ndim + 1):
        y = y[:, None]
    return at.primitive(x, y)


def _toeplitz_y_bar(g: Any, x: Any) -> Any:
    return solve_toeplitz(x[..., ::-1], g)


solve_toeplitz = primitive(
    "solve_toeplitz",
    _solve_toeplitz,
    _toeplitz_aval,
    vjp=(
        lambda g, x, out: -_diagonal_sums(_toeplitz_y_bar(g, x), out),
        _toeplitz_y_bar,
    ),
    jvp=(
        lambda t, x, out: -solve_toeplitz(x, toeplitz_product(t, out)),
        lambda t, x: solve_toeplitz(x, t),
    ),
    broadcasts=True,
    batch=_toeplitz_batch,
    lower=lambda: numba_forms.numba_step(
        kernels_toeplitz.solve_toeplitz,
        ranks=(1, 2, 2),
        scratch=lambda x, y, out: [Aval(out.shape[:1], out.dtype)] * 2,
        kinds="biuf",
    ),
    doc="Solution of a out = y for the Toeplitz matrix a with the diagonals x.",
    reference="Giles, NA-08-01 (2008), section 2.3.1, summed along diagonals.",
)
