"""Inverses of the normal distribution function and of the error function.

With ``w = -log(1 - x**2)`` the inverse error function is `x` times a smooth function of `w`
where that is small, and ``sqrt(w)`` times one of ``sqrt(w)`` elsewhere, as in M. Giles,
*Approximating the erfinv function*, GPU Computing Gems, 2011. Minimax polynomials serve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    minus,
    multiply,
    plus,
    remainder,
    two_product,
)
from functrace.compiler.math.vecmath._format import through_double
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath.logarithms import log, log_parts
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

_NEAR = 6.25  # up to here `w` itself is the variable
_ROOT_HALF = Double(0.7071067811865476, -4.833646656726457e-17)

# sqrt(2) erfinv(x) / x in powers of w - 3.125
_CENTRAL = (
    4.517126898707892e-21,
    -1.218649369701117e-21,
    -4.912402699341853e-19,
    1.6065549073935894e-18,
    2.193625457310135e-17,
    -1.83607830022836e-16,
    -5.573729456980776e-17,
    9.322129949993722e-15,
    -5.659668823786297e-14,
    -1.147545358895488e-13,
    3.720125282661811e-12,
    -1.8352407620866135e-11,
    -7.656980401309657e-11,
    1.4866481469765174e-09,
    -5.816180191754432e-09,
    -4.111173162989839e-08,
    5.988894861768916e-07,
    -1.9310650365426917e-06,
    -1.9632852863754392e-05,
    0.0002640820495443052,
    -0.001047511569485583,
    -0.008532899177267609,
    0.3396349587011389,
    2.338620710026593,
)
# sqrt(2 / w) erfinv(x) for sqrt(w) to 5 and beyond, in (sqrt(w) - c) / (sqrt(w) + c)
_MIDDLE = (
    -11844.328556361463,
    -4774.10353759033,
    5528.323261304316,
    1314.21251144354,
    -1554.120972399867,
    -78.03324998414018,
    321.3892301800015,
    -50.59770401733387,
    -43.90719440092057,
    20.265412073294865,
    0.8665639202381458,
    -3.6336402372002254,
    1.4100380857831378,
    -0.03066191860815304,
    -0.32008591214758136,
    0.258422571262898,
    -0.08434977415238597,
    -0.09244796383579434,
    0.15394740224852002,
    1.3477365292214774,
)
_FAR = (
    -0.06522585508478078,
    0.20086597824748748,
    -0.2526186162734551,
    0.1910041340706879,
    -0.14450702411693694,
    0.14948681154458632,
    -0.15586560890046902,
    0.14655772751920065,
    -0.1324548544503104,
    0.1178432285260716,
    -0.10152875524297035,
    0.08323139531428775,
    -0.06351262774293566,
    0.042929782111570475,
    -0.022098907594714206,
    0.0016703761529988344,
    0.017555960015831127,
    -0.034791570186770246,
    0.048985932436814046,
    -0.05914770830725561,
    0.06347721647179352,
    -0.06028004580901232,
    0.041734092191100726,
    1.4008745554981739,
)


def _quantile(b: Builder, x: Double, product: Double, unit: Double | None) -> Value:
    """``sqrt(2) erfinv(x)`` times a constant, where `product` is ``1 - x**2``.

    The factors have more than working precision: what is rounded last is the result.
    """

    def scaled(y: Double) -> Double:
        return multiply(b, y, unit) if unit else y

    high, low = scaled(_central(b, product))
    rest = x.high * low
    if not b.fused:  # where products are rounded, the factor must not be, too
        rest = b.fma(x.low, high, rest)
    usual = b.fma(x.high, high, rest)
    near = product.high > math.exp(-_NEAR)

    def rare(b: Builder) -> Value:
        w = -log(b, product.high)
        high, low = scaled(_tail(b, w))
        size = b.select(w == math.inf, w, high + low)
        return b.select(near, usual, b.copysign(size, x.high))

    return cold(b, ~near, usual, rare)


def _central(b: Builder, product: Double) -> Double:
    """``sqrt(2) erfinv(x) / x``; two terms of the polynomial are not rounded."""
    high, low = fast_two_sum(b, *log_parts(b, product))
    u = fast_two_sum(b, b.constant(-_NEAR / 2, high.kind), -high)
    u_low = minus(b, u.low, low)
    *others, slope, first = _CENTRAL
    line = two_product(b, u.high, slope)
    total = fast_two_sum(b, b.constant(first, high.kind), line.high)
    rest = plus(b, total.low, b.fma(u_low, slope, line.low))
    curve = u.high * u.high * polynomial(b, u.high, others)
    return Double(total.high, plus(b, rest, curve))


def _tail(b: Builder, w: Value) -> Double:
    """``sqrt(2) erfinv(x)``, a root times a factor."""
    root = b.sqrt(w)
    far, middle = _ratio(b, root, 11.0, _FAR), _ratio(b, root, 3.5, _MIDDLE)
    beyond = root > 5.0
    factor = Double(
        *(b.select(beyond, *pair) for pair in zip(far, middle, strict=True))
    )
    error = remainder(b, w, root, root) / (root + root)
    return multiply(b, Double(root, error), factor)


def _ratio(
    b: Builder, root: Value, center: float, coefficients: Sequence[float]
) -> Double:
    *others, first = coefficients
    t = (root - center) / (root + center)
    return fast_two_sum(b, b.constant(first, t.kind), t * polynomial(b, t, others))


def _less_square(b: Builder, y: Value | float, x: Value) -> Double:
    """``y - x**2``, where that is not above `y`."""
    square = two_product(b, x, x)
    high, low = fast_two_sum(b, y, -square.high)
    return fast_two_sum(b, high, minus(b, low, square.low))


def _of_tails(b: Builder, p: Value, unit: Double | None) -> Value:
    """Of the sum of both tails, which is ``1 + x``."""
    x, product = fast_two_sum(b, -1.0, p), _less_square(b, p + p, p)
    return _quantile(b, x, product, unit)


def _ndtri(b: Builder, p: Value) -> Value:
    return _of_tails(b, p + p, None)


def _erfinv(b: Builder, x: Value) -> Value:
    argument = Double(plus(b, x, 0.0), b.constant(0.0, x.kind))
    return _quantile(b, argument, _less_square(b, 1.0, x), _ROOT_HALF)


def _erfcinv(b: Builder, p: Value) -> Value:
    return -_of_tails(b, p, _ROOT_HALF)


ndtri = Routine("ndtri", through_double(_ndtri), cost=80)
erfinv = Routine("erfinv", through_double(_erfinv), cost=80)
erfcinv = Routine("erfcinv", through_double(_erfcinv), cost=80)
