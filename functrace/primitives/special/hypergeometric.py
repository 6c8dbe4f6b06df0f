"""Hypergeometric functions; derivatives in their parameters are by differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, REAL, Interval, elementwise
from functrace.primitives.special._order import distance_to_pole, reach

_DOC = "The derivatives in the parameters are by differences."
_UNIT: Interval = (-1.0, 1.0)


def _scale(*factors: Any) -> Any:
    """How far the function is smooth in a parameter, unless there is a pole."""
    return reach(*(1 + np.abs(factor) for factor in factors))


# -- 0F1, 1F1, U -------------------------------------------------------------------------


def _hyp0f1_dx(x: Any, y: Any) -> Any:
    distance = np.minimum(distance_to_pole(x), _scale(y))
    return slope(scipy.special.hyp0f1, (x, y), 0, distance)


hyp0f1 = elementwise(
    "hyp0f1",
    scipy.special.hyp0f1,
    partials=(_hyp0f1_dx, lambda x, y: scipy.special.hyp0f1(x + 1.0, y) / x),
    domain=(POSITIVE, REAL),
    doc=f"Confluent hypergeometric limit function. {_DOC}",
    reference="DLMF 16.3.1",
)


def _hyp1f1_dx(x: Any, y: Any, z: Any) -> Any:
    return slope(scipy.special.hyp1f1, (x, y, z), 0, _scale(x, z))


def _hyp1f1_dy(x: Any, y: Any, z: Any) -> Any:
    distance = np.minimum(distance_to_pole(y), _scale(y, z))
    return slope(scipy.special.hyp1f1, (x, y, z), 1, distance)


def _hyp1f1_dz(x: Any, y: Any, z: Any) -> Any:
    return x / y * scipy.special.hyp1f1(x + 1.0, y + 1.0, z)


hyp1f1 = elementwise(
    "hyp1f1",
    scipy.special.hyp1f1,
    partials=(_hyp1f1_dx, _hyp1f1_dy, _hyp1f1_dz),
    domain=(REAL, POSITIVE, REAL),
    doc=f"Kummer's confluent hypergeometric function. {_DOC}",
    reference="DLMF 13.3.15",
)


def _hyperu_d(place: int) -> Callable[..., Any]:
    def partial(x: Any, y: Any, z: Any) -> Any:
        distance = reach(z, 1 + np.abs(x), 1 + np.abs(y))
        return slope(scipy.special.hyperu, (x, y, z), place, distance)

    return partial


hyperu = elementwise(
    "hyperu",
    scipy.special.hyperu,
    partials=(
        _hyperu_d(0),
        _hyperu_d(1),
        lambda x, y, z: -x * scipy.special.hyperu(x + 1.0, y + 1.0, z),
    ),
    domain=(POSITIVE, POSITIVE, POSITIVE),
    doc=f"Tricomi's confluent hypergeometric function. {_DOC}",
    reference="DLMF 13.3.22",
)

# -- 2F1 ---------------------------------------------------------------------------------


def _hyp2f1_d(place: int) -> Callable[..., Any]:
    def partial(xs: Any) -> Any:
        distance = reach(1 + np.abs(xs[place]), 1 - xs[3])
        if place == 2:
            distance = np.minimum(distance, distance_to_pole(xs[2]))
        return slope(scipy.special.hyp2f1, tuple(xs), place, distance)

    return partial


def _hyp2f1_dz(xs: Any) -> Any:
    a, b, c, z = xs
    return a * b / c * scipy.special.hyp2f1(a + 1.0, b + 1.0, c + 1.0, z)


hyp2f1 = elementwise(
    "hyp2f1",
    scipy.special.hyp2f1,
    partials=(_hyp2f1_d(0), _hyp2f1_d(1), _hyp2f1_d(2), _hyp2f1_dz),
    domain=(POSITIVE, POSITIVE, POSITIVE, _UNIT),
    doc=f"Gauss's hypergeometric function. {_DOC}",
    reference="DLMF 15.5.1",
)
