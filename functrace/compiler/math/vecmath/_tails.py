"""Tails of the normal distribution, scaled, and the square that they are scaled by.

``exp(x**2) erfc(x)`` is smooth: a minimax polynomial serves for all positive numbers, in a
variable that maps these to an interval, as in M. M. Shepherd and J. G. Laframboise,
*Chebyshev approximation of (1 + 2x) exp(x**2) erfc(x) in 0 <= x < oo*, Mathematics of
Computation 36, 1981.
"""

from __future__ import annotations

from typing import NamedTuple

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    multiply,
    remainder,
    times,
    two_product,
    two_sum,
)
from functrace.compiler.math.vecmath._format import (
    FORMATS,
    cap,
    nearest,
    power_of_two,
    scale,
)
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath.exponentials import LN_2, LOG2_E, exp_parts
from functrace.compiler.notation.builder import Builder, Value


class Tail(NamedTuple):
    """``tail(x) = exp(-factor x**2) y(t) / (1 + x)``, ``t = 2 x / (x + center) - 1``.

    Attributes
    ----------
    factor, center : float
    precise, rough : tuple of float
        Coefficients of `y`, for results in double and in single precision.
    limit : float
        From where on the tail is below the least number.
    """

    factor: float
    center: float
    precise: tuple[float, ...]
    rough: tuple[float, ...]
    limit: float


# Of erfc, that is twice the integral of the density exp(-x**2) / sqrt(pi)
ERROR = Tail(
    factor=1.0,
    center=3.5,
    precise=(
        -5.378153689995562e-10,
        -1.283666242359833e-10,
        6.218512505589584e-09,
        2.183220466915532e-09,
        -4.3471580649641725e-08,
        -1.7873895560675676e-08,
        2.694081438926476e-07,
        7.387072616858052e-08,
        -1.7214249153140974e-06,
        4.0451246746503693e-07,
        1.1315583420995023e-05,
        -1.4717983380258627e-05,
        -6.30928259608622e-05,
        0.00022814980369815582,
        -6.85638032242465e-06,
        -0.0019738174116649613,
        0.007428546175031161,
        -0.015923282447381296,
        0.021273196320166755,
        -0.010330895625589896,
        -0.03190971480560898,
        0.1112874426340202,
        -0.21463711248519357,
        0.6988214502400243,
    ),
    rough=(
        -3.529943610557347e-05,
        0.0001867599551493123,
        -3.827763913367269e-05,
        -0.0019283588632340082,
        0.007446472230033368,
        -0.01594655815639572,
        0.021268122463890145,
        -0.010325482645000357,
        -0.031909093024066096,
        0.1112869811057014,
        -0.21463713438200474,
        0.6988214566257406,
    ),
    limit=27.4,
)
# Of the normal distribution
NORMAL = Tail(
    factor=0.5,
    center=4.25,
    precise=(
        3.880545329950657e-10,
        -9.831670449004192e-10,
        -5.002322679479272e-09,
        8.271631548250687e-09,
        3.672682071628195e-08,
        -3.26353541001176e-08,
        -2.1526100230034054e-07,
        6.674521899955067e-08,
        1.1858590345935467e-06,
        2.0869580832221573e-08,
        -6.799923781319687e-06,
        9.846184080411056e-08,
        4.257942657577696e-05,
        -2.5278380705232693e-05,
        -0.0002733092279590839,
        0.0005720114840036534,
        0.001042577739724991,
        -0.007862067925079236,
        0.020647417184233727,
        -0.03164690081901862,
        0.023709454976005837,
        0.019296792358489766,
        -0.09569178268466845,
        0.46913642275327494,
    ),
    rough=(
        2.644095026975361e-05,
        -2.4563045003967257e-05,
        -0.00025529199881260006,
        0.0005710174858310667,
        0.001032360729235036,
        -0.0078615006056356,
        0.020650299112987755,
        -0.031647041233446575,
        0.023709102577374692,
        0.019296804822582624,
        -0.09569177029307058,
        0.4691364225759053,
    ),
    limit=38.7,
)

# (exp(r) - 1 - r) / r**2 for |r| <= log(2) / 2, for results in single precision
_EXP = (
    0.001394644656298813,
    0.008369151694191746,
    0.041666263136058854,
    0.16666515988904113,
    0.5000000080806986,
)


def scaled(b: Builder, x: Value, tail: Tail) -> Double:
    """The tail without the exponential, of numbers from 0 to 2**400; one division."""
    divisor = two_sum(b, b.constant(1.0, x.kind), x)
    shifted = x + tail.center
    both = 1.0 / (shifted * divisor.high)
    t = b.fma((x + x) * divisor.high, both, -1.0)
    *others, first = tail.precise
    y = fast_two_sum(b, first, t * polynomial(b, t, others))
    inverse = shifted * both
    about = times(b, y.high, inverse)
    rest = b.fma(-about, divisor.low, remainder(b, y.high, about, divisor.high))
    return Double(about, (rest + y.low) * inverse)


def power(b: Builder, x: Value, tail: Tail) -> Double:
    """``-factor x**2``."""
    square = two_product(b, x, x)
    return Double(square.high * -tail.factor, square.low * -tail.factor)


def decayed(b: Builder, x: Value, smooth: Double, tail: Tail) -> tuple[Double, Value]:
    """The scaled tail times the exponential: a product, and a power of two.

    The latter is the bits of its exponent, with twice the bias added.
    """
    decay, exponent = exp_parts(b, power(b, x, tail))
    return multiply(b, smooth, decay), exponent


def rounded_tail(b: Builder, x: Value, tail: Tail) -> Value:
    """The tail of a number from 0 to the limit."""
    product, exponent = decayed(b, x, scaled(b, x, tail), tail)
    return scale(b, product.high + product.low, exponent)


def rough_scaled(b: Builder, x: Value, tail: Tail) -> Value:
    """As `scaled`, for results in single precision."""
    divisor, shifted = x + 1.0, x + tail.center
    both = 1.0 / (shifted * divisor)
    y = polynomial(b, b.fma((x + x) * divisor, both, -1.0), tail.rough)
    return y * shifted * both


def rough_tail(b: Builder, x: Value, tail: Tail) -> Value:
    """As `rounded_tail`, for results in single precision."""
    x = cap(b, x, 20.0)  # where they are zero
    exponent = x * x * -tail.factor
    q, bits = nearest(b, exponent, LOG2_E, FORMATS["f64"].bias)
    r = b.fma(q, -sum(LN_2["f64"]), exponent)
    decay = b.fma(r * r, polynomial(b, r, _EXP), r) + 1.0
    return rough_scaled(b, x, tail) * decay * power_of_two(b, bits)
