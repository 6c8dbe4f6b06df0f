"""Integrals of Bessel functions, and Wright's generalisation of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, elementwise
from functrace.primitives.special._order import reach
from functrace.primitives.special._safe import horner
from functrace.primitives.special._several import several

iti0k0 = several(
    "iti0k0",
    scipy.special.iti0k0,
    partials=(lambda x: (scipy.special.i0(x), scipy.special.k0(x)),),
    domain=(POSITIVE,),
    doc="Integrals of i0 and of k0 from 0 to x.",
)
itj0y0 = several(
    "itj0y0",
    scipy.special.itj0y0,
    partials=(lambda x: (scipy.special.j0(x), scipy.special.y0(x)),),
    domain=(POSITIVE,),
    doc="Integrals of j0 and of y0 from 0 to x.",
)

_SERIES = [0.25 / math.factorial(k + 1) ** 2 / 4**k for k in range(12)]


def _without_one(x: Any, sign: float, function: Any) -> Any:
    """``(i0(x) - 1) / x``, with -1 for `sign` ``(j0(x) - 1) / x``."""
    small = np.abs(x) < 2
    near = np.where(small, x, 1)
    far = np.where(small, 2, x)
    series = sign * near * horner(_SERIES, sign * near * near)
    return np.where(small, series, (function(far) - 1) / far)


it2i0k0 = several(
    "it2i0k0",
    scipy.special.it2i0k0,
    partials=(
        lambda x: (
            _without_one(x, 1, scipy.special.i0),
            -scipy.special.k0(x) / x,
        ),
    ),
    domain=(POSITIVE,),
    doc="Integral of (i0(t) - 1) / t from 0 to x, and of k0(t) / t from x to infinity.",
)
it2j0y0 = several(
    "it2j0y0",
    scipy.special.it2j0y0,
    partials=(
        lambda x: (
            -_without_one(x, -1, scipy.special.j0),
            -scipy.special.y0(x) / x,
        ),
    ),
    domain=(POSITIVE,),
    doc="Integral of (1 - j0(t)) / t from 0 to x, and of y0(t) / t from x to infinity.",
)


def _besselpoly_dx(x: Any, y: Any, z: Any) -> Any:
    below = scipy.special.besselpoly(x, y + 1.0, z - 1.0)
    return below - scipy.special.besselpoly(x, y + 1.0, z + 1.0)


def _besselpoly_dy(x: Any, y: Any, z: Any) -> Any:
    distance = np.minimum(np.abs(y + z + 1), 1)  # from a pole
    return slope(scipy.special.besselpoly, (x, y, z), 1, distance)


def _besselpoly_dz(x: Any, y: Any, z: Any) -> Any:
    distance = np.minimum(np.abs(y + z + 1), reach(x, 1 + np.abs(z)))
    return slope(scipy.special.besselpoly, (x, y, z), 2, distance)


besselpoly = elementwise(
    "besselpoly",
    scipy.special.besselpoly,
    partials=(_besselpoly_dx, _besselpoly_dy, _besselpoly_dz),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    doc="Integral of t**y * jv(z, 2 * x * t) from 0 to 1. The derivatives in y and z are "
    "by differences.",
    reference="DLMF 10.6.1",
)

# -- Wright's function: sum of z**k / (k! gamma(x * k + y)) ------------------------------


def _wright_dx(function: Any) -> Any:
    def partial(x: Any, y: Any, z: Any) -> Any:
        return slope(function, (x, y, z), 0, np.minimum(x, 1))

    return partial


def _wright_bessel_dy(x: Any, y: Any, z: Any) -> Any:
    """By differences at ``y + 1`` and beyond: nodes are not negative."""

    def above(y: Any) -> Any:
        return slope(scipy.special.wright_bessel, (x, y, z), 1, np.minimum(y, 1))

    value = scipy.special.wright_bessel(x, y + 1.0, z)
    return x * z * above(x + y + 1.0) + value + y * above(y + 1.0)


def _log_wright_bessel_dy(x: Any, y: Any, z: Any, out: Any) -> Any:
    def above(y: Any) -> tuple[Any, Any]:
        log = scipy.special.log_wright_bessel
        return np.exp(log(x, y, z) - out), slope(log, (x, y, z), 1, np.minimum(y, 1))

    (far, far_slope), (value, value_slope) = above(x + y + 1.0), above(y + 1.0)
    return x * z * far * far_slope + value * (1 + y * value_slope)


_WRIGHT_DOC = (
    "The derivatives in x and y are by differences; that in x to 1e-14 / x, not at 0."
)

wright_bessel = elementwise(
    "wright_bessel",
    scipy.special.wright_bessel,
    partials=(
        _wright_dx(scipy.special.wright_bessel),
        _wright_bessel_dy,
        lambda x, y, z: scipy.special.wright_bessel(x, x + y, z),
    ),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    doc=f"Wright's generalised Bessel function. {_WRIGHT_DOC}",
    reference="DLMF 10.46.1",
)
log_wright_bessel = elementwise(
    "log_wright_bessel",
    scipy.special.log_wright_bessel,
    partials=(
        _wright_dx(scipy.special.log_wright_bessel),
        _log_wright_bessel_dy,
        lambda x, y, z, out: np.exp(scipy.special.log_wright_bessel(x, x + y, z) - out),
    ),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    doc=f"Logarithm of Wright's generalised Bessel function. {_WRIGHT_DOC}",
    reference="DLMF 10.46.1",
)
