"""Spectra of each piece of a signal, and the signal from these."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy import fft
from functrace.numpy._arguments import as_array
from functrace.scipy.signal._arrays import extended, lengthened
from functrace.scipy.signal._pieces import Pieces, pieces_by, power_of, window_values

_BOUNDARIES = ("even", "odd", "constant", "zeros", None)


def _is_one_sided(wanted: bool, *signals: Any) -> bool:
    if wanted and any(x.dtype.kind == "c" for x in signals):
        warnings.warn(
            "Input data is complex, switching to return_onesided=False", stacklevel=4
        )
        return False
    return wanted


def _each_spectrum(
    x: Any, pieces: Pieces, fs: float, boundary: str | None, padded: bool
) -> tuple[Any, Any]:
    """Times and spectra, the pieces last, of signals along the last axis."""
    length = len(pieces.window)
    if boundary not in _BOUNDARIES:
        raise ValueError(
            f"Unknown boundary option '{boundary}', must be one of: {list(_BOUNDARIES)}"
        )
    if boundary is not None:
        x = extended(x, length // 2, boundary)
    if padded:
        missing = -(x.shape[-1] - length) % pieces.step % length
        x = lengthened(x, x.shape[-1] + missing)
    times = np.arange(length / 2, x.shape[-1] - length / 2 + 1, pieces.step) / float(fs)
    if boundary is not None:
        times -= length / 2 / fs
    return times, pieces.spectra(x)


def stft(
    x: Any,
    fs: float = 1.0,
    window: Any = "hann_periodic",
    nperseg: int | None = 256,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = False,
    return_onesided: bool = True,
    boundary: str | None = "zeros",
    padded: bool = True,
    axis: int = -1,
    scaling: str = "spectrum",
) -> tuple[Any, Any, Any]:
    """See `scipy.signal.stft`."""
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")
    scaling = "density" if scaling == "psd" else scaling
    x = as_array(x)
    if not x.size:
        return np.empty(x.shape), np.empty(x.shape), np.empty(x.shape)
    x = np.moveaxis(x, axis, -1)
    one_sided = _is_one_sided(return_onesided, x)
    values = window_values(window, nperseg, x.shape[-1])
    pieces = pieces_by(values, noverlap, nfft, detrend, one_sided, axis)
    times, spectra = _each_spectrum(x, pieces, fs, boundary, padded)
    spectra = spectra * math.sqrt(pieces.scale(fs, scaling))
    return pieces.frequencies(fs), times, _pieces_last(spectra, axis)


def _pieces_last(spectra: Any, axis: int) -> Any:
    """The axis of frequencies in the signal's place, that of the pieces at the end."""
    return np.moveaxis(spectra, -1, axis - 1 if axis < 0 else axis)


def spectrogram(
    x: Any,
    fs: float = 1.0,
    window: Any = ("tukey_periodic", 0.25),
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    detrend: Any = "constant",
    return_onesided: bool = True,
    scaling: str = "density",
    axis: int = -1,
    mode: str = "psd",
) -> tuple[Any, Any, Any]:
    """See `scipy.signal.spectrogram`."""
    modes = ["psd", "complex", "magnitude", "angle", "phase"]
    if mode not in modes:
        raise ValueError(f"unknown value for mode {mode}, must be one of {modes}")
    x = as_array(x)
    if not x.size:
        return np.empty(x.shape), np.empty(x.shape), np.empty(x.shape)
    moved = np.moveaxis(x, axis, -1)
    values = window_values(window, nperseg, x.shape[axis])
    noverlap = len(values) // 8 if noverlap is None else noverlap
    one_sided = _is_one_sided(return_onesided, x)
    pieces = pieces_by(values, noverlap, nfft, detrend, one_sided, axis)
    times, spectra = _each_spectrum(moved, pieces, fs, None, False)
    scale = pieces.scale(fs, scaling)
    if mode == "psd":
        out = pieces.both_sides(power_of(spectra, spectra) * scale)
    else:
        out = _part(spectra * math.sqrt(scale), mode)
    out = _pieces_last(out, axis)
    if mode == "phase":
        out = np.unwrap(out, axis=axis - 1 if axis < 0 else axis)
    return pieces.frequencies(fs), times, out


