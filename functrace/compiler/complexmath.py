"""Functions of complex numbers, in the notation of `functrace.compiler.builder`.

Straight-line code: every branch is computed, and one is selected.
"""

from __future__ import annotations

import math

from functrace.compiler import vecmath
from functrace.compiler.builder import Builder, Complex, Value, as_complex

# -- arithmetic ------------------------------------------------------------------------


def divide(b: Builder, x: Complex, y: Complex) -> Complex:
    """Quotient; R. L. Smith, Algorithm 116, CACM 5(8), 1962, in NumPy's form."""
    swap = b.abs(y.real) < b.abs(y.imag)
    large = b.select(swap, y.imag, y.real)
    small = b.select(swap, y.real, y.imag)
    ratio = small / large
    scale = 1.0 / (large + small * ratio)
    real_ratio, imag_ratio = x.real * ratio, x.imag * ratio
    real = b.select(swap, real_ratio + x.imag, x.real + imag_ratio) * scale
    imag = b.select(swap, imag_ratio - x.real, x.imag - real_ratio) * scale
    zero = large == 0
    size = b.abs(large)
    return Complex(
        b.select(zero, x.real / size, real), b.select(zero, x.imag / size, imag)
    )


def reciprocal(b: Builder, x: Complex) -> Complex:
    """One over a number, by Smith's algorithm."""
    swap = b.abs(x.imag) > b.abs(x.real)
    large = b.select(swap, x.imag, x.real)
    small = b.select(swap, x.real, x.imag)
    ratio = small / large
    size = large + small * ratio
    direct, scaled = 1.0 / size, ratio / size
    return Complex(b.select(swap, scaled, direct), -b.select(swap, direct, scaled))


def sqrt(b: Builder, x: Complex) -> Complex:
    """Square root with a real part that is not negative.

    W. Kahan, *Branch Cuts for Complex Elementary Functions*, 1987; the magnitude is taken
    of numbers brought near to one by a power of 4.
    """
    real, imag = b.abs(x.real), b.abs(x.imag)
    largest = b.select(real > imag, real, imag)
    up, down, back_up, back_down = _SCALES[x.real.kind]
    one = b.constant(1.0, x.real.kind)
    big, small = largest > down, largest < 1 / down
    scale = b.select(big, 1 / up, b.select(small, b.constant(up, one.kind), one))
    back = b.select(big, back_up, b.select(small, b.constant(back_down, one.kind), one))
    r, i = real * scale, imag * scale
    root = b.sqrt((r + b.sqrt(r * r + i * i)) * 0.5)
    other = i / (root + root)
    root, other = root * back, b.select(largest == 0, imag, other * back)
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
    largest = b.select(real > imag, real, imag)
    kind = largest.kind
    zero, one = b.constant(0.0, kind), b.constant(1.0, kind)
    wide, tall = real == math.inf, imag == math.inf
    r = b.select(wide, one, b.select(tall, zero, real / largest))
    i = b.select(tall, one, b.select(wide, zero, imag / largest))
    size = b.sqrt(r * r + i * i)
    size = b.select(wide & tall, b.constant(math.nan, kind), size)
    nothing = (real == 0) & (imag == 0)
    return Complex(
        b.select(nothing, zero, b.copysign(r / size, x.real)),
        b.select(nothing, zero, b.copysign(i / size, x.imag)),
    )


def absolute(b: Builder, x: Complex) -> Value:
    """Magnitude."""
    return vecmath.hypot(b, x.real, x.imag)


# -- exponentials ----------------------------------------------------------------------

# Of what exceeds the first, an exponential is taken after subtracting the second; the
# result is multiplied by the third, which is its power of e, last.
_EXP = {"f64": (709.0, 709.0, math.exp(709.0)), "f32": (88.0, 88.0, math.exp(88.0))}
_SINH = {"f64": (700.0, 680.0, math.exp(680.0)), "f32": (80.0, 70.0, math.exp(70.0))}


def _split(
    b: Builder, size: Value, limits: dict[str, tuple[float, float, float]]
) -> tuple[Value, Value]:
    """What to take an exponential of, and the factor that is then missing."""
    limit, excess, factor = limits[size.kind]
    large = size > limit
    zero, one = b.constant(0.0, size.kind), b.constant(1.0, size.kind)
    rest = size - b.select(large, b.constant(excess, size.kind), zero)
    return rest, b.select(large, b.constant(factor, size.kind), one)


def _times(b: Builder, size: Value, turn: Value, factor: Value) -> Value:
    """``size * turn * factor``, where infinity times zero is zero."""
    one = b.constant(1.0, size.kind)
    return b.select(turn == 0, b.copysign(one, size), size) * turn * factor


def exp(b: Builder, x: Complex) -> Complex:
    """Exponential, without overflow where the result has none."""
    rest, factor = _split(b, x.real, _EXP)
    size = vecmath.exp(b, rest)
    real = _times(b, size, vecmath.cos(b, x.imag), factor)
    imag = _times(b, size, vecmath.sin(b, x.imag), factor)
    vanishes = x.real == -math.inf  # at infinite angles, too
    zero = b.constant(0.0, size.kind)
    return Complex(b.select(vanishes, zero, real), b.select(vanishes, zero, imag))


def exp2(b: Builder, x: Complex) -> Complex:
    """Power of two."""
    return exp(b, scaled(x, math.log(2)))


