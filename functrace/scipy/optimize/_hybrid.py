"""Powell's hybrid method for systems of equations, as a loop of a graph.

As MINPACK's `hybrj`: steps along a dogleg within a trust region, which is measured in units
that the columns of the Jacobian give. That is computed in every round, not updated.

References
----------
Powell, *A Hybrid Method for Nonlinear Equations*, 1970.
Moré, Garbow, Hillstrom, *User Guide for MINPACK-1*, ANL-80-74, 1980.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.optimize._brackets import over
from functrace.transforms.loops import while_loop

_EPS = np.finfo(float).eps
_PATIENCE = 10  # rounds without progress


class Settings(NamedTuple):
    """When a search ends, and how far its first step goes; `diag` as SciPy's."""

    xtol: float = 1.49012e-8
    maxfev: int = 0
    factor: float = 100
    diag: Any = None


class Found(NamedTuple):
    """What a search came to; `status` as MINPACK's."""

    x: Any
    status: Any
    rounds: Any


class _State(NamedTuple):
    x: Any
    f: Any
    matrix: Any
    scale: Any  # of the variables
    radius: Any
    successes: Any
    slow: Any
    rounds: Any
    status: Any


def hybrid(
    evaluate: Callable[[Any], tuple[Any, Any]], x0: Any, to: Settings
) -> Found:
    """A root of a function of a vector; `evaluate` gives its value and Jacobian."""
    maxfev = to.maxfev or 100 * (np.size(x0) + 1)

    def step(s: _State) -> _State:
        scale = s.scale
        if to.diag is None:
            scale = np.maximum(scale, _column_norms(s.matrix))
        move, expected = _dogleg(s, scale)
        length = _norm(scale * move)
        radius = np.where(s.rounds == 0, np.minimum(s.radius, length), s.radius)
        x = s.x + move
        f, matrix = evaluate(x)
        gain = _gain(s.f, f, -1.0)
        ratio = _ratio(gain, _gain(s.f, expected, 0.0))
        successes = np.where(ratio < 0.1, 0, s.successes + 1)
        better = ratio >= 1e-4
        new = _State(
            np.where(better, x, s.x),
            np.where(better, f, s.f),
            np.where(better, matrix, s.matrix),
            scale,
            _next_radius(radius, length, ratio, successes),
            successes,
            np.where(gain >= 0.001, 0, s.slow + 1),
            s.rounds + 1,
            s.status,
        )
        return new._replace(status=_status(new, length, to.xtol, maxfev))

    f, matrix = evaluate(x0)
    scale = to.diag
    if scale is None:
        norms = _column_norms(matrix)
        scale = np.where(norms == 0, 1.0, norms)
    radius = to.factor * _norm(scale * x0)
    radius = np.where(radius == 0, to.factor * 1.0, radius)
    none = np.int64(0)
    status = np.where(np.all(f == 0), 1, none)
    start = _State(x0, f, matrix, scale, radius, none, none, none, status)
    last = while_loop(lambda s: s.status == 0, step, start)
    return Found(last.x, last.status, last.rounds)


def _dogleg(s: _State, scale: Any) -> tuple[Any, Any]:
    """The step within the radius, and what the linear model gives there."""
    sign, _ = np.linalg.slogdet(s.matrix)
    regular = (sign != 0) & np.isfinite(sign)
    matrix = np.where(regular, s.matrix, np.eye(np.size(s.x)))
    full = -np.linalg.solve(matrix, s.f)
    far = _norm(scale * full)
    inside = regular & (far <= s.radius)
    slope = s.f @ s.matrix / scale
    steep = _norm(slope)
    downhill = -over(slope, steep)  # in units of the scale
    downhill = np.where(steep == 0, 0.0, downhill)
    change = s.matrix @ (downhill / scale)
    lowest = over(steep, np.sum(change * change))
    first = np.minimum(s.radius, np.where(steep == 0, 0.0, lowest)) * downhill
    on = _reach(first, scale * full - first, s.radius)
    along = np.where(regular, first + on * (scale * full - first), first) / scale
    move = np.where(inside, full, along)
    return move, np.where(inside, 0.0 * s.f, s.f + s.matrix @ move)


def _reach(first: Any, rest: Any, radius: Any) -> Any:
    """How far one can go from a point towards another within the radius."""
    a, b = np.sum(rest * rest), np.sum(first * rest)
    c = np.maximum(radius * radius - np.sum(first * first), 0.0)
    root = np.sqrt(b * b + a * c)
    # Of both forms of the solution, the one in which nothing cancels.
    return np.where(b > 0, over(c, b + root), over(root - b, a))


def _gain(before: Any, after: Any, least: float) -> Any:
    """By how much of itself the sum of squares gets smaller."""
    old, new = np.sum(before * before), np.sum(after * after)
    return np.where(new < old, 1.0 - over(new, old), least)


def _ratio(gain: Any, expected: Any) -> Any:
    return np.where(expected > 0, over(gain, expected), 0.0)


def _next_radius(radius: Any, length: Any, ratio: Any, successes: Any) -> Any:
    longer = (ratio >= 0.5) | (successes > 1)
    grown = np.where(longer, np.maximum(radius, 2 * length), radius)
    grown = np.where(np.abs(ratio - 1) <= 0.1, 2 * length, grown)
    return np.where(ratio < 0.1, 0.5 * radius, grown)


def _status(s: _State, length: Any, xtol: float, maxfev: int) -> Any:
    size = _norm(s.scale * s.x)
    converged = (s.radius <= xtol * size) | np.all(s.f == 0)
    least = 0.1 * np.maximum(0.1 * s.radius, length) <= _EPS * size
    status = np.where(s.slow == _PATIENCE, 5, 0)
    status = np.where(least, 3, status)
    status = np.where(s.rounds + 1 >= maxfev, 2, status)
    return np.where(converged, 1, status)


def _norm(x: Any) -> Any:
    return np.sqrt(np.sum(x * x))


def _column_norms(matrix: Any) -> Any:
    return np.sqrt(np.sum(matrix * matrix, axis=0))
