"""Distributions of counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.stats as st

from functrace.primitives.elementwise import stop_gradient
from functrace.scipy import special as sc
from functrace.scipy.special import zeta
from functrace.scipy.stats._discrete import discrete
from functrace.scipy.stats._pieces import exp, log, times_log, times_log1p


def _log_choices(n: Any, k: Any) -> Any:
    return sc.gammaln(n + 1) - sc.gammaln(k + 1) - sc.gammaln(n - k + 1)


def _is_count(n: Any) -> Any:
    return (n >= 0) & (np.floor(n) == n)


def _is_probability(p: Any) -> Any:
    return (p >= 0) & (p <= 1)


# -- trials ------------------------------------------------------------------------------


def _bernoulli_entropy(p: Any) -> Any:
    return sc.entr(p) + sc.entr(1 - p)


bernoulli = discrete(
    st.bernoulli,
    density=lambda k, p: np.where(k == 1, p, 1 - p),
    log_density=lambda k, p: times_log(k, p) + times_log1p(1 - k, -p),
    cdf=lambda k, p: 1 - p + 0 * k,
    sf=lambda k, p: p + 0 * k,
    mean=lambda p: p,
    variance=lambda p: p * (1 - p),
    entropy=_bernoulli_entropy,
    valid=_is_probability,
    typical=(0.5,),
    low=0.0,
    high=1.0,
    inner=0.0,
)


def _binom_logpmf(k: Any, n: Any, p: Any) -> Any:
    n = stop_gradient(n)
    return _log_choices(n, k) + times_log(k, p) + times_log1p(n - k, -p)


def _binom_pmf(k: Any, n: Any, p: Any) -> Any:
    """At the ends of the probability as a polynomial, which has a derivative there."""
    n = stop_gradient(n)
    end, few = (p == 0) | (p == 1), np.minimum(k, n - k) < 3
    choices = np.exp(np.where(few, _log_choices(n, k), -np.inf))
    at_end = np.where(end, p, 0)
    polynomial = choices * at_end**k * (1 - at_end) ** (n - k)
    return np.where(end, polynomial, exp(_binom_logpmf(k, n, np.where(end, 0.5, p))))


binom = discrete(
    st.binom,
    density=_binom_pmf,
    log_density=_binom_logpmf,
    cdf=lambda k, n, p: sc.betaincc(k + 1, stop_gradient(n) - k, p),
    sf=lambda k, n, p: sc.betainc(k + 1, stop_gradient(n) - k, p),
    mean=lambda n, p: n * p,
    variance=lambda n, p: n * p * (1 - p),
    valid=lambda n, p: _is_count(n) & _is_probability(p),
    typical=(1.0, 0.5),
    low=0.0,
    high=lambda n, p: n,
    inner=0.0,
)
geom = discrete(
    st.geom,
    log_density=lambda k, p: times_log1p(k - 1, -p) + np.log(p),
    density=lambda k, p: (1 - p) ** (k - 1) * p,
    cdf=lambda k, p: -np.expm1(times_log1p(k, -p)),
    logsf=lambda k, p: times_log1p(k, -p),
    mean=lambda p: 1 / p,
    variance=lambda p: (1 - p) / (p * p),
    valid=lambda p: (p > 0) & (p <= 1),
    typical=(0.5,),
    low=1.0,
)
nbinom = discrete(
    st.nbinom,
    log_density=lambda k, n, p: (
        sc.gammaln(n + k)
        - sc.gammaln(k + 1)
        - sc.gammaln(n)
        + n * np.log(p)
        + times_log1p(k, -p)
    ),
    cdf=lambda k, n, p: sc.betainc(n, k + 1, p),
    sf=lambda k, n, p: sc.betaincc(n, k + 1, p),
    mean=lambda n, p: n * (1 - p) / p,
    variance=lambda n, p: n * (1 - p) / (p * p),
    valid=lambda n, p: (n > 0) & (p > 0) & (p <= 1),
    typical=(1.0, 0.5),
    low=0.0,
    inner=0.0,
)


def _betabinom_logpmf(k: Any, n: Any, a: Any, b: Any) -> Any:
    n = stop_gradient(n)
    prior = sc.betaln(k + a, n - k + b) - sc.betaln(a, b)
    return prior - np.log(n + 1) - sc.betaln(n - k + 1, k + 1)


def _betabinom_variance(n: Any, a: Any, b: Any) -> Any:
    total = a + b
    return n * (total + n) * a * b / ((total + 1) * total**2)


betabinom = discrete(
    st.betabinom,
    log_density=_betabinom_logpmf,
    mean=lambda n, a, b: n * a / (a + b),
    variance=_betabinom_variance,
    valid=lambda n, a, b: _is_count(n) & (a > 0) & (b > 0),
    low=0.0,
    high=lambda n, a, b: n,
    inner=0.0,
)
betanbinom = discrete(
    st.betanbinom,
    log_density=lambda k, n, a, b: (
        -np.log(n + k) - sc.betaln(n, k + 1) - sc.betaln(a, b) + sc.betaln(a + n, b + k)
    ),
    low=0.0,
    valid=lambda n, a, b: _is_count(n) & (n > 0) & (a > 0) & (b > 0),
    inner=0.0,
)

# -- events ------------------------------------------------------------------------------


def _poisson_pmf(k: Any, mu: Any) -> Any:
    """At rate zero as a polynomial, which has a derivative there."""
    none, few = mu == 0, np.minimum(k, 3)
    at_zero = np.where(none, mu, 0)
    usual = exp(_poisson_logpmf(k, np.where(none, 1, mu)))
    return np.where(none, at_zero**few / sc.gamma(few + 1) * np.exp(-at_zero), usual)


def _poisson_logpmf(k: Any, mu: Any) -> Any:
    return times_log(k, mu) - sc.gammaln(k + 1) - mu


poisson = discrete(
    st.poisson,
    density=_poisson_pmf,
    log_density=_poisson_logpmf,
    cdf=lambda k, mu: sc.pdtr(k, mu),
    sf=lambda k, mu: sc.pdtrc(k, mu),
    mean=lambda mu: mu,
    variance=lambda mu: mu,
    valid=lambda mu: mu >= 0,
    low=0.0,
    inner=0.0,
)


def _skellam_logpmf(k: Any, mu1: Any, mu2: Any) -> Any:
    first, second = np.sqrt(mu1), np.sqrt(mu2)
    bessel = log(sc.ive(np.abs(k), 2 * first * second))
    return -((first - second) ** 2) + 0.5 * k * np.log(mu1 / mu2) + bessel


def _skellam_cdf(k: Any, mu1: Any, mu2: Any) -> Any:
    below = k < 0
    low, high = np.where(below, -2 * k, 2), np.where(below, 2, 2 * (k + 1))
    upper = 1 - sc.chndtr(2 * mu1, high, 2 * mu2)
    return np.where(below, sc.chndtr(2 * mu2, low, 2 * mu1), upper)


skellam = discrete(
    st.skellam,
    log_density=_skellam_logpmf,
    cdf=_skellam_cdf,
    mean=lambda mu1, mu2: mu1 - mu2,
    variance=lambda mu1, mu2: mu1 + mu2,
)

# -- geometric and power laws --------------------------------------------------------------


def _boltzmann_logpmf(k: Any, lambda_: Any, N: Any) -> Any:
    N = stop_gradient(N)
    mass = np.log(-np.expm1(-lambda_)) - np.log(-np.expm1(-lambda_ * N))
    return mass - lambda_ * k


boltzmann = discrete(
    st.boltzmann,
    log_density=_boltzmann_logpmf,
    cdf=lambda k, lambda_, N: (
        np.expm1(-lambda_ * (k + 1)) / np.expm1(-lambda_ * stop_gradient(N))
    ),
    valid=lambda lambda_, N: (lambda_ > 0) & (N > 0) & (np.floor(N) == N),
    low=0.0,
    high=lambda lambda_, N: N - 1,
    inner=0.0,
)
planck = discrete(
    st.planck,
    log_density=lambda k, lambda_: np.log(-np.expm1(-lambda_)) - lambda_ * k,
    cdf=lambda k, lambda_: -np.expm1(-lambda_ * (k + 1)),
    logsf=lambda k, lambda_: -lambda_ * (k + 1),
    mean=lambda lambda_: 1 / np.expm1(lambda_),
    variance=lambda lambda_: np.exp(-lambda_) / np.expm1(-lambda_) ** 2,
    entropy=lambda lambda_: lambda_ / np.expm1(lambda_) - np.log(-np.expm1(-lambda_)),
    low=0.0,
)


def _dlaplace_tail(k: Any, a: Any) -> Any:
    """The probability of more than `k`, if that is not negative."""
    return np.exp(-a * (k + 1)) / (1 + np.exp(-a))


def _dlaplace_cdf(k: Any, a: Any) -> Any:
    above = k >= 0
    tail = _dlaplace_tail(np.where(above, k, -k - 1), a)
    return np.where(above, 1 - tail, tail)


dlaplace = discrete(
    st.dlaplace,
    log_density=lambda k, a: np.log(np.tanh(0.5 * a)) - a * np.abs(k),
    cdf=_dlaplace_cdf,
    sf=lambda k, a: _dlaplace_cdf(-k - 1, a),
    mean=lambda a: 0 * a,
    variance=lambda a: 0.5 / np.sinh(0.5 * a) ** 2,
    entropy=lambda a: a / np.sinh(a) - np.log(np.tanh(0.5 * a)),
)
logser = discrete(
    st.logser,
    log_density=lambda k, p: times_log(k, p) - np.log(k) - np.log(-np.log1p(-p)),
    mean=lambda p: p / (p - 1) / np.log1p(-p),
    valid=lambda p: (p > 0) & (p < 1),
    typical=(0.5,),
    low=1.0,
    inner=1.0,
)
zipf = discrete(
    st.zipf,
    log_density=lambda k, a: -a * np.log(k) - np.log(zeta(a, 1.0)),
    cdf=lambda k, a: 1 - zeta(a, k + 1) / zeta(a, 1.0),
    sf=lambda k, a: zeta(a, k + 1) / zeta(a, 1.0),
    valid=lambda a: a > 1,
    typical=(2.0,),
    low=1.0,
    inner=1.0,
)
