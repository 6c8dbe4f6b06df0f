"""Spectra averaged over the pieces of a signal."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.scipy.signal._arrays import lengthened
from functrace.scipy.signal._pieces import pieces_by, power_of, window_values


def csd(
    x: Any,
    y: Any,
    fs: float = 1.0,
    window: Any = "hann_periodic",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    average: str = "mean",
) -> tuple[Any, Any]:
    """See `scipy.signal.csd`."""
    same = y is x
    x = as_array(x)
    y = x if same else as_array(y)
    n = max(x.shape[axis], y.shape[axis])
    if not x.size or not y.size:
        return _without_elements(x, y, axis)
    x, y = (np.moveaxis(v, axis, -1) for v in (x, y))
    x, y = lengthened(x, n), lengthened(y, n)
    values = window_values(window, nperseg, n)
    one_sided = return_onesided and "c" not in (x.dtype.kind, y.dtype.kind)
    pieces = pieces_by(values, noverlap, nfft, detrend, one_sided, -1)
    spectra = pieces.spectra(x)
    power = power_of(spectra, spectra if same else pieces.spectra(y))
    power = pieces.both_sides(power * pieces.scale(fs, scaling))
    return pieces.frequencies(fs), np.moveaxis(_averaged(power, average), -1, axis)


def _without_elements(x: Any, y: Any, axis: int) -> tuple[Any, Any]:
    shapes = [list(v.shape) for v in (x, y)]
    n = min(shape.pop(axis) for shape in shapes)
    empty = np.empty((*np.broadcast_shapes(*shapes), n))
    empty = np.moveaxis(empty, -1, axis)
    return empty, empty


def _averaged(power: Any, average: str) -> Any:
    """The mean over the pieces, or the median, corrected for its bias."""
    count = power.shape[-2]
    if average not in ("mean", "median"):
        raise ValueError(f"Parameter average={average!r} must be 'median' or 'mean'!")
    if average == "mean" or count == 1:
        return np.mean(power, -2)
    even = 2 * np.arange(1.0, (count - 1) // 2 + 1)
    bias = float(1 + np.sum(1 / (even + 1) - 1 / even))
    if power.dtype.kind != "c":
        return np.median(power, -2) / bias
    return (np.median(power.real, -2) + 1j * np.median(power.imag, -2)) / bias


def welch(
    x: Any,
    fs: float = 1.0,
    window: Any = "hann_periodic",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    average: str = "mean",
) -> tuple[Any, Any]:
    """See `scipy.signal.welch`."""
    options = (window, nperseg, noverlap, nfft, detrend, return_onesided, scaling)
    return csd(x, x, fs, *options, axis, average)


def periodogram(
    x: Any,
    fs: float = 1.0,
    window: Any = "boxcar",
    nfft: int | None = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
) -> tuple[Any, Any]:
    """See `scipy.signal.periodogram`."""
    x = as_array(x)
    if not x.size:
        return np.empty(x.shape), np.empty(x.shape)
    n = x.shape[axis]
    length = n if nfft is None else min(n, nfft)
    if hasattr(window, "size") and window.size != length:
        raise ValueError(
            "the size of the window must be the same size of the input on the specified "
            "axis"
        )
    index = [slice(None)] * x.ndim
    index[axis] = slice(length)
    window = "boxcar" if window is None else window
    nfft = length if nfft is None else nfft
    options = (window, length, 0, nfft, detrend, return_onesided, scaling, axis)
    return welch(x[tuple(index)], fs, *options)


def coherence(
    x: Any,
    y: Any,
    fs: float = 1.0,
    window: Any = "hann_periodic",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = "constant",
    axis: int = -1,
) -> tuple[Any, Any]:
    """See `scipy.signal.coherence`."""
    options: dict[str, Any] = {
        "window": window,
        "nperseg": nperseg,
        "noverlap": noverlap,
        "nfft": nfft,
        "detrend": detrend,
        "axis": axis,
    }
    frequencies, x_power = welch(x, fs, **options)
    _, y_power = welch(y, fs, **options)
    _, both = csd(x, y, fs, **options)
    squares = both.real * both.real + both.imag * both.imag
    return frequencies, squares / x_power / y_power
