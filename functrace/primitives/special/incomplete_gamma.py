"""Incomplete gamma functions, their inverses, and distributions that are made of them.

With respect to the shape parameter there is no closed form: it is differentiated by
differences of the function or of its complement, whichever is smaller. The relative error
is about 1e-12.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._differences import slope
from functrace.primitives._make import (
    Interval,
    elementwise,
)
from functrace.primitives.special._densities import gamma_density
from functrace.primitives.special._implicit import direct, inverse
from functrace.primitives.special._safe import LARGEST

_UNIT: Interval = (0.0, 1.0)
_SHAPE: Interval = (1.0, 3.0)
# -- the functions -----------------------------------------------------------------------


def gamma_shape_slope(a: Any, x: Any) -> Any:
    """Derivative of ``gammainc(a, x)`` with respect to `a`.

    The function changes on the scale of the distribution's width, and far from its mean on
    that of ``1 / log(x / a)``; SciPy's ends at ``a = 0``.
    """
    lower = scipy.special.gammainc(a, x) < 0.5
    place = np.clip(x, 1 / LARGEST, LARGEST)
    scale = 0.125 / a + 0.4 / np.sqrt(a) + 0.2 * np.abs(np.log(place / a))

    def smaller(a: Any, x: Any) -> Any:
        return np.where(
            lower, scipy.special.gammainc(a, x), -scipy.special.gammaincc(a, x)
        )

    return slope(smaller, (a, x), 0, 1 / scale)


def _upper_shape_slope(a: Any, x: Any) -> Any:
    return -gamma_shape_slope(a, x)


def _upper_slope(a: Any, x: Any) -> Any:
    return -gamma_density(a, x)


_LOWER = (gamma_shape_slope, gamma_density)
_UPPER = (_upper_shape_slope, _upper_slope)

gammainc = elementwise(
    "gammainc",
    scipy.special.gammainc,
    partials=direct(_LOWER),
    lower=scalar_call("gammainc", 2),
    domain=(_SHAPE, _SHAPE),
    doc="Regularized lower incomplete gamma function; its derivative in the first operand "
    "is by differences, to 1e-12.",
    reference="DLMF 8.2.4 and 8.8.13",
)
gammaincc = elementwise(
    "gammaincc",
    scipy.special.gammaincc,
    partials=direct(_UPPER),
    lower=scalar_call("gammaincc", 2),
    domain=(_SHAPE, _SHAPE),
    doc="Regularized upper incomplete gamma function; see `gammainc`.",
    reference="DLMF 8.2.4 and 8.8.14",
)


gammaincinv = elementwise(
    "gammaincinv",
    scipy.special.gammaincinv,
    partials=inverse(_LOWER, (0, None), 1),
    lower=scalar_call("gammaincinv", 2),
    domain=(_SHAPE, _UNIT),
    doc="Inverse of `gammainc` in the second operand.",
)
gammainccinv = elementwise(
    "gammainccinv",
    scipy.special.gammainccinv,
    partials=inverse(_UPPER, (0, None), 1),
    lower=scalar_call("gammainccinv", 2),
    domain=(_SHAPE, _UNIT),
    doc="Inverse of `gammaincc` in the second operand.",
)

# -- the gamma distribution: rate, shape, quantile ---------------------------------------


def _gdtr_slopes(sign: int) -> tuple[Any, ...]:
    """Of ``gdtr(a, b, x) = gammainc(b, a * x)``, or with the sign -1 of its complement."""
    return (
        lambda a, b, x: sign * x * gamma_density(b, a * x),
        lambda a, b, x: sign * gamma_shape_slope(b, a * x),
        lambda a, b, x: sign * a * gamma_density(b, a * x),
    )


gdtr = elementwise(
    "gdtr",
    scipy.special.gdtr,
    partials=direct(_gdtr_slopes(1)),
    lower=scalar_call("gdtr", 3),
    domain=(_SHAPE, _SHAPE, _SHAPE),
    doc="Distribution function of the gamma distribution, ``gammainc(y, x * z)``.",
)
gdtrc = elementwise(
    "gdtrc",
    scipy.special.gdtrc,
    partials=direct(_gdtr_slopes(-1)),
    lower=scalar_call("gdtrc", 3),
    domain=(_SHAPE, _SHAPE, _SHAPE),
    doc="Survival function of the gamma distribution, ``gammaincc(y, x * z)``.",
)
gdtria = elementwise(
    "gdtria",
    scipy.special.gdtria,
    partials=inverse(_gdtr_slopes(1), (None, 1, 2), 0),
    lower=scalar_call("gdtria", 3),
    domain=(_UNIT, _SHAPE, _SHAPE),
    doc="Inverse of `gdtr` in the first operand; of the probability and the others.",
)
gdtrib = elementwise(
    "gdtrib",
    scipy.special.gdtrib,
    partials=inverse(_gdtr_slopes(1), (0, None, 2), 1),
    lower=scalar_call("gdtrib", 3),
    domain=(_SHAPE, _UNIT, _SHAPE),
    doc="Inverse of `gdtr` in the second operand, in whose place is the probability.",
)
gdtrix = elementwise(
    "gdtrix",
    scipy.special.gdtrix,
    partials=inverse(_gdtr_slopes(1), (0, 1, None), 2),
    lower=scalar_call("gdtrix", 3),
    domain=(_SHAPE, _SHAPE, _UNIT),
    doc="Inverse of `gdtr` in the third operand, in whose place is the probability.",
)

# -- the chi-squared distribution: degrees of freedom, quantile --------------------------


def _chdtr_slopes(sign: int) -> tuple[Any, ...]:
    """Of ``chdtr(v, x) = gammainc(v / 2, x / 2)``, or of its complement."""
    half = 0.5 * sign
    return (
        lambda v, x: half * gamma_shape_slope(0.5 * v, 0.5 * x),
        lambda v, x: half * gamma_density(0.5 * v, 0.5 * x),
    )


chdtr = elementwise(
    "chdtr",
    scipy.special.chdtr,
    partials=direct(_chdtr_slopes(1)),
    lower=scalar_call("chdtr", 2),
    domain=(_SHAPE, _SHAPE),
    doc="Distribution function of the chi-squared distribution.",
)
chdtrc = elementwise(
    "chdtrc",
    scipy.special.chdtrc,
    partials=direct(_chdtr_slopes(-1)),
    lower=scalar_call("chdtrc", 2),
    domain=(_SHAPE, _SHAPE),
    doc="Survival function of the chi-squared distribution.",
)
chdtri = elementwise(
    "chdtri",
    scipy.special.chdtri,
    partials=inverse(_chdtr_slopes(-1), (0, None), 1),
    lower=scalar_call("chdtri", 2),
    domain=(_SHAPE, _UNIT),
    doc="Inverse of `chdtrc` in the second operand.",
)
chdtriv = elementwise(
    "chdtriv",
    scipy.special.chdtriv,
    partials=inverse(_chdtr_slopes(1), (None, 1), 0),
    lower=scalar_call("chdtriv", 2),
    domain=(_UNIT, _SHAPE),
    doc="Inverse of `chdtr` in the degrees of freedom; of the probability and the other.",
)

# -- Poisson's distribution: count, mean -------------------------------------------------


def _pdtr_slopes(sign: int) -> tuple[Any, ...]:
    """Of ``pdtr(k, m) = gammaincc(k + 1, m)`` at integers k, or of its complement."""
    return (None, lambda k, m: -sign * gamma_density(np.floor(k) + 1, m))


pdtr = elementwise(
    "pdtr",
    scipy.special.pdtr,
    partials=direct(_pdtr_slopes(1)),
    lower=scalar_call("pdtr", 2),
    domain=(_SHAPE, _SHAPE),
    doc="Distribution function of Poisson's distribution, constant between the counts.",
)
pdtrc = elementwise(
    "pdtrc",
    scipy.special.pdtrc,
    partials=direct(_pdtr_slopes(-1)),
    lower=scalar_call("pdtrc", 2),
    domain=(_SHAPE, _SHAPE),
    doc="Survival function of Poisson's distribution, constant between the counts.",
)
pdtri = elementwise(
    "pdtri",
    scipy.special.pdtri,
    partials=inverse(_pdtr_slopes(1), (0, None), 1),
    domain=((2.0, 2.0), _UNIT),
    doc="Inverse of `pdtr` in the mean; the count has no derivative.",
)
pdtrik = elementwise(
    "pdtrik",
    scipy.special.pdtrik,
    partials=inverse(
        (
            lambda k, m: -gamma_shape_slope(k + 1, m),
            lambda k, m: -gamma_density(k + 1, m),
        ),
        (None, 1),
        0,
    ),
    lower=scalar_call("pdtrik", 2),
    domain=((0.3, 0.7), (2.0, 4.0)),
    doc="Inverse of `pdtr` in the count, as ``gammaincc(out + 1, y) == x``.",
)
