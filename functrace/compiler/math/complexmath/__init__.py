"""Functions of complex numbers, in the notation of `functrace.compiler.notation.builder`.

Straight-line code: every branch is computed, and one is selected. Errors, as distances
from the exact number, are below 4 units in the last place of its magnitude; those of `power`
grow slowly with the logarithm of the result, and with exponents that are multiplied out.
Infinities, NaN and signed zeros give what NumPy gives.
"""

from functrace.compiler.math.complexmath.arithmetic import (
    absolute,
    divide,
    reciprocal,
    sign,
    sqrt,
)
from functrace.compiler.math.complexmath.exponentials import exp, exp2, expm1
from functrace.compiler.math.complexmath.inverse import (
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
)
from functrace.compiler.math.complexmath.logarithms import log, log1p, log2, log10
from functrace.compiler.math.complexmath.power import power
from functrace.compiler.math.complexmath.trigonometric import (
    cos,
    cosh,
    sin,
    sinc,
    sinh,
    tan,
    tanh,
)

__all__ = [
    "absolute",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cos",
    "cosh",
    "divide",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log1p",
    "log2",
    "log10",
    "power",
    "reciprocal",
    "sign",
    "sin",
    "sinc",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
]
