"""Splines of FITPACK's, made of plain values, at traced points.

Outside of the knots' interval they do as FITPACK does (Dierckx, *Curve and Surface
Fitting with Splines*, 1993): surfaces and the mode "const" take the point of the interval
that is nearest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.interpolate

from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.scipy._plain import on_plain_values
from functrace.scipy.interpolate._arguments import at, piece, real
from functrace.scipy.interpolate._bsplines import BSpline, basis

_MODES = {"extrapolate": 0, "zeros": 1, "raise": 2, "const": 3}


class Curve(NamedTuple):
    """A spline in one variable; see `scipy.interpolate.UnivariateSpline`.

    Attributes
    ----------
    t, c, k
        Knots, coefficients and degree.
    ext : int
        What is done outside: extrapolate (0), zero (1), ValueError (2), the value at the
        end (3).
    """

    t: Any
    c: Any
    k: int
    ext: Any = 0

    def __call__(self, x: Any, nu: int = 0, ext: Any = None) -> Any:
        """The value, or the derivative of order `nu`, at points of any shape."""
        ext = self.ext if ext is None else ext
        mode = _MODES.get(ext, ext)
        if mode not in _MODES.values():
            raise ValueError(f"Unknown extrapolation mode {ext}.")
        x, low, high = real(x), self.t[self.k], self.t[-self.k - 1]
        inside = np.logical_and(x >= low, x <= high)
        if mode == 2:
            x = require(x, inside, message="x value not allowed: out of range")
        if mode == 3:
            x = np.minimum(np.maximum(x, low), high)
        values = self._spline(x, nu)
        return np.where(inside, values, 0.0) if mode == 1 else values

    def integral(self, a: Any, b: Any) -> Any:
        """The integral from `a` to `b`, of zero outside of the interval."""
        return self._spline.integrate(a, b, extrapolate=False)

    @property
    def _spline(self) -> BSpline:
        return BSpline.construct_fast(self.t, self.c, self.k)


class Surface(NamedTuple):
    """A spline in two variables; see `scipy.interpolate.RectBivariateSpline`."""

    knots: tuple[Any, Any]
    coefficients: Any
    degrees: tuple[int, int]

    def __call__(
        self, x: Any, y: Any, dx: int = 0, dy: int = 0, grid: bool = True
    ) -> Any:
        """Values, or derivatives, at all pairs of x and y, or at points."""
        points = real(x), real(y)
        if grid:
            rising = "must be strictly increasing when `grid` is True"
            points = tuple(
                require(p, np.diff(p) >= 0, message=f"{name} {rising}")
                for p, name in zip(map(np.atleast_1d, points), "xy", strict=True)
            )
            points = points[0][:, None], points[1][None, :]
        axes = zip(self.knots, points, self.degrees, (dx, dy), strict=True)
        (first, rows), (second, columns) = (_weights(*axis) for axis in axes)
        width = self.knots[1].shape[0] - self.degrees[1] - 1
        total: Any = 0.0
        for r, u in enumerate(first):
            for s, v in enumerate(second):
                place = (rows + r) * width + columns + s
                total = total + u * v * at(self.coefficients, place)
        return total

    def ev(self, x: Any, y: Any, dx: int = 0, dy: int = 0) -> Any:
        """Values, or derivatives, at points."""
        return self(x, y, dx, dy, grid=False)


def _weights(t: Any, x: Any, k: int, nu: int) -> tuple[list[Any], Any]:
    """The B-splines that are not zero at some points, and the first one's place."""
    last = t.shape[0] - k - 1
    x = np.minimum(np.maximum(x, t[k]), t[last])
    place = piece(t, x, k, last - 1)
    return basis(t, k, x, place, nu), place - k


@on_plain_values(scipy.interpolate.splev)
def splev(x: Any, tck: Any, der: int = 0, ext: Any = 0) -> Any:
    """Evaluate a spline, or its derivative; see `scipy.interpolate.splev`.

    Differentiable in the points and in the coefficients.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import splev, splrep
    >>> x = np.linspace(0.0, 2.0, 9)
    >>> cubic = splrep(x, x**3)
    >>> ft.grad(lambda t: splev(t, cubic))(1.3).round(6)
    np.float64(5.07)
    """
    if hasattr(tck, "tck"):  # a BSpline, SciPy's or ours
        if ext != 0:
            raise ValueError(f"Extrapolation mode {ext} is not supported by BSpline.")
        return BSpline.construct_fast(*tck.tck)(x, der, extrapolate=True)
    t, c, k = tck
    if isinstance(c, (list, tuple)) or np.ndim(c) > 1:  # a curve in space
        return [splev(x, (t, row, k), der, ext) for row in c]
    if not 0 <= der <= k:
        raise ValueError(f"0<=der={der}<=k={k} must hold")
    return Curve(real(t), as_array(c), k, ext)(x, der)
