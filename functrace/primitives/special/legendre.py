"""Legendre functions of integer order, and what SciPy's callables are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.core.aval import Aval
from functrace.primitives._differences import slope
from functrace.primitives._make import REAL, Interval, broadcast_shape, elementwise
from functrace.primitives.special._order import reach

_HIGHEST = 2  # order of the derivatives that SciPy computes


def _aval_of_call(impl: Callable[..., Any]) -> Callable[..., Aval]:
    """SciPy's own dtypes, which a call tells: from 1.18 on it keeps single precision."""

    def abstract_eval(*avals: Aval, **params: Any) -> Aval:
        nothing = impl(*(np.zeros(0, aval.dtype) for aval in avals), **params)
        return Aval(broadcast_shape(*avals), nothing.dtype)

    return abstract_eval


# -- Legendre polynomials ----------------------------------------------------------------


def _legendre_p(x: Any, y: Any, *, order: int) -> Any:
    return scipy.special.legendre_p(x, y, diff_n=order)[order]


def _legendre_p_dy(x: Any, y: Any, order: int) -> Any:
    if order < _HIGHEST:
        return legendre_p(x, y, order=order + 1)
    return 15 * scipy.special.eval_gegenbauer(x - 3, 3.5, y)


legendre_p = elementwise(
    "legendre_p",
    _legendre_p,
    partials=(None, _legendre_p_dy),
    domain=(REAL, REAL),
    abstract_eval=_aval_of_call(_legendre_p),
    doc="Legendre polynomial of degree x, or a derivative of it.",
    reference="DLMF 18.9.19",
)

# -- associated Legendre polynomials -----------------------------------------------------


def _assoc_legendre_p(
    n: Any, m: Any, z: Any, branch_cut: Any, *, norm: bool, order: int
) -> Any:
    return scipy.special.assoc_legendre_p(
        n, m, z, branch_cut=branch_cut, norm=norm, diff_n=order
    )[order]


def _assoc_legendre_p_dz(xs: Any, norm: bool, order: int) -> Any:
    if order < _HIGHEST:
        return assoc_legendre_p(*xs, norm=norm, order=order + 1)
    n, m, z, _ = xs
    value, first, second = (
        assoc_legendre_p(*xs, norm=norm, order=k) for k in range(order + 1)
    )
    width = 1 - z * z
    factor = n * (n + 1) - m * m / width
    slope = 2 * m * m * z / (width * width)
    return (4 * z * second + (2 - factor) * first + slope * value) / width


assoc_legendre_p = elementwise(
    "assoc_legendre_p",
    _assoc_legendre_p,
    partials=(None, None, _assoc_legendre_p_dz, None),
    domain=(REAL, REAL, REAL, REAL),
    abstract_eval=_aval_of_call(_assoc_legendre_p),
    doc="Associated Legendre polynomial, or a derivative of it; from the third on they "
    "are not defined at the ends of [-1, 1].",
    reference="DLMF 14.2.2",
)

# -- spherical Legendre polynomials ------------------------------------------------------


def sph_legendre_slope(n: Any, m: Any, of_order: Any) -> Any:
    """Derivative in the angle, between 0 and pi, by the ladder operators.

    Parameters
    ----------
    n, m : array of int
    of_order : callable
        The function of degree `n` as a function of its order.
    """
    raising = np.sqrt(np.maximum((n - m) * (n + m + 1), 0))
    lowering = np.sqrt(np.maximum((n + m) * (n - m + 1), 0))
    return (raising * of_order(m + 1) - lowering * of_order(m - 1)) / 2


def _sph_legendre_p(x: Any, y: Any, z: Any) -> Any:
    return scipy.special.sph_legendre_p(x, y, z)[0]


def _sph_legendre_p_dz(x: Any, y: Any, z: Any) -> Any:
    slope = sph_legendre_slope(x, y, lambda order: sph_legendre_p(x, order, z))
    return np.where(np.sin(z) < 0, -1, 1) * slope


sph_legendre_p = elementwise(
    "sph_legendre_p",
    _sph_legendre_p,
    partials=(None, None, _sph_legendre_p_dz),
    domain=(REAL, REAL, REAL),
    doc="Spherical Legendre polynomial, a function of cos(z).",
    reference="DLMF 14.10.2, 14.10.4",
)

# -- Legendre functions of any degree ----------------------------------------------------

_UNIT: Interval = (-1.0, 1.0)


def _lpmv_over_sine(m: Any, v: Any, x: Any) -> Any:
    """``lpmv(m, v, x) / sqrt(1 - x ** 2)``, divided only where the order is zero."""
    zero = m == 0
    order, inside = np.where(zero, 1, m), np.where(zero, x, 0)
    above = scipy.special.lpmv(order + 1, v - 1.0, x)
    below = scipy.special.lpmv(order - 1, v - 1.0, x)
    free = (above + (v + order - 1) * (v + order) * below) / (-2 * order)
    quotient = scipy.special.lpmv(0, v, inside) / np.sqrt(1 - inside * inside)
    return np.where(zero, quotient, free)


def _lpmv_dz(x: Any, y: Any, z: Any) -> Any:
    """Of negative orders by their ratio to positive ones, DLMF 14.9.3."""
    m, v = np.abs(x), np.where(y < -0.5, -1 - y, y)
    zero = m == 0
    order = np.where(zero, 1, m)
    below = _lpmv_over_sine(np.where(zero, 1, order - 1), v, z)
    above = _lpmv_over_sine(np.where(zero, 1, order + 1), v, z)
    factor = np.where(zero, 0, (v + order) * (v - order + 1))
    slope_in_z = (factor * below - np.where(zero, 2, 1) * above) / 2
    negative = np.where(x < 0, m, 0)
    product = scipy.special.poch(v - negative + 1, 2 * negative)
    return (1 - 2 * (negative % 2)) / product * slope_in_z


lpmv = elementwise(
    "lpmv",
    scipy.special.lpmv,
    partials=(
        None,
        lambda x, y, z: slope(
            scipy.special.lpmv, (x, y, z), 1, reach(1 + np.abs(y), (1 + z) / 2)
        ),
        _lpmv_dz,
    ),
    domain=(REAL, REAL, _UNIT),
    doc="Associated Legendre function of integer order. In the degree by differences; "
    "infinite slopes of order 1 at the ends of [-1, 1].",
    reference="DLMF 14.10.1, 14.10.2, 14.10.7",
)
