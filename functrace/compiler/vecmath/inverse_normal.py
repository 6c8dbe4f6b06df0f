"""Inverses of the normal distribution function and of the error function.

With ``w = -log(1 - x**2)`` the inverse error function is `x` times a smooth function of `w`
where that is small, and ``sqrt(w)`` times one of ``sqrt(w)`` elsewhere, as in M. Giles,
*Approximating the erfinv function*, GPU Computing Gems, 2011. Minimax polynomials serve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from functrace.compiler.builder import Builder, Value
from functrace.compiler.routine import Routine
from functrace.compiler.vecmath._double import fast_two_sum, plus
from functrace.compiler.vecmath._format import through_double
from functrace.compiler.vecmath._polynomial import polynomial
from functrace.compiler.vecmath.logarithms import log

_NEAR = 6.25  # up to here `w` itself is the variable

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


def _quantile(b: Builder, x: Value, product: Value) -> Value:
    """``sqrt(2) erfinv(x)``, where `product` is ``1 - x**2``."""
    w = -log(b, product)
    *others, first = _CENTRAL
    u = w - _NEAR / 2
    high, low = fast_two_sum(b, first, u * polynomial(b, u, others))
    usual = b.fma(x, high, x * low)

    def rare(b: Builder) -> Value:
        root = b.sqrt(w)
        far = b.select(
            root > 5.0, _ratio(b, root, 11.0, _FAR), _ratio(b, root, 3.5, _MIDDLE)
        )
        infinite = w == math.inf
        tail = b.select(infinite, w, root * far)
        return b.select(w > _NEAR, b.copysign(tail, x), usual)

    return b.cold(~(w <= _NEAR), usual, rare)


def _ratio(
    b: Builder, root: Value, center: float, coefficients: Sequence[float]
) -> Value:
    return polynomial(b, (root - center) / (root + center), coefficients)


def _ndtri(b: Builder, p: Value) -> Value:
    rest = 1.0 - p
    return _quantile(b, (p - 0.5) * 2.0, 4.0 * p * rest)


def _erfinv(b: Builder, x: Value) -> Value:
    product = (1.0 - x) * (x + 1.0)
    return _quantile(b, plus(b, x, 0.0), product) * math.sqrt(0.5)


def _erfcinv(b: Builder, p: Value) -> Value:
    return -_quantile(b, p - 1.0, p * (2.0 - p)) * math.sqrt(0.5)


ndtri = Routine("ndtri", through_double(_ndtri), cost=70)
erfinv = Routine("erfinv", through_double(_erfinv), cost=70)
erfcinv = Routine("erfcinv", through_double(_erfcinv), cost=70)
