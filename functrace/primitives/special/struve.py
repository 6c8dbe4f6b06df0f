"""Struve functions, and integrals of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._order import slope_in_order
from functrace.primitives.special._safe import horner

_ORDER_DOC = "The derivative in the order is by differences, to 1e-12."


def _inhomogeneity(x: Any, y: Any) -> Any:
    """``(y / 2) ** x / (sqrt(pi) * gamma(x + 3 / 2))``, of which no factor overflows."""
    power = np.abs(y / 2) ** (x / 2)
    sign = np.where(y < 0, 1 - 2 * (x % 2), 1)
    return sign * power * (scipy.special.rgamma(x + 1.5) / math.sqrt(math.pi)) * power


def _struve_dy(x: Any, y: Any) -> Any:
    others = scipy.special.struve(x - 1.0, y) - scipy.special.struve(x + 1.0, y)
    return (others + _inhomogeneity(x, y)) / 2


def _modstruve_dy(x: Any, y: Any) -> Any:
    others = scipy.special.modstruve(x - 1.0, y) + scipy.special.modstruve(x + 1.0, y)
    return (others + _inhomogeneity(x, y)) / 2


struve = elementwise(
    "struve",
    scipy.special.struve,
    partials=(lambda x, y: slope_in_order(scipy.special.struve, x, y), _struve_dy),
    domain=(REAL, POSITIVE),
    doc=f"Struve function. {_ORDER_DOC}",
    reference="DLMF 11.4.27",
)
modstruve = elementwise(
    "modstruve",
    scipy.special.modstruve,
    partials=(
        lambda x, y: slope_in_order(scipy.special.modstruve, x, y),
        _modstruve_dy,
    ),
    domain=(REAL, POSITIVE),
    doc=f"Modified Struve function. {_ORDER_DOC}",
    reference="DLMF 11.4.29",
)
itstruve0 = elementwise(
    "itstruve0",
    scipy.special.itstruve0,
    partials=(lambda x: scipy.special.struve(0.0, x),),
    domain=(REAL,),
    lower=scalar_call("itstruve0"),
    doc="Integral of the Struve function of order 0 from 0 to x.",
)
itmodstruve0 = elementwise(
    "itmodstruve0",
    scipy.special.itmodstruve0,
    partials=(lambda x: scipy.special.modstruve(0.0, x),),
    domain=(REAL,),
    lower=scalar_call("itmodstruve0"),
    doc="Integral of the modified Struve function of order 0 from 0 to x.",
)

_SERIES = [
    2 / math.pi * (-1) ** k / math.prod(range(1, 2 * k + 2, 2)) ** 2 for k in range(11)
]


def _it2struve0_dx(x: Any) -> Any:
    small = np.abs(x) < 2
    near, far = np.where(small, x, 1), np.where(small, 2, x)
    series = horner(_SERIES, near * near)  # DLMF 11.2.1
    return -np.where(small, series, scipy.special.struve(0.0, far) / far)


it2struve0 = elementwise(
    "it2struve0",
    scipy.special.it2struve0,
    partials=(_it2struve0_dx,),
    domain=(REAL,),
    doc="Integral of struve(0, t) / t from x to infinity.",
    reference="DLMF 11.2.1",
)
