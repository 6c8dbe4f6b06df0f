"""Powers and roots.

``x**y`` is ``exp(y log(x))`` with the logarithm to twice the precision, from the series of
``log((1 + s) / (1 - s))``; N. Shibata and F. Petrogalli, *SLEEF*, IEEE TPDS 31(6), 2020, do
alike.
"""

from __future__ import annotations

import math

from functrace.compiler.math.vecmath._double import (
    Double,
    add,
    fast_two_sum,
    minus,
    multiply,
    remainder,
    times,
    two_product,
)
from functrace.compiler.math.vecmath._format import (
    FORMATS,
    clamp,
    is_ordinary,
    nearest,
    power_of_two,
    split,
    through_double,
)
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath.exponentials import LN_2, exp_of_sum, reduce
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

# 2 atanh(s) = 2 s + s**3 (2 / 3 + s**2 P(s**2)) for |s| <= (sqrt(2) - 1) / (sqrt(2) + 1)
_ATANH = (
    0.1319784322268657,
    0.13256658569667903,
    0.15386763999779923,
    0.1818178422588331,
    0.2222222252149492,
    0.2857142857009108,
    0.4000000000000227,
)
_TWO_THIRDS = Double(0.6666666666666666, 3.700743415417188e-17)

# (log(1 + f) - f) / f**2 and (exp(r) - 1 - r) / r**2, for results in single precision
_LOG = (
    0.05360819848873411,
    -0.09876442877424181,
    0.10016372620771288,
    -0.09926351038287076,
    0.11009351327503879,
    -0.12497493500708706,
    0.1429059435302999,
    -0.16666924689754042,
    0.1999989740546757,
    -0.24999994858041555,
    0.3333333404883716,
    -0.5000000002143088,
)
_EXP = (
    0.00019491695597537934,
    0.001394569016635173,
    0.008334020910165007,
    0.041666284330351744,
    0.1666666375416073,
    0.500000006838472,
)

# m**(-1 / 3) for m from sqrt(1/2) to sqrt(2)
_INVERSE_CUBE_ROOT = (
    -0.10807296396927964,
    0.7007807929740624,
    -1.8982087588132202,
    2.792277050465707,
    -2.4859472154461777,
    1.999174951063023,
)


def log_to_double(b: Builder, x: Value) -> Double:
    """Natural logarithm of a positive finite double, to about 65 bits."""
    q, f = split(b, x)
    s = _quotient(b, f)
    square = multiply(b, s, s)
    factor = add(
        b, _TWO_THIRDS, Double(square.high * polynomial(b, square.high, _ATANH), 0.0)
    )
    cubic = multiply(b, multiply(b, s, square), factor)
    mantissa = add(b, Double(s.high + s.high, s.low + s.low), cubic)
    high, low = LN_2["f64"]
    return add(b, Double(times(b, q, high), q * low), mantissa)


def _quotient(b: Builder, f: Value) -> Double:
    """``f / (2 + f)``."""
    divisor = fast_two_sum(b, b.constant(2.0, f.kind), f)
    inverse = 1.0 / divisor.high
    s = times(b, f, inverse)
    rest = remainder(b, f, s, divisor.high)
    return Double(s, (rest - s * divisor.low) * inverse)


def _pow(b: Builder, x: Value, y: Value) -> Value:
    power = (_single if x.kind == "f32" else _double)(b, b.abs(x), y)
    return _of_negative(b, x, y, _at_limits(b, x, y, power))


def _single(b: Builder, x: Value, y: Value) -> Value:
    """Power of positive single-precision numbers: ordinary double precision suffices."""
    x, y = b.convert(x, "f64"), b.convert(y, "f64")
    q, f = split(b, x)
    logarithm = b.fma(q, math.log(2), b.fma(f * f, polynomial(b, f, _LOG), f))
    r, exponent = reduce(b, clamp(b, y * logarithm, -200.0, 200.0), FORMATS["f64"].bias)
    power = b.fma(r * r, polynomial(b, r, _EXP), r) + 1.0
    return b.convert(power * power_of_two(b, exponent), "f32")


