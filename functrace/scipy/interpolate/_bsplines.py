"""Splines in the basis of B-splines."""

from __future__ import annotations

import operator
from typing import Any, Self

import numpy as np
import scipy.interpolate
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.scipy._arguments import double
from functrace.scipy._namespace import refusing
from functrace.scipy.interpolate._arguments import (
    at,
    column,
    finite,
    nan_where,
    outside,
    piece,
    real,
    restore_axis,
    wrapped,
)

_design_matrix = refusing(scipy.interpolate.BSpline.design_matrix)


class BSpline:
    """Spline of knots, coefficients and a degree; see `scipy.interpolate.BSpline`.

    Parameters
    ----------
    t : array_like, shape (n + k + 1,)
        Knots.
    c : array_like, shape (>= n, ...)
        Coefficients.
    k : int
        Degree.
    extrapolate : bool or "periodic"
        What is done outside the base interval: the outer pieces, NaN if false.
    axis : int
        The interpolation axis.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import BSpline
    >>> knots = np.array([0.0, 1.0, 2.0, 3.0])
    >>> ft.grad(lambda x: BSpline(knots, [1.0, 5.0], 1)(x))(1.5)
    np.float64(4.0)
    """

    def __init__(
        self, t: Any, c: Any, k: Any, extrapolate: Any = True, axis: int = 0
    ) -> None:
        t, c, k = real(t), double(c), operator.index(k)
        if c.ndim < 1:
            raise ValueError("Coefficients must be at least 1-dimensional.")
        axis = normalize_axis_index(axis, c.ndim)
        if axis != 0:
            c = np.moveaxis(c, axis, 0)
        _check_shapes(t, c, k)
        t = finite(t, "Knots should not have nans or infs.")
        text = "Knots must be in a non-decreasing order."
        t = require(t, np.diff(t) >= 0, message=text)
        n = t.shape[0] - k - 1
        t = require(t, t[k] < t[n], message="Need at least two internal knots.")
        if extrapolate != "periodic":
            extrapolate = bool(extrapolate)
        self._set(t, c, k, extrapolate, axis)

    def _set(self, t: Any, c: Any, k: int, extrapolate: Any, axis: int) -> None:
        self.t = t
        self.c = c
        self.k = k
        self.extrapolate = extrapolate
        self.axis = axis

    @classmethod
    def construct_fast(
        cls, t: Any, c: Any, k: int, extrapolate: Any = True, axis: int = 0
    ) -> Self:
        """Make one of arrays of the right shape and dtype, without checks."""
        self = object.__new__(cls)
        self._set(as_array(t), as_array(c), k, extrapolate, axis)
        return self

    @classmethod
    def basis_element(cls, t: Any, extrapolate: Any = True) -> Self:
        """Make the B-spline that has its support between the first and last of the knots."""
        t = real(t)
        k = t.shape[0] - 2
        t = np.concatenate([np.repeat(t[:1] - 1, k), t, np.repeat(t[-1:] + 1, k)])
        c = np.zeros(t.shape)
        c[k] = 1.0
        return cls.construct_fast(t, c, k, extrapolate)

    @classmethod
    def design_matrix(cls, x: Any, t: Any, k: int, extrapolate: Any = False) -> Any:
        """The matrix of the basis at each point, sparse; not differentiated."""
        return _design_matrix(x, t, k, extrapolate)

    @property
    def tck(self) -> tuple[Any, Any, int]:
        """Knots, coefficients and degree."""
        return self.t, self.c, self.k

    @property
    def _ends(self) -> tuple[Any, Any]:
        """The base interval."""
        return self.t[self.k], self.t[self.t.shape[0] - self.k - 1]

    def __call__(self, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
        """The value, or the derivative of order `nu`, at points of any shape."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        values = self.values_at(real(x), nu, extrapolate)
        return restore_axis(values, np.ndim(x), self.axis)

    def values_at(self, x: Any, nu: int, extrapolate: Any) -> Any:
        """The values, with the points' axes first."""
        low, high = self._ends
        if isinstance(extrapolate, str):
            x, extrapolate = wrapped(x, low, high), False
        place = piece(self.t, x, self.k, self.t.shape[0] - self.k - 2)
        rest, total = self.c.ndim - 1, 0.0
        for r, weight in enumerate(basis(self.t, self.k, x, place, nu)):
            total = total + column(weight, rest) * at(self.c, place - (self.k - r))
        return nan_where(outside(x, low, high, extrapolate), total)

    def derivative(self, nu: int = 1) -> Self:
        """The derivative of order `nu`; for a negative order, the antiderivative."""
        if nu < 0:
            return self.antiderivative(-nu)
        if nu > self.k:
            raise ValueError(
                f"Order of derivative (n = {nu!r}) must be <= order of spline "
                f"(k = {self.k!r})"
            )
        t, c, k = self.t, self._padded(), self.k
        for _ in range(nu):
            t, c, k = _differentiated(t, c, k)
        return self.construct_fast(t, c, k, self.extrapolate, self.axis)

    def antiderivative(self, nu: int = 1) -> Self:
        """The antiderivative of order `nu`; for a negative order, the derivative."""
        if nu < 0:
            return self.derivative(-nu)
        t, c, k = self.t, self._padded(), self.k
        for _ in range(nu):
            t, c, k = _integrated(t, c, k)
        keeps = not isinstance(self.extrapolate, str) and self.extrapolate
        return self.construct_fast(t, c, k, keeps, self.axis)

    def integrate(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        """The integral from `a` to `b`; of zero outside unless it is extrapolated."""
        extrapolate = self.extrapolate if extrapolate is None else extrapolate
        whole, (low, high) = self.antiderivative(), self._ends
        limits = real(a), real(b)
        if isinstance(extrapolate, str):
            first, last = (self._over_periods(whole, v) for v in limits)
        else:
            if not extrapolate:
                limits = (np.minimum(np.maximum(v, low), high) for v in limits)
            first, last = (whole.values_at(v, 0, True) for v in limits)
        return last - first

    def _over_periods(self, whole: BSpline, x: Any) -> Any:
        low, high = self._ends
        count = np.floor((x - low) / (high - low))
        period = whole.values_at(high, 0, True) - whole.values_at(low, 0, True)
        return count * period + whole.values_at(wrapped(x, low, high), 0, True)

    def _padded(self) -> Any:
        """The coefficients, with zeros as far as there are knots."""
        missing = self.t.shape[0] - self.c.shape[0]
        if missing <= 0:
            return self.c
        zeros = np.zeros((missing, *self.c.shape[1:]), self.c.dtype)
        return np.concatenate([self.c, zeros], axis=0)


def _check_shapes(t: Any, c: Any, k: int) -> None:
    n = t.shape[0] - k - 1 if t.ndim else 0
    if k < 0:
        raise ValueError("Spline order cannot be negative.")
    if t.ndim != 1:
        raise ValueError("Knot vector must be one-dimensional.")
    if n < k + 1:
        raise ValueError(f"Need at least {2 * k + 2} knots for degree {k}")
    if c.shape[0] < n:
        raise ValueError("Knots, coefficients and degree are inconsistent.")


def basis(t: Any, k: int, x: Any, place: Any, nu: int = 0) -> list[Any]:
    """The k + 1 B-splines that are not zero on the piece `place`, or their derivatives.

    De Boor, *A Practical Guide to Splines*, rev. ed. 2001, chapter X, algorithm (8).
    """
    if nu > k:
        return [np.zeros_like(x)] * (k + 1)
    values = [np.ones_like(x)]
    for degree in range(1, k + 1):
        raised = [0.0] * (degree + 1)
        for r, value in enumerate(values):
            right, left = at(t, place + (r + 1)), at(t, place + (r + 1 - degree))
            share = _over(value, right - left)
            if degree <= k - nu:
                raised[r] = raised[r] + share * (right - x)
                raised[r + 1] = share * (x - left)
            else:
                raised[r] = raised[r] - degree * share
                raised[r + 1] = degree * share
        values = raised
    return values


def _over(value: Any, width: Any) -> Any:
    """The quotient; zero for pieces of width zero."""
    empty = width == 0
    return np.where(empty, 0.0, value / np.where(empty, 1.0, width))


def _differentiated(t: Any, c: Any, k: int) -> tuple[Any, Any, int]:
    """De Boor, as above, chapter X, eq. (15)."""
    widths = t[k + 1 : -1] - t[1 : -k - 1]
    text = "The spline has internal repeated knots and is not differentiable."
    widths = column(require(widths, widths != 0, message=text), c.ndim - 1)
    c = (c[1 : c.shape[0] - 1 - k] - c[: c.shape[0] - 2 - k]) * k / widths
    zeros = np.zeros((k, *c.shape[1:]), c.dtype)
    return t[1:-1], np.concatenate([c, zeros], axis=0), k - 1


def _integrated(t: Any, c: Any, k: int) -> tuple[Any, Any, int]:
    """De Boor, as above, chapter X, eq. (22)."""
    widths = column(t[k + 1 :] - t[: -k - 1], c.ndim - 1)
    sums = np.cumsum(c[: c.shape[0] - k - 1] * widths, axis=0) / (k + 1)
    parts = [np.zeros_like(sums[:1]), sums, np.repeat(sums[-1:], k + 2, axis=0)]
    t = np.concatenate([t[:1], t, t[-1:]])
    return t, np.concatenate(parts, axis=0), k + 1
