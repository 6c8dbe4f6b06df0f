"""Distributions of Kolmogorov's and Smirnov's statistics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special
from scipy.special import _ufuncs

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import Interval, Reciprocal, elementwise

_UNIT: Interval = (0.0, 1.0)
_FIVE: Interval = (5.0, 5.0)

# -- Kolmogorov's, of many samples -------------------------------------------------------

_MIDDLE = 0.82  # here both series need few terms
_SMALL = 0.04  # below, the density is less than any number


def _kolmogorov_dx(x: Any) -> Any:
    """By the series of exponentials, of small x by Jacobi's imaginary transformation."""
    right = x > _MIDDLE
    large = np.where(right, x, 1)
    tail = [
        (-1) ** k * 8 * k * k * large * np.exp(-2 * k * k * large * large)
        for k in range(1, 7)
    ]
    small = np.maximum(np.where(right, _MIDDLE, x), _SMALL)
    square = 1 / (small * small)
    parts = [(2 * k + 1) ** 2 * math.pi**2 / 8 * square for k in range(4)]
    density = sum((2 * part - 1) * np.exp(-part) for part in parts)
    return np.where(right, sum(tail), -math.sqrt(2 * math.pi) * square * density)


kolmogorov = elementwise(
    "kolmogorov",
    scipy.special.kolmogorov,
    partials=(_kolmogorov_dx,),
    lower=scalar_call("kolmogorov"),
    domain=((0.4, 1.5),),
    doc="Survival function of Kolmogorov's distribution.",
    reference="DLMF 20.2.4 and 20.7.33",
)
kolmogi = elementwise(
    "kolmogi",
    scipy.special.kolmogi,
    partials=(Reciprocal(lambda out: _kolmogorov_dx(out)),),
    lower=scalar_call("kolmogi"),
    domain=(_UNIT,),
    doc="Inverse of `kolmogorov`.",
)

# -- Smirnov's, of a given number of samples ----------------------------------------------


def _smirnov_curvature(n: Any, x: Any) -> Any:
    """Second derivative of the sum, whose first term is ``(1 - x)**n``.

    The others are x times ``exp(f)``. The sum ends where the base of a power turns
    negative: there the function has kinks, in higher derivatives the larger x is.
    """
    ndim = max(np.ndim(n), np.ndim(x))
    j = np.arange(1, int(np.max(n, initial=1)) + 1).reshape((-1,) + (1,) * ndim)
    rest = 1 - x - j / n
    valid = rest > 0
    base, rest = x + j / n, np.where(valid, rest, 1)
    count = scipy.special.gammaln(n + 1) - scipy.special.gammaln(j + 1)
    count = count - scipy.special.gammaln(np.where(valid, n - j, 1) + 1)
    f = count + (j - 1) * np.log(base) + (n - j) * np.log(rest)
    first = (j - 1) / base - (n - j) / rest
    second = -(j - 1) / base**2 - (n - j) / rest**2
    change = 2 * first + x * (first * first + second)
    terms = np.where(valid, np.exp(np.where(valid, f, 0)) * change, 0)
    return n * (n - 1) * (1 - x) ** np.maximum(n - 2, 0) + np.sum(terms, axis=0)


smirnov_slope = elementwise(
    "smirnov_slope",
    _ufuncs._smirnovp,  # noqa: SLF001 - there is no public one
    partials=(None, lambda x, y: _smirnov_curvature(x, y)),
    domain=(_FIVE, (0.42, 0.58)),
    doc="Derivative of `smirnov` in the second operand.",
    reference="Miller, J. Amer. Statist. Assoc. 51 (1956) 111-121",
)
smirnov = elementwise(
    "smirnov",
    scipy.special.smirnov,
    partials=(None, lambda x, y: smirnov_slope(x, y)),
    domain=(_FIVE, (0.42, 0.58)),
    doc="Survival function of Smirnov's one-sided statistic of `x` samples.",
)
smirnovi = elementwise(
    "smirnovi",
    scipy.special.smirnovi,
    partials=(None, Reciprocal(lambda x, out: smirnov_slope(x, out))),
    domain=(_FIVE, (0.05, 0.08)),
    doc="Inverse of `smirnov` in the second operand.",
)
