"""Elementary functions of single and double precision, as routines.

Errors are below 1 ulp for log, log2, log10, log1p, sin, cos, pow and cbrt; below 1.5 for
exponential, hyperbolic and other trigonometric functions, their inverses, hypot, logaddexp
and logaddexp2 (of the larger argument, where that cancels); and below 2 for erf, its kin,
gammaln and digamma (near the zeros of these between negative integers: of the terms they are
sums of), but below 3 for erfinv, erfcinv and ndtri. That holds with fused multiply-add and
without, for subnormal numbers, and whatever the number of lanes. Infinities, NaN and signed
zeros are as in C99, annex F.
"""

from functrace.compiler.math.vecmath.error_function import erf, erfc, erfcx
from functrace.compiler.math.vecmath.exponentials import exp, exp2, expit, expm1
from functrace.compiler.math.vecmath.gamma import digamma, gammaln
from functrace.compiler.math.vecmath.hyperbolic import (
    acosh,
    asinh,
    atanh,
    cosh,
    sinh,
    tanh,
)
from functrace.compiler.math.vecmath.inverse_normal import erfcinv, erfinv, ndtri
from functrace.compiler.math.vecmath.inverse_trigonometric import (
    acos,
    asin,
    atan,
    atan2,
)
from functrace.compiler.math.vecmath.logarithms import (
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logaddexp2,
)
from functrace.compiler.math.vecmath.normal import log_ndtr, ndtr
from functrace.compiler.math.vecmath.power import cbrt, hypot, pow  # noqa: A004 - its name
from functrace.compiler.math.vecmath.trigonometric import cos, sin, sin_cos, tan

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "digamma",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp",
    "exp2",
    "expit",
    "expm1",
    "gammaln",
    "hypot",
    "log",
    "log1p",
    "log2",
    "log10",
    "log_ndtr",
    "logaddexp",
    "logaddexp2",
    "ndtr",
    "ndtri",
    "pow",
    "sin",
    "sin_cos",
    "sinh",
    "tan",
    "tanh",
]
