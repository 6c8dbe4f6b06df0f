"""Diagonals and triangles."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.primitive import has_tracers
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array, refuse_write
from functrace.numpy._register import implements
from functrace.numpy.joining import resize
from functrace.numpy.layout import ravel, transposed
from functrace.primitives import layout


@implements(np.diagonal)
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """See `numpy.diagonal`."""
    a = as_array(a)
    if a.ndim < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first = normalize_axis_index(axis1, a.ndim)
    second = normalize_axis_index(axis2, a.ndim)
    if first == second:
        raise ValueError("axis1 and axis2 cannot be the same")
    if (first, second) != (a.ndim - 2, a.ndim - 1):
        rest = (axis for axis in range(a.ndim) if axis not in (first, second))
        a = transposed(a, (*rest, first, second))
    return layout.diagonal.unary(a, {"offset": int(offset)})


@implements(np.trace)
def trace(
    a: Any,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    """See `numpy.trace`."""
    return np.sum(diagonal(a, offset, axis1, axis2), axis=-1, dtype=dtype, out=out)


@implements(np.diag)
def diag(v: Any, k: int = 0) -> Any:
    """See `numpy.diag`."""
    v = as_array(v)
    if v.ndim == 2:
        return diagonal(v, k)
    if v.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    length = v.shape[0] + abs(k)
    return layout.on_diagonal.unary(v, {"offset": int(k), "shape": (length, length)})


@implements(np.diagflat)
def diagflat(v: Any, k: int = 0) -> Any:
    """See `numpy.diagflat`."""
    return diag(ravel(v), k)


@implements(np.tril)
def tril(m: Any, k: int = 0) -> Any:
    """See `numpy.tril`."""
    m = as_array(m)
    mask = np.tri(*m.shape[-2:], k=k, dtype=bool)
    return np.where(mask, m, np.zeros(1, m.dtype))


@implements(np.triu)
def triu(m: Any, k: int = 0) -> Any:
    """See `numpy.triu`."""
    m = as_array(m)
    mask = np.tri(*m.shape[-2:], k=k - 1, dtype=bool)
    return np.where(mask, np.zeros(1, m.dtype), m)


@implements(np.fill_diagonal)
def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """See `numpy.fill_diagonal`."""
    if type(a) is not Tracer:
        if has_tracers(val):
            refuse_write(a)
        np.fill_diagonal(a, val, wrap)
        return
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    places = np.arange(a.size)
    if a.ndim == 2:
        stop = None if wrap else a.shape[1] ** 2
        places = places[: stop : a.shape[1] + 1]
    else:
        places = places[:: sum(a.shape[0] ** i for i in range(a.ndim))]
    values = np.ravel(as_array(val))
    if values.size > 1:
        values = resize(values, places.shape)
    a[np.unravel_index(places, a.shape)] = values
