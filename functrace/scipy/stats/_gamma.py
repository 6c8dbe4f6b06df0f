"""The gamma distribution, and those that are made of it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.scipy import special as sc
from functrace.scipy.stats._continuous import continuous
from functrace.scipy.stats._pieces import EULER, LOG_2, power, times_log, where_finite


def _gamma_entropy(a: Any) -> Any:
    return sc.psi(a) * (1 - a) + a + sc.gammaln(a)


_GAMMA: dict[str, Any] = {
    "log_density": lambda x, a: times_log(a - 1, x) - x - sc.gammaln(a),
    "cdf": lambda x, a: sc.gammainc(a, x),
    "sf": lambda x, a: sc.gammaincc(a, x),
    "ppf": lambda q, a: sc.gammaincinv(a, q),
    "isf": lambda q, a: sc.gammainccinv(a, q),
    "mean": lambda a: a,
    "variance": lambda a: a,
    "entropy": _gamma_entropy,
    "low": 0.0,
}

gamma = continuous(st.gamma, **_GAMMA)
erlang = continuous(st.erlang, **_GAMMA)
expon = continuous(
    st.expon,
    log_density=lambda x: -x,
    cdf=lambda x: -np.expm1(-x),
    logsf=lambda x: -x,
    ppf=lambda q: -np.log1p(-q),
    isf=lambda q: -np.log(q),
    mean=lambda: 1.0,
    variance=lambda: 1.0,
    entropy=lambda: 1.0,
    low=0.0,
)
chi2 = continuous(
    st.chi2,
    log_density=lambda x, df: (
        times_log(0.5 * df - 1, x) - 0.5 * x - sc.gammaln(0.5 * df) - 0.5 * LOG_2 * df
    ),
    cdf=lambda x, df: sc.gammainc(0.5 * df, 0.5 * x),
    sf=lambda x, df: sc.gammaincc(0.5 * df, 0.5 * x),
    ppf=lambda q, df: 2 * sc.gammaincinv(0.5 * df, q),
    isf=lambda q, df: 2 * sc.gammainccinv(0.5 * df, q),
    mean=lambda df: df,
    variance=lambda df: 2 * df,
    entropy=lambda df: _gamma_entropy(0.5 * df) + LOG_2,
    low=0.0,
)


def _chi_mean(df: Any) -> Any:
    return math.sqrt(2) * sc.poch(0.5 * df, 0.5)


chi = continuous(
    st.chi,
    log_density=lambda x, df: (
        times_log(df - 1, x)
        - 0.5 * x * x
        + LOG_2
        - 0.5 * LOG_2 * df
        - sc.gammaln(0.5 * df)
    ),
    cdf=lambda x, df: sc.gammainc(0.5 * df, 0.5 * x * x),
    sf=lambda x, df: sc.gammaincc(0.5 * df, 0.5 * x * x),
    ppf=lambda q, df: np.sqrt(2 * sc.gammaincinv(0.5 * df, q)),
    isf=lambda q, df: np.sqrt(2 * sc.gammainccinv(0.5 * df, q)),
    mean=_chi_mean,
    variance=lambda df: df - _chi_mean(df) ** 2,
    low=0.0,
)
maxwell = continuous(
    st.maxwell,
    log_density=lambda x: 0.5 * math.log(2 / math.pi) + times_log(2, x) - 0.5 * x * x,
    cdf=lambda x: sc.gammainc(1.5, 0.5 * x * x),
    sf=lambda x: sc.gammaincc(1.5, 0.5 * x * x),
    ppf=lambda q: np.sqrt(2 * sc.gammaincinv(1.5, q)),
    isf=lambda q: np.sqrt(2 * sc.gammainccinv(1.5, q)),
    mean=lambda: 2 * math.sqrt(2 / math.pi),
    variance=lambda: 3 - 8 / math.pi,
    entropy=lambda: EULER + 0.5 * math.log(2 * math.pi) - 0.5,
    low=0.0,
)
rayleigh = continuous(
    st.rayleigh,
    log_density=lambda x: times_log(1, x) - 0.5 * x * x,
    cdf=lambda x: -np.expm1(-0.5 * x * x),
    logsf=lambda x: -0.5 * x * x,
    ppf=lambda q: np.sqrt(-2 * np.log1p(-q)),
    isf=lambda q: np.sqrt(-2 * np.log(q)),
    mean=lambda: math.sqrt(math.pi / 2),
    variance=lambda: 2 - math.pi / 2,
    entropy=lambda: EULER / 2 + 1 - 0.5 * LOG_2,
    low=0.0,
)
nakagami = continuous(
    st.nakagami,
    log_density=lambda x, nu: (
        LOG_2 + nu * np.log(nu) - sc.gammaln(nu) + times_log(2 * nu - 1, x) - nu * x * x
    ),
    cdf=lambda x, nu: sc.gammainc(nu, nu * x * x),
    sf=lambda x, nu: sc.gammaincc(nu, nu * x * x),
    ppf=lambda q, nu: np.sqrt(sc.gammaincinv(nu, q) / nu),
    isf=lambda q, nu: np.sqrt(sc.gammainccinv(nu, q) / nu),
    mean=lambda nu: sc.poch(nu, 0.5) / np.sqrt(nu),
    variance=lambda nu: 1 - sc.poch(nu, 0.5) ** 2 / nu,
    low=0.0,
)
invgamma = continuous(
    st.invgamma,
    log_density=lambda x, a: -(a + 1) * np.log(x) - sc.gammaln(a) - 1 / x,
    cdf=lambda x, a: sc.gammaincc(a, 1 / x),
    sf=lambda x, a: sc.gammainc(a, 1 / x),
    ppf=lambda q, a: 1 / sc.gammainccinv(a, q),
    isf=lambda q, a: 1 / sc.gammaincinv(a, q),
    mean=lambda a: where_finite(a > 1, lambda a: 1 / (a - 1), 2.0, a),
    variance=lambda a: where_finite(
        a > 2, lambda a: 1 / ((a - 1) ** 2 * (a - 2)), 3.0, a
    ),
    entropy=lambda a: a - (a + 1) * sc.psi(a) + sc.gammaln(a),
    low=0.0,
    closed="neither",
)
loggamma = continuous(
    st.loggamma,
    log_density=lambda x, c: c * x - np.exp(x) - sc.gammaln(c),
    cdf=lambda x, c: sc.gammainc(c, np.exp(x)),
    sf=lambda x, c: sc.gammaincc(c, np.exp(x)),
    ppf=lambda q, c: np.log(sc.gammaincinv(c, q)),
    isf=lambda q, c: np.log(sc.gammainccinv(c, q)),
    mean=lambda c: sc.psi(c),
)


def _gengamma_power(x: Any, c: Any) -> Any:
    """``x**c``, at zero with derivatives zero where it is not smooth."""
    return np.where(c > 0, power(x, c), np.where((x > 0) & (c < 0), x, 1) ** c)


def _gengamma_logpdf(x: Any, a: Any, c: Any) -> Any:
    """Of negative `c` the density vanishes at zero."""
    nothing = (x == 0) & (c < 0)
    place = np.where(nothing, 1, x)
    rise = times_log(c * a - 1, place) - _gengamma_power(place, c)
    return np.where(nothing, -np.inf, np.log(np.abs(c)) + rise - sc.gammaln(a))


gengamma = continuous(
    st.gengamma,
    log_density=_gengamma_logpdf,
    cdf=lambda x, a, c: np.where(c > 0, sc.gammainc(a, x**c), sc.gammaincc(a, x**c)),
    sf=lambda x, a, c: np.where(c > 0, sc.gammaincc(a, x**c), sc.gammainc(a, x**c)),
    ppf=lambda q, a, c: (
        np.where(c > 0, sc.gammaincinv(a, q), sc.gammainccinv(a, q)) ** (1 / c)
    ),
    isf=lambda q, a, c: (
        np.where(c > 0, sc.gammainccinv(a, q), sc.gammaincinv(a, q)) ** (1 / c)
    ),
    valid=lambda a, c: (a > 0) & (c != 0),
    low=0.0,
)

# -- two-sided ---------------------------------------------------------------------------


def _gennorm_power(x: Any, beta: Any) -> Any:
    """``abs(x)**beta``, at zero with derivatives zero unless it is smooth."""
    kink = (x == 0) & (beta != 2)
    return np.where(kink, 0, np.where(kink, 1, x * x) ** (0.5 * beta))


def _gennorm_logpdf(x: Any, beta: Any) -> Any:
    return np.log(0.5 * beta) - sc.gammaln(1 / beta) - _gennorm_power(x, beta)


def _gennorm_cdf(x: Any, beta: Any) -> Any:
    """At zero, where the incomplete gamma function has no slope, by the density."""
    middle = x == 0
    place = np.where(middle, 1, x)
    tail = 0.5 * sc.gammaincc(1 / beta, np.abs(place) ** beta)
    near = 0.5 + x * np.exp(_gennorm_logpdf(0, beta))
    return np.where(middle, near, np.where(place > 0, 1 - tail, tail))


def _gennorm_ppf(q: Any, beta: Any) -> Any:
    middle = q == 0.5
    place = np.where(middle, 0.25, q)
    tail = np.where(place > 0.5, 1 - place, place)
    x = sc.gammainccinv(1 / beta, 2 * tail) ** (1 / beta)
    near = (q - 0.5) / np.exp(_gennorm_logpdf(0, beta))
    return np.where(middle, near, np.where(place > 0.5, x, -x))


gennorm = continuous(
    st.gennorm,
    log_density=_gennorm_logpdf,
    cdf=_gennorm_cdf,
    ppf=_gennorm_ppf,
    mean=lambda beta: 0 * beta,
    variance=lambda beta: np.exp(sc.gammaln(3 / beta) - sc.gammaln(1 / beta)),
    entropy=lambda beta: 1 / beta - np.log(0.5 * beta) + sc.gammaln(1 / beta),
    symmetric=True,
)


def _dgamma_cdf(x: Any, a: Any) -> Any:
    above = x > 0
    upper = 0.5 + 0.5 * sc.gammainc(a, np.where(above, x, 1))
    return np.where(above, upper, 0.5 * sc.gammaincc(a, -np.where(above, -1, x)))


def _dgamma_ppf(q: Any, a: Any) -> Any:
    tail = np.where(q > 0.5, 1 - q, q)
    x = sc.gammainccinv(a, 2 * tail)
    return np.where(q > 0.5, x, -x)


dgamma = continuous(
    st.dgamma,
    log_density=lambda x, a: (
        times_log(a - 1, np.abs(x)) - np.abs(x) - LOG_2 - sc.gammaln(a)
    ),
    cdf=_dgamma_cdf,
    ppf=_dgamma_ppf,
    mean=lambda a: 0 * a,
    variance=lambda a: a * (a + 1),
    entropy=lambda a: _gamma_entropy(a) + LOG_2,
    symmetric=True,
)
