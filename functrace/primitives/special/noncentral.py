"""Noncentral distributions.

They are differentiated by differences, on the scale of the distribution's width; SciPy's
functions, of which there are no complements, are good to a few rounding errors of 1, their
inverses to 1e-6.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special

from functrace.compiler.math.special import scalar_call
from functrace.primitives._differences import slope
from functrace.primitives._make import Interval, elementwise
from functrace.primitives.special._implicit import direct, inverse

_UNIT: Interval = (0.3, 0.7)
_SHAPE: Interval = (2.0, 4.0)
_PLACE: Interval = (1.0, 3.0)

# -- the chi-squared distribution: quantile, degrees of freedom, noncentrality ------------


def _chndtr_dx(x: Any, v: Any, c: Any) -> Any:
    """At the end of the domain the limit."""
    end = x == 0
    place = np.where(end, 1, x)
    scale = (1 + 0.1 * v) / place + 0.4 / np.sqrt(2 * v + 4 * c) + 0.1
    inside = slope(scipy.special.chndtr, (place, v, c), 0, 1 / scale)
    limit = np.where(v == 2, 0.5 * np.exp(-0.5 * c), np.where(v > 2, 0, np.inf))
    return np.where(end, limit, inside)


def _chndtr_dv(x: Any, v: Any, c: Any) -> Any:
    place = np.clip(x, 1e-30, 1e30)
    scale = 0.125 / v + 0.4 / np.sqrt(2 * v + 4 * c)
    scale = scale + 0.1 * np.abs(np.log(place / (v + c)))
    return slope(scipy.special.chndtr, (x, v, c), 1, 1 / scale)


def _chndtr_dc(x: Any, v: Any, c: Any) -> Any:
    rise = scipy.special.chndtr(x, v + 2, c) - scipy.special.chndtr(x, v, c)
    return 0.5 * rise


_CHNDTR = (_chndtr_dx, _chndtr_dv, _chndtr_dc)

chndtr = elementwise(
    "chndtr",
    scipy.special.chndtr,
    partials=direct(_CHNDTR),
    lower=scalar_call("chndtr", 3),
    domain=(_PLACE, _SHAPE, _SHAPE),
    doc="Distribution function of the noncentral chi-squared distribution.",
)
chndtrix = elementwise(
    "chndtrix",
    scipy.special.chndtrix,
    partials=inverse(_CHNDTR, (None, 1, 2), 0),
    lower=scalar_call("chndtrix", 3),
    domain=(_UNIT, _SHAPE, _SHAPE),
    doc="Inverse of `chndtr` in the first operand, in whose place is the probability.",
)
chndtridf = elementwise(
    "chndtridf",
    scipy.special.chndtridf,
    partials=inverse(_CHNDTR, (0, None, 2), 1),
    lower=scalar_call("chndtridf", 3),
    domain=((2.0, 3.0), (0.2, 0.4), (1.0, 1.2)),
    doc="Inverse of `chndtr` in the second operand, in whose place is the probability.",
)
chndtrinc = elementwise(
    "chndtrinc",
    scipy.special.chndtrinc,
    partials=inverse(_CHNDTR, (0, 1, None), 2),
    lower=scalar_call("chndtrinc", 3),
    domain=((2.0, 3.0), (2.0, 2.5), (0.2, 0.3)),
    doc="Inverse of `chndtr` in the third operand, in whose place is the probability.",
)

# -- the F distribution: degrees of freedom of both, noncentrality, quantile -------------


def _scale(v: Any, x: Any) -> Any:
    """On which the function changes with degrees of freedom."""
    place = np.clip(x, 1e-30, 1e30)
    return 0.1 + 0.5 / v + 0.4 / np.sqrt(v) + 0.2 * np.abs(np.log(place))


def _ncfdtr_dm(m: Any, n: Any, c: Any, x: Any) -> Any:
    return slope(scipy.special.ncfdtr, (m, n, c, x), 0, 1 / _scale(m, x))


def _ncfdtr_dn(m: Any, n: Any, c: Any, x: Any) -> Any:
    return slope(scipy.special.ncfdtr, (m, n, c, x), 1, 1 / _scale(n, x))


def _ncfdtr_dc(m: Any, n: Any, c: Any, x: Any) -> Any:
    above = scipy.special.ncfdtr(m + 2, n, c, x * m / (m + 2))
    return 0.5 * (above - scipy.special.ncfdtr(m, n, c, x))


def _ncfdtr_dx(m: Any, n: Any, c: Any, x: Any) -> Any:
    width = np.sqrt(2 / m + 2 / n)
    scale = (1 + 0.4 / width + 0.05 * m) / x
    return slope(scipy.special.ncfdtr, (m, n, c, x), 3, 1 / scale)


_NCFDTR = (_ncfdtr_dm, _ncfdtr_dn, _ncfdtr_dc, _ncfdtr_dx)

ncfdtr = elementwise(
    "ncfdtr",
    scipy.special.ncfdtr,
    partials=direct(_NCFDTR),
    lower=scalar_call("ncfdtr", 4),
    domain=(_SHAPE, _SHAPE, _PLACE, _PLACE),
    doc="Distribution function of the noncentral F distribution.",
)
ncfdtri = elementwise(
    "ncfdtri",
    scipy.special.ncfdtri,
    partials=inverse(_NCFDTR, (0, 1, 2, None), 3),
    lower=scalar_call("ncfdtri", 4),
    domain=(_SHAPE, _SHAPE, _PLACE, _UNIT),
    doc="Inverse of `ncfdtr` in the fourth operand, in whose place is the probability.",
)
ncfdtridfd = elementwise(
    "ncfdtridfd",
    scipy.special.ncfdtridfd,
    partials=inverse(_NCFDTR, (0, None, 2, 3), 1),
    lower=scalar_call("ncfdtridfd", 4),
    domain=(_SHAPE, (0.45, 0.5), (1.0, 1.2), (1.3, 1.5)),
    doc="Inverse of `ncfdtr` in the second operand, in whose place is the probability.",
)
ncfdtridfn = elementwise(
    "ncfdtridfn",
    scipy.special.ncfdtridfn,
    partials=inverse(_NCFDTR, (None, 1, 2, 3), 0),
    lower=scalar_call("ncfdtridfn", 4),
    domain=((0.515, 0.525), (2.9, 3.1), (1.0, 1.1), (1.4, 1.42)),
    doc="Inverse of `ncfdtr` in the first operand, in whose place is the probability.",
)
ncfdtrinc = elementwise(
    "ncfdtrinc",
    scipy.special.ncfdtrinc,
    partials=inverse(_NCFDTR, (0, 1, None, 3), 2),
    lower=scalar_call("ncfdtrinc", 4),
    domain=(_SHAPE, _SHAPE, (0.2, 0.3), (1.3, 1.5)),
    doc="Inverse of `ncfdtr` in the third operand, in whose place is the probability.",
)

# -- Student's distribution: degrees of freedom, noncentrality, quantile -----------------


def _nctdtr_dv(v: Any, c: Any, t: Any) -> Any:
    scale = (1 + 0.2 * np.log1p(t * t / v)) / v
    return slope(scipy.special.nctdtr, (v, c, t), 0, 1 / scale)


def _nctdtr_dc(v: Any, c: Any, t: Any) -> Any:
    return slope(scipy.special.nctdtr, (v, c, t), 1, 1 / (0.4 + 0.1 * np.abs(t - c)))


def _nctdtr_dt(v: Any, c: Any, t: Any) -> Any:
    scale = 0.5 + 1 / np.sqrt(v + t * t) + 0.1 * np.abs(t - c)
    return slope(scipy.special.nctdtr, (v, c, t), 2, 1 / scale)


_NCTDTR = (_nctdtr_dv, _nctdtr_dc, _nctdtr_dt)

nctdtr = elementwise(
    "nctdtr",
    scipy.special.nctdtr,
    partials=direct(_NCTDTR),
    lower=scalar_call("nctdtr", 3),
    domain=(_SHAPE, _PLACE, _PLACE),
    doc="Distribution function of the noncentral t distribution.",
)
nctdtrit = elementwise(
    "nctdtrit",
    scipy.special.nctdtrit,
    partials=inverse(_NCTDTR, (0, 1, None), 2),
    lower=scalar_call("nctdtrit", 3),
    domain=(_SHAPE, _PLACE, _UNIT),
    doc="Inverse of `nctdtr` in the third operand, in whose place is the probability.",
)
nctdtridf = elementwise(
    "nctdtridf",
    scipy.special.nctdtridf,
    partials=inverse(_NCTDTR, (None, 1, 2), 0),
    lower=scalar_call("nctdtridf", 3),
    domain=((0.74, 0.76), (0.98, 1.02), (1.98, 2.02)),
    doc="Inverse of `nctdtr` in the first operand, in whose place is the probability.",
)
nctdtrinc = elementwise(
    "nctdtrinc",
    scipy.special.nctdtrinc,
    partials=inverse(_NCTDTR, (0, None, 2), 1),
    lower=scalar_call("nctdtrinc", 3),
    domain=(_SHAPE, _UNIT, _PLACE),
    doc="Inverse of `nctdtr` in the second operand, in whose place is the probability.",
)
