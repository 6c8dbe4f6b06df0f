"""Partial derivatives of a function and of its inverses, from the same formulas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from functrace.primitives._make import Reciprocal
from functrace.primitives.special._safe import ratio

Slope = Callable[..., Any]


def direct(slopes: Sequence[Slope | None]) -> list[Any]:
    """Partial derivatives of f itself, as `elementwise` takes them."""

    def at(slope: Slope) -> Any:
        return lambda xs: slope(*xs)

    return [slope and at(slope) for slope in slopes]


def inverse(
    slopes: Sequence[Slope | None], places: Sequence[int | None], value: int
) -> list[Any]:
    """Partial derivatives of the solution of ``f(..., out, ...) == value``.

    By the implicit function theorem.

    Parameters
    ----------
    slopes : sequence of callable or None
        Of f, with respect to each of its arguments; None: no derivative.
    places : sequence of int or None
        For each of f's arguments, which operand it is; None: the output.
    value : int
        Which operand is the value.

    Returns
    -------
    list
        What `functrace.primitives._make.elementwise` takes as `partials`. Where the slope
        in the solution vanishes, as at the ends of a distribution, so do those in the
        other arguments.
    """
    steepness = slopes[places.index(None)]
    assert steepness is not None

    def arguments(xs: Any, out: Any) -> list[Any]:
        return [out if i is None else xs[i] for i in places]

    def along(slope: Slope | None) -> Any:
        if slope is None:
            return None

        def partial(xs: Any, out: Any) -> Any:
            at = arguments(xs, out)
            return -ratio(slope(*at), steepness(*at))

        return partial

    def divisor(xs: Any, out: Any) -> Any:
        return steepness(*arguments(xs, out))

    partials: list[Any] = [None] * len(places)
    for slope, i in zip(slopes, places, strict=True):
        if i is not None:
            partials[i] = along(slope)
    partials[value] = Reciprocal(divisor)
    return partials
