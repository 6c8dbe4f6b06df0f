"""`lsmr` as a loop that is compiled, with SciPy's stopping rules.

Fong & Saunders, *SIAM J. Sci. Comput.* 33 (2011); the names are SciPy's.
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
    pair: Bidiagonal
    h: Any
    hbar: Any
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
    pair, beta = begun(forth, back, b, x)
    alpha = pair.alpha
    zero, one = np.zeros_like(beta), np.ones_like(beta)
    start = _Round(
        *(
            x,
            pair,
            pair.v,
            0.0 * pair.v,
            alpha,
            alpha * beta,
            zero,
            one,
            one,
            one,
            zero,
        ),
        _Norm(beta, zero, one, zero, zero, zero),
        *(alpha * alpha, zero, zero + _FAR, alpha * beta == 0, 0),
    )
    step = _step(forth, back, damp, np.sqrt(np.sum(b * b)), stop)
    return solved(step, start, most)


def _step(
    forth: Apply, back: Apply, damp: Any, normb: Any, stop: Tolerances
) -> Callable[[_Round], _Round]:
    def step(at: _Round) -> _Round:
        pair, beta = at.pair.next(forth, back)
        alpha = pair.alpha
        # rotations: of the damping, of the lower bidiagonal, of the upper one
        c_hat, s_hat, alphahat = _turn(at.alphabar, damp)
        c, s, rho = _turn(alphahat, beta)
        thetanew, alphabar = s * alpha, c * alpha
        thetabar, rhotemp = at.sbar * rho, at.cbar * rho
        cbar, sbar, rhobar = _turn(rhotemp, thetanew)
        zeta, zetabar = cbar * at.zetabar, -sbar * at.zetabar
        hbar = at.h - thetabar * rho / (at.rho * at.rhobar) * at.hbar
        x = at.x + zeta / (rho * rhobar) * hbar
        h = pair.v - thetanew / rho * at.h
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
        done = stop.are_met(test1, test2, test3, size)
        return _Round(
            *(x, pair, h, hbar, alphabar, zetabar, zeta, rho, rhobar, cbar, sbar),
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
