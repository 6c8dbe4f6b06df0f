"""Distributions with exponential tails, noncentral ones, and the one on the circle."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.stats as st

from functrace.scipy import special as sc
from functrace.scipy.stats._continuous import continuous
from functrace.scipy.stats._pieces import LOG_2, LOG_2PI, LOG_PI, log, times_log

# -- Laplace's ---------------------------------------------------------------------------


def _laplace_cdf(x: Any) -> Any:
    above = x > 0
    upper = 1 - 0.5 * np.exp(-np.where(above, x, 0))
    return np.where(above, upper, 0.5 * np.exp(np.where(above, 0, x)))


def _laplace_logcdf(x: Any) -> Any:
    above = x > 0
    upper = np.log1p(-0.5 * np.exp(-np.where(above, x, 0)))
    return np.where(above, upper, x - LOG_2)


def _laplace_ppf(q: Any) -> Any:
    return np.where(q > 0.5, -np.log(2 * (1 - q)), np.log(2 * q))


laplace = continuous(
    st.laplace,
    log_density=lambda x: -LOG_2 - np.abs(x),
    cdf=_laplace_cdf,
    logcdf=_laplace_logcdf,
    ppf=_laplace_ppf,
    mean=lambda: 0.0,
    variance=lambda: 2.0,
    entropy=lambda: LOG_2 + 1,
    symmetric=True,
)


def _laplace_asymmetric_logpdf(x: Any, kappa: Any) -> Any:
    return x * np.where(x >= 0, -kappa, 1 / kappa) - np.log(kappa + 1 / kappa)


def _laplace_asymmetric_cdf(x: Any, kappa: Any) -> Any:
    above, total = x >= 0, kappa + 1 / kappa
    upper = 1 - np.exp(-np.where(above, x, 0) * kappa) / (kappa * total)
    lower = np.exp(np.where(above, 0, x) / kappa) * kappa / total
    return np.where(above, upper, lower)


def _laplace_asymmetric_ppf(q: Any, kappa: Any) -> Any:
    total = kappa + 1 / kappa
    upper = -np.log((1 - q) * total * kappa) / kappa
    return np.where(q >= kappa / total, upper, np.log(q * total / kappa) * kappa)


laplace_asymmetric = continuous(
    st.laplace_asymmetric,
    log_density=_laplace_asymmetric_logpdf,
    cdf=_laplace_asymmetric_cdf,
    sf=lambda x, kappa: _laplace_asymmetric_cdf(-x, 1 / kappa),
    ppf=_laplace_asymmetric_ppf,
    isf=lambda q, kappa: -_laplace_asymmetric_ppf(q, 1 / kappa),
    mean=lambda kappa: 1 / kappa - kappa,
    variance=lambda kappa: 1 / kappa**2 + kappa**2,
    entropy=lambda kappa: 1 + np.log(kappa + 1 / kappa),
)

# -- logistic ----------------------------------------------------------------------------

logistic = continuous(
    st.logistic,
    log_density=lambda x: sc.log_expit(x) + sc.log_expit(-x),
    cdf=lambda x: sc.expit(x),
    logcdf=lambda x: sc.log_expit(x),
    ppf=lambda q: sc.logit(q),
    mean=lambda: 0.0,
    variance=lambda: math.pi**2 / 3,
    entropy=lambda: 2.0,
    symmetric=True,
)
halflogistic = continuous(
    st.halflogistic,
    log_density=lambda x: LOG_2 + sc.log_expit(x) + sc.log_expit(-x),
    cdf=lambda x: np.tanh(0.5 * x),
    sf=lambda x: 2 * sc.expit(-x),
    logsf=lambda x: LOG_2 + sc.log_expit(-x),
    ppf=lambda q: 2 * np.arctanh(q),
    isf=lambda q: np.log(2 - q) - np.log(q),
    mean=lambda: 2 * LOG_2,
    variance=lambda: math.pi**2 / 3 - 4 * LOG_2**2,
    entropy=lambda: 2 - LOG_2,
    low=0.0,
)
hypsecant = continuous(
    st.hypsecant,
    log_density=lambda x: LOG_2 - LOG_PI - np.logaddexp(x, -x),
    cdf=lambda x: 2 / math.pi * np.arctan(np.exp(x)),
    ppf=lambda q: np.log(np.tan(math.pi / 2 * q)),
    mean=lambda: 0.0,
    variance=lambda: math.pi**2 / 4,
    entropy=lambda: math.log(2 * math.pi),
    symmetric=True,
)
truncexpon = continuous(
    st.truncexpon,
    log_density=lambda x, b: -x - np.log(-np.expm1(-b)),
    cdf=lambda x, b: np.expm1(-x) / np.expm1(-b),
    sf=lambda x, b: np.exp(-x) * np.expm1(x - b) / np.expm1(-b),
    ppf=lambda q, b: -np.log1p(q * np.expm1(-b)),
    isf=lambda q, b: -np.log1p((1 - q) * np.expm1(-b)),
    mean=lambda b: (np.expm1(-b) + b * np.exp(-b)) / np.expm1(-b),
    low=0.0,
    high=lambda b: b,
    inner=lambda b: 0.5 * b,
)

# -- noncentral --------------------------------------------------------------------------


def _ncx2_logpdf(x: Any, df: Any, nc: Any) -> Any:
    """Of `nc` zero the central one's, with the slope in `nc`."""
    central, order = nc == 0, 0.5 * df - 1
    amount = np.where(central, 1, nc)
    root, other = np.sqrt(x), np.sqrt(amount)
    exponent = 0.5 * order * np.log(x / amount) - 0.5 * (root - other) ** 2
    noncentral = exponent + log(sc.ive(order, root * other)) - LOG_2
    shape = order * np.log(x) - sc.gammaln(0.5 * df) - 0.5 * LOG_2 * df
    slope = 0.5 * (x / df - 1)
    bend = -0.25 * x * x / (df * df * (df + 2))
    return np.where(central, shape - 0.5 * x + (slope + bend * nc) * nc, noncentral)


