"""Least squares by damped steps of Gauss and Newton, as a loop of a graph.

Marquardt, SIAM J. Appl. Math. 11 (1963), scaled as by Moré (1978); the damping follows
Nielsen, *Damping Parameter in Marquardt's Method*, IMM-REP-1999-05.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import OptimizeResult

from functrace.scipy.optimize._brackets import over
from functrace.transforms._solutions import fixed
from functrace.transforms.jacobian import jacfwd
from functrace.transforms.loops import while_loop

_FIRST, _LEAST = 1e-3, 1e-14  # damping, relative to the matrix

_FEW = 6


class LeastSquaresTolerances(NamedTuple):
    """When it ends: tolerances as of `scipy.optimize.least_squares`."""

    ftol: Any
    xtol: Any
    gtol: Any
    max_nfev: Any


class _Square(NamedTuple):
    """A sum of squares, as a parabola around a point."""

    cost: Any
    matrix: Any
    slope: Any


class _Here(NamedTuple):
    x: Any
    square: _Square
    scale: Any
    damping: Any
    growth: Any
    status: Any
    nfev: Any


def damped(
    residual: Callable[[Any], Any], x: Any, tolerances: LeastSquaresTolerances
) -> OptimizeResult:
    """What makes the squares of residuals least; `status` as of SciPy, 0 for no success."""

    def squared(x: Any) -> _Square:
        off, slopes = residual(x), jacfwd(residual)(x)
        return _Square(0.5 * np.sum(off * off), _gram(slopes), slopes.T @ off)

    def step(here: _Here) -> _Here:
        now = here.square
        scale = np.maximum(here.scale, np.diagonal(now.matrix))
        weights = here.damping * np.where(scale > 0, scale, 1.0)
        move = -np.linalg.solve(now.matrix + np.diag(weights), now.slope)
        x = here.x + move
        new = squared(x)
        expected = 0.5 * np.sum(move * (weights * move - now.slope))
        gained = now.cost - new.cost
        ratio = over(gained, expected)
        good = (gained > 0) & (ratio > 1e-4)
        softer = np.maximum(1 / 3, 1 - (2 * ratio - 1) ** 3)
        damping = here.damping * np.where(good, softer, here.growth)
        kept = [np.where(good, *pair) for pair in zip(new, now, strict=True)]
        return _Here(
            np.where(good, x, here.x),
            _Square(*kept),
            scale,
            np.maximum(damping, _LEAST),
            np.where(good, 2.0, 2 * here.growth),
            _status(now, expected, gained, move, here.x, new.slope, good, tolerances),
            here.nfev + 1,
        )

    def going(here: _Here) -> Any:
        return (here.status == 0) & (here.nfev < tolerances.max_nfev)

    x, square = x.astype(np.float64), squared(x)
    start = _begin(x, square, tolerances)
    end = while_loop(going, step, start)
    found = {"x": end.x, "status": end.status, "nfev": end.nfev}
    return fixed(OptimizeResult(**found, njev=end.nfev, success=end.status > 0))


def _begin(x: Any, square: _Square, tolerances: LeastSquaresTolerances) -> _Here:
    status = np.where(_largest(square.slope) <= tolerances.gtol, 1, 0)
    scale, damping = np.diagonal(square.matrix) * 1.0, np.float64(_FIRST)
    return _Here(x, square, scale, damping, np.float64(2.0), status, np.int64(1))


def _status(
    now: _Square,
    expected: Any,
    gained: Any,
    move: Any,
    x: Any,
    slope: Any,
    good: Any,
    tolerances: LeastSquaresTolerances,
) -> Any:
    """SciPy's number of the reason to stop, 0 for none."""
    little = tolerances.ftol * now.cost
    by_value = (np.abs(gained) <= little) & (expected <= little)
    by_value = by_value & (gained <= 2 * expected)
    short = np.sqrt(np.sum(move * move))
    by_step = short < tolerances.xtol * (tolerances.xtol + np.sqrt(np.sum(x * x)))
    by_slope = good & (_largest(slope) <= tolerances.gtol)
    both = np.where(by_value & by_step, 4, np.where(by_value, 2, 3 * by_step))
    return np.where(by_slope, 1, both)


def _gram(slopes: Any) -> Any:
    """``slopes.T @ slopes``: of few columns as sums, which are one loop with the slopes."""
    n = slopes.shape[1]
    if n > _FEW:
        return slopes.T @ slopes
    columns = [slopes[:, k] for k in range(n)]
    half = {
        (j, k): np.sum(columns[j] * columns[k]) for j in range(n) for k in range(j + 1)
    }
    pairs = [half[max(j, k), min(j, k)] for j in range(n) for k in range(n)]
    return np.reshape(np.stack(pairs), (n, n))


def _largest(slope: Any) -> Any:
    return np.max(np.abs(slope), initial=0.0)
