"""Analytic signals."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy import fft
from functrace.numpy._arguments import as_array


def _one_sided(n: int, *, nyquist: int) -> np.ndarray:
    """Factors of a spectrum that leave out the negative frequencies."""
    factors = np.zeros(n)
    factors[0] = 1
    factors[1 : (n + 1) // 2] = 2
    if n % 2 == 0:
        factors[n // 2] = nyquist
    return factors


def hilbert(x: Any, N: int | None = None, axis: int = -1) -> Any:
    """See `scipy.signal.hilbert`."""
    x = as_array(x)
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    n = x.shape[axis] if N is None else N
    if n <= 0:
        raise ValueError("N must be positive.")
    spectrum = np.moveaxis(fft.fft(x, n, axis), axis, -1)
    factors = _one_sided(n, nyquist=1).astype(spectrum.dtype.char.lower())
    return fft.ifft(np.moveaxis(spectrum * factors, -1, axis), axis=axis)


def hilbert2(x: Any, N: Any = None, axes: Any = (-2, -1)) -> Any:
    """See `scipy.signal.hilbert2`."""
    x = as_array(x)
    x = x.reshape((1,) * (2 - x.ndim) + x.shape)
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    if len(axes) != 2:
        raise ValueError("axes must be a tuple of length 2")
    if axes[0] == axes[1]:
        raise ValueError("axes must contain 2 distinct axes")
    lengths = _two_lengths([x.shape[axis] for axis in axes] if N is None else N)
    spectrum = np.moveaxis(fft.fft2(x, lengths, axes), axes, (-2, -1))
    rows, columns = (_one_sided(n, nyquist=0) for n in lengths)
    factors = np.outer(rows, columns).astype(spectrum.dtype.char.lower())
    return fft.ifft2(np.moveaxis(spectrum * factors, (-2, -1), axes), axes=axes)


def _two_lengths(n: Any) -> list[int]:
    if isinstance(n, int):
        if n <= 0:
            raise ValueError("N must be positive.")
        return [n, n]
    if len(n) != 2 or min(n) <= 0:
        raise ValueError(
            "When given as a tuple, N must hold exactly two positive integers"
        )
    return list(n)
