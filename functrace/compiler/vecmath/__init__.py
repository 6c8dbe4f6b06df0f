"""Elementary functions of single and double precision, as routines.

Errors are below 1 ulp for exp, exp2, logarithms, sin, cos, pow, cbrt and hypot, below 3.5 for
erfc, and below 2.5 for the others; logaddexp has NumPy's. Infinities, NaN and signed zeros
are as in C99, annex F.
"""

from functrace.compiler.vecmath.error_function import erf, erfc
from functrace.compiler.vecmath.exponentials import exp, exp2, expit, expm1
from functrace.compiler.vecmath.hyperbolic import (
    acosh,
    asinh,
    atanh,
    cosh,
    sinh,
    tanh,
)
from functrace.compiler.vecmath.inverse_trigonometric import acos, asin, atan, atan2
from functrace.compiler.vecmath.logarithms import (
    log,
    log1p,
    log2,
    log10,
    logaddexp,
    logaddexp2,
)
from functrace.compiler.vecmath.power import cbrt, hypot, pow  # noqa: A004 - its name
from functrace.compiler.vecmath.trigonometric import cos, sin, tan

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
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expit",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "log2",
    "log10",
    "logaddexp",
    "logaddexp2",
    "pow",
    "sin",
    "sinh",
    "tan",
    "tanh",
]
