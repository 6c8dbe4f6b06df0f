"""numpy.fft on traced values, under NumPy's names."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array, store
from functrace.numpy._register import implements
from functrace.primitives import fourier

# -- along one axis --------------------------------------------------------------------


def _points(n: Any) -> int:
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return operator.index(n)


def _known_norm(norm: Any) -> str:
    norm = "backward" if norm is None else norm
    if norm not in fourier.OPPOSITE:
        raise ValueError(
            f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".'
        )
    return norm


def resized(x: Any, n: int, axis: int) -> Any:
    """The first n elements along an axis, or all of them and then zeros."""
    missing = n - x.shape[axis]
    if missing < 0:
        return x[(*(slice(None),) * axis, slice(n))]
    if missing:
        zeros = np.zeros((*x.shape[:axis], missing, *x.shape[axis + 1 :]), x.dtype)
        return np.concatenate([x, zeros], axis)
    return x


def _complex_transform(a: Any, n: Any, axis: Any, norm: Any, inverse: bool) -> Any:
    a = as_array(a)
    n = _points(a.shape[axis] if n is None else n)
    norm, axis = _known_norm(norm), normalize_axis_index(axis, a.ndim)
    params = {"axis": axis, "inverse": inverse, "norm": norm}
    return fourier.fft.unary(resized(a, n, axis), params)


@implements(np.fft.fft)
def fft(
    a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.fft`."""
    return store(out, _complex_transform(a, n, axis, norm, inverse=False))


@implements(np.fft.ifft)
def ifft(
    a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.ifft`."""
    return store(out, _complex_transform(a, n, axis, norm, inverse=True))


@implements(np.fft.rfft)
def rfft(
    a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.rfft`."""
    a = as_array(a)
    if a.dtype.kind == "c":
        raise TypeError("numpy.fft.rfft: the input must be real.")
    n = _points(a.shape[axis] if n is None else n)
    norm, axis = _known_norm(norm), normalize_axis_index(axis, a.ndim)
    result = fourier.rfft.unary(resized(a, n, axis), {"axis": axis, "norm": norm})
    return store(out, result)


@implements(np.fft.irfft)
def irfft(
    a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.irfft`.

    The imaginary parts at the zero frequency and, for even n, at the Nyquist frequency
    are not read: derivatives with respect to them are zero.
    """
    a = as_array(a)
    n = _points(2 * (a.shape[axis] - 1) if n is None else n)
    norm, axis = _known_norm(norm), normalize_axis_index(axis, a.ndim)
    spectrum = resized(a, n // 2 + 1, axis)
    result = fourier.irfft.unary(spectrum, {"axis": axis, "n": n, "norm": norm})
    return store(out, result)


@implements(np.fft.hfft)
def hfft(
    a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.hfft`."""
    opposite = fourier.OPPOSITE[_known_norm(norm)]
    return store(out, irfft(np.conjugate(as_array(a)), n, axis, opposite))


@implements(np.fft.ihfft)
def ihfft(
    a: Any, n: Any = None, axis: int = -1, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.ihfft`."""
    opposite = fourier.OPPOSITE[_known_norm(norm)]
    return store(out, np.conjugate(rfft(a, n, axis, opposite)))


# -- along several axes ----------------------------------------------------------------


def _lengths_and_axes(
    a: Any, s: Any, axes: Any, real: bool = False
) -> tuple[list[Any], Sequence[int]]:
    """The number of points along each axis; `real`: that of an inverse to real numbers."""
    if s is not None and axes is None:
        warnings.warn(
            "`axes` should not be `None` if `s` is not `None` (deprecated in NumPy 2.0).",
            DeprecationWarning,
            stacklevel=3,
        )
    if axes is None:
        axes = range(-(a.ndim if s is None else len(s)), 0)
    lengths = [a.shape[axis] for axis in axes]
    if s is None:
        if real:
            lengths[-1] = 2 * (lengths[-1] - 1)
        return lengths, axes
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    if None in s:
        warnings.warn(
            "`None` in `s` is deprecated in NumPy 2.0: leave `s` out, or give the "
            "lengths.",
            DeprecationWarning,
            stacklevel=3,
        )
    return [n if m == -1 else m for n, m in zip(lengths, s, strict=True)], axes


def _one_by_one(
    function: Callable[..., Any], a: Any, lengths: Any, axes: Any, norm: Any
) -> Any:
    """Transform along each axis, from the last to the first; some may be repeated."""
    for n, axis in zip(reversed(lengths), reversed(axes), strict=True):
        a = function(a, n, axis, norm)
    return a


@implements(np.fft.fftn)
def fftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.fftn`."""
    a = as_array(a)
    return store(out, _one_by_one(fft, a, *_lengths_and_axes(a, s, axes), norm))


@implements(np.fft.ifftn)
def ifftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.ifftn`."""
    a = as_array(a)
    return store(out, _one_by_one(ifft, a, *_lengths_and_axes(a, s, axes), norm))


@implements(np.fft.rfftn)
def rfftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.rfftn`."""
    a = as_array(a)
    lengths, axes = _lengths_and_axes(a, s, axes)
    half = rfft(a, lengths[-1], axes[-1], norm)
    return store(out, _one_by_one(fft, half, lengths[:-1], axes[:-1], norm))


@implements(np.fft.irfftn)
def irfftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.irfftn`."""
    a = as_array(a)
    lengths, axes = _lengths_and_axes(a, s, axes, real=True)
    half = a
    for n, axis in zip(lengths[:-1], axes[:-1], strict=True):
        half = ifft(half, n, axis, norm)
    return store(out, irfft(half, lengths[-1], axes[-1], norm))


@implements(np.fft.fft2)
def fft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.fft2`."""
    return fftn(a, s, axes, norm, out)


@implements(np.fft.ifft2)
def ifft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.ifft2`."""
    return ifftn(a, s, axes, norm, out)


@implements(np.fft.rfft2)
def rfft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.rfft2`."""
    return rfftn(a, s, axes, norm, out)


@implements(np.fft.irfft2)
def irfft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> Any:
    """See `numpy.fft.irfft2`."""
    return irfftn(a, s, axes, norm, out)


# -- frequencies and their order -------------------------------------------------------


fftfreq = implements(np.fft.fftfreq)(np.fft.fftfreq)
rfftfreq = implements(np.fft.rfftfreq)(np.fft.rfftfreq)


@implements(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> Any:
    """See `numpy.fft.fftshift`."""
    return _rolled_by(x, axes, lambda n: n // 2)


@implements(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> Any:
    """See `numpy.fft.ifftshift`."""
    return _rolled_by(x, axes, lambda n: -(n // 2))


def _rolled_by(x: Any, axes: Any, shift: Callable[[int], int]) -> Any:
    x = as_array(x)
    if axes is None:
        axes = tuple(range(x.ndim))
    if not isinstance(axes, Sequence):
        return np.roll(x, shift(x.shape[axes]), axes)
    return np.roll(x, [shift(x.shape[axis]) for axis in axes], axes)
