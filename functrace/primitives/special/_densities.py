"""Densities of the gamma and of the beta distribution, finite wherever they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.primitives._make import POSITIVE, elementwise
from functrace.primitives.special._asymptotic import (
    LARGE,
    digamma_rise,
    stirling_rest,
)
from functrace.primitives.special._safe import LARGEST, log

_TURN = 2 * math.pi


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    """Without warnings, in the common precision of the operands."""

    def impl(*operands: Any) -> Any:
        dtype = np.result_type(*operands, np.float32)
        with np.errstate(all="ignore"):
            return np.asarray(function(*operands)).astype(dtype)[()]

    return impl


def _log_ratio(x: Any, mode: Any) -> Any:
    """``log(x / mode)``."""
    excess = (x - mode) / mode
    return np.where(np.abs(excess) < 0.5, np.log1p(excess), np.log(x / mode))


# -- the gamma distribution ------------------------------------------------------------


def _gamma(a: Any, x: Any) -> Any:
    x = np.minimum(x, LARGEST)
    small = scipy.special.xlogy(a - 1, x) - x - scipy.special.gammaln(a)
    small = np.where(scipy.special.rgamma(a) == 0, -np.inf, small)
    shape = np.where(a < LARGE, LARGE, a)
    large = shape * _log_ratio(x, shape) + (shape - x) - stirling_rest(shape)
    large = np.where(x == 0, -np.inf, large - np.log(_TURN / shape) / 2 - np.log(x))
    value = np.exp(np.where(a < LARGE, small, large))
    return np.where(x < 0, np.nan, scipy.special.gammasgn(a) * value)


def _gamma_da(x: Any, y: Any, out: Any) -> Any:
    return out * (log(y) - scipy.special.psi(x))


def _gamma_dx(x: Any, y: Any, out: Any) -> Any:
    """At the end of the domain by the recurrence, as a limit."""
    end = y == 0
    lower = gamma_density(np.where(end, x - 1, 1), np.where(end, y, 1))
    inside = out * ((x - 1) / np.where(end, 1, y) - 1)
    return np.where(end, lower - out, inside)


gamma_density = elementwise(
    "gamma_density",
    _quiet(_gamma),
    partials=(_gamma_da, _gamma_dx),
    domain=(POSITIVE, POSITIVE),
    doc="``y**(x - 1) * exp(-y) / gamma(x)``.",
    reference="Loader, Fast and accurate computation of binomial probabilities, 2000",
)

# -- the beta distribution -------------------------------------------------------------


def _beta(a: Any, b: Any, x: Any) -> Any:
    small = scipy.special.xlogy(a - 1, x) + scipy.special.xlog1py(b - 1, -x)
    small = small - scipy.special.betaln(a, b)
    small = np.where(np.isnan(small) & ((x == 0) | (x == 1)), -np.inf, small)
    few = np.minimum(a, b) < LARGE
    p, q = (np.where(few, LARGE, shape) for shape in (a, b))
    total = p + q
    large = p * _log_ratio(x, p / total) + q * _log_ratio(1 - x, q / total)
    large = large + stirling_rest(total) - stirling_rest(p) - stirling_rest(q)
    large = large + np.log(p * q / (_TURN * total)) / 2 - np.log(x) - np.log1p(-x)
    large = np.where((x == 0) | (x == 1), -np.inf, large)
    sign = scipy.special.gammasgn(a) * scipy.special.gammasgn(b)
    value = sign * scipy.special.gammasgn(a + b) * np.exp(np.where(few, small, large))
    return np.where((x < 0) | (x > 1), np.nan, value)


def _beta_da(x: Any, y: Any, z: Any, out: Any) -> Any:
    return out * (log(z) + digamma_rise(x, y))


def _beta_db(x: Any, y: Any, z: Any, out: Any) -> Any:
    return out * (log(1 - z) + digamma_rise(y, x))


def _beta_dx(x: Any, y: Any, z: Any, out: Any) -> Any:
    """At the ends of the domain by the recurrence, as a limit."""
    end = (z == 0) | (z == 1)
    place = np.where(end, 0.5, z)
    inside = out * ((x - 1) / place - (y - 1) / (1 - place))
    a, b = np.where(end, x, 2), np.where(end, y, 2)
    place = np.where(end, z, 0.5)
    limit = beta_density(a - 1, b, place) - beta_density(a, b - 1, place)
    return np.where(end, (a + b - 1) * limit, inside)


beta_density = elementwise(
    "beta_density",
    _quiet(_beta),
    partials=(_beta_da, _beta_db, _beta_dx),
    domain=(POSITIVE, POSITIVE, (0.0, 1.0)),
    doc="``z**(x - 1) * (1 - z)**(y - 1) / beta(x, y)``.",
    reference="Loader, Fast and accurate computation of binomial probabilities, 2000",
)
