"""Elementary functions: exponentials, logarithms, roots, trigonometry.

Of the inverse functions, formulas are chosen that are accurate near the ends of the
domain and right on both sides of the branch cuts of complex arguments, which signed
zeros tell apart: ``x - -1`` keeps the sign of a zero imaginary part, ``x + 1`` and
``1 - x`` do not.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise, JointRoutine
from functrace.core.rule import over
from functrace.primitives._lazy_modules import (
    _elementary_lowering,
    _lowering,
    complexmath,
    vecmath,
)
from functrace.primitives._make import POSITIVE, REAL, Interval, Reciprocal, elementwise

_UNIT: Interval = (-1.0, 1.0)
_ABOVE_ONE: Interval = (1.0, np.inf)
_LN2, _LN10 = math.log(2), math.log(10)

# -- exponentials and logarithms -------------------------------------------------------

exp = elementwise(
    "exp",
    np.exp,
    partials=(lambda out: out,),
    lower=lambda: _lowering.by_routine(vecmath.exp, complexmath.exp),
    domain=(REAL,),
)
exp2 = elementwise(
    "exp2",
    np.exp2,
    partials=(lambda out: out * _LN2,),
    lower=lambda: _lowering.by_routine(vecmath.exp2, complexmath.exp2),
    domain=(REAL,),
)
expm1 = elementwise(
    "expm1",
    np.expm1,
    partials=(lambda out: out + 1,),
    lower=lambda: _lowering.by_routine(vecmath.expm1, complexmath.expm1),
    domain=(REAL,),
)
log = elementwise(
    "log",
    np.log,
    partials=(Reciprocal(lambda x: x),),
    lower=lambda: _lowering.by_routine(vecmath.log, complexmath.log),
    domain=(POSITIVE,),
)
log2 = elementwise(
    "log2",
    np.log2,
    partials=(Reciprocal(lambda x: x * _LN2),),
    lower=lambda: _lowering.by_routine(vecmath.log2, complexmath.log2),
    domain=(POSITIVE,),
)
log10 = elementwise(
    "log10",
    np.log10,
    partials=(Reciprocal(lambda x: x * _LN10),),
    lower=lambda: _lowering.by_routine(vecmath.log10, complexmath.log10),
    domain=(POSITIVE,),
)
log1p = elementwise(
    "log1p",
    np.log1p,
    partials=(Reciprocal(lambda x: x + 1),),
    lower=lambda: _lowering.by_routine(vecmath.log1p, complexmath.log1p),
    domain=(POSITIVE,),
)

# -- roots -----------------------------------------------------------------------------

sqrt = elementwise(
    "sqrt",
    np.sqrt,
    partials=(lambda out: over(0.5, out),),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_lowering.sqrt, complexmath.sqrt), cost=4
    ),
    domain=(POSITIVE,),
    doc="The derivative at 0 is infinite.",
)
cbrt = elementwise(
    "cbrt",
    np.cbrt,
    partials=(Reciprocal(lambda out: 3 * out * out),),
    lower=lambda: _lowering.by_routine(vecmath.cbrt),
    domain=(POSITIVE,),
    doc="The derivative at 0 is infinite.",
)

# -- trigonometric functions -----------------------------------------------------------

sin = elementwise(
    "sin",
    np.sin,
    partials=(lambda x: np.cos(x),),
    lower=lambda: _lowering.by_routine(
        vecmath.sin, complexmath.sin, JointRoutine(vecmath.sin_cos, 0)
    ),
    domain=(REAL,),
)
cos = elementwise(
    "cos",
    np.cos,
    partials=(lambda x: -np.sin(x),),
    lower=lambda: _lowering.by_routine(
        vecmath.cos, complexmath.cos, JointRoutine(vecmath.sin_cos, 1)
    ),
    domain=(REAL,),
)
tan = elementwise(
    "tan",
    np.tan,
    partials=(lambda out: out * out + 1,),
    lower=lambda: _lowering.by_routine(vecmath.tan, complexmath.tan),
    domain=(_UNIT,),
)


def _cosine_of_arcsine(x: Any) -> Any:
    """``sqrt(1 - x**2)``."""
    if x.dtype.kind == "c":
        return np.sqrt(-((x - 1) * (x - -1)))
    return np.sqrt((1 - x) * (1 + x))


arcsin = elementwise(
    "arcsin",
    np.arcsin,
    partials=(Reciprocal(_cosine_of_arcsine),),
    lower=lambda: _lowering.by_routine(vecmath.asin, complexmath.asin),
    domain=(_UNIT,),
)
arccos = elementwise(
    "arccos",
    np.arccos,
    partials=(Reciprocal(lambda x: -_cosine_of_arcsine(x)),),
    lower=lambda: _lowering.by_routine(vecmath.acos, complexmath.acos),
    domain=(_UNIT,),
)
arctan = elementwise(
    "arctan",
    np.arctan,
    partials=(Reciprocal(lambda x: x * x + 1),),
    lower=lambda: _lowering.by_routine(vecmath.atan, complexmath.atan),
    domain=(REAL,),
)
deg2rad = elementwise(
    "deg2rad",
    np.deg2rad,
    partials=(math.pi / 180,),
    lower=lambda: Elementwise(_elementary_lowering.times_quotient(math.pi, 180.0)),
    domain=(REAL,),
)
radians = elementwise(
    "radians",
    np.radians,
    partials=(math.pi / 180,),
    lower=lambda: Elementwise(_elementary_lowering.times_quotient(math.pi, 180.0)),
    domain=(REAL,),
)
rad2deg = elementwise(
    "rad2deg",
    np.rad2deg,
    partials=(180 / math.pi,),
    lower=lambda: Elementwise(_elementary_lowering.times_quotient(180.0, math.pi)),
    domain=(REAL,),
)
degrees = elementwise(
    "degrees",
    np.degrees,
    partials=(180 / math.pi,),
    lower=lambda: Elementwise(_elementary_lowering.times_quotient(180.0, math.pi)),
    domain=(REAL,),
)

# -- hyperbolic functions --------------------------------------------------------------

sinh = elementwise(
    "sinh",
    np.sinh,
    partials=(lambda x: np.cosh(x),),
    lower=lambda: _lowering.by_routine(vecmath.sinh, complexmath.sinh),
    domain=(REAL,),
)
cosh = elementwise(
    "cosh",
    np.cosh,
    partials=(lambda x: np.sinh(x),),
    lower=lambda: _lowering.by_routine(vecmath.cosh, complexmath.cosh),
    domain=(REAL,),
)
tanh = elementwise(
    "tanh",
    np.tanh,
    partials=(lambda out: 1 - out * out,),
    lower=lambda: _lowering.by_routine(vecmath.tanh, complexmath.tanh),
    domain=(REAL,),
)
arcsinh = elementwise(
    "arcsinh",
    np.arcsinh,
    partials=(Reciprocal(lambda x: np.sqrt(x * x - -1)),),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_elementary_lowering.arcsinh, complexmath.asinh), cost=50
    ),
    domain=(REAL,),
)


def _sine_of_arccosh(x: Any) -> Any:
    """``sqrt(x**2 - 1)``."""
    if x.dtype.kind == "c":
        return np.sqrt(x - 1) * np.sqrt(x - -1)
    return np.sqrt((x - 1) * (x + 1))


arccosh = elementwise(
    "arccosh",
    np.arccosh,
    partials=(Reciprocal(_sine_of_arccosh),),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_elementary_lowering.arccosh, complexmath.acosh), cost=50
    ),
    domain=(_ABOVE_ONE,),
)
arctanh = elementwise(
    "arctanh",
    np.arctanh,
    partials=(Reciprocal(lambda x: (1 - x) * (1 + x)),),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_elementary_lowering.arctanh, complexmath.atanh), cost=45
    ),
    domain=(_UNIT,),
)

# -- the cardinal sine -----------------------------------------------------------------


def _spherical_jn_dx(x: Any, order: int) -> Any:
    if order == 0:
        return -spherical_jn.unary(x, {"order": 1})
    below = spherical_jn.unary(x, {"order": order - 1})
    above = spherical_jn.unary(x, {"order": order + 1})
    return (order * below - (order + 1) * above) / (2 * order + 1)


def _spherical_jn(x: Any, *, order: int) -> Any:
    import scipy.special  # noqa: PLC0415 - slow

    return scipy.special.spherical_jn(order, x).astype(x.dtype)


spherical_jn = elementwise(
    "spherical_jn",
    _spherical_jn,
    partials=(_spherical_jn_dx,),
    domain=(),
    doc="Spherical Bessel function of the first kind.",
    reference="DLMF 10.51.2",
)

sinc = elementwise(
    "sinc",
    np.sinc,
    partials=(lambda x: -math.pi * spherical_jn.unary(math.pi * x, {"order": 1}),),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_elementary_lowering.sinc, complexmath.sinc), cost=30
    ),
    domain=(REAL,),
    doc="``sin(pi x) / (pi x)``, the spherical Bessel function of order 0 of ``pi x``: "
    "so its derivatives of every order are accurate at and around 0.",
    reference="DLMF 10.49.3 and 10.51.2",
)
