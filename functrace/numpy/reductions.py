"""Reductions."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from functrace.core.primitive import Primitive
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, axes_of, store
from functrace.numpy._register import implements
from functrace.primitives import reductions

_ALL_AXES = tuple(tuple(range(ndim)) for ndim in range(65))  # 64: NumPy's limit
_sum = reductions.reduce_sum.unary

# -- arguments -------------------------------------------------------------------------


def reduced_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes to reduce, non-negative; NumPy lets a scalar have the axes 0 and -1."""
    if axis is None:
        return _ALL_AXES[ndim]
    if type(axis) is int:
        if 0 <= axis < ndim:
            return (axis,)
        if -ndim <= axis < 0:
            return (axis + ndim,)
        if not ndim and axis in (0, -1):
            return ()
    return axes_of(axis, ndim)


def params_of(a: Any, axis: Any, keepdims: bool) -> dict[str, Any]:
    """Parameters of a reducing primitive."""
    value = a.value if type(a) is Tracer else a  # a tracer's `ndim` is slow
    ndim = a.ndim if value is None else value.ndim
    axes = _ALL_AXES[ndim] if axis is None else reduced_axes(axis, ndim)
    return {"axis": axes, "keepdims": bool(keepdims)}


def cast(a: Any, dtype: Any) -> Any:
    """The array in another dtype, if one is given and it is another."""
    return a if dtype is None or a.dtype == np.dtype(dtype) else a.astype(dtype)


def masked(a: Any, where: Any, fill: Any) -> Any:
    """`fill` in place of what `where` leaves out, which gets no cotangent, either."""
    where = as_array(where)
    if where.dtype != np.bool_:
        raise TypeError(f"where must be an array of bool, not of {where.dtype}")
    return np.where(np.broadcast_to(where, a.shape), a, np.asarray(fill, a.dtype))


def start_of(initial: Any, dtype: Any) -> Any:
    """The argument `initial` in the dtype of the result."""
    if type(initial) is int and dtype.kind in "iu":
        return np.asarray(initial, dtype)  # OverflowError where it does not fit
    initial = as_array(initial)
    if initial.ndim:
        raise ValueError("initial must be a scalar")
    return cast(initial, dtype)


def _reduce(
    primitive: Primitive,
    neutral: int,
    a: Any,
    axis: Any,
    dtype: Any,
    keepdims: bool,
    where: Any,
) -> Any:
    """A reduction in which masked elements are replaced by the neutral one.

    Short integers are accumulated in long ones, whose last bits are the same.
    """
    a = cast(as_array(a), dtype)
    if where is not True:
        a = masked(a, where, neutral)
    return cast(primitive.unary(a, params_of(a, axis, keepdims)), dtype)


# -- sums and products -----------------------------------------------------------------


@implements(np.sum)
def sum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.sum`."""
    if (
        type(a) is Tracer
        and where is True
        and dtype is None
        and out is None
        and initial is None
    ):
        return _sum(a, params_of(a, axis, keepdims))
    total = _reduce(reductions.reduce_sum, 0, a, axis, dtype, keepdims, where)
    if initial is not None:
        total = total + start_of(initial, total.dtype)
    return store(out, total)


@implements(np.prod)
def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.prod`. The derivatives are right where elements are zero."""
    product = _reduce(reductions.reduce_prod, 1, a, axis, dtype, keepdims, where)
    if initial is not None:
        product = product * start_of(initial, product.dtype)
    return store(out, product)


def _count(a: Any, axes: tuple[int, ...], keepdims: bool, where: Any) -> Any:
    """How many elements go into each element of the result."""
    if where is not True:
        where = np.broadcast_to(as_array(where), a.shape)
        return np.sum(where, axis=axes, dtype=np.intp, keepdims=keepdims)
    count = 1
    for axis in axes:
        count *= a.shape[axis]
    return count


def is_possible(condition: Any) -> bool:
    """Whether any element is true, or may be as its value is not known."""
    if not isinstance(condition, Tracer):
        return bool(np.any(condition))
    return condition.value is None or bool(np.any(condition.value))


def warn_if(condition: Any, text: str) -> None:
    """Give NumPy's warning if any element of `condition` is known to be true."""
    known = condition.value if isinstance(condition, Tracer) else condition
    if known is not None and np.any(known):
        warnings.warn(text, RuntimeWarning, stacklevel=4)


@implements(np.mean)
def mean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Any:
    """See `numpy.mean`."""
    a = as_array(a)
    axes = axes_of(axis, a.ndim)
    count = _count(a, axes, keepdims, where)
    if type(count) is not int or not count:
        warn_if(count == 0, "Mean of empty slice")
    wanted = accumulated = dtype
    if dtype is None:
        wanted = np.float64 if a.dtype.kind in "biu" else a.dtype
        accumulated = np.float32 if wanted == np.float16 else wanted
    total = _reduce(reductions.reduce_sum, 0, a, axes, accumulated, keepdims, where)
    return store(out, cast(total / count, wanted))


