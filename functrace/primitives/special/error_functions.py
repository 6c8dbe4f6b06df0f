"""Functions of `scipy.special`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler import vecmath
from functrace.compiler.lowering import Elementwise
from functrace.primitives import _lowering
from functrace.primitives._make import REAL, elementwise

_COST = 15
_ERF_SLOPE = 2 / math.sqrt(math.pi)
_NDTR_SLOPE = 1 / math.sqrt(2 * math.pi)

erf = elementwise(
    "erf",
    scipy.special.erf,
    partials=(lambda x: _ERF_SLOPE * np.exp(-x * x),),
    lower=Elementwise(_lowering.of_reals(vecmath.erf), _COST),
    domain=(REAL,),
    doc="Error function.",
    reference="DLMF 7.2.1",
)
erfc = elementwise(
    "erfc",
    scipy.special.erfc,
    partials=(lambda x: -_ERF_SLOPE * np.exp(-x * x),),
    lower=Elementwise(_lowering.of_reals(vecmath.erfc), _COST),
    domain=(REAL,),
    doc="Complementary error function, ``1 - erf(x)``.",
    reference="DLMF 7.2.2",
)


def _emit_ndtr(b: Any, x: Any) -> Any:
    return vecmath.erfc(b, x * -math.sqrt(0.5)) * 0.5


ndtr = elementwise(
    "ndtr",
    scipy.special.ndtr,
    partials=(lambda x: _NDTR_SLOPE * np.exp(-0.5 * x * x),),
    lower=Elementwise(_lowering.of_reals(_emit_ndtr), _COST),
    domain=(REAL,),
    doc="Distribution function of the normal distribution.",
    reference="DLMF 7.2.2, with 7.18.1",
)
expit = elementwise(
    "expit",
    scipy.special.expit,
    partials=(lambda out: out * (1 - out),),
    lower=Elementwise(_lowering.of_reals(vecmath.expit), _COST),
    domain=(REAL,),
    doc="Logistic function, ``1 / (1 + exp(-x))``.",
)
