"""Carlson's symmetric elliptic integrals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, elementwise

_CLOSE = 0.1  # relative distance below which divided differences lose digits

# -- R_C ---------------------------------------------------------------------------------


def _elliprc_dx(x: Any, y: Any, out: Any) -> Any:
    """Of a negative `y`, the principal value, by homogeneity."""
    below = y.real < 0
    inside = np.where(below, 1, y)
    principal = (1 / np.sqrt(x) - out) / (2 * (x - np.where(below, y, -1)))
    return np.where(below, principal, scipy.special.elliprd(inside, inside, x) / -6)


def _elliprc_dy(x: Any, y: Any, out: Any) -> Any:
    below = y.real < 0
    inside = np.where(below, 1, y)
    far = np.where(below, y, -1)
    root = np.sqrt(x)
    principal = (out - 1 / root) / (2 * (x - far)) - 1 / (2 * far * root)
    return np.where(below, principal, scipy.special.elliprd(x, inside, inside) / -3)


elliprc = elementwise(
    "elliprc",
    scipy.special.elliprc,
    partials=(_elliprc_dx, _elliprc_dy),
    domain=(POSITIVE, POSITIVE),
    lower=scalar_call("elliprc", 2),
    doc="Carlson's degenerate elliptic integral R_C.",
    reference="DLMF 19.16.6, 19.18.1",
)

# -- R_F, R_G ----------------------------------------------------------------------------


def _elliprg_dx(x: Any, y: Any, z: Any) -> Any:
    zero = x == 0
    inside = np.where(zero, 1, x)
    product = np.where(zero, 0, x * scipy.special.elliprd(y, z, inside))
    return scipy.special.elliprf(x, y, z) / 4 - product / 12


elliprf = elementwise(
    "elliprf",
    scipy.special.elliprf,
    partials=(
        lambda x, y, z: scipy.special.elliprd(y, z, x) / -6,
        lambda x, y, z: scipy.special.elliprd(z, x, y) / -6,
        lambda x, y, z: scipy.special.elliprd(x, y, z) / -6,
    ),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    lower=scalar_call("elliprf", 3),
    doc="Carlson's elliptic integral of the first kind, R_F.",
    reference="DLMF 19.18.1",
)
elliprg = elementwise(
    "elliprg",
    scipy.special.elliprg,
    partials=(
        _elliprg_dx,
        lambda x, y, z: _elliprg_dx(y, z, x),
        lambda x, y, z: _elliprg_dx(z, x, y),
    ),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    lower=scalar_call("elliprg", 3),
    doc="Carlson's elliptic integral of the second kind, R_G.",
    reference="Carlson, Special Functions of Applied Mathematics (1977), 5.9-6",
)

# -- R_D, R_J ----------------------------------------------------------------------------


def _divided(
    function: Callable[..., Any], operands: tuple[Any, ...], pair: tuple[Any, Any]
) -> Any:
    """Derivative of R_D or R_J with respect to the first operand: a divided difference.

    Where the first operand and the last are close, it loses digits; the function is
    smooth there on the scale of the operand, and central differences are taken.
    """
    x, *others, last = operands
    close = np.abs(x - last) <= _CLOSE * np.abs(last)
    far = np.where(close, 2 * last, x)
    value = function(far, *others, last) - scipy.special.elliprd(*pair, far)
    near = np.where(close, x, last)
    central = slope(function, (near, *others, last), 0, np.abs(near))
    return np.where(close, central, value / (2 * (last - far)))


def _weighted(x: Any, partial: Any) -> Any:
    """``x * partial``, which vanishes with `x` though the derivative is infinite."""
    zero = x == 0
    return np.where(zero, 0, x) * np.where(zero, 0, partial)


def _elliprd_dx(x: Any, y: Any, z: Any) -> Any:
    return _divided(scipy.special.elliprd, (x, y, z), (y, z))


def _elliprd_dz(x: Any, y: Any, z: Any, out: Any) -> Any:
    """By homogeneity, from the others."""
    first = _weighted(x, _elliprd_dx(x, y, z))
    second = _weighted(y, _elliprd_dx(y, x, z))
    return -(1.5 * out + first + second) / z


elliprd = elementwise(
    "elliprd",
    scipy.special.elliprd,
    partials=(
        _elliprd_dx,
        lambda x, y, z: _elliprd_dx(y, x, z),
        _elliprd_dz,
    ),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    lower=scalar_call("elliprd", 3),
    doc="Carlson's elliptic integral R_D, symmetric in x and y.",
    reference="DLMF 19.18.4, 19.16.5",
)


def _elliprj_d(place: int) -> Callable[..., Any]:
    def partial(xs: Any) -> Any:
        return _elliprj_dx(xs[place], *xs[:place], *xs[place + 1 :])

    return partial


def _elliprj_dx(x: Any, y: Any, z: Any, p: Any) -> Any:
    return _divided(scipy.special.elliprj, (x, y, z, p), (y, z))


def _elliprj_dp(xs: Any, out: Any) -> Any:
    """By homogeneity, from the others."""
    others = (_weighted(xs[i], _elliprj_d(i)(xs)) for i in range(3))
    return -(1.5 * out + sum(others)) / xs[3]


elliprj = elementwise(
    "elliprj",
    scipy.special.elliprj,
    partials=(_elliprj_d(0), _elliprj_d(1), _elliprj_d(2), _elliprj_dp),
    domain=(POSITIVE, POSITIVE, POSITIVE, POSITIVE),
    lower=scalar_call("elliprj", 4),
    doc="Carlson's elliptic integral of the third kind, R_J.",
    reference="DLMF 19.16.2, by partial fractions",
)
