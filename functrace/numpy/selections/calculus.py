"""Differences and sums of neighbours, and what else ufuncs do along selections."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import axes_of
from functrace.numpy.selections.masks import AxisMask
from functrace.numpy.selections.selection import (
    ANSWERS,
    Selection,
    answers,
    refuse_function,
)

_REDUCTIONS: dict[Any, Any] = {
    np.add: np.sum,
    np.multiply: np.prod,
    np.maximum: np.max,
    np.minimum: np.min,
    np.logical_and: np.all,
    np.logical_or: np.any,
}
_ACCUMULATIONS: dict[Any, Any] = {np.add: np.cumsum, np.multiply: np.cumprod}


def _ends(a: Any, axis: int) -> tuple[Any, Any]:
    """All but the last, and all but the first along an axis."""
    before = (slice(None),) * axis
    return a[(*before, slice(None, -1))], a[(*before, slice(1, None))]


@answers(np.diff)
def diff(a: Selection, n: int = 1, axis: int = -1, **options: Any) -> Any:
    """See `numpy.diff`."""
    if options or a.dtype.kind == "b":
        refuse_function("numpy.diff(..., prepend, append)", a)
    (axis,) = axes_of(axis, a.ndim)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    for _ in range(n):
        before, after = _ends(a, axis)
        a = after - before
    return a


@answers(np.trapezoid)
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """See `numpy.trapezoid`."""
    if x is not None and (np.ndim(x) != 1 or np.ndim(y) != 1):
        refuse_function("numpy.trapezoid", y if type(y) is Selection else x)
    (axis,) = axes_of(axis, np.ndim(y))
    steps = dx if x is None else np.diff(x)
    before, after = _ends(y, axis)
    return np.sum(steps * (after + before) / 2.0, axis)


@answers(np.repeat)
def repeat(a: Selection, repeats: Any, axis: Any = None) -> Selection:
    """See `numpy.repeat`, of one number for all."""
    axes = axes_of(axis, a.ndim)
    if len(axes) != 1 or type(repeats) is not int:
        refuse_function("numpy.repeat", a)
    masks, mask = list(a.masks), a.masks[axes[0]]
    if mask is not None:
        masks[axes[0]] = AxisMask(
            np.repeat(mask.selected, repeats), mask.length * repeats
        )
    return Selection(np.repeat(a.whole, repeats, axes[0]), masks)


@answers("reduce")
def reduce(ufunc: np.ufunc, array: Selection, axis: Any = 0, **options: Any) -> Any:
    """See `numpy.ufunc.reduce`."""
    if ufunc not in _REDUCTIONS or options:
        refuse_function(f"numpy.{ufunc.__name__}.reduce", array)
    return ANSWERS[_REDUCTIONS[ufunc]](array, axis)


@answers("accumulate")
def accumulate(ufunc: np.ufunc, array: Selection, axis: int = 0, **options: Any) -> Any:
    """See `numpy.ufunc.accumulate`."""
    if ufunc not in _ACCUMULATIONS or options:
        refuse_function(f"numpy.{ufunc.__name__}.accumulate", array)
    return ANSWERS[_ACCUMULATIONS[ufunc]](array, axis)


@answers("outer")
def outer(ufunc: np.ufunc, a: Any, b: Any, **options: Any) -> Any:
    """See `numpy.ufunc.outer`."""
    return ufunc(a[(..., *[None] * np.ndim(b))], b, **options)
