"""`lsmr` as a loop that is compiled, with SciPy's stopping rules.

Fong & Saunders, *SIAM J. Sci. Comput.* 33 (2011); the names are SciPy's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.sparse.linalg._lsqr import Apply, Tolerances, unit
from functrace.transforms.loops import while_loop

_FAR = 1e100


class _Norm(NamedTuple):
    """What the residual's norm is estimated from."""

    betadd: Any
    betad: Any
    rhodold: Any
    tautildeold: Any
    thetatilde: Any
    d: Any


class _Round(NamedTuple):
    x: Any
    u: Any
    v: Any
    h: Any
    hbar: Any
    alpha: Any
    alphabar: Any
    zetabar: Any
    zeta: Any
    rho: Any
    rhobar: Any
    cbar: Any
    sbar: Any
    norm: _Norm
    normA2: Any  # noqa: N815 - SciPy's
    maxrbar: Any
    minrbar: Any
    done: Any
    k: Any


def lsmr(
    forth: Apply, back: Apply, b: Any, x: Any, damp: Any, most: int, stop: Tolerances
) -> Any:
    """Least squares with a matrix, and its transpose, from x."""
    u, beta = unit(b - forth(x))
    v, alpha = unit(back(u))
    zero, one = np.zeros_like(beta), np.ones_like(beta)
    start = _Round(
        *(x, u, v, v, 0.0 * v, alpha, alpha, alpha * beta, zero, one, one, one, zero),
        _Norm(beta, zero, one, zero, zero, zero),
        *(alpha * alpha, zero, zero + _FAR, alpha * beta == 0, 0),
    )
    step = _step(forth, back, damp, np.sqrt(np.sum(b * b)), stop)
    return while_loop(lambda at: ~at.done & (at.k < most), step, start).x


def _step(
    forth: Apply, back: Apply, damp: Any, normb: Any, stop: Tolerances
) -> Callable[[_Round], _Round]:
    def step(at: _Round) -> _Round:
        u, beta = unit(forth(at.v) - at.alpha * at.u)
        v, alpha = unit(back(u) - beta * at.v)
        ends = beta == 0
        v, alpha = np.where(ends, at.v, v), np.where(ends, at.alpha, alpha)
        # rotations: of the damping, of the lower bidiagonal, of the upper one
        c_hat, s_hat, alphahat = _turn(at.alphabar, damp)
        c, s, rho = _turn(alphahat, beta)
        thetanew, alphabar = s * alpha, c * alpha
        thetabar, rhotemp = at.sbar * rho, at.cbar * rho
        cbar, sbar, rhobar = _turn(rhotemp, thetanew)
        zeta, zetabar = cbar * at.zetabar, -sbar * at.zetabar
        hbar = at.h - thetabar * rho / (at.rho * at.rhobar) * at.hbar
        x = at.x + zeta / (rho * rhobar) * hbar
        h = v - thetanew / rho * at.h
        norm = _next(at, (c_hat, s_hat), (c, s), thetabar, rhobar)
        taud = (zeta - norm.thetatilde * norm.tautildeold) / norm.rhodold
        normr = np.sqrt(norm.d + (norm.betad - taud) ** 2 + norm.betadd**2)
        # norms and the condition
        norm2 = at.normA2 + beta * beta
        norm_a, norm_x = np.sqrt(norm2), np.sqrt(np.sum(x * x))
        maxrbar = np.maximum(at.maxrbar, at.rhobar)
        smaller = np.minimum(at.minrbar, at.rhobar)
        minrbar = np.where(at.k > 0, smaller, at.minrbar)
        cond = np.maximum(maxrbar, rhotemp) / np.minimum(minrbar, rhotemp)
        # whether that is near enough
        test1, both = normr / normb, norm_a * normr
        none = both == 0
        test2 = np.where(none, np.inf, np.abs(zetabar) / np.where(none, 1.0, both))
        test3, size = 1 / cond, norm_a * norm_x / normb
        least = np.minimum(np.minimum(test2, test3), test1 / (1 + size))
        near = (test1 <= stop.btol + stop.atol * size) | (test2 <= stop.atol)
        worst = 1 / stop.conlim if stop.conlim > 0 else 0.0
        done = (1 + least <= 1) | near | (test3 <= worst) | np.isnan(test1)
        return _Round(
            *(
                x,
                u,
                v,
                h,
                hbar,
                alpha,
                alphabar,
                zetabar,
                zeta,
                rho,
                rhobar,
                cbar,
                sbar,
            ),
            *(norm, norm2 + alpha * alpha, maxrbar, minrbar, done, at.k + 1),
        )

    return step


def _next(
    at: _Round, hat: tuple[Any, Any], turn: tuple[Any, Any], thetabar: Any, rhobar: Any
) -> _Norm:
    """By the rotations of this round."""
    old, (c_hat, s_hat), (c, s) = at.norm, hat, turn
    betaacute, betacheck = c_hat * old.betadd, -s_hat * old.betadd
    betahat, betadd = c * betaacute, -s * betaacute
    ctilde, stilde, rhotilde = _turn(old.rhodold, thetabar)
    betad = -stilde * old.betad + ctilde * betahat
    tautilde = (at.zeta - old.thetatilde * old.tautildeold) / rhotilde
    d = old.d + betacheck * betacheck
    return _Norm(betadd, betad, ctilde * rhobar, tautilde, stilde * rhobar, d)


def _turn(a: Any, b: Any) -> tuple[Any, Any, Any]:
    """Cosine and sine of the rotation that makes b zero, and what a becomes."""
    r = np.hypot(a, b)
    safe = np.where(r == 0, 1.0, r)
    return a / safe, b / safe, r
