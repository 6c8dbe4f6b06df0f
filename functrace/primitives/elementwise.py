"""Arithmetic, powers, and other operations on the elements of two arrays.

Where there is an operator it is the implementation: on NumPy scalars it takes a fifth
of the ufunc's time. A Python complex number must not stand on its left: with a float64
on its right Python answers, and gives a Python number.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from functrace.compiler.forms import Elementwise, Expanded
from functrace.core.aval import Aval
from functrace.core.rule import over
from functrace.core.strides import of_operands
from functrace.engine.rewrite import identity
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import (
    _division,
    _elementary_lowering,
    _lowering,
    _powers,
    _representation,
    arithmetic_rules,
    choice_rules,
    complexmath,
    vecmath,
)
from functrace.primitives._make import (
    POSITIVE,
    REAL,
    Reciprocal,
    elementwise,
    elementwise_aval,
    nondifferentiable,
    primitive,
)

# -- arithmetic ------------------------------------------------------------------------

add = elementwise(
    "add",
    lambda x, y: np.add(x, y) if type(x) is complex else x + y,
    ufunc=np.add,
    partials=(1, 1),
    lower=lambda: Elementwise(_lowering.add),
    simplify=lambda p: arithmetic_rules.rule(p),
    domain=(REAL, REAL),
)
subtract = elementwise(
    "subtract",
    lambda x, y: np.subtract(x, y) if type(x) is complex else x - y,
    ufunc=np.subtract,
    partials=(1, -1),
    lower=lambda: Elementwise(_lowering.subtract),
    simplify=lambda p: arithmetic_rules.rule(p),
    domain=(REAL, REAL),
)
multiply = elementwise(
    "multiply",
    lambda x, y: np.multiply(x, y) if type(x) is complex else x * y,
    ufunc=np.multiply,
    partials=(lambda y: y, lambda x: x),
    lower=lambda: Elementwise(_lowering.multiply, absorbed=(0, 1)),
    simplify=lambda p: arithmetic_rules.rule(p),
    domain=(REAL, REAL),
)
true_divide = elementwise(
    "true_divide",
    lambda x, y: np.true_divide(x, y) if type(x) is complex else x / y,
    ufunc=np.true_divide,
    partials=(Reciprocal(lambda y: y), lambda y, out: over(-out, y)),
    lower=lambda: Elementwise(
        _lowering.for_kinds(lambda b, x, y: x / y, complexmath.divide),
        cost=4,
        absorbed=(0,),
    ),
    simplify=lambda p: arithmetic_rules.rule(p),
    domain=(REAL, POSITIVE),
)
negative = elementwise(
    "negative",
    operator.neg,
    ufunc=np.negative,
    partials=(-1,),
    lower=Elementwise(lambda b, x: -x, absorbed=(0,)),
    simplify=lambda p: arithmetic_rules.rule(p),
    domain=(REAL,),
)
positive = elementwise(
    "positive",
    np.positive,
    partials=(1,),
    lower=lambda: Elementwise(_lowering.identity),
    simplify=lambda p: identity,
    domain=(REAL,),
)
square = elementwise(
    "square",
    np.square,
    partials=(lambda x: x + x,),
    lower=Elementwise(lambda b, x: x * x),
    simplify=lambda p: arithmetic_rules.TABLE.rule(p),
    domain=(REAL,),
)
reciprocal = elementwise(
    "reciprocal",
    np.reciprocal,
    partials=(lambda out: -(out * out),),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_division.reciprocal, complexmath.reciprocal), cost=4
    ),
    domain=(POSITIVE,),
)
remainder = elementwise(
    "remainder",
    np.remainder,
    partials=(1, lambda x, y: -(x // y)),
    lower=lambda: Elementwise(_division.remainder, cost=20),
    domain=(REAL, POSITIVE),
    doc="The remainder with the sign of the divisor.",
)
fmod = elementwise(
    "fmod",
    np.fmod,
    partials=(1, lambda x, y: -np.trunc(x / y)),
    lower=lambda: Elementwise(_division.fmod, cost=20),
    domain=(REAL, POSITIVE),
    doc="The remainder with the sign of the dividend.",
)

# -- powers ----------------------------------------------------------------------------

_NUMBERS = frozenset((bool, int, float, complex, np.float64, np.int64))


def _power(x: Any, y: Any) -> Any:
    """Leave the choice of a faster kernel (square, sqrt) to ndarray's operator."""
    kind = type(x)
    if kind is np.float64 or (kind is np.ndarray and x.dtype.kind in "fc"):
        return x**y
    return np.power(x, y)


def _power_dx(x: Any, y: Any) -> Any:
    if type(y) in _NUMBERS:
        return x + x if y == 2 else y * x ** (y - 1 if y else 0)
    # 0 * 0**-1 would be NaN; elsewhere the exponent is left alone, so that the
    # derivative of this with respect to y is right.
    if y.dtype.kind in "fc":
        return y * x ** np.where((x == 0) & (y == 0), 0, y - 1)
    return y * x ** np.where(y == 0, 0, y - 1)


def _power_dy(x: Any, out: Any) -> Any:
    if type(x) is int or type(x) is float:
        return out * (math.log(x) if x > 0 else 0.0 if x == 0 else math.nan)
    return out * np.log(x + (x == 0))


power = elementwise(
    "power",
    _power,
    ufunc=np.power,
    partials=(_power_dx, _power_dy),
    simplify=lambda p: arithmetic_rules.TABLE.rule(p),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_powers.power, complexmath.power), cost=40
    ),
    domain=(POSITIVE, REAL),
    doc="Derivatives at ``x = 0`` are finite where ``x**(y - 1)`` is: ``0**0`` has the "
    "derivative 0 in ``x``, and ``0**y`` the derivative 0 in ``y``.",
)
float_power = elementwise(
    "float_power",
    np.float_power,
    partials=(_power_dx, _power_dy),
    lower=lambda: Elementwise(
        _lowering.for_kinds(_powers.power, complexmath.power), cost=40
    ),
    domain=(POSITIVE, REAL),
    doc="`power` in double precision at least.",
)

