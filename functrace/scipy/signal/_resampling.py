"""Changing the sampling rate."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
import scipy.fft
import scipy.signal
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.primitives import filters
from functrace.scipy._arguments import floating
from functrace.scipy.signal._arrays import along, joined
from functrace.scipy.signal._filters import filtfilt, lfilter, sosfilt, sosfiltfilt

_MODES: dict[str, Any] = {
    "constant": "constant",
    "wrap": "wrap",
    "edge": "edge",
    "symmetric": "symmetric",
    "reflect": "reflect",
}
_UNTRACED = ("smooth", "antisymmetric", "antireflect", "line")
_BACKGROUNDS = {
    "mean": np.mean,
    "median": np.median,
    "minimum": np.min,
    "maximum": np.max,
}

# -- by filters ------------------------------------------------------------------------


def upfirdn(
    h: Any,
    x: Any,
    up: int = 1,
    down: int = 1,
    axis: int = -1,
    mode: str = "constant",
    cval: Any = 0,
) -> Any:
    """See `scipy.signal.upfirdn`."""
    h, x, up, down, mode = floating(h), floating(x), int(up), int(down), mode.lower()
    if h.ndim != 1 or not h.size:
        raise ValueError("h must be 1-D with non-zero length")
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    if mode in _UNTRACED:
        return _untraced_upfirdn(h, x, up, down, axis, mode)
    if mode not in _MODES:
        raise ValueError(f"Unknown mode: {mode}")
    axis = normalize_axis_index(axis, x.ndim)
    x = np.moveaxis(x, axis, -1)
    n = x.shape[-1]
    before = 0
    if mode != "constant" or type(cval) is Tracer or cval != 0:
        before = -(-h.shape[0] // up)
        before += -before % down
        widths = [(0, 0)] * (x.ndim - 1) + [(before, before)]
        options = {"constant_values": cval} if mode == "constant" else {}
        x = np.pad(x, widths, _MODES[mode], **options)
    out = filters.upfirdn(x, h, up=up, down=down)
    start = before * up // down
    length = ((n - 1) * up + h.shape[0] - 1) // down + 1
    return np.moveaxis(out[..., start : start + length], -1, axis)


def _untraced_upfirdn(
    h: Any, x: Any, up: int, down: int, axis: int, mode: str
) -> np.ndarray:
    if any(type(v) is Tracer for v in (h, x)):
        raise unsupported(scipy.signal.upfirdn, f"(..., mode={mode!r})")
    return scipy.signal.upfirdn(h, x, up, down, axis, mode)


def resample_poly(
    x: Any,
    up: int,
    down: int,
    axis: int = 0,
    window: Any = ("kaiser", 5.0),
    padtype: str = "constant",
    cval: Any = None,
) -> Any:
    """See `scipy.signal.resample_poly`."""
    x = as_array(x)
    if up != int(up):
        raise ValueError("up must be an integer")
    if down != int(down):
        raise ValueError("down must be an integer")
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    if cval is not None and padtype != "constant":
        raise ValueError("cval has no effect when padtype is ", padtype)
    common = math.gcd(int(up), int(down))
    up, down = int(up) // common, int(down) // common
    if up == down == 1:
        return x.copy()
    taps = _taps(x, up, down, window)
    background = None
    if padtype in _BACKGROUNDS:
        background = _BACKGROUNDS[padtype](x, axis=axis, keepdims=True)
        x, padtype = x - background, "constant"
    elif padtype not in (*_MODES, *_UNTRACED):
        known = ", ".join((*_BACKGROUNDS, *_MODES, *_UNTRACED))
        raise ValueError(f"padtype must be one of: {known}")
    out = _resampled(x, taps, up, down, axis, padtype, 0 if cval is None else cval)
    return out if background is None else out + background


def _taps(x: Any, up: int, down: int, window: Any) -> Any:
    """The filter against aliases, which multiplies by `up`."""
    if isinstance(window, (list, np.ndarray, Tracer)):
        taps = as_array(window)
        if taps.ndim > 1:
            raise ValueError("window must be 1-D")
        return taps * up
    rate = max(up, down)
    taps: Any = scipy.signal.firwin(20 * rate + 1, 1.0 / rate, window=window)
    return (taps.astype(x.dtype) if x.dtype.kind in "fc" else taps) * up


def _resampled(
    x: Any, taps: Any, up: int, down: int, axis: int, mode: str, cval: Any
) -> Any:
    """Filter such that the middle of the taps meets the first element."""
    half = (taps.shape[0] - 1) // 2
    n = -(-x.shape[axis] * up // down)
    first = down - half % down
    start = (half + first) // down
    reach = first + taps.shape[0] + (x.shape[axis] - 1) * up
    last = max((start + n - 1) * down + 1 - reach, 0)
    zeros = np.zeros(first, taps.dtype), np.zeros(last, taps.dtype)
    taps = joined(zeros[0], taps, zeros[1])
    out = upfirdn(taps, x, up, down, axis, mode, cval)
    return out[along(axis, out.ndim, slice(start, start + n))]


def decimate(
    x: Any,
    q: int,
    n: int | None = None,
    ftype: Any = "iir",
    axis: int = -1,
    zero_phase: bool = True,
) -> Any:
    """See `scipy.signal.decimate`."""
    x, q = as_array(x), operator.index(q)
    order = None if n is None else operator.index(n)
    dtype = x.dtype if x.dtype.kind in "fc" and x.dtype != np.float16 else np.float64
    every = along(axis, x.ndim, slice(None, None, q))
    if isinstance(ftype, scipy.signal.dlti):
        b, a, sos = _of_system(ftype)
        if a is not None and a.shape[0] > 1:
            filtered = filtfilt if zero_phase else lfilter
            return filtered(b, a, x, axis)[every]
        if sos is None:
            return _decimated(b / a, x, q, axis, zero_phase)
    elif ftype == "fir":
        fir: Any = scipy.signal.firwin((order or 20 * q) + 1, 1.0 / q, window="hamming")
        return _decimated(fir.astype(dtype), x, q, axis, zero_phase)
    elif ftype == "iir":
        sos: Any = scipy.signal.cheby1(order or 8, 0.05, 0.8 / q, output="sos")
    else:
        raise ValueError("invalid ftype")
    filtered = sosfiltfilt if zero_phase else sosfilt
    return filtered(sos.astype(dtype), x, axis)[every]


def _of_system(system: Any) -> tuple[Any, Any, Any]:
    """Coefficients b and a, or the sections, of a real system with poles."""
    zpk, tf = system.to_zpk(), system.to_tf()
    if not zpk.poles.shape[0] or np.any(np.iscomplex([*zpk.poles, zpk.gain])):
        return tf.num, np.atleast_1d(tf.den), None
    return None, None, scipy.signal.zpk2sos(zpk.zeros, zpk.poles, zpk.gain)


def _decimated(taps: Any, x: Any, q: int, axis: int, zero_phase: bool) -> Any:
    if zero_phase:
        return resample_poly(x, 1, q, axis, taps)
    n = -(-x.shape[axis] // q)
    out = upfirdn(taps, x, 1, q, axis)
    return out[along(axis, out.ndim, slice(n))]
