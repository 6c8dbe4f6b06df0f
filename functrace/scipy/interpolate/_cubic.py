"""Piecewise cubic interpolation with given or local slopes."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.scipy._arguments import double
from functrace.scipy._plain import on_plain_values
from functrace.scipy.interpolate._arguments import column, finite, increasing
from functrace.scipy.interpolate._piecewise import PPoly


class CubicHermiteSpline(PPoly):
    """Piecewise cubic of values and slopes; see `scipy.interpolate.CubicHermiteSpline`.

    Parameters
    ----------
    x : array_like, shape (n,)
        Increasing places.
    y, dydx : array_like
        Values and slopes, with n of them along `axis`.
    axis : int
        Along which the values are.
    extrapolate : bool or "periodic", optional
        As of `PPoly`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import CubicHermiteSpline
    >>> def middle(slopes):
    ...     return CubicHermiteSpline([0.0, 1.0], [0.0, 0.0], slopes)(0.5)
    >>> ft.grad(middle)(np.zeros(2))
    array([ 0.125, -0.125])
    """

    def __init__(
        self, x: Any, y: Any, dydx: Any, axis: int = 0, extrapolate: Any = None
    ) -> None:
        x, y, axis, dydx = prepare(x, y, axis, dydx)
        self._set_slopes(x, y, dydx, extrapolate, axis)

    def _set_slopes(
        self, x: Any, y: Any, slopes: Any, extrapolate: Any, axis: int
    ) -> None:
        h = column(np.diff(x), y.ndim - 1)
        secant = np.diff(y, axis=0) / h
        bend = (slopes[:-1] + slopes[1:] - 2 * secant) / h
        rows = (bend / h, (secant - slopes[:-1]) / h - bend, slopes[:-1], y[:-1])
        self._set(np.stack(rows), x, extrapolate, axis)


class PchipInterpolator(CubicHermiteSpline):
    """Monotonic piecewise cubic; see `scipy.interpolate.PchipInterpolator`.

    Where a secant is zero or the secants change sign, the slope is zero and so is its
    derivative.

    Parameters
    ----------
    x : array_like, shape (n,)
        Increasing places.
    y : array_like
        Real values, with n of them along `axis`.
    axis : int
        Along which the values are.
    extrapolate : bool, optional
        As of `PPoly`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import PchipInterpolator
    >>> def between(y):
    ...     return PchipInterpolator([0.0, 1.0, 2.0], y)(0.5)
    >>> ft.grad(between)(np.array([0.0, 1.0, 2.0]))
    array([ 0.375,  0.75 , -0.125])
    """

    def __init__(self, x: Any, y: Any, axis: int = 0, extrapolate: Any = None) -> None:
        x, y, axis, _ = prepare(x, y, axis)
        _check_real(y, "PchipInterpolator")
        self._set_slopes(x, y, _monotonic_slopes(x, y), extrapolate, axis)


class Akima1DInterpolator(CubicHermiteSpline):
    """Akima's piecewise cubic; see `scipy.interpolate.Akima1DInterpolator`.

    Parameters
    ----------
    x : array_like, shape (n,)
        Increasing places.
    y : array_like
        Real values, with n of them along `axis`.
    axis : int
        Along which the values are.
    method : {"akima", "makima"}
        How slopes are weighted.
    extrapolate : bool, optional
        As of `PPoly`, but false by default.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import Akima1DInterpolator
    >>> def middle(y):
    ...     return Akima1DInterpolator(np.arange(6.0), y, method="makima")(2.5)
    >>> y = np.array([0.0, 1.0, 0.0, 2.0, 1.0, 1.0])
    >>> print(round(ft.grad(middle)(y).sum(), 12))
    1.0
    """

    def __init__(
        self,
        x: Any,
        y: Any,
        axis: int = 0,
        *,
        method: str = "akima",
        extrapolate: Any = None,
    ) -> None:
        if method not in {"akima", "makima"}:
            raise NotImplementedError(f"`method`={method} is unsupported.")
        x, y, axis, _ = prepare(x, y, axis)
        _check_real(y, "Akima1DInterpolator")
        extrapolate = False if extrapolate is None else extrapolate
        slopes = _akima_slopes(x, y, method)
        self._set_slopes(x, y, slopes, extrapolate, axis)


@on_plain_values(scipy.interpolate.pchip_interpolate)
def pchip_interpolate(xi: Any, yi: Any, x: Any, der: Any = 0, axis: int = 0) -> Any:
    """See `scipy.interpolate.pchip_interpolate`."""
    whole = PchipInterpolator(xi, yi, axis=axis)
    if np.ndim(der) == 0:
        return whole.derivative(der)(x)
    return [whole.derivative(nu)(x) for nu in der]


def prepare(x: Any, y: Any, axis: int, dydx: Any = None) -> tuple[Any, Any, int, Any]:
    """Places, values and slopes along the first axis, and which one that was."""
    x, y = as_array(x), double(y)
    if x.dtype.kind == "c":
        raise ValueError("`x` must contain real values.")
    x = cast(x, np.float64)
    axis = axis % y.ndim
    if x.ndim != 1:
        raise ValueError("`x` must be 1-dimensional.")
    if x.shape[0] < 2:
        raise ValueError("`x` must contain at least 2 elements.")
    if x.shape[0] != y.shape[axis]:
        raise ValueError(
            f"The length of `y` along `axis`={axis} doesn't match the length of `x`"
        )
    x = finite(x, "`x` must contain only finite values.")
    x = increasing(x, "`x` must be strictly increasing sequence.")
    dydx = None if dydx is None else _along_first(dydx, "dydx", axis, y.shape)
    return x, _along_first(y, "y", axis, y.shape), axis, dydx


def _along_first(values: Any, name: str, axis: int, shape: tuple[int, ...]) -> Any:
    values = double(values)
    if values.shape != shape:
        raise ValueError("The shapes of `y` and `dydx` must be identical.")
    values = finite(values, f"`{name}` must contain only finite values.")
    return np.moveaxis(values, axis, 0)


def _check_real(y: Any, name: str) -> None:
    if y.dtype.kind == "c":
        raise ValueError(
            f"`{name}` only works with real values for `y`. If you are trying to use the "
            "real components of the passed array, use `np.real` on the array before "
            f"passing to `{name}`."
        )


# -- slopes ----------------------------------------------------------------------------


def _monotonic_slopes(x: Any, y: Any) -> Any:
    """Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5(2), 1984, eq. (4)."""
    h = column(np.diff(x), y.ndim - 1)
    m = np.diff(y, axis=0) / h
    if y.shape[0] == 2:
        return np.concatenate([m, m], axis=0)
    flat = np.logical_or(m[1:] == 0, m[:-1] == 0)
    flat = np.logical_or(flat, np.sign(m[1:]) != np.sign(m[:-1]))
    after, before = (np.where(flat, 1.0, part) for part in (m[1:], m[:-1]))
    w1, w2 = 2 * h[1:] + h[:-1], h[1:] + 2 * h[:-1]
    inner = np.where(flat, 0.0, (w1 + w2) / (w1 / before + w2 / after))
    first, last = (
        _end_slope(h[0], h[1], m[0], m[1]),
        _end_slope(h[-1], h[-2], m[-1], m[-2]),
    )
    return np.concatenate([first[None], inner, last[None]], axis=0)


def _end_slope(h0: Any, h1: Any, m0: Any, m1: Any) -> Any:
    """Of the parabola through three points, where that keeps the shape.

    Moler, *Numerical Computing with MATLAB*, 2004, section 3.6.
    """
    slope = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    turns = np.sign(m0) != np.sign(m1)
    steep = np.logical_and(turns, np.abs(slope) > 3.0 * np.abs(m0))
    opposed = np.sign(slope) != np.sign(m0)
    return np.where(opposed, 0.0, np.where(steep, 3.0 * m0, slope))


def _akima_slopes(x: Any, y: Any, method: str) -> Any:
    """Akima, J. ACM 17(4), 1970; of "makima", as in MATLAB."""
    m = np.diff(y, axis=0) / column(np.diff(x), y.ndim - 1)
    if y.shape[0] == 2:
        return np.concatenate([m, m], axis=0)
    m = _extended(m)
    change = np.abs(np.diff(m, axis=0))
    before, after = change[:-2], change[2:]
    if method == "makima":
        mean = np.abs(m[1:] + m[:-1])
        before, after = before + 0.5 * mean[:-2], after + 0.5 * mean[2:]
    total = before + after
    bent = total > 1e-9 * np.max(total, initial=-np.inf)
    share = np.where(bent, before, 0.0) / np.where(bent, total, 1.0)
    weighted = m[1:-2] + share * (m[2:-1] - m[1:-2])
    return np.where(bent, weighted, 0.5 * (m[3:] + m[:-3]))


def _extended(m: Any) -> Any:
    """The secants, with two more at each end by linear extrapolation."""
    low = 2.0 * m[0] - m[1]
    high = 2.0 * m[-1] - m[-2]
    ends = (2.0 * low - m[0], low), (high, 2.0 * high - m[-1])
    return np.concatenate([np.stack(ends[0]), m, np.stack(ends[1])], axis=0)
