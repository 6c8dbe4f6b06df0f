"""Functions of each element that are not ufuncs; questions about dtypes."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import aval_of, result_dtype
from functrace.core.dispatch import lookup, unsupported
from functrace.core.node import Edge, Node
from functrace.core.primitive import has_tracers
from functrace.core.strides import strided
from functrace.core.tracer import Tracer
from functrace.core.weak import is_number
from functrace.numpy._arguments import as_array, element, known, new_array, store
from functrace.numpy._register import implements
from functrace.numpy.layout import arranged, detached
from functrace.primitives import comparison, complex_parts, elementary, elementwise
from functrace.primitives.choice import where as choose_where

_UNSET: Any = object()  # for arguments whose being left out is not the same as None

# -- choice ----------------------------------------------------------------------------


@implements(np.where)
def where(condition: Any, x: Any = _UNSET, y: Any = _UNSET, /) -> Any:
    """See `numpy.where`."""
    if x is _UNSET and y is _UNSET:
        return lookup(np.nonzero)(condition)
    if x is _UNSET or y is _UNSET:
        raise ValueError("either both or neither of x and y should be given")
    return new_array(choose_where.apply((condition, x, y), {}))


@implements(np.select)
def select(condlist: Sequence[Any], choicelist: Sequence[Any], default: Any = 0) -> Any:
    """See `numpy.select`."""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if not condlist:
        raise ValueError("select with an empty condition list is not possible")
    conditions = [as_array(condition) for condition in condlist]
    for i, condition in enumerate(conditions):
        if condition.dtype != bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    choices = [_number_or_array(choice) for choice in (*choicelist, default)]
    dtype = result_dtype(*map(aval_of, choices))
    result = convert(as_array(choices.pop()), dtype)
    for condition, choice in zip(conditions[::-1], choices[::-1], strict=True):
        result = where(condition, choice, result)
    return arranged(result, np.empty(result.shape, bool))


@implements(np.clip)
def clip(
    a: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,
    max: Any = None,
    **options: Any,
) -> Any:
    """See `numpy.clip`; derivatives are those of ``minimum(maximum(a, min), max)``."""
    if options:
        raise unsupported(np.clip, f"(..., {next(iter(options))}=...)")
    if (a_min is not None or a_max is not None) and (
        min is not None or max is not None
    ):
        raise ValueError(
            "Passing `min` or `max` keyword argument when `a_min` and `a_max` are "
            "provided is forbidden."
        )
    low = a_min if min is None else min
    high = a_max if max is None else max
    clipped = as_array(a)
    if low is None and high is None:
        clipped = np.positive(clipped)
    if low is not None:
        clipped = np.maximum(clipped, _number_or_array(low))
    if high is not None:
        clipped = np.minimum(clipped, _number_or_array(high))
    return store(out, clipped)


@implements(np.nan_to_num)
def nan_to_num(
    x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None
) -> Any:
    """See `numpy.nan_to_num`; the derivative is 0 where a number was put in."""
    if not has_tracers([x, nan, posinf, neginf]):
        return np.nan_to_num(x, copy, nan, posinf, neginf)
    x = as_array(x)
    result = element(_finite(x, nan, posinf, neginf))
    if copy or type(x) is not Tracer or not x.is_array:
        return result
    x[...] = result
    return x


def _finite(x: Any, nan: Any, posinf: Any, neginf: Any) -> Any:
    if x.dtype.kind not in "fc":
        return detached(x)
    if x.dtype.kind == "c":
        parts = (_finite(part, nan, posinf, neginf) for part in (x.real, x.imag))
        return complex_parts.from_parts(*parts)
    limits = np.finfo(x.dtype)
    result = where(np.isnan(x), nan, x)
    result = where(x == np.inf, limits.max if posinf is None else posinf, result)
    result = where(x == -np.inf, limits.min if neginf is None else neginf, result)
    return convert(result, x.dtype)


# -- conversion ------------------------------------------------------------------------


def convert(x: Any, dtype: Any) -> Any:
    """The array in this dtype; itself if it has that dtype, and is no Python number."""
    if x.dtype == dtype and not is_number(x):
        return x
    return elementwise.convert.unary(x, {"dtype": np.dtype(dtype)})


def as_number(x: Any, kind: type) -> Any:
    """A traced value as a Python number of this type, whose dtype gives way."""
    if type(x) is not Tracer or x.value is not None:
        return x
    node = Node(
        elementwise.convert, (x.edge,), {"dtype": np.dtype(kind)}, None, (), kind
    )
    return Tracer(Edge(node, 0), None)


@implements(np.astype)
def astype(
    x: Any,
    dtype: Any,
    order: Any = "K",
    casting: Any = "unsafe",
    subok: bool = True,
    copy: bool = True,
    device: Any = None,
) -> Any:
    """See `numpy.astype` and `numpy.ndarray.astype`."""
    x, dtype = as_array(x), np.dtype(dtype)
    if dtype.kind not in "biufc":
        raise unsupported(np.ndarray.astype, f"(..., {dtype!r})")
    if device not in (None, "cpu"):
        raise ValueError(
            f"Device not understood. Only 'cpu' is allowed, not {device!r}"
        )
    if not np.can_cast(x.dtype, dtype, casting):
        raise TypeError(
            f"Cannot cast array data from {x.dtype!r} to {dtype!r} according to the "
            f"rule {casting!r}"
        )
    if x.dtype == dtype and copy and not is_number(x):
        return detached(x, order)
    out = convert(x, dtype)
    if type(x) is Tracer and x.value is None and not x.shape:
        return new_array(out) if x.is_array else out
    return (
        out if order == "K" else arranged(out, np.empty_like(strided(x), order=order))
    )


# -- complex numbers -------------------------------------------------------------------


@implements(np.real)
def real(val: Any) -> Any:
    """See `numpy.real`: of a complex array a view, of a real one itself."""
    val = as_array(val)
    return complex_parts.real.unary(val, {}) if val.dtype.kind == "c" else val


@implements(np.imag)
def imag(val: Any) -> Any:
    """See `numpy.imag`: of a complex array a view, of a real one zeros."""
    val = as_array(val)
    if val.dtype.kind == "c":
        return complex_parts.imag.unary(val, {})
    if type(val) is not Tracer:
        return np.imag(val)
    if is_number(val):
        return 0.0 if val.dtype.kind == "f" else 0
    zeros = np.zeros_like(strided(val))
    zeros.flags.writeable = False
    return zeros if val.is_array else zeros[()]


@implements(np.angle)
def angle(z: Any, deg: bool = False) -> Any:
    """See `numpy.angle`."""
    z = as_array(z)
    parts = (imag(z), real(z)) if z.dtype.kind == "c" else (0, z)
    result = np.arctan2(*parts)
    return result * (180 / np.pi) if deg else result


@implements(np.real_if_close)
def real_if_close(a: Any, tol: float = 100) -> Any:
    """See `numpy.real_if_close`."""
    a = as_array(a)
    if a.dtype.kind != "c":
        return a
    bound = tol * np.finfo(a.dtype).eps if tol > 1 else tol
    return real(a) if np.all(np.abs(known(imag(a))) < bound) else a


@implements(np.iscomplex, differentiable=False)
def iscomplex(x: Any) -> Any:
    """See `numpy.iscomplex`."""
    x = as_array(x)
    if x.dtype.kind == "c":
        return imag(x) != 0
    return np.zeros(x.shape, bool)[()]


@implements(np.isreal, differentiable=False)
def isreal(x: Any) -> Any:
    """See `numpy.isreal`."""
    return imag(x) == 0


# -- rounding, the cardinal sine -------------------------------------------------------


@implements(np.round, np.around, differentiable=False)
def round(a: Any, decimals: int = 0, out: Any = None) -> Any:
    """See `numpy.round`."""
    return store(out, comparison.round.unary(as_array(a), {"decimals": int(decimals)}))


@implements(builtins.round, differentiable=False)
def python_round(x: Any, digits: int) -> Any:
    """Python's ``round`` to some digits: of a Python number one again."""
    kind = x.aval.dtype if is_number(x) else None
    rounded = np.round(x, digits)
    return as_number(rounded, int if kind is bool else kind) if kind else rounded


