"""Interpolation on a rectangular grid."""

from __future__ import annotations

import functools
import itertools
import operator
from typing import Any

import numpy as np
import scipy.interpolate

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.scipy._arguments import floating
from functrace.scipy._plain import any_traced, on_plain_values
from functrace.scipy.interpolate._arguments import at, column, nan_where, piece, real
from functrace.scipy.interpolate._bsplines import basis
from functrace.scipy.interpolate._fits import make_interp_spline

_DEGREES = {"slinear": 1, "cubic": 3, "quintic": 5}
_UNTRACED = {"pchip": 3, "slinear_legacy": 1, "cubic_legacy": 3, "quintic_legacy": 5}


class RegularGridInterpolator:
    """Interpolate on a grid; see `scipy.interpolate.RegularGridInterpolator`.

    The spline methods solve for their coefficients exactly. The method "pchip" and the
    legacy ones take plain values only.

    Parameters
    ----------
    points : tuple of array_like
        The grid's increasing or decreasing places along each axis.
    values : array_like
        Values on the grid, with trailing axes of their own.
    method : str
        "linear", "nearest", "slinear", "cubic" or "quintic".
    bounds_error : bool
        Whether a point outside is an error.
    fill_value : scalar or None
        What stands for values outside; None: they are extrapolated.
    solver, solver_args : optional
        Without effect.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import RegularGridInterpolator
    >>> def at(values):
    ...     grid = np.arange(2.0), np.arange(2.0)
    ...     return RegularGridInterpolator(grid, values)([0.25, 0.5])[0]
    >>> ft.grad(at)(np.zeros((2, 2)))
    array([[0.375, 0.375],
           [0.125, 0.125]])
    """

    def __init__(
        self,
        points: Any,
        values: Any,
        method: str = "linear",
        bounds_error: bool = True,
        fill_value: Any = np.nan,
        *,
        solver: Any = None,
        solver_args: Any = None,
    ) -> None:
        _check_method(method, points)
        if method not in _DEGREES and (solver is not None or solver_args):
            raise ValueError(
                f"method ={method!r} does not accept the 'solver' argument. Got  solver = "
                f"{solver!r} and with arguments {solver_args}."
            )
        self.values = floating(values)
        self.grid = _checked_grid(points, self.values)
        self.method = method
        self.bounds_error = bounds_error
        self.fill_value = _checked_fill(fill_value, self.values.dtype)
        falls = tuple(i for i, p in enumerate(self.grid) if _falls(p))
        self.grid = tuple(
            np.flip(p) if i in falls else p for i, p in enumerate(self.grid)
        )
        self.values = np.flip(self.values, falls) if falls else self.values
        self._coefficients: dict[int, tuple[list[Any], Any]] = {}

    def __call__(self, xi: Any, method: str | None = None, *, nu: Any = None) -> Any:
        """The values at points, of which the coordinates are along the last axis."""
        method = self.method if method is None else method
        _check_method(method, self.grid)
        if nu is not None and method not in _DEGREES:
            raise ValueError(
                f"Can only compute derivatives for methods {list(_DEGREES)}, got method "
                f"={method!r}."
            )
        if method in _UNTRACED:
            return self._untraced(xi, method)
        xi = _coordinates(xi, len(self.grid))
        coordinates = [xi[..., i] for i in range(len(self.grid))]
        inside = [
            np.logical_and(g[0] <= x, x <= g[-1])
            for g, x in zip(self.grid, coordinates, strict=True)
        ]
        if self.bounds_error:
            coordinates = [
                require(x, ok, message=_OUTSIDE.format(i))
                for i, (x, ok) in enumerate(zip(coordinates, inside, strict=True))
            ]
        values = self._evaluated(coordinates, method, nu)
        if not self.bounds_error and self.fill_value is not None:
            known_here = functools.reduce(np.logical_and, inside)
            rest = values.ndim - known_here.ndim
            values = np.where(column(known_here, rest), values, self.fill_value)
        return nan_where(np.any(np.isnan(xi), axis=-1), values)

    def _untraced(self, xi: Any, method: str) -> Any:
        if any_traced(self.grid, self.values, xi, self.fill_value):
            text = f"(..., method={method!r})"
            raise unsupported(scipy.interpolate.RegularGridInterpolator, text)
        plain = scipy.interpolate.RegularGridInterpolator(
            self.grid, self.values, method, self.bounds_error, self.fill_value
        )
        return plain(xi)

    def _evaluated(self, coordinates: list[Any], method: str, nu: Any) -> Any:
        if method in _DEGREES:
            return self._spline(coordinates, _DEGREES[method], nu)
        pairs = zip(self.grid, coordinates, strict=True)
        places, shares = zip(*(_cell(g, x) for g, x in pairs), strict=True)
        if method == "nearest":
            nearest = zip(places, shares, strict=True)
            return at(self.values, *(np.where(s <= 0.5, i, i + 1) for i, s in nearest))
        weights = [(1 - s, s) for s in shares]
        return _tensor_sum(self.values, places, weights)

    def _spline(self, coordinates: list[Any], k: int, nu: Any) -> Any:
        nu = [0] * len(self.grid) if nu is None else [operator.index(n) for n in nu]
        knots, coefficients = self._fitted(k)
        places, weights = [], []
        for t, x, order in zip(knots, coordinates, nu, strict=True):
            place = piece(t, x, k, t.shape[0] - k - 2)
            places.append(place - k)
            weights.append(basis(t, k, x, place, order))
        return _tensor_sum(coefficients, places, weights)

    def take_fit(self, k: int, knots: list[Any], coefficients: Any) -> None:
        """Take a spline of degree `k` that somebody has fitted to the values."""
        self._coefficients[k] = knots, coefficients

    def _fitted(self, k: int) -> tuple[list[Any], Any]:
        """Knots along each axis, and coefficients of the products of B-splines."""
        if k not in self._coefficients:
            knots, c = [], self.values
            for i, points in enumerate(self.grid):
                spline = make_interp_spline(points, c, k, axis=i)
                knots.append(spline.t)
                c = np.moveaxis(spline.c, 0, i)
            self._coefficients[k] = knots, c
        return self._coefficients[k]


