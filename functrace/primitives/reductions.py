"""Reductions over axes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise, Expanded, Reduction
from functrace.core.aval import Aval, result_dtype
from functrace.core.primitive import Primitive
from functrace.core.strides import as_computed
from functrace.core.tracer import Tracer
from functrace.engine.batching import Mapped
from functrace.primitives._batching import along_axes
from functrace.primitives._lazy_modules import _lowering, complexmath, layout_rules
from functrace.primitives._make import (
    POSITIVE,
    elementwise,
    linear,
    nondifferentiable,
    primitive,
)
from functrace.primitives.choice import masked, masking
from functrace.primitives.comparison import exceeds, is_exceeded
from functrace.primitives.layout import broadcast_to

# -- shapes ----------------------------------------------------------------------------


def restored(
    g: Any, shape: tuple[int, ...], axis: tuple[int, ...], keepdims: bool
) -> Any:
    """Undo the removal of axes from an array of `shape`, with length 1."""
    if g.shape and not keepdims:
        return g.reshape(tuple(1 if i in axis else n for i, n in enumerate(shape)))
    return g


def spread(
    g: Any, shape: tuple[int, ...], axis: tuple[int, ...], keepdims: bool
) -> Any:
    """Undo the removal of axes, and repeat along them to `shape`."""
    return broadcast_to.unary(restored(g, shape, axis, keepdims), {"shape": shape})


def reduced_shape(
    shape: tuple[int, ...], axis: tuple[int, ...], keepdims: bool
) -> tuple[int, ...]:
    """Shape after reducing over `axis`."""
    if keepdims:
        return tuple(1 if i in axis else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axis)


@functools.cache
def accumulator(ufunc: Any, dtype: Any) -> np.dtype[Any]:
    """The dtype in which NumPy accumulates: of short integers, a long one."""
    return ufunc.reduce(np.ones(1, dtype)).dtype


def _reducer(ufunc: Any) -> Any:
    reduce = ufunc.reduce
    return lambda x, *, axis, keepdims: reduce(x, axis, None, None, keepdims)


_total, _largest = _reducer(np.add), _reducer(np.maximum)
_reduced = as_computed(_total)


def _reduced_aval(ufunc: Any) -> Any:
    def abstract_eval(x: Aval, axis: tuple[int, ...], keepdims: bool) -> Aval:
        shape = reduced_shape(x.shape, axis, keepdims)
        return Aval(shape, accumulator(ufunc, x.dtype))

    return abstract_eval


# -- sums and products -----------------------------------------------------------------

reduce_sum = linear(
    "reduce_sum",
    _reducer(np.add),
    _reduced_aval(np.add),
    transpose=lambda g, x_aval, axis, keepdims: spread(g, x_aval.shape, axis, keepdims),
    batch=along_axes,
    layout=_reduced,
    lower=lambda: Reduction(_lowering.add, lambda dtype: 0),
    simplify=lambda p: layout_rules.sum_rule(p),
    doc="Sum over axes.",
)


def is_regular(values: Any) -> bool:
    """Whether values are known, finite, and one may divide by them."""
    if type(values) is Tracer:
        return False
    size = np.abs(values)
    return bool(((size >= np.finfo(size.dtype).tiny) & (size < np.inf)).all())


def _products_of_others(x: Any) -> Any:
    """For each element, the product of the others along the last axis.

    The halves are multiplied with one another, and so on down to one element: 2 n
    multiplications, no division, and what can be differentiated again.
    """
    n = x.shape[-1]
    if n <= 1:
        return np.ones(x.shape, x.dtype)
    if n % 2:
        x = np.concatenate([x, np.ones((*x.shape[:-1], 1), x.dtype)], -1)
    half = x.shape[-1] // 2
    low, high = x[..., :half], x[..., half:]
    others = _products_of_others(low * high)
    return np.concatenate([others * high, others * low], -1)[..., :n]


def _others(x: Any, out: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
    """The derivative of the product: of all other elements, zeros among them or not."""
    shape = x.shape
    if is_regular(out):
        return restored(out, shape, axis, keepdims) / x
    order = (*(i for i in range(len(shape)) if i not in axis), *axis)
    moved = x.transpose(order)
    kept = len(shape) - len(axis)
    rows = moved.reshape((*moved.shape[:kept], -1) if x.size else moved.shape)
    others = _products_of_others(rows).reshape(moved.shape)
    return others.transpose(tuple(sorted(range(len(order)), key=order.__getitem__)))


def _rules_by(slope: Callable[..., Any]) -> dict[str, Any]:
    """Both rules of a reduction, from its derivative with respect to each element."""

    def vjp(g: Any, x: Any, out: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
        return restored(g, x.shape, axis, keepdims) * slope(x, out, axis, keepdims)

    def jvp(
        t: Any, x: Any, out: Any, axis: tuple[int, ...], keepdims: bool, params: Any
    ) -> Any:
        return reduce_sum.unary(t * slope(x, out, axis, keepdims), params)

    return {"vjp": (vjp,), "jvp": (jvp,)}


reduce_prod = primitive(
    "reduce_prod",
    _reducer(np.multiply),
    _reduced_aval(np.multiply),
    **_rules_by(_others),
    batch=along_axes,
    layout=_reduced,
    lower=lambda: Reduction(_lowering.multiply, lambda dtype: 1),
    doc="Product over axes; the derivatives are right where elements are zero.",
)

# -- extrema ---------------------------------------------------------------------------


def _extremum(
    name: str, ufunc: Any, misses: Primitive, lower: Callable[[], Reduction], doc: str
) -> Primitive:
    """Make a maximum or minimum, which an element misses if ``misses(x, out)``."""

    def place(x: Any, out: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
        """Where it is not attained, and how often it is."""
        missed = misses(x, restored(out, x.shape, axis, keepdims))
        params = {"axis": axis, "keepdims": keepdims}
        count = reduce_sum.unary(np.logical_not(missed), params)
        return missed, count.astype(out.dtype)

    def vjp(g: Any, x: Any, out: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
        missed, count = place(x, out, axis, keepdims)
        share = restored(g / count, x.shape, axis, keepdims)
        return masking(missed, np.broadcast_to(share, x.shape), keep=False)

    def jvp(t: Any, x: Any, out: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
        missed, count = place(x, out, axis, keepdims)
        params = {"axis": axis, "keepdims": keepdims}
        return reduce_sum.unary(masked(missed, t, keep=False), params) / count

    return primitive(
        name,
        _reducer(ufunc),
        lambda x, axis, keepdims: Aval(reduced_shape(x.shape, axis, keepdims), x.dtype),
        vjp=(vjp,),
        jvp=(jvp,),
        batch=along_axes,
        layout=_reduced,
        lower=lower,
        doc=doc,
    )


# Ties as in JAX's reduce_max. Nothing is less than NaN: all elements then share.
reduce_max = _extremum(
    "reduce_max",
    np.maximum,
    is_exceeded,
    lambda: Reduction(_lowering.maximum, _lowering.lowest),
    "Maximum over axes; tied elements share the cotangent equally.",
)
reduce_min = _extremum(
    "reduce_min",
    np.minimum,
    exceeds,
    lambda: Reduction(_lowering.minimum, _lowering.highest),
    "Minimum over axes; tied elements share the cotangent equally.",
)


def _index_aval(x: Aval, axis: int | None, keepdims: bool) -> Aval:
    axes = tuple(range(x.ndim)) if axis is None else (axis,)
    return Aval(reduced_shape(x.shape, axes, keepdims), np.intp)


_LARGEST_RANGE = 1 << 16  # indices that a program holds as a constant


def _first_place(extremum: Primitive) -> Expanded:
    """The first index at which the extremum, or NaN, stands."""

    def formula(x: Any, *, axis: int | None, keepdims: bool) -> Any:
        if axis is None:
            place = formula(x.reshape(-1), axis=0, keepdims=False) if x.ndim else None
            return None if place is None else place.reshape((1,) * x.ndim * keepdims)
        n = x.shape[axis]
        if x.dtype.kind == "c" or not x.size or n > _LARGEST_RANGE:
            return None
        params = {"axis": (axis,), "keepdims": True}
        found = x == extremum.unary(x, params)
        if x.dtype.kind == "f":
            found = found | np.isnan(x)
        places = np.arange(n).reshape((n,) + (1,) * (x.ndim - axis - 1))
        return reduce_min(np.where(found, places, n), axis=(axis,), keepdims=keepdims)

    return Expanded(formula, is_total=True)


def _batch_argument(at: Mapped, x: Any, *, axis: int | None, keepdims: bool) -> Any:
    if axis is not None:
        return at.primitive(x, axis=axis + 1, keepdims=keepdims)
    (aval,), (out,) = at.avals, at.outs
    places = at.primitive(x.reshape(at.size, aval.size), axis=1, keepdims=False)
    return places.reshape(at.size, *out.shape)


argmax = nondifferentiable(
    "argmax",
    lambda x, *, axis, keepdims: np.argmax(x, axis, keepdims=keepdims),
    _index_aval,
    batch=_batch_argument,
    lower=_first_place(reduce_max),
    doc="Index of the first maximum along an axis, or in C order.",
)
argmin = nondifferentiable(
    "argmin",
    lambda x, *, axis, keepdims: np.argmin(x, axis, keepdims=keepdims),
    _index_aval,
    batch=_batch_argument,
    lower=_first_place(reduce_min),
    doc="Index of the first minimum along an axis, or in C order.",
)

# -- truth values ----------------------------------------------------------------------


def _truth_aval(x: Aval, axis: tuple[int, ...], keepdims: bool) -> Aval:
    return Aval(reduced_shape(x.shape, axis, keepdims), np.bool_)


reduce_any = nondifferentiable(
    "reduce_any",
    _reducer(np.logical_or),
    _truth_aval,
    batch=along_axes,
    layout=_reduced,
    lower=Reduction(lambda b, x, y: x | y, lambda dtype: False),
    doc="Whether any element over the axes is true.",
)
reduce_all = nondifferentiable(
    "reduce_all",
    _reducer(np.logical_and),
    _truth_aval,
    batch=along_axes,
    layout=_reduced,
    lower=Reduction(lambda b, x, y: x & y, lambda dtype: True),
    doc="Whether all elements over the axes are true.",
)

# -- roots of sums of squares, logarithms of sums of exponentials ----------------------


def _root_slope(out: Any) -> Any:
    return np.where(out == 0, 0, 0.5 / np.where(out == 0, 1, out))


root = elementwise(
    "root",
    np.sqrt,
    ufunc=None,  # `sqrt` answers for it, whose slope at zero is infinite
    partials=(_root_slope,),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_lowering.sqrt, complexmath.sqrt), cost=4
    ),
    domain=(POSITIVE,),
    doc="Square root of a sum of squares; the derivative at zero is zero, as is the "
    "subgradient of least norm.",
)


def _shift(x: Any, axis: tuple[int, ...]) -> Any:
    """The largest real part over the axes, zero in place of infinities."""
    largest = _largest(x.real, axis=axis, keepdims=True)
    return np.where(np.isfinite(largest), largest, 0)


def _logsumexp(x: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    shift = _shift(x, axis) if x.size else np.zeros((), x.dtype)
    with np.errstate(divide="ignore", over="ignore"):  # log(0) is -inf, exp(inf) is inf
        total = _total(np.exp(x - shift), axis=axis, keepdims=keepdims)
        return np.log(total) + (shift.reshape(total.shape) if x.size else 0)


def _softmax(x: Any, out: Any, axis: tuple[int, ...], keepdims: bool) -> Any:
    """``exp(x - out)``, zero where both are -inf and one where both are +inf."""
    out = restored(out, x.shape, axis, keepdims)
    if out.dtype.kind == "c":
        return np.exp(x - out)
    largest = float(np.finfo(out.dtype).max)
    return np.exp(np.minimum(x - np.clip(out, -largest, largest), 0))


logsumexp = primitive(
    "logsumexp",
    _logsumexp,
    lambda x, axis, keepdims: Aval(reduced_shape(x.shape, axis, keepdims), x.dtype),
    **_rules_by(_softmax),
    batch=along_axes,
    layout=as_computed(_logsumexp),
    lower=Expanded(_logsumexp, is_total=True),
    doc="Logarithm of the sum of exponentials over axes; the derivative is the "
    "softmax, and zero where the result is -inf.",
)


def _signed(x: Any, y: Any, *, axis: tuple[int, ...], keepdims: bool) -> Any:
    x = np.where(y == 0, -np.inf, x)  # what has no weight may even be infinite
    shift = _shift(x, axis) if x.size else np.zeros((), x.dtype)
    with np.errstate(divide="ignore", over="ignore"):
        total = _total(y * np.exp(x - shift), axis=axis, keepdims=keepdims)
        shift = shift.reshape(total.shape) if x.size else 0
        return np.log(np.abs(total)) + shift, np.sign(total)


def _signed_aval(x: Aval, y: Aval, axis: tuple[int, ...], keepdims: bool) -> Any:
    out = Aval(reduced_shape(x.shape, axis, keepdims), result_dtype(x, y))
    return out, out


def _signed_slope(
    x: Any, y: Any, outs: Any, axis: tuple[int, ...], keepdims: bool
) -> Any:
    """The derivative with respect to the weight; zero where the sum is."""
    out, sign = (restored(o, x.shape, axis, keepdims) for o in outs)
    x = np.where((y == 0) & ~(x < np.inf), -np.inf, x)
    return sign * np.exp(x - np.where(np.isfinite(out), out, 0))


def _signed_vjp(
    g: Any, x: Any, y: Any, outs: Any, axis: tuple[int, ...], keepdims: bool
) -> Any:
    if g[0] is None:  # only the sign is wanted, which is piecewise constant
        return None, None
    slope = restored(g[0], x.shape, axis, keepdims)
    slope = slope * _signed_slope(x, y, outs, axis, keepdims)
    return slope * y, slope


def _signed_jvp(
    ts: Any, x: Any, y: Any, outs: Any, axis: tuple[int, ...], keepdims: bool
) -> Any:
    slope = _signed_slope(x, y, outs, axis, keepdims)
    terms = [t for t in (ts[0] if ts[0] is None else ts[0] * y, ts[1]) if t is not None]
    terms = terms[0] if len(terms) == 1 else terms[0] + terms[1]
    return reduce_sum.unary(slope * terms, {"axis": axis, "keepdims": keepdims}), None


signed_logsumexp = primitive(
    "signed_logsumexp",
    _signed,
    _signed_aval,
    vjp=_signed_vjp,
    jvp=_signed_jvp,
    multiple=True,
    batch=along_axes,
    layout=as_computed(_signed),
    lower=Expanded(_signed, is_total=True),
    doc="Logarithm of the absolute value, and sign, of a weighted sum of exponentials.",
)
