"""Shapes and the order of dimensions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.strides import in_c_order, is_view, of_operands, strided
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, axes_of, shape_of
from functrace.numpy._register import implements
from functrace.primitives import indexing, layout

_ALL = slice(None)
_REVERSED = slice(None, None, -1)


def transposed(x: Any, axes: tuple[int, ...]) -> Any:
    """The dimensions in the order of `axes`, non-negative integers."""
    return layout.transpose.unary(x, {"axes": axes})


def part(x: Any, axis: int, entry: slice | int) -> Any:
    """Read a slice or an element of a non-negative axis: a view."""
    return indexing.getitem.unary(x, {"index": (*(_ALL,) * axis, entry)})


def with_shape(x: Any, shape: tuple[int, ...]) -> Any:
    """The elements in C order in another shape of the same size."""
    out = layout.reshape.unary(x, {"shape": shape})
    if type(out) is Tracer and out.base is not None and not is_view(x, shape):
        return Tracer(out.edge, out.value)
    return out


def flat(x: Any) -> Any:
    """The elements in C order along one axis; `x` itself if it has no other."""
    return x if x.ndim == 1 else with_shape(x, (math.prod(x.shape),))


def taken(x: Any, places: Any, axis: int) -> Any:
    """Elements along a non-negative axis: in C order, as NumPy's functions give them."""
    read = indexing.gather(x, places, index=(*(_ALL,) * axis, indexing.ARRAY))
    return arranged(read, np.empty(read.shape, bool))


def detached(x: Any, order: Any = "K") -> Any:
    """A copy; of a tracer another handle, as writes to one do not show in the other."""
    if type(x) is not Tracer:
        return np.array(x, order=order)
    x.sync()
    if x.base is not None and x.is_constant():  # a copy of it depends on nothing
        return Tracer(None, np.array(x.value, order=order))
    copy = x.twin()
    if order != "F" and in_c_order(x):
        return copy
    return arranged(copy, np.empty_like(strided(x), order=order))


def arranged(x: Any, like: np.ndarray) -> Any:
    """`x`, or a copy whose dimensions are in the order in memory that those of `like` are."""
    axes = tuple(sorted(range(x.ndim), key=lambda i: -like.strides[i]))
    if strided(x).transpose(axes).flags.c_contiguous:
        return x
    if type(x) is not Tracer or x.value is None:
        return layout.arrange(x, axes=axes)
    return Tracer(x.edge, layout.arrange.impl(x.value, axes=axes))


def order_of(x: Any) -> str:
    """What the order "A" stands for."""
    return "F" if strided(x).flags.fnc else "C"


# -- order of dimensions -----------------------------------------------------------


@implements(np.transpose)
def transpose(a: Any, axes: Any = None) -> Any:
    """See `numpy.transpose`."""
    a = as_array(a)
    ndim = a.ndim
    if axes is None:
        return transposed(a, tuple(range(ndim - 1, -1, -1)))
    chosen = axes_of(axes, ndim)
    if len(chosen) != ndim:
        raise ValueError("axes don't match array")
    return transposed(a, chosen)


@implements(np.matrix_transpose)
def matrix_transpose(x: Any, /) -> Any:
    """See `numpy.matrix_transpose`."""
    x = as_array(x)
    if x.ndim < 2:
        raise ValueError(
            f"Input array must be at least 2-dimensional, but it is {x.ndim}"
        )
    return swapaxes(x, -1, -2)


@implements(np.swapaxes)
def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """See `numpy.swapaxes`."""
    a = as_array(a)
    axes = list(range(a.ndim))
    first = normalize_axis_index(axis1, a.ndim)
    second = normalize_axis_index(axis2, a.ndim)
    axes[first], axes[second] = axes[second], axes[first]
    return transposed(a, tuple(axes))


