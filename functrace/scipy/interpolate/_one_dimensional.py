"""Interpolation of a function of one variable by neighbouring values, or by a spline."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.scipy._arguments import floating
from functrace.scipy.interpolate._arguments import at, column, piece, restore_axis
from functrace.scipy.interpolate._fits import make_interp_spline

_DEGREES = {"zero": 0, "slinear": 1, "quadratic": 2, "cubic": 3}
_NEIGHBOURS = ("linear", "nearest", "nearest-up", "previous", "next")


class interp1d:  # noqa: N801 - SciPy's name
    """Interpolate a function of one variable; see `scipy.interpolate.interp1d`.

    The derivative of "nearest", "previous" and "next" with respect to the points is zero.

    Parameters
    ----------
    x : array_like, shape (n,)
        Places.
    y : array_like
        Values, with n of them along `axis`.
    kind : str or int
        "linear", "nearest", "nearest-up", "previous", "next", or of a spline "zero",
        "slinear", "quadratic", "cubic" or its degree.
    axis : int
        Along which the values are.
    copy : bool
        Without effect.
    bounds_error : bool, optional
        Whether a point out of range is an error: by default, unless `fill_value` says
        "extrapolate".
    fill_value : array_like, pair of array_like, or "extrapolate"
        What stands for values out of range, below and above.
    assume_sorted : bool
        Whether `x` increases.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import interp1d
    >>> ft.grad(lambda y: interp1d([0.0, 1.0, 3.0], y)(1.5))(np.zeros(3))
    array([0.  , 0.75, 0.25])
    """

    def __init__(
        self,
        x: Any,
        y: Any,
        kind: Any = "linear",
        axis: int = -1,
        copy: bool = True,
        bounds_error: Any = None,
        fill_value: Any = np.nan,
        assume_sorted: bool = False,
    ) -> None:
        x, y = as_array(x), as_array(y)
        self._kind, degree = _kind_of(kind)
        if x.ndim != 1:
            raise ValueError("the x array must have exactly one dimension.")
        if y.ndim == 0:
            raise ValueError("the y array must have at least one dimension.")
        if y.shape[axis] != x.shape[0]:
            raise ValueError(
                "x and y arrays must be equal in length along interpolation axis."
            )
        self.axis = axis % y.ndim
        y = floating(y)
        if not assume_sorted:
            order = np.argsort(x, kind="mergesort")
            x, y = x[order], np.take(y, order, axis=self.axis)
        if x.shape[0] < degree + 1:
            raise ValueError(f"x and y arrays must have at least {degree + 1} entries")
        self.x = x
        self.y = y
        self.bounds_error = bounds_error
        self._rows = np.moveaxis(y, self.axis, 0)
        if self._kind == "spline":
            self._spline = make_interp_spline(
                x, self._rows, k=degree, check_finite=False
            )
        self._set_fill(fill_value)

    def _set_fill(self, fill_value: Any) -> None:
        self._fill_value_orig = fill_value
        self._extrapolate = isinstance(fill_value, str) and fill_value == "extrapolate"
        if self._extrapolate:
            if self.bounds_error:
                raise ValueError("Cannot extrapolate and raise at the same time.")
            self.bounds_error = False
            ends = {
                "previous": (np.nan, self._rows[-1]),
                "next": (self._rows[0], np.nan),
            }
            if self._kind not in ends:
                return
            fill_value, self._extrapolate = ends[self._kind], False
        if self.bounds_error is None:
            self.bounds_error = True
        pair = isinstance(fill_value, tuple) and len(fill_value) == 2
        below, above = fill_value if pair else (fill_value, fill_value)
        names = (
            ("fill_value (below)", "fill_value (above)")
            if pair
            else ("fill_value",) * 2
        )
        self._below, self._above = (
            self._filling(v, n) for v, n in zip((below, above), names, strict=True)
        )

    def _filling(self, value: Any, name: str) -> Any:
        value, shape = as_array(value), self._rows.shape[1:]
        try:
            return np.broadcast_to(value if value.ndim else value[()], shape)
        except ValueError:
            raise ValueError(
                f"{name} argument must be able to broadcast up to shape {shape or (1,)} "
                f"but had shape {value.shape}"
            ) from None

    @property
    def fill_value(self) -> Any:
        """What stands for values out of range."""
        return self._fill_value_orig

    @fill_value.setter
    def fill_value(self, fill_value: Any) -> None:
        self._set_fill(fill_value)

    def __call__(self, x: Any) -> Any:
        """The values at points of any shape."""
        x = floating(x)
        if not self._extrapolate and self.bounds_error:
            x = self._inside(x)
        values = self._evaluated(x)
        if not self._extrapolate:
            rest, dtype = values.ndim - x.ndim, values.dtype
            below, above = self._below.astype(dtype), self._above.astype(dtype)
            values = np.where(column(x < self.x[0], rest), below, values)
            values = np.where(column(x > self.x[-1], rest), above, values)
        return restore_axis(values, x.ndim, self.axis)

    def _inside(self, x: Any) -> Any:
        text = "A value in x_new is {} the interpolation range's {} value."
        low, high = text.format("below", "minimum"), text.format("above", "maximum")
        x = require(x, np.logical_not(x < self.x[0]), message=low)
        return require(x, np.logical_not(x > self.x[-1]), message=high)

    def _evaluated(self, x: Any) -> Any:
        if self._kind == "spline":
            return self._spline(x)
        if self._kind == "linear":
            return self._linear(x)
        return at(self._rows, self._neighbour(x))

    def _linear(self, x: Any) -> Any:
        """At a place, on the piece before or after it as SciPy computes the value."""
        last = self.x.shape[0] - 1
        exact = self.x.dtype == self.y.dtype == np.float64 and self.y.ndim == 1
        if exact and not self._extrapolate:
            low = piece(self.x, x, 0, last - 1)
        else:
            above = np.searchsorted(self.x, x)
            low = np.minimum(np.maximum(above, 1), last) - 1
        rest = self._rows.ndim - 1
        x0, y0 = at(self.x, low), at(self._rows, low)
        slope = (at(self._rows, low + 1) - y0) / column(at(self.x, low + 1) - x0, rest)
        return slope * column(x - x0, rest) + y0

    def _neighbour(self, x: Any) -> Any:
        if self._kind in ("previous", "next"):
            after = self._kind == "next"
            count = np.searchsorted(self.x, x, side="left" if after else "right")
            low, high = (0, 0) if after else (1, 1)
            last = self.x.shape[0] - 1
            return np.minimum(np.maximum(count, low), last + high) - high
        middles = self.x[1:] / 2.0 + self.x[:-1] / 2.0
        return np.searchsorted(
            middles, x, side="left" if self._kind == "nearest" else "right"
        )


def _kind_of(kind: Any) -> tuple[str, int]:
    """What interpolates, and of a spline the degree."""
    if isinstance(kind, (int, np.integer)):
        return "spline", int(kind)
    if kind in _DEGREES:
        return "spline", _DEGREES[kind]
    if kind in _NEIGHBOURS:
        return kind, 0
    raise NotImplementedError(
        f"{kind} is unsupported: Use fitpack routines for other types."
    )
