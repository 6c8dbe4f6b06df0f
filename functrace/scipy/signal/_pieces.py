"""Taking signals to pieces, and the spectra of these.

Windows and sampling rates carry no derivative.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import scipy.fft
import scipy.signal

from functrace.core.dispatch import unsupported
from functrace.core.primitive import has_tracers
from functrace.numpy import fft
from functrace.numpy._arguments import untraced
from functrace.scipy.signal import _smoothing
from functrace.scipy.signal._arrays import frames


class Pieces(NamedTuple):
    """How a signal is taken to pieces, and what is done with each.

    Attributes
    ----------
    window : ndarray
    step : int
        From the beginning of one piece to that of the next.
    points : int
        Of the Fourier transform.
    detrend : callable
    one_sided : bool
        Whether the negative frequencies, of real signals, are left out.
    """

    window: np.ndarray
    step: int
    points: int
    detrend: Callable[[Any], Any]
    one_sided: bool

    def spectra(self, x: Any) -> Any:
        """The spectra of the pieces of the last axis, an axis for the pieces before it."""
        pieces = self.detrend(frames(x, len(self.window), self.step))
        single = x.dtype.char in "fF"
        window = self.window.astype(np.float32) if single else self.window
        transform = fft.rfft if self.one_sided else fft.fft
        return transform(pieces * window, self.points)

    def scale(self, fs: float, scaling: str) -> float:
        """What a power is multiplied by."""
        if scaling == "density":
            return 1 / (fs * float(np.sum(self.window * self.window)))
        if scaling == "spectrum":
            return 1 / float(np.sum(self.window)) ** 2
        raise ValueError(f"Unknown scaling: {scaling!r}")

    def frequencies(self, fs: float) -> np.ndarray:
        """Those of the spectra."""
        frequencies = scipy.fft.rfftfreq if self.one_sided else scipy.fft.fftfreq
        return frequencies(self.points, 1 / fs)

    def both_sides(self, power: Any) -> Any:
        """Count the negative frequencies, too, where they were left out."""
        if not self.one_sided:
            return power
        factors = np.full(power.shape[-1], 2, power.dtype.char.lower())
        factors[0] = 1
        if self.points % 2 == 0:
            factors[-1] = 1
        return power * factors


def window_values(window: Any, length: Any, n: int) -> np.ndarray:
    """The window's values; a named one is no longer than the signal."""
    if isinstance(window, (str, tuple)):
        length = 256 if length is None else int(length)
        if length < 1:
            raise ValueError("nperseg must be a positive integer")
        if length > n:
            warnings.warn(
                f"nperseg = {length} is greater than input length  = {n}, using "
                f"nperseg = {n}",
                stacklevel=4,
            )
            length = n
        named: Any = scipy.signal.get_window(window, length)
        return named
    window = untraced(window)
    if has_tracers(window):
        raise unsupported(scipy.signal.stft, " and the like with a traced window")
    values = np.asarray(window)
    if values.ndim != 1:
        raise ValueError("window must be 1-D")
    if n < len(values):
        raise ValueError("window is longer than input signal")
    if length is not None and length != len(values):
        raise ValueError(
            "value specified for nperseg is different from length of window"
        )
    return values


def pieces_by(
    window: np.ndarray,
    noverlap: int | None,
    nfft: int | None,
    detrend: Any,
    one_sided: bool,
    axis: int,
) -> Pieces:
    length = len(window)
    noverlap = length // 2 if noverlap is None else int(noverlap)
    if noverlap >= length:
        raise ValueError("noverlap must be less than nperseg.")
    nfft = length if nfft is None else int(nfft)
    if nfft < length:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    return Pieces(
        window, length - noverlap, nfft, _detrending(detrend, axis), one_sided
    )


def _detrending(detrend: Any, axis: int) -> Callable[[Any], Any]:
    if not detrend:
        return lambda x: x
    if not callable(detrend):
        return lambda x: _smoothing.detrend(x, type=detrend)
    function: Callable[[Any], Any] = detrend
    if axis == -1:
        return function
    return lambda x: np.moveaxis(function(np.moveaxis(x, -1, axis)), axis, -1)


def power_of(x: Any, y: Any) -> Any:
    """The product of the conjugate of x with y, real if they are the same."""
    if y is not x:
        return np.conjugate(x) * y
    return x.real * x.real + x.imag * x.imag
