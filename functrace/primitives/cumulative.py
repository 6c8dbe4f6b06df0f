"""Running sums and products along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.strides import of_first
from functrace.primitives._batching import along_axis
from functrace.primitives._lazy_modules import kernels_cumulative, numba_forms
from functrace.primitives._make import linear, primitive
from functrace.primitives.reductions import accumulator, is_regular


def _along(axis: int, entry: slice) -> tuple[slice, ...]:
    return (*(slice(None),) * axis, entry)


def reversed_along(x: Any, axis: int) -> Any:
    """The elements in reversed order along an axis."""
    return x[_along(axis, slice(None, None, -1))]


def _cumsum(x: Any, *, axis: int, reverse: bool) -> Any:
    if reverse:
        return reversed_along(np.cumsum(reversed_along(x, axis), axis), axis)
    return np.cumsum(x, axis)


cumsum = linear(
    "cumsum",
    _cumsum,
    lambda x, axis, reverse: Aval(x.shape, accumulator(np.add, x.dtype)),
    transpose=lambda g, axis, reverse: cumsum.unary(
        g, {"axis": axis, "reverse": not reverse}
    ),
    batch=along_axis,
    layout=of_first,
    lower=lambda: numba_forms.numba_step(kernels_cumulative.cumsum, along_axis=True),
    doc="Running sum along an axis, from either end.",
)


def _recurrence(a: Any, b: Any, axis: int) -> Any:
    """The solution of ``s[k] = a[k] * s[k-1] + b[k]``, ``s[-1] = 0`` along an axis.

    Steps are composed in pairs, log2(n) times, so that zeros in `a` do no harm.
    Blelloch, *Prefix Sums and Their Applications*, CMU-CS-90-190, section 1.4.1; in the
    form of Hillis & Steele, *Data Parallel Algorithms*, CACM 29(12), 1986.
    """
    n, step = b.shape[axis], 1
    while step < n:
        first = _along(axis, slice(None, step))
        later = _along(axis, slice(step, None))
        earlier = _along(axis, slice(None, n - step))
        b = np.concatenate([b[first], b[later] + a[later] * b[earlier]], axis)
        a = np.concatenate([a[first], a[later] * a[earlier]], axis)
        step *= 2
    return b


def _shifted(x: Any, axis: int, first: int) -> Any:
    """The elements moved on by one, `first` in front, the last dropped."""
    shape = (*x.shape[:axis], min(1, x.shape[axis]), *x.shape[axis + 1 :])
    start = np.full(shape, first, x.dtype)
    return np.concatenate([start, x[_along(axis, slice(None, -1))]], axis)


def _cumprod_vjp(g: Any, x: Any, out: Any, axis: int) -> Any:
    if is_regular(out):
        return cumsum(g * out, axis=axis, reverse=True) / x
    # The cotangent of x[k] is out[k-1] * s[k] with s[k] = g[k] + x[k+1] * s[k+1].
    a = _shifted(reversed_along(x, axis), axis, 0)
    s = _recurrence(a, reversed_along(g, axis), axis)
    return _shifted(out, axis, 1) * reversed_along(s, axis)


def _cumprod_jvp(t: Any, x: Any, out: Any, axis: int) -> Any:
    if is_regular(out):
        return out * cumsum(t / x, axis=axis, reverse=False)
    # The tangent of out[k] is x[k] times that of out[k-1], plus out[k-1] * t[k].
    return _recurrence(x, _shifted(out, axis, 1) * t, axis)


cumprod = primitive(
    "cumprod",
    lambda x, *, axis: np.cumprod(x, axis),
    lambda x, axis: Aval(x.shape, accumulator(np.multiply, x.dtype)),
    vjp=(_cumprod_vjp,),
    jvp=(_cumprod_jvp,),
    batch=along_axis,
    layout=of_first,
    lower=lambda: numba_forms.numba_step(kernels_cumulative.cumprod, along_axis=True),
    doc="Running product along an axis; its derivatives are right at zeros.",
)
