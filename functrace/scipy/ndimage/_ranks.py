"""Filters that choose one of the neighbours, by rank."""

from __future__ import annotations

import math
import operator
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.ndimage
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array
from functrace.scipy._plain import on_plain_values
from functrace.scipy.ndimage._arguments import (
    chosen_axes,
    finished,
    padded,
    per_axis,
    spread,
    widths_of,
)


@on_plain_values(scipy.ndimage.minimum_filter1d)
def minimum_filter1d(
    input: Any,
    size: int,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    """See `scipy.ndimage.minimum_filter1d`. Tied elements share the derivative."""
    return _extremum_along(np.min, input, size, axis, output, mode, cval, origin)


@on_plain_values(scipy.ndimage.maximum_filter1d)
def maximum_filter1d(
    input: Any,
    size: int,
    axis: int = -1,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: int = 0,
) -> Any:
    """See `scipy.ndimage.maximum_filter1d`. Tied elements share the derivative."""
    return _extremum_along(np.max, input, size, axis, output, mode, cval, origin)


def _extremum_along(
    extremum: Callable[..., Any],
    input: Any,
    size: int,
    axis: int,
    output: Any,
    mode: Any,
    cval: Any,
    origin: int,
) -> Any:
    x = _real(input)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    shape, origins = [1] * x.ndim, [0] * x.ndim
    axis = normalize_axis_index(axis, x.ndim)
    shape[axis], origins[axis] = size, origin
    windows = _windows(x, np.ones(shape, bool), mode, cval, origins)
    return finished(extremum(windows, axis=-1), x, output)


@on_plain_values(scipy.ndimage.minimum_filter)
def minimum_filter(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.minimum_filter`. Tied elements share the derivative.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy import ndimage
    >>> ft.grad(lambda x: np.sum(ndimage.minimum_filter(x, 3)))(
    ...     np.array([3.0, 1.0, 2.0])
    ... )
    array([0., 3., 0.])
    """
    return _extremum(np.min, input, size, footprint, output, mode, cval, origin, axes)


@on_plain_values(scipy.ndimage.maximum_filter)
def maximum_filter(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.maximum_filter`. Tied elements share the derivative."""
    return _extremum(np.max, input, size, footprint, output, mode, cval, origin, axes)


def _extremum(
    extremum: Callable[..., Any],
    input: Any,
    size: Any,
    footprint: Any,
    output: Any,
    mode: Any,
    cval: Any,
    origin: Any,
    axes: Any,
) -> Any:
    x, given = _real(input), footprint
    chosen, footprint = _footprint(size, footprint, axes, x.ndim)
    if not footprint.any():
        raise ValueError("All-zero footprint is not supported.")
    if not footprint.all() and not isinstance(mode, str):
        raise RuntimeError(
            "A sequence of modes is not supported for non-separable footprints"
        )
    modes = spread(mode, "reflect", chosen, x.ndim)
    origins = spread(origin, 0, chosen, x.ndim)
    if not footprint.all():
        windows = _windows(x, footprint, modes, cval, origins)
        return finished(extremum(windows, axis=-1), x, output)
    sizes = [n for i, n in enumerate(footprint.shape) if i in chosen]
    if size is not None and given is None:
        sizes = [math.trunc(n) for n in per_axis(size, len(chosen))]
    result = x
    for axis, n in zip(chosen, sizes, strict=True):
        if n > 1:
            result = _extremum_along(
                extremum, result, n, axis, None, modes[axis], cval, origins[axis]
            )
    return finished(result, x, output)


@on_plain_values(scipy.ndimage.rank_filter)
def rank_filter(
    input: Any,
    rank: int,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.rank_filter`. The derivative is that of the chosen element."""

    def of_count(count: int) -> int:
        place = operator.index(rank)
        return place + count if place < 0 else place

    return _ranked(of_count, input, size, footprint, output, mode, cval, origin, axes)


@on_plain_values(scipy.ndimage.median_filter)
def median_filter(
    input: Any,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.median_filter`. The derivative is that of the chosen element."""

    def of_count(count: int) -> int:
        return count // 2

    return _ranked(of_count, input, size, footprint, output, mode, cval, origin, axes)


@on_plain_values(scipy.ndimage.percentile_filter)
def percentile_filter(
    input: Any,
    percentile: float,
    size: Any = None,
    footprint: Any = None,
    output: Any = None,
    mode: Any = "reflect",
    cval: Any = 0.0,
    origin: Any = 0,
    *,
    axes: Any = None,
) -> Any:
    """See `scipy.ndimage.percentile_filter`; as `rank_filter`."""
    share = percentile + 100.0 if percentile < 0.0 else percentile
    if not 0 <= share <= 100:
        raise RuntimeError("invalid percentile")

    def of_count(count: int) -> int:
        return count - 1 if share == 100.0 else int(float(count) * share / 100.0)

    return _ranked(of_count, input, size, footprint, output, mode, cval, origin, axes)


def _ranked(
    of_count: Callable[[int], int],
    input: Any,
    size: Any,
    footprint: Any,
    output: Any,
    mode: Any,
    cval: Any,
    origin: Any,
    axes: Any,
) -> Any:
    x = _real(input)
    chosen, footprint = _footprint(size, footprint, axes, x.ndim)
    count = int(footprint.sum())
    rank = of_count(count)
    if not 0 <= rank < count:
        raise RuntimeError("rank not within filter footprint size")
    modes = spread(mode, "reflect", chosen, x.ndim)
    origins = spread(origin, 0, chosen, x.ndim)
    windows = _windows(x, footprint, modes, cval, origins)
    order = np.argsort(windows, axis=-1, kind="stable")[..., rank : rank + 1]
    result = np.take_along_axis(windows, order, axis=-1)[..., 0]
    return finished(result, x, output)


# -- windows ---------------------------------------------------------------------------


def _real(input: Any) -> Any:
    x = as_array(input)
    if x.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    return x


def _footprint(
    size: Any, footprint: Any, axes: Any, ndim: int
) -> tuple[tuple[int, ...], np.ndarray]:
    """The axes, and which neighbours are looked at, with an axis for each of the array."""
    if size is not None and footprint is not None:
        warnings.warn(
            "ignoring size because footprint is set", UserWarning, stacklevel=4
        )
    axes = chosen_axes(axes, ndim)
    if footprint is None:
        if size is None:
            raise RuntimeError("no footprint or filter size provided")
        sizes = [math.trunc(n) for n in per_axis(size, len(axes))]
        footprint = np.ones(sizes, bool)
    footprint = np.asarray(footprint, bool)
    if footprint.ndim != len(axes):
        raise RuntimeError(
            f"footprint.ndim ({footprint.ndim}) must match len(axes) ({len(axes)})"
        )
    others = tuple(axis for axis in range(ndim) if axis not in axes)
    return axes, np.expand_dims(footprint, others)


def _windows(
    x: Any, footprint: np.ndarray, mode: Any, cval: Any, origins: list[int]
) -> Any:
    """The neighbours of each element along a new last axis."""
    pairs = zip(footprint.shape, origins, strict=True)
    widths = [widths_of(n, origin) for n, origin in pairs]
    if min(min(width) for width in widths) < 0:
        raise ValueError("invalid origin")
    wide = padded(x, widths, mode, cval)
    places = np.argwhere(footprint).tolist()
    parts = (
        tuple(slice(i, i + n) for i, n in zip(place, x.shape, strict=True))
        for place in places
    )
    return np.stack([wide[part] for part in parts], axis=-1)
