"""The beta distribution and its kin, Student's and Fisher's among them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.scipy import special as sc
from functrace.scipy.stats._continuous import continuous
from functrace.scipy.stats._pieces import (
    LOG_2,
    LOG_PI,
    times_log,
    times_log1p,
    where_finite,
)

_MANY = 1e15  # degrees of freedom, from which on it is the normal distribution

uniform = continuous(
    st.uniform,
    log_density=lambda x: 0 * x,
    cdf=lambda x: x,
    ppf=lambda q: q,
    mean=lambda: 0.5,
    variance=lambda: 1 / 12,
    entropy=lambda: 0.0,
    low=0.0,
    high=1.0,
)


def _beta_entropy(a: Any, b: Any) -> Any:
    parts = (a - 1) * sc.psi(a) + (b - 1) * sc.psi(b) - (a + b - 2) * sc.psi(a + b)
    return sc.betaln(a, b) - parts


beta = continuous(
    st.beta,
    log_density=lambda x, a, b: (
        times_log1p(b - 1, -x) + times_log(a - 1, x) - sc.betaln(a, b)
    ),
    cdf=lambda x, a, b: sc.betainc(a, b, x),
    sf=lambda x, a, b: sc.betaincc(a, b, x),
    ppf=lambda q, a, b: sc.betaincinv(a, b, q),
    isf=lambda q, a, b: sc.betainccinv(a, b, q),
    mean=lambda a, b: a / (a + b),
    variance=lambda a, b: a * b / ((a + b) ** 2 * (a + b + 1)),
    entropy=_beta_entropy,
    low=0.0,
    high=1.0,
)
arcsine = continuous(
    st.arcsine,
    log_density=lambda x: -LOG_PI + times_log(-0.5, x) + times_log1p(-0.5, -x),
    cdf=lambda x: 2 / math.pi * np.arcsin(np.sqrt(x)),
    sf=lambda x: 2 / math.pi * np.arcsin(np.sqrt(1 - x)),
    ppf=lambda q: np.sin(math.pi / 2 * q) ** 2,
    isf=lambda q: np.cos(math.pi / 2 * q) ** 2,
    mean=lambda: 0.5,
    variance=lambda: 0.125,
    entropy=lambda: math.log(math.pi / 4),
    low=0.0,
    high=1.0,
)


def _powerlaw_logpdf(x: Any, a: Any) -> Any:
    """Where the density is infinite, SciPy's support has no end."""
    pole = (x == 0) & (a < 1)
    inside = np.log(a) + times_log(a - 1, np.where(pole, 1, x))
    return np.where(pole, -np.inf, inside)


powerlaw = continuous(
    st.powerlaw,
    log_density=_powerlaw_logpdf,
    cdf=lambda x, a: x**a,
    logcdf=lambda x, a: a * np.log(x),
    sf=lambda x, a: -np.expm1(a * np.log(x)),
    ppf=lambda q, a: q ** (1 / a),
    isf=lambda q, a: np.exp(np.log1p(-q) / a),
    mean=lambda a: a / (a + 1),
    variance=lambda a: a / ((a + 2) * (a + 1) ** 2),
    entropy=lambda a: 1 - 1 / a - np.log(a),
    low=0.0,
    high=1.0,
)


def _betaprime_cdf(x: Any, a: Any, b: Any) -> Any:
    """By the smaller of ``x / (1 + x)`` and its complement."""
    return np.where(
        x < 1, sc.betainc(a, b, x / (1 + x)), sc.betaincc(b, a, 1 / (1 + x))
    )


def _betaprime_ppf(q: Any, a: Any, b: Any) -> Any:
    p, rest = sc.betaincinv(a, b, q), sc.betainccinv(b, a, q)
    left = p < 0.5
    p, rest = np.where(left, p, 0.5), np.where(left, 0.5, rest)
    return np.where(left, p / (1 - p), (1 - rest) / rest)


betaprime = continuous(
    st.betaprime,
    log_density=lambda x, a, b: (
        times_log(a - 1, x) - (a + b) * np.log1p(x) - sc.betaln(a, b)
    ),
    cdf=_betaprime_cdf,
    sf=lambda x, a, b: _betaprime_cdf(1 / x, b, a),
    ppf=_betaprime_ppf,
    isf=lambda q, a, b: 1 / _betaprime_ppf(q, b, a),
    mean=lambda a, b: a * where_finite(b > 1, lambda b: 1 / (b - 1), 2.0, b),
    low=0.0,
    closed="neither",
)


def _f_logpdf(x: Any, dfn: Any, dfd: Any) -> Any:
    m, n = 0.5 * dfd, 0.5 * dfn
    constant = m * np.log(dfd) + n * np.log(dfn) - sc.betaln(n, m)
    return constant + times_log(n - 1, x) - (n + m) * np.log(dfd + dfn * x)


def _f_variance(dfn: Any, dfd: Any) -> Any:
    def of(d: Any) -> Any:
        return 2 * d * d * (dfn + d - 2) / (dfn * (d - 2) ** 2 * (d - 4))

    return where_finite(dfd > 4, of, 5.0, dfd)


