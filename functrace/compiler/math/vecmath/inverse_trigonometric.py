"""Inverse trigonometric functions.

Reductions as in S. L. Moshier, *Methods and Programs for Mathematical Functions*, 1989, with
minimax polynomials (Remez).
"""

from __future__ import annotations

import math

from functrace.compiler.math.vecmath._double import Double, fast_two_sum
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.routine import Routine

_HALF_PI = {
    "f64": Double(1.5707963267948966, 6.123233995736766e-17),
    "f32": Double(1.5707963705062866, -4.371138828673793e-08),
}

# (atan(t) - t) / t**3 for |t| <= 1, in powers of t**2
_ATAN = {
    "f64": (
        1.3226104197466041e-05,
        -0.00015217478349645411,
        0.0008314033342559885,
        -0.0028851995968118835,
        0.007197151596594604,
        -0.013901628551994312,
        0.021986161349743544,
        -0.029905076523747163,
        0.03664278560951543,
        -0.042192277090292364,
        0.04722343319217392,
        -0.052535256111186444,
        0.05880529619756139,
        -0.06666404404633873,
        0.07692279888212203,
        -0.09090907007866922,
        0.11111111007351906,
        -0.1428571428258854,
        0.19999999999951756,
        -0.3333333333333307,
    ),
    "f32": (
        -0.0017836421029642224,
        0.010871300473809242,
        -0.031100120395421982,
        0.0578831247985363,
        -0.08399349451065063,
        0.10950884222984314,
        -0.14264015853405,
        0.1999852955341339,
        -0.33333298563957214,
    ),
}
# (asin(t) - t) / t**3 for |t| <= 1 / 2, in powers of t**2
_ASIN = {
    "f64": (
        0.031791590889509724,
        -0.01603425682376446,
        0.0193968648513525,
        0.006580430731243253,
        0.01215585561725526,
        0.01388749728949243,
        0.01735944705160366,
        0.02237177758587654,
        0.030381958185787157,
        0.044642856856079875,
        0.07500000000294657,
        0.16666666666665653,
    ),
    "f32": (
        0.04214353486895561,
        0.024196624755859375,
        0.045465800911188126,
        0.07495348155498505,
        0.16666750609874725,
    ),
}


def _atan_tail(b: Builder, t: Value) -> Value:
    """``atan(t) - t`` for ``|t| <= 1``."""
    z = t * t
    return t * z * polynomial(b, z, _ATAN[t.kind])


def _atan(b: Builder, x: Value) -> Value:
    """Above one by ``atan(x) = pi / 2 - atan(1 / x)``."""
    zero, half_pi = b.constant(0.0, x.kind), _HALF_PI[x.kind]
    size = b.abs(x)
    large = size > 1.0
    t = b.select(large, -1.0 / size, size)
    tail = _atan_tail(b, t) + b.select(large, b.constant(half_pi.low, x.kind), zero)
    y = b.select(large, b.constant(half_pi.high, x.kind), zero) + (t + tail)
    return b.copysign(y, x)


def _atan2(b: Builder, y: Value, x: Value) -> Value:
    """From the angle ``a`` below pi / 4, as ``n pi / 2 + a`` or ``n pi / 2 - a``."""
    width, height = b.abs(x), b.abs(y)
    steep = height > width
    t = _ratio(b, b.select(steep, width, height), b.select(steep, height, width))
    left = b.bitcast(x, "i64" if x.kind == "f64" else "i32") < 0
    t = b.select(steep ^ left, -t, t)
    base = _base(b, x.kind, steep, left)
    angle = base.high + (t + (_atan_tail(b, t) + base.low))
    angle = b.select(b.isnan(x) | b.isnan(y), x + y, angle)
    return b.copysign(angle, y)


def _ratio(b: Builder, small: Value, large: Value) -> Value:
    """Of two numbers: 0 if both are zero, 1 if both are infinite."""
    one = b.constant(1.0, large.kind)
    return b.select(small == math.inf, one, small / b.select(large == 0, one, large))


def _base(b: Builder, kind: str, steep: Value, left: Value) -> Double:
    """Multiple of pi / 2: one if steep, else two on the left, none on the right."""

    def part(half: float) -> Value:
        flat = b.select(left, b.constant(2 * half, kind), b.constant(0.0, kind))
        return b.select(steep, b.constant(half, kind), flat)

    half_pi = _HALF_PI[kind]
    return Double(part(half_pi.high), part(half_pi.low))


def _asin_parts(b: Builder, x: Value) -> tuple[Value, Value, Value]:
    """Whether ``|x| > 1 / 2``; ``t`` and ``asin(t) - t`` to go on with.

    Up to one half ``t = |x|``, above ``asin(|x|) = pi / 2 - 2 asin(t)``.
    """
    size = b.abs(x)
    large = size > 0.5
    half = b.fma(size, -0.5, 0.5)
    z = b.select(large, half, x * x)
    t = b.select(large, b.sqrt(half), size)
    return large, t, t * z * polynomial(b, z, _ASIN[x.kind])


def _asin(b: Builder, x: Value) -> Value:
    large, t, tail = _asin_parts(b, x)
    half_pi = _HALF_PI[x.kind]
    high, low = fast_two_sum(b, half_pi.high, -2.0 * t)
    above = high + (low - 2.0 * (tail - 0.5 * half_pi.low))
    return b.copysign(b.select(large, above, t + tail), x)


def _acos(b: Builder, x: Value) -> Value:
    large, t, tail = _asin_parts(b, x)
    half_pi = _HALF_PI[x.kind]
    negative = x < 0
    t, tail = b.select(negative, -t, t), b.select(negative, -tail, tail)
    near = half_pi.high - (t + (tail - half_pi.low))
    far = 2.0 * (t + tail)
    pi = 2.0 * half_pi.high + (far + 2.0 * half_pi.low)
    return b.select(large, b.select(negative, pi, far), near)


atan = Routine("atan", _atan, cost=45)
atan2 = Routine("atan2", _atan2, cost=60)
asin = Routine("asin", _asin, cost=40)
acos = Routine("acos", _acos, cost=40)
