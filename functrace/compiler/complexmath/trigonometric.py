"""Complex trigonometric and hyperbolic functions."""

from __future__ import annotations

import math

from functrace.compiler import vecmath
from functrace.compiler.builder import Builder, Complex, Value, as_complex
from functrace.compiler.complexmath._growth import Growth, Limits, growth
from functrace.compiler.complexmath._products import PI, times_constant
from functrace.compiler.complexmath.arithmetic import divide
from functrace.compiler.complexmath.exponentials import unit
from functrace.compiler.vecmath._double import Double

# The rest is where hyperbolic sine and cosine are the same, and half an exponential; the
# factors have no digits beyond a number's, nearly.
_SINH: Limits = {
    "f64": (700.0, float.fromhex("0x1.53ffff4a18p+9"), 2.0904427420460397e295),
    "f32": (80.0, 69.9161376953125, 2.3130914167519154e30),
}


def sinh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic sine."""
    part, sine, cosine = _arms(b, x.real)
    turn = vecmath.cos(b, x.imag)
    settled = (x.real == 0) | (b.abs(x.real) == math.inf)  # at infinite angles, too
    turn = b.select(settled & b.isnan(turn), b.constant(1.0, turn.kind), turn)
    imag = part.times(b, cosine, vecmath.sin(b, x.imag))
    return Complex(part.times(b, sine, turn), imag)


def cosh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic cosine."""
    part, sine, cosine = _arms(b, x.real)
    turn = Complex(vecmath.cos(b, x.imag), vecmath.sin(b, x.imag))
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
    sine, cosine = vecmath.sin(b, x.imag), vecmath.cos(b, x.imag)
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
    height = times_constant(b, x.imag, PI)
    angle = Complex(x.real * PI[x.real.kind][0], height.high)
    part, sine = _sine_of_half_turns(b, x.real, height)
    quotient, one = divide(b, sine, angle), b.constant(1.0, x.real.kind)
    scaled = Complex(
        part.times(b, one, quotient.real), part.times(b, one, quotient.imag)
    )
    zero = (angle.real == 0) & (angle.imag == 0)
    return b.select(zero, as_complex(1.0, x), scaled)


def _sine_of_half_turns(b: Builder, x: Value, height: Double) -> tuple[Growth, Complex]:
    """The sine of ``pi x + i height``, of which factors are missing.

    It is finite where the number is: what is divided then is not infinity.
    """
    whole = b.rint(x)
    turn = unit(b, times_constant(b, x - whole, PI))
    half = whole * 0.5
    odd = b.select(half == b.floor(half), b.constant(1.0, x.kind), -1.0)
    limit, excess, _ = _SINH[x.kind]
    size, bound = b.abs(height.high), limit + 2 * excess
    beyond = (size > bound) & (size < math.inf)
    high = b.select(beyond, b.copysign(bound, height.high), height.high)
    part, sine, cosine = _arms(b, high)
    moved = odd * b.fma(sine, height.low, cosine)
    real = b.select(turn.imag == 0, turn.imag, turn.imag * moved)
    return part, Complex(real, turn.real * odd * b.fma(cosine, height.low, sine))
