"""Elements chosen by arrays of positions or by conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.dispatch import lookup
from functrace.core.errors import ConcretizationError, message
from functrace.core.primitive import has_tracers
from functrace.core.source import user_line
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, refuse_write, store
from functrace.numpy._register import implements
from functrace.numpy.layout import taken
from functrace.numpy.selections import chosen, is_open, is_unknown_mask, ix_
from functrace.primitives import indexing
from functrace.primitives.indexing import ARRAY

_ALL = slice(None)


# -- reading -----------------------------------------------------------------------


@implements(np.take)
def take(
    a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise"
) -> Any:
    """See `numpy.take`."""
    a = as_array(a)
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis = normalize_axis_index(axis, a.ndim)
    if out is None and mode == "raise" and is_open(indices):
        return chosen(a, (*[_ALL] * axis, indices))
    positions = _positions(indices, a.shape[axis], mode)
    return store(out, taken(a, positions, axis))


@implements(np.take_along_axis)
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> Any:
    """See `numpy.take_along_axis`."""
    arr = as_array(arr)
    if axis is None:
        arr, axis = arr.reshape(-1), 0
    arrays = _along_axis(arr, indices, axis)
    return indexing.gather(arr, *arrays, index=(ARRAY,) * arr.ndim)


@implements(np.choose)
def choose(a: Any, choices: Any, out: Any = None, mode: str = "raise") -> Any:
    """See `numpy.choose`."""
    dtype = np.result_type(*choices)
    choices = [as_array(choice).astype(dtype) for choice in choices]
    positions = _positions(a, len(choices), mode)
    _check_choices(positions, len(choices))
    shape = np.broadcast_shapes(positions.shape, *(c.shape for c in choices))
    stacked = np.stack([np.broadcast_to(choice, shape) for choice in choices])
    chosen = take_along_axis(stacked, np.broadcast_to(positions, shape)[None], 0)
    return store(out, chosen[0])


@implements(np.compress)
def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    """See `numpy.compress`."""
    if out is None and is_unknown_mask(condition):
        array = as_array(a).reshape(-1) if axis is None else as_array(a)
        axis = normalize_axis_index(axis or 0, array.ndim)
        return chosen(array, (*[_ALL] * axis, condition))
    condition = _known_mask(condition, "numpy.compress")
    if condition.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    return take(a, np.flatnonzero(condition), axis, out)


@implements(np.extract)
def extract(condition: Any, arr: Any) -> Any:
    """See `numpy.extract`."""
    if is_unknown_mask(condition):
        return chosen(as_array(arr).reshape(-1), condition.reshape(-1))
    return take(arr, np.flatnonzero(_known_mask(condition, "numpy.extract")))


implements(np.ix_)(ix_)

# -- writing -----------------------------------------------------------------------


@implements(np.put)
def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    """See `numpy.put`."""
    if type(a) is not Tracer:
        return _plain(np.put, a, ind, v, mode)
    v = as_array(v).reshape(-1)
    positions = _positions(ind, a.size, mode).reshape(-1)
    if positions.size and v.size:
        a.flat[positions] = v if v.size == 1 else _cycled(v, np.arange(positions.size))
    return None


@implements(np.put_along_axis)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: int | None) -> None:
    """See `numpy.put_along_axis`."""
    if type(arr) is not Tracer:
        return _plain(np.put_along_axis, arr, indices, values, axis)
    if axis is None:
        arr, axis = arr.flat, 0
    arr[_along_axis(arr, indices, axis)] = values
    return None


@implements(np.place)
def place(arr: Any, mask: Any, vals: Any) -> None:
    """See `numpy.place`."""
    if type(arr) is not Tracer:
        return _plain(np.place, arr, mask, vals)
    vals = as_array(vals).reshape(-1)
    mask = _known_mask(mask, "numpy.place")
    if mask.size != arr.size:
        raise ValueError("numpy.place: mask and data must be the same size")
    chosen = np.flatnonzero(mask)
    if chosen.size and not vals.size:
        raise ValueError("Cannot insert from an empty array!")
    if chosen.size:
        arr.flat[chosen] = _cycled(vals, np.arange(chosen.size))
    return None


@implements(np.putmask)
def putmask(a: Any, mask: Any, values: Any) -> None:
    """See `numpy.putmask`."""
    if type(a) is not Tracer:
        return _plain(np.putmask, a, mask, values)
    values = as_array(values).reshape(-1)
    mask = as_array(mask).astype(bool)
    if mask.size != a.size:
        raise ValueError("numpy.putmask: mask and data must be the same size")
    if values.size and a.size:
        everywhere = _cycled(values, np.arange(a.size)).reshape(a.shape)
        a[...] = lookup(np.where)(mask.reshape(a.shape), everywhere, a)
    return None


# -- arguments ---------------------------------------------------------------------


def _positions(indices: Any, length: int, mode: str) -> Any:
    """Integers that name elements of a dimension; those outside it as `mode` says."""
    positions = _integers(indices)
    if mode not in _MODES:
        raise ValueError(
            f"clipmode must be one of 'clip', 'raise', or 'wrap' (got {mode!r})"
        )
    return _MODES[mode](positions, length)


def _integers(indices: Any) -> Any:
    """An array of integers, or a tracer of integers that is to be recorded."""
    if isinstance(indices, (list, tuple)) and not np.size(indices):
        return np.zeros(np.shape(indices), np.intp)
    positions = as_array(indices)
    if type(positions) is Tracer:
        positions.sync()
        if positions.edge is None:
            positions = positions.value
    elif type(positions) is not np.ndarray:
        positions = np.asarray(positions)
    if positions.dtype.kind not in "iub":
        raise TypeError(
            f"Cannot cast array data from {positions.dtype!r} to dtype('int64') "
            "according to the rule 'safe'"
        )
    return positions if positions.dtype.kind != "b" else positions.astype(np.intp)


_MODES: dict[str, Callable[[Any, int], Any]] = {
    "raise": lambda positions, length: positions,
    "wrap": lambda positions, length: positions % length,
    "clip": lambda positions, length: np.clip(positions, 0, length - 1),
}


def _check_choices(positions: Any, count: int) -> None:
    """Raise ValueError if a known position names none of `count` choices."""
    if type(positions) is Tracer:
        return
    if not np.all((positions >= 0) & (positions < count)):
        raise ValueError("invalid entry in choice array")


def _along_axis(arr: Any, indices: Any, axis: int) -> tuple[Any, ...]:
    """Arrays that name `indices` along an axis, and every position along the others."""
    axis = normalize_axis_index(axis, arr.ndim)
    indices = as_array(indices)
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if indices.ndim != arr.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    grid = np.ix_(*(np.arange(length) for length in arr.shape))
    return (*grid[:axis], indices, *grid[axis + 1 :])


def _known_mask(condition: Any, where: str) -> np.ndarray:
    """The condition as a plain array."""
    if type(condition) is Tracer:
        condition.sync()
        if condition.value is None:
            raise ConcretizationError(
                message(
                    f"functrace: {where} with a condition whose values are not known: "
                    "the shape of the result depends on them.",
                    got=condition.origin(),
                    source=user_line(),
                    help="use numpy.where(condition, x, 0).",
                )
            )
        condition = condition.value
    return np.asarray(condition).astype(bool)


def _cycled(values: Any, positions: np.ndarray) -> Any:
    """The values, repeated as often as needed, at these positions."""
    return take(values, positions % values.size)


def _plain(function: Callable[..., None], array: Any, *arguments: Any) -> None:
    """Let NumPy write into an ndarray, unless a traced value would be lost."""
    if any(map(has_tracers, arguments)):
        refuse_write(array)
    function(array, *arguments)