@implements(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """See `numpy.moveaxis`."""
    a = as_array(a)
    sources, places = axes_of(source, a.ndim), axes_of(destination, a.ndim)
    if len(sources) != len(places):
        raise ValueError(
            "`source` and `destination` arguments must have the same number of elements"
        )
    axes = [axis for axis in range(a.ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        axes.insert(place, axis)
    return transposed(a, tuple(axes))


@implements(np.rollaxis)
def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """See `numpy.rollaxis`."""
    a = as_array(a)
    axis = normalize_axis_index(axis, a.ndim)
    start = normalize_axis_index(start, a.ndim + 1)
    axes = list(range(a.ndim))
    axes.remove(axis)
    axes.insert(start - (axis < start), axis)
    return transposed(a, tuple(axes))


# -- shape -------------------------------------------------------------------------


@implements(np.reshape)
def reshape(
    a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None
) -> Any:
    """See `numpy.reshape`."""
    a = as_array(a)
    shape = _complete_shape(a.shape, shape_of(shape))
    if order == "C" and copy is None:
        return with_shape(a, shape)
    if order not in ("C", "F", "A"):
        raise ValueError(f"order must be one of 'C', 'F', or 'A' (got {order!r})")
    out = _in_order(a, shape, order)
    if copy:
        return detached(out)
    if copy is False and not _is_view(a, shape, order):
        raise ValueError("Unable to avoid creating a copy while reshaping.")
    return out


@implements(np.ravel)
def ravel(a: Any, order: Any = "C") -> Any:
    """See `numpy.ravel`."""
    a = as_array(a)
    shape = (math.prod(a.shape),)
    if order == "K":
        strides = of_operands(strided(a)).strides
        axes = sorted(range(a.ndim), key=lambda i: -strides[i])
        out = with_shape(transposed(a, tuple(axes)), shape)
    else:
        out = reshape(a, shape, order)
    return out if in_c_order(out) else detached(out, "C")


@implements(np.squeeze)
def squeeze(a: Any, axis: Any = None) -> Any:
    """See `numpy.squeeze`."""
    a = as_array(a)
    shape = a.shape
    if axis is None:
        removed = tuple(i for i, length in enumerate(shape) if length == 1)
    elif not shape:
        axes_of(axis, 1)  # NumPy lets a scalar have an axis
        removed = ()
    else:
        removed = axes_of(axis, a.ndim)
        if any(shape[i] != 1 for i in removed):
            raise ValueError(
                "cannot select an axis to squeeze out which has size not equal to one"
            )
    return with_shape(a, tuple(n for i, n in enumerate(shape) if i not in removed))


@implements(np.expand_dims)
def expand_dims(a: Any, axis: Any) -> Any:
    """See `numpy.expand_dims`."""
    a = as_array(a)
    added = (axis,) if not isinstance(axis, (tuple, list)) else tuple(axis)
    added = axes_of(added, a.ndim + len(added))
    lengths = iter(a.shape)
    ndim = a.ndim + len(added)
    return with_shape(a, tuple(1 if i in added else next(lengths) for i in range(ndim)))


@implements(np.atleast_1d)
def atleast_1d(*arys: Any) -> Any:
    """See `numpy.atleast_1d`."""
    return _each(arys, lambda x: x if x.ndim else with_shape(x, (1,)))


@implements(np.atleast_2d)
def atleast_2d(*arys: Any) -> Any:
    """See `numpy.atleast_2d`."""
    return _each(
        arys,
        lambda x: x if x.ndim >= 2 else with_shape(x, (1, *(x.shape or (1,)))),
    )


@implements(np.atleast_3d)
def atleast_3d(*arys: Any) -> Any:
    """See `numpy.atleast_3d`."""

    def expanded(x: Any) -> Any:
        if x.ndim >= 3:
            return x
        shape = (*x.shape, 1) if x.ndim == 2 else (1, *(x.shape or (1,)), 1)
        return with_shape(x, shape)

    return _each(arys, expanded)


@implements(np.broadcast_to)
def broadcast_to(array: Any, shape: Any, subok: bool = False) -> Any:
    """See `numpy.broadcast_to`."""
    array, shape = as_array(array), shape_of(shape)
    if type(array) is Tracer and not array.shape and array.is_array:
        if not shape:
            return broadcast_to(array, (1,))[0, ...]
        array = array[None]  # as it is, it would be taken for a scalar, which is copied
    out = layout.broadcast_to.unary(array, {"shape": shape})
    if type(out) is Tracer and out.base is None and out.edge is not None:
        out.set_base(array)  # of a scalar no view is made, but it is read-only, too
    return out


@implements(np.broadcast_arrays)
def broadcast_arrays(*args: Any, subok: bool = False) -> tuple[Any, ...]:
    """See `numpy.broadcast_arrays`."""
    arrays = [as_array(arg) for arg in args]
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    return tuple(a if a.shape == shape else broadcast_to(a, shape) for a in arrays)


# -- reversal ----------------------------------------------------------------------


@implements(np.flip)
def flip(m: Any, axis: Any = None) -> Any:
    """See `numpy.flip`."""
    m = as_array(m)
    axes = axes_of(axis, m.ndim)
    index = tuple(_REVERSED if i in axes else _ALL for i in range(m.ndim))
    return m[index]


@implements(np.fliplr)
def fliplr(m: Any) -> Any:
    """See `numpy.fliplr`."""
    m = as_array(m)
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return flip(m, 1)


@implements(np.flipud)
def flipud(m: Any) -> Any:
    """See `numpy.flipud`."""
    m = as_array(m)
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return flip(m, 0)


@implements(np.rot90)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """See `numpy.rot90`."""
    m = as_array(m)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    first, second = axes_of(tuple(axes), m.ndim)
    k = int(k) % 4
    if k == 0:
        return indexing.getitem.unary(m, {"index": Ellipsis})
    if k == 2:
        return flip(m, (first, second))
    if k == 1:
        return swapaxes(flip(m, second), first, second)
    return flip(swapaxes(m, first, second), second)


# -- helpers -----------------------------------------------------------------------


def _each(arrays: Sequence[Any], function: Any) -> Any:
    results = tuple(function(as_array(array)) for array in arrays)
    return results[0] if len(results) == 1 else results


def _complete_shape(old: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    """Fill in the length given as -1, and check the size."""
    total, count = math.prod(old), math.prod(new)
    if -1 in new:
        known = -count
        if new.count(-1) > 1:
            raise ValueError("can only specify one unknown dimension")
        if known > 0 and total % known == 0:
            return tuple(total // known if n == -1 else n for n in new)
    elif count == total:
        return new
    raise ValueError(f"cannot reshape array of size {total} into shape {new}")


def _in_order(a: Any, shape: tuple[int, ...], order: str) -> Any:
    if _is_in_c(a, order):
        return with_shape(a, shape)
    return np.transpose(with_shape(np.transpose(a), shape[::-1]))


def _is_view(a: Any, shape: tuple[int, ...], order: str) -> bool:
    if _is_in_c(a, order):
        return is_view(a, shape)
    return is_view(np.transpose(a), shape[::-1])


def _is_in_c(a: Any, order: str) -> bool:
    return (order_of(a) if order == "A" else order) == "C"
