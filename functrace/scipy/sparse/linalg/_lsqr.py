"""`lsqr` as a loop that is compiled, with SciPy's stopping rules.

Paige & Saunders, *ACM TOMS* 8 (1982); the names are SciPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.sparse.linalg._bidiagonal import (
    Apply,
    Bidiagonal,
    Tolerances,
    begun,
    solved,
)

_EPS = np.finfo(np.float64).eps


class _Round(NamedTuple):
    x: Any
    pair: Bidiagonal
    w: Any
    rhobar: Any
    phibar: Any
    anorm: Any
    ddnorm: Any
    res2: Any
    xxnorm: Any
    z: Any
    cs2: Any
    sn2: Any
    done: Any
    k: Any


def lsqr(
    forth: Apply, back: Apply, b: Any, x: Any, damp: Any, most: int, stop: Tolerances
) -> Any:
    """Least squares with a matrix, and its transpose, from x."""
    pair, beta = begun(forth, back, b, x)
    zero, one = np.zeros_like(beta), np.ones_like(beta)
    start = _Round(
        *(x, pair, pair.v, pair.alpha, beta, zero, zero, zero, zero, zero),
        *(-one, zero, pair.alpha * beta == 0, 0),
    )
    step = _step(forth, back, damp, np.sqrt(np.sum(b * b)), stop)
    return solved(step, start, most)


def _step(
    forth: Apply, back: Apply, damp: Any, bnorm: Any, stop: Tolerances
) -> Callable[[_Round], _Round]:
    def step(at: _Round) -> _Round:
        pair, beta = at.pair.next(forth, back)
        alfa = pair.alpha
        anorm = np.sqrt(at.anorm**2 + at.pair.alpha**2 + beta**2 + damp**2)
        anorm = np.where(beta == 0, at.anorm, anorm)
        # the damping is turned away, then what is below the diagonal
        rhobar1 = np.hypot(at.rhobar, damp)
        psi = damp / rhobar1 * at.phibar
        phibar1 = at.rhobar / rhobar1 * at.phibar
        rho = np.hypot(rhobar1, beta)
        cs, sn = rhobar1 / rho, beta / rho
        theta, phi, phibar = sn * alfa, cs * phibar1, sn * phibar1
        x = at.x + phi / rho * at.w
        ddnorm = at.ddnorm + np.sum((at.w / rho) ** 2)
        # the norm of x
        delta, gambar = at.sn2 * rho, -at.cs2 * rho
        rhs = phi - delta * at.z
        xnorm = np.sqrt(at.xxnorm + (rhs / gambar) ** 2)
        gamma = np.hypot(gambar, theta)
        z = rhs / gamma
        res2 = at.res2 + psi**2
        rnorm = np.sqrt(phibar**2 + res2)
        # whether that is near enough
        test1 = rnorm / bnorm
        test2 = alfa * np.abs(sn * phi) / (anorm * rnorm + _EPS)
        test3 = 1 / (anorm * np.sqrt(ddnorm) + _EPS)
        size = anorm * xnorm / bnorm
        w = pair.v - theta / rho * at.w
        return _Round(
            *(x, pair, w, -cs * alfa, phibar, anorm, ddnorm),
            *(res2, at.xxnorm + z**2, z, gambar / gamma, theta / gamma),
            *(stop.are_met(test1, test2, test3, size), at.k + 1),
        )

    return step