def _part(spectra: Any, mode: str) -> Any:
    if mode == "complex":
        return spectra
    return np.abs(spectra) if mode == "magnitude" else np.angle(spectra)


def istft(
    Zxx: Any,
    fs: float = 1.0,
    window: Any = "hann_periodic",
    nperseg: int | None = None,
    noverlap: int | None = None,
    nfft: int | None = None,
    input_onesided: bool = True,
    boundary: bool = True,
    time_axis: int = -1,
    freq_axis: int = -2,
    scaling: str = "spectrum",
) -> tuple[Any, Any]:
    """See `scipy.signal.istft`."""
    z = as_array(Zxx)
    _check_spectra(z, time_axis, freq_axis, scaling)
    length, points = _lengths_of_pieces(
        z.shape[freq_axis], nperseg, nfft, input_onesided
    )
    noverlap = length // 2 if noverlap is None else int(noverlap)
    if noverlap >= length:
        raise ValueError("noverlap must be less than nperseg.")
    axes = [normalize_axis_index(axis, z.ndim) for axis in (time_axis, freq_axis)]
    z = np.moveaxis(z, axes, (-2, -1))
    values = window_values(window, length, length)
    pieces = (fft.irfft if input_onesided else fft.ifft)(z, points)[..., :length]
    values = values.astype(pieces.dtype.char.lower())
    unit = np.sum(values)
    if scaling == "psd":
        unit = np.sqrt(fs * np.sum(values**2))
    out = _overlapped(pieces * (unit * values), length - noverlap)
    norm = _overlapped(np.tile(values**2, (z.shape[-2], 1)), length - noverlap)
    if boundary:
        inside = slice(length // 2, -(length // 2))
        out, norm = out[..., inside], norm[inside]
    out = out / _positive(norm, boundary)
    if out.ndim > 1:
        out = np.moveaxis(out, -1, axes[0] - (axes[1] < axes[0]))
    return np.arange(out.shape[0]) / float(fs), out


def _check_spectra(z: Any, time_axis: int, freq_axis: int, scaling: str) -> None:
    if z.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    if freq_axis == time_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"Parameter scaling={scaling!r} not in ['spectrum', 'psd']!")


def _lengths_of_pieces(
    frequencies: int, nperseg: int | None, nfft: int | None, one_sided: bool
) -> tuple[int, int]:
    """Of each piece, and of its Fourier transform."""
    usual = 2 * (frequencies - 1) if one_sided else frequencies
    length = usual if nperseg is None else int(nperseg)
    if length < 1:
        raise ValueError("nperseg must be a positive integer")
    if nfft is None:
        return length, length if one_sided and length == usual + 1 else usual
    if nfft < length:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    return length, int(nfft)


def _overlapped(pieces: Any, step: int) -> Any:
    """The sum of the pieces, one every `step` elements."""
    *stack, count, length = pieces.shape
    parts = -(-length // step)
    blocks = lengthened(pieces, parts * step).reshape((*stack, count, parts, step))
    total: Any = 0
    for i in range(parts):
        sides = [np.zeros((*stack, n, step), pieces.dtype) for n in (i, parts - 1 - i)]
        total = total + np.concatenate([sides[0], blocks[..., i, :], sides[1]], -2)
    return total.reshape((*stack, -1))[..., : length + (count - 1) * step]


def _positive(norm: np.ndarray, boundary: bool) -> np.ndarray:
    if np.any(norm <= 1e-10):
        warnings.warn(
            "NOLA condition failed, STFT may not be invertible."
            + ("" if boundary else " Possibly due to missing boundary"),
            stacklevel=3,
        )
    return np.where(norm > 1e-10, norm, 1)
