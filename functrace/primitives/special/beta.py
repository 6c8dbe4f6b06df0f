"""Quotients of gamma functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import POSITIVE, Interval, elementwise
from functrace.primitives.special._asymptotic import digamma_rise
from functrace.primitives.special.gamma import rgamma_slope

_ABOVE_THREE: Interval = (3.0, np.inf)
_UP_TO_TWO: Interval = (0.0, 2.0)

beta = elementwise(
    "beta",
    scipy.special.beta,
    partials=(
        lambda x, y, out: -out * digamma_rise(x, y),
        lambda x, y, out: -out * digamma_rise(y, x),
    ),
    lower=scalar_call("beta", 2),
    domain=(POSITIVE, POSITIVE),
    doc="Beta function.",
    reference="DLMF 5.12.1",
)
betaln = elementwise(
    "betaln",
    scipy.special.betaln,
    partials=(
        lambda x, y: -digamma_rise(x, y),
        lambda x, y: -digamma_rise(y, x),
    ),
    lower=scalar_call("betaln", 2),
    domain=(POSITIVE, POSITIVE),
    doc="Logarithm of the absolute value of the beta function.",
    reference="DLMF 5.12.1",
)


def _is_pole(x: Any) -> Any:
    return (x <= 0) & (x == np.floor(x))


def _poch_dx(x: Any, y: Any, out: Any) -> Any:
    """Where both gamma functions have a pole, by reflection of both."""
    start, end = _is_pole(x), _is_pole(x + y)
    both, zero = start & end, start & ~end
    rise = digamma_rise(
        np.where(both, 1 - x, np.where(zero, 1, x)), np.where(both, -y, y)
    )
    limit = scipy.special.gamma(np.where(zero, x + y, 1)) * rgamma_slope(x)
    return np.where(zero, limit, out * rise)


poch = elementwise(
    "poch",
    scipy.special.poch,
    partials=(_poch_dx, lambda x, y, out: out * scipy.special.psi(x + y)),
    lower=scalar_call("poch", 2),
    domain=(POSITIVE, POSITIVE),
    doc="Pochhammer's symbol, ``gamma(x + y) / gamma(x)``.",
    reference="DLMF 5.2.5",
)


def _binom_dx(x: Any, y: Any, out: Any) -> Any:
    zero = _is_pole(x - y + 1)
    over, under = np.where(zero, 1, x - y), np.where(zero, x, 1)
    rise = digamma_rise(over + 1, np.where(zero, 0, y))
    limit = scipy.special.gamma(under + 1) * scipy.special.rgamma(y + 1)
    return np.where(zero, limit * rgamma_slope(x - y + 1), out * rise)


def _binom_dy(x: Any, y: Any, out: Any) -> Any:
    lower, upper = _is_pole(y + 1), _is_pole(x - y + 1)
    zero = lower | upper
    below = np.where(zero, 1, y + 1)
    rise = digamma_rise(below, np.where(zero, 0, x - 2 * y))
    return np.where(zero, _binom_dy_at_zero(x, y, zero), out * rise)


def _binom_dy_at_zero(x: Any, y: Any, zero: Any) -> Any:
    rest = x - y + 1
    change = rgamma_slope(y + 1) * scipy.special.rgamma(rest)
    change = change - scipy.special.rgamma(y + 1) * rgamma_slope(rest)
    return scipy.special.gamma(np.where(zero, x, 1) + 1) * change


binom = elementwise(
    "binom",
    scipy.special.binom,
    partials=(_binom_dx, _binom_dy),
    lower=scalar_call("binom", 2),
    domain=(_ABOVE_THREE, _UP_TO_TWO),
    doc="Binomial coefficient, as a function of two real numbers.",
    reference="DLMF 1.2.6 and 5.2.2",
)
