"""Exponential functions.

The argument is split into a multiple of log(2) and a rest, ``x = q log(2) + r``, as by
W. J. Cody and W. Waite, *Software Manual for the Elementary Functions*, 1980. Minimax
polynomials (Remez) serve for the rest.
"""

from __future__ import annotations

import functools
import math
from decimal import Decimal, localcontext

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    minus,
)
from functrace.compiler.math.vecmath._format import (
    FORMATS,
    clamp,
    nearest,
    power_of_two,
    scale,
    scale_in_steps,
)
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath._registers import (
    fills_registers,
    look_up,
    scale_registers,
)
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.routine import Routine

LOG2_E = 1 / math.log(2)
_LN_2_BY_TABLE = (
    float.fromhex("0x1.62e42fefap-1"),
    float.fromhex("0x1.cf79abc9e3b3ap-40"),
)
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
# ... the same for |r| <= log(2) / 32 ...
_EXP_BY_TABLE = (
    0.0013888589597832344,
    0.008333471913063616,
    0.041666666693493797,
    0.16666666664418391,
    0.49999999999999603,
)
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


def _exp(b: Builder, x: Value) -> Value:
    low, high = {"f64": (-746.0, 710.0), "f32": (-104.0, 89.0)}[x.kind]
    x = clamp(b, x, low, high)
    if b.scales and x.kind == "f64":
        return _exp_by_table(b, x)
    r, exponent = reduce(b, x, 2 * FORMATS[x.kind].bias)
    y = b.fma(r * r, polynomial(b, r, _EXP[x.kind]), r) + 1.0
    return scale(b, y, exponent)


def _exp_by_table(b: Builder, x: Value) -> Value:
    """``2**q exp(r)`` where `q` is a number of sixteenths."""
    high, low = _LN_2_BY_TABLE
    bias = 2 * FORMATS["f64"].bias
    q, bits = nearest(b, x, LOG2_E, bias, places=4)
    r = b.fma(q, -low, b.fma(q, -high, x))
    powers, rests = (look_up(b, table, bits) for table in _sixteenths_of_powers())
    grown = b.fma(r * r, polynomial(b, r, _EXP_BY_TABLE), r)
    y = b.fma(powers, grown, rests) + powers
    if fills_registers("f64", x.lanes):
        return scale_registers(b, y, q)
    return scale_in_steps(b, y, bits >> 4)


@functools.cache
def _sixteenths_of_powers() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """``2**(k / 16)`` for `k` from 0 to 15, and what is lost of it by rounding."""
    with localcontext(prec=50):
        exact = [Decimal(2) ** (Decimal(k) / 16) for k in range(16)]
        rounded = [*map(float, exact)]
        rests = [float(e - Decimal(r)) for e, r in zip(exact, rounded, strict=True)]
    return tuple(rounded), tuple(rests)


def exp_parts(b: Builder, x: Double) -> tuple[Double, Value]:
    """``exp(r)`` in two parts, and the bits of ``q`` with twice the bias added.

    `x` is `r` and `q` times log(2). The parts are not those of the rounded sum: the second
    is up to a tenth of the first.
    """
    kind = x.high.kind
    q, exponent = nearest(b, x.high, LOG2_E, 2 * FORMATS[kind].bias)
    high, low = LN_2[kind]
    r, rest = fast_two_sum(b, b.fma(q, -high, x.high), b.fma(q, -low, x.low))
    tail = b.fma(r * r, polynomial(b, r, _EXPM1[kind]), rest)
    one, error = fast_two_sum(b, b.constant(1.0, kind), r)
    return Double(one, error + tail), exponent


def exp_of_sum(b: Builder, x: Double) -> Value:
    """The exponential of a number of twice the precision, between -746 and 710."""
    y, exponent = exp_parts(b, x)
    return scale(b, y.high + y.low, exponent)


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
    """Half of it is ``(p - 1 / 2) + p r + p (exp(r) - 1 - r)``, with ``2 p = 2**q``.

    The last term is small, and the sum of the others is exact, with `r` in two parts. The
    whole might overflow where the result does not.
    """
    least, greatest = {"f64": (-40.0, 710.0), "f32": (-20.0, 89.0)}[x.kind]
    high, low = LN_2[x.kind]
    form = FORMATS[x.kind]
    within = clamp(b, x, least, greatest)
    q, exponent = nearest(b, within, LOG2_E, form.bias - 1)
    first, second = b.fma(q, -high, within), q * -low
    r, power = first + second, power_of_two(b, exponent)
    tail = b.fma(r * r, polynomial(b, r, _EXPM1[r.kind]), second)
    total, error = fast_two_sum(b, power - 0.5, power * first)
    half = total + b.fma(power, tail, error)
    return b.select(b.abs(x) < form.tiny * 4, x, half + half)


def _expit(b: Builder, x: Value) -> Value:
    """``2**q / (2**q + 1 + (exp(r) - 1))`` where ``-x = r - q log(2)``: no overflow."""
    least, greatest = {"f64": (-746.0, 40.0), "f32": (-104.0, 20.0)}[x.kind]
    high, low = LN_2[x.kind]
    x = clamp(b, x, least, greatest)
    q, exponent = nearest(b, x, LOG2_E, 2 * FORMATS[x.kind].bias)
    r = b.fma(q, low, b.fma(q, high, -x))
    power = scale(b, 1.0, exponent)
    above = power + 1.0
    lost = minus(b, power, minus(b, above, 1.0))
    total, error = fast_two_sum(b, above, r)
    tail = b.fma(r * r, polynomial(b, r, _EXP[x.kind]), error + lost)
    divisor = fast_two_sum(b, total, tail)
    inverse = 1.0 / divisor.high
    return scale(b, b.fma(inverse * inverse, -divisor.low, inverse), exponent)


exp = Routine("exp", _exp, cost=20)
exp2 = Routine("exp2", _exp2, cost=20)
expm1 = Routine("expm1", _expm1, cost=25)
expit = Routine("expit", _expit, cost=35)
