"""Mathieu functions of integer order: characteristic values, and with their derivatives.

In the parameter q derivatives are by differences, in the argument by Mathieu's equation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.core.primitive import Primitive
from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._order import slopes
from functrace.primitives.special._several import several

_DEGREE = math.pi / 180


def _scale(q: Any) -> Any:
    """Singularities, at complex parameters, get further apart away from zero."""
    return 1 + np.abs(q) / 8


def _characteristic(function: Any, doc: str) -> Primitive:
    return elementwise(
        function.__name__,
        function,
        partials=(None, lambda x, y: slope(function, (x, y), 1, _scale(y))),
        domain=(REAL, REAL),
        doc=f"{doc} In q by differences.",
        module=__name__,
    )


mathieu_a = _characteristic(
    scipy.special.mathieu_a, "Characteristic value of even Mathieu functions."
)
mathieu_b = _characteristic(
    scipy.special.mathieu_b, "Characteristic value of odd Mathieu functions."
)

# -- angular, of an argument in degrees --------------------------------------------------


def _angular(function: Any, value: Callable[..., Any], doc: str) -> Primitive:
    def partial_q(x: Any, y: Any, z: Any) -> tuple[Any, ...]:
        return slopes(function, (x, y, z), 1, _scale(y))

    def partial_x(x: Any, y: Any, z: Any, outs: Any) -> tuple[Any, ...]:
        curvature = 2 * y * np.cos(2 * _DEGREE * z) - value(x, y)
        return outs[1] * _DEGREE, curvature * outs[0] * _DEGREE

    return several(
        function.__name__,
        function,
        partials=(None, partial_q, partial_x),
        domain=(REAL, REAL, REAL),
        doc=f"{doc}, and its derivative in radians. In q by differences.",
        reference="DLMF 28.2.1",
        module=__name__,
    )


mathieu_cem = _angular(
    scipy.special.mathieu_cem, scipy.special.mathieu_a, "Even Mathieu function"
)
mathieu_sem = _angular(
    scipy.special.mathieu_sem, scipy.special.mathieu_b, "Odd Mathieu function"
)

# -- modified ----------------------------------------------------------------------------


def _modified(function: Any, value: Callable[..., Any], doc: str) -> Primitive:
    def partial_q(x: Any, y: Any, z: Any) -> tuple[Any, ...]:
        """They are Bessel functions of about ``sqrt(q) * exp(abs(z))``."""
        oscillation = 4 * np.sqrt(np.abs(y)) * np.exp(-np.abs(z))
        distance = np.minimum(np.minimum(np.abs(y), _scale(y)), oscillation)
        return slopes(function, (x, y, z), 1, distance)

    def partial_x(x: Any, y: Any, z: Any, outs: Any) -> tuple[Any, ...]:
        return outs[1], (value(x, y) - 2 * y * np.cosh(2 * z)) * outs[0]

    return several(
        function.__name__,
        function,
        partials=(None, partial_q, partial_x),
        domain=(REAL, POSITIVE, POSITIVE),
        doc=f"{doc}, and its derivative. In q by differences.",
        reference="DLMF 28.20.1",
        module=__name__,
    )


mathieu_modcem1 = _modified(
    scipy.special.mathieu_modcem1,
    scipy.special.mathieu_a,
    "Even modified Mathieu function of the first kind",
)
mathieu_modcem2 = _modified(
    scipy.special.mathieu_modcem2,
    scipy.special.mathieu_a,
    "Even modified Mathieu function of the second kind",
)
mathieu_modsem1 = _modified(
    scipy.special.mathieu_modsem1,
    scipy.special.mathieu_b,
    "Odd modified Mathieu function of the first kind",
)
mathieu_modsem2 = _modified(
    scipy.special.mathieu_modsem2,
    scipy.special.mathieu_b,
    "Odd modified Mathieu function of the second kind",
)
