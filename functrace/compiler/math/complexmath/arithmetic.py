"""Quotients, roots and magnitudes of complex numbers."""

from __future__ import annotations

import math

from functrace.compiler.math import vecmath
from functrace.compiler.math.complexmath._scaling import (
    larger_and_smaller,
    normalised,
    times_power_of_two,
)
from functrace.compiler.math.vecmath._format import FORMATS
from functrace.compiler.notation.builder import Builder, Complex, Value


def divide(b: Builder, x: Complex, y: Complex) -> Complex:
    """Quotient; R. L. Smith, Algorithm 116, CACM 5(8), 1962, in NumPy's form.

    Powers of two are divided apart: nothing else over- or underflows.
    """
    near_x, exponent_x = normalised(b, x)
    near_y, exponent_y = normalised(b, y)
    quotient = _smith(b, near_x, near_y)
    quotient = times_power_of_two(b, quotient, exponent_x - exponent_y)
    zero = (y.real == 0) & (y.imag == 0)
    size = b.abs(y.real)
    return b.select(zero, Complex(x.real / size, x.imag / size), quotient)


def _smith(b: Builder, x: Complex, y: Complex) -> Complex:
    swap = b.abs(y.real) < b.abs(y.imag)
    large, small = b.select(swap, y.imag, y.real), b.select(swap, y.real, y.imag)
    ratio = small / large
    size = b.fma(small, ratio, large)
    # x.real ratio + x.imag and x.imag ratio - x.real, or the same of the other way round
    real = b.fma(b.select(swap, x.real, x.imag), ratio, b.select(swap, x.imag, x.real))
    imag = b.fma(
        b.select(swap, x.imag, -x.real), ratio, b.select(swap, -x.real, x.imag)
    )
    return Complex(real / size, imag / size)


def reciprocal(b: Builder, x: Complex) -> Complex:
    """One over a number, by Smith's algorithm."""
    x, exponent = normalised(b, x)
    swap = b.abs(x.imag) > b.abs(x.real)
    large, small = b.select(swap, x.imag, x.real), b.select(swap, x.real, x.imag)
    ratio = small / large
    size = b.fma(small, ratio, large)
    direct, other = 1.0 / size, ratio / size
    out = Complex(b.select(swap, other, direct), -b.select(swap, direct, other))
    bias = FORMATS[x.real.kind].bias
    return times_power_of_two(b, out, bias - exponent)


def sqrt(b: Builder, x: Complex) -> Complex:
    """Square root with a real part that is not negative.

    W. Kahan, *Branch Cuts for Complex Elementary Functions*, 1987; the magnitude is taken
    of numbers brought near to one by a power of 4.
    """
    real, imag = b.abs(x.real), b.abs(x.imag)
    largest, _ = larger_and_smaller(b, real, imag)
    up, down, back_up, back_down = _SCALES[x.real.kind]
    one = b.constant(1.0, x.real.kind)
    big, small = largest > down, largest < 1 / down
    scale = b.select(big, 1 / up, b.select(small, b.constant(up, one.kind), one))
    back = b.select(big, back_up, b.select(small, b.constant(back_down, one.kind), one))
    r, i = real * scale, imag * scale
    root = b.sqrt((r + b.sqrt(b.fma(r, r, i * i))) * 0.5) * back
    other = b.select(real + imag == 0, imag, imag / (root + root))
    return _sqrt_of_infinities(b, x, root, other)


_SCALES = {
    "f64": (2.0**600, 2.0**400, 2.0**300, 2.0**-300),
    "f32": (2.0**100, 2.0**50, 2.0**50, 2.0**-50),
}


def _sqrt_of_infinities(b: Builder, x: Complex, root: Value, other: Value) -> Complex:
    """The root of a number with real part of any sign, given that of ``|re| + i |im|``."""
    infinity = b.constant(math.inf, x.real.kind)
    tall = b.abs(x.imag) == math.inf
    wide = b.abs(x.real) == math.inf
    root = b.select(tall | wide, infinity, root)
    rest = b.select(b.isnan(x.imag), x.imag, b.constant(0.0, x.real.kind))
    other = b.select(tall, infinity, b.select(wide, rest, other))
    negative = x.real < 0
    real = b.select(negative, other, root)
    imag = b.select(negative, root, other)
    return Complex(real, b.copysign(imag, x.imag))


def sign(b: Builder, x: Complex) -> Complex:
    """``x / |x|``; 0 of 0, and NaN of two infinite parts."""
    real, imag = b.abs(x.real), b.abs(x.imag)
    largest, _ = larger_and_smaller(b, real, imag)
    kind = largest.kind
    zero, one = b.constant(0.0, kind), b.constant(1.0, kind)
    wide, tall = real == math.inf, imag == math.inf
    r = b.select(wide, one, b.select(tall, zero, real / largest))
    i = b.select(tall, one, b.select(wide, zero, imag / largest))
    size = b.sqrt(b.fma(r, r, i * i))
    size = b.select(wide & tall, b.constant(math.nan, kind), size)
    nothing = (real == 0) & (imag == 0)
    r, i = b.select(nothing, zero, r / size), b.select(nothing, zero, i / size)
    return Complex(
        b.select(nothing | tall, r, b.copysign(r, x.real)),
        b.select(nothing | wide, i, b.copysign(i, x.imag)),
    )


def absolute(b: Builder, x: Complex) -> Value:
    """Magnitude."""
    return vecmath.hypot(b, x.real, x.imag)
