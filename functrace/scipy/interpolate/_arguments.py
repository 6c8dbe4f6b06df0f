"""What the interpolators share: their arguments, the pieces of an axis, the axes' order."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array, new_array
from functrace.numpy.reductions import cast
from functrace.primitives.checks import require
from functrace.primitives.indexing import ARRAY, gather


def real(value: Any) -> Any:
    """An array of double precision, of anything array-like that is real."""
    x = as_array(value)
    if x.dtype.kind == "c":
        raise TypeError(f"real values were expected, not {x.dtype}")
    return cast(x, np.float64)


def finite(x: Any, text: str) -> Any:
    """The values; ValueError if one of them is NaN or infinite."""
    return require(x, np.isfinite(x), message=text)


def increasing(x: Any, text: str) -> Any:
    """The values; ValueError if they do not increase strictly."""
    return require(x, np.diff(x) > 0, message=text)


def piece(breaks: Any, x: Any, first: int, last: int) -> Any:
    """For each x the k with ``breaks[k] <= x < breaks[k + 1]``, from `first` to `last`."""
    k = np.searchsorted(breaks, x, side="right") - 1
    return np.minimum(np.maximum(k, first), last)


def outside(x: Any, low: Any, high: Any, extrapolate: Any) -> Any:
    """Where there is no value: at NaN, and beyond the ends unless it is extrapolated."""
    if extrapolate:
        return np.isnan(x)
    return np.logical_not(np.logical_and(x >= low, x <= high))


def at(x: Any, *places: Any, after: int = 0) -> Any:
    """Elements of `x` at places along its axes, `after` so many; both may be traced."""
    index = (slice(None),) * after + (ARRAY,) * len(places)
    return gather(x, *places, index=index)


def column(x: Any, ndim: int) -> Any:
    """With so many axes of length one added at the end."""
    return x.reshape(x.shape + (1,) * ndim)


def nan_where(mask: Any, values: Any) -> Any:
    """The values, NaN where the mask of their first axes is true."""
    return np.where(column(mask, values.ndim - mask.ndim), np.nan, values)


def restore_axis(values: Any, ndim: int, axis: int) -> Any:
    """Move the first `ndim` axes, those of the points, to the place of the data's axis."""
    if axis == 0 or ndim == 0:
        return new_array(values)
    order = list(range(values.ndim))
    moved = order[ndim : ndim + axis] + order[:ndim] + order[ndim + axis :]
    return np.transpose(values, moved)


def wrapped(x: Any, low: Any, high: Any) -> Any:
    """The points moved by whole periods into the first one."""
    return low + np.remainder(x - low, high - low)