@implements(np.average)
def average(
    a: Any,
    axis: Any = None,
    weights: Any = None,
    returned: bool = False,
    *,
    keepdims: bool = False,
) -> Any:
    """See `numpy.average`."""
    a = as_array(a)
    axes = None if axis is None else axes_of(axis, a.ndim)
    if weights is None:
        result = mean(a, axes, keepdims=keepdims)
        if not returned:
            return result
        count = _count(a, reduced_axes(axes, a.ndim), keepdims, where=True)
        return result, np.full(result.shape, count, result.dtype)[()]
    weights = aligned_weights(as_array(weights), a, axes)
    dtype = np.result_type(a.dtype, weights.dtype)
    if a.dtype.kind in "biu":
        dtype = np.result_type(dtype, np.float64)
    scale = sum(weights, axes, dtype, keepdims=keepdims)
    empty = scale == 0
    if type(empty) is not Tracer and np.any(empty):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    product = cast(a, dtype) * cast(weights, dtype)
    result = sum(product, axes, keepdims=keepdims) / scale
    if not returned:
        return result
    if scale.shape != result.shape:
        scale = np.copy(np.broadcast_to(scale, result.shape))
    return result, scale


def aligned_weights(weights: Any, a: Any, axes: tuple[int, ...] | None) -> Any:
    """Weights that broadcast against `a`."""
    if weights.shape == a.shape:
        return weights
    if axes is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    if weights.shape != tuple(a.shape[axis] for axis in axes):
        raise ValueError(
            "Shape of weights must be consistent with shape of a along specified axis."
        )
    order = sorted(range(len(axes)), key=axes.__getitem__)
    shape = tuple(n if i in axes else 1 for i, n in enumerate(a.shape))
    return weights.transpose(order).reshape(shape)


# -- spread ----------------------------------------------------------------------------


def squared_deviations(
    a: Any,
    axis: Any,
    dtype: Any,
    ddof: Any,
    keepdims: bool,
    where: Any,
    mean: Any,
    correction: Any,
) -> tuple[Any, Any]:
    """Sums of squared deviations from the mean, and the degrees of freedom."""
    a = as_array(a)
    if correction is not None:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    if dtype is None and a.dtype.kind in "biu":
        dtype = np.float64
    axes = axes_of(axis, a.ndim)
    count = _count(a, axes, keepdims=True, where=where)
    if mean is None:
        total = _reduce(reductions.reduce_sum, 0, a, axes, dtype, True, where)
        divisor = count if where is True else np.maximum(count, 1)
        mean = cast(total / divisor, total.dtype)
    deviation = a - mean
    if where is not True:
        deviation = masked(deviation, where, 0)
    if deviation.dtype.kind == "c":
        squares = deviation.real * deviation.real + deviation.imag * deviation.imag
    else:
        squares = np.square(deviation)
    total = _reduce(reductions.reduce_sum, 0, squares, axes, dtype, keepdims, True)
    freedom = count - ddof
    return total, freedom.reshape(total.shape) if where is not True else freedom


def variance_of(*arguments: Any) -> Any:
    """The variance; see `squared_deviations` for the arguments."""
    total, freedom = squared_deviations(*arguments)
    exhausted = freedom <= 0
    if is_possible(exhausted):
        warn_if(exhausted, "Degrees of freedom <= 0 for slice")
        freedom = np.maximum(freedom, 0)
    return cast(total / freedom, total.dtype)


def deviation_of(variance: Any) -> Any:
    """The square root; as in NumPy, of integers there is one of a scalar only."""
    deviation = reductions.root(variance)
    if variance.dtype.kind in "iu" and variance.ndim:
        raise TypeError(
            f"Cannot cast ufunc 'sqrt' output from {deviation.dtype!r} to "
            f"{variance.dtype!r} with casting rule 'same_kind'"
        )
    return cast(deviation, variance.dtype)


@implements(np.var)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """See `numpy.var`."""
    return store(
        out, variance_of(a, axis, dtype, ddof, keepdims, where, mean, correction)
    )


@implements(np.std)
def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: Any = 0,
    keepdims: bool = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """See `numpy.std`. The derivative is zero where all elements are equal."""
    variance = variance_of(a, axis, dtype, ddof, keepdims, where, mean, correction)
    return store(out, deviation_of(variance))


# -- truth values ----------------------------------------------------------------------


@implements(np.any, differentiable=False)
def any(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Any:
    """See `numpy.any`."""
    if where is not True:
        a = np.logical_and(a, where)
    return store(out, _reduce(reductions.reduce_any, 0, a, axis, None, keepdims, True))


@implements(np.all, differentiable=False)
def all(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    *,
    where: Any = True,
) -> Any:
    """See `numpy.all`."""
    if where is not True:
        a = np.logical_or(a, np.logical_not(where))
    return store(out, _reduce(reductions.reduce_all, 1, a, axis, None, keepdims, True))


@implements(np.count_nonzero, differentiable=False)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """See `numpy.count_nonzero`."""
    nonzero = as_array(a) != 0
    if type(nonzero) is not Tracer:
        return np.count_nonzero(nonzero, axis, keepdims=keepdims)
    return sum(nonzero, axis, keepdims=keepdims)
