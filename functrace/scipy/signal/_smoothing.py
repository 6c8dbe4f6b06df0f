"""Smoothing, and taking trends away."""

from __future__ import annotations

import itertools
import math
import warnings
from typing import Any

import numpy as np
import scipy.signal
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array
from functrace.primitives import convolution
from functrace.scipy.signal._arrays import joined
from functrace.scipy.signal._convolution import correlate

_MODES: dict[str, Any] = {
    "mirror": "reflect",
    "constant": "constant",
    "nearest": "edge",
    "wrap": "wrap",
}


def savgol_filter(
    x: Any,
    window_length: int,
    polyorder: int,
    deriv: int = 0,
    delta: float = 1.0,
    axis: int = -1,
    mode: str = "interp",
    cval: float = 0.0,
) -> Any:
    """See `scipy.signal.savgol_filter`. Only `x` may be traced."""
    if mode not in (*_MODES, "interp"):
        raise ValueError(
            "mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'."
        )
    x = as_array(x)
    x = x if x.dtype in (np.float32, np.float64) else x.astype(np.float64)
    axis = normalize_axis_index(axis, x.ndim)
    fit = (window_length, polyorder, deriv, delta)
    taps = scipy.signal.savgol_coeffs(*fit).astype(x.dtype)
    moved = np.moveaxis(x, axis, -1)
    out = _smoothed(moved, taps, "constant" if mode == "interp" else mode, cval)
    if mode == "interp":
        if window_length > x.shape[axis]:
            raise ValueError(
                "If mode is 'interp', window_length must be less than or equal to the "
                "size of x."
            )
        out = _with_fitted_ends(out, moved, *fit)
    return np.moveaxis(out, -1, axis)


def _smoothed(x: Any, taps: Any, mode: str, cval: float) -> Any:
    """Convolution along the last axis with as many elements as before."""
    after = len(taps) // 2
    widths = [(0, 0)] * (x.ndim - 1) + [(len(taps) - 1 - after, after)]
    options = {"constant_values": cval} if mode == "constant" else {}
    padded = np.pad(x, widths, _MODES[mode], **options)
    kernel = taps[::-1].reshape((1,) * (x.ndim - 1) + taps.shape)
    return convolution.correlate(padded, kernel, stacked=x.ndim - 1)


def _with_fitted_ends(
    out: Any, x: Any, length: int, order: int, deriv: int, delta: float
) -> Any:
    """Put at both ends what the polynomials fitted to the first and last window give."""
    half = length // 2
    if not half:
        return out

    def fitted(first: int) -> np.ndarray:
        rows = [
            scipy.signal.savgol_coeffs(length, order, deriv, delta, i, "dot")
            for i in range(first, first + half)
        ]
        return np.stack(rows, -1).astype(x.dtype)

    left = x[..., :length] @ fitted(0)
    right = x[..., x.shape[-1] - length :] @ fitted(length - half)
    return joined(left, out[..., half : x.shape[-1] - half], right)


def detrend(
    data: Any,
    axis: int = -1,
    type: str = "linear",
    bp: Any = 0,
    overwrite_data: bool = False,
) -> Any:
    """See `scipy.signal.detrend`."""
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    x = as_array(data)
    if type in ("constant", "c"):
        return x - np.mean(x, axis, keepdims=True)
    x = x if x.dtype.char in "dfDF" else x.astype(np.float64)
    axis = normalize_axis_index(axis, x.ndim)
    x = np.moveaxis(x, axis, -1)
    n = x.shape[-1]
    breaks = np.unique(np.append(np.ravel(bp), [0, n])).tolist()
    if breaks[-1] > n:
        raise ValueError(
            "Breakpoints must be less than length of data along given axis."
        )
    pieces = [_without_line(x[..., i:j]) for i, j in itertools.pairwise(breaks)]
    return np.moveaxis(joined(*pieces), -1, axis)


def _without_line(x: Any) -> Any:
    """The residuals of a straight line fitted along the last axis."""
    n = x.shape[-1]
    x = x - np.mean(x, -1, keepdims=True)
    if n == 1:
        return x
    line = (np.arange(n) - (n - 1) / 2).astype(x.dtype)
    line /= np.linalg.norm(line)
    return x - (x @ line)[..., None] * line


def wiener(im: Any, mysize: Any = None, noise: Any = None) -> Any:
    """See `scipy.signal.wiener`."""
    x = as_array(im)
    size = (
        [3 if mysize is None else mysize] * x.ndim if np.ndim(mysize) == 0 else mysize
    )
    ones, count = np.ones(size), float(math.prod(size))
    mean = correlate(x, ones, "same") / count
    variance = correlate(x**2, ones, "same") / count - mean**2
    if noise is None:
        noise = np.mean(variance)
    is_noise = variance < noise
    ratio = noise / np.where(is_noise, 1, variance)
    return np.where(is_noise, mean, mean + (x - mean) * (1 - ratio))


def medfilt(volume: Any, kernel_size: Any = None) -> Any:
    """See `scipy.signal.medfilt`.

    The derivative goes to the element that is the median; of equal ones, to the one that a
    stable sort leaves in the middle.
    """
    x = as_array(volume)
    x = x if x.ndim else x.reshape(1)
    if x.dtype.kind not in "iu" and x.dtype not in (np.float32, np.float64):
        raise ValueError(f"dtype={x.dtype} is not supported by medfilt")
    sizes = np.broadcast_to(3 if kernel_size is None else kernel_size, x.ndim).tolist()
    if any(size % 2 != 1 for size in sizes):
        raise ValueError("Each element of kernel_size should be odd.")
    if any(size > n for size, n in zip(sizes, x.shape, strict=True)):
        warnings.warn(
            "kernel_size exceeds volume extent: the volume will be zero-padded.",
            stacklevel=2,
        )
    padded = np.pad(x, [(size // 2, size // 2) for size in sizes])
    places = np.arange(padded.size).reshape(padded.shape)
    windows = np.lib.stride_tricks.sliding_window_view(places, sizes)
    windows = windows.reshape(*x.shape, -1)
    return np.sort(padded.reshape(-1)[windows], -1)[..., windows.shape[-1] // 2]


def medfilt2d(input: Any, kernel_size: Any = 3) -> Any:
    """See `scipy.signal.medfilt2d`, and `medfilt` for the derivative."""
    x = as_array(input)
    if x.ndim != 2:
        raise ValueError("object of too small depth for desired array")
    return medfilt(x, kernel_size)
