"""Complex exponentials."""

from __future__ import annotations

import math
from collections.abc import Callable

from functrace.compiler import vecmath
from functrace.compiler.builder import Builder, Complex, Value
from functrace.compiler.complexmath._growth import Limits, growth
from functrace.compiler.complexmath._products import LN_2, times_constant
from functrace.compiler.vecmath._double import Double

_EXP: Limits = {  # the factors have no digits beyond a number's, nearly
    "f64": (709.0, float.fromhex("0x1.625fff75fcp+9"), 6.400396861697689e307),
    "f32": (88.0, 87.28125, 8.04943223573867e37),
}
_EXP2: Limits = {"f64": (1023.0, 1000.0, 2.0**1000), "f32": (127.0, 100.0, 2.0**100)}
_FAR = 40.0  # where an exponential exceeds 1 by more than the precision


def exp(b: Builder, x: Complex) -> Complex:
    """Exponential, without overflow where the result has none."""
    turn = Complex(vecmath.cos(b, x.imag), vecmath.sin(b, x.imag))
    return _turned(b, vecmath.exp, _EXP, x, turn)


def exp2(b: Builder, x: Complex) -> Complex:
    """Power of two."""
    turn = unit(b, times_constant(b, x.imag, LN_2))
    return _turned(b, vecmath.exp2, _EXP2, x, turn)


def unit(b: Builder, angle: Double) -> Complex:
    """The number of magnitude one at an angle of twice the precision."""
    cosine, sine = vecmath.cos(b, angle.high), vecmath.sin(b, angle.high)
    return Complex(
        b.fma(-sine, angle.low, cosine),
        b.select(sine == 0, sine, b.fma(cosine, angle.low, sine)),
    )


def exp_of_sums(b: Builder, real: Double, imag: Double) -> Complex:
    """The exponential of a number of twice the precision."""
    size = Complex(real.high, imag.high)
    out = _turned(b, vecmath.exp, _EXP, size, unit(b, imag))
    return Complex(_grown(b, out.real, real.low), _grown(b, out.imag, real.low))


def _grown(b: Builder, x: Value, share: Value) -> Value:
    """Plus a small share of the number, unless that is infinite."""
    return b.select(b.abs(x) < math.inf, b.fma(x, share, x), x)


def _turned(
    b: Builder,
    function: Callable[[Builder, Value], Value],
    limits: Limits,
    x: Complex,
    turn: Complex,
) -> Complex:
    """The exponential of a real part times a number of magnitude one, or none at all."""
    part = growth(b, x.real, limits)
    size = function(b, part.rest)
    aimless, one = b.isnan(turn.real), b.constant(1.0, size.kind)
    infinite = b.abs(x.real) == math.inf
    cosine = b.select(aimless & infinite, one, turn.real)
    vanishes = aimless & (x.real == -math.inf)
    sine = b.select(vanishes, b.copysign(one, x.imag), turn.imag)
    return Complex(part.times(b, size, cosine), part.times(b, size, sine))


def expm1(b: Builder, x: Complex) -> Complex:
    """``exp(x) - 1``, accurate near zero."""
    turn = Complex(vecmath.cos(b, x.imag), vecmath.sin(b, x.imag))
    half = vecmath.sin(b, x.imag * 0.5)
    real = vecmath.expm1(b, x.real) * turn.real - 2.0 * half * half
    near = Complex(real, vecmath.exp(b, x.real) * turn.imag)
    away = _turned(b, vecmath.exp, _EXP, x, turn)
    return b.select((x.real > _FAR) & (x.real < math.inf), away, near)
