"""Incomplete beta functions, their inverses, and distributions that are made of them.

With respect to the shape parameters there is no closed form: they are differentiated by
differences of the function or of its complement, whichever is smaller. The relative error
is about 1e-12.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._differences import slope
from functrace.primitives._make import Interval, elementwise
from functrace.primitives.special._densities import beta_density
from functrace.primitives.special._implicit import direct, inverse
from functrace.primitives.special._safe import LARGEST

_SHAPE: Interval = (1.0, 3.0)
_INSIDE: Interval = (0.3, 0.7)

# -- derivatives at x, of which the complement to 1 is given, too ------------------------


def density(a: Any, b: Any, x: Any, rest: Any) -> Any:
    """Of the beta distribution; by the smaller of `x` and `rest`."""
    left = x <= 0.5
    return beta_density(
        np.where(left, a, b), np.where(left, b, a), np.where(left, x, rest)
    )


def first_slope(a: Any, b: Any, x: Any, rest: Any) -> Any:
    """Derivative of ``betainc(a, b, x)`` with respect to `a`.

    The function changes on the scale of the distribution's width, and far from its mean on
    that of ``1 / log(x / mean)``; SciPy's ends at ``a = 0``.
    """
    lower = scipy.special.betainc(a, b, x) < 0.5
    left = x <= 0.5
    place = np.clip(np.where(left, x, rest), 1 / LARGEST, 1)
    logarithm = np.where(left, np.log(place), np.log1p(-place)) - np.log(a / (a + b))
    width = np.sqrt(a * (a + b) / b)
    scale = 0.125 / a + 1 / (a + b) + 0.4 / width + 0.2 * np.abs(logarithm)

    def smaller(a: Any, b: Any, part: Any) -> Any:
        p, q = np.where(left, a, b), np.where(left, b, a)
        value = np.where(
            lower == left,
            scipy.special.betainc(p, q, part),
            scipy.special.betaincc(p, q, part),
        )
        return np.where(lower, value, -value)

    return slope(smaller, (a, b, np.where(left, x, rest)), 0, 1 / scale)


def second_slope(a: Any, b: Any, x: Any, rest: Any) -> Any:
    """Derivative of ``betainc(a, b, x)`` with respect to `b`."""
    return -first_slope(b, a, rest, x)


# -- the functions -----------------------------------------------------------------------


def _betainc_slopes(sign: int) -> tuple[Any, ...]:
    return (
        lambda a, b, x: sign * first_slope(a, b, x, 1 - x),
        lambda a, b, x: sign * second_slope(a, b, x, 1 - x),
        lambda a, b, x: sign * beta_density(a, b, x),
    )


betainc = elementwise(
    "betainc",
    scipy.special.betainc,
    partials=direct(_betainc_slopes(1)),
    lower=scalar_call("betainc", 3),
    domain=(_SHAPE, _SHAPE, _INSIDE),
    doc="Regularized incomplete beta function; its derivatives in the first two operands "
    "are by differences, to 1e-12.",
    reference="DLMF 8.17.1",
)
betaincc = elementwise(
    "betaincc",
    scipy.special.betaincc,
    partials=direct(_betainc_slopes(-1)),
    lower=scalar_call("betaincc", 3),
    domain=(_SHAPE, _SHAPE, _INSIDE),
    doc="Complement of `betainc` to 1.",
    reference="DLMF 8.17.1",
)
betaincinv = elementwise(
    "betaincinv",
    scipy.special.betaincinv,
    partials=inverse(_betainc_slopes(1), (0, 1, None), 2),
    lower=scalar_call("betaincinv", 3),
    domain=(_SHAPE, _SHAPE, _INSIDE),
    doc="Inverse of `betainc` in the third operand.",
)
betainccinv = elementwise(
    "betainccinv",
    scipy.special.betainccinv,
    partials=inverse(_betainc_slopes(-1), (0, 1, None), 2),
    lower=scalar_call("betainccinv", 3),
    domain=(_SHAPE, _SHAPE, _INSIDE),
    doc="Inverse of `betaincc` in the third operand.",
)
btdtria = elementwise(
    "btdtria",
    scipy.special.btdtria,
    partials=inverse(_betainc_slopes(1), (None, 1, 2), 0),
    lower=scalar_call("btdtria", 3),
    domain=(_INSIDE, _SHAPE, _INSIDE),
    doc="Inverse of `betainc` in the first operand, in whose place is the probability.",
)
btdtrib = elementwise(
    "btdtrib",
    scipy.special.btdtrib,
    partials=inverse(_betainc_slopes(1), (0, None, 2), 1),
    lower=scalar_call("btdtrib", 3),
    domain=(_SHAPE, _INSIDE, _INSIDE),
    doc="Inverse of `betainc` in the second operand, in whose place is the probability.",
)
