"""Complex exponentials."""

from __future__ import annotations

import math
from collections.abc import Callable

from functrace.compiler.math import vecmath
from functrace.compiler.math.complexmath._growth import Limits, growth
from functrace.compiler.math.complexmath._products import LN_2, times_constant
from functrace.compiler.math.vecmath._double import Double, fast_two_sum, multiply
from functrace.compiler.math.vecmath._format import clamp, scale
from functrace.compiler.math.vecmath.exponentials import exp_parts
from functrace.compiler.math.vecmath.trigonometric import sin_and_cos
from functrace.compiler.notation.builder import Builder, Complex, Value

_EXP: Limits = {  # the factors have no digits beyond a number's, nearly
    "f64": (709.0, float.fromhex("0x1.625fff75fcp+9"), 6.400396861697689e307),
    "f32": (88.0, 87.28125, 8.04943223573867e37),
}
_EXP2: Limits = {"f64": (1023.0, 1000.0, 2.0**1000), "f32": (127.0, 100.0, 2.0**100)}
_LARGEST_ANGLE = 2.0**50
_FAR = 40.0  # where an exponential exceeds 1 by more than the precision


def exp(b: Builder, x: Complex) -> Complex:
    """Exponential, without overflow where the result has none."""
    sine, cosine = vecmath.sin_cos(b, x.imag)
    turn = Complex(cosine, sine)
    return _turned(b, vecmath.exp, _EXP, x, turn)


def exp2(b: Builder, x: Complex) -> Complex:
    """Power of two."""
    turn = unit(b, times_constant(b, x.imag, LN_2))
    return _turned(b, vecmath.exp2, _EXP2, x, turn)


def unit(b: Builder, angle: Double) -> Complex:
    """The number of magnitude one at an angle of twice the precision."""
    sine, cosine = vecmath.sin_cos(b, angle.high)
    return Complex(
        b.fma(-sine, angle.low, cosine),
        b.select(sine == 0, sine, b.fma(cosine, angle.low, sine)),
    )


def exp_of_sums(b: Builder, real: Double, imag: Double) -> Complex:
    """The exponential of a double of twice the precision."""
    x, part = Complex(real.high, imag.high), growth(b, real.high, _EXP)
    parts, exponent = exp_parts(b, Double(clamp(b, part.rest, -746.0, 710.0), real.low))
    size = fast_two_sum(b, *parts)
    # Of larger angles, no digits mean anything.
    angle = b.select(b.abs(x.imag) < _LARGEST_ANGLE, x.imag, x.imag * 0.0)
    sine, cosine = sin_and_cos(b, Double(angle, imag.low))
    products = multiply(b, size, cosine), multiply(b, size, sine)
    turn = _settled(b, x, Complex(*(high + low for high, low in products)))

    def grown(y: Value) -> Value:
        return scale(b, (y * part.first) * part.second, exponent)

    return Complex(grown(turn.real), grown(turn.imag))


def _turned(
    b: Builder,
    function: Callable[[Builder, Value], Value],
    limits: Limits,
    x: Complex,
    turn: Complex,
) -> Complex:
    """The exponential of a real part times a number of magnitude one, or none at all."""
    part = growth(b, x.real, limits)
    size, turn = function(b, part.rest), _settled(b, x, turn)
    return Complex(part.times(b, size, turn.real), part.times(b, size, turn.imag))


def _settled(b: Builder, x: Complex, turn: Complex) -> Complex:
    """A number of magnitude one, where the angle is undefined, but nothing depends on it."""
    aimless, one = b.isnan(turn.real), b.constant(1.0, turn.real.kind)
    infinite = b.abs(x.real) == math.inf
    vanishes = aimless & (x.real == -math.inf)
    return Complex(
        b.select(aimless & infinite, one, turn.real),
        b.select(vanishes, b.copysign(one, x.imag), turn.imag),
    )


def expm1(b: Builder, x: Complex) -> Complex:
    """``exp(x) - 1``, accurate near zero."""
    sine, cosine = vecmath.sin_cos(b, x.imag)
    turn = Complex(cosine, sine)
    half = vecmath.sin(b, x.imag * 0.5)
    real = vecmath.expm1(b, x.real) * turn.real - 2.0 * half * half
    near = Complex(real, vecmath.exp(b, x.real) * turn.imag)
    away = _turned(b, vecmath.exp, _EXP, x, turn)
    return b.select((x.real > _FAR) & (x.real < math.inf), away, near)
