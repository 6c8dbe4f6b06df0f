"""Interpolation of scattered data by radial functions."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.interpolate

from functrace.core.dispatch import unsupported
from functrace.numpy._arguments import as_array
from functrace.primitives import linalg
from functrace.primitives.elementwise import stop_gradient
from functrace.scipy._arguments import double
from functrace.scipy._plain import any_traced
from functrace.scipy.interpolate._arguments import real

_MIN_DEGREES = {
    "multiquadric": 0,
    "linear": 0,
    "thin_plate_spline": 1,
    "cubic": 1,
    "quintic": 2,
}
_SCALE_INVARIANT = ("linear", "thin_plate_spline", "cubic", "quintic")


def _distance(difference: Any) -> Any:
    params = {"ord": 2, "axis": (difference.ndim - 1,), "keepdims": False}
    return linalg.vector_norm.unary(difference, params)


def _square(difference: Any) -> Any:
    return np.sum(difference * difference, axis=-1)


def _thin_plate(difference: Any) -> Any:
    square = _square(difference)
    zero = square == 0
    return np.where(zero, 0.0, square * np.log(np.where(zero, 1.0, square)) / 2)


# Of differences: those that are smooth at zero are computed from the squared distance.
_KERNELS: dict[str, Callable[[Any], Any]] = {
    "linear": lambda d: -_distance(d),
    "thin_plate_spline": _thin_plate,
    "cubic": lambda d: _distance(d) ** 3,
    "quintic": lambda d: -(_distance(d) ** 5),
    "multiquadric": lambda d: -np.sqrt(_square(d) + 1),
    "inverse_multiquadric": lambda d: 1.0 / np.sqrt(_square(d) + 1.0),
    "inverse_quadratic": lambda d: 1.0 / (_square(d) + 1.0),
    "gaussian": lambda d: np.exp(-_square(d)),
}


class RBFInterpolator:
    """Interpolate scattered data; see `scipy.interpolate.RBFInterpolator`.

    Where a point coincides with one of the data, the derivatives of a kernel that is not
    smooth there are taken as zero. With `neighbors`, nothing can be traced.

    Parameters
    ----------
    y : array_like, shape (n, d)
        Places of the data.
    d : array_like, shape (n, ...)
        Values there.
    neighbors : int, optional
        How many data each value is interpolated from; by default all.
    smoothing : float or array_like, shape (n,)
        How far the values may be missed.
    kernel : str
        Name of the radial function.
    epsilon : float, optional
        Scale of the distances.
    degree : int, optional
        Of the polynomial that is added; -1 for none.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import RBFInterpolator
    >>> places = np.array([[0.0], [1.0], [2.0]])
    >>> def between(d):
    ...     return RBFInterpolator(places, d, kernel="linear")([[0.25]])[0]
    >>> print(np.round(ft.grad(between)(np.zeros(3)), 12) + 0.0)
    [0.75 0.25 0.  ]
    """

    def __init__(
        self,
        y: Any,
        d: Any,
        neighbors: int | None = None,
        smoothing: Any = 0.0,
        kernel: str = "thin_plate_spline",
        epsilon: Any = None,
        degree: Any = None,
    ) -> None:
        if neighbors is not None:
            self._plain = _local(y, d, neighbors, smoothing, kernel, epsilon, degree)
        self.neighbors = neighbors
        self.y, self.d = real(y), double(d)
        if self.y.ndim != 2:
            raise ValueError("`y` must be a 2-dimensional array.")
        if self.d.shape[0] != self.y.shape[0]:
            raise ValueError(
                f"Expected the first axis of `d` to have length {self.y.shape[0]}."
            )
        self.kernel = _checked_kernel(kernel)
        self.smoothing = _checked_smoothing(real(smoothing), self.y.shape[0])
        self.epsilon = _checked_epsilon(epsilon, self.kernel)
        self._monomials = _monomials(self.y.shape, _checked_degree(degree, self.kernel))
        if neighbors is None:
            self._solve()

    def _solve(self) -> None:
        low, high = np.min(self.y, axis=0), np.max(self.y, axis=0)
        width = stop_gradient(high - low) / 2
        self._shift = stop_gradient(high + low) / 2
        self._scale = np.where(width == 0.0, 1.0, width)
        kernel, polynomial = self._functions(self.y)
        kernel = kernel + self.smoothing * np.eye(self.y.shape[0])
        r = polynomial.shape[1]
        corner = np.zeros((r, r))
        matrix = np.block([[kernel, polynomial], [polynomial.T, corner]])
        right = self.d.reshape((self.d.shape[0], -1))
        right = np.concatenate([right, np.zeros((r, right.shape[1]))])
        self._coefficients = np.linalg.solve(matrix, right)

    def _functions(self, x: Any) -> tuple[Any, Any]:
        """Radial functions and monomials at points."""
        differences = (x[:, None] - self.y) * self.epsilon
        scaled = (x - self._shift) / self._scale
        columns = [np.ones((x.shape[0], 0))]
        for monomial in self._monomials:
            column = np.ones((x.shape[0],))
            for variable in monomial:
                column = column * scaled[:, variable]
            columns.append(column[:, None])
        return _KERNELS[self.kernel](differences), np.concatenate(columns, axis=1)

    def __call__(self, x: Any) -> Any:
        """The values at points, shape (m, d)."""
        x = real(x)
        if self.neighbors is not None:
            if any_traced(x):
                raise unsupported(
                    scipy.interpolate.RBFInterpolator, "(..., neighbors=...)"
                )
            return self._plain(x)
        if x.ndim != 2:
            raise ValueError("`x` must be a 2-dimensional array.")
        if x.shape[1] != self.y.shape[1]:
            raise ValueError(
                f"Expected the second axis of `x` to have length {self.y.shape[1]}."
            )
        values = np.concatenate(self._functions(x), axis=1) @ self._coefficients
        return values.reshape((x.shape[0], *self.d.shape[1:]))


def _local(y: Any, d: Any, neighbors: int, smoothing: Any, *options: Any) -> Any:
    if any_traced(y, d, smoothing, options):
        raise unsupported(scipy.interpolate.RBFInterpolator, "(..., neighbors=...)")
    return scipy.interpolate.RBFInterpolator(y, d, neighbors, smoothing, *options)


def _checked_kernel(kernel: str) -> str:
    if kernel.lower() not in _KERNELS:
        raise ValueError(f"`kernel` must be one of {set(_KERNELS)}.")
    return kernel.lower()


def _checked_smoothing(smoothing: Any, count: int) -> Any:
    if smoothing.shape not in ((), (count,)):
        raise ValueError(
            f"Expected `smoothing` to be a scalar or have shape ({count},)."
        )
    return smoothing


def _checked_epsilon(epsilon: Any, kernel: str) -> Any:
    if epsilon is not None:
        return as_array(epsilon)
    if kernel not in _SCALE_INVARIANT:
        raise ValueError(
            f"`epsilon` must be specified if `kernel` is not one of {_SCALE_INVARIANT}."
        )
    return 1.0


def _checked_degree(degree: Any, kernel: str) -> int:
    least = _MIN_DEGREES.get(kernel, -1)
    if degree is None:
        return max(least, 0)
    if degree < -1:
        raise ValueError("`degree` must be at least -1.")
    if -1 < degree < least:
        warnings.warn(
            f"`degree` should not be below {least} except -1 when `kernel` is '{kernel}'."
            "The interpolant may not be uniquely solvable, and the smoothing parameter "
            "may have an unintuitive effect.",
            UserWarning,
            stacklevel=3,
        )
    return int(degree)


def _monomials(shape: tuple[int, ...], degree: int) -> list[tuple[int, ...]]:
    """The variables in each monomial up to the degree."""
    count, variables = shape
    needed = math.comb(degree + variables, variables)
    if needed > count:
        raise ValueError(
            f"At least {needed} data points are required when `degree` is {degree} and "
            f"the number of dimensions is {variables}."
        )
    return [
        monomial
        for d in range(degree + 1)
        for monomial in itertools.combinations_with_replacement(range(variables), d)
    ]
