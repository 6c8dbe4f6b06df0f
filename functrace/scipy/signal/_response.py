"""Frequency responses of filters."""

from __future__ import annotations

import math
import operator
import warnings
from typing import Any

import numpy as np

from functrace.numpy import fft
from functrace.scipy._arguments import floating
from functrace.scipy.signal._arrays import as_vector, certain
from functrace.scipy.signal._filters import as_sections


def freqz(
    b: Any,
    a: Any = 1,
    worN: Any = 512,
    whole: bool = False,
    plot: Any = None,
    fs: float = 2 * math.pi,
    include_nyquist: bool = False,
) -> tuple[Any, Any]:
    """See `scipy.signal.freqz`."""
    b, a = as_vector(b), floating(as_vector(a))
    dtype = np.result_type(b.dtype, a.dtype)
    points, w = _frequencies(worN, whole, fs, dtype, include_nyquist)
    h = _at(b, w, points) / _at(a, w, points)
    w = w * (fs / (2 * math.pi))
    if plot is not None:
        plot(w, h)
    return w, h


def _frequencies(
    worN: Any, whole: bool, fs: float, dtype: Any, include_nyquist: bool
) -> tuple[int, Any]:
    """Angular frequencies; if they are regular, the points on the circle."""
    worN = 512 if worN is None else worN
    if not _is_integer(worN):
        return 0, 2 * math.pi * floating(as_vector(worN)).astype(dtype) / fs
    n = operator.index(worN)
    if n < 0:
        raise ValueError(f"worN must be nonnegative, got {n}")
    end = include_nyquist and not whole
    last = 2 * math.pi if whole else math.pi
    w = np.linspace(0, last, n, endpoint=end, dtype=dtype.char.lower())
    return (n if whole else 2 * (n - 1) if end else 2 * n), w


def _is_integer(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) or (
        isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind in "iu"
    )


def _at(c: Any, w: Any, points: int) -> Any:
    """The polynomial in ``exp(-i w)`` with coefficients along the first axis."""
    if c.ndim == 1 and points >= c.shape[0] and points:
        return fft.fft(c, points)[: w.shape[0]]
    powers = np.arange(c.shape[0]).reshape((-1, *[1] * max(c.ndim - 1, 1)))
    c = c[:, None] if c.ndim == 1 else c
    return np.sum(c * np.exp(-1j * (powers * w)), 0)


def freqz_sos(
    sos: Any, worN: Any = 512, whole: bool = False, fs: float = 2 * math.pi
) -> tuple[Any, Any]:
    """See `scipy.signal.freqz_sos`."""
    sos = as_sections(sos)
    if not sos.shape[0]:
        raise ValueError("Cannot compute frequencies with no sections")
    w, h = freqz(sos[0, :3], sos[0, 3:], worN, whole, fs=fs)
    for k in range(1, sos.shape[0]):
        h = h * freqz(sos[k, :3], sos[k, 3:], worN, whole, fs=fs)[1]
    return w, h


def sosfreqz(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
    """See `scipy.signal.sosfreqz`."""
    return freqz_sos(*args, **kwargs)


def group_delay(
    system: Any, w: Any = 512, whole: bool = False, fs: float = 2 * math.pi
) -> tuple[Any, Any]:
    """See `scipy.signal.group_delay`. It is zero, and its gradient, where singular."""
    b, a = map(as_vector, system)
    _, w = _frequencies(w, whole, fs, np.dtype(float), include_nyquist=False)
    c = np.convolve(b, np.conjugate(a[::-1]))
    value = _at(c, w, 0)
    slope = _at(c * np.arange(c.shape[0]), w, 0)
    size = np.abs(value)
    singular = size == 0
    if certain(np.any(singular)):
        text = "The group delay is singular at some frequencies, setting to 0"
        warnings.warn(text, stacklevel=2)
    elif certain(np.any(size < 10 * np.finfo(float).eps)):
        text = (
            "The filter's denominator is extremely small at some frequencies, around "
            "which a singularity may be present"
        )
        warnings.warn(text, stacklevel=2)
    ratio = np.real(slope / np.where(singular, 1, value)) - a.shape[0] + 1
    return w * (fs / (2 * math.pi)), np.where(singular, 0, ratio)
