"""Integrals of exponentials, sines and logarithms; Lambert's function."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special
from scipy.special import _ufuncs

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._moments import (
    exponential_moment,
    logarithmic_moment,
)
from functrace.primitives.special._order import at_integers
from functrace.primitives.special._several import several

expi = elementwise(
    "expi",
    scipy.special.expi,
    partials=(lambda x: np.exp(x) / x,),
    lower=scalar_call("expi"),
    domain=(POSITIVE,),
    doc="Exponential integral Ei.",
    reference="DLMF 6.2.5",
)
exp1 = elementwise(
    "exp1",
    scipy.special.exp1,
    partials=(lambda x: -np.exp(-x) / x,),
    lower=scalar_call("exp1"),
    domain=(POSITIVE,),
    doc="Exponential integral of order 1.",
    reference="DLMF 6.2.1",
)


def _expn_dx(x: Any, y: Any) -> Any:
    """Of the order 0, of which ``exp(-y) / y`` is the integral, by itself."""
    below = scipy.special.expn(np.maximum(x - 1, 0), y)
    return -np.where(x == 0, below * (1 + 1 / y), below)


expn = elementwise(
    "expn",
    scipy.special.expn,
    partials=(None, at_integers(_expn_dx)),
    domain=((2.0, 2.0), POSITIVE),
    doc="Exponential integral of an integer order, in which it has no derivative.",
    reference="DLMF 8.19.13",
)


def _hyperbolic_sinc(x: Any) -> Any:
    if x.dtype.kind == "c":
        return np.sinc(1j / math.pi * x)
    return 0.5 * (scipy.special.exprel(x) + scipy.special.exprel(-x))


sici = several(
    "sici",
    scipy.special.sici,
    partials=(lambda x: (np.sinc(x / math.pi), np.cos(x) / x),),
    domain=(POSITIVE,),
    doc="Sine and cosine integrals.",
    reference="DLMF 6.2.9 and 6.2.11",
)
shichi = several(
    "shichi",
    scipy.special.shichi,
    partials=(lambda x: (_hyperbolic_sinc(x), np.cosh(x) / x),),
    domain=(POSITIVE,),
    doc="Hyperbolic sine and cosine integrals.",
    reference="DLMF 6.2.15 and 6.2.16",
)
exprel = elementwise(
    "exprel",
    scipy.special.exprel,
    partials=(lambda x: exponential_moment.unary(x, {"order": 1}),),
    lower=scalar_call("exprel"),
    domain=(REAL,),
    doc="``(exp(x) - 1) / x``.",
    reference="DLMF 13.6.2 and 13.3.15",
)


def _spence_dx(x: Any) -> Any:
    """Logarithm of x over ``1 - x``."""
    near = np.abs(x - 1) < 0.5
    beyond = np.where(near, 2, x)
    series = logarithmic_moment.unary(np.where(near, x - 1, 0), {"order": 0})
    return np.where(near, -series, np.log(beyond) / (1 - beyond))


spence = elementwise(
    "spence",
    scipy.special.spence,
    partials=(_spence_dx,),
    lower=scalar_call("spence"),
    domain=(POSITIVE,),
    doc="Spence's function, the dilogarithm of ``1 - x``.",
    reference="DLMF 25.12.2",
)

# -- Lambert's function ----------------------------------------------------------------

lambertw = elementwise(
    "lambertw",
    _ufuncs._lambertw,  # noqa: SLF001 - what scipy.special.lambertw calls
    partials=(lambda out: np.exp(-out) / (1 + out), None, None),
    domain=(REAL, REAL, (1e-9, 1e-8)),
    doc="Lambert's W function; of the operand, the branch, the tolerance.",
    reference="DLMF 4.13.4",
)
wrightomega = elementwise(
    "wrightomega",
    scipy.special.wrightomega,
    partials=(lambda out: out / (1 + out),),
    lower=scalar_call("wrightomega"),
    domain=(REAL,),
    doc="Wright's omega function, the W function of ``exp(x)`` on the branch of x.",
    reference="DLMF 4.13.4",
)
