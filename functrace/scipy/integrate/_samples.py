"""Rules for sampled functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.primitives.checks import require
from functrace.scipy._arguments import floating

# -- the trapezoidal rule --------------------------------------------------------------


def cumulative_trapezoid(
    y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None
) -> Any:
    """See `scipy.integrate.cumulative_trapezoid`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import cumulative_trapezoid
    >>> ft.jacobian(cumulative_trapezoid)(np.array([1.0, 4.0, 9.0]))
    array([[0.5, 0.5, 0. ],
           [0.5, 1. , 0.5]])
    """
    y = as_array(y)
    if y.shape[axis] == 0:
        raise ValueError("At least one point is required along `axis`.")
    d = dx if x is None else np.diff(_abscissae(x, y, axis), axis=axis)
    first, last = _part(y, slice(None, -1), axis), _part(y, slice(1, None), axis)
    sums = np.cumsum(d * (last + first) / 2.0, axis=axis)
    if initial is None:
        return sums
    if initial != 0:
        raise ValueError("`initial` must be `None` or `0`.")
    if not np.isscalar(initial):
        raise ValueError("`initial` parameter should be a scalar.")
    start = np.zeros_like(_part(sums, slice(0, 1), axis), shape=_single(sums, axis))
    return np.concatenate([start, sums], axis=axis)


# -- Simpson's rule --------------------------------------------------------------------


def simpson(y: Any, x: Any = None, *, dx: Any = 1.0, axis: int = -1) -> Any:
    """See `scipy.integrate.simpson`.

    Where points coincide, the derivative is that of the rule that SciPy then follows.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import simpson
    >>> 3 * ft.grad(simpson)(np.array([1.0, 4.0, 9.0]))
    array([1., 4., 1.])
    """
    y = as_array(y)
    count = y.shape[axis]
    h = None
    if x is not None:
        h = np.diff(_abscissae(x, y, axis), axis=axis)
    if count % 2:
        return _parabolas(y, h, dx, axis)
    if count == 2:
        width = dx if h is None else _part(h, -1, axis)
        return 0.0 + 0.5 * width * (_part(y, -1, axis) + _part(y, -2, axis))
    result = _parabolas(
        _part(y, slice(None, -1), axis),
        None if h is None else _part(h, slice(None, -1), axis),
        dx,
        axis,
    )
    return _added(result, _last_interval(y, h, dx, axis))


def _parabolas(y: Any, h: Any, dx: Any, axis: int) -> Any:
    """Integral of the parabolas through three points each, of an odd number of them."""
    count = y.shape[axis]
    y0, y1, y2 = (
        _part(y, slice(k, count - 2 + k if k < 2 else None, 2), axis) for k in (0, 1, 2)
    )
    if h is None:
        return np.sum(y0 + 4.0 * y1 + y2, axis=axis) * (dx / 3.0)
    h0 = cast(_part(h, slice(None, None, 2), axis), np.float64)
    h1 = cast(_part(h, slice(1, None, 2), axis), np.float64)
    total, ratio = h0 + h1, _ratio(h0, h1)
    terms = y0 * (2.0 - _ratio(np.ones(()), ratio))
    terms = terms + y1 * (total * _ratio(total, h0 * h1)) + y2 * (2.0 - ratio)
    return np.sum(total / 6.0 * terms, axis=axis)


def _last_interval(y: Any, h: Any, dx: Any, axis: int) -> Any:
    """Integral over it of the parabola through the last three points.

    Cartwright, *Simpson's Rule Cumulative Integration with MS Excel and Irregularly-spaced
    Data*, J. Math. Sci. Math. Educ. 12(2), 2017, eq. (8), for the other end.
    """
    if h is None:
        h0 = h1 = cast(as_array(dx), np.float64)
    else:
        h0, h1 = (cast(_part(h, k, axis), np.float64) for k in (-2, -1))
    alpha = _ratio(2 * h1**2 + 3 * h0 * h1, 6 * (h1 + h0))
    beta = _ratio(h1**2 + 3.0 * h0 * h1, 6 * h0)
    eta = _ratio(h1**3, 6 * h0 * (h0 + h1))
    y0, y1, y2 = (_part(y, k, axis) for k in (-3, -2, -1))
    return alpha * y2 + beta * y1 - eta * y0


def cumulative_simpson(
    y: Any, *, x: Any = None, dx: Any = 1.0, axis: int = -1, initial: Any = None
) -> Any:
    """See `scipy.integrate.cumulative_simpson`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import cumulative_simpson
    >>> 12 * ft.jacobian(cumulative_simpson)(np.array([1.0, 4.0, 9.0]))
    array([[ 5.,  8., -1.],
           [ 4., 16.,  4.]])
    """
    y = floating(y)
    _check_axis(axis, y)
    if y.shape[axis] < 3:
        sums = np.swapaxes(cumulative_trapezoid(y, x, dx=dx, axis=axis), axis, -1)
    else:
        sums = _cumulative_simpson(y, x, dx, axis)
    if initial is not None:
        start = np.swapaxes(_of_each_line(initial, "initial", y, axis), axis, -1)
        sums = np.concatenate([start, sums + start], axis=-1)
    return np.swapaxes(sums, axis, -1)


def _check_axis(axis: int, y: Any) -> None:
    if not -y.ndim <= axis < y.ndim:
        raise ValueError(f"`axis={axis}` is not valid for `y` with `y.ndim={y.ndim}`.")


def _cumulative_simpson(y: Any, x: Any, dx: Any, axis: int) -> Any:
    """Along the last axis, to which `axis` is moved."""
    if x is None:
        h = np.swapaxes(_of_each_line(dx, "dx", y, axis), axis, -1)
        h = np.broadcast_to(h, (*h.shape[:-1], y.shape[axis] - 1))
        pieces = _equal_pieces
    else:
        h = np.diff(_increasing(floating(x), y, axis), axis=-1)
        pieces = _unequal_pieces
    y = np.swapaxes(y, axis, -1)
    first = pieces(y, h)
    last = np.flip(pieces(np.flip(y, -1), np.flip(h, -1)), -1)
    # An interval is the first of three points where it can be, in pairs; else the last.
    count = h.shape[-1]
    pairs = np.stack([first[..., ::2], last[..., ::2]], axis=-1)
    joined = pairs.reshape((*pairs.shape[:-2], -1))[..., : count - 1]
    return np.cumsum(np.concatenate([joined, last[..., -1:]], axis=-1), axis=-1)


def _of_each_line(value: Any, name: str, y: Any, axis: int) -> Any:
    """A scalar, or one number for each line along `axis`, as an array of those."""
    value = floating(value)
    shape = _single(y, axis)
    if value.ndim and value.shape != shape:
        raise ValueError(
            f"If provided, `{name}` must either be a scalar or have the same shape as "
            "`y` but with only 1 point along `axis`."
        )
    return np.broadcast_to(value, shape)


def _increasing(x: Any, y: Any, axis: int) -> Any:
    """The abscissae along the last axis."""
    if not (x.shape == y.shape or (x.ndim == 1 and x.shape[0] == y.shape[axis])):
        raise ValueError(
            "If given, shape of `x` must be the same as `y` or 1-D with the same length "
            "as `y` along `axis`."
        )
    x = x if x.ndim == 1 else np.swapaxes(x, axis, -1)
    return require(
        x, np.diff(x, axis=-1) > 0, message="Input x must be strictly increasing."
    )


def _equal_pieces(y: Any, h: Any) -> Any:
    """Integrals from the first to the second of three points each."""
    y0, y1, y2 = y[..., :-2], y[..., 1:-1], y[..., 2:]
    return h[..., :-1] / 3 * (5 * y0 / 4 + 2 * y1 - y2 / 4)


def _unequal_pieces(y: Any, h: Any) -> Any:
    """The same. Cartwright, as above, eq. (8)."""
    y0, y1, y2 = y[..., :-2], y[..., 1:-1], y[..., 2:]
    h0, h1 = h[..., :-1], h[..., 1:]
    share = h0 / (h0 + h1)
    bent = share * (h0 / h1)
    return h0 / 6 * ((3 - share) * y0 + (3 + bent + share) * y1 - bent * y2)


# -- arguments -------------------------------------------------------------------------


def _part(x: Any, entry: int | slice, axis: int) -> Any:
    place: list[Any] = [slice(None)] * x.ndim
    place[axis] = entry
    return x[tuple(place)]


def _single(x: Any, axis: int) -> tuple[int, ...]:
    """The shape with one element along the axis."""
    shape = list(x.shape)
    shape[axis] = 1
    return tuple(shape)


def _column(x: Any, y: Any, axis: int) -> Any:
    """A vector along the axis of `y`."""
    shape = [1] * y.ndim
    shape[axis] = x.shape[0]
    return x.reshape(tuple(shape))


def _abscissae(x: Any, y: Any, axis: int) -> Any:
    x = as_array(x)
    if x.ndim == 1:
        x = _column(x, y, axis)
    elif x.ndim != y.ndim:
        raise ValueError("If given, shape of x must be 1-D or the same as y.")
    if x.shape[axis] != y.shape[axis]:
        raise ValueError("If given, length of x along axis must be the same as y.")
    return x


def _ratio(x: Any, y: Any) -> Any:
    """The quotient; zero, with derivatives zero, where the divisor is."""
    zero = y == 0
    return np.where(zero, 0.0, x / np.where(zero, 1.0, y))


def _added(x: Any, y: Any) -> Any:
    """The sum, of the dtype that ``x += y`` gives."""
    total = x + y
    return total.astype(x.dtype) if total.ndim and total.dtype != x.dtype else total
