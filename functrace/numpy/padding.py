"""Padding."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.serialize import freeze
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, known
from functrace.numpy._register import implements
from functrace.numpy.layout import broadcast_to, detached, order_of, part, taken
from functrace.primitives import indexing, joining

_KEYWORDS = {
    "constant": "constant_values",
    "linear_ramp": "end_values",
    "maximum": "stat_length",
    "mean": "stat_length",
    "median": "stat_length",
    "minimum": "stat_length",
    "reflect": "reflect_type",
    "symmetric": "reflect_type",
    "edge": "",
    "wrap": "",
    "empty": "",
}
_STATISTICS = {
    "maximum": np.max,
    "mean": np.mean,
    "median": np.median,
    "minimum": np.min,
}


@implements(np.pad)
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> Any:
    """See `numpy.pad`; a function given as mode writes into traced vectors."""
    x = as_array(array)
    widths = _widths(pad_width, x.ndim)
    if callable(mode):
        return _pad_by(mode, x, widths, kwargs)
    if mode not in _KEYWORDS:
        raise ValueError(f"mode '{mode}' is not supported")
    wrong = set(kwargs) - {_KEYWORDS[mode]}
    if wrong:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {wrong}")
    if not x.size and mode not in ("constant", "empty"):
        _refuse_empty(x, widths)
        mode, kwargs = "empty", {}
    padded = _padded(x, widths, mode, kwargs.get(_KEYWORDS[mode])) if widths else x
    return detached(padded, order_of(x))


def _refuse_empty(x: Any, widths: list[tuple[int, int]]) -> None:
    for axis, width in enumerate(widths):
        if any(width) and not x.shape[axis]:
            raise ValueError(
                f"can't extend empty axis {axis} using modes other than 'constant' or "
                "'empty'"
            )


def _pad_by(
    function: Any, x: Any, widths: list[tuple[int, int]], kwargs: dict[str, Any]
) -> Any:
    """Let a function write what surrounds each vector, in place."""
    padded = _pad_constant(x, widths, 0) if widths else detached(x)
    for axis, width in enumerate(widths):
        vectors = np.moveaxis(padded, axis, -1)
        for place in np.ndindex(vectors.shape[:-1]):
            function(vectors[(*place, ...)], width, axis, kwargs)
    return padded


def _padded(x: Any, widths: list[tuple[int, int]], mode: Any, option: Any) -> Any:
    if mode in ("constant", "empty"):
        return _pad_constant(x, widths, 0 if option is None else as_array(option))
    if mode == "linear_ramp":
        return _pad_ramp(x, widths, as_array(0 if option is None else option))
    if mode in _STATISTICS:
        return _pad_statistic(x, widths, mode, option)
    for axis, width in enumerate(widths):
        if option == "odd" and x.shape[axis] > 1:
            x = _reflected(x, axis, *width, again=int(mode == "symmetric"))
        elif width != (0, 0):
            places = np.pad(np.arange(x.shape[axis]), width, mode)
            x = taken(x, places, axis)
    return x


def _widths(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    """The widths before and after each axis."""
    pad_width = known(pad_width)
    if isinstance(pad_width, dict):
        full = np.zeros((ndim, 2), int)
        for axis, width in pad_width.items():
            full[axis] = width
        pad_width = full
    widths = np.asarray(pad_width)
    if widths.dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    return _pairs(widths, ndim)


def _pairs(lengths: Any, ndim: int) -> list[tuple[int, int]]:
    """Two lengths for each axis."""
    if lengths.size and lengths.min() < 0:
        raise ValueError("index can't contain negative values")
    pairs = np.broadcast_to(lengths, (ndim, 2)).tolist()
    return [(before, after) for before, after in pairs]


def _reflected(x: Any, axis: int, before: int, after: int, again: int) -> Any:
    """Turn the array by half a circle about its ends, as often as it takes.

    `again` is 1 if the ends are repeated, else 0.
    """
    period = x.shape[axis] - 1 + again
    while before or after:
        length = x.shape[axis]
        most = (length - 1 + again) // period * period
        left, right = min(most, before), min(most, after)
        first, last = 1 - again, length - 1 + again
        ends = part(x, axis, slice(1)), part(x, axis, slice(-1, None))
        turned = [
            2 * ends[0] - np.flip(part(x, axis, slice(first, first + left)), axis),
            2 * ends[1] - np.flip(part(x, axis, slice(last - right, last)), axis),
        ]
        x = joining.concatenate(turned[0], x, turned[1], axis=axis)
        before, after = before - left, after - right
    return x


def _pad_constant(x: Any, widths: list[tuple[int, int]], values: Any) -> Any:
    starts = (before for before, _ in widths)
    inside = tuple(slice(i, i + n) for i, n in zip(starts, x.shape, strict=True))
    if type(values) is not Tracer:
        if np.size(values) == 1:
            shape = [n + sum(w) for n, w in zip(x.shape, widths, strict=True)]
            number = freeze(np.full((), np.ravel(values)[0], x.dtype))
            frame = np.broadcast_to(number, shape)
        else:
            frame = np.pad(np.zeros(x.shape, x.dtype), widths, constant_values=values)
        return indexing.index_update(frame, x, index=inside)
    pairs = broadcast_to(values, (x.ndim, 2))
    for axis, width in enumerate(widths):
        sides = (broadcast_to(pairs[axis, k], _side(x, axis, width[k])) for k in (0, 1))
        x = _between(x, axis, *sides)
    return x


def _pad_ramp(x: Any, widths: list[tuple[int, int]], values: Any) -> Any:
    pairs = broadcast_to(values, (x.ndim, 2))
    for axis, width in enumerate(widths):
        ends = part(x, axis, 0), part(x, axis, -1)
        before, after = (
            np.linspace(pairs[axis, k], ends[k], width[k], endpoint=False, axis=axis)
            for k in (0, 1)
        )
        x = _between(x, axis, before, np.flip(after, axis))
    return x


def _pad_statistic(
    x: Any, widths: list[tuple[int, int]], mode: str, lengths: Any
) -> Any:
    statistic = _STATISTICS[mode]
    counts = [(None, None)] * x.ndim
    if lengths is not None:
        counts = _pairs(np.round(known(lengths)).astype(int), x.ndim)
    for axis, (width, count) in enumerate(zip(widths, counts, strict=True)):
        length = x.shape[axis]
        first, last = (length if c is None else min(c, length) for c in count)
        if 0 in (first, last) and mode in ("maximum", "minimum"):
            raise ValueError("stat_length of 0 yields no value for padding")
        pieces = part(x, axis, slice(first)), part(x, axis, slice(length - last, None))
        means = [statistic(piece, axis=axis, keepdims=True) for piece in pieces]
        if x.dtype.kind in "iu":
            means = [np.rint(mean) for mean in means]
        sides = (broadcast_to(means[k], _side(x, axis, width[k])) for k in (0, 1))
        x = _between(x, axis, *sides)
    return x


def _side(x: Any, axis: int, width: int) -> tuple[int, ...]:
    return (*x.shape[:axis], width, *x.shape[axis + 1 :])


def _between(x: Any, axis: int, before: Any, after: Any) -> Any:
    """Put `x` between two arrays of its dtype."""
    sides = [side.astype(x.dtype) for side in (before, after)]
    return joining.concatenate(sides[0], x, sides[1], axis=axis)