def _double(b: Builder, x: Value, y: Value) -> Value:
    """Power of positive double-precision numbers."""
    logarithm = log_to_double(b, x)
    product = two_product(b, y, logarithm.high)
    inside = b.abs(product.high) < 800.0
    low = b.select(inside, b.fma(y, logarithm.low, product.low), 0.0)
    exponent = Double(clamp(b, product.high, -746.0, 710.0), low)
    return exp_of_sum(b, exponent)


def _at_limits(b: Builder, x: Value, y: Value, usual: Value) -> Value:
    """Where a zero, an infinity or NaN is involved, else `usual`; C99, annex F.9.4.4."""
    size = b.abs(x)
    special = ~is_ordinary(b, size) | ~(b.abs(y) < math.inf)

    def rare(b: Builder) -> Value:
        zero, one = b.constant(0.0, y.kind), b.constant(1.0, y.kind)
        infinity = b.constant(math.inf, y.kind)
        direction = b.select(size < 1.0, -y, b.select(size == 1.0, zero, y))
        limit = b.select(direction > 0, infinity, b.select(direction < 0, zero, one))
        limit = b.select(b.isnan(size) | b.isnan(y), size + y, limit)
        limit = b.select((x == 1.0) | (y == 0.0), one, limit)
        return b.select(special, limit, usual)

    return cold(b, special, usual, rare)


def _of_negative(b: Builder, x: Value, y: Value, power: Value) -> Value:
    """Give the power of ``|x|`` the sign, or make it NaN, where `x` is negative."""
    whole = b.rint(y) == y
    half = y * 0.5
    odd = whole & (b.rint(half) != half)
    power = b.select(odd, b.copysign(power, x), power)
    undefined = (x < 0) & (x != -math.inf) & ~whole
    return b.select(undefined, b.constant(math.nan, x.kind), power)


def _cbrt(b: Builder, x: Value) -> Value:
    """Iterations for the inverse root, which need no division; one for the root.

    The exponent is ``3 k + j``, with `j` from -1 to 1.
    """
    size = b.abs(x)
    q, f = split(b, size)
    k, exponent = nearest(b, q, 1 / 3, FORMATS[x.kind].bias)
    j = b.fma(k, -3.0, q)
    m = f + 1.0
    r = polynomial(b, m, _INVERSE_CUBE_ROOT) * _of_third(
        b, j, 2 ** (-1 / 3), 2 ** (1 / 3)
    )
    m = m * _of_third(b, j, 2.0, 0.5)
    h = b.fma(-m, r * r * r, 1.0)
    r = b.fma(r * h, b.fma(h, 2 / 9, 1 / 3), r)
    y = _corrected(b, m * (r * r), m, r * r * (1 / 3))
    y = b.copysign(y * power_of_two(b, exponent), x)
    return b.select(is_ordinary(b, size), y, x)


def _of_third(b: Builder, j: Value, above: float, below: float) -> Value:
    """A number for ``j == 1`` or ``j == -1``; one for ``j == 0``."""
    one = b.constant(1.0, j.kind)
    return b.select(j > 0, above, b.select(j < 0, below, one))


def _corrected(b: Builder, y: Value, m: Value, slope: Value) -> Value:
    """A step of Newton's iteration for the cube root of `m`; the rest is exact."""
    square, square_error = two_product(b, y, y)
    cube, cube_error = two_product(b, square, y)
    rest = minus(b, m, cube) - (cube_error + square_error * y)
    return b.fma(rest, slope, y)


def _hypot(b: Builder, x: Value, y: Value) -> Value:
    """The square root of the sum of squares, of numbers scaled by a power of two."""
    x, y = b.abs(x), b.abs(y)
    swap = x < y
    large, small = b.select(swap, y, x), b.select(swap, x, y)
    one = b.constant(1.0, x.kind)
    big, little = large > 2.0**500, large < 2.0**-400
    scale = b.select(big, 2.0**-600, b.select(little, 2.0**600, one))
    back = b.select(big, 2.0**600, b.select(little, 2.0**-600, one))
    large, small = large * scale, small * scale
    root = b.sqrt(b.fma(large, large, small * small)) * back
    infinite = (x == math.inf) | (y == math.inf)
    return b.select(infinite, b.constant(math.inf, x.kind), root)


pow = Routine("pow", _pow, cost=100)  # noqa: A001 - its name
cbrt = Routine("cbrt", _cbrt, cost=45)
hypot = Routine("hypot", through_double(_hypot), cost=30)
