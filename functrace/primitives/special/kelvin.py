"""Kelvin functions: Bessel functions of order 0 along other rays."""

from __future__ import annotations

import cmath
from typing import Any

import scipy.special

from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._several import several

_FIRST_RAY = cmath.exp(0.75j * cmath.pi)
_SECOND_RAY = cmath.exp(0.25j * cmath.pi)
_REFERENCE = "DLMF 10.61.1, 10.61.2, with 10.6.1, 10.29.1"


def _first_curvature(x: Any) -> Any:
    """Second derivative of ber + 1j * bei."""
    z = x * _FIRST_RAY
    return 0.5j * (scipy.special.jv(0.0, z) - scipy.special.jv(2.0, z))


def _second_curvature(x: Any) -> Any:
    """Second derivative of ker + 1j * kei."""
    z = x * _SECOND_RAY
    return 0.5j * (scipy.special.kv(0.0, z) + scipy.special.kv(2.0, z))


kelvin = several(
    "kelvin",
    scipy.special.kelvin,
    partials=(
        lambda x, outs: (outs[2], outs[3], _first_curvature(x), _second_curvature(x)),
    ),
    domain=(POSITIVE,),
    doc="Kelvin functions ber + 1j * bei and ker + 1j * kei, and their derivatives.",
    reference=_REFERENCE,
)
ber = elementwise(
    "ber",
    scipy.special.ber,
    partials=(lambda x: scipy.special.berp(x),),
    domain=(REAL,),
    doc="Kelvin function ber.",
)
bei = elementwise(
    "bei",
    scipy.special.bei,
    partials=(lambda x: scipy.special.beip(x),),
    domain=(REAL,),
    doc="Kelvin function bei.",
)
ker = elementwise(
    "ker",
    scipy.special.ker,
    partials=(lambda x: scipy.special.kerp(x),),
    domain=(POSITIVE,),
    doc="Kelvin function ker.",
)
kei = elementwise(
    "kei",
    scipy.special.kei,
    partials=(lambda x: scipy.special.keip(x),),
    domain=(POSITIVE,),
    doc="Kelvin function kei.",
)
berp = elementwise(
    "berp",
    scipy.special.berp,
    partials=(lambda x: _first_curvature(x).real,),
    domain=(REAL,),
    doc="Derivative of the Kelvin function ber.",
    reference=_REFERENCE,
)
beip = elementwise(
    "beip",
    scipy.special.beip,
    partials=(lambda x: _first_curvature(x).imag,),
    domain=(REAL,),
    doc="Derivative of the Kelvin function bei.",
    reference=_REFERENCE,
)
kerp = elementwise(
    "kerp",
    scipy.special.kerp,
    partials=(lambda x: _second_curvature(x).real,),
    domain=(POSITIVE,),
    doc="Derivative of the Kelvin function ker.",
    reference=_REFERENCE,
)
keip = elementwise(
    "keip",
    scipy.special.keip,
    partials=(lambda x: _second_curvature(x).imag,),
    domain=(POSITIVE,),
    doc="Derivative of the Kelvin function kei.",
    reference=_REFERENCE,
)
