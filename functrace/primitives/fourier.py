"""Discrete Fourier transforms along an axis.

The matrix of the transform is symmetric and the pairing takes no conjugates: `fft` is
its own transpose. Of the real transforms, half of the spectrum stands for all of it:
what lies between the zero and the Nyquist frequency counts twice, and the imaginary parts
at these two are not read.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.core.strides import of_first
from functrace.primitives._batching import along_axis
from functrace.primitives._lazy_modules import linear_fourier
from functrace.primitives._make import linear

OPPOSITE = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _with_length(shape: tuple[int, ...], axis: int, n: int) -> tuple[int, ...]:
    return (*shape[:axis], n, *shape[axis + 1 :])


def _complex_dtype(dtype: Any) -> Any:
    return np.result_type(dtype, 1j)


def _real_dtype(dtype: Any) -> Any:
    return np.result_type(dtype.type(0).real.dtype, 1.0)


def _inner(x: Any, n: int, axis: int, factor: float) -> Any:
    """Half a spectrum of n points with all but the zero and Nyquist frequency scaled."""
    factors = np.full(n // 2 + 1, factor, _real_dtype(x.dtype))
    factors[0] = 1
    if n % 2 == 0:
        factors[-1] = 1
    return x * factors.reshape((-1, *[1] * (x.ndim - axis - 1)))


def _fft(x: Any, *, axis: int, inverse: bool, norm: Any) -> Any:
    return (np.fft.ifft if inverse else np.fft.fft)(x, axis=axis, norm=norm)


fft = linear(
    "fft",
    _fft,
    lambda x, axis, inverse, norm: Aval(x.shape, _complex_dtype(x.dtype)),
    transpose=lambda g, params: fft.unary(g, params),
    batch=along_axis,
    layout=of_first,
    lower=lambda: Step(linear_fourier.emit_fft, is_total=True),
    doc="Discrete Fourier transform along an axis, or its inverse.",
)


def _rfft_aval(x: Aval, axis: int, norm: str) -> Aval:
    shape = _with_length(x.shape, axis, x.shape[axis] // 2 + 1)
    return Aval(shape, _complex_dtype(x.dtype))


def _rfft_transpose(g: Any, x_aval: Aval, axis: int, norm: str) -> Any:
    n = x_aval.shape[axis]
    spectrum = _inner(np.conjugate(g), n, axis, 0.5)
    return irfft(spectrum, axis=axis, n=n, norm=OPPOSITE[norm])


rfft = linear(
    "rfft",
    lambda x, *, axis, norm: np.fft.rfft(x, axis=axis, norm=norm),
    _rfft_aval,
    transpose=_rfft_transpose,
    batch=along_axis,
    layout=of_first,
    lower=lambda: Step(linear_fourier.emit_rfft, is_total=True),
    doc="The first half of the discrete Fourier transform of real numbers.",
)


def _irfft_aval(x: Aval, axis: int, n: int, norm: str) -> Aval:
    return Aval(_with_length(x.shape, axis, n), _real_dtype(x.dtype))


def _irfft_transpose(g: Any, axis: int, n: int, norm: str) -> Any:
    spectrum = rfft(g, axis=axis, norm=OPPOSITE[norm])
    return _inner(np.conjugate(spectrum), n, axis, 2.0)


irfft = linear(
    "irfft",
    lambda x, *, axis, n, norm: np.fft.irfft(x, n, axis, norm),
    _irfft_aval,
    transpose=_irfft_transpose,
    batch=along_axis,
    layout=of_first,
    lower=lambda: Step(linear_fourier.emit_irfft, is_total=True),
    doc="The real numbers, n of them, of which half of the spectrum is given.",
)
