"""The gamma function, its logarithm and their derivatives; the zeta function."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special
from scipy.special import _ufuncs

from functrace.compiler.math import vecmath
from functrace.compiler.math.special import scalar_call
from functrace.primitives import _lowering
from functrace.primitives._differences import slope
from functrace.primitives._make import (
    POSITIVE,
    Interval,
    elementwise,
    nondifferentiable,
)
from functrace.primitives.special._safe import horner

_ABOVE_ONE: Interval = (1.0, np.inf)

# -- the gamma function ----------------------------------------------------------------

gamma = elementwise(
    "gamma",
    scipy.special.gamma,
    partials=(lambda x, out: out * scipy.special.psi(x),),
    lower=scalar_call("gamma"),
    domain=(POSITIVE,),
    doc="Gamma function.",
    reference="DLMF 5.2.2",
)
gammaln = elementwise(
    "gammaln",
    scipy.special.gammaln,
    partials=(lambda x: scipy.special.psi(x),),
    lower=_lowering.by_routine(vecmath.gammaln),
    domain=(POSITIVE,),
    doc="Logarithm of the absolute value of the gamma function.",
    reference="DLMF 5.2.2",
)
loggamma = elementwise(
    "loggamma",
    scipy.special.loggamma,
    partials=(lambda x: scipy.special.psi(x),),
    lower=scalar_call("loggamma"),
    domain=(POSITIVE,),
    doc="Logarithm of the gamma function, its branch that is cut along negative numbers.",
    reference="DLMF 5.2.2",
)
gammasgn = nondifferentiable(
    "gammasgn",
    scipy.special.gammasgn,
    lower=scalar_call("gammasgn"),
    doc="Sign of the gamma function.",
)


def rgamma_slope(x: Any) -> Any:
    """Left of 1/2 by reflection, which is finite where digamma is not. DLMF 5.5.3."""
    left = np.real(x) < 0.5
    mirrored = np.where(left, 1 - x, 1)
    whole = np.round(np.real(mirrored))
    angle = math.pi * (mirrored - whole)  # its sine and cosine are (-1)**whole theirs
    sign = 1 - 2 * np.mod(whole, 2)
    change = np.cos(angle) + np.sin(angle) / math.pi * scipy.special.psi(mirrored)
    right = np.where(left, 1, x)
    return np.where(
        left,
        -sign * scipy.special.gamma(mirrored) * change,
        -scipy.special.psi(right) * scipy.special.rgamma(right),
    )


rgamma = elementwise(
    "rgamma",
    scipy.special.rgamma,
    partials=(lambda x: rgamma_slope(x),),
    lower=scalar_call("rgamma"),
    domain=(POSITIVE,),
    doc="One over the gamma function.",
    reference="DLMF 5.2.2, with 5.5.3",
)

# -- the digamma function --------------------------------------------------------------

_SHIFT = 12
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510)


def _complex_trigamma(x: Any) -> Any:
    """By reflection, recurrence and Stirling's series; DLMF 5.15.6, 5.15.5, 5.15.8."""
    left = np.real(x) < 0.5
    start = np.where(left, 1 - x, x)
    end = start + _SHIFT
    inverse = 1 / end
    square = inverse * inverse
    out = inverse + square / 2 + inverse * square * horner(_BERNOULLI, square)
    for k in range(_SHIFT):
        out = out + (start + k) ** -2
    sine = np.where(left, np.sin(math.pi * x), 1)
    return np.where(left, (math.pi / sine) ** 2 - out, out)


def _trigamma(x: Any) -> Any:
    if x.dtype.kind == "c":
        return _complex_trigamma(x)
    return _ufuncs._zeta(2, x)  # noqa: SLF001 - what scipy.special.zeta calls


psi = elementwise(
    "psi",
    scipy.special.psi,
    partials=(_trigamma,),
    lower=_lowering.by_routine(vecmath.digamma),
    domain=(POSITIVE,),
    doc="Digamma function.",
    reference="DLMF 5.15.1 and 25.11.12",
)

# -- the zeta function -----------------------------------------------------------------


def _smooth_zeta(x: Any, y: Any) -> Any:
    """Without its pole."""
    return (x - 1) * _ufuncs._zeta(x, y)  # noqa: SLF001


def _zeta_dx(x: Any, y: Any) -> Any:
    """Of the series' first term and, by differences, of the others without their pole."""
    y = np.where(y > 0, y, np.nan)
    scale = 0.2 + 0.2 * np.log(y + 1) + 0.2 / np.abs(x - 1)
    others = slope(_smooth_zeta, (x, y + 1), 0, 1 / scale)
    rest = _ufuncs._zeta(x, y + 1)  # noqa: SLF001
    return (others - rest) / (x - 1) - np.log(y) * y**-x


zeta = elementwise(
    "zeta",
    _ufuncs._zeta,  # noqa: SLF001 - what scipy.special.zeta calls
    partials=(_zeta_dx, lambda x, y: -x * _ufuncs._zeta(x + 1, y)),  # noqa: SLF001
    domain=(_ABOVE_ONE, POSITIVE),
    doc="Hurwitz's zeta function; in `x` by differences, to 1e-13.",
    reference="DLMF 25.11.17",
)


def _smooth_riemann(x: Any) -> Any:
    return (x - 1) * _ufuncs._riemann_zeta(x)  # noqa: SLF001


def _riemann_dx(x: Any) -> Any:
    if x.dtype.kind == "c":
        return _riemann_dx_near(x)
    right = x > 1.5
    near = _riemann_dx_near(np.where(right, 0, x))
    return np.where(right, _zeta_dx(np.where(right, x, 2), np.ones((), x.dtype)), near)


def _riemann_dx_near(x: Any) -> Any:
    scale = 0.5 + 0.2 * np.log1p(np.abs(x))
    smooth = slope(_smooth_riemann, (x,), 0, 1 / scale)
    return (smooth - _ufuncs._riemann_zeta(x)) / (x - 1)  # noqa: SLF001


riemann_zeta = elementwise(
    "riemann_zeta",
    _ufuncs._riemann_zeta,  # noqa: SLF001 - what scipy.special.zeta calls
    partials=(_riemann_dx,),
    domain=(_ABOVE_ONE,),
    doc="Riemann's zeta function; its derivative is by differences, to 1e-13.",
)
zetac = elementwise(
    "zetac",
    scipy.special.zetac,
    partials=(_riemann_dx,),
    lower=scalar_call("zetac"),
    domain=(_ABOVE_ONE,),
    doc="Riemann's zeta function minus 1; its derivative is by differences, to 1e-13.",
)
