"""Complex trigonometric and hyperbolic functions."""

from __future__ import annotations

import math

from functrace.compiler.math import vecmath
from functrace.compiler.math.complexmath._growth import Growth, Limits, growth
from functrace.compiler.math.complexmath._products import PI, times_constant
from functrace.compiler.math.complexmath._scaling import (
    larger_and_smaller,
    normalised,
    times_power_of_two,
)
from functrace.compiler.math.vecmath._double import (
    Double,
    multiply,
    quotient,
    two_product,
    two_sum,
)
from functrace.compiler.math.vecmath._format import FORMATS
from functrace.compiler.math.vecmath.trigonometric import sin_and_cos
from functrace.compiler.notation.builder import Builder, Complex, Value

# The rest is where hyperbolic sine and cosine are the same, and half an exponential; the
# factors have no digits beyond a number's, nearly. Numbers can be multiplied by 2**30 still.
_SINH: Limits = {
    "f64": (660.0, float.fromhex("0x1.3fffffb174p+9"), 8.881050744898452e277),
    "f32": (80.0, 69.9161376953125, 2.3130914167519154e30),
}


def sinh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic sine."""
    part, sine, cosine = _arms(b, x.real)
    side, turn = vecmath.sin_cos(b, x.imag)
    settled = (x.real == 0) | (b.abs(x.real) == math.inf)  # at infinite angles, too
    turn = b.select(settled & b.isnan(turn), b.constant(1.0, turn.kind), turn)
    imag = part.times(b, cosine, side)
    return Complex(part.times(b, sine, turn), imag)


def cosh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic cosine."""
    part, sine, cosine = _arms(b, x.real)
    side, turn = vecmath.sin_cos(b, x.imag)
    turn = Complex(turn, side)
    aimless, infinite = b.isnan(turn.real), b.abs(x.real) == math.inf
    zero, one = b.constant(0.0, sine.kind), b.constant(1.0, sine.kind)
    real = part.times(b, cosine, b.select(aimless & infinite, one, turn.real))
    imag = part.times(b, sine, turn.imag)
    return Complex(real, b.select(aimless & (x.real == 0), zero, imag))


def _arms(b: Builder, x: Value) -> tuple[Growth, Value, Value]:
    """Hyperbolic sine and cosine, of which factors are missing."""
    part = growth(b, b.abs(x), _SINH)
    rest = b.copysign(part.rest, x)
    return part, vecmath.sinh(b, rest), vecmath.cosh(b, rest)


def tanh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic tangent, which does not overflow.

    Of ``t = exp(-2|re|)``, ``u = 1 - t`` and the angle's sine s and cosine c it is
    ``(u (1 + t) + 4i t s c) / (u**2 + 4 t c**2)``, up to the sign of the real part.
    """
    double = b.abs(x.real) * -2.0
    t, u = vecmath.exp(b, double), -vecmath.expm1(b, double)
    sine, cosine = vecmath.sin_cos(b, x.imag)
    turn = sine * cosine  # of which the cosine's error is that of the divisor, too
    zero = b.constant(0.0, t.kind)
    far = b.abs(x.real) == math.inf  # the angle does not matter, and may be infinite
    size = u * u + b.select(far, zero, 4.0 * t * cosine * cosine)
    side = b.select(b.isnan(turn), x.imag, turn)
    imag = b.select(far, b.copysign(zero, side), 4.0 * t * turn / size)
    real = b.copysign(u * (1.0 + t) / size, x.real)
    return Complex(
        b.select(x.real == 0, x.real, real), b.select(x.imag == 0, x.imag, imag)
    )


def sin(b: Builder, x: Complex) -> Complex:
    """Sine: ``-i sinh(i x)``."""
    return _turned_back(sinh(b, _turned(x)))


def cos(b: Builder, x: Complex) -> Complex:
    """Cosine: ``cosh(i x)``."""
    return cosh(b, _turned(x))


def tan(b: Builder, x: Complex) -> Complex:
    """Tangent: ``-i tanh(i x)``."""
    return _turned_back(tanh(b, _turned(x)))


def _turned(x: Complex) -> Complex:
    """Times i."""
    return Complex(-x.imag, x.real)


def _turned_back(x: Complex) -> Complex:
    """Times -i."""
    return Complex(x.imag, -x.real)


def sinc(b: Builder, x: Complex) -> Complex:
    """``sin(pi x) / (pi x)``, 1 at 0; the factors of a large sine come last."""
    part, real, imag = _sine_of_half_turns(b, x)
    near, exponent = normalised(b, x)
    ratio = _over_half_turns(b, real, imag, near)
    form = FORMATS[x.real.kind]
    ratio = times_power_of_two(b, ratio, form.bias - exponent)
    one = b.constant(1.0, x.real.kind)
    far = Complex(part.times(b, one, ratio.real), part.times(b, one, ratio.imag))
    size = larger_and_smaller(b, b.abs(x.real), b.abs(x.imag))[0]
    small = size < 2.0 ** -(form.fraction // 2 + 2)
    around = Complex(one, b.fma(x.real * (-(math.pi**2) / 3), x.imag, 0.0))
    return b.select(small, around, far)


def _sine_of_half_turns(b: Builder, x: Complex) -> tuple[Growth, Double, Double]:
    """Parts of the sine of ``pi x``, of which factors are missing.

    They are finite where the number is: what is divided then is not infinity.
    """
    height = times_constant(b, x.imag, PI)
    whole = b.rint(x.real)
    angle = times_constant(b, x.real - whole, PI)
    sine, cosine = sin_and_cos(b, angle)
    half = whole * 0.5
    odd = b.select(half == b.floor(half), b.constant(1.0, half.kind), -1.0)
    limit, excess, _ = _SINH[x.real.kind]
    size, bound = b.abs(height.high), limit + 2 * excess
    beyond = (size > bound) & (size < math.inf)
    high = b.select(beyond, b.copysign(bound, height.high), height.high)
    part, sinh, cosh = _arms(b, high)
    sinh, cosh = sinh * odd, cosh * odd
    return (
        part,
        multiply(b, sine, Double(cosh, sinh * height.low)),
        multiply(b, cosine, Double(sinh, cosh * height.low)),
    )


def _over_half_turns(b: Builder, real: Double, imag: Double, x: Complex) -> Complex:
    """``(real + i imag) / (pi x)``, with little more error than that of rounding."""

    def combined(r: Value, i: Value) -> Double:
        first, second = _times(b, real, r), _times(b, imag, i)
        total = two_sum(b, first.high, second.high)
        return Double(total.high, total.low + (first.low + second.low))

    r, i = two_product(b, x.real, x.real), two_product(b, x.imag, x.imag)
    square = two_sum(b, r.high, i.high)
    square = Double(square.high, square.low + (r.low + i.low))
    divisor = multiply(b, square, Double(*PI[x.real.kind]))
    parts = combined(x.real, x.imag), combined(-x.imag, x.real)
    return Complex(*(quotient(b, n.high, divisor, n.low) for n in parts))


def _times(b: Builder, x: Double, y: Value) -> Double:
    product = two_product(b, x.high, y)
    return Double(product.high, b.fma(x.low, y, product.low))
