"""Orthogonal polynomials.

Derivatives in the argument are polynomials of the next lower degree, valid everywhere;
those in the degree, where it is a float, and in parameters are by differences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.special

from functrace.core.primitive import Primitive
from functrace.primitives._differences import slope
from functrace.primitives._make import POSITIVE, REAL, Interval, elementwise
from functrace.primitives.special._order import distance_to_pole, reach

_UNIT: Interval = (-1.0, 1.0)
_SHIFTED: Interval = (0.0, 1.0)
_DEGREE: Interval = (0.0, 4.0)
_ONE = np.int16(1)  # an unsigned degree becomes a signed one
_DOC = "In a float degree and in parameters by differences."


def _by_differences(
    function: Any, place: int, gamma: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """The function may have the poles of a gamma function of the first two operands."""

    def partial(xs: Any) -> Any:
        smooth = reach(1 + np.abs(xs[place]))
        if gamma is not None:
            near = distance_to_pole(gamma(*xs[:2]))
            smooth = np.minimum(smooth, near / 2)  # a parameter may count twice
        return slope(function, tuple(xs), place, smooth)

    return partial


def _polynomial(
    name: str,
    slope_in_x: Callable[..., Any],
    x: Interval,
    doc: str,
    reference: str,
    gamma: Callable[..., Any] | None = None,
    slopes: Sequence[Callable[..., Any]] | None = None,
) -> Primitive:
    """Make the record of ``eval_<name>(n, *parameters, x)``, with slopes in the others."""
    function: Any = getattr(scipy.special, f"eval_{name}")
    count = function.nin - 1
    whole = function.types == ["ld->d"]
    partials = slopes or [
        None if whole else _by_differences(function, place, gamma)
        for place in range(count)
    ]
    return elementwise(
        f"eval_{name}",
        function,
        partials=(*partials, slope_in_x),
        domain=(_DEGREE, *[POSITIVE] * (count - 1), x),
        doc=f"{doc} {_DOC}",
        reference=reference,
    )


# -- Chebyshev ---------------------------------------------------------------------------

eval_chebyt = _polynomial(
    "chebyt",
    lambda x, y: x * scipy.special.eval_chebyu(x - _ONE, y),
    _UNIT,
    "Chebyshev polynomial of the first kind.",
    "DLMF 18.9.21",
)
eval_chebyu = _polynomial(
    "chebyu",
    lambda x, y: 2 * scipy.special.eval_gegenbauer(x - _ONE, 2.0, y),
    _UNIT,
    "Chebyshev polynomial of the second kind.",
    "DLMF 18.7.4, 18.9.19",
)
eval_chebyc = _polynomial(
    "chebyc",
    lambda x, y: x * scipy.special.eval_chebys(x - _ONE, y),
    (-2.0, 2.0),
    "Chebyshev polynomial of the first kind, on [-2, 2].",
    "DLMF 18.9.21",
)
eval_chebys = _polynomial(
    "chebys",
    lambda x, y: scipy.special.eval_gegenbauer(x - _ONE, 2.0, y / 2),
    (-2.0, 2.0),
    "Chebyshev polynomial of the second kind, on [-2, 2].",
    "DLMF 18.7.4, 18.9.19",
)
eval_sh_chebyt = _polynomial(
    "sh_chebyt",
    lambda x, y: 2 * x * scipy.special.eval_sh_chebyu(x - _ONE, y),
    _SHIFTED,
    "Chebyshev polynomial of the first kind, on [0, 1].",
    "DLMF 18.9.21",
)
eval_sh_chebyu = _polynomial(
    "sh_chebyu",
    lambda x, y: 4 * scipy.special.eval_gegenbauer(x - _ONE, 2.0, 2 * y - 1),
    _SHIFTED,
    "Chebyshev polynomial of the second kind, on [0, 1].",
    "DLMF 18.7.4, 18.9.19",
)

# -- Legendre, Gegenbauer, Jacobi --------------------------------------------------------

eval_legendre = _polynomial(
    "legendre",
    lambda x, y: scipy.special.eval_gegenbauer(x - _ONE, 1.5, y),
    _UNIT,
    "Legendre polynomial.",
    "DLMF 18.7.9, 18.9.19",
)
eval_sh_legendre = _polynomial(
    "sh_legendre",
    lambda x, y: 2 * scipy.special.eval_gegenbauer(x - _ONE, 1.5, 2 * y - 1),
    _SHIFTED,
    "Legendre polynomial, on [0, 1].",
    "DLMF 18.7.9, 18.9.19",
)
eval_gegenbauer = _polynomial(
    "gegenbauer",
    lambda x, y, z: 2 * y * scipy.special.eval_gegenbauer(x - _ONE, y + 1.0, z),
    _UNIT,
    "Gegenbauer polynomial.",
    "DLMF 18.5.9, 18.9.19",
    gamma=lambda n, alpha: n + 2 * alpha,
)


def _eval_jacobi_dx(xs: Any) -> Any:
    n, alpha, beta, x = xs
    lower = scipy.special.eval_jacobi(n - _ONE, alpha + 1.0, beta + 1.0, x)
    return (n + alpha + beta + 1) / 2 * lower


def _eval_sh_jacobi_dx(xs: Any) -> Any:
    n, p, q, x = xs
    lower = scipy.special.eval_jacobi(n - _ONE, p - q + 1.0, q, 2 * x - 1)
    return (n + p) * lower / scipy.special.binom(2 * n + p - 1, n)


def _jacobi_gamma(n: Any, alpha: Any) -> Any:
    return n + alpha + 1


_JACOBI = [
    _by_differences(scipy.special.eval_jacobi, place, _jacobi_gamma)
    for place in range(3)
]


def _sh_jacobi_slope(place: int) -> Callable[..., Any]:
    """In the degree or a parameter: the leading coefficient has poles."""

    def partial(xs: Any) -> Any:
        n, p, q, x = xs
        at = n, p - q, q - 1.0, 2 * x - 1
        leading = scipy.special.binom(2 * n + p - 1, n)
        if place == 2:
            return (_JACOBI[2](at) - _JACOBI[1](at)) / leading
        psi = scipy.special.psi
        grows = psi(2 * n + p) - psi(n + p)
        if place == 0:
            grows = grows + psi(2 * n + p) - psi(n + 1.0)
        return (_JACOBI[place](at) - scipy.special.eval_jacobi(*at) * grows) / leading

    return partial


eval_jacobi = _polynomial(
    "jacobi",
    _eval_jacobi_dx,
    _UNIT,
    "Jacobi polynomial.",
    "DLMF 18.5.7, 18.9.15",
    slopes=_JACOBI,
)
eval_sh_jacobi = _polynomial(
    "sh_jacobi",
    _eval_sh_jacobi_dx,
    _SHIFTED,
    "Jacobi polynomial, on [0, 1], with leading coefficient 1.",
    "DLMF 18.9.15",
    slopes=[_sh_jacobi_slope(place) for place in range(3)],
)

# -- Laguerre, Hermite -------------------------------------------------------------------

eval_laguerre = _polynomial(
    "laguerre",
    lambda x, y: -scipy.special.eval_genlaguerre(x - _ONE, 1.0, y),
    POSITIVE,
    "Laguerre polynomial.",
    "DLMF 18.9.23",
)
eval_genlaguerre = _polynomial(
    "genlaguerre",
    lambda x, y, z: -scipy.special.eval_genlaguerre(x - _ONE, y + 1.0, z),
    POSITIVE,
    "Generalised Laguerre polynomial.",
    "DLMF 18.5.12, 18.9.23",
    gamma=_jacobi_gamma,
)
eval_hermite = _polynomial(
    "hermite",
    lambda x, y: 2 * x * scipy.special.eval_hermite(np.maximum(x - _ONE, 0), y),
    REAL,
    "Physicist's Hermite polynomial.",
    "DLMF 18.9.25",
)
eval_hermitenorm = _polynomial(
    "hermitenorm",
    lambda x, y: x * scipy.special.eval_hermitenorm(np.maximum(x - _ONE, 0), y),
    REAL,
    "Probabilist's Hermite polynomial.",
    "DLMF 18.9.27",
)
