"""Piecewise polynomials in the power basis."""

from __future__ import annotations

import math
from typing import Any, Self

import numpy as np
import scipy.interpolate

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.scipy._arguments import double
from functrace.scipy._plain import any_traced
from functrace.scipy.interpolate._arguments import (
    at,
    column,
    nan_where,
    outside,
    piece,
    real,
    restore_axis,
    wrapped,
)
from functrace.scipy.interpolate._bsplines import BSpline


class PPoly:
    """Piecewise polynomial; see `scipy.interpolate.PPoly`.

    Parameters
    ----------
    c : array_like, shape (k, m, ...)
        Coefficients of degree k - 1 to 0 on each of m intervals.
    x : array_like, shape (m + 1,)
        Breakpoints, increasing or decreasing.
    extrapolate : bool or "periodic", optional
        What is done beyond the breakpoints: the outer pieces by default, NaN if false.
    axis : int
        The interpolation axis.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import PPoly
    >>> def area(c):
    ...     return PPoly(c, [0.0, 1.0, 2.0]).integrate(0.0, 2.0)
    >>> ft.grad(area)(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[0.5, 0.5],
           [1. , 1. ]])
    """

    def __init__(self, c: Any, x: Any, extrapolate: Any = None, axis: int = 0) -> None:
        c, x = double(c), real(x)
        if c.ndim < 2:
            raise ValueError("Coefficients array must be at least 2-dimensional.")
        if not 0 <= axis < c.ndim - 1:
            raise ValueError(f"axis={axis} must be between 0 and {c.ndim - 1}")
        if axis != 0:
            c = np.moveaxis(c, (axis, axis + 1), (0, 1))
        _check_shapes(c, x)
        steps = np.diff(x)
        ok = np.logical_or(np.all(steps >= 0), np.all(steps <= 0))
        text = "`x` must be strictly increasing or decreasing."
        self._set(c, require(x, ok, message=text), extrapolate, axis)

    def _set(self, c: Any, x: Any, extrapolate: Any, axis: int) -> None:
        self.c = c
        self.x = x
        self.axis = axis
        self.extrapolate = True if extrapolate is None else extrapolate

    @classmethod
    def construct_fast(
        cls, c: Any, x: Any, extrapolate: Any = None, axis: int = 0
    ) -> Self:
        """Make one of arrays of the right shape and dtype, without checks."""
        self = object.__new__(cls)
        self._set(as_array(c), as_array(x), extrapolate, axis)
        return self

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        """The value, or the derivative of order `nu`, at points of any shape."""
        if nu < 0:
            raise ValueError("Order of derivative cannot be negative")
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        values = self.values_at(real(x), nu, extrapolate)
        return restore_axis(values, np.ndim(x), self.axis)

    def values_at(self, x: Any, nu: int, extrapolate: Any) -> Any:
        """The values, with the points' axes first."""
        low, high = self.x[0], self.x[-1]
        if isinstance(extrapolate, str):
            x, extrapolate = wrapped(x, low, high), False
        place, low, high = self._piece(x, low, high)
        rest = self.c.ndim - 2
        offset = column(x - at(self.x, place), rest)
        coefficients = at(self.derivative(nu).c, place, after=1)
        values = _horner(coefficients, offset)
        return nan_where(outside(x, low, high, extrapolate), values)

    def _piece(self, x: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
        """The piece for each point, and the ends in increasing order."""
        last = self.x.shape[0] - 2
        rising = piece(self.x, x, 0, last)
        falls = high < low
        falling = piece(-self.x, -x, 0, last)
        ends = np.minimum(low, high), np.maximum(low, high)
        return np.where(falls, falling, rising), *ends

    def derivative(self, nu: int = 1) -> Self:
        """The derivative of order `nu`; for a negative order, the antiderivative."""
        if nu < 0:
            return self.antiderivative(-nu)
        c = self.c[: self.c.shape[0] - nu]
        if c.shape[0] == 0:
            c = np.zeros_like(self.c[:1])
        degrees = range(c.shape[0] - 1 + nu, nu - 1, -1)
        factors = np.array([float(math.perm(d, nu)) for d in degrees])
        c = c * column(factors, c.ndim - 1)
        return self.construct_fast(c, self.x, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> Self:
        """The continuous antiderivative of order `nu` that is zero at the first point."""
        if nu <= 0:
            return self.derivative(-nu)
        c, steps = self.c, column(np.diff(self.x), self.c.ndim - 2)
        for _ in range(nu):
            c = _integrated(c, steps)
        keeps = not isinstance(self.extrapolate, str) and self.extrapolate
        return self.construct_fast(c, self.x, keeps, self.axis)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        """The integral from `a` to `b`."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        whole = self.antiderivative()
        if isinstance(extrapolate, str):
            return _over_periods(whole, real(b)) - _over_periods(whole, real(a))
        first, last = (whole.values_at(real(v), 0, extrapolate) for v in (a, b))
        return last - first

    def solve(
        self, y: float = 0.0, discontinuity: bool = True, extrapolate: Any = None
    ) -> Any:
        """Where the polynomial is `y`; not differentiated."""
        if any_traced(self.c, self.x, y):
            raise unsupported(scipy.interpolate.PPoly.solve)
        plain = scipy.interpolate.PPoly.construct_fast(
            self.c, self.x, self.extrapolate, self.axis
        )
        return plain.solve(y, discontinuity, extrapolate)

    def roots(self, discontinuity: bool = True, extrapolate: Any = None) -> Any:
        """Where the polynomial is zero; not differentiated."""
        return self.solve(0, discontinuity, extrapolate)

    @classmethod
    def from_spline(cls, tck: Any, extrapolate: Any = None) -> Self:
        """Make one of a spline, or of its knots, coefficients and degree."""
        if not isinstance(tck, BSpline):
            tck = BSpline(*tck)
            tck.extrapolate = True if extrapolate is None else extrapolate
        orders = range(tck.k, -1, -1)
        starts = tck.t[:-1]
        c = [tck(starts, m, extrapolate=True) / math.factorial(m) for m in orders]
        kept = tck.extrapolate if extrapolate is None else extrapolate
        return cls.construct_fast(np.stack(c), tck.t, kept)


def _check_shapes(c: Any, x: Any) -> None:
    if x.ndim != 1:
        raise ValueError("x must be 1-dimensional")
    if x.size < 2:
        raise ValueError("at least 2 breakpoints are needed")
    if c.shape[0] == 0:
        raise ValueError("polynomial must be at least of order 0")
    if c.shape[1] != x.size - 1:
        raise ValueError("number of coefficients != len(x)-1")


def _horner(coefficients: Any, x: Any) -> Any:
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total


def _integrated(c: Any, steps: Any) -> Any:
    """Coefficients of the continuous antiderivative, zero at the first breakpoint."""
    powers = np.arange(c.shape[0], 0, -1.0)
    c = c / column(powers, c.ndim - 1)
    gains = _horner(c, steps) * steps
    ends = np.cumsum(gains, axis=0)
    constants = np.concatenate([np.zeros_like(ends[:1]), ends[:-1]], axis=0)
    return np.concatenate([c, constants[None]], axis=0)


def _over_periods(whole: PPoly, x: Any) -> Any:
    """The antiderivative of a periodic function, of which `whole` has one period."""
    low, high = whole.x[0], whole.x[-1]
    count = np.floor((x - low) / (high - low))
    period = whole.values_at(high, 0, True) - whole.values_at(low, 0, True)
    return count * period + whole.values_at(wrapped(x, low, high), 0, True)