def expm1(b: Builder, x: Complex) -> Complex:
    """``exp(x) - 1``, accurate near zero."""
    half = vecmath.sin(b, x.imag * 0.5)
    real = vecmath.expm1(b, x.real) * vecmath.cos(b, x.imag) - 2.0 * half * half
    return Complex(real, vecmath.exp(b, x.real) * vecmath.sin(b, x.imag))


def scaled(x: Complex, factor: float) -> Complex:
    """Times a real number."""
    return Complex(x.real * factor, x.imag * factor)


# -- logarithms, powers ----------------------------------------------------------------


def log(b: Builder, x: Complex) -> Complex:
    """Logarithm; near the unit circle by way of ``|x|**2 - 1``."""
    real, imag = b.abs(x.real), b.abs(x.imag)
    size = vecmath.hypot(b, real, imag)
    near = (size > 0.5) & (size < 2.0)
    large, small = b.select(real > imag, real, imag), b.select(real > imag, imag, real)
    excess = (large - 1.0) * (large + 1.0) + small * small
    zero, one = b.constant(0.0, size.kind), b.constant(1.0, size.kind)
    around = 0.5 * vecmath.log1p(b, b.select(near, excess, zero))
    away = vecmath.log(b, b.select(near, one, size))
    angle = vecmath.atan2(b, x.imag, x.real)
    return Complex(b.select(near, around, away), angle)


def log2(b: Builder, x: Complex) -> Complex:
    """Logarithm to the base 2."""
    return scaled(log(b, x), 1 / math.log(2))


def log10(b: Builder, x: Complex) -> Complex:
    """Logarithm to the base 10."""
    return scaled(log(b, x), 1 / math.log(10))


_WHOLE = 100  # exponents below it that are whole are multiplied out, as by NumPy


def power(b: Builder, x: Complex, y: Complex) -> Complex:
    """Power, its principal value; NaN of zero to a power that is not positive."""
    general = exp(b, _times_skipping_zero(b, log(b, x), y))
    zero, nan = b.constant(0.0, y.real.kind), b.constant(math.nan, y.real.kind)
    origin = b.select(y.real > 0, zero, nan)
    general = b.select((x.real == 0) & (x.imag == 0), Complex(origin, origin), general)
    size = b.abs(y.real)
    whole = (y.imag == 0) & (size < _WHOLE) & (size == b.floor(size))
    power = _whole_power(b, x, b.convert(b.select(whole, size, zero), "i32"))
    power = b.select(y.real < 0, reciprocal(b, power), power)
    return b.select(whole, power, general)


def _times_skipping_zero(b: Builder, x: Complex, y: Complex) -> Complex:
    """The product; a real number times an infinite one has no NaN in it."""
    real, zero = y.imag == 0, b.constant(0.0, x.real.kind)
    return Complex(
        x.real * y.real - b.select(real, zero, x.imag * y.imag),
        x.imag * y.real + b.select(real, zero, x.real * y.imag),
    )


def _whole_power(b: Builder, x: Complex, exponent: Value) -> Complex:
    """By squaring, for exponents below 128."""
    out = as_complex(1.0, x)
    for bit in range(7):
        out = b.select((exponent & (1 << bit)) != 0, out * x, out)
        x = x * x
    return out


# -- trigonometric and hyperbolic functions --------------------------------------------


def sinh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic sine."""
    rest, factor = _arm(b, x.real)
    real = _times(b, vecmath.sinh(b, rest), vecmath.cos(b, x.imag), factor)
    imag = _times(b, vecmath.cosh(b, rest), vecmath.sin(b, x.imag), factor)
    return Complex(real, imag)


def cosh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic cosine."""
    rest, factor = _arm(b, x.real)
    real = _times(b, vecmath.cosh(b, rest), vecmath.cos(b, x.imag), factor)
    imag = _times(b, vecmath.sinh(b, rest), vecmath.sin(b, x.imag), factor)
    return Complex(real, imag)


def _arm(b: Builder, x: Value) -> tuple[Value, Value]:
    """An argument of sinh and cosh, and the factor that is then missing."""
    rest, factor = _split(b, b.abs(x), _SINH)
    return b.copysign(rest, x), factor


def tanh(b: Builder, x: Complex) -> Complex:
    """Hyperbolic tangent, which does not overflow.

    Of ``t = exp(-2|re|)``, ``u = 1 - t`` and the angle's sine s and cosine c it is
    ``(u (1 + t) + 4i t s c) / (u**2 + 4 t c**2)``, up to the sign of the real part.
    """
    double = b.abs(x.real) * -2.0
    t, u = vecmath.exp(b, double), -vecmath.expm1(b, double)
    sine, cosine = vecmath.sin(b, x.imag), vecmath.cos(b, x.imag)
    zero = b.constant(0.0, t.kind)
    far = b.abs(x.real) == math.inf  # the angle does not matter, and may be infinite
    size = u * u + b.select(far, zero, 4.0 * t * cosine * cosine)
    turn = sine * cosine
    imag = b.select(far, b.copysign(zero, turn), 4.0 * t * turn / size)
    return Complex(b.copysign(u * (1.0 + t) / size, x.real), imag)


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
    """``sin(pi x) / (pi x)``, 1 at 0."""
    angle = scaled(x, math.pi)
    zero = (angle.real == 0) & (angle.imag == 0)
    return b.select(zero, as_complex(1.0, x), divide(b, sin(b, angle), angle))
