"""Distributions of extreme values, and of power laws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.scipy import special as sc
from functrace.scipy.stats._continuous import continuous, reflected
from functrace.scipy.stats._pieces import (
    EULER,
    log1p_over,
    power,
    times_log,
    where_finite,
)

gumbel_r = continuous(
    st.gumbel_r,
    log_density=lambda x: -x - np.exp(-x),
    logcdf=lambda x: -np.exp(-x),
    sf=lambda x: -np.expm1(-np.exp(-x)),
    ppf=lambda q: -np.log(-np.log(q)),
    isf=lambda q: -np.log(-np.log1p(-q)),
    mean=lambda: EULER,
    variance=lambda: math.pi**2 / 6,
    entropy=lambda: EULER + 1,
)
gumbel_l = reflected(st.gumbel_l, gumbel_r)


def _weibull_variance(c: Any) -> Any:
    return sc.gamma(1 + 2 / c) - sc.gamma(1 + 1 / c) ** 2


weibull_min = continuous(
    st.weibull_min,
    log_density=lambda x, c: np.log(c) + times_log(c - 1, x) - power(x, c),
    cdf=lambda x, c: -np.expm1(-(x**c)),
    logsf=lambda x, c: -(x**c),
    ppf=lambda q, c: (-np.log1p(-q)) ** (1 / c),
    isf=lambda q, c: (-np.log(q)) ** (1 / c),
    mean=lambda c: sc.gamma(1 + 1 / c),
    variance=_weibull_variance,
    entropy=lambda c: -EULER / c - np.log(c) + EULER + 1,
    low=0.0,
)
weibull_max = reflected(st.weibull_max, weibull_min)


def _dweibull_cdf(x: Any, c: Any) -> Any:
    above = x > 0
    upper = 1 - 0.5 * np.exp(-(np.where(above, x, 1) ** c))
    return np.where(above, upper, 0.5 * np.exp(-((-np.where(above, -1, x)) ** c)))


def _dweibull_ppf(q: Any, c: Any) -> Any:
    tail = np.where(q > 0.5, 1 - q, q)
    x = (-np.log(2 * tail)) ** (1 / c)
    return np.where(q > 0.5, x, -x)


dweibull = continuous(
    st.dweibull,
    log_density=lambda x, c: (
        np.log(0.5 * c) + times_log(c - 1, np.abs(x)) - power(np.abs(x), c)
    ),
    cdf=_dweibull_cdf,
    ppf=_dweibull_ppf,
    mean=lambda c: 0 * c,
    variance=lambda c: sc.gamma(1 + 2 / c),
    symmetric=True,
)


def _exponweib_logpdf(x: Any, a: Any, c: Any) -> Any:
    exponent = power(x, c)
    rise = times_log(a - 1, -np.expm1(-exponent))
    return np.log(a) + np.log(c) + rise - exponent + times_log(c - 1, x)


def _exponweib_logcdf(x: Any, a: Any, c: Any) -> Any:
    return a * np.log(-np.expm1(-(x**c)))


def _exponweib_ppf(q: Any, a: Any, c: Any) -> Any:
    return (-np.log1p(-(q ** (1 / a)))) ** (1 / c)


exponweib = continuous(
    st.exponweib,
    log_density=_exponweib_logpdf,
    logcdf=_exponweib_logcdf,
    sf=lambda x, a, c: -np.expm1(_exponweib_logcdf(x, a, c)),
    ppf=_exponweib_ppf,
    isf=lambda q, a, c: (-np.log(-np.expm1(np.log1p(-q) / a))) ** (1 / c),
    low=0.0,
)


def _genextreme_exponent(x: Any, c: Any) -> Any:
    """``log1p(-c x) / c``, of zero `c` its limit ``-x``."""
    return -x * log1p_over(-c * x)


def _genextreme_logpdf(x: Any, c: Any) -> Any:
    exponent = _genextreme_exponent(x, c)
    return -np.exp(exponent) + exponent - np.log1p(-c * x)


def _genextreme_quantile(logarithm: Any, c: Any) -> Any:
    return -logarithm * sc.exprel(c * logarithm)


def _edge(c: Any, *, bounded: Any, at: float, otherwise: float) -> Any:
    """``at / c`` where the support is bounded there."""
    return np.where(bounded, at / np.where(bounded, c, 1), otherwise)


genextreme = continuous(
    st.genextreme,
    log_density=_genextreme_logpdf,
    logcdf=lambda x, c: -np.exp(_genextreme_exponent(x, c)),
    sf=lambda x, c: -np.expm1(-np.exp(_genextreme_exponent(x, c))),
    ppf=lambda q, c: _genextreme_quantile(np.log(-np.log(q)), c),
    isf=lambda q, c: _genextreme_quantile(np.log(-np.log1p(-q)), c),
    low=lambda c: _edge(c, bounded=c < 0, at=1, otherwise=-np.inf),
    high=lambda c: _edge(c, bounded=c > 0, at=1, otherwise=np.inf),
    closed="neither",
    inner=0.0,
    valid=lambda c: np.isfinite(c),
)


def _genpareto_logsf(x: Any, c: Any) -> Any:
    """``-log1p(c x) / c``, of zero `c` its limit ``-x``."""
    return -x * log1p_over(c * x)


def _genpareto_variance(c: Any) -> Any:
    return where_finite(c < 0.5, lambda c: 1 / ((1 - c) ** 2 * (1 - 2 * c)), 0.0, c)


genpareto = continuous(
    st.genpareto,
    log_density=lambda x, c: _genpareto_logsf(x, c) - np.log1p(c * x),
    cdf=lambda x, c: -np.expm1(_genpareto_logsf(x, c)),
    logsf=_genpareto_logsf,
    ppf=lambda q, c: -sc.boxcox1p(-q, -c),
    isf=lambda q, c: -sc.boxcox(q, -c),
    mean=lambda c: where_finite(c < 1, lambda c: 1 / (1 - c), 0.0, c),
    variance=_genpareto_variance,
    entropy=lambda c: 1 + c,
    low=0.0,
    high=lambda c: _edge(c, bounded=c < 0, at=-1, otherwise=np.inf),
    closed="low",
    inner=lambda c: np.where(c < 0, -0.5 / np.where(c < 0, c, -1), 1),
    valid=lambda c: np.isfinite(c),
)

# -- power laws --------------------------------------------------------------------------


def _pareto_variance(b: Any) -> Any:
    return where_finite(b > 2, lambda b: b / ((b - 2) * (b - 1) ** 2), 3.0, b)


pareto = continuous(
    st.pareto,
    log_density=lambda x, b: np.log(b) - (b + 1) * np.log(x),
    cdf=lambda x, b: -np.expm1(-b * np.log(x)),
    logsf=lambda x, b: -b * np.log(x),
    ppf=lambda q, b: np.exp(-np.log1p(-q) / b),
    isf=lambda q, b: q ** (-1 / b),
    mean=lambda b: where_finite(b > 1, lambda b: b / (b - 1), 2.0, b),
    variance=_pareto_variance,
    entropy=lambda b: 1 + 1 / b - np.log(b),
    low=1.0,
)
lomax = continuous(
    st.lomax,
    log_density=lambda x, c: np.log(c) - (c + 1) * np.log1p(x),
    cdf=lambda x, c: -np.expm1(-c * np.log1p(x)),
    logsf=lambda x, c: -c * np.log1p(x),
    ppf=lambda q, c: np.expm1(-np.log1p(-q) / c),
    isf=lambda q, c: np.expm1(-np.log(q) / c),
    mean=lambda c: where_finite(c > 1, lambda c: 1 / (c - 1), 2.0, c),
    variance=_pareto_variance,
    entropy=lambda c: 1 + 1 / c - np.log(c),
    low=0.0,
)


def _burr_logcdf(x: Any, c: Any, d: Any) -> Any:
    return -d * np.log1p(x**-c)


burr = continuous(
    st.burr,
    log_density=lambda x, c, d: (
        np.log(c)
        + np.log(d)
        + times_log(c * d - 1, x)
        - (d + 1) * np.log1p(power(x, c))
    ),
    logcdf=_burr_logcdf,
    sf=lambda x, c, d: -np.expm1(_burr_logcdf(x, c, d)),
    ppf=lambda q, c, d: np.expm1(-np.log(q) / d) ** (-1 / c),
    isf=lambda q, c, d: np.expm1(-np.log1p(-q) / d) ** (-1 / c),
    low=0.0,
)


def _burr12_logsf(x: Any, c: Any, d: Any) -> Any:
    return -d * np.log1p(x**c)


burr12 = continuous(
    st.burr12,
    log_density=lambda x, c, d: (
        np.log(c) + np.log(d) + times_log(c - 1, x) - (d + 1) * np.log1p(power(x, c))
    ),
    cdf=lambda x, c, d: -np.expm1(_burr12_logsf(x, c, d)),
    logsf=_burr12_logsf,
    ppf=lambda q, c, d: np.expm1(-np.log1p(-q) / d) ** (1 / c),
    isf=lambda q, c, d: np.expm1(-np.log(q) / d) ** (1 / c),
    low=0.0,
)


def _fisk_mean(c: Any) -> Any:
    exists = c > 1
    angle = math.pi / np.where(exists, c, 2)
    return np.where(exists, angle / np.sin(angle), np.nan)


fisk = continuous(
    st.fisk,
    log_density=lambda x, c: (
        np.log(c) + times_log(c - 1, x) - 2 * np.log1p(power(x, c))
    ),
    cdf=lambda x, c: sc.expit(c * np.log(x)),
    logcdf=lambda x, c: sc.log_expit(c * np.log(x)),
    sf=lambda x, c: sc.expit(-c * np.log(x)),
    logsf=lambda x, c: sc.log_expit(-c * np.log(x)),
    ppf=lambda q, c: np.exp(sc.logit(q) / c),
    isf=lambda q, c: np.exp(-sc.logit(q) / c),
    mean=_fisk_mean,
    entropy=lambda c: 2 - np.log(c),
    low=0.0,
)
