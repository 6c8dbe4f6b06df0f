"""Sine, cosine and tangent.

The argument is reduced to ``r = x - q pi / 2`` between -pi / 4 and pi / 4, with pi / 2 in
parts of which the first two have products with `q` that are exact (W. J. Cody and W. Waite,
*Software Manual for the Elementary Functions*, 1980). Where the argument is too large for
this, the reduction is by integers. Minimax polynomials (Remez) serve for the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from functrace.compiler.math.vecmath._double import (
    Double,
    add,
    fast_two_sum,
    minus,
    multiply,
    plus,
    quotient,
    remainder,
    times,
    two_product,
    two_sum,
)
from functrace.compiler.math.vecmath._format import nearest
from functrace.compiler.math.vecmath._lanes import call_where
from functrace.compiler.math.vecmath._large_angles import reduce_large
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

_HALF_PI = (1.5707963267923333, 2.5633441515839558e-12, 1.0562999066987428e-23)
_LARGEST = 2.0**17 * 1.57  # the parts of pi / 2 leave 17 bits for `q`

# (sin(r) - r) / r**3, in powers of r**2
_SIN = {
    "f64": (
        1.5896770056567776e-10,
        -2.5050758125661152e-08,
        2.7557313695647015e-06,
        -0.0001984126982983265,
        0.00833333333332247,
        -0.16666666666666632,
    ),
    "f32": (
        -0.00019518595945555717,
        0.008332191035151482,
        -0.16666655242443085,
    ),
}
# (cos(r) - 1 + r**2 / 2) / r**4, in powers of r**2
_COS = {
    "f64": (
        -1.1358678824036453e-11,
        2.0875704205752994e-09,
        -2.755731420977292e-07,
        2.480158728898324e-05,
        -0.0013888888888873325,
        0.041666666666666595,
    ),
    "f32": (
        2.4432327336398885e-05,
        -0.0013887309469282627,
        0.04166664555668831,
    ),
}

# Of the series of the sine and the cosine, two terms to twice the precision
_SIXTH = Double(-0.16666666666666666, -9.25185853854297e-18)
_TWENTY_FOURTH = Double(0.041666666666666664, 2.3129646346357427e-18)
_SIN_SERIES = [(-1) ** k / math.factorial(2 * k + 1) for k in range(9, 1, -1)]
_COS_SERIES = [(-1) ** k / math.factorial(2 * k) for k in range(10, 2, -1)]


def _reduce(b: Builder, x: Value, quarters: int = 0) -> tuple[Double, Value]:
    """``x - q pi / 2``, and the bits of ``q + quarters``."""
    kind = x.kind
    x = b.convert(x, "f64")
    q, bits = nearest(b, x, 2 / math.pi, quarters)
    first = b.fma(q, -_HALF_PI[0], x)
    part = times(b, q, _HALF_PI[1])
    high = minus(b, first, part)
    if kind == "f32":
        return _narrowed(b, high), b.convert(bits, "u32")
    low = b.fma(q, -_HALF_PI[2], minus(b, minus(b, first, high), part))
    return Double(high, low), bits


def _reduce_large(b: Builder, x: Value, quarters: int = 0) -> tuple[Double, Value]:
    """As `_reduce`, where that is not exact enough."""
    r, bits = reduce_large(b, b.convert(x, "f64"))
    bits = bits + quarters
    if x.kind == "f32":
        return _narrowed(b, r.high), b.convert(bits, "u32")
    return r, bits


def _narrowed(b: Builder, x: Value) -> Double:
    """The number as two of single precision."""
    narrow = b.convert(x, "f32")
    return Double(narrow, b.convert(minus(b, x, b.convert(narrow, "f64")), "f32"))


def _sin_rest(b: Builder, r: Double, z: Value) -> Double:
    """``sin(r)``, with the sign of zero, too; `z` is the square of `r`."""
    tail = b.fma(r.high * z, polynomial(b, z, _SIN[z.kind]), r.low)
    high, low = fast_two_sum(b, r.high, tail)
    return Double(b.copysign(high, r.high), low)


def _cos_rest(b: Builder, r: Double, z: Value) -> Double:
    """``cos(r)``; the error of ``1 - z / 2`` is made up for."""
    about, error = fast_two_sum(b, 1.0, z * -0.5)
    tail = b.fma(z * z, polynomial(b, z, _COS[z.kind]), error - r.high * r.low)
    return fast_two_sum(b, about, tail)


def _sin_and_cos(b: Builder, r: Double) -> tuple[Double, Double]:
    z = r.high * r.high
    return _sin_rest(b, r, z), _cos_rest(b, r, z)


def _sin_and_cos_of_doubles(b: Builder, r: Double) -> tuple[Double, Double]:
    """As `_sin_and_cos`, to about 60 bits: two terms of the series are not rounded."""
    z = multiply(b, r, r)
    cube, square = multiply(b, r, z), multiply(b, z, z)
    cubic, quartic = multiply(b, cube, _SIXTH), multiply(b, square, _TWENTY_FOURTH)
    sine = cube.high * z.high * polynomial(b, z.high, _SIN_SERIES)
    cosine = square.high * z.high * polynomial(b, z.high, _COS_SERIES)
    about = fast_two_sum(b, 1.0, z.high * -0.5)
    about = Double(about.high, b.fma(z.low, -0.5, about.low))
    return (
        add(b, r, Double(cubic.high, cubic.low + sine)),
        add(b, about, Double(quartic.high, quartic.low + cosine)),
    )


def _reduce_sum(b: Builder, x: Double) -> tuple[Double, Value]:
    """As `_reduce`, of doubles up to 2**50."""
    q, bits = nearest(b, x.high, 2 / math.pi)
    first = remainder(b, x.high, q, b.constant(_HALF_PI[0], "f64"))
    part = two_product(b, q, _HALF_PI[1])
    high, low = two_sum(b, first, -part.high)
    low = b.fma(q, -_HALF_PI[2], minus(b, low, part.low))
    return fast_two_sum(b, high, plus(b, low, x.low)), bits


def sin_and_cos(
    b: Builder, x: Double, *, precise: bool = False
) -> tuple[Double, Double]:
    """Sine and cosine to 3 bits more than numbers have, or 7 of doubles.

    Up to 2**17 in single precision, and up to 2**50 in double precision.
    """
    if x.high.kind == "f32":
        r, bits = _reduce(b, x.high)
        r = Double(r.high, r.low + x.low)
    else:
        r, bits = _reduce_sum(b, x)
    evaluate = _sin_and_cos_of_doubles if precise else _sin_and_cos
    sine, cosine = evaluate(b, r)
    odd = (bits & 1) != 0

    def chosen(even: Double, other: Double, quarters: Value) -> Double:
        pairs = zip(even, other, strict=True)
        high, low = (_signed(b, b.select(odd, o, e), quarters) for e, o in pairs)
        return Double(high, low)

    return chosen(sine, cosine, bits), chosen(cosine, sine, bits + 1)


def _signed(b: Builder, y: Value, quarters: Value) -> Value:
    """The value, negative in the third and fourth quarter."""
    width = 64 if quarters.kind == "u64" else 32
    sign = (quarters & 2) << (width - 2)
    return b.bitcast(b.bitcast(y, quarters.kind) ^ sign, y.kind)


def _everywhere(
    b: Builder,
    x: Value,
    quarters: int,
    function: Callable[..., Value],
    scalar: Routine,
) -> Value:
    """A function of the reduced angle."""
    usual = function(b, *_reduce(b, x, quarters))
    return _or_of_large(b, x, quarters, usual, function, scalar)


def _or_of_large(
    b: Builder,
    x: Value,
    quarters: int,
    usual: Value,
    function: Callable[..., Value],
    scalar: Routine,
) -> Value:
    """What was found, but for large angles; of these in vectors by calls for scalars."""
    large = b.abs(x) > _LARGEST
    if x.lanes:
        return call_where(b, large, usual, scalar, x)
    return cold(b, large, usual, lambda b: function(b, *_reduce_large(b, x, quarters)))


def _sine(b: Builder, r: Double, bits: Value) -> Value:
    return _in_quarter(b, *_sin_and_cos(b, r), bits)


def _in_quarter(b: Builder, sine: Double, cosine: Double, bits: Value) -> Value:
    return _signed(b, b.select((bits & 1) != 0, cosine.high, sine.high), bits)


def _tangent(b: Builder, r: Double, bits: Value) -> Value:
    sine, cosine = _sin_and_cos(b, r)
    odd = (bits & 1) != 0
    high, low = (b.select(odd, -c, s) for s, c in zip(sine, cosine, strict=True))
    below = (b.select(odd, s, c) for s, c in zip(sine, cosine, strict=True))
    return quotient(b, high, Double(*below), low)


def _sin(b: Builder, x: Value) -> Value:
    return _everywhere(b, x, 0, _sine, sin)


def _cos(b: Builder, x: Value) -> Value:
    return _everywhere(b, x, 1, _sine, cos)


def _tan(b: Builder, x: Value) -> Value:
    return b.select(x == 0, x, _everywhere(b, x, 0, _tangent, tan))


def _sin_cos(b: Builder, x: Value) -> tuple[Value, ...]:
    """Both, to the bit, for hardly more than one."""
    r, bits = _reduce(b, x)
    parts = _sin_and_cos(b, r)
    usual = [_in_quarter(b, *parts, bits), _in_quarter(b, *parts, bits + 1)]
    return tuple(
        _or_of_large(b, x, quarters, usual[quarters], _sine, scalar)
        for quarters, scalar in enumerate((sin, cos))
    )


sin = Routine("sin", _sin, cost=35)
cos = Routine("cos", _cos, cost=35)
sin_cos = Routine("sin_cos", _sin_cos, cost=40, results=2)
tan = Routine("tan", _tan, cost=50)
