"""The normal distribution: its distribution function, and the logarithm of that."""

from __future__ import annotations

from functrace.compiler.math.vecmath._double import Double, fast_two_sum, two_sum
from functrace.compiler.math.vecmath._format import cap, scale
from functrace.compiler.math.vecmath._tails import (
    NORMAL,
    decayed,
    power,
    rough_scaled,
    rough_tail,
    rounded_tail,
    scaled,
)
from functrace.compiler.math.vecmath.logarithms import log, log_parts
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

_HUGE = 2.0**40  # below -_HUGE, the logarithm is -x**2 / 2


def _ndtr(b: Builder, x: Value) -> Value:
    kind, x = x.kind, b.convert(x, "f64")
    size = cap(b, b.abs(x), NORMAL.limit)
    tail = rounded_tail if kind == "f64" else rough_tail
    y = tail(b, size, NORMAL)
    return b.convert(b.select(x > 0, 1.0 - y, y), kind)


def _log_ndtr(b: Builder, x: Value) -> Value:
    """On the left of the scaled tail, and the square; on the right of one less the tail."""
    kind, x = x.kind, b.convert(x, "f64")
    logarithm = _precise_logarithm if kind == "f64" else _rough_logarithm
    usual = logarithm(b, x, cap(b, b.abs(x), _HUGE))
    large = x < -_HUGE
    y = cold(b, large, usual, lambda b: b.select(large, x * -0.5 * x, usual))
    return b.convert(y, kind)


def _precise_logarithm(b: Builder, x: Value, size: Value) -> Value:
    left, zero = x < 0, b.constant(0.0, "f64")
    smooth = scaled(b, size, NORMAL)
    right = b.select(left, zero, cap(b, size, NORMAL.limit))
    tail, exponent = decayed(b, right, smooth, NORMAL)
    tail = Double(*(scale(b, part, exponent) for part in fast_two_sum(b, *tail)))
    rest, error = fast_two_sum(b, b.constant(1.0, "f64"), -tail.high)
    high = b.select(left, smooth.high, rest)
    low = b.select(left, smooth.low, error - tail.low)
    y, square = log_parts(b, Double(high, low)), power(b, size, NORMAL)
    total = two_sum(b, y.high, square.high)
    sum_ = total.high + (total.low + (y.low + square.low))
    return b.select(left, sum_, b.copysign(y.high + y.low, -1.0))


def _rough_logarithm(b: Builder, x: Value, size: Value) -> Value:
    """For results in single precision."""
    left = x < 0
    tail = rough_tail(b, size, NORMAL)
    argument = b.select(left, rough_scaled(b, size, NORMAL), 1.0 - tail)
    small = ~left & (size > 5.5)  # a term of the series will do
    y = b.select(small, -tail, log(b, argument))
    return b.select(left, b.fma(size * -0.5, size, y), y)


ndtr = Routine("ndtr", _ndtr, cost=80)
log_ndtr = Routine("log_ndtr", _log_ndtr, cost=120)
