"""Numbers as unevaluated sums of a high and a low part, for twice the precision.

J.-M. Muller et al., *Handbook of Floating-Point Arithmetic*, 2nd ed., chapters 4 and 14.
The additions and multiplications here must not be contracted: they are plain instructions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from functrace.compiler.notation.builder import Builder, Value


class Double(NamedTuple):
    """``high + low``, where `low` is below an ulp of `high`, or about that."""

    high: Any
    low: Any


def plus(b: Builder, x: Any, y: Any) -> Value:
    """A sum that is rounded by itself."""
    return b.binary("fadd", x, y)


def minus(b: Builder, x: Any, y: Any) -> Value:
    """A difference that is rounded by itself."""
    return b.binary("fsub", x, y)


def times(b: Builder, x: Any, y: Any) -> Value:
    """A product that is rounded by itself."""
    return b.binary("fmul", x, y)


def fast_two_sum(b: Builder, x: Any, y: Any) -> Double:
    """The sum and its rounding error, of operands with ``|x| >= |y|`` or ``x == 0``."""
    total = plus(b, x, y)
    return Double(total, minus(b, y, minus(b, total, x)))


def two_sum(b: Builder, x: Any, y: Any) -> Double:
    """The sum and its rounding error; D. E. Knuth."""
    total = plus(b, x, y)
    part = minus(b, total, x)
    rest = minus(b, x, minus(b, total, part))
    return Double(total, plus(b, rest, minus(b, y, part)))


def two_product(b: Builder, x: Any, y: Any) -> Double:
    """The product and its rounding error, if neither over- nor underflows."""
    x, y = b.same(x, y)
    product = times(b, x, y)
    if b.fused:
        return Double(product, b.fma(x, y, -product))
    a, c = _halves(b, x), _halves(b, y)
    error = minus(b, times(b, a.high, c.high), product)
    error = plus(b, error, times(b, a.high, c.low))
    error = plus(b, error, times(b, a.low, c.high))
    return Double(product, plus(b, error, times(b, a.low, c.low)))


def _halves(b: Builder, x: Value) -> Double:
    """The number as a sum of two with half the digits; G. W. Veltkamp, T. J. Dekker."""
    splitter = 2.0**27 + 1 if x.kind == "f64" else 2.0**12 + 1
    large = times(b, x, splitter)
    high = minus(b, large, minus(b, large, x))
    return Double(high, minus(b, x, high))


def multiply(b: Builder, x: Double, y: Double) -> Double:
    """The product, to about twice the precision."""
    product, error = two_product(b, x.high, y.high)
    return Double(product, error + (x.high * y.low + x.low * y.high))


def add(b: Builder, x: Double, y: Double) -> Double:
    """The sum, to about twice the precision, if `x` is the larger in magnitude or zero."""
    total, error = fast_two_sum(b, x.high, y.high)
    return Double(total, plus(b, error, x.low + y.low))


def remainder(b: Builder, x: Value, q: Value, y: Value) -> Value:
    """``x - q y``, exact where `q` is the quotient of the others, nearly."""
    if b.fused:
        return b.fma(-q, y, x)
    product = two_product(b, q, y)
    return minus(b, minus(b, x, product.high), product.low)


def quotient(b: Builder, x: Value, y: Double, low: Any = None) -> Value:
    """``(x + low) / y``, with half an ulp of error and little more."""
    inverse = 1.0 / y.high
    about = times(b, x, inverse)
    rest = b.fma(-about, y.low, remainder(b, x, about, y.high))
    return b.fma(rest if low is None else rest + low, inverse, about)
