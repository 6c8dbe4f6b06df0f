"""Hyperbolic functions and their inverses."""

from __future__ import annotations

import math
from typing import NamedTuple

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    minus,
    quotient,
    remainder,
    times,
    two_product,
    two_sum,
)
from functrace.compiler.math.vecmath._format import FORMATS, cap, nearest, power_of_two
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath.exponentials import (
    LOG2_E,
    expm1_rest,
    reduce,
)
from functrace.compiler.math.vecmath.logarithms import log_of_sum
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.routine import Routine

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
    divisor, low = fast_two_sum(b, 2.0, e)
    return b.copysign(quotient(b, e, Double(divisor, low + error), error), x)


class _Parts(NamedTuple):
    """Of ``|x| = q log(2) + r``: what sums up to half of sinh and cosh.

    Halves, as the whole may overflow where the result does not.

    Attributes
    ----------
    up, down : Value
        ``2**q / 4`` and ``2**-q / 4``.
    r : Value
    sinh_tail, cosh_tail : Value
        ``sinh(r) - r`` and ``cosh(r) - 1``.
    """

    up: Value
    down: Value
    r: Value
    sinh_tail: Value
    cosh_tail: Value


def _parts(b: Builder, x: Value) -> _Parts:
    bias = FORMATS[x.kind].bias
    limit = {"f64": 710.6, "f32": 89.5}[x.kind]  # gives infinity
    size = cap(b, b.abs(x), limit)
    r, exponent = reduce(b, size, bias - 2)
    up = power_of_two(b, exponent)
    _, opposite = nearest(b, cap(b, size, 60.0), -LOG2_E, bias - 2)
    z = r * r
    return _Parts(
        up,
        power_of_two(b, opposite),
        r,
        r * z * polynomial(b, z, _SINH[x.kind]),
        z * polynomial(b, z, _COSH[x.kind]),
    )


def _sinh(b: Builder, x: Value) -> Value:
    """``sinh(a + r) = sinh(a) cosh(r) + cosh(a) sinh(r)``.

    The greatest terms are added exactly: they cancel in part where `r` is negative.
    """
    up, down, r, sinh_tail, cosh_tail = _parts(b, x)
    sinh_a = up - down
    total, error = fast_two_sum(b, sinh_a, up * r)
    rest = b.fma(sinh_a, cosh_tail, b.fma(down, r, error))
    half = total + b.fma(up + down, sinh_tail, rest)
    tiny = b.abs(x) < FORMATS[x.kind].tiny * 4
    return b.copysign(b.select(tiny, x, half + half), x)


def _cosh(b: Builder, x: Value) -> Value:
    """``cosh(a + r) = cosh(a) cosh(r) + sinh(a) sinh(r)``, added much as for sinh."""
    up, down, r, sinh_tail, cosh_tail = _parts(b, x)
    total, error = fast_two_sum(b, up, up * r)
    rest = b.fma(up + down, cosh_tail, b.fma(-down, r, down + error))
    half = total + b.fma(up - down, sinh_tail, rest)
    return half + half


def _difference(b: Builder, x: Double, y: Double) -> Value:
    """``x - 1 - y`` where that is small and the parts of `x` the larger."""
    return minus(b, minus(b, x.high, 1.0), y.high) + (x.low - y.low)


def _asinh(b: Builder, x: Value) -> Value:
    """``log(x + w)`` with ``w**2 = 1 + x**2``, and the rounding errors of both."""
    size = b.abs(x)
    large, size = _bounded(b, size)
    square = two_product(b, size, size)
    w = b.sqrt(square.high + 1.0)
    rest = _difference(b, two_product(b, w, w), square)
    total, error = fast_two_sum(b, w, size)
    y = _log_or_of_double(b, b.abs(x), large, Double(total, error - rest / (w + w)))
    return b.copysign(y, x)


def _acosh(b: Builder, x: Value) -> Value:
    """``log(x + w)`` with ``w**2 = x**2 - 1``, and the rounding errors of both."""
    large, size = _bounded(b, x)
    square = two_product(b, size, size)
    w = b.sqrt(b.fma(size, size, -1.0))
    rest = _difference(b, square, two_product(b, w, w))
    total, error = fast_two_sum(b, size, w)
    low = error + rest / (w + w + FORMATS[x.kind].tiny)
    y = _log_or_of_double(b, x, large, Double(total, low))
    return b.select(x < 1.0, b.constant(math.nan, x.kind), y)


def _bounded(b: Builder, x: Value) -> tuple[Value, Value]:
    """Whether the square of a number might overflow; the number, or one in its place."""
    large = x > _LARGE
    return large, b.select(large, b.constant(1.0, x.kind), x)


def _log_or_of_double(b: Builder, x: Value, large: Value, total: Double) -> Value:
    """``log(2 x)`` of large `x`, else the logarithm of `total`."""
    zero = b.constant(0.0, x.kind)
    high, low = b.select(large, x, total.high), b.select(large, zero, total.low)
    return log_of_sum(
        b, Double(high, low), b.select(large, b.constant(1.0, x.kind), zero)
    )


def _atanh(b: Builder, x: Value) -> Value:
    """Half of ``log(1 + s)`` with ``s = 2 x / (1 - x)``, and the rounding errors of `s`."""
    size = b.abs(x)
    double = size + size
    divisor, error = fast_two_sum(b, b.constant(1.0, x.kind), -size)
    inverse = 1.0 / divisor
    s = times(b, double, inverse)
    rest = b.fma(-s, error, remainder(b, double, s, divisor))
    total, low = two_sum(b, b.constant(1.0, x.kind), s)
    return b.copysign(log_of_sum(b, Double(total, b.fma(rest, inverse, low))) * 0.5, x)


tanh = Routine("tanh", _tanh, cost=35)
sinh = Routine("sinh", _sinh, cost=30)
cosh = Routine("cosh", _cosh, cost=30)
asinh = Routine("asinh", _asinh, cost=55)
acosh = Routine("acosh", _acosh, cost=55)
atanh = Routine("atanh", _atanh, cost=50)