ncx2 = continuous(
    st.ncx2,
    log_density=_ncx2_logpdf,
    cdf=lambda x, df, nc: sc.chndtr(x, df, nc),
    ppf=lambda q, df, nc: sc.chndtrix(q, df, nc),
    mean=lambda df, nc: df + nc,
    variance=lambda df, nc: 2 * (df + 2 * nc),
    valid=lambda df, nc: (df > 0) & np.isfinite(df) & (nc >= 0),
    low=0.0,
    closed="neither",
)
ncf = continuous(
    st.ncf,
    cdf=lambda x, dfn, dfd, nc: sc.ncfdtr(dfn, dfd, nc, x),
    ppf=lambda q, dfn, dfd, nc: sc.ncfdtri(dfn, dfd, nc, q),
    valid=lambda dfn, dfd, nc: (dfn > 0) & (dfd > 0) & (nc >= 0),
    low=0.0,
)
nct = continuous(
    st.nct,
    cdf=lambda x, df, nc: sc.nctdtr(df, nc, x),
    ppf=lambda q, df, nc: sc.nctdtrit(df, nc, q),
    valid=lambda df, nc: (df > 0) & ~np.isnan(nc),
)
rice = continuous(
    st.rice,
    log_density=lambda x, b: (
        times_log(1, x) - 0.5 * (x - b) ** 2 + np.log(sc.i0e(x * b))
    ),
    cdf=lambda x, b: sc.chndtr(x * x, 2, b * b),
    ppf=lambda q, b: np.sqrt(sc.chndtrix(q, 2, b * b)),
    valid=lambda b: b >= 0,
    low=0.0,
)

# -- on the circle -----------------------------------------------------------------------

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_WIDTHS = 12.0  # beyond so many standard deviations nothing is left


def _vonmises_logpdf(x: Any, kappa: Any) -> Any:
    return kappa * sc.cosm1(x) - LOG_2PI - np.log(sc.i0e(kappa))


def _vonmises_cdf(x: Any, kappa: Any) -> Any:
    """By the integral of the density, from the middle; exact to rounding."""
    turns = np.round(x / (2 * math.pi))
    width = _WIDTHS / np.sqrt(np.maximum(kappa, 1))
    end = 0.5 * np.clip(x - 2 * math.pi * turns, -width, width)
    places = end[..., None] * (1 + _NODES)
    density = np.exp(_vonmises_logpdf(places, kappa[..., None]))
    return 0.5 + turns + end * np.sum(_WEIGHTS * density, axis=-1)


vonmises = continuous(
    st.vonmises,
    log_density=_vonmises_logpdf,
    cdf=_vonmises_cdf,
    entropy=lambda kappa: (
        -kappa * sc.i1e(kappa) / sc.i0e(kappa) + LOG_2PI + np.log(sc.i0e(kappa)) + kappa
    ),
    valid=lambda kappa: kappa >= 0,
)
