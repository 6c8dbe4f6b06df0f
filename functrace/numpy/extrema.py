"""Extrema, and where they are."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from functrace.core.primitive import Primitive
from functrace.numpy._arguments import as_array, store
from functrace.numpy._register import implements
from functrace.numpy.reductions import masked, params_of, reduced_axes, start_of
from functrace.primitives import reductions

_max = reductions.reduce_max.unary
_min = reductions.reduce_min.unary


def _extremum(
    primitive: Primitive,
    ufunc: np.ufunc,
    a: Any,
    axis: Any,
    keepdims: bool,
    initial: Any,
    where: Any,
) -> Any:
    a = as_array(a)
    params = params_of(a, axis, keepdims)
    if where is not True:
        if initial is None:
            raise ValueError(
                f"reduction operation {ufunc.__name__!r} does not have an identity, so "
                "to use a where mask one has to specify 'initial'"
            )
        a = masked(a, where, _bound(ufunc, a.dtype))
    if initial is None:
        return primitive.unary(a, params)
    initial = start_of(initial, a.dtype)
    if 0 in [a.shape[i] for i in params["axis"]]:
        shape = reductions.reduced_shape(a.shape, **params)
        return np.copy(np.broadcast_to(initial, shape))[()]
    return ufunc(primitive.unary(a, params), initial)


def _bound(ufunc: np.ufunc, dtype: np.dtype[Any]) -> Any:
    """What no element of the dtype is smaller than, or larger than for a minimum."""
    lowest = ufunc is np.maximum
    if dtype.kind in "fc":
        return -np.inf if lowest else np.inf
    if dtype.kind == "b":
        return not lowest
    return np.iinfo(dtype).min if lowest else np.iinfo(dtype).max


@implements(np.max, np.amax)
def max(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.max`. Tied elements share the derivative equally."""
    result = _extremum(
        reductions.reduce_max, np.maximum, a, axis, keepdims, initial, where
    )
    return store(out, result)


@implements(np.min, np.amin)
def min(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = None,
    where: Any = True,
) -> Any:
    """See `numpy.min`. Tied elements share the derivative equally."""
    result = _extremum(
        reductions.reduce_min, np.minimum, a, axis, keepdims, initial, where
    )
    return store(out, result)


def _index_of(primitive: Primitive, a: Any, axis: Any, keepdims: bool) -> Any:
    a = as_array(a)
    if axis is not None:
        axes = reduced_axes(operator.index(axis), a.ndim)  # not several
        axis = axes[0] if axes else None
    return primitive.unary(a, {"axis": axis, "keepdims": bool(keepdims)})


@implements(np.argmax, differentiable=False)
def argmax(
    a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Any:
    """See `numpy.argmax`."""
    return store(out, _index_of(reductions.argmax, a, axis, keepdims))


@implements(np.argmin, differentiable=False)
def argmin(
    a: Any, axis: int | None = None, out: Any = None, *, keepdims: bool = False
) -> Any:
    """See `numpy.argmin`."""
    return store(out, _index_of(reductions.argmin, a, axis, keepdims))


@implements(np.ptp)
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """See `numpy.ptp`."""
    a = as_array(a)
    params = params_of(a, axis, keepdims)
    return store(out, np.subtract(_max(a, params), _min(a, params)))
