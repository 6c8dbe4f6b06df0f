"""The error function and its complement.

Minimax polynomials (Remez) serve for erf: near zero for itself, farther away for the
logarithm of erfc.
"""

from __future__ import annotations

import math

from functrace.compiler.math.vecmath._double import Double, fast_two_sum, two_product
from functrace.compiler.math.vecmath._format import FORMATS, cap, power_of_two, scale
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath._tails import (
    ERROR,
    rough_scaled,
    rough_tail,
    rounded_tail,
    scaled,
)
from functrace.compiler.math.vecmath.exponentials import (
    exp_parts,
    expm1_rest,
    reduce,
)
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

_HUGE = 2.0**60  # from here on erfcx is the first term of its asymptotic series
# erf(x) / x - 1 for |x| <= 1, in powers of x**2
_NEAR = {
    "f64": (
        -7.628520462132073e-10,
        1.3626825203301161e-08,
        -1.618609125374517e-07,
        1.6444391413251256e-06,
        -1.4924482334732316e-05,
        0.00012055281214687309,
        -0.0008548325503919769,
        0.00522397759702537,
        -0.026866170641981935,
        0.11283791670937018,
        -0.37612638903183343,
        0.12837916709551256,
    ),
    "f32": (
        7.807791553204879e-05,
        -0.0007998015498742461,
        0.0051871719770133495,
        -0.026853349059820175,
        0.11283578723669052,
        -0.3761262595653534,
        0.12837916612625122,
    ),
}
# -log(erfc(x)) for x from 1 to where erf(x) is one: least error relative to 1
_FAR = {
    "f64": (
        4.857317849868877e-12,
        -2.0174555430502705e-10,
        3.8850514765544246e-09,
        -4.588074454927104e-08,
        3.6918303437756824e-07,
        -2.1127610765097925e-06,
        8.570546784990736e-06,
        -2.250713585213479e-05,
        1.945982081647411e-05,
        0.00013667766760142667,
        -0.0007732307826509606,
        0.0019191691286020419,
        -0.000413742493537603,
        -0.018987898302972313,
        0.10270221639770108,
        0.6366440809446847,
        1.1283739861080289,
        5.138046651517044e-07,
    ),
    "f32": (
        0.0011499515967443585,
        -0.014774715527892113,
        0.08862482011318207,
        0.65450119972229,
        1.1174308061599731,
        0.0026735456194728613,
    ),
}


def _near(b: Builder, x: Value) -> Value:
    """``erf(x)`` for ``|x| <= 1``."""
    return b.fma(x, polynomial(b, x * x, _NEAR[x.kind]), x)


def _erf(b: Builder, x: Value) -> Value:
    limit = {"f64": 5.95, "f32": 3.95}[x.kind]
    size = cap(b, b.abs(x), limit)
    near = size < 1.0
    exponent = polynomial(b, size, _FAR[x.kind])
    r, bits = reduce(
        b, b.select(near, b.constant(0.0, x.kind), -exponent), FORMATS[x.kind].bias
    )
    power = power_of_two(b, bits)
    far = (1.0 - power) - power * expm1_rest(b, r)
    return b.copysign(b.select(near, _near(b, size), far), x)


def _erfc(b: Builder, x: Value) -> Value:
    kind, x = x.kind, b.convert(x, "f64")
    size = cap(b, b.abs(x), ERROR.limit)
    tail = rounded_tail if kind == "f64" else rough_tail
    y = tail(b, size, ERROR)
    return b.convert(b.select(x < 0, 2.0 - y, y), kind)


def _erfcx(b: Builder, x: Value) -> Value:
    """``2 exp(x**2) - erfcx(-x)`` of negative numbers; ``1 / x`` of huge ones, nearly."""
    kind, x = x.kind, b.convert(x, "f64")
    size = b.abs(x)
    if kind == "f64":
        y = scaled(b, size, ERROR)
    else:
        y = Double(rough_scaled(b, size, ERROR), b.constant(0.0, "f64"))
    usual = y.high + y.low

    def rare(b: Builder) -> Value:
        far = b.select(size > _HUGE, math.sqrt(1 / math.pi) / size, usual)
        left = _reflected(b, cap(b, size, 26.7), y)
        return b.select(x < 0, left, b.select(b.isnan(x), x, far))

    ordinary = (x >= 0) & (x < _HUGE)
    return b.convert(cold(b, ~ordinary, usual, rare), kind)


def _reflected(b: Builder, x: Value, scaled_tail: Double) -> Value:
    """``2 exp(x**2) - scaled_tail``, the latter of no effect where the power is great."""
    growth, exponent = exp_parts(b, two_product(b, x, x))
    opposite = power_of_two(b, 3 * FORMATS["f64"].bias - 1 - exponent)
    near, zero = x < 8.0, b.constant(0.0, "f64")
    high, low = (b.select(near, part * opposite, zero) for part in scaled_tail)
    total, error = fast_two_sum(b, growth.high, -high)
    return scale(b, total + (growth.low + (error - low)), exponent + 1)


erf = Routine("erf", _erf, cost=60)
erfc = Routine("erfc", _erfc, cost=80)
erfcx = Routine("erfcx", _erfcx, cost=60)
