"""Derivatives in the order, or in other parameters, of functions that depend on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.primitives._differences import slope

_TINY, _HUGE = 1e-30, 1e30  # in every precision; nothing changes beyond them


def logarithm(x: Any) -> Any:
    """Absolute value of the logarithm of the absolute value, where x is 0 a large number."""
    return np.abs(np.log(np.clip(np.abs(x), _TINY, _HUGE)))


def reach(*factors: Any) -> Any:
    """How far powers of the factors let a function be smooth in their exponent."""
    return 4 / (4 + sum(map(logarithm, factors)))


def at_integers(slope: Callable[..., Any]) -> Callable[..., Any]:
    """The slope of a function of an integer order: of a float SciPy cuts off the rest."""
    return lambda x, y: slope(np.trunc(x), y)


def slope_in_order(function: Callable[..., Any], x: Any, y: Any) -> Any:
    """Derivative of a Bessel function in the order `x`, by differences.

    Near zero and for large orders, it behaves as ``y ** x``, and as the gamma function.
    """
    return slope(function, (x, y), 0, reach(y, 1 + np.abs(x)))


def distance_to_pole(x: Any) -> Any:
    """From zero and the negative integers; at most 1."""
    return np.where(x < 0.5, np.abs(x - np.round(np.minimum(x, 0))), np.minimum(x, 1))


def slopes(
    function: Callable[..., tuple[Any, ...]],
    operands: tuple[Any, ...],
    place: int,
    distance: Any,
) -> tuple[Any, ...]:
    """Derivatives of all outputs of an elementwise function, by differences.

    Nodes are numbers even where `distance` is none: some functions of SciPy's crash of NaN.
    """

    def stacked(*values: Any) -> Any:
        return np.stack(function(*values), axis=1)

    shape = np.broadcast_shapes(*map(np.shape, operands))
    distance = np.where(distance > 0, distance, 1).astype(operands[place].dtype)
    found = slope(stacked, operands, place, np.broadcast_to(distance, shape))
    return tuple(found)
