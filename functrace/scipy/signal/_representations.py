"""From one representation of a filter to another."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import scipy.signal

from functrace.scipy._arguments import floating
from functrace.scipy.signal._arrays import as_vector, certain


def normalize(b: Any, a: Any) -> tuple[Any, Any]:
    """See `scipy.signal.normalize`. Zeros that are not known to be so stay."""
    den, num = as_vector(a), as_vector(b)
    num = num[None] if num.ndim == 1 else num
    if den.ndim != 1:
        raise ValueError("Denominator polynomial must be rank-1 array.")
    if num.ndim > 2:
        raise ValueError("Numerator polynomial must be rank-1 or rank-2 array.")
    if certain(np.all(den == 0)):
        raise ValueError("Denominator must have at least on nonzero element.")
    while certain(den[0] == 0):
        den = den[1:]
    num, den = num / den[0], den / den[0]
    first = 0
    while first < num.shape[1] and certain(np.all(np.abs(num[:, first]) <= 1e-14)):
        first += 1
    if first:
        warnings.warn(
            "Badly conditioned filter coefficients (numerator): the results may be "
            "meaningless",
            scipy.signal.BadCoefficients,
            stacklevel=2,
        )
        num = num[:, min(first, num.shape[1] - 1) :]
    return (num[0] if num.shape[0] == 1 else num), den


def zpk2tf(z: Any, p: Any, k: Any) -> tuple[Any, Any]:
    """See `scipy.signal.zpk2tf`."""
    z, p, k = as_vector(z), as_vector(p), floating(k)
    if z.ndim == 1:
        b = k * np.poly(z)
    else:
        k = np.broadcast_to(k, z.shape[0])
        b = np.stack([k[i] * np.poly(z[i]) for i in range(z.shape[0])])
    return b, as_vector(np.poly(p))


def sos2tf(sos: Any) -> tuple[Any, Any]:
    """See `scipy.signal.sos2tf`."""
    sos = floating(sos)
    b = a = np.ones(1, sos.dtype)
    for k in range(sos.shape[0]):
        b, a = np.convolve(b, sos[k, :3]), np.convolve(a, sos[k, 3:])
    return b, a


def bilinear(b: Any, a: Any, fs: float = 1.0) -> tuple[Any, Any]:
    """See `scipy.signal.bilinear`."""
    b, a = as_vector(b), as_vector(a)
    for name, v in (("a", a), ("b", b)):
        if v.ndim != 1:
            raise ValueError(
                f"Parameter {name} is not a 1d array since {name}.shape={v.shape!r}"
            )
    while b.shape[0] and certain(b[0] == 0):
        b = b[1:]
    while a.shape[0] and certain(a[0] == 0):
        a = a[1:]
    degree = max(b.shape[0], a.shape[0]) - 1
    substituted = _substituted(degree, math.sqrt(2 * fs))
    return normalize(
        b @ substituted[degree + 1 - b.shape[0] :],
        a @ substituted[degree + 1 - a.shape[0] :],
    )


def _substituted(degree: int, factor: float) -> np.ndarray:
    """Row i: coefficients of ``(z + 1)^i (z - 1)^(degree - i)``, scaled."""
    rows = []
    for i in range(degree + 1):
        roots = [-1.0] * i + [1.0] * (degree - i)
        rows.append(np.poly(roots) * factor ** (degree - 2 * i))
    return np.array(rows).reshape(degree + 1, degree + 1)
