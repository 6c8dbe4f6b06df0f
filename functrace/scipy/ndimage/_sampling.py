"""Sums of spline coefficients at places between them."""

from __future__ import annotations

import functools
import itertools
import operator
from typing import Any

import numpy as np

from functrace.primitives.indexing import ARRAY, gather


def sample(c: Any, places: list[Any], order: int, mode: str, cval: Any) -> Any:
    """Values at coordinates along the last axes, of any shape."""
    before = c.ndim - len(places)
    taps = [
        _taps(place, c.shape[before + i], order, mode) for i, place in enumerate(places)
    ]
    index = (slice(None),) * before + (ARRAY,) * len(places)
    total: Any = 0.0
    for chosen in itertools.product(range(order + 1), repeat=len(places)):
        parts = [tap.at[k] for tap, k in zip(taps, chosen, strict=True)]
        values = gather(c, *(part[0] for part in parts), index=index)
        if mode == "grid-constant":
            inside = functools.reduce(np.logical_and, [part[1] for part in parts])
            values = np.where(inside, values, cval)
        weight = functools.reduce(operator.mul, [part[2] for part in parts])
        total = total + weight * values
    if mode == "constant":
        inside = functools.reduce(np.logical_and, [tap.inside for tap in taps])
        total = np.where(inside, total, cval)
    return total


def sample_separately(
    c: Any, places: list[Any], order: int, mode: str, cval: Any
) -> Any:
    """Values on a grid, of which the coordinates along each axis are given."""
    outside = []
    for axis, place in enumerate(places):
        taps = _taps(place, c.shape[axis], order, mode)
        shape = [1] * c.ndim
        shape[axis] = -1
        index = (slice(None),) * axis + (ARRAY,)
        total: Any = 0.0
        for element, inside, weight in taps.at:
            values = gather(c, element, index=index)
            if mode == "grid-constant":
                values = np.where(inside.reshape(shape), values, cval)
            total = total + weight.reshape(shape) * values
        c = total
        outside.append(np.logical_not(taps.inside).reshape(shape))
    if mode == "constant":
        c = np.where(functools.reduce(np.logical_or, outside), cval, c)
    return c


class _Taps:
    """What is added up along an axis.

    Attributes
    ----------
    at : list of tuple
        Of each tap, the places of its elements, whether they are in the array, weights.
    inside : array of bool
        Whether the coordinates are in the array.
    """

    def __init__(self, at: list[tuple[Any, Any, Any]], inside: Any) -> None:
        self.at = at
        self.inside = inside


def _taps(x: Any, count: int, order: int, mode: str) -> _Taps:
    inside = np.logical_and(x >= 0, x <= count - 1)
    x = x if mode == "nearest" else _COORDINATES.get(mode, _unchanged)(x, count)
    below = np.floor(x if order % 2 else x + 0.5)
    offset = x - below if order % 2 else x - below + 0.5
    first = below.astype(np.intp) - order // 2
    fold = _COORDINATES.get(_FOLDS.get(mode, mode), _unchanged)
    at: list[tuple[Any, Any, Any]] = []
    for k, weight in enumerate(_weights(offset, order)):
        element = first + k
        known = np.logical_and(element >= 0, element <= count - 1)
        element = fold(element, count).astype(np.intp)
        element = np.minimum(np.maximum(element, 0), count - 1)
        at.append((element, known, weight))
    return _Taps(at, inside)


def _weights(x: Any, order: int) -> list[Any]:
    """The B-splines of knots one apart that are not zero at `x`, from 0 to 1.

    De Boor, *A Practical Guide to Splines*, rev. ed. 2001, chapter X, algorithm (8).
    """
    values: list[Any] = [np.ones_like(x)]
    for degree in range(1, order + 1):
        raised: list[Any] = [0.0] * (degree + 1)
        for r, value in enumerate(values):
            share = value / degree
            raised[r] = raised[r] + share * (r + 1 - x)
            raised[r + 1] = share * (x - (r + 1 - degree))
        values = raised
    return values


# -- beyond the borders ----------------------------------------------------------------

# Coordinates beyond the borders, and elements that splines reach there, as those inside
# that SciPy takes for them; `count` is the length of the axis.


def _unchanged(x: Any, count: int) -> Any:
    return x


def _clipped(x: Any, count: int) -> Any:
    return np.where(x < 0, 0, np.where(x > count - 1, count - 1, x))


def _mirrored(x: Any, count: int) -> Any:
    if count < 2:
        return x * 0
    period = 2 * count - 2
    within = x - period * np.floor(x / period)
    turned = np.where(x < 0, within > count - 1, within >= count)
    return np.where(turned, period - within, within)


def _reflected(x: Any, count: int) -> Any:
    period = 2 * count
    x = x - period * np.floor(x / period)
    return np.where(x >= count, period - x - 1, x)


def _wrapped(x: Any, count: int) -> Any:
    if count < 2:
        return x * 0
    period = count - 1
    below = x + period * (np.floor(-x / period) + 1)
    above = x - period * np.floor(x / period)
    return np.where(x < 0, below, np.where(x > count - 1, above, x))


def _repeated(x: Any, count: int) -> Any:
    below = x + count * (np.trunc((-1 - x) / count) + 1)
    above = x - count * np.trunc(x / count)
    return np.where(x < 0, below, np.where(x > count - 1, above, x))


_COORDINATES = {
    "nearest": _clipped,
    "mirror": _mirrored,
    "reflect": _reflected,
    "grid-mirror": _reflected,
    "wrap": _wrapped,
    "grid-wrap": _repeated,
}

_FOLDS = {"constant": "mirror", "wrap": "mirror"}
