"""The logarithm of the gamma function, and its derivative.

Stirling's series is replaced by a minimax polynomial (least error in ulps) above a bound that
is small enough for another one to serve below: of arguments near 2, where the logarithm has a
simple zero, or near the zero of digamma. Arguments near 1 are moved there by the recurrence,
negative ones by the reflection formula. (NIST Digital Library of Mathematical Functions, 5.5
and 5.11.)
"""

from __future__ import annotations

import math

from functrace.compiler.math.vecmath._double import (
    Double,
    fast_two_sum,
    minus,
    plus,
    remainder,
    times,
    two_product,
    two_sum,
)
from functrace.compiler.math.vecmath._format import split_normal
from functrace.compiler.math.vecmath._polynomial import polynomial
from functrace.compiler.math.vecmath.exponentials import LN_2
from functrace.compiler.math.vecmath.logarithms import log
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.flow import cold
from functrace.compiler.notation.routine import Routine

_LARGE = 2.0**900  # above, products of twice the precision overflow
_SMALL = 2.0**-60  # below, the first term of the series is all
_TINY = 2.0**-1022

_BELOW, _NEAR = 1.4, 2.4  # up to these gammaln is moved to 2, and has a polynomial
_SLOPE_REST = 4.942915152430645e-18  # of digamma(2), as a number of twice the precision
_HALF_LOG = Double(0.4189385332046727, 1.6728209650585413e-17)  # log(2 pi) / 2 - 1 / 2
_ROOT = Double(1.4616321449683622, 9.549995429965697e-17)  # of digamma

# (log((1 + s) / (1 - s)) - 2 s) / s**3 for 1 + f from sqrt(1/2) to sqrt(2), in s**2
_LOG = {
    "f64": (
        0.14871371522371182,
        0.15305959515514667,
        0.1818390800506013,
        0.22222191262695412,
        0.2857142882313711,
        0.399999999989865,
        0.6666666666666816,
    ),
    "f32": (
        0.2367509310965719,
        0.2853166265286575,
        0.40000442107612577,
        0.6666666503289529,
    ),
}
# gammaln(2 + w) / w for w from -1 to 0.4
_GAMMALN = {
    "f64": (
        2.3428519686199185e-07,
        1.1380953684880181e-06,
        2.3695134230289224e-06,
        2.2948340895653106e-06,
        6.201328184606278e-07,
        -1.0903081368040567e-06,
        -7.006929923677194e-07,
        -5.270160355734569e-07,
        1.2066071088813043e-06,
        -1.938099003606988e-06,
        4.3503537144992526e-06,
        -9.461339373699451e-06,
        2.0506747149456507e-05,
        -4.4923956989686996e-05,
        9.945779992689226e-05,
        -0.00022315488750310512,
        0.0005096695013896922,
        -0.0011927539077827526,
        0.0028905103315482773,
        -0.007385551028731932,
        0.020580808427773264,
        -0.06735230105319778,
        0.32246703342411326,
        0.42278433509846713,
    ),
    "f32": (
        -9.355216452216285e-05,
        -0.0001425193792929527,
        -0.00013753732740755126,
        0.00012737568101000066,
        -0.00018011913600400668,
        0.0005149339712903219,
        -0.0011987185208286292,
        0.0028891579380311474,
        -0.007385229928393485,
        0.020580889524086297,
        -0.06735230668151769,
        0.32246703224553175,
        0.42278433509846713,
    ),
}
# x (gammaln(x) - (x - 1/2) (log(x) - 1) - log(2 pi) / 2 + 1/2) for x > 2.4, in 1 / x**2
_STIRLING = {
    "f64": (
        0.6187180018361036,
        -0.8900661314777668,
        0.6012343154978043,
        -0.2585578504276203,
        0.08250113483595059,
        -0.022309437818952307,
        0.005976342538316294,
        -0.0018978160339004019,
        0.0008411069945305022,
        -0.0005952238726157286,
        0.0007936505990570226,
        -0.0027777777763599394,
        0.08333333333332943,
    ),
    "f32": (
        0.000334286440830467,
        -0.0005126555521175702,
        0.0007863256949477364,
        -0.002777460653016298,
        0.08333332831759589,
    ),
}
# digamma(3/2 + u) / (3/2 + u - root) for |u| <= 1/2
_DIGAMMA = {
    "f64": (
        -0.00017404752601197043,
        0.0002625487582721394,
        -0.00015026803195283524,
        0.00022347435236190336,
        -0.00048288665599451036,
        0.0007254408846521051,
        -0.0010374199764236806,
        0.0015559661794823365,
        -0.0023453098278881273,
        0.003519134857896262,
        -0.005279959695880521,
        0.007926928992090358,
        -0.011908218400533906,
        0.017907253635129884,
        -0.026975796737598815,
        0.040760833757526,
        -0.06192213327354076,
        0.09498872445632645,
        -0.14840492305390318,
        0.2405424842407582,
        -0.4236274212814605,
        0.951055876031833,
    ),
    "f32": (
        0.010791888049954904,
        -0.016365294749823487,
        0.017183676912133235,
        -0.025791539243780623,
        0.040835140440370815,
        -0.062055114256979564,
        0.09498599787582321,
        -0.14839892088569187,
        0.24054249468941039,
        -0.42362749637753644,
        0.9510558762283945,
    ),
}
# x**2 (log(x) - 1 / (2 x) - digamma(x)) for x > 2, in 1 / x**2
_ASYMPTOTIC = {
    "f64": (
        -104.55849262793649,
        240.2605043883428,
        -256.09003193166757,
        168.74505955977216,
        -77.50004243531588,
        26.656797825928443,
        -7.2760537740343505,
        1.6790675420248515,
        -0.35703363648209724,
        0.07891463372496033,
        -0.020918027197562583,
        0.007570712294061694,
        -0.004166567195483513,
        0.003968252749161945,
        -0.008333333325408534,
        0.08333333333331415,
    ),
    "f32": (
        -0.002655341496357083,
        0.0039933837426018885,
        -0.003688693473338107,
        0.003930472476854926,
        -0.008331815881229146,
        0.08333331101278064,
    ),
}
# (sin(pi d) / (pi d) - 1) / d**2 and (pi / tan(pi d) - 1 / d) / d for |d| <= 1/2, in d**2
_SINE = (
    -6.153430696672267e-09,
    2.519117798937795e-07,
    -6.975302862595216e-06,
    0.0001484286439665762,
    -0.002346081012367854,
    0.026147847815519498,
    -0.19075182412197134,
    0.8117424252833506,
    -1.6449340668482264,
)
_COTANGENT = (
    -18.356144053556818,
    18.316833337714336,
    -14.872429676302481,
    3.1210794781333804,
    -3.3908562777081883,
    -1.7315387569226321,
    -2.037516932517003,
    -1.996221197212376,
    -2.0004016238003306,
    -2.0004776966757887,
    -2.0019896640976134,
    -2.0081547005762044,
    -2.0346861241298932,
    -2.164646467421174,
    -3.2898681336964555,
)