@implements(np.fix, differentiable=False)
def fix(x: Any, out: Any = None) -> Any:
    """See `numpy.fix`."""
    return store(out, np.trunc(as_array(x)))


@implements(np.sinc)
def sinc(x: Any) -> Any:
    """See `numpy.sinc`."""
    x = as_array(x)
    return elementary.sinc.unary(x if x.dtype.kind in "fc" else convert(x, float), {})


# -- comparison ------------------------------------------------------------------------


@implements(np.isclose, differentiable=False)
def isclose(
    a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False
) -> Any:
    """See `numpy.isclose`."""
    a, b, rtol, atol = map(elementwise.stop_gradient, (a, b, rtol, atol))
    if not has_tracers([a, b, rtol, atol]):
        return np.isclose(a, b, rtol, atol, equal_nan)
    with np.errstate(invalid="ignore"):
        near = np.abs(a - b) <= atol + rtol * np.abs(b)
    close = near & np.isfinite(b) | (a == b)
    return close | (np.isnan(a) & np.isnan(b)) if equal_nan else close


@implements(np.allclose, differentiable=False)
def allclose(
    a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False
) -> Any:
    """See `numpy.allclose`."""
    return _truth(isclose(a, b, rtol, atol, equal_nan))


@implements(np.array_equal, differentiable=False)
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> Any:
    """See `numpy.array_equal`."""
    x, y = as_array(a1), as_array(a2)
    if x.shape != y.shape:
        return False
    equal = x == y
    return _truth(equal | (np.isnan(x) & np.isnan(y)) if equal_nan else equal)