_OUTSIDE = "One of the requested xi is out of bounds in dimension {}"


def _check_method(method: str, points: Any) -> None:
    degrees = _DEGREES | _UNTRACED
    if method not in ("linear", "nearest", *degrees):
        raise ValueError(f"Method '{method}' is not defined")
    for i, p in enumerate(points):
        count, k = np.size(p), degrees.get(method, 0)
        if method in degrees and count <= k:
            raise ValueError(
                f"There are {count} points in dimension {i}, but method {method} requires "
                f"at least  {k + 1} points per dimension."
            )


def _checked_grid(points: Any, values: Any) -> tuple[Any, ...]:
    if len(points) > values.ndim:
        raise ValueError(
            f"There are {len(points)} point arrays, but values has {values.ndim} "
            "dimensions"
        )
    grid = [real(p) for p in points]
    for i, (p, count) in enumerate(zip(grid, values.shape, strict=False)):
        if p.ndim != 1:
            raise ValueError(f"The points in dimension {i} must be 1-dimensional")
        if p.shape[0] != count:
            raise ValueError(
                f"There are {p.shape[0]} points and {count} values in dimension {i}"
            )
        steps = np.diff(p)
        ok = np.logical_or(np.all(steps > 0), np.all(steps < 0))
        text = f"The points in dimension {i} must be strictly ascending or descending"
        grid[i] = require(p, ok, message=text)
    return tuple(grid)


def _falls(points: Any) -> bool:
    """Whether they decrease, which must be known."""
    return points.shape[0] > 1 and bool(points[0] > points[-1])


def _checked_fill(fill_value: Any, dtype: Any) -> Any:
    if fill_value is not None and not np.can_cast(
        as_array(fill_value).dtype, dtype, casting="same_kind"
    ):
        raise ValueError(
            "fill_value must be either 'None' or of a type compatible with values"
        )
    return fill_value


def _coordinates(xi: Any, ndim: int) -> Any:
    """Points with their coordinates along the last axis."""
    if isinstance(xi, tuple) and len(xi) == 1:
        xi = xi[0]
    if isinstance(xi, tuple):
        xi = real(np.stack(np.broadcast_arrays(*map(as_array, xi)), axis=-1))
    else:
        xi = real(xi)
        xi = xi.reshape(-1, ndim) if xi.ndim == 1 else xi
    if xi.shape[-1] != ndim:
        raise ValueError(
            f"The requested sample points xi have dimension {xi.shape[-1]} but this "
            f"RegularGridInterpolator has dimension {ndim}"
        )
    return xi


def _cell(points: Any, x: Any) -> tuple[Any, Any]:
    """The cell that a coordinate is in, and how far it is along the cell."""
    if points.shape[0] == 1:
        return np.zeros(x.shape, np.intp) - 1, np.zeros_like(x)
    place = piece(points, x, 0, points.shape[0] - 2)
    low = at(points, place)
    return place, (x - low) / (at(points, place + 1) - low)


def _tensor_sum(values: Any, places: Any, weights: Any) -> Any:
    """Sum of the values from `places` on, each times a weight of every axis."""
    total, rest = 0.0, values.ndim - len(places)
    counts = [range(len(w)) for w in weights]
    for shifts in itertools.product(*counts):
        corner = (place + s for place, s in zip(places, shifts, strict=True))
        factors = [w[s] for w, s in zip(weights, shifts, strict=True)]
        weight = functools.reduce(operator.mul, factors)
        total = total + at(values, *corner) * column(weight, rest)
    return total


@on_plain_values(scipy.interpolate.interpn)
def interpn(
    points: Any,
    values: Any,
    xi: Any,
    method: str = "linear",
    bounds_error: bool = True,
    fill_value: Any = np.nan,
) -> Any:
    """See `scipy.interpolate.interpn`; as `RegularGridInterpolator`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import interpn
    >>> def at(x):
    ...     return interpn([[0.0, 1.0]], [3.0, 5.0], x)[0]
    >>> ft.grad(at)(np.array([0.5]))
    array([2.])
    """
    if method == "splinef2d":
        raise unsupported(scipy.interpolate.interpn, f"(..., method={method!r})")
    if method not in ("linear", "nearest", *_DEGREES, *_UNTRACED):
        raise ValueError(
            "interpn only understands the methods 'linear', 'nearest', 'slinear', "
            f"'cubic', 'quintic', 'pchip', and 'splinef2d'. You provided {method}."
        )
    interpolator = RegularGridInterpolator(
        points, values, method, bounds_error, fill_value
    )
    return interpolator(_coordinates(xi, len(interpolator.grid)))
