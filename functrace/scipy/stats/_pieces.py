"""Pieces of formulas that are silent at the ends of a distribution's support."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

LOG_2PI = math.log(2 * math.pi)
LOG_2 = math.log(2)
LOG_PI = math.log(math.pi)
EULER = float(np.euler_gamma)

_SERIES = 0.01  # below it a few terms are exact to rounding


def times_log(c: Any, x: Any) -> Any:
    """``c * log(x)``; where `x` is zero its limit, with derivatives zero."""
    zero = x == 0
    limit = np.where(c == 0, 0.0, np.where(c > 0, -np.inf, np.inf))
    return np.where(zero, limit, c * np.log(np.where(zero, 1, x)))


def times_log1p(c: Any, x: Any) -> Any:
    """``c * log1p(x)``; where `x` is -1 its limit, with derivatives zero."""
    zero = x == -1
    limit = np.where(c == 0, 0.0, np.where(c > 0, -np.inf, np.inf))
    return np.where(zero, limit, c * np.log1p(np.where(zero, 0, x)))


def log(p: Any) -> Any:
    """Logarithm of a probability; of zero -inf, with derivatives zero."""
    some = p > 0
    return np.where(some, np.log(np.where(some, p, 1)), -np.inf)


def exp(logarithm: Any) -> Any:
    """Exponential of a logarithm; of infinite ones with derivatives zero."""
    some = np.isfinite(logarithm)
    infinite = np.where(logarithm > 0, np.inf, 0.0)
    return np.where(some, np.exp(np.where(some, logarithm, 0)), infinite)


def power(x: Any, c: Any) -> Any:
    """``x**c`` of positive `c`; at zero, where it is not smooth, with derivatives zero."""
    steep = (x == 0) & (c < 1)
    return np.where(steep, 0, np.where(steep, 1, x) ** c)


def log1p_over(u: Any) -> Any:
    """``log1p(u) / u``, smooth at zero."""
    small = np.abs(u) < _SERIES
    near, far = np.where(small, u, 0), np.where(small, 1, u)
    series = 1 / 12 + 0 * near
    for k in range(11, 0, -1):
        series = 1 / k - near * series
    return np.where(small, series, np.log1p(far) / far)


def normal_logpdf(x: Any) -> Any:
    """Of the standard normal distribution."""
    return -0.5 * x * x - 0.5 * LOG_2PI


def where_finite(
    condition: Any, moment: Callable[..., Any], instead: float, shape: Any
) -> Any:
    """A moment of one shape parameter where `condition` holds, elsewhere inf.

    There the moment is taken of `instead`.
    """
    return np.where(condition, moment(np.where(condition, shape, instead)), np.inf)
