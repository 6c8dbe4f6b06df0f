"""Logarithms.

The argument is split, ``x = 2**q (1 + f)`` with ``1 + f`` from sqrt(1/2) to sqrt(2), so that
nothing cancels near one. Without a division, ``log(1 + f)`` is ``f - f**2 / 2`` and a minimax
polynomial (Remez) times ``f**3``.
"""

from __future__ import annotations

import math
from typing import Any

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    multiply,
    times,
    two_sum,
)
from functrace.compiler.math.vecmath._format import (
    FORMATS,
    cap,
    is_ordinary,
    power_of_two,
    scale,
    split,
    split_normal,
)
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath.exponentials import LN_2, exp_parts
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

# Divided by f**2: log(1 + f) - f
_LOG = {
    "f64": (
        0.026150961147177753,
        -0.05982409193130966,
        0.06504263871905043,
        -0.05677838937937661,
        0.056681885615407324,
        -0.06196632694750587,
        0.06684602705800269,
        -0.07149443575655173,
        0.07691529776858697,
        -0.08332913612419811,
        0.09090923906766961,
        -0.10000015182240372,
        0.11111111147790506,
        -0.12499999692583698,
        0.14285714280119008,
        -0.16666666669804206,
        0.20000000000065887,
        -0.24999999999988118,
        0.3333333333333315,
        -0.5,
    ),
    "f32": (
        -0.07639064639806747,
        0.127639502286911,
        -0.13159461319446564,
        0.1420137584209442,
        -0.1662340760231018,
        0.2000124752521515,
        -0.2500081956386566,
        0.3333333134651184,
        -0.5,
    ),
}
_LOG2_E = {
    "f64": Double(1.4426950408889634, 2.0355273740931033e-17),
    "f32": Double(1.4426950216293335, 1.925963033500011e-08),
}
_LN_2 = {  # all digits, unlike LN_2
    "f64": Double(0.6931471805599453, 2.3190468138462996e-17),
    "f32": Double(0.6931471824645996, -1.9046542121259336e-09),
}
_LOG10_E = {
    "f64": Double(0.4342944819032518, 1.098319650216765e-17),
    "f32": Double(0.4342944920063019, -1.0103049952192578e-08),
}
_LOG10_2 = {  # trailing zeros, as in LN_2
    "f64": (0.30102999566395283, 2.8363394551044964e-14),
    "f32": (0.30103302001953125, -3.024355464731343e-06),
}


def _tail(b: Builder, f: Value) -> Value:
    """``log(1 + f) - f``."""
    return f * f * polynomial(b, f, _LOG[f.kind])


def _at_limits(b: Builder, x: Value, usual: Value) -> Value:
    """The logarithm of what is not positive and finite, else `usual`."""

    def rare(b: Builder) -> Value:
        infinity = b.constant(math.inf, x.kind)
        y = b.select(x < 0, b.constant(math.nan, x.kind), usual)
        y = b.select(x == 0, -infinity, y)
        return b.select((x == math.inf) | b.isnan(x), x, y)

    return cold(b, ~is_ordinary(b, x), usual, rare)


def _natural(b: Builder, q: Value, f: Value, tail: Value) -> Double:
    """``q log(2) + f + tail``, of which the second part is small."""
    high, low = LN_2[f.kind]
    total, error = fast_two_sum(b, times(b, q, high), f)
    return Double(total, b.fma(q, low, tail + error))


def _log(b: Builder, x: Value) -> Value:
    q, f = split(b, x)
    y = _natural(b, q, f, _tail(b, f))
    return _at_limits(b, x, y.high + y.low)


def _log2(b: Builder, x: Value) -> Value:
    q, f = split(b, x)
    scaled = _scaled(b, f, _LOG2_E[x.kind])
    total, error = fast_two_sum(b, q, scaled.high)
    return _at_limits(b, x, total + (error + scaled.low))


def _log10(b: Builder, x: Value) -> Value:
    q, f = split(b, x)
    scaled = _scaled(b, f, _LOG10_E[x.kind])
    high, low = _LOG10_2[x.kind]
    total, error = fast_two_sum(b, times(b, q, high), scaled.high)
    return _at_limits(b, x, total + b.fma(q, low, error + scaled.low))