f = continuous(
    st.f,
    log_density=_f_logpdf,
    cdf=lambda x, dfn, dfd: sc.fdtr(dfn, dfd, x),
    sf=lambda x, dfn, dfd: sc.fdtrc(dfn, dfd, x),
    ppf=lambda q, dfn, dfd: sc.fdtri(dfn, dfd, q),
    isf=lambda q, dfn, dfd: 1 / sc.fdtri(dfd, dfn, q),
    mean=lambda dfn, dfd: (
        where_finite(dfd > 2, lambda d: d / (d - 2), 3.0, dfd) + 0 * dfn
    ),
    variance=_f_variance,
    low=0.0,
)

# -- Student's ---------------------------------------------------------------------------


def _t_logpdf(x: Any, df: Any) -> Any:
    df = np.minimum(df, _MANY)
    constant = sc.betaln(0.5 * df, 0.5) + 0.5 * np.log(df)
    return -constant - 0.5 * (df + 1) * np.log1p(x * x / df)


def _t_variance(df: Any) -> Any:
    heavy = np.where(df > 1, np.inf, np.nan)
    exists = df > 2
    df = np.where(exists, np.minimum(df, _MANY), 3)
    return np.where(exists, df / (df - 2), heavy)


def _t_entropy(df: Any) -> Any:
    df = np.minimum(df, _MANY)
    half, more = 0.5 * df, 0.5 * (df + 1)
    shift = more * (sc.psi(more) - sc.psi(half))
    return shift + 0.5 * np.log(df) + sc.betaln(half, 0.5)


t = continuous(
    st.t,
    log_density=_t_logpdf,
    cdf=lambda x, df: sc.stdtr(np.minimum(df, _MANY), x),
    ppf=lambda q, df: sc.stdtrit(np.minimum(df, _MANY), q),
    mean=lambda df: np.where(df > 1, 0.0, np.inf),
    variance=_t_variance,
    entropy=_t_entropy,
    symmetric=True,
)
cauchy = continuous(
    st.cauchy,
    log_density=lambda x: -LOG_PI - np.log1p(x * x),
    cdf=lambda x: np.arctan2(1, -x) / math.pi,
    ppf=lambda q: -1 / np.tan(math.pi * q),
    mean=lambda: np.nan,
    variance=lambda: np.nan,
    entropy=lambda: math.log(4 * math.pi),
    symmetric=True,
)
halfcauchy = continuous(
    st.halfcauchy,
    log_density=lambda x: LOG_2 - LOG_PI - np.log1p(x * x),
    cdf=lambda x: 2 / math.pi * np.arctan(x),
    sf=lambda x: 2 / math.pi * np.arctan2(1, x),
    ppf=lambda q: np.tan(math.pi / 2 * q),
    isf=lambda q: 1 / np.tan(math.pi / 2 * q),
    mean=lambda: np.inf,
    variance=lambda: np.inf,
    entropy=lambda: math.log(2 * math.pi),
    low=0.0,
)

# -- of pieces ---------------------------------------------------------------------------


def _rising(x: Any, c: Any) -> tuple[Any, Any, Any]:
    """Whether `x` lies before the top; `c` and its complement, 1 where they are not used.

    At the top the branch is the one that is not empty.
    """
    left = np.where(c == 0, x < c, (x <= c) | (c == 1))
    return left, np.where(left, c, 1), np.where(left, 1, 1 - c)


def _triang_density(x: Any, c: Any) -> Any:
    left, rise, fall = _rising(x, c)
    return np.where(left, 2 * x / rise, 2 * (1 - x) / fall)


def _triang_cdf(x: Any, c: Any) -> Any:
    left, rise, fall = _rising(x, c)
    return np.where(left, x * x / rise, 1 - (1 - x) ** 2 / fall)


def _triang_ppf(q: Any, c: Any) -> Any:
    left = q < c
    low = np.sqrt(np.where(left, c * q, 1))
    high = np.sqrt(np.where(left, 1, (1 - c) * (1 - q)))
    return np.where(left, low, 1 - high)


triang = continuous(
    st.triang,
    density=_triang_density,
    cdf=_triang_cdf,
    ppf=_triang_ppf,
    mean=lambda c: (c + 1) / 3,
    variance=lambda c: (1 - c + c * c) / 18,
    entropy=lambda c: 0.5 - LOG_2 + 0 * c,
    valid=lambda c: (c >= 0) & (c <= 1),
    typical=(0.5,),
    low=0.0,
    high=1.0,
)

_LOGUNIFORM: dict[str, Any] = {
    "log_density": lambda x, a, b: -np.log(x) - np.log(np.log(b) - np.log(a)),
    "cdf": lambda x, a, b: (np.log(x) - np.log(a)) / (np.log(b) - np.log(a)),
    "sf": lambda x, a, b: (np.log(b) - np.log(x)) / (np.log(b) - np.log(a)),
    "ppf": lambda q, a, b: np.exp(np.log(a) + q * (np.log(b) - np.log(a))),
    "isf": lambda q, a, b: np.exp(np.log(b) + q * (np.log(a) - np.log(b))),
    "mean": lambda a, b: (b - a) / (np.log(b) - np.log(a)),
    "entropy": lambda a, b: (
        0.5 * (np.log(a) + np.log(b)) + np.log(np.log(b) - np.log(a))
    ),
    "low": lambda a, b: a,
    "high": lambda a, b: b,
    "inner": lambda a, b: 0.5 * (a + b),
    "typical": (1.0, 2.0),
    "valid": lambda a, b: (a > 0) & (b > a),
}
loguniform = continuous(st.loguniform, **_LOGUNIFORM)
reciprocal = continuous(st.reciprocal, **_LOGUNIFORM)
