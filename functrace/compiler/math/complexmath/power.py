"""Complex powers: ``exp(y log(x))``, all in about twice a number's precision."""

from __future__ import annotations

import math

from functrace.compiler.math import vecmath
from functrace.compiler.math.complexmath._scaling import larger_and_smaller, normalised
from functrace.compiler.math.complexmath.arithmetic import divide
from functrace.compiler.math.complexmath.exponentials import exp_of_sums
from functrace.compiler.math.vecmath._double import (
    Double,
    minus,
    plus,
    two_product,
    two_sum,
)
from functrace.compiler.math.vecmath.exponentials import LN_2
from functrace.compiler.math.vecmath.power import log_to_double
from functrace.compiler.math.vecmath.trigonometric import sin_and_cos
from functrace.compiler.notation.builder import Builder, Complex, Value, as_complex

_WHOLE = 100  # exponents below it that are whole are multiplied out, as by NumPy
_MODERATE = 2.0**900  # powers whose squares were numbers
_LARGEST = 2.0**50  # what an angle and a small one are added up to
_BIAS = 1023


def power(b: Builder, x: Complex, y: Complex) -> Complex:
    """Power, its principal value; NaN of zero to a power that is not positive."""
    power = _power(b, b.convert(x, "c64"), b.convert(y, "c64"))
    return b.convert(power, x.kind)


def _power(b: Builder, x: Complex, y: Complex) -> Complex:
    """Of doubles: multiplied out, if that is possible."""
    general = _general(b, x, y)
    size, zero = b.abs(y.real), b.constant(0.0, "f64")
    whole = (y.imag == 0) & (size < _WHOLE) & (size == b.floor(size))
    exponent = b.convert(b.select(whole, size, zero), "i32")
    power = _whole_power(b, x, exponent, y.real > 0)
    largest, _ = larger_and_smaller(b, b.abs(power.real), b.abs(power.imag))
    moderate = (largest < _MODERATE) & (largest > 1 / _MODERATE)
    around = b.abs(x.real) + b.abs(x.imag)
    simple = (size == 0) | ((size == 1) & (around > 0)) | ~(around < math.inf)
    inverse = divide(b, as_complex(1.0, power), power)
    power = b.select(y.real < 0, inverse, power)
    return b.select(whole & (moderate | simple), power, general)


def _general(b: Builder, x: Complex, y: Complex) -> Complex:
    """Whatever the exponent is."""
    zero, nan = b.constant(0.0, "f64"), b.constant(math.nan, "f64")
    logarithm, angle = _logarithm(b, x)
    # A real exponent times an infinite logarithm has no NaN in it.
    real = (y.imag == 0) & (b.abs(logarithm.high) == math.inf)
    across = _product(b, y.imag, logarithm)
    across = Double(b.select(real, y.imag, across.high), across.low)
    growth = _sum(b, _product(b, y.real, logarithm), _product(b, -y.imag, angle))
    turn = _sum(b, _product(b, y.real, angle), across)
    origin = b.select(y.real > 0, zero, nan)
    nothing = (x.real == 0) & (x.imag == 0)
    general = exp_of_sums(b, growth, turn)
    return b.select(nothing, Complex(origin, origin), general)


def _logarithm(b: Builder, x: Complex) -> tuple[Double, Double]:
    """Real and imaginary part, to about 65 and 60 bits."""
    angle = vecmath.atan2(b, x.imag, x.real)
    near, exponent = normalised(b, x)
    first, second = (two_product(b, part, part) for part in (near.real, near.imag))
    square = two_sum(b, first.high, second.high)
    square = Double(square.high, square.low + (first.low + second.low))
    size = _half_log(b, square, b.convert(exponent - _BIAS, "f64"))
    sine, cosine = sin_and_cos(b, Double(angle, b.constant(0.0, "f64")), precise=True)
    rest = _difference(b, near.imag, cosine, near.real, sine) / b.sqrt(square.high)
    ordinary = (square.high > 0) & (square.high < math.inf)
    infinite = (b.abs(x.real) == math.inf) | (b.abs(x.imag) == math.inf)
    limit = b.select(infinite, b.constant(math.inf, "f64"), near.real + near.imag)
    zero = b.constant(0.0, "f64")
    return (
        Double(
            b.select(ordinary & ~infinite, size.high, limit),
            b.select(ordinary & ~infinite, size.low, zero),
        ),
        Double(angle, b.select(ordinary & ~infinite, rest, zero)),
    )


def _half_log(b: Builder, square: Double, exponent: Value) -> Double:
    """Half the logarithm of a number of twice the precision, with powers of two added."""
    logarithm = log_to_double(b, square.high)
    high, low = LN_2["f64"]
    total = two_sum(b, exponent * high, 0.5 * logarithm.high)
    rest = b.fma(exponent, low, 0.5 * (logarithm.low + square.low / square.high))
    return Double(total.high, plus(b, total.low, rest))


def _difference(b: Builder, x: Value, y: Double, z: Value, w: Double) -> Value:
    """``x y - z w``, where these are nearly the same."""
    first, second = two_product(b, x, y.high), two_product(b, z, w.high)
    low = minus(b, first.low, second.low) + (x * y.low - z * w.low)
    return plus(b, minus(b, first.high, second.high), low)


def _product(b: Builder, x: Value, y: Double) -> Double:
    """The product, to twice the precision unless it is large."""
    product = two_product(b, x, y.high)
    low = b.fma(x, y.low, product.low)
    small = b.abs(product.high) < _LARGEST
    return Double(product.high, b.select(small, low, b.constant(0.0, low.kind)))


def _sum(b: Builder, x: Double, y: Double) -> Double:
    """The sum, to twice the precision unless it is large."""
    total = two_sum(b, x.high, y.high)
    low = plus(b, total.low, x.low + y.low)
    small = b.abs(total.high) < _LARGEST
    return Double(total.high, b.select(small, low, b.constant(0.0, low.kind)))


def _whole_power(b: Builder, x: Complex, exponent: Value, positive: Value) -> Complex:
    """By squaring, for exponents below 128.

    One times infinity has NaN in it: as by NumPy, only if the exponent is not positive.
    """
    out = as_complex(1.0, x)
    for bit in range(7):
        first = ((exponent & ((1 << bit) - 1)) == 0) & positive
        product = b.select(first, x, out * x)
        out = b.select((exponent & (1 << bit)) != 0, product, out)
        x = x * x
    return out
