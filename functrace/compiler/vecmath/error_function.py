"""The error function and its complement.

Minimax polynomials (Remez) serve: near zero for erf itself, farther away for the logarithm
of erfc; and for erfc, ``exp(-x**2)`` times a smooth function, in a variable that maps all
numbers to an interval: M. M. Shepherd and J. G. Laframboise, *Chebyshev approximation of
(1 + 2x) exp(x**2) erfc(x) in 0 <= x < oo*, Mathematics of Computation 36, 1981.
"""

from __future__ import annotations

from functrace.compiler.builder import Builder, Value
from functrace.compiler.routine import Routine
from functrace.compiler.vecmath._double import (
    Double,
    fast_two_sum,
    remainder,
    times,
    two_product,
)
from functrace.compiler.vecmath._format import (
    FORMATS,
    cap,
    power_of_two,
    through_double,
)
from functrace.compiler.vecmath._polynomial import polynomial
from functrace.compiler.vecmath.exponentials import exp_of_sum, expm1_rest, reduce

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
# (1 + 2 x) exp(x**2) erfc(x) for x from 1/2 to 27.4, in powers of (x - 3) / (x + 3)
_SCALED = (
    -1.468929181832042e-08,
    2.2346881908542306e-08,
    1.0982766672136416e-07,
    -1.2018754765493605e-07,
    -6.27643350804084e-07,
    3.431571772186368e-07,
    3.4801937981111073e-06,
    -7.260367128799194e-07,
    -2.010384601696042e-05,
    4.948074261821222e-06,
    0.00012510021435984615,
    -0.00010515956539420116,
    -0.0007798324135378552,
    0.0018886903345248687,
    0.002529391830004512,
    -0.02377051491707482,
    0.06830802734322229,
    -0.11927366341536298,
    0.12964515870277948,
    -0.047562294353449976,
    -0.1356211061245813,
    1.2530080582697296,
)


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
    size = cap(b, b.abs(x), 27.4)
    square = two_product(b, size, size)
    power = exp_of_sum(b, Double(-square.high, -square.low))
    tail = power * _scaled(b, size)
    far = b.select(x < 0, 2.0 - tail, tail)
    return b.select(b.abs(x) < 0.5, 1.0 - _near(b, x), far)


def _scaled(b: Builder, x: Value) -> Value:
    """``exp(x**2) erfc(x)``; a division for ``(x - 3) / (x + 3)`` and ``1 / (1 + 2 x)``."""
    divisor = fast_two_sum(b, x + x, 1.0)
    shifted = x + 3.0
    inverse = 1.0 / (shifted * divisor.high)
    y = polynomial(b, (x - 3.0) * divisor.high * inverse, _SCALED)
    inverse = shifted * inverse
    about = times(b, y, inverse)
    rest = b.fma(-about, divisor.low, remainder(b, y, about, divisor.high))
    return b.fma(rest, inverse, about)


erf = Routine("erf", _erf, cost=60)
erfc = Routine("erfc", through_double(_erfc), cost=80)
