"""Distributions whose functions are incomplete beta functions, and the normal one.

Of counts they are constant between the integers: there is no derivative. The inverses in
the counts are those of the continuous functions.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, REAL, Interval, elementwise
from functrace.primitives.special._implicit import direct, inverse
from functrace.primitives.special.incomplete_beta import (
    density,
    first_slope,
    second_slope,
)

_UNIT: Interval = (0.0, 1.0)
_INSIDE: Interval = (0.3, 0.7)
_SHAPE: Interval = (2.0, 4.0)
_TWO: Interval = (2.0, 2.0)
_SEVEN: Interval = (7.0, 7.0)

# -- the binomial distribution: count, number of trials, probability ---------------------


def _bdtr_slopes(sign: int) -> tuple[Any, ...]:
    """Of ``betainc(n - k, k + 1, 1 - p)`` at integers, or of its complement."""

    def in_p(k: Any, n: Any, p: Any) -> Any:
        k, n = np.floor(k), np.trunc(n)
        found = density(n - k, np.maximum(k, 0.0) + 1, 1 - p, p)
        return np.where(k < 0, 0.0, -sign * found)

    return None, None, in_p


def _continuous_bdtr_dk(k: Any, n: Any, p: Any) -> Any:
    at = (n - k, k + 1, 1 - p, p)
    return second_slope(*at) - first_slope(*at)


_CONTINUOUS_BDTR = (
    _continuous_bdtr_dk,
    lambda k, n, p: first_slope(n - k, k + 1, 1 - p, p),
    lambda k, n, p: -density(n - k, k + 1, 1 - p, p),
)

bdtr = elementwise(
    "bdtr",
    scipy.special.bdtr,
    partials=direct(_bdtr_slopes(1)),
    domain=(_TWO, _SEVEN, _UNIT),
    doc="Distribution function of the binomial distribution.",
)
bdtrc = elementwise(
    "bdtrc",
    scipy.special.bdtrc,
    partials=direct(_bdtr_slopes(-1)),
    domain=(_TWO, _SEVEN, _UNIT),
    doc="Survival function of the binomial distribution.",
)
bdtri = elementwise(
    "bdtri",
    scipy.special.bdtri,
    partials=inverse(_bdtr_slopes(1), (0, 1, None), 2),
    domain=(_TWO, _SEVEN, _UNIT),
    doc="Inverse of `bdtr` in the probability of success.",
)
bdtrik = elementwise(
    "bdtrik",
    scipy.special.bdtrik,
    partials=inverse(_CONTINUOUS_BDTR, (None, 1, 2), 0),
    lower=scalar_call("bdtrik", 3),
    domain=(_INSIDE, (7.0, 9.0), _INSIDE),
    doc="Inverse of `bdtr`, made continuous, in the count.",
)
bdtrin = elementwise(
    "bdtrin",
    scipy.special.bdtrin,
    partials=inverse(_CONTINUOUS_BDTR, (0, None, 2), 1),
    lower=scalar_call("bdtrin", 3),
    domain=(_SHAPE, _INSIDE, _INSIDE),
    doc="Inverse of `bdtr`, made continuous, in the number of trials.",
)

# -- the negative binomial distribution: failures, successes, probability ----------------


def _nbdtr_slopes(sign: int) -> tuple[Any, ...]:
    """Of ``betainc(n, k + 1, p)`` at integers, or of its complement."""

    def in_p(k: Any, n: Any, p: Any) -> Any:
        return sign * density(np.trunc(n), np.trunc(k) + 1, p, 1 - p)

    return None, None, in_p


_CONTINUOUS_NBDTR = (
    lambda k, n, p: second_slope(n, k + 1, p, 1 - p),
    lambda k, n, p: first_slope(n, k + 1, p, 1 - p),
    lambda k, n, p: density(n, k + 1, p, 1 - p),
)

nbdtr = elementwise(
    "nbdtr",
    scipy.special.nbdtr,
    partials=direct(_nbdtr_slopes(1)),
    domain=(_TWO, _SEVEN, _UNIT),
    doc="Distribution function of the negative binomial distribution.",
)
nbdtrc = elementwise(
    "nbdtrc",
    scipy.special.nbdtrc,
    partials=direct(_nbdtr_slopes(-1)),
    domain=(_TWO, _SEVEN, _UNIT),
    doc="Survival function of the negative binomial distribution.",
)
nbdtri = elementwise(
    "nbdtri",
    scipy.special.nbdtri,
    partials=inverse(_nbdtr_slopes(1), (0, 1, None), 2),
    domain=(_TWO, _SEVEN, _UNIT),
    doc="Inverse of `nbdtr` in the probability of success.",
)
nbdtrik = elementwise(
    "nbdtrik",
    scipy.special.nbdtrik,
    partials=inverse(_CONTINUOUS_NBDTR, (None, 1, 2), 0),
    lower=scalar_call("nbdtrik", 3),
    domain=(_INSIDE, _SHAPE, _INSIDE),
    doc="Inverse of `nbdtr`, made continuous, in the number of failures.",
)
nbdtrin = elementwise(
    "nbdtrin",
    scipy.special.nbdtrin,
    partials=inverse(_CONTINUOUS_NBDTR, (0, None, 2), 1),
    lower=scalar_call("nbdtrin", 3),
    domain=(_SHAPE, _INSIDE, _INSIDE),
    doc="Inverse of `nbdtr`, made continuous, in the number of successes.",
)

# -- the F distribution: degrees of freedom of both, quantile ----------------------------


def _fdtr_place(m: Any, n: Any, x: Any) -> tuple[Any, Any, Any, Any]:
    """What `betainc` takes, and the complement of the last."""
    total = n + m * x
    return 0.5 * m, 0.5 * n, m * x / total, n / total


def _fdtr_slopes(sign: int) -> tuple[Any, ...]:
    def along(place: Any, change: Any) -> Any:
        return sign * density(*place) * change

    def first(m: Any, n: Any, x: Any) -> Any:
        place = _fdtr_place(m, n, x)
        shape = 0.5 * sign * first_slope(*place)
        return shape + along(place, place[2] * place[3] / m)

    def second(m: Any, n: Any, x: Any) -> Any:
        place = _fdtr_place(m, n, x)
        shape = 0.5 * sign * second_slope(*place)
        return shape - along(place, place[2] * place[3] / n)

    def third(m: Any, n: Any, x: Any) -> Any:
        place = _fdtr_place(m, n, x)
        return along(place, m / n * place[3] * place[3])

    return first, second, third


fdtr = elementwise(
    "fdtr",
    scipy.special.fdtr,
    partials=direct(_fdtr_slopes(1)),
    lower=scalar_call("fdtr", 3),
    domain=(_SHAPE, _SHAPE, POSITIVE),
    doc="Distribution function of the F distribution.",
)
fdtrc = elementwise(
    "fdtrc",
    scipy.special.fdtrc,
    partials=direct(_fdtr_slopes(-1)),
    lower=scalar_call("fdtrc", 3),
    domain=(_SHAPE, _SHAPE, POSITIVE),
    doc="Survival function of the F distribution.",
)
fdtri = elementwise(
    "fdtri",
    scipy.special.fdtri,
    partials=inverse(_fdtr_slopes(1), (0, 1, None), 2),
    lower=scalar_call("fdtri", 3),
    domain=(_SHAPE, _SHAPE, _INSIDE),
    doc="Inverse of `fdtr` in the third operand.",
)
fdtridfd = elementwise(
    "fdtridfd",
    scipy.special.fdtridfd,
    partials=inverse(_fdtr_slopes(1), (0, None, 2), 1),
    lower=scalar_call("fdtridfd", 3),
    domain=(_SHAPE, (0.5, 0.52), (1.1, 1.3)),
    doc="Inverse of `fdtr` in the second operand, in whose place is the probability.",
)

# -- Student's distribution: degrees of freedom, quantile --------------------------------


def _stdtr_dx(v: Any, t: Any) -> Any:
    v = np.minimum(v, 1e20)
    exponent = -0.5 * (v + 1) * np.log1p(t * t / v)
    return np.exp(exponent) / (np.sqrt(v) * scipy.special.beta(0.5, 0.5 * v))


def _stdtr_dv(v: Any, t: Any) -> Any:
    """By differences in the lower tail: the upper is its image."""
    sign = np.sign(t)
    scale = 1 / v + 0.1 * np.log1p(t * t / v)
    tail = slope(scipy.special.stdtr, (v, -np.abs(t)), 0, 1 / scale)
    return -sign * tail


_STDTR = (_stdtr_dv, _stdtr_dx)

stdtr = elementwise(
    "stdtr",
    scipy.special.stdtr,
    partials=direct(_STDTR),
    lower=scalar_call("stdtr", 2),
    domain=(_SHAPE, REAL),
    doc="Distribution function of Student's distribution; its derivative in the "
    "degrees of freedom is by differences, to 1e-14 times their number.",
)
stdtrit = elementwise(
    "stdtrit",
    scipy.special.stdtrit,
    partials=inverse(_STDTR, (0, None), 1),
    lower=scalar_call("stdtrit", 2),
    domain=(_SHAPE, _UNIT),
    doc="Inverse of `stdtr` in the second operand.",
)
stdtridf = elementwise(
    "stdtridf",
    scipy.special.stdtridf,
    partials=inverse(_STDTR, (None, 1), 0),
    lower=scalar_call("stdtridf", 2),
    domain=((0.74, 0.76), (1.5, 1.6)),
    doc="Inverse of `stdtr` in the degrees of freedom; of the probability and the other.",
)

# -- the normal distribution: mean, standard deviation ------------------------------------


def _normal_quantile_slope(p: Any) -> Any:
    z = scipy.special.ndtri(p)
    return math.sqrt(2 * math.pi) * np.exp(0.5 * z * z)


nrdtrimn = elementwise(
    "nrdtrimn",
    scipy.special.nrdtrimn,
    partials=(
        lambda x, y: -y * _normal_quantile_slope(x),
        lambda x: -scipy.special.ndtri(x),
        1,
    ),
    lower=scalar_call("nrdtrimn", 3),
    domain=(_INSIDE, POSITIVE, REAL),
    doc="Mean of the normal distribution from a probability, the standard deviation and "
    "the quantile.",
)
nrdtrisd = elementwise(
    "nrdtrisd",
    scipy.special.nrdtrisd,
    partials=(
        lambda y: -1 / scipy.special.ndtri(y),
        lambda y, out: -out * _normal_quantile_slope(y) / scipy.special.ndtri(y),
        lambda y: 1 / scipy.special.ndtri(y),
    ),
    lower=scalar_call("nrdtrisd", 3),
    domain=((0.1, 0.5), (0.6, 0.9), (1.0, 2.0)),
    doc="Standard deviation of the normal distribution from the mean, a probability and "
    "the quantile.",
)
