"""Making arrays.

An array made inside a transformed function may have traced values written into it,
which an ndarray cannot hold. There these functions return a handle on a constant: it
records nothing until a traced value is written into it. Elsewhere they return NumPy's
arrays.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.primitive import has_tracers
from functrace.core.recording import current
from functrace.core.strides import in_c_order, strided
from functrace.core.tracer import Tracer
from functrace.core.weak import is_number
from functrace.numpy._arguments import as_array, new_array, shape_of
from functrace.numpy._register import implements
from functrace.numpy.layout import arranged, broadcast_to, detached, with_shape
from functrace.numpy.selections import counted, filled, is_open_size, spaced
from functrace.primitives import creation

_FRESH = (list, tuple, int, float, complex)  # of which NumPy always makes a new array


def handle(array: np.ndarray, *, always: bool = False) -> Any:
    """A handle on a fresh array, if traced values may be written into it.

    Integers and booleans are left plain, unless everything is being recorded.
    """
    if not always:
        state = current()
        if state.outside:
            return array
        if array.dtype.kind not in ("fciub" if state.complete else "fc"):
            return array
    return Tracer(None, array)


def handle_if_captured(array: np.ndarray) -> Any:
    """A handle on a fresh array of indices, a mask or a shape, or the array itself.

    Those must be values: but in functions that branch on unknown values they are often
    written to at unknown places, as permutations are.
    """
    return array if current().branches is None else handle(array)


# -- like another array ------------------------------------------------------------


def _like(function: Callable[..., Any], a: Any, *args: Any, **options: Any) -> Any:
    """Let NumPy's function make an array like `a`; for a tracer a handle on it."""
    a = as_array(a)
    if type(a) is not Tracer:
        return handle(function(a, *args, **options))
    array = function(strided(a), *args, **options)
    return handle(array, always=array.dtype.kind in "fc" or a.value is None)


