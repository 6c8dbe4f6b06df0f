"""What the functions share: their arguments, and what lies beyond the borders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import store
from functrace.numpy.reductions import cast

_PADDINGS = {
    "reflect": "symmetric",
    "grid-mirror": "symmetric",
    "mirror": "reflect",
    "nearest": "edge",
    "wrap": "wrap",
    "grid-wrap": "wrap",
    "constant": "constant",
    "grid-constant": "constant",
}


def check_mode(mode: Any) -> str:
    """The mode; RuntimeError if there is none of that name."""
    if mode not in _PADDINGS:
        raise RuntimeError("boundary mode not supported")
    return mode


def padded(x: Any, widths: Sequence[tuple[int, int]], modes: Any, cval: Any) -> Any:
    """The array with its continuation by so many elements before and after each axis."""
    modes = per_axis(modes, x.ndim)
    for axis, (width, mode) in enumerate(zip(widths, modes, strict=True)):
        kind: Any = _PADDINGS[check_mode(mode)]
        if width == (0, 0):
            continue
        options = {"constant_values": cval} if kind == "constant" else {}
        around = [(0, 0)] * x.ndim
        around[axis] = width
        x = np.pad(x, around, mode=kind, **options)
    return x


def widths_of(size: int, origin: int) -> tuple[int, int]:
    """How far a window reaches before and after its centre."""
    return size // 2 + origin, (size - 1) // 2 - origin


def per_axis(value: Any, count: int) -> list[Any]:
    """One value for each axis, of one for all of them or a sequence."""
    if isinstance(value, str) or not _is_sequence(value):
        return [value] * count
    values = list(value)
    if len(values) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return values


def _is_sequence(value: Any) -> bool:
    if isinstance(value, (Tracer, np.ndarray)):
        return value.ndim > 0
    return isinstance(value, Sequence)


def chosen_axes(axes: Any, ndim: int) -> tuple[int, ...]:
    """The axes that a filter runs over, from 0 on; None: all."""
    if axes is None:
        return tuple(range(ndim))
    return normalize_axis_tuple(axes, ndim, argname="axes")


def finished(result: Any, source: Any, output: Any) -> Any:
    """The result as `output` asks for it: an array, a dtype, or None for the input's."""
    if isinstance(output, (np.ndarray, Tracer)):
        return store(output, cast(result, output.dtype))
    dtype = source.dtype if output is None else np.dtype(output)
    if result.dtype.kind == "c" and dtype.kind != "c":
        dtype = np.result_type(dtype, np.complex64)
    return cast(result, dtype)


def spread(value: Any, default: Any, axes: tuple[int, ...], ndim: int) -> list[Any]:
    """A value for every axis, of those for the chosen ones."""
    values = [default] * ndim
    for axis, v in zip(axes, per_axis(value, len(axes)), strict=True):
        values[axis] = v
    return values
