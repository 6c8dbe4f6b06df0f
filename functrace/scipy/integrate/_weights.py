"""Integrals with QUADPACK's weights, as integrals of functions without singularities.

QUADPACK (Piessens et al., Springer 1983) has rules of their own for the weights. Here they
are factors (cos, sin), or taken away by another variable, ``x = a + h t**p`` with `p` such
that ``(x - a)**alpha dx`` is `dt` up to a constant, or odd around their pole (cauchy).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.errors import MissingRuleError, message
from functrace.scipy._arguments import double
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.vmap import vmap

Function = Callable[[Any], Any]
Area = Callable[[Function, Any, Any], tuple[Any, Any]]

_OSCILLATING = {"cos": np.cos, "sin": np.sin}
_ALGEBRAIC = ("alg", "alg-loga", "alg-logb", "alg-log")


def weighted(
    area: Area, function: Function, a: Any, b: Any, weight: str, wvar: Any
) -> tuple[Any, Any]:
    """The integral of a function times a weight, and the estimate of its error.

    Parameters
    ----------
    area : callable
        Integral of a function, and its error.
    function : callable
    a, b : float
        Finite.
    weight : str
        SciPy's name of it.
    wvar : float or (float, float)
        Its parameters.
    """
    if np.any(np.isinf([_known(a), _known(b)])):
        raise MissingRuleError(
            message(
                "functrace.scipy.integrate.quad: traced values are not taken with a weight "
                "and infinite limits.",
                help="make the weight a factor of the integrand, and the limits finite.",
            )
        )
    if weight in _OSCILLATING:
        wave, frequency = _OSCILLATING[weight], double(wvar)
        return area(lambda x: function(x) * wave(frequency * x), a, b)
    if weight == "cauchy":
        return _principal_value(area, function, a, b, double(wvar))
    if weight in _ALGEBRAIC:
        return _algebraic(area, function, a, b, weight, *map(double, wvar))
    raise ValueError(f"{weight} not a recognized weighting function.")


def _known(x: Any) -> Any:
    """Limits that are not known are finite."""
    value = getattr(x, "value", x)
    return 0.0 if value is None else value


def _principal_value(
    area: Area, function: Function, a: Any, b: Any, at: Any
) -> tuple[Any, Any]:
    """Of ``function(x) / (x - at)``: as far as it is symmetric, of the odd part."""
    near = stop_gradient(
        np.minimum(at - a, b - at)
    )  # of any length, the sum is the same

    def odd(t: Any) -> Any:
        # Traced once, so that the derivative with respect to what it takes is odd, too.
        sides = vmap(function)(np.stack([at + t, at - t]))
        return (sides[0] - sides[1]) / t

    def rest(x: Any) -> Any:
        return function(x) / (x - at)

    parts = area(odd, 0.0, near), area(rest, a, at - near), area(rest, at + near, b)
    values, errors = zip(*parts, strict=True)
    return sum(values), sum(errors)


def _algebraic(
    area: Area, function: Function, a: Any, b: Any, weight: str, alpha: Any, beta: Any
) -> tuple[Any, Any]:
    """Of ``function(x) (x - a)**alpha (b - x)**beta``, and logarithms of these."""
    h = (b - a) / 2

    def half(
        end: Any, sign: float, power: Any, other: Any, own: bool, others: bool
    ) -> tuple[Any, Any]:
        p = 1 / (1 + power)

        def integrand(t: Any) -> Any:
            part = t**p
            rest = 2 - part  # of the way to the other end
            value = function(end + sign * h * part) * (h * rest) ** other
            if own:
                value = value * (np.log(h) + p * np.log(t))
            return value * np.log(h * rest) if others else value

        found, error = area(integrand, 0.0, 1.0)
        factor = p * h ** (1 + power)
        return factor * found, factor * error

    loga, logb = (weight in (name, "alg-log") for name in ("alg-loga", "alg-logb"))
    left, first = half(a, 1.0, alpha, beta, loga, logb)
    right, second = half(b, -1.0, beta, alpha, logb, loga)
    return left + right, first + second