@implements(np.zeros_like, differentiable=False)
def zeros_like(
    a: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """See `numpy.zeros_like`."""
    return _like(np.zeros_like, a, dtype, order, subok, shape, device=device)


@implements(np.ones_like, differentiable=False)
def ones_like(
    a: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """See `numpy.ones_like`."""
    return _like(np.ones_like, a, dtype, order, subok, shape, device=device)


@implements(np.empty_like, differentiable=False)
def empty_like(
    prototype: Any,
    /,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """See `numpy.empty_like`; zeros, so that nothing depends on what was in memory."""
    return _like(np.zeros_like, prototype, dtype, order, subok, shape, device=device)


@implements(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    """See `numpy.full_like`."""
    if not has_tracers(fill_value):
        return _like(
            np.full_like, a, fill_value, dtype, order, subok, shape, device=device
        )
    check_device(device)
    a = as_array(a)
    filled = as_array(fill_value).astype(a.dtype if dtype is None else dtype)
    full = new_array(
        detached(broadcast_to(filled, a.shape if shape is None else shape))
    )
    return (
        full
        if shape is not None
        else arranged(full, np.empty_like(strided(a), order=order))
    )


# -- of a given shape --------------------------------------------------------------


def _maker(
    function: Callable[..., Any],
    fill: Callable[..., Any] | None = None,
    *,
    shaped: bool = False,
) -> Callable[..., Any]:
    """NumPy's function, or `fill` in its place, with a handle while a transform runs.

    `shaped`: its first argument is a shape.
    """

    def make(*args: Any, **kwargs: Any) -> Any:
        like = kwargs.pop("like", None)
        shape = args[0] if args else kwargs.get("shape")
        if shaped and is_open_size(shape):
            options = {k: v for k, v in kwargs.items() if k != "shape"}
            return filled(lambda whole: make(whole, *args[1:], **options), shape)
        made = (fill or function)(*args, **kwargs)
        return handle(made, always=type(like) is Tracer)

    functools.update_wrapper(make, function, ("__name__", "__qualname__"), ())
    make.__doc__ = f"See `numpy.{function.__name__}`."
    return implements(function)(make)


zeros = _maker(np.zeros, shaped=True)
ones = _maker(np.ones, shaped=True)
empty = _maker(np.empty, np.zeros, shaped=True)  # nothing depends on what was in memory
eye = _maker(np.eye)
identity = _maker(np.identity)
tri = _maker(np.tri)


@implements(np.full)
def full(
    shape: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "C",
    *,
    device: Any = None,
    like: Any = None,
) -> Any:
    """See `numpy.full`."""
    if is_open_size(shape):
        return filled(lambda whole: full(whole, fill_value, dtype, order), shape)
    if not has_tracers(fill_value):
        return handle(np.full(shape, fill_value, dtype, order, device=device))
    check_device(device)
    number = as_array(fill_value)
    number = number if dtype is None else number.astype(dtype)
    return new_array(detached(broadcast_to(number, shape)))


# -- of other arrays ---------------------------------------------------------------


@implements(np.array)
def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: bool | None = True,
    order: Any = "K",
    subok: bool = False,
    ndmin: int = 0,
    like: Any = None,
) -> Any:
    """See `numpy.array`."""
    if dtype is not None and np.dtype(dtype).kind == "O":
        return np.array(object, dtype, copy=copy, order=order, subok=subok, ndmin=ndmin)
    traced = as_array(object) if has_tracers(object) else object
    if type(traced) is not Tracer:  # constants may be plain
        made = np.array(traced, dtype, copy=copy, order=order, subok=subok, ndmin=ndmin)
        fresh = copy or isinstance(object, _FRESH) or current().standard
        return handle(made) if fresh else made
    out = _converted(traced, dtype, order)
    if copy is False and out is not object:
        raise ValueError("Unable to avoid copy while creating an array as requested.")
    if type(out) is not Tracer:  # integers carry no derivative
        return array(out, copy=copy, order=order, ndmin=ndmin)
    if ndmin > out.ndim:
        out = with_shape(out, (1,) * (ndmin - out.ndim) + out.shape)
    return detached(out) if copy else out


@implements(np.asarray)
def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    like: Any = None,
) -> Any:
    """See `numpy.asarray`."""
    check_device(device)
    return array(a, dtype, copy=copy, order=order or "K")


@implements(np.asanyarray)
def asanyarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
    like: Any = None,
) -> Any:
    """See `numpy.asanyarray`."""
    check_device(device)
    return array(a, dtype, copy=copy, order=order or "K", subok=True)


@implements(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """See `numpy.ascontiguousarray`."""
    return array(a, dtype, copy=None, order="C", ndmin=1)


@implements(np.asfortranarray)
def asfortranarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """See `numpy.asfortranarray`."""
    return array(a, dtype, copy=None, order="F", ndmin=1)


@implements(np.copy)
def copy(a: Any, order: Any = "K", subok: bool = False) -> Any:
    """See `numpy.copy`."""
    return array(a, order=order, subok=subok)


# -- ranges ------------------------------------------------------------------------


@implements(np.arange)
def arange(
    start: Any,
    stop: Any = None,
    step: Any = 1,
    dtype: Any = None,
    *,
    device: Any = None,
    like: Any = None,
) -> Any:
    """See `numpy.arange`."""
    if stop is None:
        start, stop = 0, start
    if not has_tracers([start, stop, step]):
        return handle(np.arange(start, stop, step, dtype=dtype, device=device))
    check_device(device)
    if type(start) is int and type(step) is int and step == 1 and is_open_size(stop):
        numbers = counted(start, stop)
        return numbers if dtype is None else numbers.astype(dtype)
    count = max(int(np.ceil((stop - start) / step)), 0)
    out = start + step * np.arange(count, dtype=np.result_type(start, stop, step))
    out = out if dtype is None else out.astype(dtype)
    return out if type(out) is Tracer else handle(out)


@implements(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Any:
    """See `numpy.linspace`."""
    if is_open_size(num) and not (retstep or axis or np.ndim(start) or np.ndim(stop)):
        made = spaced(start, stop, num, endpoint=endpoint)
        return made if dtype is None else made.astype(dtype)
    if not has_tracers([start, stop]):
        check_device(device)
        options: dict[str, Any] = {"retstep": True, "dtype": dtype, "axis": axis}
        made, step = np.linspace(start, stop, num, endpoint, **options)
        return (handle(made), step) if retstep else handle(made)
    check_device(device)
    start, stop = _weak(start), _weak(stop)
    num = shape_of(num)[0]
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    out = creation.linspace(start, stop, num=num, endpoint=bool(endpoint))
    if dtype is not None:
        whole = np.dtype(dtype).kind in "iu"
        out = (np.floor(out) if whole else out).astype(dtype)
    out = np.moveaxis(out, 0, axis) if axis else out
    intervals = num - 1 if endpoint else num
    step = (stop - start) / intervals if intervals > 0 else np.float64(np.nan)
    return (out, step) if retstep else out


@implements(np.logspace)
def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """See `numpy.logspace`."""
    if not has_tracers([start, stop, base]):
        return handle(np.logspace(start, stop, num, endpoint, base, dtype, axis))
    if np.ndim(base):
        start, stop, base = np.broadcast_arrays(start, stop, base)
        base = np.expand_dims(base, axis)
    out = np.power(base, linspace(start, stop, num, endpoint, axis=axis))
    return out if dtype is None else out.astype(dtype)


@implements(np.geomspace)
def geomspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """See `numpy.geomspace`."""
    if not has_tracers([start, stop]):
        return handle(np.geomspace(start, stop, num, endpoint, dtype, axis))
    start, stop = as_array(start), as_array(stop)
    for end in (start, stop):
        if (type(end) is not Tracer or end.value is not None) and np.any(end == 0):
            raise ValueError("Geometric sequence cannot include zero")
    common = np.result_type(start, stop, float(num), np.zeros((), dtype))
    start, stop = start.astype(common), stop.astype(common)
    sign = np.sign(start)
    logs = np.log10(start / sign), np.log10(stop / sign)
    out = logspace(*logs, num, endpoint) * sign
    if num > 0:
        out[0] = start
    if num > 1 and endpoint:
        out[-1] = stop
    out = out if dtype is None else out.astype(dtype)
    return np.moveaxis(out, 0, axis) if axis else out


@implements(np.vander)
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:
    """See `numpy.vander`."""
    x = as_array(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    if N is not None and N < 0:
        raise ValueError("negative dimensions are not allowed")
    powers = np.arange(x.shape[0] if N is None else N)
    return x[:, None] ** (powers if increasing else powers[::-1])


# -- helpers -----------------------------------------------------------------------


def check_device(device: Any) -> None:
    """Raise ValueError for a device that NumPy does not have."""
    if device is not None and device != "cpu":
        raise ValueError(
            f'Device not understood. Only "cpu" is allowed, but received: {device}'
        )


def _weak(x: Any) -> Any:
    """An array, but a Python number as it is, whose dtype yields to the others'."""
    return x if isinstance(x, (int, float, complex)) else as_array(x)


def _converted(x: Tracer, dtype: Any, order: Any) -> Any:
    """The tracer itself if it has the dtype and the memory layout, else a copy."""
    if dtype is not None and np.dtype(dtype) != x.dtype:
        x = x.astype(dtype)
        if type(x) is not Tracer:
            return x
    wrong = (order == "C" and not in_c_order(x)) or (
        order == "F" and not strided(x).flags.f_contiguous
    )
    if x.is_array and not wrong:
        return x
    x = x.astype(x.dtype) if is_number(x) else detached(x, order)
    if x.value is not None:
        x.value = np.asarray(x.value)  # of a scalar, an array
    x.zero_dim = True
    return x
