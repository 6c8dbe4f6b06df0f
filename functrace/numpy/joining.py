"""Putting arrays together, and repeating them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.dispatch import lookup
from functrace.core.primitive import has_tracers
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, known, refuse_write, shape_of, store
from functrace.numpy._register import implements
from functrace.numpy.layout import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    broadcast_to,
    detached,
    flat,
    order_of,
    taken,
    with_shape,
)
from functrace.numpy.selections import chosen, is_open
from functrace.primitives import joining, layout

# -- joining -----------------------------------------------------------------------


@implements(np.concatenate)
def concatenate(
    arrays: Any,
    /,
    axis: int | None = 0,
    out: Any = None,
    *,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> Any:
    """See `numpy.concatenate`."""
    joined = _cast(_sequence(arrays, "concatenate"), dtype, casting)
    if axis is None:
        joined, axis = [flat(array) for array in joined], 0
    if not joined[0].ndim:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = normalize_axis_index(axis, joined[0].ndim)
    return store(out, joining.concatenate(*joined, axis=axis))


@implements(np.stack)
def stack(
    arrays: Any,
    axis: int = 0,
    out: Any = None,
    *,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> Any:
    """See `numpy.stack`."""
    joined = _cast(_sequence(arrays, "stack"), dtype, casting)
    axis = normalize_axis_index(axis, joined[0].ndim + 1)
    return store(out, joining.stack(*joined, axis=axis))


@implements(np.vstack)
def vstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """See `numpy.vstack`."""
    rows = [atleast_2d(array) for array in _sequence(tup, "concatenate")]
    return concatenate(rows, 0, dtype=dtype, casting=casting)


@implements(np.hstack)
def hstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """See `numpy.hstack`."""
    arrays = [atleast_1d(array) for array in _sequence(tup, "concatenate")]
    axis = 0 if arrays[0].ndim == 1 else 1
    return concatenate(arrays, axis, dtype=dtype, casting=casting)


@implements(np.dstack)
def dstack(tup: Any) -> Any:
    """See `numpy.dstack`."""
    layers = [atleast_3d(array) for array in _sequence(tup, "concatenate")]
    return concatenate(layers, 2)


@implements(np.column_stack)
def column_stack(tup: Any) -> Any:
    """See `numpy.column_stack`."""
    arrays = _sequence(tup, "concatenate")
    return concatenate(
        [a if a.ndim >= 2 else with_shape(a, (a.size, 1)) for a in arrays], 1
    )


@implements(np.block)
def block(arrays: Any) -> Any:
    """See `numpy.block`."""
    depth = _depth(arrays)
    ndim = max(depth, *_dimensions(arrays), 0)
    joined = _joined(arrays, depth, ndim)
    return detached(joined, "C") if depth == 0 else joined


@implements(np.append)
def append(arr: Any, values: Any, axis: int | None = None) -> Any:
    """See `numpy.append`."""
    return concatenate((as_array(arr), as_array(values)), axis)


@implements(np.insert)
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> Any:
    """See `numpy.insert`."""
    arr, values = as_array(arr), as_array(values)
    if axis is None:
        arr, axis = flat(arr), 0
    axis = normalize_axis_index(axis, arr.ndim)
    length = arr.shape[axis]
    values = with_shape(values, (1,) * (arr.ndim - values.ndim) + values.shape)
    places = known(obj)
    if isinstance(places, slice):
        places = np.arange(length)[places]
    places = np.asarray(places)
    places = np.flatnonzero(places) if places.dtype == bool else places
    if places.size == 1:  # before one place, as many as there are values
        if not -length <= places.item() <= length:
            raise IndexError(
                f"index {obj} is out of bounds for axis {axis} with size {length}"
            )
        values = values if places.ndim else np.moveaxis(values, 0, axis)
        places = np.repeat(places, values.shape[axis])
    while values.ndim > arr.ndim and values.shape[0] == 1:  # as an assignment does
        values = values[0]
    count = len(places)
    values = broadcast_to(values, (*arr.shape[:axis], count, *arr.shape[axis + 1 :]))
    joined = concatenate((arr, values.astype(arr.dtype)), axis)
    order = np.insert(np.arange(length), places.astype(int), length + np.arange(count))
    return detached(taken(joined, order, axis), order_of(arr))


def _left_by(gone: Any, length: int) -> Any:
    """Which of so many elements are left without those that an open index names."""
    left = Tracer(None, np.ones(length, bool))
    left[gone] = False
    return left


@implements(np.delete)
def delete(arr: Any, obj: Any, axis: int | None = None) -> Any:
    """See `numpy.delete`."""
    arr = as_array(arr)
    if axis is None:
        arr, axis = flat(arr), 0
    axis = normalize_axis_index(axis, arr.ndim)
    if is_open(obj):
        return chosen(arr, (*[slice(None)] * axis, _left_by(obj, arr.shape[axis])))
    gone = known(obj)
    kept = np.delete(np.arange(arr.shape[axis]), gone)
    if np.size(gone) != 1 and not isinstance(gone, slice):
        return arr[(*(slice(None),) * axis, kept)]
    return detached(taken(arr, kept, axis), order_of(arr))


# -- repetition --------------------------------------------------------------------


@implements(np.tile)
def tile(A: Any, reps: Any) -> Any:
    """See `numpy.tile`."""
    A, reps = as_array(A), shape_of(known(reps))
    ndim = max(A.ndim, len(reps))
    reps = (1,) * (ndim - len(reps)) + reps
    shape = (1,) * (ndim - A.ndim) + A.shape
    if all(rep == 1 for rep in reps):
        return detached(with_shape(A, shape))
    single = with_shape(A, tuple(n for length in shape for n in (1, length)))
    pairs = tuple(n for pair in zip(reps, shape, strict=True) for n in pair)
    full = tuple(rep * length for rep, length in zip(reps, shape, strict=True))
    return detached(with_shape(broadcast_to(single, pairs), full))


@implements(np.repeat)
def repeat(a: Any, repeats: Any, axis: int | None = None) -> Any:
    """See `numpy.repeat`."""
    a, repeats = as_array(a), np.asarray(known(repeats))
    if axis is None or not a.ndim:  # NumPy lets a scalar have an axis
        a = flat(a)
    axis = 0 if axis is None else normalize_axis_index(axis, a.ndim)
    if repeats.size != 1:
        return taken(a, np.repeat(np.arange(a.shape[axis]), repeats), axis)
    count = operator.index(repeats.reshape(())[()])
    if count < 0:
        raise ValueError("repeats may not contain negative values.")
    before, length, after = a.shape[:axis], a.shape[axis], a.shape[axis + 1 :]
    single = with_shape(a, (*before, length, 1, *after))
    repeated = broadcast_to(single, (*before, length, count, *after))
    return detached(with_shape(repeated, (*before, length * count, *after)))


@implements(np.resize)
def resize(a: Any, new_shape: Any) -> Any:
    """See `numpy.resize`."""
    a, shape = as_array(a), shape_of(new_shape)
    if any(length < 0 for length in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    size = int(np.prod(shape))
    if a.size == 0:
        return np.zeros_like(a, shape=shape)
    return with_shape(taken(flat(a), np.arange(size) % a.size, 0), shape)


@implements(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """See `numpy.roll`."""
    a, shift = as_array(a), known(shift)
    if axis is None and a.ndim != 1:
        return with_shape(roll(flat(a), shift, 0), a.shape)
    axes = (0,) if axis is None else (axis,) if np.ndim(axis) == 0 else tuple(axis)
    axes = [normalize_axis_index(i, a.ndim) for i in axes]
    if np.ndim(shift) > 1:
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    shifts = [0] * a.ndim
    for count, place in [(int(n), int(i)) for n, i in np.broadcast(shift, axes)]:
        shifts[place] = (shifts[place] + count) % (a.shape[place] or 1)
    if not any(shifts):
        return detached(a)
    return layout.roll.unary(a, {"shifts": tuple(shifts)})


@implements(np.kron)
def kron(a: Any, b: Any) -> Any:
    """See `numpy.kron`."""
    a, b = as_array(a), as_array(b)
    ndim = max(a.ndim, b.ndim)
    rows = (1,) * (ndim - a.ndim) + a.shape
    columns = (1,) * (ndim - b.ndim) + b.shape
    a = with_shape(a, tuple(n for length in rows for n in (length, 1)))
    b = with_shape(b, tuple(n for length in columns for n in (1, length)))
    return with_shape(a * b, tuple(m * n for m, n in zip(rows, columns, strict=True)))


@implements(np.meshgrid)
def meshgrid(
    *xi: Any, copy: bool = True, sparse: bool = False, indexing: Any = "xy"
) -> tuple[Any, ...]:
    """See `numpy.meshgrid`."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    count = len(xi)
    places = list(range(count))
    if indexing == "xy" and count > 1:
        places[:2] = 1, 0
    arrays = [as_array(x) for x in xi]
    grids = [
        with_shape(x, tuple(x.size if i == place else 1 for i in range(count)))
        for x, place in zip(arrays, places, strict=True)
    ]
    if not sparse:
        grids = np.broadcast_arrays(*grids)
    return tuple(detached(grid, "C") if copy else grid for grid in grids)


