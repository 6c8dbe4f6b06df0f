"""The error function and its kin: scaled, inverse, of a complex argument."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math import vecmath
from functrace.compiler.math.special import scalar_call
from functrace.primitives import _lowering
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._several import several
from functrace.primitives.special._tails import FAR, fraction

_ERF_SLOPE = 2 / math.sqrt(math.pi)
_NDTR_SLOPE = 1 / math.sqrt(2 * math.pi)
_NEGLIGIBLE = 40.0  # exp(-40) is nothing beside 1
_NO_TAIL = 40.0  # from where on the normal density is 0
_EIGHTH_TURN = complex(math.sqrt(0.5), math.sqrt(0.5))

erf = elementwise(
    "erf",
    scipy.special.erf,
    partials=(lambda x: _ERF_SLOPE * np.exp(-x * x),),
    lower=_lowering.by_routine(vecmath.erf),
    domain=(REAL,),
    doc="Error function.",
    reference="DLMF 7.2.1",
)
erfc = elementwise(
    "erfc",
    scipy.special.erfc,
    partials=(lambda x: -_ERF_SLOPE * np.exp(-x * x),),
    lower=_lowering.by_routine(vecmath.erfc),
    domain=(REAL,),
    doc="Complementary error function, ``1 - erf(x)``.",
    reference="DLMF 7.2.2",
)
ndtr = elementwise(
    "ndtr",
    scipy.special.ndtr,
    partials=(lambda x: _NDTR_SLOPE * np.exp(-0.5 * x * x),),
    lower=_lowering.by_routine(vecmath.ndtr),
    domain=(REAL,),
    doc="Distribution function of the normal distribution.",
    reference="DLMF 7.2.2, with 7.18.1",
)

# -- scaled ----------------------------------------------------------------------------


def _beyond(far: Any, x: Any, out: Any, sign: int, near: Any) -> Any:
    """The derivative by the fraction where `far`, elsewhere what `near` gives."""
    tail = -2 * fraction(np.where(far, x, FAR), sign) * out
    return np.where(far, tail, near(np.where(far, 0, x), np.where(far, 0, out)))


def _erfcx_dx(x: Any, out: Any) -> Any:
    far = (np.abs(x) > FAR) & (np.real(x) > 0)
    return _beyond(far, x, out, 1, lambda x, out: 2 * x * out - _ERF_SLOPE)


erfcx = elementwise(
    "erfcx",
    scipy.special.erfcx,
    partials=(_erfcx_dx,),
    lower=_lowering.by_routine(vecmath.erfcx),
    domain=(REAL,),
    doc="Scaled complementary error function, ``exp(x**2) * erfc(x)``.",
    reference="DLMF 7.10.2; 7.9.1 where that cancels",
)


def _shrinking(x: Any) -> Any:
    """Whether ``exp(-x**2)`` is negligible."""
    return np.real(x) ** 2 - np.imag(x) ** 2 > _NEGLIGIBLE


def _dawsn_dx(x: Any, out: Any) -> Any:
    far = (np.abs(x) > FAR) & _shrinking(x)
    return _beyond(far, x, out, -1, lambda x, out: 1 - 2 * x * out)


dawsn = elementwise(
    "dawsn",
    scipy.special.dawsn,
    partials=(_dawsn_dx,),
    lower=scalar_call("dawsn"),
    domain=(REAL,),
    doc="Dawson's integral.",
    reference="DLMF 7.10.3; 7.9.1 where that cancels",
)


def _wofz_dx(x: Any, out: Any) -> Any:
    far = (np.abs(x) > FAR) & ((np.imag(x) >= 0) | _shrinking(x))
    return _beyond(far, x, out, -1, lambda x, out: _ERF_SLOPE * 1j - 2 * x * out)


wofz = elementwise(
    "wofz",
    scipy.special.wofz,
    partials=(_wofz_dx,),
    domain=(REAL,),
    doc="Faddeeva function.",
    reference="DLMF 7.10.2; 7.9.1 where that cancels",
)
erfi = elementwise(
    "erfi",
    scipy.special.erfi,
    partials=(lambda x: _ERF_SLOPE * np.exp(x * x),),
    lower=scalar_call("erfi"),
    domain=(REAL,),
    doc="Imaginary error function, ``-1j * erf(1j * x)``.",
    reference="DLMF 7.2.1",
)


def _log_ndtr_dx(x: Any) -> Any:
    """Without the infinite values of erfcx on the right, of which derivatives are NaN."""
    if x.dtype.kind == "c":
        return math.sqrt(2 / math.pi) / scipy.special.erfcx(x * -math.sqrt(0.5))
    left = x < 0
    below, above = np.where(left, x, 0), np.where(left, 0, np.minimum(x, _NO_TAIL))
    return np.where(
        left,
        math.sqrt(2 / math.pi) / scipy.special.erfcx(below * -math.sqrt(0.5)),
        _NDTR_SLOPE * np.exp(-0.5 * above * above) / scipy.special.ndtr(above),
    )


log_ndtr = elementwise(
    "log_ndtr",
    scipy.special.log_ndtr,
    partials=(_log_ndtr_dx,),
    lower=_lowering.by_routine(vecmath.log_ndtr),
    domain=(REAL,),
    doc="Logarithm of `ndtr`.",
    reference="DLMF 7.2.2, with 7.18.1",
)

# -- inverse ---------------------------------------------------------------------------

erfinv = elementwise(
    "erfinv",
    scipy.special.erfinv,
    partials=(lambda out: np.exp(out * out) / _ERF_SLOPE,),
    lower=_lowering.by_routine(vecmath.erfinv),
    domain=((-1.0, 1.0),),
    doc="Inverse of `erf`.",
)
erfcinv = elementwise(
    "erfcinv",
    scipy.special.erfcinv,
    partials=(lambda out: np.exp(out * out) / -_ERF_SLOPE,),
    lower=_lowering.by_routine(vecmath.erfcinv),
    domain=((0.0, 2.0),),
    doc="Inverse of `erfc`.",
)
ndtri = elementwise(
    "ndtri",
    scipy.special.ndtri,
    partials=(lambda out: np.exp(0.5 * out * out) / _NDTR_SLOPE,),
    lower=_lowering.by_routine(vecmath.ndtri),
    domain=((0.2, 0.8),),
    doc="Inverse of `ndtr`.",
)
ndtri_exp = elementwise(
    "ndtri_exp",
    scipy.special.ndtri_exp,
    partials=(
        lambda out: math.sqrt(math.pi / 2) * scipy.special.erfcx(out * -math.sqrt(0.5)),
    ),
    lower=scalar_call("ndtri_exp"),
    domain=((-np.inf, 0.0),),
    doc="Inverse of `log_ndtr`.",
)

# -- Fresnel's integrals ---------------------------------------------------------------


def _fresnel_dx(x: Any) -> tuple[Any, Any]:
    angle = math.pi / 2 * x * x
    return np.sin(angle), np.cos(angle)


fresnel = several(
    "fresnel",
    scipy.special.fresnel,
    partials=(_fresnel_dx,),
    domain=(REAL,),
    doc="Fresnel's integrals, the sine's first.",
    reference="DLMF 7.2.7 and 7.2.8",
)


def _modified_fresnel_dx(turn: complex) -> Any:
    """With ``K(x) = w(turn * x) / 2``."""
    square = turn * turn

    def partial(x: Any, outs: Any) -> tuple[Any, Any]:
        z = turn * x
        slope = _beyond(
            x > FAR,
            z,
            outs[1],
            -1,
            lambda z, out: 0.5j * _ERF_SLOPE - 2 * z * out,
        )
        return -np.exp(square * x * x), turn * slope

    return partial


modfresnelp = several(
    "modfresnelp",
    scipy.special.modfresnelp,
    partials=(_modified_fresnel_dx(_EIGHTH_TURN),),
    domain=(POSITIVE,),
    doc="The integral of ``exp(1j t**2)`` from x on, and the same scaled; of negative x "
    "SciPy's value of the former is wrong, the derivative is not.",
    reference="DLMF 7.10.2, with 7.5.8",
)
modfresnelm = several(
    "modfresnelm",
    scipy.special.modfresnelm,
    partials=(_modified_fresnel_dx(-_EIGHTH_TURN.conjugate()),),
    domain=(POSITIVE,),
    doc="The integral of ``exp(-1j t**2)`` from x on, and the same scaled; see "
    "`modfresnelp`.",
    reference="DLMF 7.10.2, with 7.5.8",
)
