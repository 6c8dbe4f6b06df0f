"""Products with exponentials that exceed all numbers, where the product does not."""

from __future__ import annotations

from typing import NamedTuple

from functrace.compiler.notation.builder import Builder, Value

Limits = dict[str, tuple[float, float, float]]
"""By kind: of what exceeds the first, an exponential is taken after subtracting the second,
once or twice; the third is the exponential of the second."""


class Growth(NamedTuple):
    """An exponential as that of a rest times factors."""

    rest: Value
    first: Value
    second: Value

    def times(self, b: Builder, size: Value, turn: Value) -> Value:
        """A function of the rest, a number and the factors; infinity times 0 is 0."""
        one = b.copysign(b.constant(1.0, size.kind), size)
        size = b.select(turn == 0, one, size)
        return (turn * self.first) * self.second * size


def growth(b: Builder, size: Value, limits: Limits) -> Growth:
    """What to take an exponential of, and the factors that are then missing."""
    limit, excess, factor = limits[size.kind]
    zero, one = b.constant(0.0, size.kind), b.constant(1.0, size.kind)
    once, twice = size > limit, size > limit + excess
    rest = size - b.select(once, b.constant(excess, size.kind), zero)
    rest = rest - b.select(twice, b.constant(excess, size.kind), zero)
    factor = b.constant(factor, size.kind)
    return Growth(rest, b.select(once, factor, one), b.select(twice, factor, one))
