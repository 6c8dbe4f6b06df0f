"""Legendre's elliptic integrals and Jacobi's elliptic functions.

Derivatives in the parameter are written with Carlson's symmetric integrals, which need no
limits for m = 0 and lose no digits near it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import REAL, Interval, elementwise
from functrace.primitives.special._several import several

_PARAMETER: Interval = (0.0, 0.8)  # of both signs, and up to 1
_BELOW_ONE: Interval = (-math.inf, 1.0)

# -- complete integrals ------------------------------------------------------------------


def _ellipk_dx(x: Any) -> Any:
    return scipy.special.elliprd(0.0, 1.0, 1 - x) / 6


def _ellipe_dx(x: Any) -> Any:
    return scipy.special.elliprd(0.0, 1 - x, 1.0) / -6


ellipk = elementwise(
    "ellipk",
    scipy.special.ellipk,
    partials=(_ellipk_dx,),
    domain=(_BELOW_ONE,),
    lower=scalar_call("ellipk"),
    doc="Complete elliptic integral of the first kind.",
    reference="DLMF 19.25.1, 19.18.1",
)
ellipkm1 = elementwise(
    "ellipkm1",
    scipy.special.ellipkm1,
    partials=(lambda x: scipy.special.elliprd(0.0, 1.0, x) / -6,),
    domain=(_PARAMETER,),
    lower=scalar_call("ellipkm1"),
    doc="Complete elliptic integral of the first kind of 1 - x.",
    reference="DLMF 19.25.1, 19.18.1",
)
ellipe = elementwise(
    "ellipe",
    scipy.special.ellipe,
    partials=(_ellipe_dx,),
    domain=(_BELOW_ONE,),
    lower=scalar_call("ellipe"),
    doc="Complete elliptic integral of the second kind.",
    reference="DLMF 19.25.1, 19.4.2",
)

# -- incomplete integrals ----------------------------------------------------------------


def _delta(x: Any, y: Any) -> Any:
    return np.sqrt(1 - y * np.sin(x) ** 2)


def _reduced(x: Any) -> tuple[Any, Any, Any]:
    """Half periods in an angle; the sine and squared cosine of what is left."""
    count = np.round(x / math.pi)
    rest = x - count * math.pi
    return count, np.sin(rest), np.cos(rest) ** 2


def _periods(count: Any, y: Any, complete: Any) -> Any:
    """What half periods contribute; nothing, even for m >= 1, if there are none."""
    inside = np.where(count == 0, 0, y)
    return np.where(count == 0, 0, 2 * count * complete(inside))


def _ellipkinc_dy(x: Any, y: Any) -> Any:
    count, sine, cosine2 = _reduced(x)
    rest = scipy.special.elliprd(cosine2, 1.0, 1 - y * sine**2)
    return sine**3 * rest / 6 + _periods(count, y, _ellipk_dx)


def _ellipeinc_dy(x: Any, y: Any) -> Any:
    count, sine, cosine2 = _reduced(x)
    rest = scipy.special.elliprd(cosine2, 1 - y * sine**2, 1.0)
    return sine**3 * rest / -6 + _periods(count, y, _ellipe_dx)


ellipkinc = elementwise(
    "ellipkinc",
    scipy.special.ellipkinc,
    partials=(lambda x, y: 1 / _delta(x, y), _ellipkinc_dy),
    domain=(REAL, _PARAMETER),
    lower=scalar_call("ellipkinc", 2),
    doc="Incomplete elliptic integral of the first kind.",
    reference="DLMF 19.2.4, 19.25.5, 19.18.1",
)
ellipeinc = elementwise(
    "ellipeinc",
    scipy.special.ellipeinc,
    partials=(_delta, _ellipeinc_dy),
    domain=(REAL, _PARAMETER),
    lower=scalar_call("ellipeinc", 2),
    doc="Incomplete elliptic integral of the second kind.",
    reference="DLMF 19.2.5, 19.4.6",
)

# -- elliptic functions ------------------------------------------------------------------


def _ellipj_dx(y: Any, outs: Any) -> tuple[Any, ...]:
    sn, cn, dn, _ = outs
    return cn * dn, -sn * dn, -y * sn * cn, dn


def _ellipj_dy(y: Any, outs: Any) -> tuple[Any, ...]:
    """From ``ellipkinc(ph, y) == x`` and ``dn ** 2 == 1 - y * sn ** 2``."""
    sn, cn, dn, ph = outs
    count = np.round(ph / math.pi)
    sine = sn * (1 - 2 * (count % 2))
    shift = sine**3 * scipy.special.elliprd(cn**2, 1.0, dn**2) / 6
    shift = shift + _periods(count, y, _ellipk_dx)
    slope = -dn * shift
    return cn * slope, -sn * slope, y * sn * cn * shift - sn**2 / (2 * dn), slope


ellipj = several(
    "ellipj",
    scipy.special.ellipj,
    partials=(_ellipj_dx, _ellipj_dy),
    domain=(REAL, _PARAMETER),
    doc="Jacobi's elliptic functions sn, cn, dn, and the amplitude.",
    reference="DLMF 22.13.1, 22.16.10",
)
