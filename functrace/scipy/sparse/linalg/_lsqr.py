"""`lsqr` as a loop that is compiled, with SciPy's stopping rules.

Paige & Saunders, *ACM TOMS* 8 (1982); the names are SciPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.transforms.loops import while_loop

Apply = Callable[[Any], Any]

_EPS = np.finfo(np.float64).eps


class _Round(NamedTuple):
    x: Any
    u: Any
    v: Any
    w: Any
    alfa: Any
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


class Tolerances(NamedTuple):
    """Of the residual, of the data, and of the condition."""

    atol: float
    btol: float
    conlim: float


def lsqr(
    forth: Apply, back: Apply, b: Any, x: Any, damp: Any, most: int, stop: Tolerances
) -> Any:
    """Least squares with a matrix, and its transpose, from x."""
    u, beta = unit(b - forth(x))
    v, alfa = unit(back(u))
    zero, one = np.zeros_like(beta), np.ones_like(beta)
    start = _Round(
        *(x, u, v, v, alfa, alfa, beta, zero, zero, zero, zero, zero, -one, zero),
        *(alfa * beta == 0, 0),
    )
    step = _step(forth, back, damp, np.sqrt(np.sum(b * b)), stop)
    return while_loop(lambda at: ~at.done & (at.k < most), step, start).x


def _step(
    forth: Apply, back: Apply, damp: Any, bnorm: Any, stop: Tolerances
) -> Callable[[_Round], _Round]:
    def step(at: _Round) -> _Round:
        u, beta = unit(forth(at.v) - at.alfa * at.u)
        v, alfa = unit(back(u) - beta * at.v)
        ends = beta == 0
        anorm = np.sqrt(at.anorm**2 + at.alfa**2 + beta**2 + damp**2)
        anorm = np.where(ends, at.anorm, anorm)
        v, alfa = np.where(ends, at.v, v), np.where(ends, at.alfa, alfa)
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
        exact = (1 + np.minimum(np.minimum(test2, test3), test1 / (1 + size))) <= 1
        worst = 1 / stop.conlim if stop.conlim > 0 else 0.0
        near = (test1 <= stop.btol + stop.atol * size) | (test2 <= stop.atol)
        return _Round(
            *(x, u, v, v - theta / rho * at.w, alfa, -cs * alfa, phibar, anorm, ddnorm),
            *(res2, at.xxnorm + z**2, z, gambar / gamma, theta / gamma),
            *(exact | near | (test3 <= worst) | np.isnan(test1), at.k + 1),
        )

    return step


def unit(x: Any) -> tuple[Any, Any]:
    """A vector of length 1, unless it is zero, and the length."""
    length = np.sqrt(np.sum(x * x))
    return x / np.where(length == 0, 1.0, length), length