@implements(np.array_equiv, differentiable=False)
def array_equiv(a1: Any, a2: Any) -> Any:
    """See `numpy.array_equiv`."""
    x, y = as_array(a1), as_array(a2)
    try:
        np.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        return False
    return _truth(x == y)


def _truth(holds: Any) -> Any:
    """Whether it holds everywhere: Python's truth value, where that is known."""
    everywhere = lookup(np.all)(holds)
    return (
        as_number(everywhere, bool)
        if type(everywhere) is Tracer
        else builtins.bool(everywhere)
    )


@implements(np.isposinf, differentiable=False)
def isposinf(x: Any, out: Any = None) -> Any:
    """See `numpy.isposinf`."""
    x = as_array(x)
    return store(out, np.isinf(x) & ~np.signbit(x))


@implements(np.isneginf, differentiable=False)
def isneginf(x: Any, out: Any = None) -> Any:
    """See `numpy.isneginf`."""
    x = as_array(x)
    return store(out, np.isinf(x) & np.signbit(x))


# -- dtypes and memory -----------------------------------------------------------------


@implements(np.min_scalar_type, differentiable=False)
def min_scalar_type(a: Any, /) -> np.dtype[Any]:
    """See `numpy.min_scalar_type`."""
    return np.min_scalar_type(known(a))


@implements(np.may_share_memory, differentiable=False)
def may_share_memory(a: Any, b: Any, /, max_work: Any = 0) -> bool:
    """See `numpy.may_share_memory`: of traced arrays, whether both are views of one."""
    if type(a) is Tracer and type(b) is Tracer:
        return _owner(a) is _owner(b)
    if type(a) is Tracer or type(b) is Tracer:
        return False
    return np.may_share_memory(a, b, max_work)


def _owner(x: Tracer) -> Tracer:
    return x if x.base is None else _owner(x.base)


def _number_or_array(value: Any) -> Any:
    """An operand in which a Python number stays weak."""
    return value if type(value) in (int, float, complex) else as_array(value)
