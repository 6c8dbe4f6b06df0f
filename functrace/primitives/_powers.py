"""Powers, natively."""

from __future__ import annotations

import math

from functrace.compiler.forms import Unlowered
from functrace.compiler.math import vecmath
from functrace.compiler.notation.builder import Builder, Value

_LARGEST = 2  # whole part of a half-integer exponent; a product's error grows with it


def power(b: Builder, x: Value, y: Value) -> Value:
    """Of floating-point numbers; a negative power of an integer is an error of NumPy's."""
    if x.kind[0] != "f":
        raise Unlowered
    found = None if y.number is None else _half_power(b, x, float(y.number))
    return vecmath.pow(b, x, y) if found is None else found


def _half_power(b: Builder, x: Value, exponent: float) -> Value | None:
    """A product with the square root, if the exponent is a small half-integer."""
    whole = exponent - 0.5
    if not whole.is_integer() or abs(exponent) > _LARGEST + 0.5:
        return None
    if exponent == 0.5:
        return b.sqrt(x)
    # As of C's pow: infinity of minus infinity; the sign of zero does not matter.
    infinity = b.constant(math.inf, x.kind)
    x = b.select(x == -math.inf, infinity, x) + 0.0
    root = b.sqrt(x)
    if exponent > 0:
        return _times(root, x, int(whole))
    return (
        _times(1.0 / x, 1.0 / x, int(-whole) - 2) / root if whole < -1 else 1.0 / root
    )


def _times(product: Value, x: Value, count: int) -> Value:
    for _ in range(count):
        product = product * x
    return product
