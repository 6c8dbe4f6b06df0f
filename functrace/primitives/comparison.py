"""Comparisons, logic, rounding, operations on integers: without derivatives."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise
from functrace.core.aval import Aval
from functrace.core.strides import as_computed, of_operands
from functrace.primitives._batching import broadcasting, unary
from functrace.primitives._lazy_modules import (
    _division,
    _lowering,
    _representation,
    choice_rules,
    complexmath,
    kernels_integers,
    numba_forms,
)
from functrace.primitives._make import (
    POSITIVE,
    REAL,
    broadcast_shape,
    nondifferentiable,
)

# -- comparisons -----------------------------------------------------------------------

less = nondifferentiable(
    "less",
    operator.lt,
    ufunc=np.less,
    lower=lambda: Elementwise(_lowering.comparison("lt")),
)
less_equal = nondifferentiable(
    "less_equal",
    operator.le,
    ufunc=np.less_equal,
    lower=lambda: Elementwise(_lowering.comparison("le")),
)
greater = nondifferentiable(
    "greater",
    operator.gt,
    ufunc=np.greater,
    lower=lambda: Elementwise(_lowering.comparison("gt")),
)
greater_equal = nondifferentiable(
    "greater_equal",
    operator.ge,
    ufunc=np.greater_equal,
    lower=lambda: Elementwise(_lowering.comparison("ge")),
)
equal = nondifferentiable(
    "equal",
    lambda x, y: np.equal(x, y) if type(x) is complex else x == y,
    ufunc=np.equal,
    lower=lambda: Elementwise(_lowering.comparison("eq")),
)
not_equal = nondifferentiable(
    "not_equal",
    lambda x, y: np.not_equal(x, y) if type(x) is complex else x != y,
    ufunc=np.not_equal,
    lower=lambda: Elementwise(_lowering.comparison("ne")),
)

# An element and the largest, or smallest, of its row: nearly all are not that one.


def _alike(x: Aval, y: Aval) -> Aval:
    if x.dtype != y.dtype:
        raise TypeError(f"expected one dtype, not {x.dtype} and {y.dtype}.")
    return Aval(broadcast_shape(x, y), np.bool_)


is_exceeded = nondifferentiable(
    "is_exceeded",
    np.less,
    _alike,
    ufunc=None,
    broadcasts=True,
    batch=broadcasting,
    layout=of_operands,
    lower=lambda: Elementwise(_lowering.comparison("lt"), usual=True),
    doc="Whether an element is less than the largest one, or not.",
)
exceeds = nondifferentiable(
    "exceeds",
    np.greater,
    _alike,
    ufunc=None,
    broadcasts=True,
    batch=broadcasting,
    layout=of_operands,
    lower=lambda: Elementwise(_lowering.comparison("gt"), usual=True),
    doc="Whether an element is greater than the smallest one.",
)

# -- logic -----------------------------------------------------------------------------

logical_and = nondifferentiable(
    "logical_and",
    np.logical_and,
    lower=lambda: Elementwise(_lowering.logical(operator.and_)),
)
logical_or = nondifferentiable(
    "logical_or",
    np.logical_or,
    lower=lambda: Elementwise(_lowering.logical(operator.or_)),
)
logical_xor = nondifferentiable(
    "logical_xor",
    np.logical_xor,
    lower=lambda: Elementwise(_lowering.logical(operator.xor)),
)
logical_not = nondifferentiable(
    "logical_not",
    np.logical_not,
    lower=Elementwise(lambda b, x: ~_lowering.truth(b, x)),
    simplify=lambda p: choice_rules.TABLE.rule(p),
)

# -- kinds of floating-point numbers ---------------------------------------------------

isfinite = nondifferentiable(
    "isfinite", np.isfinite, lower=lambda: Elementwise(_lowering.isfinite)
)
isinf = nondifferentiable("isinf", np.isinf, lower=lambda: Elementwise(_lowering.isinf))
isnan = nondifferentiable("isnan", np.isnan, lower=lambda: Elementwise(_lowering.isnan))
signbit = nondifferentiable(
    "signbit", np.signbit, lower=lambda: Elementwise(_lowering.signbit)
)
spacing = nondifferentiable(
    "spacing", np.spacing, lower=lambda: Elementwise(_representation.spacing, cost=4)
)
sign = nondifferentiable(
    "sign",
    np.sign,
    lower=lambda: Elementwise(
        _lowering.for_kinds(_lowering.sign, complexmath.sign), cost=2
    ),
    doc="Of real numbers; see `complex_sign` for complex ones.",
)

# -- rounding --------------------------------------------------------------------------

floor = nondifferentiable(
    "floor", np.floor, lower=lambda: Elementwise(_lowering.rounding("floor"))
)
ceil = nondifferentiable(
    "ceil", np.ceil, lower=lambda: Elementwise(_lowering.rounding("ceil"))
)
trunc = nondifferentiable(
    "trunc", np.trunc, lower=lambda: Elementwise(_lowering.rounding("trunc"))
)
rint = nondifferentiable("rint", np.rint, lower=lambda: Elementwise(_lowering.rint))
floor_divide = nondifferentiable(
    "floor_divide",
    operator.floordiv,
    ufunc=np.floor_divide,
    lower=lambda: Elementwise(_division.floor_divide, cost=20),
    domain=(REAL, POSITIVE),
)


def _round_aval(x: Any, decimals: int) -> Aval:
    return Aval(x.shape, np.round(np.ones((), x.dtype), decimals).dtype)


def _round(x: Any, *, decimals: int) -> Any:
    return np.round(x, decimals)


round = nondifferentiable(
    "round",
    _round,
    _round_aval,
    batch=unary,
    layout=as_computed(_round),
    lower=lambda: Elementwise(_lowering.round_to, cost=5),
    doc="Round to a number of decimals, halves to even.",
)

# -- integers --------------------------------------------------------------------------

bitwise_and = nondifferentiable(
    "bitwise_and", np.bitwise_and, lower=Elementwise(lambda b, x, y: x & y)
)
bitwise_or = nondifferentiable(
    "bitwise_or", np.bitwise_or, lower=Elementwise(lambda b, x, y: x | y)
)
bitwise_xor = nondifferentiable(
    "bitwise_xor", np.bitwise_xor, lower=Elementwise(lambda b, x, y: x ^ y)
)
bitwise_count = nondifferentiable(
    "bitwise_count",
    np.bitwise_count,
    lower=lambda: Elementwise(_lowering.bitwise_count, cost=2),
)
invert = nondifferentiable("invert", np.invert, lower=Elementwise(lambda b, x: ~x))
left_shift = nondifferentiable(
    "left_shift", np.left_shift, lower=lambda: Elementwise(_lowering.left_shift)
)
right_shift = nondifferentiable(
    "right_shift", np.right_shift, lower=lambda: Elementwise(_lowering.right_shift)
)
gcd = nondifferentiable(
    "gcd",
    np.gcd,
    lower=lambda: numba_forms.numba_elementwise(kernels_integers.gcd, cost=100),
)
lcm = nondifferentiable(
    "lcm",
    np.lcm,
    lower=lambda: numba_forms.numba_elementwise(kernels_integers.lcm, cost=100),
)
