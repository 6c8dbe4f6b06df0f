"""The normal distribution, and those that are made of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.scipy import special as sc
from functrace.scipy.stats._continuous import continuous
from functrace.scipy.stats._pieces import EULER, LOG_2, LOG_2PI, exp, normal_logpdf

_ROOT_HALF = math.sqrt(0.5)
_FAR = 1e8  # beyond it the normal distribution has nothing

norm = continuous(
    st.norm,
    log_density=normal_logpdf,
    cdf=lambda x: sc.ndtr(x),
    logcdf=lambda x: sc.log_ndtr(x),
    ppf=lambda q: sc.ndtri(q),
    mean=lambda: 0.0,
    variance=lambda: 1.0,
    entropy=lambda: 0.5 * (LOG_2PI + 1),
    symmetric=True,
)
halfnorm = continuous(
    st.halfnorm,
    log_density=lambda x: normal_logpdf(x) + LOG_2,
    cdf=lambda x: sc.erf(x * _ROOT_HALF),
    sf=lambda x: sc.erfc(x * _ROOT_HALF),
    logsf=lambda x: LOG_2 + sc.log_ndtr(-x),
    ppf=lambda q: sc.ndtri(0.5 * (1 + q)),
    isf=lambda q: -sc.ndtri(0.5 * q),
    mean=lambda: math.sqrt(2 / math.pi),
    variance=lambda: 1 - 2 / math.pi,
    entropy=lambda: 0.5 * (math.log(math.pi / 2) + 1),
    low=0.0,
)
lognorm = continuous(
    st.lognorm,
    log_density=lambda x, s: normal_logpdf(np.log(x) / s) - np.log(s) - np.log(x),
    cdf=lambda x, s: sc.ndtr(np.log(x) / s),
    logcdf=lambda x, s: sc.log_ndtr(np.log(x) / s),
    sf=lambda x, s: sc.ndtr(-np.log(x) / s),
    logsf=lambda x, s: sc.log_ndtr(-np.log(x) / s),
    ppf=lambda q, s: np.exp(s * sc.ndtri(q)),
    isf=lambda q, s: np.exp(-s * sc.ndtri(q)),
    mean=lambda s: np.exp(0.5 * s * s),
    variance=lambda s: np.expm1(s * s) * np.exp(s * s),
    entropy=lambda s: 0.5 * (1 + LOG_2PI) + np.log(s),
    low=0.0,
    closed="neither",
)


def _johnson(
    distribution: Any,
    shape: Callable[[Any], Any],
    inverse: Callable[[Any], Any],
    log_slope: Callable[[Any], Any],
    **support: Any,
) -> Any:
    """Of x where ``a + b * shape(x)`` is normal; `log_slope` is log of its slope."""
    return continuous(
        distribution,
        log_density=lambda x, a, b: (
            normal_logpdf(a + b * shape(x)) + np.log(b) + log_slope(x)
        ),
        cdf=lambda x, a, b: sc.ndtr(a + b * shape(x)),
        logcdf=lambda x, a, b: sc.log_ndtr(a + b * shape(x)),
        sf=lambda x, a, b: sc.ndtr(-a - b * shape(x)),
        logsf=lambda x, a, b: sc.log_ndtr(-a - b * shape(x)),
        ppf=lambda q, a, b: inverse((sc.ndtri(q) - a) / b),
        isf=lambda q, a, b: inverse((-sc.ndtri(q) - a) / b),
        valid=lambda a, b: (b > 0) & ~np.isnan(a),
        **support,
    )


johnsonsu = _johnson(
    st.johnsonsu,
    lambda x: np.arcsinh(x),
    lambda y: np.sinh(y),
    lambda x: -0.5 * np.log1p(x * x),
)
johnsonsb = _johnson(
    st.johnsonsb,
    lambda x: sc.logit(x),
    lambda y: sc.expit(y),
    lambda x: -np.log(x) - np.log1p(-x),
    low=0.0,
    high=1.0,
    closed="neither",
)

# -- truncated ---------------------------------------------------------------------------


def _log_mass(a: Any, b: Any) -> Any:
    """Logarithm of the normal distribution's mass between `a` and `b`.

    By the lower tail, of two numbers above zero after reflection, or by both tails.
    """
    right = a > 0
    low = np.clip(np.where(right, -b, a), -_FAR, _FAR)
    high = np.clip(np.where(right, -a, b), -_FAR, _FAR)
    tail = high <= 0
    upper, lower = np.where(tail, high, 0), np.where(tail, low, -1)
    top = sc.log_ndtr(upper)
    one_sided = top + np.log(-np.expm1(sc.log_ndtr(lower) - top))
    outside = sc.ndtr(np.where(tail, -1, low)) + sc.ndtr(np.where(tail, -1, -high))
    return np.where(tail, one_sided, np.log1p(-outside))


def _truncnorm_ppf(q: Any, a: Any, b: Any) -> Any:
    """By the tail on whose side the interval begins."""
    left = a <= 0
    mass = _log_mass(a, b)
    low, high = np.clip(a, -_FAR, _FAR), np.clip(b, -_FAR, _FAR)
    start = sc.log_ndtr(np.where(left, low, -high))
    part = np.where(left, np.log(q), np.log1p(-q))
    x = sc.ndtri_exp(np.logaddexp(start, part + mass))
    return np.where(left, x, -x)


def _truncnorm_mean(a: Any, b: Any) -> Any:
    mass = _log_mass(a, b)
    return exp(_end_logpdf(a) - mass) - exp(_end_logpdf(b) - mass)


def _truncnorm_variance(a: Any, b: Any) -> Any:
    mass = _log_mass(a, b)
    low, high = np.clip(a, -_FAR, _FAR), np.clip(b, -_FAR, _FAR)
    at_a, at_b = exp(_end_logpdf(a) - mass), exp(_end_logpdf(b) - mass)
    return 1 + low * at_a - high * at_b - (at_a - at_b) ** 2


def _end_logpdf(x: Any) -> Any:
    return normal_logpdf(np.clip(x, -_FAR, _FAR))


def _truncnorm_inner(a: Any, b: Any) -> Any:
    low, high = np.clip(a, -_FAR, _FAR), np.clip(b, -_FAR, _FAR)
    middle = 0.5 * (low + high)
    near = np.where(high <= 0, np.maximum(high - 1, middle), 0)
    return np.where(low >= 0, np.minimum(low + 1, middle), near)


truncnorm = continuous(
    st.truncnorm,
    log_density=lambda x, a, b: normal_logpdf(x) - _log_mass(a, b),
    logcdf=lambda x, a, b: _log_mass(a, x) - _log_mass(a, b),
    logsf=lambda x, a, b: _log_mass(x, b) - _log_mass(a, b),
    ppf=_truncnorm_ppf,
    isf=lambda q, a, b: -_truncnorm_ppf(q, -b, -a),
    mean=_truncnorm_mean,
    variance=_truncnorm_variance,
    low=lambda a, b: a,
    high=lambda a, b: b,
    inner=_truncnorm_inner,
    typical=(-1.0, 1.0),
    valid=lambda a, b: a < b,
)

# -- skewed ------------------------------------------------------------------------------


def _skewnorm_mean(a: Any) -> Any:
    return math.sqrt(2 / math.pi) * a / np.hypot(1, a)


skewnorm = continuous(
    st.skewnorm,
    log_density=lambda x, a: LOG_2 + normal_logpdf(x) + sc.log_ndtr(a * x),
    cdf=lambda x, a: sc.ndtr(x) - 2 * sc.owens_t(x, a),
    sf=lambda x, a: sc.ndtr(-x) + 2 * sc.owens_t(x, a),
    mean=_skewnorm_mean,
    variance=lambda a: 1 - _skewnorm_mean(a) ** 2,
    valid=lambda a: np.isfinite(a),
)


def _exponnorm_part(x: Any, K: Any) -> Any:
    """The logarithm that the density and the distribution function share."""
    return (0.5 / K - x) / K + sc.log_ndtr(x - 1 / K)


exponnorm = continuous(
    st.exponnorm,
    log_density=lambda x, K: _exponnorm_part(x, K) - np.log(K),
    cdf=lambda x, K: sc.ndtr(x) - np.exp(_exponnorm_part(x, K)),
    sf=lambda x, K: sc.ndtr(-x) + np.exp(_exponnorm_part(x, K)),
    mean=lambda K: K,
    variance=lambda K: 1 + K * K,
)


def _norminvgauss_logpdf(x: Any, a: Any, b: Any) -> Any:
    gamma = np.sqrt((a - b) * (a + b))
    radius = np.hypot(1, x)
    bessel = np.log(sc.k1e(a * radius)) - np.log(radius)
    return np.log(a / math.pi) + bessel + b * x - a * radius + gamma


norminvgauss = continuous(
    st.norminvgauss,
    log_density=_norminvgauss_logpdf,
    mean=lambda a, b: b / np.sqrt((a - b) * (a + b)),
    variance=lambda a, b: a * a / ((a - b) * (a + b)) ** 1.5,
    typical=(1.0, 0.5),
    valid=lambda a, b: (a > 0) & (np.abs(b) < a),
)

# -- inverse Gaussian, and its limits ------------------------------------------------------


def _invgauss_tails(x: Any, mu: Any, sign: int) -> tuple[Any, Any]:
    """The logarithms of which the difference or sum of exponentials is the cdf or sf."""
    root = np.sqrt(x)
    near = sc.log_ndtr(sign * (x / mu - 1) / root)
    return near, 2 / mu + sc.log_ndtr(-(x / mu + 1) / root)


def _invgauss_logcdf(x: Any, mu: Any) -> Any:
    near, far = _invgauss_tails(x, mu, 1)
    return near + np.log1p(np.exp(far - near))


def _invgauss_logsf(x: Any, mu: Any) -> Any:
    near, far = _invgauss_tails(x, mu, -1)
    return near + np.log1p(-np.exp(far - near))


def _invgauss_logpdf(x: Any, mu: Any) -> Any:
    away = x / mu - 1
    return -0.5 * LOG_2PI - 1.5 * np.log(x) - 0.5 * away * away / x


invgauss = continuous(
    st.invgauss,
    log_density=_invgauss_logpdf,
    logcdf=_invgauss_logcdf,
    logsf=_invgauss_logsf,
    mean=lambda mu: mu,
    variance=lambda mu: mu**3,
    low=0.0,
    closed="neither",
)
wald = continuous(
    st.wald,
    log_density=lambda x: _invgauss_logpdf(x, 1.0),
    logcdf=lambda x: _invgauss_logcdf(x, 1.0),
    logsf=lambda x: _invgauss_logsf(x, 1.0),
    mean=lambda: 1.0,
    variance=lambda: 1.0,
    low=0.0,
    closed="neither",
)
levy = continuous(
    st.levy,
    log_density=lambda x: -0.5 * LOG_2PI - 1.5 * np.log(x) - 0.5 / x,
    cdf=lambda x: sc.erfc(np.sqrt(0.5 / x)),
    sf=lambda x: sc.erf(np.sqrt(0.5 / x)),
    ppf=lambda q: 1 / sc.ndtri(0.5 * q) ** 2,
    isf=lambda q: 0.5 / sc.erfinv(q) ** 2,
    entropy=lambda: 0.5 * (1 + 3 * EULER + math.log(16 * math.pi)),
    low=0.0,
    closed="neither",
)
moyal = continuous(
    st.moyal,
    log_density=lambda x: -0.5 * (x + np.exp(-x) + LOG_2PI),
    cdf=lambda x: sc.erfc(np.exp(-0.5 * x) * _ROOT_HALF),
    sf=lambda x: sc.erf(np.exp(-0.5 * x) * _ROOT_HALF),
    ppf=lambda q: -np.log(2 * sc.erfcinv(q) ** 2),
    isf=lambda q: -np.log(2 * sc.erfinv(q) ** 2),
    mean=lambda: LOG_2 + EULER,
    variance=lambda: math.pi**2 / 2,
)
