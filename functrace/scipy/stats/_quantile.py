"""Quantiles that SciPy finds numerically, and their derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.stats

from functrace.core.aval import Aval
from functrace.primitives._batching import broadcasting
from functrace.primitives._make import broadcast_shape, nondifferentiable
from functrace.primitives.elementwise import stop_gradient

_TINY = np.finfo(np.float64).tiny


def _evaluate(*operands: Any, family: str, method: str) -> Any:
    found = getattr(getattr(scipy.stats, family), method)(*operands)
    return np.asarray(found, np.float64)[()]


def _abstract_eval(*avals: Aval, family: str, method: str) -> Aval:
    return Aval(broadcast_shape(*avals), np.dtype(np.float64))


numerically = nondifferentiable(
    "distribution_method",
    _evaluate,
    _abstract_eval,
    batch=broadcasting,
    doc="A method of one of SciPy's distributions, through which nothing is "
    "differentiated.",
)


def implicit(
    family: str,
    method: str,
    distribution: Callable[..., Any],
    density: Callable[..., Any],
) -> Callable[..., Any]:
    """The inverse of `distribution`: SciPy's value, and the implicit derivatives.

    Each of two steps of Newton's method, of which only the derivatives are kept, doubles
    the order to which these are right: the third.

    Parameters
    ----------
    family, method : str
        Of SciPy: where the value comes from.
    distribution : callable
        ``(x, *shapes) -> probability``.
    density : callable
        Its derivative.
    """

    def inverse(q: Any, *shapes: Any) -> Any:
        x = numerically(q, *shapes, family=family, method=method)
        for _ in range(2):
            slope = density(x, *shapes)
            slope = np.where(slope == 0, _TINY, slope)
            rest = q - distribution(x, *shapes)
            x = x + (rest - stop_gradient(rest)) / slope
        return x

    return inverse
