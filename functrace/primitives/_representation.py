"""Floating-point numbers as sign, exponent and mantissa, natively."""

from __future__ import annotations

import math

from functrace.compiler.notation.builder import Builder, Value
from functrace.primitives._lowering import integer_kind

_MANTISSA = {"f32": 23, "f64": 52}  # bits that are stored
_BIAS = {"f32": 127, "f64": 1023}


def nextafter(b: Builder, x: Value, y: Value) -> Value:
    """The neighbour of `x` on the side of `y`."""
    bits = b.bitcast(x, integer_kind(x))
    one = b.constant(1, bits.kind)
    outwards = (x < y) == (x > 0)
    moved = b.bitcast(b.select(outwards, bits + one, bits - one), x.kind)
    moved = b.select(x == 0, b.copysign(b.bitcast(one, x.kind), y), moved)
    moved = b.select(x == y, y, moved)
    return b.select(b.compare("uno", x, y), x + y, moved)


def spacing(b: Builder, x: Value) -> Value:
    """Distance to the neighbour that is farther from zero, with the sign of `x`."""
    tiny = 2 << _MANTISSA[x.kind]  # up to here numbers are as dense as can be
    bits = b.bitcast(x, integer_kind(x))
    low = b.bitcast(b.abs(x), bits.kind) < tiny
    step = b.bitcast(bits + 1, x.kind) - x
    least = b.bitcast(b.constant(1, bits.kind), x.kind)
    signed = b.select(x < 0, -least, least)
    step = b.select(low, signed, step)
    return b.select(b.abs(x) < math.inf, step, b.constant(math.nan, x.kind))


def frexp(b: Builder, x: Value) -> tuple[Value, Value]:
    """Mantissa of a magnitude from 1/2 to 1, and exponent; 0 of zeros, inf and NaN."""
    stored, bias = _MANTISSA[x.kind], _BIAS[x.kind]
    lift = stored + 2
    plain = (x == 0) | ~(b.abs(x) < math.inf)
    subnormal = b.abs(x) < 2.0 ** (1 - bias)
    scaled = b.select(subnormal, x * 2.0**lift, x)
    bits = b.bitcast(scaled, integer_kind(x))
    exponent = ((bits >> stored) & (2 * bias + 1)) - (bias - 1)
    zero = b.constant(0, bits.kind)
    exponent = exponent - b.select(subnormal, b.constant(lift, bits.kind), zero)
    half = bits & ~((2 * bias + 1) << stored) | ((bias - 1) << stored)
    mantissa = b.select(plain, x, b.bitcast(half, x.kind))
    return mantissa, b.select(plain, zero, exponent)


def modf(b: Builder, x: Value) -> tuple[Value, Value]:
    """Fractional and integral part, both with the sign of `x`."""
    whole = b.trunc(x)
    zero = b.constant(0.0, x.kind)
    rest = b.select(b.abs(x) == math.inf, zero, x - whole)
    return b.copysign(rest, x), whole


def ldexp(b: Builder, x: Value, y: Value) -> Value:
    """``x * 2**y``, rounded once: a subnormal product is made by the last factor only."""
    stored, bias = _MANTISSA[x.kind], _BIAS[x.kind]
    kind = integer_kind(x)
    far = b.constant(3 * bias, y.kind)
    y = b.select(y > far, far, b.select(y < -far, -far, y))
    y = b.convert(y, kind)
    up, down = bias, stored + 2 - bias  # exponents of factors that are exact
    for _ in range(2):
        high, low = y > bias, y < 1 - bias
        one = b.constant(1.0, x.kind)
        factor = b.select(low, b.constant(2.0**down, x.kind), one)
        x = x * b.select(high, b.constant(2.0**up, x.kind), factor)
        step = b.select(low, b.constant(down, kind), b.constant(0, kind))
        y = y - b.select(high, b.constant(up, kind), step)
    y = b.select(y > bias, b.constant(bias, kind), y)
    y = b.select(y < 1 - bias, b.constant(1 - bias, kind), y)
    return x * b.bitcast((y + bias) << stored, x.kind)
