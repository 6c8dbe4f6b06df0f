"""Recursive filters."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.signal
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.dispatch import unsupported
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.primitives import filters
from functrace.primitives.convolution import convolved
from functrace.scipy._arguments import floating
from functrace.scipy.signal._arrays import (
    as_vector,
    certain,
    extended,
    joined,
    lengthened,
)

# -- transfer functions ----------------------------------------------------------------


def as_filter(x: Any, name: str) -> Any:
    """Coefficients: a vector of them, at least one."""
    x = as_vector(x)
    if x.ndim != 1 or not x.size:
        raise ValueError(
            f"Parameter {name} is not a non-empty 1d array, since "
            f"{name}.shape={x.shape!r}!"
        )
    return x


def lfilter(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """See `scipy.signal.lfilter`."""
    b, a, x = as_filter(b, "b"), as_filter(a, "a"), as_array(x)
    axis = _checked_axis(x, axis)
    given = [b, a, x] if zi is None else [b, a, x, as_array(zi)]
    _check_dtype(*given)
    if a.shape[0] > 1 and certain(a[0] == 0):
        raise ValueError("BUG: filter coefficient a[0] == 0 not supported yet")
    order = max(b.shape[0], a.shape[0]) - 1
    x = np.moveaxis(x, axis, -1)
    state = np.zeros(order, np.result_type(b.dtype, a.dtype, x.dtype))
    if zi is not None:
        state = _state(given[-1], x, order, axis)
    b = b / a[0]
    if a.shape[0] == 1:
        out, last = _without_recursion(b, x, state)
    else:
        a = lengthened(a[1:] / a[0], order)
        out, last = _recursive(lengthened(b, order + 1), a, x, state)
    out = np.moveaxis(out, -1, axis)
    return out if zi is None else (out, np.moveaxis(last, -1, axis))


def _checked_axis(x: Any, axis: int) -> int:
    if not x.ndim:
        raise ValueError("x must be at least 1-D")
    if not -x.ndim <= axis < x.ndim:
        raise ValueError("selected axis is out of range")
    return normalize_axis_index(axis, x.ndim)


def _check_dtype(*operands: Any) -> None:
    dtype = np.result_type(*(x.dtype for x in operands))
    if dtype.char not in "fdgFDG":
        raise NotImplementedError(f"input type '{dtype}' not supported")


def _state(zi: Any, x: Any, order: int, axis: int) -> Any:
    """The first state of every signal, along the last axis."""
    if zi.ndim != x.ndim:
        raise ValueError(
            "Dimensions of parameters x and zi must match, but "
            f"x.ndim={x.ndim}, zi.ndim={zi.ndim}!"
        )
    state, shape = np.moveaxis(zi, axis, -1), (*x.shape[:-1], order)
    if state.shape[-1] != order or not all(
        n in (m, 1) for n, m in zip(state.shape, shape, strict=True)
    ):
        raise ValueError(
            f"Unexpected shape for parameter zi: expected {shape}, found {zi.shape}."
        )
    return np.broadcast_to(state, shape)


def _recursive(b: Any, a: Any, x: Any, state: Any) -> tuple[Any, Any]:
    """Filter along the last axis; a is given without its first element, one."""
    if not x.shape[-1]:
        return x, np.broadcast_to(state, (*x.shape[:-1], state.shape[-1]))
    return filters.lfilter(b, a, x, state)


def _without_recursion(b: Any, x: Any, state: Any) -> tuple[Any, Any]:
    n, order = x.shape[-1], state.shape[-1]
    stacked = x.ndim - 1
    full = convolved(x, b.reshape((1,) * stacked + b.shape), stacked=stacked)
    if order:
        full = joined(full[..., :order] + state, full[..., order:])
    return full[..., :n], full[..., n:]


def lfilter_zi(b: Any, a: Any) -> Any:
    """See `scipy.signal.lfilter_zi`."""
    b, a = as_vector(b), as_vector(a)
    if b.ndim != 1:
        raise ValueError("Numerator b must be 1-D.")
    if a.ndim != 1:
        raise ValueError("Denominator a must be 1-D.")
    while a.shape[0] > 1 and certain(a[0] == 0):
        a = a[1:]
    n = max(a.shape[0], b.shape[0])
    b, a = lengthened(b / a[0], n), lengthened(a / a[0], n)
    # From z[k] = z[k+1] + b[k+1] - a[k+1] y, with the output y that a constant input of
    # one settles at: the states are sums from the end.
    settled = np.sum(b) / np.sum(a)
    return np.cumsum((b[1:] - a[1:] * settled)[::-1])[::-1]


def lfiltic(b: Any, a: Any, y: Any, x: Any = None) -> Any:
    """See `scipy.signal.lfiltic`."""
    a, b = floating(as_vector(a)), floating(as_vector(b))
    if a.ndim > 1:
        raise ValueError("Filter coefficients `a` must be 1-D.")
    if b.ndim > 1:
        raise ValueError("Filter coefficients `b` must be 1-D.")
    if certain(a[0] == 0):
        raise ValueError("First `a` filter coefficient must be non-zero.")
    order = max(a.shape[0], b.shape[0]) - 1
    past_y = lengthened(floating(as_vector(y)), a.shape[0] - 1)
    state = -_left_over(a, past_y, order)
    if x is not None:
        past_x = lengthened(floating(as_vector(x)), b.shape[0] - 1)
        state = state + _left_over(b, past_x, order)
    return state / a[0]


def _left_over(coefficients: Any, past: Any, order: int) -> Any:
    """What past values, the last one first, will still contribute at later times."""
    n = coefficients.shape[0] - 1
    sums = [np.sum(coefficients[m + 1 :] * past[: n - m]) for m in range(n)]
    zeros = [np.zeros((), coefficients.dtype)] * (order - n)
    return np.stack([*sums, *zeros]) if order else np.zeros(0, coefficients.dtype)


def filtfilt(
    b: Any,
    a: Any,
    x: Any,
    axis: int = -1,
    padtype: Any = "odd",
    padlen: int | None = None,
    method: str = "pad",
    irlen: int | None = None,
) -> Any:
    """See `scipy.signal.filtfilt`. The method "gust" does not take traced values."""
    if method not in ("pad", "gust"):
        raise ValueError("method must be 'pad' or 'gust'.")
    b, a, x = as_vector(b), as_vector(a), as_array(x)
    if method == "gust":
        return _filtfilt_gust(b, a, x, axis, irlen)
    axis = normalize_axis_index(axis, x.ndim)
    x = np.moveaxis(x, axis, -1)
    edge, x = _continued(x, padtype, padlen, 3 * max(a.shape[0], b.shape[0]))
    state = lfilter_zi(b, a)
    out, _ = lfilter(b, a, x, zi=state * x[..., :1])
    back, _ = lfilter(b, a, out[..., ::-1], zi=state * out[..., -1:])
    return np.moveaxis(_without_ends(back[..., ::-1], edge), -1, axis)


def _filtfilt_gust(b: Any, a: Any, x: Any, axis: int, irlen: int | None) -> Any:
    if any(type(v) is Tracer for v in (b, a, x)):
        raise unsupported(scipy.signal.filtfilt, "(..., method='gust')")
    return scipy.signal.filtfilt(b, a, x, axis, method="gust", irlen=irlen)


def _continued(x: Any, padtype: Any, padlen: int | None, usual: int) -> tuple[int, Any]:
    """The signals with their ends continued, and by how much."""
    if padtype not in ("even", "odd", "constant", None):
        raise ValueError(
            f"Unknown value '{padtype}' given to padtype. padtype must be 'even', "
            "'odd', 'constant', or None."
        )
    edge = 0 if padtype is None else usual if padlen is None else padlen
    if x.shape[-1] <= edge:
        raise ValueError(
            "The length of the input vector x must be greater than padlen, which is "
            f"{edge}."
        )
    return edge, extended(x, edge, padtype)


def _without_ends(x: Any, edge: int) -> Any:
    return x[..., edge:-edge] if edge else x


# -- second-order sections -------------------------------------------------------------


def as_sections(sos: Any) -> Any:
    """An array of sections, six coefficients each, of which the fourth is one."""
    sos = as_array(sos)
    sos = sos.reshape((1,) * (2 - sos.ndim) + sos.shape)
    if sos.ndim != 2:
        raise ValueError("sos array must be 2D")
    if sos.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    if certain(np.any(sos[:, 3] != 1)):
        raise ValueError("sos[:, 3] should be all ones")
    return sos


def sosfilt(sos: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """See `scipy.signal.sosfilt`. The fourth coefficients are not read."""
    x, sos = as_array(x), as_sections(sos)
    axis = _checked_axis(x, axis)
    state = np.zeros((sos.shape[0], *[1] * (x.ndim - 1), 2))
    if zi is not None:
        state = as_array(zi)
        _check_state(state, x, axis, sos.shape[0])
        state = np.moveaxis(state, axis + 1, -1)
    else:
        state = state.astype(np.result_type(x.dtype, sos.dtype))
    _check_dtype(sos, x, state)
    out, last = np.moveaxis(x, axis, -1), []
    for k in range(sos.shape[0]):
        out, final = _recursive(sos[k, :3], sos[k, 4:], out, state[k])
        last.append(final)
    out = np.moveaxis(out, -1, axis)
    if zi is None:
        return out
    return out, np.moveaxis(np.stack(last), -1, axis + 1)


def _check_state(state: Any, x: Any, axis: int, sections: int) -> None:
    shape = list(x.shape)
    shape[axis] = 2
    expected = (sections, *shape)
    if state.shape != expected:
        raise ValueError(
            f"Invalid zi shape. With axis={axis}, an input with shape {x.shape}, and an "
            f"sos array with {sections} sections, zi must have shape {expected}, got "
            f"{state.shape}."
        )


def sosfilt_zi(sos: Any) -> Any:
    """See `scipy.signal.sosfilt_zi`."""
    sos = floating(sos)
    if sos.ndim != 2 or sos.shape[1] != 6:
        raise ValueError("sos must be shape (n_sections, 6)")
    states, scale = [], 1.0
    for k in range(sos.shape[0]):
        b, a = sos[k, :3], sos[k, 3:]
        states.append(scale * lfilter_zi(b, a))
        scale = scale * (np.sum(b) / np.sum(a))
    return np.stack(states)


def sosfiltfilt(
    sos: Any,
    x: Any,
    axis: int = -1,
    padtype: Any = "odd",
    padlen: int | None = None,
) -> Any:
    """See `scipy.signal.sosfiltfilt`."""
    sos, x = as_sections(sos), as_array(x)
    axis = _checked_axis(x, axis)
    x = np.moveaxis(x, axis, -1)
    usual = 0
    if padlen is None and padtype is not None:
        zeros = [int(np.sum(sos[:, k] == 0)) for k in (2, 5)]
        usual = 3 * (2 * sos.shape[0] + 1 - min(zeros))
    edge, x = _continued(x, padtype, padlen, usual)
    state = sosfilt_zi(sos)
    state = state.reshape((sos.shape[0], *[1] * (x.ndim - 1), 2))
    out, _ = sosfilt(sos, x, zi=state * x[..., :1])
    back, _ = sosfilt(sos, out[..., ::-1], zi=state * out[..., -1:])
    return np.moveaxis(_without_ends(back[..., ::-1], edge), -1, axis)