# -- the plane, logarithmic sums -------------------------------------------------------


def _over_radius(x: Any, r: Any) -> Any:
    """A coordinate over the distance from the origin; 0 there, as derivatives of it are."""
    at_origin = r == 0
    return np.where(at_origin, 0, x / (r + at_origin))


hypot = elementwise(
    "hypot",
    np.hypot,
    partials=(
        lambda x, out: _over_radius(x, out),
        lambda y, out: _over_radius(y, out),
    ),
    lower=lambda: _lowering.by_routine(vecmath.hypot),
    domain=(REAL, REAL),
    doc="``sqrt(x**2 + y**2)``; its derivative at the origin is 0.",
)


def _arctan2_dx(x: Any, y: Any) -> Any:
    r = np.hypot(x, y)
    return _over_radius(_over_radius(y, r), r)  # not over r * r, which may underflow


def _arctan2_dy(x: Any, y: Any) -> Any:
    r = np.hypot(x, y)
    return -_over_radius(_over_radius(x, r), r)


arctan2 = elementwise(
    "arctan2",
    np.arctan2,
    partials=(_arctan2_dx, _arctan2_dy),
    lower=lambda: _lowering.by_routine(vecmath.atan2),
    domain=(POSITIVE, REAL),
    doc="Angle of the point ``(y, x)``; its derivative at the origin is 0.",
)


def _share(x: Any, out: Any, exp: np.ufunc) -> Any:
    """The share of `x` in a logarithmic sum; 0 where the sum is zero."""
    limits = np.finfo(out.dtype)
    return exp(np.minimum(x, limits.max) - np.clip(out, limits.min, limits.max))


logaddexp = elementwise(
    "logaddexp",
    np.logaddexp,
    partials=(
        lambda x, out: _share(x, out, np.exp),
        lambda y, out: _share(y, out, np.exp),
    ),
    lower=lambda: Elementwise(_elementary_lowering.logaddexp, cost=60),
    domain=(REAL, REAL),
)
logaddexp2 = elementwise(
    "logaddexp2",
    np.logaddexp2,
    partials=(
        lambda x, out: _share(x, out, np.exp2),
        lambda y, out: _share(y, out, np.exp2),
    ),
    lower=lambda: Elementwise(_elementary_lowering.logaddexp2, cost=60),
    domain=(REAL, REAL),
)

# -- the representation of numbers -----------------------------------------------------

copysign = elementwise(
    "copysign",
    np.copysign,
    partials=(lambda x, y: np.copysign(1.0, x) * np.copysign(1.0, y), None),
    lower=Elementwise(lambda b, x, y: b.copysign(x, y)),
    domain=(REAL, REAL),
)
heaviside = elementwise(
    "heaviside",
    np.heaviside,
    partials=(None, lambda x: x == 0),
    lower=lambda: Elementwise(_lowering.heaviside, cost=4),
    domain=(REAL, REAL),
)
nextafter = elementwise(
    "nextafter",
    np.nextafter,
    partials=(1, None),
    lower=lambda: Elementwise(_representation.nextafter, cost=8),
    domain=(REAL, REAL),
    doc="The neighbouring floating-point number: `x`, as far as derivatives go.",
)
ldexp = elementwise(
    "ldexp",
    np.ldexp,
    partials=(lambda y: np.ldexp(1.0, y), None),
    lower=lambda: Elementwise(_representation.ldexp, cost=15),
    domain=(REAL, REAL),
)
frexp = primitive(
    "frexp",
    np.frexp,
    elementwise_aval(np.frexp),
    vjp=(lambda g, outs: None if g[0] is None else np.ldexp(g[0], -outs[1]),),
    jvp=(lambda t, outs: (np.ldexp(t, -outs[1]), None),),
    ufunc=np.frexp,
    multiple=True,
    broadcasts=True,
    layout=of_operands,
    lower=lambda: Elementwise(_representation.frexp, cost=10),
    domain=(POSITIVE,),
    doc="Mantissa and exponent.",
)
modf = primitive(
    "modf",
    np.modf,
    elementwise_aval(np.modf),
    vjp=(lambda g: g[0],),
    jvp=(lambda t: (t, None),),
    ufunc=np.modf,
    multiple=True,
    broadcasts=True,
    layout=of_operands,
    lower=lambda: Elementwise(_representation.modf, cost=3),
    domain=(REAL,),
    doc="Fractional and integral part.",
)

# -- conversion --------------------------------------------------------------------------

# The engines bring a cotangent or tangent into the dtype that is wanted.
convert = primitive(
    "convert",
    lambda x, *, dtype: x.astype(dtype),
    lambda x, dtype: Aval(x.shape, dtype),
    vjp=(lambda g: g,),
    jvp=(lambda t: t,),
    elementwise=True,
    batch=unary,
    layout=of_operands,
    lower=lambda: Elementwise(_lowering.astype, absorbed=(0,)),
    simplify=lambda p: choice_rules.TABLE.rule(p),
    doc="The same values in another dtype.",
)

# Only the compiler may leave it out: simplified graphs are differentiated, too.
stop_gradient = nondifferentiable(
    "stop_gradient",
    lambda x: x.copy() if isinstance(x, np.ndarray) else x,
    lambda x: x,
    batch=unary,
    lower=Expanded(lambda x: x, is_total=True),
    doc="A copy through which nothing is differentiated.",
)