def _inverse_and_logarithm(b: Builder, x: Value, kind: str) -> tuple[Value, Double]:
    """Of a positive number that is normal, with one division.

    The logarithm of ``1 + f`` is ``f - f**2 / 2 + s (f**2 / 2 + ...)``, with
    ``s = f / (2 + f)``.
    """
    q, f = split_normal(b, x)
    divisor = f + 2.0
    both = 1.0 / (x * divisor)
    s = f * (both * x)
    z, half = s * s, f * f * 0.5
    series = b.fma(z, polynomial(b, z, _LOG[kind]), half)
    high, low = LN_2["f64"]
    head, error = fast_two_sum(b, times(b, q, high), f)
    tail = b.fma(s, series, error) - half
    return both * divisor, Double(head, b.fma(q, low, tail))


def _logarithm(b: Builder, x: Value) -> Double:
    return _inverse_and_logarithm(b, x, "f64")[1]


def _gammaln_of_positive(b: Builder, x: Value, kind: str) -> Double:
    """A product and a sum of twice the precision, and what is small beside them."""
    zero = b.constant(0.0, "f64")
    below, near = x < _BELOW, x < _NEAR
    inverse, logarithm = _inverse_and_logarithm(b, x, kind)
    w = x - b.select(below, b.constant(1.0, "f64"), 2.0)
    mean = _mean_slope(b, w, kind)
    n = Double(
        b.select(near, mean.high, minus(b, logarithm.high, 1.0)),
        b.select(near, mean.low, logarithm.low),
    )
    m = b.select(near, w, x - 0.5)
    addend = b.select(near, b.select(below, -logarithm.high, zero), _HALF_LOG.high)
    series = inverse * polynomial(b, inverse * inverse, _STIRLING[kind])
    tail = b.select(near, b.select(below, -logarithm.low, zero), series + _HALF_LOG.low)
    product = two_product(b, m, n.high)
    total = two_sum(b, product.high, addend)
    rest = b.fma(m, n.low, product.low + total.low)
    return fast_two_sum(b, total.high, rest + tail)


def _mean_slope(b: Builder, w: Value, kind: str) -> Double:
    """``gammaln(2 + w) / w``: the first two terms of the polynomial without rounding."""
    *others, curvature, slope = _GAMMALN[kind]
    product = two_product(b, w, curvature)
    high, error = fast_two_sum(b, slope, product.high)
    low = error + (product.low + _SLOPE_REST)
    return Double(high, b.fma(w * w, polynomial(b, w, others), low))


def _add(b: Builder, x: Double, y: Double) -> Double:
    """The sum of any two."""
    total = two_sum(b, x.high, y.high)
    return fast_two_sum(b, total.high, total.low + (x.low + y.low))


