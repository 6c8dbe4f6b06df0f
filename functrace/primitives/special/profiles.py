"""Functions of several variables that are integrals of the normal distribution."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._make import POSITIVE, REAL, elementwise
from functrace.primitives.special._tails import FAR, fraction

_ROOT = math.sqrt(math.pi)

# -- the normal and the Cauchy distribution convolved ----------------------------------


def _at(x: Any, y: Any, z: Any) -> tuple[Any, Any]:
    """The argument of Faddeeva's function, and its scale; 1 in place of zero."""
    scale = math.sqrt(2) * np.where(y == 0, 1, y)
    return (x + 1j * z) / scale, scale


def _far(place: Any) -> Any:
    """Where `fraction` is right: no normal distribution is left of the sum."""
    size = np.abs(place)
    return (size > FAR) & ((np.imag(place) > 1e-12) | (size > 2.8 * FAR))


def _slope(place: Any) -> Any:
    """First derivative of Faddeeva's function."""
    far = _far(place)
    near = np.where(far, 0, place)
    beyond = np.where(far, place, FAR)
    w = scipy.special.wofz(place)
    return np.where(
        far, -2 * fraction(beyond, -1) * w, 2j / _ROOT - 2 * near * np.where(far, 0, w)
    )


def _curvature(place: Any) -> Any:
    """Second derivative of Faddeeva's function."""
    far = _far(place)
    near = np.where(far, 0, place)
    beyond = np.where(far, place, FAR)
    w = scipy.special.wofz(place)
    tail = 4 * fraction(beyond, -1) * fraction(beyond, -1, first=2) * w
    return np.where(far, tail, -2 * w - 2 * near * _slope(near))


def _voigt_dx(x: Any, y: Any, z: Any) -> Any:
    place, scale = _at(x, y, z)
    sharp = 2 * x * z / (math.pi * np.where(y == 0, x * x + z * z, 1) ** 2)
    return np.where(y == 0, -sharp, np.real(_slope(place)) / (_ROOT * scale * scale))


def _voigt_dz(x: Any, y: Any, z: Any) -> Any:
    place, scale = _at(x, y, z)
    sharp = (x * x - z * z) / (math.pi * np.where(y == 0, x * x + z * z, 1) ** 2)
    return np.where(y == 0, sharp, -np.imag(_slope(place)) / (_ROOT * scale * scale))


def _voigt_dy(x: Any, y: Any, z: Any) -> Any:
    """By the heat equation; zero where `y` is."""
    place, scale = _at(x, y, z)
    return y * np.real(_curvature(place)) / (_ROOT * scale**3)


voigt_profile = elementwise(
    "voigt_profile",
    scipy.special.voigt_profile,
    partials=(_voigt_dx, _voigt_dy, _voigt_dz),
    lower=scalar_call("voigt_profile", 3),
    domain=(REAL, POSITIVE, POSITIVE),
    doc="Voigt's profile.",
    reference="DLMF 7.19.1; 7.9.1 where that cancels",
)

# -- Owen's T function -----------------------------------------------------------------


def _owens_t_dx(x: Any, y: Any) -> Any:
    density = np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)
    return -0.5 * density * scipy.special.erf(math.sqrt(0.5) * x * y)


def _owens_t_dy(x: Any, y: Any) -> Any:
    square = 1 + y * y
    return np.exp(-0.5 * x * x * square) / (2 * math.pi * square)


owens_t = elementwise(
    "owens_t",
    scipy.special.owens_t,
    partials=(_owens_t_dx, _owens_t_dy),
    lower=scalar_call("owens_t", 2),
    domain=(REAL, REAL),
    doc="Owen's T function.",
    reference="Owen, Ann. Math. Statist. 27 (1956) 1075-1090",
)
