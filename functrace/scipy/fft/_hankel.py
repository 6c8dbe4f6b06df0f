"""Fast Hankel transforms of logarithmically spaced values.

Hamilton, *Uncorrelated modes of the non-linear power spectrum*, MNRAS 312 (2000) 257,
appendix B. The spacing, the order, the offset and the bias carry no derivative.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from scipy.special import loggamma, poch

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy import fft
from functrace.numpy._arguments import as_array


def fht(a: Any, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> Any:
    """See `scipy.fft.fht`. Only `a` may be traced."""
    return _transformed(as_array(a), dln, mu, offset, bias, inverse=False)


def ifht(A: Any, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> Any:
    """See `scipy.fft.ifht`. Only `A` may be traced."""
    return _transformed(as_array(A), dln, mu, offset, bias, inverse=True)


def _transformed(
    a: Any, dln: float, mu: float, offset: float, bias: float, *, inverse: bool
) -> Any:
    if any(type(value) is Tracer for value in (dln, mu, offset, bias)):
        raise unsupported(fht, " with a traced dln, mu, offset or bias")
    n = a.shape[-1]
    place = np.arange(n) - (n - 1) / 2
    at_radius = np.exp(-bias * place * dln)
    at_wavenumber = np.exp(-bias * (place * dln + offset))
    if bias:
        a = a / at_wavenumber if inverse else a * at_radius
    spectrum = fft.rfft(a)
    u = _regular(_coefficients(n, dln, mu, offset, bias), inverse)
    u = (1 / np.conj(u) if inverse else u).astype(spectrum.dtype)
    out = np.flip(fft.irfft(spectrum * u, n), -1)
    if not bias:
        return out
    return out / at_radius if inverse else out * at_wavenumber


def _coefficients(
    n: int, dln: float, mu: float, offset: float, bias: float
) -> np.ndarray:
    """Coefficients u_m of the biased transform at the frequencies of a real FFT."""
    y = np.linspace(0, np.pi * (n // 2) / (n * dln), n // 2 + 1)
    plus, minus = (mu + 1 + bias) / 2, (mu + 1 - bias) / 2
    log_ratio = loggamma(plus + 1j * y) - np.conj(loggamma(minus + 1j * y))
    phase = 2j * y * (math.log(2) - offset)
    u = np.exp(log_ratio + math.log(2) * bias + phase)
    if n % 2 == 0:
        u[-1] = u[-1].real
    if not np.isfinite(u[0]):
        u[0] = 2**bias * poch(minus, plus - minus)
    return u


def _regular(u: np.ndarray, inverse: bool) -> np.ndarray:
    """The coefficients without the one that makes the transform singular."""
    if np.isinf(u[0]) and not inverse:
        warnings.warn("singular transform; consider changing the bias", stacklevel=4)
        u[0] = 0
    elif u[0] == 0 and inverse:
        warnings.warn(
            "singular inverse transform; consider changing the bias", stacklevel=4
        )
        u[0] = np.inf
    return u
