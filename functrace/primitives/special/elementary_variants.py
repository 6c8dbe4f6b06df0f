"""SciPy's own versions of elementary functions, and what is composed of few of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.forms import Elementwise
from functrace.compiler.math import vecmath
from functrace.compiler.math.special import scalar_call
from functrace.primitives import _lowering
from functrace.primitives._make import (
    POSITIVE,
    REAL,
    Reciprocal,
    elementwise,
    nondifferentiable,
)
from functrace.primitives.special._safe import quotient

_DEGREE = math.pi / 180
_COST = 15

# -- exponentials, logarithms, roots ---------------------------------------------------

expm1 = elementwise(
    "scipy_expm1",
    scipy.special.expm1,
    partials=(lambda out: out + 1,),
    lower=scalar_call("expm1"),
    domain=(REAL,),
)
log1p = elementwise(
    "scipy_log1p",
    scipy.special.log1p,
    partials=(Reciprocal(lambda x: x + 1),),
    lower=scalar_call("log1p"),
    domain=(POSITIVE,),
)
cbrt = elementwise(
    "scipy_cbrt",
    scipy.special.cbrt,
    partials=(Reciprocal(lambda out: 3 * out * out),),
    lower=scalar_call("cbrt"),
    domain=(POSITIVE,),
    doc="The derivative at 0 is infinite.",
)
exp2 = elementwise(
    "scipy_exp2",
    scipy.special.exp2,
    partials=(lambda out: out * math.log(2),),
    lower=scalar_call("exp2"),
    domain=(REAL,),
)
exp10 = elementwise(
    "exp10",
    scipy.special.exp10,
    partials=(lambda out: out * math.log(10),),
    lower=scalar_call("exp10"),
    domain=(REAL,),
    doc="``10**x``.",
)
cosm1 = elementwise(
    "cosm1",
    scipy.special.cosm1,
    partials=(lambda x: -np.sin(x),),
    lower=scalar_call("cosm1"),
    domain=(REAL,),
    doc="``cos(x) - 1``.",
)
powm1 = elementwise(
    "powm1",
    scipy.special.powm1,
    partials=(
        lambda x, y: y * np.power(x, np.where(y == 0, 0, y - 1)),
        lambda x, y: np.power(x, y) * np.log(np.where(x == 0, 1, x)),
    ),
    lower=scalar_call("powm1", 2),
    domain=(POSITIVE, REAL),
    doc="``x**y - 1``; its derivatives are those of `power`.",
)

# -- logarithms of products ------------------------------------------------------------

xlogy = elementwise(
    "xlogy",
    scipy.special.xlogy,
    partials=(lambda y: np.log(y), quotient),
    lower=scalar_call("xlogy", 2),
    domain=(REAL, POSITIVE),
    doc="``x * log(y)``, zero where `x` is; there its derivative in `y` is zero.",
)
xlog1py = elementwise(
    "xlog1py",
    scipy.special.xlog1py,
    partials=(lambda y: np.log1p(y), lambda x, y: quotient(x, 1 + y)),
    lower=scalar_call("xlog1py", 2),
    domain=(REAL, POSITIVE),
    doc="``x * log(1 + y)``, zero where `x` is; there its derivative in `y` is zero.",
)

# -- the logistic function -------------------------------------------------------------

expit = elementwise(
    "expit",
    scipy.special.expit,
    partials=(lambda x, out: out * scipy.special.expit(-x),),
    lower=Elementwise(_lowering.of_reals(vecmath.expit), _COST),
    domain=(REAL,),
    doc="Logistic function, ``1 / (1 + exp(-x))``.",
)
log_expit = elementwise(
    "log_expit",
    scipy.special.log_expit,
    partials=(lambda x: scipy.special.expit(-x),),
    lower=scalar_call("log_expit"),
    domain=(REAL,),
    doc="Logarithm of the logistic function.",
)
logit = elementwise(
    "logit",
    scipy.special.logit,
    partials=(Reciprocal(lambda x: x * (1 - x)),),
    lower=scalar_call("logit"),
    domain=((0.0, 1.0),),
    doc="Inverse of the logistic function, ``log(x / (1 - x))``.",
)

# -- angles in degrees -----------------------------------------------------------------

sindg = elementwise(
    "sindg",
    scipy.special.sindg,
    partials=(lambda x: scipy.special.cosdg(x) * _DEGREE,),
    lower=scalar_call("sindg"),
    domain=(REAL,),
    doc="Sine of an angle in degrees.",
)
cosdg = elementwise(
    "cosdg",
    scipy.special.cosdg,
    partials=(lambda x: scipy.special.sindg(x) * -_DEGREE,),
    lower=scalar_call("cosdg"),
    domain=(REAL,),
    doc="Cosine of an angle in degrees.",
)
tandg = elementwise(
    "tandg",
    scipy.special.tandg,
    partials=(lambda out: (out * out + 1) * _DEGREE,),
    lower=scalar_call("tandg"),
    domain=(REAL,),
    doc="Tangent of an angle in degrees.",
)
cotdg = elementwise(
    "cotdg",
    scipy.special.cotdg,
    partials=(lambda out: (out * out + 1) * -_DEGREE,),
    lower=scalar_call("cotdg"),
    domain=((20.0, 150.0),),
    doc="Cotangent of an angle in degrees.",
)
radian = elementwise(
    "radian",
    scipy.special.radian,
    partials=(_DEGREE, _DEGREE / 60, _DEGREE / 3600),
    lower=scalar_call("radian", 3),
    domain=(REAL, REAL, REAL),
    doc="An angle in degrees, minutes and seconds, in radians.",
)
rounded = nondifferentiable(
    "scipy_round",
    scipy.special.round,
    domain=(REAL,),
    doc="To the nearest integer, of two the even one.",
)

# -- the arithmetic-geometric mean -----------------------------------------------------


def _agm_dx(x: Any, y: Any, out: Any) -> Any:
    mean = out / x
    return mean * mean / (1.5 * math.pi) * scipy.special.elliprd(0, (y / x) ** 2, 1)


agm = elementwise(
    "agm",
    scipy.special.agm,
    partials=(_agm_dx, lambda x, y, out: _agm_dx(y, x, out)),
    lower=scalar_call("agm", 2),
    domain=(POSITIVE, POSITIVE),
    doc="Arithmetic-geometric mean.",
    reference="DLMF 19.22.1 and 19.18.1",
)
