"""Sorting, searching, and what is found by sorting."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.dispatch import unsupported
from functrace.core.errors import ConcretizationError, message
from functrace.core.source import user_line
from functrace.core.strides import strided
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, is_unknown, known
from functrace.numpy._register import implements
from functrace.numpy.creation import handle_if_captured
from functrace.numpy.layout import arranged
from functrace.numpy.selections import places
from functrace.primitives import sorting


def _aligned(a: Any, axis: int | None) -> tuple[Any, int]:
    """The array and a non-negative axis; all elements in C order if it was None."""
    a = as_array(a)
    if axis is None:
        return a if a.ndim == 1 else a.reshape(-1), 0
    return a, normalize_axis_index(axis, a.ndim)


def concrete(
    a: Any,
    function: Callable[..., Any],
    *,
    way_out: str = "use numpy.where with three arguments",
) -> Any:
    """The plain array of a value that decides what is computed."""
    a = as_array(a)
    if isinstance(a, Tracer) and a.value is None:
        raise ConcretizationError(
            message(
                f"functrace: numpy.{function.__name__} needs values that are not "
                "known.",
                got=a.origin(),
                source=user_line(),
                help=f"{way_out}, or give the values as an argument that is not "
                "traced.",
            )
        )
    return known(a)


def _kind(kind: str | None, order: Any, stable: bool | None, function: Any) -> Any:
    """The name of the sorting algorithm: it decides the order of ties."""
    if order is not None:
        raise unsupported(function, "(..., order=...)")
    if stable is None:
        return kind
    if kind is not None:
        raise ValueError(
            "`kind` and `stable` parameters can't be provided at the same time. Use "
            "only one of them."
        )
    return "stable" if stable else None


@implements(np.sort)
def sort(
    a: Any,
    axis: int | None = -1,
    kind: str | None = None,
    order: Any = None,
    *,
    stable: bool | None = None,
) -> Any:
    """See `numpy.sort`. The earlier of tied elements comes first for every `kind`."""
    _kind(kind, order, stable, np.sort)
    a, axis = _aligned(a, axis)
    return sorting.sort.unary(a, {"axis": axis})[0]


@implements(np.argsort, differentiable=False)
def argsort(
    a: Any,
    axis: int | None = -1,
    kind: str | None = None,
    order: Any = None,
    *,
    stable: bool | None = None,
) -> Any:
    """See `numpy.argsort`."""
    kind = _kind(kind, order, stable, np.argsort)
    a, axis = _aligned(a, axis)
    return sorting.argsort.unary(a, {"axis": axis, "kind": kind})


@implements(np.lexsort, differentiable=False)
def lexsort(keys: Any, axis: int = -1) -> Any:
    """See `numpy.lexsort`."""
    keys = [as_array(key) for key in keys]
    if not keys:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    axis = normalize_axis_index(axis, keys[0].ndim)
    return sorting.lexsort(*keys, axis=axis)


def _places(kth: Any, length: int) -> int | tuple[int, ...]:
    """The positions to partition at, as non-negative integers."""
    kth = known(kth)
    if np.ndim(kth):
        return tuple(sorted({_place(place, length) for place in kth}))
    return _place(kth, length)


def _place(kth: Any, length: int) -> int:
    place = operator.index(kth)
    if not -length <= place < length:
        raise ValueError(f"kth(={place}) out of bounds ({length})")
    return place % length


@implements(np.argpartition, differentiable=False)
def argpartition(
    a: Any,
    kth: Any,
    axis: int | None = -1,
    kind: str = "introselect",
    order: Any = None,
) -> Any:
    """See `numpy.argpartition`."""
    if order is not None:
        raise unsupported(np.argpartition, "(..., order=...)")
    if kind != "introselect":
        raise ValueError(f"select kind must be 'introselect' (got {kind!r})")
    a, axis = _aligned(a, axis)
    kth = _places(kth, a.shape[axis])
    return sorting.argpartition.unary(a, {"kth": kth, "axis": axis})


@implements(np.partition)
def partition(
    a: Any,
    kth: Any,
    axis: int | None = -1,
    kind: str = "introselect",
    order: Any = None,
) -> Any:
    """See `numpy.partition`."""
    if order is not None:
        raise unsupported(np.partition, "(..., order=...)")
    a, axis = _aligned(a, axis)
    places = argpartition(a, kth, axis, kind)
    return arranged(np.take_along_axis(a, places, axis), np.empty_like(strided(a)))


@implements(np.searchsorted, differentiable=False)
def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    """See `numpy.searchsorted`."""
    operands = [
        as_array(a),
        as_array(v),
        *([] if sorter is None else [as_array(sorter)]),
    ]
    return sorting.searchsorted(*operands, side=side)


@implements(np.digitize, differentiable=False)
def digitize(x: Any, bins: Any, right: bool = False) -> Any:
    """See `numpy.digitize`."""
    x, bins = as_array(x), as_array(bins)
    if x.dtype.kind == "c":
        raise TypeError("x may not be complex")
    steps = np.diff(concrete(bins, np.digitize))
    side = "left" if right else "right"
    if np.all(steps >= 0):
        return searchsorted(bins, x, side)
    if np.all(steps <= 0):
        return bins.shape[0] - searchsorted(bins[::-1], x, side)
    raise ValueError("bins must be monotonically increasing or decreasing")


# -- whose result's shape depends on the values: the values must be known --------------


@implements(np.nonzero, differentiable=False)
def nonzero(a: Any) -> Any:
    """See `numpy.nonzero`."""
    if is_unknown(a):
        return places(a)
    return tuple(map(handle_if_captured, np.nonzero(concrete(a, np.nonzero))))


@implements(np.flatnonzero, differentiable=False)
def flatnonzero(a: Any) -> Any:
    """See `numpy.flatnonzero`."""
    if is_unknown(a):
        return places(a if a.ndim == 1 else a.reshape(-1))[0]
    return handle_if_captured(np.flatnonzero(concrete(a, np.flatnonzero)))


@implements(np.argwhere, differentiable=False)
def argwhere(a: Any) -> Any:
    """See `numpy.argwhere`."""
    if is_unknown(a):
        return np.stack(places(a), axis=1)
    return handle_if_captured(np.argwhere(concrete(a, np.argwhere)))