def _to_integer(b: Builder, x: Value) -> Value:
    """The signed distance from the nearest integer, of a number from 0 to 2**52."""
    shifter = 2.0**52
    return minus(b, x, minus(b, plus(b, x, shifter), shifter))


def _gammaln_of_negative(b: Builder, x: Value, log_gamma: Double) -> Value:
    """``gammaln(-x)``, which is ``-gammaln(x) - log(x sin(pi x) / pi)``."""
    d = b.abs(_to_integer(b, x))
    z = d * d
    product = two_product(b, x, d)
    sine = fast_two_sum(b, product.high, product.high * z * polynomial(b, z, _SINE))
    logarithm = _logarithm(b, sine.high)
    more = (product.low + sine.low) / sine.high
    total = _add(b, log_gamma, Double(logarithm.high, logarithm.low + more))
    infinity = b.constant(math.inf, "f64")
    y = b.select((d == 0) | (x >= 2.0**52), infinity, -total.high)
    return b.select(x < _SMALL, log_gamma.high, y)


def _gammaln(b: Builder, x: Value) -> Value:
    kind, x = x.kind, b.convert(x, "f64")
    size = b.abs(x)
    usual = _gammaln_of_positive(b, size, kind)

    def rare(b: Builder) -> Value:
        exact = usual
        if kind == "f32":
            exact = _gammaln_of_positive(b, size, "f64")
        logarithm = log(b, size)
        exact = Double(b.select(size < _SMALL, -logarithm, exact.high), exact.low)
        y = b.select(size > _LARGE, size * (logarithm - 1.0), exact.high)
        y = b.select(x < 0, _gammaln_of_negative(b, size, exact), y)
        y = b.select(x == 0, b.constant(math.inf, "f64"), y)
        return b.select((size == math.inf) | b.isnan(x), x, y)

    ordinary = (x > _TINY) & (x < _LARGE)
    return b.convert(cold(b, ~ordinary, usual.high, rare), kind)


def _digamma_of_positive(b: Builder, x: Value, kind: str) -> Double:
    """A polynomial, or a logarithm; and a multiple of the inverse."""
    zero, one = b.constant(0.0, "f64"), b.constant(1.0, "f64")
    below, near = x < 1.0, x < 2.0
    moved = fast_two_sum(b, one, x)
    z, z_low = b.select(below, moved.high, x), b.select(below, moved.low, zero)
    slope = polynomial(b, z - 1.5, _DIGAMMA[kind])
    at = b.fma(z - _ROOT.high, slope, (z_low - _ROOT.low) * slope)
    inverse, logarithm = _inverse_and_logarithm(b, x, kind)
    part = b.select(near, b.select(below, -inverse, zero), -0.5 * inverse)
    series = polynomial(b, inverse * inverse, _ASYMPTOTIC[kind])
    tail = b.select(near, zero, b.fma(-inverse * inverse, series, logarithm.low))
    total = two_sum(b, b.select(near, at, logarithm.high), part)
    rest = b.fma(part, remainder(b, one, inverse, x), total.low)
    return fast_two_sum(b, total.high, rest + tail)


def _digamma_of_negative(b: Builder, x: Value, digamma_x: Double) -> Value:
    """``digamma(-x)``, which is ``digamma(x) + 1 / x + pi / tan(pi x)``."""
    one = b.constant(1.0, "f64")
    d = _to_integer(b, x)
    total = _add(b, digamma_x, _inverse(b, one, x))
    total = _add(b, total, _inverse(b, one, d))
    y = total.high + b.fma(d, polynomial(b, d * d, _COTANGENT), total.low)
    pole = (d == 0) | (x >= 2.0**52)  # -infinity, too
    return b.select(pole, b.constant(math.nan, "f64"), y)


def _inverse(b: Builder, one: Value, x: Value) -> Double:
    inverse = one / x
    return Double(inverse, inverse * remainder(b, one, inverse, x))


def _digamma(b: Builder, x: Value) -> Value:
    kind, x = x.kind, b.convert(x, "f64")
    size = b.abs(x)
    usual = _digamma_of_positive(b, size, kind)

    def rare(b: Builder) -> Value:
        exact = usual
        if kind == "f32":
            exact = _digamma_of_positive(b, size, "f64")
        y = b.select(size > _LARGE, log(b, size), exact.high)
        y = b.select(x < 0, _digamma_of_negative(b, size, exact), y)
        y = b.select(size < _SMALL, -1.0 / x, y)
        return b.select(x == math.inf, x, y)

    ordinary = (x > _SMALL) & (x < _LARGE)
    return b.convert(cold(b, ~ordinary, usual.high, rare), kind)


gammaln = Routine("gammaln", _gammaln, cost=120)
digamma = Routine("digamma", _digamma, cost=120)
