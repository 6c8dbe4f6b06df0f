"""Entropies, losses, and transformations of data to a normal distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._moments import (
    exponential_moment,
    logarithmic_ratio_slope,
)
from functrace.primitives.special._safe import quotient

# -- entropies -------------------------------------------------------------------------

entr = elementwise(
    "entr",
    scipy.special.entr,
    partials=(lambda x: -1 - np.log(np.where(x < 0, np.nan, x)),),
    lower=scalar_call("entr"),
    domain=(POSITIVE,),
    doc="``-x * log(x)``, zero at zero.",
)
kl_div = elementwise(
    "kl_div",
    scipy.special.kl_div,
    partials=(
        lambda x, y: np.log(quotient(x, y)),
        lambda x, y: 1 - quotient(x, y),
    ),
    lower=scalar_call("kl_div", 2),
    domain=(POSITIVE, POSITIVE),
    doc="``x * log(x / y) - x + y``.",
)
rel_entr = elementwise(
    "rel_entr",
    scipy.special.rel_entr,
    partials=(
        lambda x, y: np.log(quotient(x, y)) + 1,
        lambda x, y: -quotient(x, y),
    ),
    lower=scalar_call("rel_entr", 2),
    domain=(POSITIVE, POSITIVE),
    doc="``x * log(x / y)``.",
)

# -- losses ----------------------------------------------------------------------------

huber = elementwise(
    "huber",
    scipy.special.huber,
    partials=(
        lambda x, y: np.maximum(np.abs(y) - x, 0),
        lambda x, y: np.clip(y, -x, x),
    ),
    lower=scalar_call("huber", 2),
    domain=((1.0, 1.5), (2.0, 3.0)),
    doc="A parabola in `y` up to the distance `x`, then its tangent.",
)


def _pseudo_huber_dx(x: Any, y: Any) -> Any:
    radius = np.hypot(x, y)
    excess = y * quotient(y, radius + x)  # radius - x
    return quotient(excess * excess, radius)


pseudo_huber = elementwise(
    "pseudo_huber",
    scipy.special.pseudo_huber,
    partials=(_pseudo_huber_dx, lambda x, y: y * quotient(x, np.hypot(x, y))),
    lower=scalar_call("pseudo_huber", 2),
    domain=(POSITIVE, REAL),
    doc="``x**2 * (sqrt(1 + (y / x)**2) - 1)``.",
)

# -- powers that become a logarithm ----------------------------------------------------


def _slope(x: Any) -> Any:
    """Derivative of ``exprel``."""
    return exponential_moment.unary(x, {"order": 1})


def _scaled_slope(y: Any, logarithm: Any) -> Any:
    """Of ``(exp(y * logarithm) - 1) / y`` with respect to `y`; the logarithm of 0 too."""
    zero = logarithm == -np.inf
    finite = np.where(zero, 0, logarithm)
    limit = 1 / np.where(y == 0, np.inf, y * y)
    return np.where(zero, limit, finite * finite * _slope(y * finite))


def _safe_log(x: Any) -> Any:
    """Logarithm, -inf at 0."""
    return np.where(x == 0, -np.inf, np.log(np.where(x == 0, 1, x)))


boxcox = elementwise(
    "boxcox",
    scipy.special.boxcox,
    partials=(
        lambda x, y: np.power(x, y - 1),
        lambda x, y: _scaled_slope(y, _safe_log(x)),
    ),
    lower=scalar_call("boxcox", 2),
    domain=(POSITIVE, REAL),
    doc="Box and Cox's transformation, ``(x**y - 1) / y``.",
)
boxcox1p = elementwise(
    "boxcox1p",
    scipy.special.boxcox1p,
    partials=(
        lambda x, y: np.exp((y - 1) * np.log1p(x)),
        lambda x, y: _scaled_slope(y, np.log1p(x)),
    ),
    lower=scalar_call("boxcox1p", 2),
    domain=(POSITIVE, REAL),
    doc="`boxcox` of ``1 + x``.",
)
inv_boxcox = elementwise(
    "inv_boxcox",
    scipy.special.inv_boxcox,
    partials=(
        lambda x, y, out: out / (1 + x * y),
        lambda x, y, out: out * x * x * logarithmic_ratio_slope(x * y),
    ),
    lower=scalar_call("inv_boxcox", 2),
    domain=(POSITIVE, POSITIVE),
    doc="Inverse of `boxcox` in the first operand, ``(1 + x * y)**(1 / y)``.",
)
inv_boxcox1p = elementwise(
    "inv_boxcox1p",
    scipy.special.inv_boxcox1p,
    partials=(
        lambda x, y, out: (out + 1) / (1 + x * y),
        lambda x, y, out: (out + 1) * x * x * logarithmic_ratio_slope(x * y),
    ),
    lower=scalar_call("inv_boxcox1p", 2),
    domain=(POSITIVE, POSITIVE),
    doc="Inverse of `boxcox1p` in the first operand.",
)


def _tukey_density(x: Any, y: Any, out: Any) -> Any:
    """Zero outside of the support."""
    other = scipy.special.tklmbda(-x, y)
    inside = (out > 0) & (other > 0)
    lower, upper = np.where(inside, out, 0.5), np.where(inside, other, 0.5)
    return np.where(inside, 1 / (lower ** (y - 1) + upper ** (y - 1)), 0)


def _tukey_dy(x: Any, y: Any, out: Any) -> Any:
    other = scipy.special.tklmbda(-x, y)
    inside = (out > 0) & (other > 0)
    lower = np.log(np.where(inside, out, 0.5))
    upper = np.log(np.where(inside, other, 0.5))
    rise = lower * lower * _slope(y * lower) - upper * upper * _slope(y * upper)
    return -_tukey_density(x, y, out) * rise


tklmbda = elementwise(
    "tklmbda",
    scipy.special.tklmbda,
    partials=(_tukey_density, _tukey_dy),
    lower=scalar_call("tklmbda", 2),
    domain=((-1.0, 1.0), (0.1, 0.8)),
    doc="Distribution function of Tukey's lambda distribution.",
)
