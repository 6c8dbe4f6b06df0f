"""Convolution and correlation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.fft
import scipy.signal

from functrace.numpy import fft
from functrace.numpy._arguments import as_array
from functrace.primitives import convolution
from functrace.scipy.fft._arguments import lengths_and_axes
from functrace.scipy.signal._arrays import lengthened
from functrace.scipy.signal._filters import as_filter, lfilter

_BOUNDARIES: dict[str, Any] = {
    "fill": "constant",
    "pad": "constant",
    "wrap": "wrap",
    "circular": "wrap",
    "symm": "symmetric",
    "symmetric": "symmetric",
    "reflect": "reflect",
}

# -- of arrays of any dimension --------------------------------------------------------


def convolve(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """See `scipy.signal.convolve`."""
    x, y = as_array(in1), as_array(in2)
    if x.ndim == y.ndim == 0:
        return x * y
    if x.ndim != y.ndim:
        raise ValueError("volume and kernel should have the same dimensionality")
    _check_mode(mode)
    if mode == "valid" and _is_smaller(x.shape, y.shape, range(x.ndim)):
        x, y = y, x
    if method == "auto":
        method = _faster_method(x, y, mode)
    if method == "direct":
        return _convolved(x, y, mode)
    if method != "fft":
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    dtype = np.result_type(x.dtype, y.dtype)
    out = fftconvolve(x, y, mode)
    return (np.rint(out) if dtype.kind in "iu" else out).astype(dtype)


def correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """See `scipy.signal.correlate`."""
    x, y = as_array(in1), as_array(in2)
    if x.ndim == y.ndim == 0:
        return x * np.conjugate(y)
    if x.ndim != y.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    return convolve(x, np.conjugate(_reversed(y)), mode, method)


def _reversed(x: Any) -> Any:
    return x[(slice(None, None, -1),) * x.ndim]


def _check_mode(mode: str) -> None:
    if mode not in ("valid", "same", "full"):
        raise ValueError("Acceptable mode flags are 'valid', 'same', or 'full'.")


def _is_smaller(
    shape: Sequence[int], other: Sequence[int], axes: Sequence[int]
) -> bool:
    """Whether the first array fits into the second one, and not the other way round."""
    if all(shape[i] >= other[i] for i in axes):
        return False
    if all(other[i] >= shape[i] for i in axes):
        return True
    raise ValueError(
        "For 'valid' mode, one must be at least as large as the other in every dimension"
    )


def _faster_method(x: Any, y: Any, mode: str) -> str:
    """What SciPy chooses, which depends on the shapes; integers are added up exactly."""
    if "f" not in (kinds := x.dtype.kind + y.dtype.kind) and "c" not in kinds:
        return "direct"
    blanks = [np.broadcast_to(0.0, v.shape) for v in (x, y)]
    method: Any = scipy.signal.choose_conv_method(*blanks, mode=mode)
    return method


def _convolved(x: Any, y: Any, mode: str) -> Any:
    if mode == "valid":
        return convolution.correlate(x, _reversed(y))
    full = convolution.convolved(x, y)
    return full if mode == "full" else _centred(full, x.shape)


def _centred(x: Any, shape: Sequence[int]) -> Any:
    """The middle of an array."""
    starts = [(n - m) // 2 for n, m in zip(x.shape, shape, strict=True)]
    return x[tuple(slice(i, i + m) for i, m in zip(starts, shape, strict=True))]


def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """See `scipy.signal.fftconvolve`."""
    x, y = as_array(in1), as_array(in2)
    if x.ndim == y.ndim == 0:
        return x * y
    if x.ndim != y.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if not x.size or not y.size:
        return np.array([])
    _check_mode(mode)
    axes = _transformed_axes(x.shape, y.shape, axes)
    if mode == "valid" and _is_smaller(x.shape, y.shape, axes):
        x, y = y, x
    full = _by_spectra(x, y, axes) if axes else x * y
    if mode == "full":
        return full
    if mode == "same":
        return _centred(full, x.shape)
    shape = list(full.shape)
    for i in axes:
        shape[i] = x.shape[i] - y.shape[i] + 1
    return _centred(full, shape)


def oaconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """See `scipy.signal.oaconvolve`. Computed as `fftconvolve`: the result is the same."""
    return fftconvolve(in1, in2, mode, axes)


def _transformed_axes(shape: Any, other: Any, axes: Any) -> list[int]:
    """The axes along which both are longer than one; the others are broadcast."""
    if axes is not None and not np.size(axes):
        raise ValueError("when provided, axes cannot be empty")
    _, axes = lengths_and_axes(np.broadcast_to(0.0, shape), None, axes)
    axes = [i for i in axes if shape[i] != 1 and other[i] != 1]
    pairs = enumerate(zip(shape, other, strict=True))
    if any(n != m and 1 not in (n, m) and i not in axes for i, (n, m) in pairs):
        raise ValueError(
            f"incompatible shapes for in1 and in2: {tuple(shape)} and {tuple(other)}"
        )
    return axes


def _by_spectra(x: Any, y: Any, axes: list[int]) -> Any:
    """The full convolution, as a product of Fourier transforms."""
    is_real = "c" not in (x.dtype.kind, y.dtype.kind)
    lengths = [x.shape[i] + y.shape[i] - 1 for i in axes]
    fast = [scipy.fft.next_fast_len(n, is_real) for n in lengths]
    forward, back = (fft.rfftn, fft.irfftn) if is_real else (fft.fftn, fft.ifftn)
    out = back(forward(x, fast, axes) * forward(y, fast, axes), fast, axes)
    index = [slice(None)] * out.ndim
    for i, n in zip(axes, lengths, strict=True):
        index[i] = slice(n)
    return out[tuple(index)]


# -- of images -------------------------------------------------------------------------


def convolve2d(
    in1: Any,
    in2: Any,
    mode: str = "full",
    boundary: str = "fill",
    fillvalue: Any = 0,
) -> Any:
    """See `scipy.signal.convolve2d`."""
    x, y = _images("convolve2d", in1, in2, mode)
    if mode == "valid" and _is_smaller(x.shape, y.shape, (0, 1)):
        x, y = y, x
    before = [m // 2 if mode == "same" else m - 1 for m in y.shape]
    return _moved_over(x, _reversed(y), mode, before, boundary, fillvalue)


def correlate2d(
    in1: Any,
    in2: Any,
    mode: str = "full",
    boundary: str = "fill",
    fillvalue: Any = 0,
) -> Any:
    """See `scipy.signal.correlate2d`."""
    x, y = _images("correlate2d", in1, in2, mode)
    swapped = mode == "valid" and _is_smaller(x.shape, y.shape, (0, 1))
    if swapped:
        x, y = y, x
    before = [(m - 1) // 2 if mode == "same" else m - 1 for m in y.shape]
    out = _moved_over(x, np.conjugate(y), mode, before, boundary, fillvalue)
    return _reversed(out) if swapped else out


def _images(name: str, in1: Any, in2: Any, mode: str) -> tuple[Any, Any]:
    x, y = as_array(in1), as_array(in2)
    if not x.ndim == y.ndim == 2:
        raise ValueError(f"{name} inputs must both be 2-D arrays")
    _check_mode(mode)
    return x, y


def _moved_over(
    x: Any, y: Any, mode: str, before: list[int], boundary: str, fillvalue: Any
) -> Any:
    """The kernel at every place of the image, which goes on beyond its boundary."""
    if boundary not in _BOUNDARIES:
        raise ValueError(
            "Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), "
            "and 'symmetric' (or 'symm')."
        )
    if mode == "valid":
        return convolution.correlate(x, y)
    pairs = zip(y.shape, before, strict=True)
    after = [m - 1 - b if mode == "same" else b for m, b in pairs]
    options = {"constant_values": fillvalue} if boundary in ("fill", "pad") else {}
    widths = list(zip(before, after, strict=True))
    if fillvalue is not None and np.size(fillvalue) == 1:
        x = np.pad(x, widths, _BOUNDARIES[boundary], **options)
        return convolution.correlate(x, y)
    raise ValueError("could not cast `fillvalue` directly to the output type")


# -- its inverse -----------------------------------------------------------------------


def deconvolve(signal: Any, divisor: Any) -> tuple[Any, Any]:
    """See `scipy.signal.deconvolve`."""
    num, den = as_filter(signal, "signal"), as_filter(divisor, "divisor")
    n = num.shape[0] - den.shape[0] + 1
    if n < 1:
        return [], num
    impulse = lengthened(np.ones(1), n)
    quotient = lfilter(num, den, impulse)
    return quotient, num - convolve(den, quotient)
