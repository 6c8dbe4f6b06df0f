"""Hyperbolic functions and their inverses."""

from __future__ import annotations

import math

from functrace.compiler.builder import Builder, Value
from functrace.compiler.routine import Routine
from functrace.compiler.vecmath._double import fast_two_sum, minus, quotient
from functrace.compiler.vecmath._format import FORMATS, cap, nearest, power_of_two
from functrace.compiler.vecmath._polynomial import polynomial
from functrace.compiler.vecmath.exponentials import (
    LN_2,
    LOG2_E,
    expm1_rest,
    reduce,
)
from functrace.compiler.vecmath.logarithms import log1p

_LARGE = 2.0**60  # its square exists in single precision, too

# (sinh(r) - r) / r**3 for |r| <= log(2) / 2, in powers of r**2
_SINH = {
    "f64": (
        2.5109344997722498e-08,
        2.7557243391485425e-06,
        0.00019841269886867517,
        0.00833333333332137,
        0.16666666666666677,
    ),
    "f32": (
        0.00019905169028788805,
        0.008333289064466953,
        0.1666666716337204,
    ),
}
# (cosh(r) - 1) / r**2 for |r| <= log(2) / 2, in powers of r**2
_COSH = {
    "f64": (
        2.7624766681756214e-07,
        2.4801509956404627e-05,
        0.0013888888925559773,
        0.04166666666660778,
        0.5,
    ),
    "f32": (
        0.0013935468159615993,
        0.041666459292173386,
        0.5,
    ),
}


def _tanh(b: Builder, x: Value) -> Value:
    """``-e / (2 + e)`` with ``e = exp(-2 |x|) - 1``: no cancellation anywhere."""
    limit = {"f64": 40.0, "f32": 20.0}[x.kind]  # -1 + exp(-limit) is -1
    double = cap(b, b.abs(x) * 2.0, limit)
    r, exponent = reduce(b, -double, FORMATS[x.kind].bias)
    power = power_of_two(b, exponent)
    rest, less = expm1_rest(b, r), power - 1.0
    e = b.fma(rest, power, less)
    error = b.fma(rest, power, minus(b, less, e))
    return b.copysign(quotient(b, e, fast_two_sum(b, 2.0, e), error), x)


def _halves(b: Builder, x: Value) -> tuple[Value, Value, Value, Value]:
    """Of ``|x| = q log(2) + r``: half of sinh and cosh of the multiple, and of the rest.

    The rest's are ``sinh(r)`` and ``cosh(r) - 1``. Halves, as the whole may overflow where
    the result does not.
    """
    bias = FORMATS[x.kind].bias
    limit = {"f64": 710.6, "f32": 89.5}[x.kind]  # gives infinity
    size = cap(b, b.abs(x), limit)
    q, exponent = nearest(b, size, LOG2_E, bias - 2)
    high, low = LN_2[x.kind]
    r = b.fma(q, -low, b.fma(q, -high, size))
    up = power_of_two(b, exponent)
    _, opposite = nearest(b, cap(b, q, 100.0), -1.0, bias - 2)
    down = power_of_two(b, opposite)
    z = r * r
    sinh_rest = b.fma(r * z, polynomial(b, z, _SINH[x.kind]), r)
    return up - down, up + down, sinh_rest, z * polynomial(b, z, _COSH[x.kind])


def _sinh(b: Builder, x: Value) -> Value:
    """``sinh(a + r) = sinh(a) cosh(r) + cosh(a) sinh(r)``."""
    sinh_a, cosh_a, sinh_r, cosh_r = _halves(b, x)
    half = sinh_a + b.fma(cosh_a, sinh_r, sinh_a * cosh_r)
    tiny = b.abs(x) < FORMATS[x.kind].tiny * 4
    return b.copysign(b.select(tiny, x, half + half), x)


def _cosh(b: Builder, x: Value) -> Value:
    """``cosh(a + r) = cosh(a) cosh(r) + sinh(a) sinh(r)``."""
    sinh_a, cosh_a, sinh_r, cosh_r = _halves(b, x)
    half = cosh_a + b.fma(sinh_a, sinh_r, cosh_a * cosh_r)
    return half + half


def _log_of_double(b: Builder, x: Value, small: Value) -> Value:
    """``log(2 x)`` of large `x`, else ``log(1 + small)``."""
    large = x > _LARGE
    y = log1p(b, b.select(large, x, small))
    return y + b.select(large, math.log(2), b.constant(0.0, x.kind))


def _asinh(b: Builder, x: Value) -> Value:
    size = b.abs(x)
    square = size * size
    small = size + square / (b.sqrt(square + 1.0) + 1.0)
    return b.copysign(_log_of_double(b, size, small), x)


def _acosh(b: Builder, x: Value) -> Value:
    above = x - 1.0
    y = _log_of_double(b, x, above + b.sqrt(above * (above + 2.0)))
    return b.select(x < 1.0, b.constant(math.nan, x.kind), y)


def _atanh(b: Builder, x: Value) -> Value:
    size = b.abs(x)
    return b.copysign(log1p(b, 2.0 * size / (1.0 - size)) * 0.5, x)


tanh = Routine("tanh", _tanh, cost=35)
sinh = Routine("sinh", _sinh, cost=30)
cosh = Routine("cosh", _cosh, cost=30)
asinh = Routine("asinh", _asinh, cost=55)
acosh = Routine("acosh", _acosh, cost=55)
atanh = Routine("atanh", _atanh, cost=50)
