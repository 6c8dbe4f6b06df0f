"""Sorted selections, and what is taken from them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import axes_of
from functrace.numpy.selections.alignment import Alignment, elementwise
from functrace.numpy.selections.masks import AxisMask, moved
from functrace.numpy.selections.parts import taken
from functrace.numpy.selections.selection import Selection, answers, refuse_function
from functrace.primitives.checks import require


@answers(np.sort)
def sort(a: Selection, axis: Any = -1, kind: Any = None, **options: Any) -> Selection:
    """See `numpy.sort`: what is not selected comes last."""
    found = _along_known(np.sort, a, axis, kind, **options)
    if found is not None:
        return found
    mask: Any = a.masks[0]
    whole = np.sort(a.filled(_last(a.dtype)), kind=kind)
    return Selection(whole, [AxisMask.first(mask.length, mask.size)])


@answers(np.argsort)
def argsort(a: Selection, axis: Any = -1, kind: Any = None, **options: Any) -> Any:
    """See `numpy.argsort`, as if `kind` were ``"stable"``."""
    found = _along_known(np.argsort, a, axis, kind, **options)
    if found is not None:
        return found
    mask: Any = a.masks[0]
    first = AxisMask.first(mask.length, mask.size)
    whole = moved(a.whole, 0, mask, first)
    order = np.argsort(Selection(whole, [first]).filled(_last(a.dtype)), kind="stable")
    return Selection(order, [first])


def _along_known(
    function: Any, a: Selection, axis: Any, kind: Any, **options: Any
) -> Selection | None:
    """What it is along an axis whose length is known; None along one that is alone."""
    along = None if axis is None else axes_of(axis, a.ndim)[0]
    if along is not None and a.masks[along] is None and not options:
        return Selection(function(a.whole, along, kind), a.masks)
    if options or a.ndim > 1 or a.dtype.kind == "c":
        refuse_function(f"numpy.{function.__name__}", a)
    return None


@answers(np.interp)
def interp(
    x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None
) -> Any:
    """See `numpy.interp`."""
    if type(xp) is Selection or type(fp) is Selection:
        xp, fp = _points(xp, fp)
        if period is not None:
            raise unsupported(
                np.interp, "(..., period=...) of points that a mask selects"
            )

    def function(each: Any) -> Any:
        return np.interp(each, xp, fp, left, right, period)

    return elementwise(function)(x) if type(x) is Selection else function(x)


def _points(xp: Any, fp: Any) -> tuple[Any, Any]:
    """Points of which the last one is there again as often as others are not."""
    aligned = Alignment([xp, fp])
    (mask,) = aligned.masks
    if mask is None or aligned.masks[1:]:
        refuse_function("numpy.interp", xp if type(xp) is Selection else fp)
    text = "array of sample points is empty"
    count = require(mask.length, mask.length > 0, message=text)
    first = AxisMask.first(count, mask.size)
    wholes = [moved(aligned.entered(each), 0, mask, first) for each in (xp, fp)]
    return tuple([np.where(first.selected, w, w[count - 1]) for w in wholes])


@answers(np.roll)
def roll(a: Selection, shift: Any, axis: Any = None) -> Any:
    """See `numpy.roll`, along a dimension whose length is not known."""
    axes = axes_of(axis, a.ndim)
    mask = a.masks[axes[0]] if len(axes) == 1 else None
    if np.ndim(shift) or mask is None:
        refuse_function("numpy.roll", a)
    numbers = (np.arange(mask.size) - shift) % np.maximum(mask.length, 1)
    return taken(
        a, axes[0], Selection(numbers, [AxisMask.first(mask.length, mask.size)])
    )


@answers(np.flip)
def flip(m: Selection, axis: Any = None) -> Any:
    """See `numpy.flip`."""
    axes = axes_of(axis, m.ndim)
    return m[tuple([slice(None, None, -1 if k in axes else 1) for k in range(m.ndim)])]


def _last(dtype: np.dtype[Any]) -> Any:
    """What no element of the dtype comes behind when they are sorted."""
    if dtype.kind == "f":
        return np.nan
    return True if dtype.kind == "b" else np.iinfo(dtype).max


class Distinct(NamedTuple):
    """The distinct elements of an array, in order, and what `numpy.unique` tells of them."""

    values: Selection
    first: Selection
    inverse: Any
    counts: Selection


def distinct(x: Any, *, equal_nan: bool) -> Distinct:
    """The distinct elements of an array whose values are not known."""
    flat = x.reshape(-1)
    order = np.argsort(flat, kind="stable")  # the derivative goes to the first
    whole = flat[order]
    before, after = whole[:-1], whole[1:]
    differ = before != after
    if equal_nan:
        differ = differ & ~(np.isnan(before) & np.isnan(after))
    first = np.concatenate([np.ones(whole[:1].shape, bool), differ])
    group = np.cumsum(first) - 1
    inverse, counts = np.zeros(flat.shape, np.intp), np.zeros(flat.shape, np.intp)
    inverse, counts = Tracer(None, inverse), Tracer(None, counts)
    inverse[order] = group
    np.add.at(counts, group, 1)
    mask = AxisMask(first)
    found = (Selection(part, [mask]) for part in (whole, order, counts[group]))
    values, index, numbers = found
    return Distinct(values, index, inverse.reshape(x.shape), numbers)
