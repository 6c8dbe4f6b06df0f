"""Comparisons, logic, rounding, operations on integers: without derivatives."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.primitives._make import POSITIVE, REAL, nondifferentiable

# -- comparisons -----------------------------------------------------------------------

less = nondifferentiable("less", operator.lt, ufunc=np.less)
less_equal = nondifferentiable("less_equal", operator.le, ufunc=np.less_equal)
greater = nondifferentiable("greater", operator.gt, ufunc=np.greater)
greater_equal = nondifferentiable("greater_equal", operator.ge, ufunc=np.greater_equal)
equal = nondifferentiable(
    "equal",
    lambda x, y: np.equal(x, y) if type(x) is complex else x == y,
    ufunc=np.equal,
)
not_equal = nondifferentiable(
    "not_equal",
    lambda x, y: np.not_equal(x, y) if type(x) is complex else x != y,
    ufunc=np.not_equal,
)

# -- logic -----------------------------------------------------------------------------

logical_and = nondifferentiable("logical_and", np.logical_and)
logical_or = nondifferentiable("logical_or", np.logical_or)
logical_xor = nondifferentiable("logical_xor", np.logical_xor)
logical_not = nondifferentiable("logical_not", np.logical_not)

# -- kinds of floating-point numbers ---------------------------------------------------

isfinite = nondifferentiable("isfinite", np.isfinite)
isinf = nondifferentiable("isinf", np.isinf)
isnan = nondifferentiable("isnan", np.isnan)
signbit = nondifferentiable("signbit", np.signbit)
spacing = nondifferentiable("spacing", np.spacing)
sign = nondifferentiable(
    "sign", np.sign, doc="Of real numbers; see `complex_sign` for complex ones."
)

# -- rounding --------------------------------------------------------------------------

floor = nondifferentiable("floor", np.floor)
ceil = nondifferentiable("ceil", np.ceil)
trunc = nondifferentiable("trunc", np.trunc)
rint = nondifferentiable("rint", np.rint)
floor_divide = nondifferentiable(
    "floor_divide",
    operator.floordiv,
    ufunc=np.floor_divide,
    domain=(REAL, POSITIVE),
)


def _round_aval(x: Any, decimals: int) -> Aval:
    return Aval(x.shape, np.round(np.ones((), x.dtype), decimals).dtype)


round = nondifferentiable(
    "round",
    lambda x, *, decimals: np.round(x, decimals),
    _round_aval,
    doc="Round to a number of decimals, halves to even.",
)

# -- integers --------------------------------------------------------------------------

bitwise_and = nondifferentiable("bitwise_and", np.bitwise_and)
bitwise_or = nondifferentiable("bitwise_or", np.bitwise_or)
bitwise_xor = nondifferentiable("bitwise_xor", np.bitwise_xor)
bitwise_count = nondifferentiable("bitwise_count", np.bitwise_count)
invert = nondifferentiable("invert", np.invert)
left_shift = nondifferentiable("left_shift", np.left_shift)
right_shift = nondifferentiable("right_shift", np.right_shift)
gcd = nondifferentiable("gcd", np.gcd)
lcm = nondifferentiable("lcm", np.lcm)