# -- writing -----------------------------------------------------------------------


@implements(np.copyto)
def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    """See `numpy.copyto`."""
    if type(dst) is not Tracer:
        plain: Any = src.value if type(src) is Tracer and src.edge is None else src
        if has_tracers([plain, where]):
            refuse_write(dst)
        np.copyto(dst, plain, casting, where)
        return
    number = isinstance(src, (int, float, complex)) and not isinstance(src, np.generic)
    values: Any = src if number else as_array(src)
    if not number and not np.can_cast(values.dtype, dst.dtype, casting):
        raise TypeError(
            f"Cannot cast array data from {values.dtype!r} to {dst.dtype!r} according "
            f"to the rule {casting!r}"
        )
    dst[...] = values if where is True else lookup(np.where)(where, values, dst)


# -- helpers -----------------------------------------------------------------------


def _sequence(arrays: Any, name: str) -> list[Any]:
    """The arrays to join; of a single array, its parts along the first axis."""
    joined = [as_array(array) for array in arrays]
    if not joined:
        raise ValueError(f"need at least one array to {name}")
    return joined


def _cast(arrays: list[Any], dtype: Any, casting: Any) -> list[Any]:
    if dtype is None:
        return arrays
    for array in arrays:
        if not np.can_cast(array.dtype, dtype, casting):
            raise TypeError(
                f"Cannot cast array data from {array.dtype!r} to {np.dtype(dtype)!r} "
                f"according to the rule {casting!r}"
            )
    return [array.astype(dtype) for array in arrays]


def _depth(arrays: Any) -> int:
    """How deep the lists of numpy.block are nested: equally everywhere."""
    if isinstance(arrays, tuple):
        raise TypeError("Only lists can be used to arrange blocks, not tuples.")
    if not isinstance(arrays, list):
        return 0
    if not arrays:
        raise ValueError("List at arrays cannot be empty")
    depths = {_depth(array) for array in arrays}
    if len(depths) > 1:
        raise ValueError("List depths are mismatched.")
    return 1 + depths.pop()


def _dimensions(arrays: Any) -> list[int]:
    if isinstance(arrays, list):
        return [n for array in arrays for n in _dimensions(array)]
    return [np.ndim(arrays)]


def _joined(arrays: Any, depth: int, ndim: int) -> Any:
    """Join the innermost lists along the last axis, those around by the one before."""
    if not isinstance(arrays, list):
        array = as_array(arrays)
        return with_shape(array, (1,) * (ndim - array.ndim) + array.shape)
    return concatenate([_joined(a, depth - 1, ndim) for a in arrays], ndim - depth)