def _scaled(b: Builder, f: Value, factor: Double) -> Double:
    """``log(1 + f)`` times a factor, to more than working precision."""
    return multiply(b, fast_two_sum(b, f, _tail(b, f)), factor)


def log_parts(b: Builder, x: Double, more: Any = None) -> Double:
    """The logarithm of ``x.high + x.low``, and `more` times log(2), in two parts.

    What the low part adds is ``x.low / x.high``, nearly. The high part is normal.
    """
    form = FORMATS[x.high.kind]
    q, f = split_normal(b, x.high)
    negated = form.shifter + form.bias - cap(b, q, 100.0)  # above, it does not matter
    low = x.low * power_of_two(b, b.bitcast(negated, form.integer))
    reciprocal = (1.0 - f) * b.fma(f, f, 1.0)  # of 1 + f, roughly
    q = q if more is None else q + more
    return _natural(b, q, f, b.fma(low, reciprocal, _tail(b, f)))


def log_of_sum(b: Builder, x: Double, more: Any = None) -> Value:
    """The logarithm of ``x.high + x.low``, and `more` times log(2).

    The high part is normal, or what the logarithm has special values for.
    """
    y = log_parts(b, x, more)
    return _at_limits(b, x.high, y.high + y.low)


def _log1p(b: Builder, x: Value) -> Value:
    y = log_of_sum(b, two_sum(b, b.constant(1.0, x.kind), x))
    return b.copysign(b.select(x == math.inf, x, y), x)


def _distance(b: Builder, x: Value, y: Value) -> tuple[Value, Double]:
    """The larger, and the other less it; zero of equal infinities, NaN of NaN."""
    above, zero = x > y, b.constant(0.0, x.kind)
    larger, smaller = b.select(above, x, y), b.select(above, y, x)
    high, low = two_sum(b, smaller, -larger)
    least = {"f64": -1100.0, "f32": -160.0}[x.kind]  # its exponential is zero
    inside = b.compare("ogt", high, least)
    high = b.select(x == y, zero, b.select(inside | b.isnan(high), high, least))
    return larger, Double(high, b.select(inside, low, zero))


def _log_of_one_plus_exp(b: Builder, x: Double, factor: Double | None = None) -> Double:
    """``log(1 + exp(x))`` of numbers that are not positive, times a factor."""
    parts, exponent = exp_parts(b, x)
    y = fast_two_sum(b, *parts)
    power, low = (scale(b, part, exponent) for part in y)
    total, error = fast_two_sum(b, b.constant(1.0, power.kind), power)
    usual = log_parts(b, Double(total, error + low))
    if factor:  # before `y` is scaled: that may underflow
        usual = multiply(b, fast_two_sum(b, *usual), factor)
        y = multiply(b, y, factor)
    first, second = (scale(b, part, exponent) for part in y)
    second = b.fma(power * -0.5, first, second)
    few = x.high < {"f64": -19.0, "f32": -9.0}[power.kind]  # two terms of the series
    high, low = b.select(few, first, usual.high), b.select(few, second, usual.low)
    return Double(high, low)


def _added(b: Builder, x: Value, y: Double) -> Value:
    total, error = two_sum(b, x, y.high)
    return b.select(b.abs(x) == math.inf, x, total + (error + y.low))


def _logaddexp(b: Builder, x: Value, y: Value) -> Value:
    larger, distance = _distance(b, x, y)
    sum_ = _added(b, larger, _log_of_one_plus_exp(b, distance))
    return b.select(b.isnan(x), x, sum_)


def _logaddexp2(b: Builder, x: Value, y: Value) -> Value:
    """From numbers that are equal to a result that is exact."""
    larger, distance = _distance(b, x, y)
    distance = multiply(b, distance, _LN_2[x.kind])
    high, low = _log_of_one_plus_exp(b, distance, _LOG2_E[x.kind])
    equal, zero = x == y, b.constant(0.0, x.kind)
    logarithm = Double(b.select(equal, 1.0, high), b.select(equal, zero, low))
    return b.select(b.isnan(x), x, _added(b, larger, logarithm))


log = Routine("log", _log, cost=25)
log2 = Routine("log2", _log2, cost=30)
log10 = Routine("log10", _log10, cost=30)
log1p = Routine("log1p", _log1p, cost=35)
logaddexp = Routine("logaddexp", _logaddexp, cost=80)
logaddexp2 = Routine("logaddexp2", _logaddexp2, cost=95)
