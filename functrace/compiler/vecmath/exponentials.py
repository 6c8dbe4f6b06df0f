"""Exponential functions.

The argument is split into a multiple of log(2) and a rest, ``x = q log(2) + r``, as by
W. J. Cody and W. Waite, *Software Manual for the Elementary Functions*, 1980. Minimax
polynomials (Remez) serve for the rest.
"""

from __future__ import annotations

import math

from functrace.compiler.builder import Builder, Value
from functrace.compiler.routine import Routine
from functrace.compiler.vecmath._double import Double, fast_two_sum
from functrace.compiler.vecmath._format import (
    FORMATS,
    clamp,
    nearest,
    power_of_two,
)
from functrace.compiler.vecmath._polynomial import polynomial

LOG2_E = 1 / math.log(2)
LN_2 = {  # the high parts have trailing zeros: their products with exponents are exact
    "f64": (0.6931471805598903, 5.497923018708371e-14),
    "f32": (0.693145751953125, 1.428606765330187e-06),
}

# (exp(r) - 1 - r) / r**2 for |r| <= log(2) / 2: least error relative to exp(r) ...
_EXP = {
    "f64": (
        2.501766959176762e-08,
        2.7630723931797146e-07,
        2.7557533606738187e-06,
        2.4801491748365777e-05,
        0.00019841269560101168,
        0.0013888888944919387,
        0.008333333333474099,
        0.04166666666652558,
        0.16666666666666435,
        0.5000000000000011,
    ),
    "f32": (
        0.0013837974984198809,
        0.008369220420718193,
        0.041668105870485306,
        0.16666516661643982,
        0.4999999403953552,
    ),
}
# ... and relative to exp(r) - 1.
_EXPM1 = {
    "f64": (
        2.0921389002003442e-09,
        2.510920120231979e-08,
        2.7557255247071057e-07,
        2.755724376532838e-06,
        2.4801587342019674e-05,
        0.00019841269886552068,
        0.0013888888888878778,
        0.008333333333321457,
        0.04166666666666667,
        0.16666666666666677,
        0.5,
    ),
    "f32": (
        0.00019915163284167647,
        0.0013941200450062752,
        0.008333271369338036,
        0.04166635125875473,
        0.1666666716337204,
        0.5,
    ),
}
# (2**r - 1 - r log(2)) / r**2 for |r| <= 1 / 2
_EXP2 = {
    "f64": (
        4.4915503550252477e-10,
        7.074295759507784e-09,
        1.017791820645401e-07,
        1.3215433442815909e-06,
        1.5252733887125938e-05,
        0.00015403530457947515,
        0.0013333558146705607,
        0.009618129107596017,
        0.055504108664819155,
        0.24022650695910122,
    ),
    "f32": (
        0.0001532917667645961,
        0.0013390175299718976,
        0.009618498384952545,
        0.05550362169742584,
        0.24022647738456726,
    ),
}


def reduce(b: Builder, x: Value, offset: int = 0) -> tuple[Value, Value]:
    """``x - q log(2)``, and the bits of ``q + offset``."""
    q, bits = nearest(b, x, LOG2_E, offset)
    high, low = LN_2[x.kind]
    return b.fma(q, -low, b.fma(q, -high, x)), bits


def scale(b: Builder, x: Value, exponent: Value) -> Value:
    """``2**q x`` in two steps, of which the last rounds if the result is subnormal.

    `exponent` is ``q`` with twice the bias added.
    """
    half = exponent >> 1
    return x * power_of_two(b, half) * power_of_two(b, exponent - half)


def _exp(b: Builder, x: Value) -> Value:
    low, high = {"f64": (-746.0, 710.0), "f32": (-104.0, 89.0)}[x.kind]
    x = clamp(b, x, low, high)
    r, exponent = reduce(b, x, 2 * FORMATS[x.kind].bias)
    y = b.fma(r * r, polynomial(b, r, _EXP[x.kind]), r) + 1.0
    return scale(b, y, exponent)


def exp_of_sum(b: Builder, x: Double) -> Value:
    """The exponential of a number of twice the precision, between -746 and 710."""
    kind = x.high.kind
    q, exponent = nearest(b, x.high, LOG2_E, 2 * FORMATS[kind].bias)
    high, low = LN_2[kind]
    r, rest = fast_two_sum(b, b.fma(q, -high, x.high), b.fma(q, -low, x.low))
    tail = b.fma(r * r, polynomial(b, r, _EXP[kind]), rest)
    one, error = fast_two_sum(b, b.constant(1.0, kind), r)
    return scale(b, one + (error + tail), exponent)


def _exp2(b: Builder, x: Value) -> Value:
    low, high = {"f64": (-1076.0, 1025.0), "f32": (-151.0, 129.0)}[x.kind]
    x = clamp(b, x, low, high)
    q, exponent = nearest(b, x, 1.0, 2 * FORMATS[x.kind].bias)
    r = x - q
    y = b.fma(r, math.log(2), r * r * polynomial(b, r, _EXP2[x.kind])) + 1.0
    return scale(b, y, exponent)


def expm1_rest(b: Builder, r: Value) -> Value:
    """``exp(r) - 1`` for ``|r| <= log(2) / 2``."""
    return b.fma(r * r, polynomial(b, r, _EXPM1[r.kind]), r)


def _expm1(b: Builder, x: Value) -> Value:
    low, high = {"f64": (-40.0, 710.0), "f32": (-20.0, 89.0)}[x.kind]
    near = b.abs(x) < 0.34  # where q is zero; NaN goes through the other formula
    r, exponent = reduce(b, clamp(b, x, low, high), FORMATS[x.kind].bias - 1)
    p, half = expm1_rest(b, r), power_of_two(b, exponent)
    y = b.fma(p, half, half - 0.5)
    return b.copysign(b.select(near, p, y + y), x)


def _expit(b: Builder, x: Value) -> Value:
    """``1 / (1 + exp(-x))``, without overflow."""
    e = exp(b, -b.abs(x))
    return b.select(x < 0, e, b.constant(1.0, x.kind)) / (e + 1.0)


exp = Routine("exp", _exp, cost=20)
exp2 = Routine("exp2", _exp2, cost=20)
expm1 = Routine("expm1", _expm1, cost=25)
expit = Routine("expit", _expit, cost=30)
