"""Fourier transforms under SciPy's names: those of `functrace.numpy.fft`.

`overwrite_x` and `workers` are taken, and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.numpy import fft as transforms
from functrace.primitives.fourier import OPPOSITE
from functrace.scipy.fft._arguments import (
    check_execution,
    floating,
    known_norm,
    lengths_and_axes,
    positive,
)


def _named(function: Any, name: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"See `scipy.fft.{name}`."
    return function


# -- along one axis --------------------------------------------------------------------


def _along_one(transform: Callable[..., Any]) -> Callable[..., Any]:
    """SciPy's spelling of a transform along one axis."""

    def function(
        x: Any,
        n: Any = None,
        axis: int = -1,
        norm: Any = None,
        overwrite_x: bool = False,
        workers: Any = None,
        *,
        plan: Any = None,
    ) -> Any:
        check_execution(workers, plan)
        x = floating(x)
        _check_real(transform, x)
        return transform(x, n, axis, known_norm(norm))

    return _named(function, transform.__name__)


def _check_real(transform: Callable[..., Any], x: Any) -> None:
    if transform.__name__.startswith(("rfft", "ihfft")) and x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")


fft = _along_one(transforms.fft)
ifft = _along_one(transforms.ifft)
rfft = _along_one(transforms.rfft)
irfft = _along_one(transforms.irfft)
hfft = _along_one(transforms.hfft)
ihfft = _along_one(transforms.ihfft)

# -- along several axes ----------------------------------------------------------------


def _to_real_axes(x: Any, s: Any, axes: Any) -> tuple[list[int], list[int]]:
    """As `lengths_and_axes`; the last length is that of the real result."""
    lengths, found = lengths_and_axes(x, s, axes)
    if s is None and found:
        lengths[-1] = 2 * (x.shape[found[-1]] - 1)
    return positive(lengths), found


def _hfftn(x: Any, s: Any, axes: Any, norm: str) -> Any:
    return transforms.irfftn(np.conjugate(x), s, axes, OPPOSITE[norm])


def _ihfftn(x: Any, s: Any, axes: Any, norm: str) -> Any:
    return np.conjugate(transforms.rfftn(x, s, axes, OPPOSITE[norm]))


def _along_several(name: str, transform: Callable[..., Any], axes: Any) -> Any:
    """SciPy's spelling of a transform along all axes, or along those given."""
    arguments = (
        _to_real_axes if name.startswith(("irfft", "hfft")) else lengths_and_axes
    )
    default = axes

    def function(
        x: Any,
        s: Any = None,
        axes: Any = default,
        norm: Any = None,
        overwrite_x: bool = False,
        workers: Any = None,
        *,
        plan: Any = None,
    ) -> Any:
        check_execution(workers, plan)
        x = floating(x)
        _check_real(function, x)
        lengths, axes = arguments(x, s, axes)
        if not axes and not name.startswith(("fft", "ifft")):
            raise ValueError("at least 1 axis must be transformed")
        return transform(x, lengths, axes, known_norm(norm))

    return _named(function, name)


fftn = _along_several("fftn", transforms.fftn, None)
ifftn = _along_several("ifftn", transforms.ifftn, None)
rfftn = _along_several("rfftn", transforms.rfftn, None)
irfftn = _along_several("irfftn", transforms.irfftn, None)
hfftn = _along_several("hfftn", _hfftn, None)
ihfftn = _along_several("ihfftn", _ihfftn, None)

fft2 = _along_several("fft2", transforms.fftn, (-2, -1))
ifft2 = _along_several("ifft2", transforms.ifftn, (-2, -1))
rfft2 = _along_several("rfft2", transforms.rfftn, (-2, -1))
irfft2 = _along_several("irfft2", transforms.irfftn, (-2, -1))
hfft2 = _along_several("hfft2", _hfftn, (-2, -1))
ihfft2 = _along_several("ihfft2", _ihfftn, (-2, -1))
