"""Functions with a removable singularity at 0, as integrals over a power's moments."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.forms import Expanded
from functrace.primitives._make import elementwise

_FAR = 750  # from where on the exponential is zero or infinite, in double precision


def _exponential(x: Any, order: int) -> Any:
    """Far to the left by DLMF 13.7.1; SciPy's function does not return for infinite x."""
    near = np.clip(x, -_FAR, _FAR)
    value = scipy.special.hyp1f1(order + 1, order + 2, near) / (order + 1)
    left = math.factorial(order) * (-1 / np.minimum(x, -_FAR)) ** (order + 1)
    return np.where(x < -_FAR, left, value).astype(x.dtype)


exponential_moment = elementwise(
    "exponential_moment",
    lambda x, *, order: _exponential(x, order),
    partials=(lambda x, order: exponential_moment.unary(x, {"order": order + 1}),),
    lower=Expanded(lambda x, *, order: _exponential(x, order)),
    domain=(),
    doc="Integral of ``t**order * exp(x * t)`` from 0 to 1.",
    reference="DLMF 13.4.1 and 13.3.15",
)


def _logarithmic(x: Any, order: int) -> Any:
    scale = (-1) ** order * math.factorial(order) / (order + 1)
    value = scipy.special.hyp2f1(order + 1, order + 1, order + 2, -x)
    return (scale * value).astype(x.dtype)


logarithmic_moment = elementwise(
    "logarithmic_moment",
    lambda x, *, order: _logarithmic(x, order),
    partials=(lambda x, order: logarithmic_moment.unary(x, {"order": order + 1}),),
    lower=Expanded(lambda x, *, order: _logarithmic(x, order)),
    domain=(),
    doc="The derivative of this order of ``log(1 + x) / x``; for ``abs(x) < 1``.",
    reference="DLMF 15.4.1 and 15.5.2",
)


def logarithmic_ratio_slope(x: Any) -> Any:
    """Derivative of ``log(1 + x) / x``."""
    near = np.abs(x) < 1
    beyond = np.where(near, 1, x)
    small = logarithmic_moment.unary(np.where(near, x, 0), {"order": 1})
    large = (1 / (1 + beyond) - np.log(1 + beyond) / beyond) / beyond
    return np.where(near, small, large)
