"""Sine, cosine and tangent.

The argument is reduced to ``r = x - q pi / 2`` between -pi / 4 and pi / 4, with pi / 2 in
parts of which the first two have products with `q` that are exact (W. J. Cody and W. Waite,
*Software Manual for the Elementary Functions*, 1980). Minimax polynomials (Remez) serve for
the rest. Where the argument is too large for this, the C library computes.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from functrace.compiler.builder import Builder, Value
from functrace.compiler.routine import Routine
from functrace.compiler.vecmath._double import (
    Double,
    fast_two_sum,
    minus,
    quotient,
    times,
)
from functrace.compiler.vecmath._format import nearest
from functrace.compiler.vecmath._lanes import call_where
from functrace.compiler.vecmath._polynomial import polynomial

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


def _reduce(b: Builder, x: Value, quarters: int = 0) -> tuple[Double, Value]:
    """``x - q pi / 2``, and the bits of ``q + quarters``."""
    kind = x.kind
    x = b.convert(x, "f64")
    q, bits = nearest(b, x, 2 / math.pi, quarters)
    first = b.fma(q, -_HALF_PI[0], x)
    part = times(b, q, _HALF_PI[1])
    high = minus(b, first, part)
    if kind == "f32":
        narrow = b.convert(high, kind)
        low = b.convert(minus(b, high, b.convert(narrow, "f64")), kind)
        return Double(narrow, low), b.convert(bits, "u32")
    low = b.fma(q, -_HALF_PI[2], minus(b, minus(b, first, high), part))
    return Double(high, low), bits


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


def _signed(b: Builder, y: Value, quarters: Value) -> Value:
    """The value, negative in the third and fourth quarter."""
    width = 64 if quarters.kind == "u64" else 32
    sign = (quarters & 2) << (width - 2)
    return b.bitcast(b.bitcast(y, quarters.kind) ^ sign, y.kind)


def _sine(quarters: int, function: str) -> Callable[[Builder, Value], Value]:
    """Emitter of the sine of ``x + quarters pi / 2``."""

    def emit(b: Builder, x: Value) -> Value:
        r, bits = _reduce(b, x, quarters)
        sine, cosine = _sin_and_cos(b, r)
        y = _signed(b, b.select((bits & 1) != 0, cosine.high, sine.high), bits)
        return call_where(b, b.abs(x) > _LARGEST, y, function, x)

    return emit


def _tan(b: Builder, x: Value) -> Value:
    r, bits = _reduce(b, x)
    sine, cosine = _sin_and_cos(b, r)
    odd = (bits & 1) != 0
    high, low = (b.select(odd, -c, s) for s, c in zip(sine, cosine, strict=True))
    below = (b.select(odd, s, c) for s, c in zip(sine, cosine, strict=True))
    y = b.select(x == 0, x, quotient(b, high, Double(*below), low))
    return call_where(b, b.abs(x) > _LARGEST, y, "tan", x)


sin = Routine("sin", _sine(0, "sin"), cost=35)
cos = Routine("cos", _sine(1, "cos"), cost=35)
tan = Routine("tan", _tan, cost=50)
