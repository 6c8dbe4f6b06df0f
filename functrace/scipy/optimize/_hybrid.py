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
from functrace.scipy.optimize._small_systems import solved
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


class _Model(NamedTuple):
    """The function near a point."""

    f: Any
    matrix: Any
    units: Any
    reach: Any


class _State(NamedTuple):
    x: Any
    units: Any  # the squares of the lengths that variables are measured in
    reach: Any  # the square of the radius of the region
    successes: Any
    slow: Any
    rounds: Any
    status: Any


def hybrid(
    function: Callable[[Any], Any],
    linearized: Callable[[Any], tuple[Any, Any]],
    x0: Any,
    to: Settings,
) -> Found:
    """A root of a function of a vector; `linearized` gives its value and Jacobian."""
    maxfev = to.maxfev or 100 * (np.size(x0) + 1)

    def step(s: _State) -> _State:
        f, matrix = linearized(s.x)
        units = s.units if to.diag is not None else np.maximum(s.units, _units(matrix))
        move, full = _dogleg(_Model(f, matrix, units, s.reach))
        length = np.sum(units * move * move)
        reach = np.where(s.rounds == 0, np.minimum(s.reach, length), s.reach)
        x = s.x + move
        before, after = np.sum(f * f), np.sum(function(x) ** 2)
        expected = np.where(full, 0.0, np.sum((f + _times(matrix, move)) ** 2))
        ratio = np.where(
            (after < before) & (expected < before),
            over(before - after, before - expected),
            0.0,
        )
        better = ratio >= 1e-4
        successes = np.where(ratio < 0.1, 0, s.successes + 1)
        new = _State(
            np.where(better, x, s.x),
            units,
            _next_reach(reach, length, ratio, successes),
            successes,
            np.where(before - after >= 0.001 * before, 0, s.slow + 1),
            s.rounds + 1,
            s.status,
        )
        least = np.minimum(before, after)
        status = _status(new, length, full, least, to.xtol, maxfev)
        return new._replace(status=status)

    f, matrix = linearized(x0)
    units = _units(matrix)
    units = np.where(units == 0, 1.0, units) if to.diag is None else to.diag**2
    size = np.sum(units * x0 * x0)
    reach = to.factor**2 * np.where(size == 0, 1.0, size)
    none = np.int64(0)
    status = np.where(np.all(f == 0), 1, none)
    start = _State(x0, units, reach, none, none, none, status)
    last = while_loop(lambda s: s.status == 0, step, start)
    return Found(last.x, last.status, last.rounds)


def _dogleg(s: _Model) -> tuple[Any, Any]:
    """The step within the radius, and whether it is that of Newton's method."""
    newton, regular = solved(s.matrix, -s.f)
    inside = regular & (np.sum(s.units * newton * newton) <= s.reach)
    slope = _times(s.matrix.T, s.f)
    downhill = -slope / s.units
    steep = -np.sum(slope * downhill)
    change = _times(s.matrix, downhill)
    lowest = over(steep, np.sum(change * change))
    lowest = np.minimum(lowest, np.sqrt(over(s.reach, steep)))
    first = np.where(steep > 0, lowest, 0.0) * downhill
    rest = np.where(regular, newton - first, 0.0)
    along = first + _share(first, rest, s) * rest
    return np.where(inside, newton, along), inside


def _share(first: Any, rest: Any, s: _Model) -> Any:
    """How much of `rest` one can go from `first` within the radius."""
    a, b = np.sum(s.units * rest * rest), np.sum(s.units * first * rest)
    c = np.maximum(s.reach - np.sum(s.units * first * first), 0.0)
    root = np.sqrt(b * b + a * c)
    # Of both forms of the solution, the one in which nothing cancels.
    far = np.where(b > 0, c, root - b), np.where(b > 0, b + root, a)
    return np.where(far[1] > 0, over(*far), 0.0)


def _next_reach(reach: Any, length: Any, ratio: Any, successes: Any) -> Any:
    longer = (ratio >= 0.5) | (successes > 1)
    grown = np.where(longer, np.maximum(reach, 4 * length), reach)
    grown = np.where(np.abs(ratio - 1) <= 0.1, 4 * length, grown)
    return np.where(ratio < 0.1, 0.25 * reach, grown)


def _status(
    s: _State, length: Any, full: Any, least: Any, xtol: float, maxfev: int
) -> Any:
    size = np.sum(s.units * s.x * s.x)
    small = xtol**2 * size
    near = (s.reach <= small) | (full & (length <= small))
    stuck = 0.01 * np.maximum(0.01 * s.reach, length) <= _EPS**2 * size
    status = np.where(s.slow == _PATIENCE, 5, 0)
    status = np.where(stuck, 3, status)
    status = np.where(s.rounds + 1 >= maxfev, 2, status)
    return np.where(near | (least == 0), 1, status)


def _units(matrix: Any) -> Any:
    """The squares of the lengths of the columns."""
    return np.sum(matrix * matrix, axis=0)


def _times(matrix: Any, x: Any) -> Any:
    """The product, in the loop that it stands in."""
    return np.sum(matrix * x, axis=1)

