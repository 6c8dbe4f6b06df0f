"""Running sums and products, differences, and integrals from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.primitive import Primitive
from functrace.numpy._arguments import as_array, store
from functrace.numpy._register import implements
from functrace.numpy.reductions import cast
from functrace.primitives import cumulative


def _accumulate(
    primitive: Primitive, a: Any, axis: Any, dtype: Any, **params: Any
) -> Any:
    """Accumulate along an axis; along all elements in C order if it is None.

    Short integers are accumulated in long ones, whose last bits are the same.
    """
    a = cast(as_array(a), dtype)
    if axis is None:
        axis, a = 0, a if a.ndim == 1 else a.reshape(-1)
    elif not a.ndim:
        a = a.reshape(-1)  # NumPy lets a scalar have an axis
    params["axis"] = normalize_axis_index(axis, a.ndim)
    return cast(primitive.unary(a, params), dtype)


@implements(np.cumsum)
def cumsum(a: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """See `numpy.cumsum`."""
    return store(out, _accumulate(cumulative.cumsum, a, axis, dtype, reverse=False))


@implements(np.cumprod)
def cumprod(a: Any, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
    """See `numpy.cumprod`. The derivatives are right where elements are zero."""
    return store(out, _accumulate(cumulative.cumprod, a, axis, dtype))


@implements(np.nancumsum)
def nancumsum(
    a: Any, axis: int | None = None, dtype: Any = None, out: Any = None
) -> Any:
    """See `numpy.nancumsum`."""
    a = as_array(a)
    return cumsum(np.where(np.isnan(a), np.zeros((), a.dtype), a), axis, dtype, out)


@implements(np.nancumprod)
def nancumprod(
    a: Any, axis: int | None = None, dtype: Any = None, out: Any = None
) -> Any:
    """See `numpy.nancumprod`."""
    a = as_array(a)
    return cumprod(np.where(np.isnan(a), np.ones((), a.dtype), a), axis, dtype, out)


def _from_initial(function: Any, identity: int, x: Any, **options: Any) -> Any:
    """An accumulation that may begin with the value of no element."""
    x = as_array(x)
    axis, out = options["axis"], options["out"]
    if axis is None:
        if x.ndim >= 2:
            raise ValueError(
                "For arrays which have more than one dimension ``axis`` argument is "
                "required."
            )
        axis = 0
    result = function(x, axis, options["dtype"])
    if options["include_initial"]:
        axis = normalize_axis_index(axis, result.ndim)
        shape = (*result.shape[:axis], 1, *result.shape[axis + 1 :])
        initial = np.full(shape, identity, result.dtype)
        result = np.concatenate([initial, result], axis)
    return store(out, result)


def cumulative_sum(
    x: Any,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    out: Any = None,
    include_initial: bool = False,
) -> Any:
    """See `numpy.cumulative_sum`."""
    return _from_initial(
        cumsum, 0, x, axis=axis, dtype=dtype, out=out, include_initial=include_initial
    )


def cumulative_prod(
    x: Any,
    /,
    *,
    axis: int | None = None,
    dtype: Any = None,
    out: Any = None,
    include_initial: bool = False,
) -> Any:
    """See `numpy.cumulative_prod`."""
    return _from_initial(
        cumprod, 1, x, axis=axis, dtype=dtype, out=out, include_initial=include_initial
    )


if hasattr(np, "cumulative_sum"):  # new in NumPy 2.1
    implements(np.cumulative_sum)(cumulative_sum)
    implements(np.cumulative_prod)(cumulative_prod)

# -- differences -----------------------------------------------------------------------


def _along(axis: int, start: int | None, stop: int | None) -> tuple[slice, ...]:
    return (*(slice(None),) * axis, slice(start, stop))


@implements(np.diff)
def diff(
    a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """See `numpy.diff`."""
    if n == 0:
        return a
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    a = as_array(a)
    if not a.ndim:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis_index(axis, a.ndim)
    edges = [None if e is None else _edge(e, a.shape, axis) for e in (prepend, append)]
    parts = [part for part in (edges[0], a, edges[1]) if part is not None]
    if len(parts) > 1:
        a = np.concatenate(parts, axis)
    difference = np.not_equal if a.dtype == np.bool_ else np.subtract
    for _ in range(n):
        a = difference(a[_along(axis, 1, None)], a[_along(axis, None, -1)])
    return a


def _edge(values: Any, shape: tuple[int, ...], axis: int) -> Any:
    """What `diff` prepends or appends: a scalar is repeated along the other axes."""
    values = as_array(values)
    if values.ndim:
        return values
    return np.broadcast_to(values, (*shape[:axis], 1, *shape[axis + 1 :]))


@implements(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """See `numpy.ediff1d`."""
    ary = as_array(ary).reshape(-1)
    parts = [ary[1:] - ary[:-1]]
    for name, extra in (("to_begin", to_begin), ("to_end", to_end)):
        if extra is None:
            continue
        values = as_array(extra)
        if not np.can_cast(values.dtype, ary.dtype, casting="same_kind"):
            raise TypeError(
                f"dtype of `{name}` must be compatible with input `ary` under the "
                "`same_kind` rule."
            )
        values = cast(values, ary.dtype).reshape(-1)
        parts = [values, *parts] if name == "to_begin" else [*parts, values]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


@implements(np.trapezoid)
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """See `numpy.trapezoid`."""
    y, step = as_array(y), dx
    if x is not None:
        x = as_array(x)
        step = diff(x, axis=axis if x.ndim > 1 else 0)
    place = normalize_axis_index(axis, y.ndim)
    if x is not None and x.ndim == 1:
        step = step.reshape(tuple(-1 if i == place else 1 for i in range(y.ndim)))
    pairs = y[_along(place, 1, None)] + y[_along(place, None, -1)]
    return np.sum(step * pairs / 2.0, axis)
