"""Functions that make selections, or take them element by element."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.strides import in_c_order
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, axes_of
from functrace.numpy.selections.alignment import elementwise, store
from functrace.numpy.selections.indices import added
from functrace.numpy.selections.masks import AxisMask, are_same, is_size
from functrace.numpy.selections.selection import (
    ANSWERS,
    Selection,
    Shared,
    answers,
    as_selection,
    refuse_function,
)

_ALL = slice(None)

# -- what masks select -----------------------------------------------------------------


@answers(np.nonzero)
def nonzero(x: Selection) -> tuple[Any, ...]:
    """See `numpy.nonzero`: places within what is selected."""
    if x.ndim > 1:
        refuse_function("numpy.nonzero", x)
    mask: Any = x.masks[0]
    nonzero = x.whole if x.dtype.kind == "b" else x.whole != 0
    narrow = AxisMask(np.logical_and(mask.selected, nonzero))
    return (Selection(mask.ranks() - 1, [narrow]),)


@answers(np.flatnonzero)
def flatnonzero(x: Selection) -> Any:
    """See `numpy.flatnonzero`."""
    return nonzero(x)[0]


@answers(np.argwhere)
def argwhere(x: Selection) -> Any:
    """See `numpy.argwhere`."""
    return nonzero(x)[0][:, None]


@answers(np.where)
def where(condition: Any, *choices: Any) -> Any:
    """See `numpy.where`."""
    each = elementwise(np.where)
    return each(condition, *choices) if choices else nonzero(condition)


@answers(np.ix_)
def ix_(*args: Any) -> tuple[Any, ...]:
    """See `numpy.ix_`."""
    found: list[Any] = []
    for axis, arg in enumerate(args):
        each = arg if type(arg) in (Selection, Tracer) else np.asarray(arg)
        if each.dtype.kind == "b":
            (each,) = np.nonzero(each)
        shape = [None] * len(args)
        found.append(each[(*shape[:axis], _ALL, *shape[axis + 1 :])])
    return tuple(found)


@answers(np.compress, np.extract)
def compress(condition: Any, a: Any, axis: int | None = None, out: Any = None) -> Any:
    """See `numpy.compress`."""
    if out is not None or (axis is not None and axis != 0 and a.ndim > 1):
        refuse_function("numpy.compress(..., axis, out)", a)
    condition = condition if condition.dtype.kind == "b" else condition != 0
    return (a if axis is not None else a.ravel())[condition]


# -- element by element -----------------------------------------------------------------


@answers("__call__")
def call(ufunc: np.ufunc, *inputs: Any, out: Any = None, **options: Any) -> Any:
    """A ufunc."""
    if options.pop("where", True) is not True or ufunc.signature is not None:
        selection = next(x for x in inputs if type(x) is Selection)
        refuse_function(f"numpy.{ufunc.__name__}(..., where)", selection)
    if ufunc is np.power:  # of integers it raises an error
        inputs = tuple(x.alive() if type(x) is Selection else x for x in inputs)
    result = elementwise(ufunc)(*inputs, **options)
    return store(out[0] if type(out) is tuple and len(out) == 1 else out, result)


@answers("at")
def at(ufunc: np.ufunc, a: Any, indices: Any, *values: Any) -> None:
    """See `numpy.ufunc.at`, of sums."""
    if ufunc not in (np.add, np.subtract) or type(a) is Selection:
        refuse_function(f"numpy.{ufunc.__name__}.at", indices)
    added(ufunc, a, indices, *values)


def _for_each(function: Any) -> None:
    """Let a function of each element of its first argument take selections."""
    each, signature = elementwise(function, count=1), inspect.signature(function)

    @answers(function)
    def answer(*args: Any, **options: Any) -> Any:
        given = signature.bind(*args, **options).arguments
        written = given.get("out") is not None or not given.get("copy", True)
        if written or np.ndim(given.get("fill_value", 0)):
            name = f"numpy.{function.__name__}(..., out, copy, fill_value)"
            refuse_function(name, args[0])
        return each(*args, **options)


ANSWERS[np.isclose] = elementwise(np.isclose)
for _function in (
    *(np.round, np.around, np.angle, np.nan_to_num, np.fix),
    *(np.sinc, np.i0, np.digitize, np.isin, np.copy),
    *(np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.isreal),
    *(np.iscomplex, np.isneginf, np.isposinf, np.real_if_close),
):
    _for_each(_function)


@answers(np.clip)
def clip(
    a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **options: Any
) -> Any:
    """See `numpy.clip`."""
    low, high = options.pop("min", a_min), options.pop("max", a_max)
    bounds = [x for x in (low, high) if x is not None]
    names = [name for name, x in (("a_min", low), ("a_max", high)) if x is not None]

    def function(x: Any, *given: Any) -> Any:
        bounds = {"a_min": None, "a_max": None, **dict(zip(names, given, strict=True))}
        return np.clip(x, bounds["a_min"], bounds["a_max"], **options)

    return store(out, elementwise(function)(a, *bounds))


@answers(np.searchsorted)
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """See `numpy.searchsorted`, of places in an array whose length is known."""
    if type(a) is Selection:
        refuse_function("numpy.searchsorted", a)
    return elementwise(lambda x: np.searchsorted(a, x, side, sorter))(v)


@answers(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    """See `numpy.polyval`."""
    if type(p) is Selection:
        refuse_function("numpy.polyval", p)
    result: Any = np.zeros_like(x)
    for coefficient in as_array(p):
        result = result * x + coefficient
    return result


@answers(np.astype)
def astype(x: Selection, dtype: Any, *args: Any, copy: Any = True, **rest: Any) -> Any:
    """See `numpy.astype`."""
    if not copy and np.dtype(dtype) == x.dtype:
        return x
    return elementwise(np.astype, count=1)(x, dtype, *args, **rest)


def _part_of_complex(function: Any) -> None:
    """Let a function of each element whose result is a view take selections."""
    answers(function)(lambda val: val.view(function(val.memory), val.masks))


_part_of_complex(np.real)
_part_of_complex(np.imag)


# -- shapes ------------------------------------------------------------------------------


@answers(np.reshape)
def reshape(a: Selection, shape: Any, order: Any = "C", **options: Any) -> Any:
    """See `numpy.reshape`: all in one dimension; others have length 1."""
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    shape = tuple([-1 if _is_length(n, a) else n for n in shape])
    rest = [n for n in shape if type(n) is not int or n != 1]
    if options or order not in ("C", "A") or len(rest) != 1 or not _is_rest(rest[0]):
        refuse_function(f"numpy.reshape(..., {shape}, {order!r})", a)
    live = a.masks[0]
    if a.ndim > 1:
        live = AxisMask(np.broadcast_to(a.live(), a.memory.shape).reshape(-1))
    masks = [live if _is_rest(n) else None for n in shape]
    out = a.view(a.memory.reshape(shape), masks)
    own = not a.is_part and a.memory.base is None
    return out if own or a.ndim == 1 or _is_compact(a) else _maybe_copy(a, out)


def _maybe_copy(a: Selection, out: Selection) -> Selection:
    """What NumPy has a view of `a` stand for, or a copy, as lengths are."""
    memory = out.memory.copy()
    return Selection(memory, out.masks, is_part=a.is_part, shared=Shared(a.memory))


def _is_compact(a: Selection) -> bool:
    """Whether a part of an array is known to lie in memory without gaps."""
    first, *others = a.masks
    gaps = first is not None and first.apart
    return not gaps and not any(others) and in_c_order(a.memory)


def _is_length(n: Any, a: Selection) -> bool:
    mask = a.masks[0]
    return type(n) is Tracer and a.ndim == 1 and mask is not None and is_size(mask, n)


def _is_rest(length: Any) -> bool:
    return type(length) is int and length == -1


@answers(np.ravel)
def ravel(a: Selection, order: Any = "C") -> Any:
    """See `numpy.ravel`: a copy unless it lies in memory without gaps."""
    out = reshape(a, -1, order)
    return out if out.shared or _is_compact(out) else _maybe_copy(a, out)


def flat(x: Any) -> Any:
    """A selection, or an array, in one dimension."""
    return ravel(x) if type(x) is Selection else as_array(x).reshape(-1)


@answers(np.transpose)
def transpose(a: Selection, axes: Any = None) -> Selection:
    """See `numpy.transpose`."""
    order = range(a.ndim)[::-1] if axes is None else axes_of(tuple(axes), a.ndim)
    return a.view(np.transpose(a.memory, tuple(order)), [a.masks[k] for k in order])


@answers(np.expand_dims)
def expand_dims(a: Selection, axis: Any) -> Any:
    """See `numpy.expand_dims`."""
    count = len(axis) if isinstance(axis, (tuple, list)) else 1
    new = axes_of(axis, a.ndim + count)
    return a[tuple([None if k in new else _ALL for k in range(a.ndim + count)])]


@answers(np.squeeze)
def squeeze(a: Selection, axis: Any = None) -> Any:
    """See `numpy.squeeze`, of dimensions whose lengths are known."""
    known = [k for k in range(a.ndim) if a.masks[k] is None and a.memory.shape[k] == 1]
    if axis is None or not set(axes_of(axis, a.ndim)) <= set(known):
        refuse_function("numpy.squeeze", a)
    drop = axes_of(axis, a.ndim)
    return a[tuple([0 if k in drop else _ALL for k in range(a.ndim)])]


@answers(np.swapaxes)
def swapaxes(a: Selection, axis1: int, axis2: int) -> Selection:
    """See `numpy.swapaxes`."""
    order = list(range(a.ndim))
    (first,), (second,) = axes_of(axis1, a.ndim), axes_of(axis2, a.ndim)
    order[first], order[second] = second, first
    return transpose(a, order)


# -- joining -----------------------------------------------------------------------------


@answers(np.concatenate)
def concatenate(arrays: Sequence[Any], axis: Any = 0, **options: Any) -> Any:
    """See `numpy.concatenate`."""
    if axis is None:
        arrays, axis = [flat(a) for a in arrays], 0
    parts = [as_selection(a) for a in arrays]
    first = next(a for a in parts if any(m is not None for m in a.masks))
    axis = axes_of(axis, first.ndim)[0]
    masks = [a.masks for a in parts]
    for own in masks:
        if len(own) != first.ndim:
            raise ValueError(
                f"arrays of {first.ndim} and {len(own)} dimensions cannot be concatenated"
            )
        same = [are_same(m, n) for m, n in zip(own, first.masks, strict=True)]
        if False in [*same[:axis], *same[axis + 1 :]]:
            refuse_function("numpy.concatenate", first)
    wholes = [a.whole for a in parts]
    found = list(first.masks)
    if any(own[axis] is not None for own in masks):
        pairs = zip(masks, wholes, strict=True)
        selected = [_selected(own[axis], whole.shape[axis]) for own, whole in pairs]
        found[axis] = AxisMask(np.concatenate(selected))
    return Selection(np.concatenate(wholes, axis, **options), found)


def _selected(mask: AxisMask | None, length: int) -> Any:
    return np.ones(length, bool) if mask is None else mask.selected


@answers(np.array)
def array(a: Any, dtype: Any = None, **options: Any) -> Any:
    """See `numpy.array`, of a selection, or of a list of them by the same masks."""
    if not options.keys() <= {"copy"}:
        refuse_function("numpy.array", a)
    if type(a) is Selection and not options.get("copy", True):
        return a if dtype is None else a.astype(dtype, copy=False)
    found = ANSWERS[np.copy](a) if type(a) is Selection else stack(a)
    return found if dtype is None else found.astype(dtype)


@answers(np.asarray, np.ascontiguousarray)
def asarray(a: Any, dtype: Any = None, **options: Any) -> Any:
    """See `numpy.asarray`."""
    if type(a) is Selection and not options and dtype in (None, a.dtype):
        return a
    return array(a, dtype, **options)


@answers(np.append)
def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """See `numpy.append`."""
    return concatenate([arr, values], axis)


@answers(np.stack)
def stack(arrays: Sequence[Any], axis: int = 0, **options: Any) -> Any:
    """See `numpy.stack`."""
    ndim = np.ndim(arrays[0])
    axis = axes_of(axis, ndim + 1)[0]
    index = (*[_ALL] * axis, None)
    return concatenate([a[index] for a in arrays], axis, **options)


@answers(np.hstack)
def hstack(tup: Sequence[Any], **options: Any) -> Any:
    """See `numpy.hstack`."""
    return concatenate(tup, int(np.ndim(tup[0]) > 1), **options)


@answers(np.vstack)
def vstack(tup: Sequence[Any], **options: Any) -> Any:
    """See `numpy.vstack`."""
    return concatenate([a[None] if np.ndim(a) == 1 else a for a in tup], **options)


@answers(np.column_stack)
def column_stack(tup: Sequence[Any]) -> Any:
    """See `numpy.column_stack`."""
    return concatenate([a[:, None] if np.ndim(a) == 1 else a for a in tup], 1)
