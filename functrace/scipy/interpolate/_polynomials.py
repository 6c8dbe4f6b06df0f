"""Interpolation by one polynomial through all values."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import scipy.interpolate

from functrace.numpy._arguments import as_array, known
from functrace.primitives.checks import require
from functrace.primitives.elementwise import stop_gradient
from functrace.scipy._arguments import double
from functrace.scipy._plain import on_plain_values
from functrace.scipy.interpolate._arguments import column, real, restore_axis


class _Interpolator:
    """A function of one variable with values along an axis."""

    _axis: int
    yi: Any

    def __call__(self, x: Any) -> Any:
        """The values at points of any shape."""
        x = real(x)
        return restore_axis(self._evaluate(x), x.ndim, self._axis)

    def derivative(self, x: Any, der: int = 1) -> Any:
        """The derivative of order `der` at points of any shape."""
        x = real(x)
        return restore_axis(self._derivatives(x, der + 1)[der], x.ndim, self._axis)

    def derivatives(self, x: Any, der: Any = None) -> Any:
        """The derivatives of the orders 0 to ``der - 1``, along a new first axis."""
        x = real(x)
        orders = self._derivatives(x, self.n if der is None else der)
        return np.stack([restore_axis(v, x.ndim, self._axis) for v in orders])

    n: int

    def _evaluate(self, x: Any) -> Any:
        raise NotImplementedError

    def _derivatives(self, x: Any, count: int) -> list[Any]:
        raise NotImplementedError


def _along_first(xi: Any, yi: Any, axis: int) -> tuple[Any, int]:
    """The values along the first axis, and which one that was."""
    yi = double(yi)
    if yi.shape[axis] != xi.shape[0]:
        raise ValueError(
            "x and y arrays must be equal in length along interpolation axis."
        )
    return np.moveaxis(yi, axis, 0), axis % yi.ndim


class BarycentricInterpolator(_Interpolator):
    """The polynomial through given points; see `scipy.interpolate.BarycentricInterpolator`.

    Parameters
    ----------
    xi : array_like, shape (n,)
        Distinct places.
    yi : array_like, optional
        Values, with n of them along `axis`; can be set later, by `set_yi`.
    axis : int
        Along which the values are.
    wi : array_like, optional
        The barycentric weights of the places, up to a factor.
    rng : optional
        Without effect.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import BarycentricInterpolator
    >>> cubes = BarycentricInterpolator(np.arange(4.0), np.arange(4.0) ** 3)
    >>> print(ft.grad(cubes)(2.0))
    12.0
    """

    def __init__(
        self,
        xi: Any,
        yi: Any = None,
        axis: int = 0,
        *,
        wi: Any = None,
        rng: Any = None,
    ) -> None:
        self.xi = real(xi)
        self.n = self.xi.shape[0]
        self._axis = axis
        self.set_yi(yi)
        self.wi = _barycentric_weights(self.xi) if wi is None else as_array(wi)

    def set_yi(self, yi: Any, axis: int | None = None) -> None:
        """Give the interpolator other values."""
        if yi is None:
            self.yi = None
        else:
            axis = self._axis if axis is None else axis
            self.yi, self._axis = _along_first(self.xi, yi, axis)

    def add_xi(self, xi: Any, yi: Any = None) -> None:
        """Add places, and the values there."""
        if yi is not None and self.yi is None:
            raise ValueError("No previous yi value to update!")
        if yi is None and self.yi is not None:
            raise ValueError("No update to yi provided!")
        self.xi = np.concatenate([self.xi, real(xi)])
        self.n = self.xi.shape[0]
        if yi is not None:
            given: Any = (self.yi, np.moveaxis(double(yi), self._axis, 0))
            self.yi = np.concatenate(given)
        self.wi = _barycentric_weights(self.xi)

    def _evaluate(self, x: Any) -> Any:
        return self._of(x, self.yi)

    def _of(self, x: Any, yi: Any) -> Any:
        """Berrut & Trefethen, SIAM Review 46(3), 2004, eq. (4.2).

        Numerator and denominator are multiplied by the distance from the nearest place,
        which makes both smooth there.
        """
        distances = x[..., None] - self.xi
        nearest = np.argmin(np.abs(distances), axis=-1)[..., None]
        own = np.arange(self.n) == nearest
        smallest = np.sum(np.where(own, distances, 0.0), axis=-1)[..., None]
        shares = np.where(own, 1.0, smallest / np.where(own, 1.0, distances))
        weights = self.wi * shares
        total = column(np.sum(weights, axis=-1), yi.ndim - 1)
        return np.tensordot(weights, yi, 1) / total

    def _derivatives(self, x: Any, count: int) -> list[Any]:
        """Polynomials through the derivatives at the places; as above, section 9.3."""
        yi, orders, matrix = self.yi, [], self._differentiation()
        for order in range(count):
            if order:
                yi = np.tensordot(matrix, yi, 1)
            orders.append(self._of(x, yi if order < self.n else np.zeros_like(yi)))
        return orders

    def _differentiation(self) -> Any:
        """The matrix that takes values at the places to those of the derivative."""
        own = np.eye(self.n, dtype=bool)
        gaps = np.where(own, 1.0, self.xi[:, None] - self.xi)
        others = np.where(own, 0.0, self.wi / (gaps * self.wi[:, None]))
        return np.where(own, -np.sum(others, axis=1)[:, None], others)


def _barycentric_weights(xi: Any) -> Any:
    """As above, eq. (3.2), scaled by the capacity of the interval (section 7)."""
    capacity = stop_gradient(4.0 / (np.max(xi) - np.min(xi)))
    own = np.eye(xi.shape[0], dtype=bool)
    gaps = np.where(own, 1.0, capacity * (xi[:, None] - xi))
    products = np.prod(gaps, axis=1)
    text = "Interpolation points xi must be distinct."
    return 1.0 / require(products, products != 0.0, message=text)


class KroghInterpolator(_Interpolator):
    """The polynomial of values and derivatives; see `scipy.interpolate.KroghInterpolator`.

    Parameters
    ----------
    xi : array_like, shape (n,)
        Places; of k that are equal, the values are those of k - 1 derivatives. Which are
        must be known: within `functrace.jit` they cannot be traced.
    yi : array_like
        Values, with n of them along `axis`.
    axis : int
        Along which the values are.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.interpolate import KroghInterpolator
    >>> ft.grad(lambda y: KroghInterpolator([0.0, 0.0, 1.0], y)(0.5))(np.zeros(3))
    array([0.75, 0.25, 0.25])
    """

    def __init__(self, xi: Any, yi: Any, axis: int = 0) -> None:
        self.xi = real(xi)
        self.yi, self._axis = _along_first(self.xi, yi, axis)
        self.n = self.xi.shape[0]
        if self.n > 30:
            warnings.warn(
                f"{self.n} degrees provided, degrees higher than about thirty cause "
                "problems with numerical instability with 'KroghInterpolator'",
                stacklevel=2,
            )
        self.c = _divided_differences(self.xi, self.yi)

    def _evaluate(self, x: Any) -> Any:
        return self._derivatives(x, 1)[0]

    def _derivatives(self, x: Any, count: int) -> list[Any]:
        """Newton's form by Horner's scheme, with its derivatives."""
        zero = np.zeros((*x.shape, *self.c.shape[1:]), self.c.dtype)
        orders = [self.c[-1] + zero, *[zero] * (count - 1)]
        for k in range(self.n - 2, -1, -1):
            offset = column(x - self.xi[k], self.c.ndim - 1)
            for order in range(count - 1, 0, -1):
                orders[order] = orders[order] * offset + order * orders[order - 1]
            orders[0] = orders[0] * offset + self.c[k]
        return orders[:count]


def _divided_differences(xi: Any, yi: Any) -> Any:
    """Krogh, Math. Comp. 24(109), 1970."""
    plain = np.asarray(known(xi))
    c, row = [yi[0]], [yi[0]] * xi.shape[0]
    for k in range(1, xi.shape[0]):
        same = _repeated_before(plain, k)
        above = c if same == 0 else row[1:]
        row = [yi[k] / float(math.factorial(same)), *row[1:]]
        for i in range(k - same):
            if plain[i] == plain[k]:
                raise ValueError("Elements of `xi` can't be equal.")
            row[i + 1] = (above[i] - row[i]) / (xi[i] - xi[k])
        c.append(row[k - same])
    return np.stack(c)


def _repeated_before(xi: np.ndarray, k: int) -> int:
    """How many places directly before the k-th are the same."""
    same = 0
    while same < k and xi[k - same - 1] == xi[k]:
        same += 1
    return same


@on_plain_values(scipy.interpolate.krogh_interpolate)
def krogh_interpolate(xi: Any, yi: Any, x: Any, der: Any = 0, axis: int = 0) -> Any:
    """See `scipy.interpolate.krogh_interpolate`."""
    return _interpolated(KroghInterpolator(xi, yi, axis), x, der)


@on_plain_values(scipy.interpolate.barycentric_interpolate)
def barycentric_interpolate(
    xi: Any, yi: Any, x: Any, axis: int = 0, *, der: Any = 0, rng: Any = None
) -> Any:
    """See `scipy.interpolate.barycentric_interpolate`."""
    return _interpolated(BarycentricInterpolator(xi, yi, axis), x, der)


def _interpolated(polynomial: _Interpolator, x: Any, der: Any) -> Any:
    if np.ndim(der) == 0:
        return polynomial.derivative(x, int(der)) if der else polynomial(x)
    return polynomial.derivatives(x, int(np.amax(der)) + 1)[np.asarray(der)]
