"""Numbers brought near to one by powers of two, which is exact, and back."""

from __future__ import annotations

from functrace.compiler.math.vecmath._format import FORMATS, power_of_two
from functrace.compiler.notation.builder import Builder, Complex, Value

_CLAMP = {"f64": 2040, "f32": 252}  # exponents beyond which all is infinite or zero


def scaled(x: Complex, factor: float | Value) -> Complex:
    """Times a real number."""
    return Complex(x.real * factor, x.imag * factor)


def larger_and_smaller(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """Two numbers in order; NaN of either kind."""
    above = x > y
    return b.select(above, x, y), b.select(above, y, x)


def normalised(b: Builder, x: Complex) -> tuple[Complex, Value]:
    """The number over a power of two near to its magnitude, and the exponent, biased."""
    form, kind = FORMATS[x.real.kind], f"i{x.real.kind[1:]}"
    largest, _ = larger_and_smaller(b, b.abs(x.real), b.abs(x.imag))
    exponent = b.bitcast(largest, kind) >> form.fraction
    top = 2 * form.bias - 1  # of the inverse is the least normal number
    exponent = b.select(exponent > top, b.constant(top, kind), exponent)
    inverse = b.constant(2 * form.bias, kind) - exponent
    return scaled(x, power_of_two(b, b.bitcast(inverse, form.integer))), exponent


def times_power_of_two(b: Builder, x: Complex, exponent: Value) -> Complex:
    """Times a power of any size, in two steps of which the last may round."""
    kind, limit = x.real.kind, _CLAMP[x.real.kind]
    form, integer = FORMATS[kind], exponent.kind
    low, high = b.constant(-limit, integer), b.constant(limit, integer)
    exponent = b.select(exponent < low, low, b.select(exponent > high, high, exponent))
    half = exponent >> 1
    for part in (half, exponent - half):
        x = scaled(x, power_of_two(b, b.bitcast(part + form.bias, form.integer)))
    return x
