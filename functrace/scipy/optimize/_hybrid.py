"""Powell's hybrid method for systems of equations, as a loop of a graph.

As MINPACK's `hybrj`: steps along a dogleg within a trust region, in units that the columns of
the Jacobian give. That is computed in every round, together with the function, and not
updated. Lengths are squared.

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
from functrace.scipy.optimize._systems import (
    SquareMatrix,
    Vector,
    dot,
    each,
    joined,
    matrix_of,
    parts_of,
)
from functrace.transforms.loops import while_loop

_EPS = np.finfo(float).eps
_PATIENCE = 10  # rounds without progress


class HybridSettings(NamedTuple):
    """When a search ends, and how far its first step goes; `diag` as SciPy's."""

    xtol: float = 1.49012e-8
    maxfev: int = 0
    factor: float = 100
    diag: Any = None


class HybridResult(NamedTuple):
    """What a search came to; `status` as MINPACK's."""

    x: Any
    status: Any
    rounds: Any


class _Model(NamedTuple):
    """The function near a point, and how far that is trusted."""

    f: Vector
    matrix: SquareMatrix
    units: Vector
    reach: Any

    def length(self, x: Vector) -> Any:
        """Of a step, squared."""
        return dot(self.units, x, x)


class _State(NamedTuple):
    x: Vector
    f: Vector
    matrix: SquareMatrix
    units: Vector
    reach: Any
    successes: Any
    slow: Any
    rounds: Any
    status: Any


def hybrid(
    linearized: Callable[[Any], tuple[Any, Any]], x0: Any, to: HybridSettings
) -> HybridResult:
    """A root of a function of a vector; `linearized` gives its value and Jacobian."""
    to = to._replace(maxfev=to.maxfev or 100 * (np.size(x0) + 1))

    def at(x: Vector) -> tuple[Vector, SquareMatrix]:
        f, array = linearized(joined(x))
        return parts_of(f), matrix_of(array)

    def units_of(matrix: SquareMatrix) -> Vector:
        if to.diag is not None:
            return parts_of(np.broadcast_to(to.diag, np.shape(x0)) ** 2.0)
        return matrix.squares()

    def step(s: _State) -> _State:
        units = each(np.maximum, s.units, units_of(s.matrix))
        model = _Model(s.f, s.matrix, units, s.reach)
        move, full = _dogleg(model)
        x = each(np.add, s.x, move)
        return _judged(s, model, _Step(move, full, x, *at(x)), to)

    x = parts_of(x0)
    f, matrix = at(x)
    units = units_of(matrix)
    if to.diag is None:
        units = each(lambda u: np.where(u == 0, 1.0, u), units)
    size = dot(units, x, x)
    reach = to.factor**2 * np.where(size == 0, 1.0, size)
    none = np.int64(0)
    status = np.where(dot(f, f) == 0, 1, none)
    start = _State(x, f, matrix, units, reach, none, none, none, status)
    last = while_loop(lambda s: s.status == 0, step, start)
    return HybridResult(joined(last.x), last.status, last.rounds)


# -- the step --------------------------------------------------------------------------


def _dogleg(m: _Model) -> tuple[Vector, Any]:
    """The step within the region, and whether it is that of Newton's method."""
    newton, regular = m.matrix.solved(each(np.negative, m.f))
    inside = regular & (m.length(newton) <= m.reach)
    slope = m.matrix.transposed_times(m.f)
    downhill = each(lambda a, u: -a / u, slope, m.units)
    steep = -dot(slope, downhill)
    change = m.matrix.times(downhill)
    lowest = over(steep, dot(change, change))
    beyond = lowest * lowest * steep >= m.reach
    first = each(lambda d: lowest * d, downhill)
    rest = each(np.subtract, newton, first)
    a, b = m.length(rest), dot(m.units, first, rest)
    c = np.maximum(m.reach - m.length(first), 0.0)
    root = np.sqrt(np.where(beyond, m.reach * steep, b * b + a * c))
    # Of both forms of the solution, the one in which nothing cancels.
    part, whole = np.where(b > 0, c, root - b), np.where(b > 0, b + root, a)
    share = over(np.where(beyond, root, part), np.where(beyond, steep, whole))

    def chosen(n: Any, d: Any, f: Any, r: Any) -> Any:
        along = np.where(beyond, share * d, np.where(regular, f + share * r, f))
        return np.where(inside, n, np.where(steep > 0, along, 0.0))

    return each(chosen, newton, downhill, first, rest), inside


# -- what becomes of it ----------------------------------------------------------------


class _Step(NamedTuple):
    move: Vector
    full: Any
    x: Vector
    f: Vector
    matrix: SquareMatrix


def _judged(s: _State, m: _Model, step: _Step, to: HybridSettings) -> _State:
    """The next state: whether the step is taken, and how far the next one may go."""
    length = m.length(step.move)
    first = (s.rounds == 0) & (length > 0)
    reach = np.where(first, np.minimum(m.reach, length), m.reach)
    before, after = dot(m.f, m.f), dot(step.f, step.f)
    there = each(np.add, m.f, m.matrix.times(step.move))
    expected = np.where(step.full, 0.0, dot(there, there))
    progress = (after < before) & (expected < before)
    ratio = np.where(progress, over(before - after, before - expected), 0.0)
    better = ratio >= 1e-4
    successes = np.where(ratio < 0.1, 0, s.successes + 1)

    def chosen(new: Any, old: Any) -> Any:
        return np.where(better, new, old)

    new = _State(
        each(chosen, step.x, s.x),
        each(chosen, step.f, s.f),
        step.matrix.each(chosen, s.matrix),
        m.units,
        _next_reach(reach, length, ratio, successes),
        successes,
        np.where(before - after >= 0.001 * before, 0, s.slow + 1),
        s.rounds + 1,
        s.status,
    )
    size = m.length(new.x)
    small = to.xtol**2 * size
    near = (new.reach <= small) | (step.full & (length <= small))
    exact = np.minimum(before, after) == 0
    stuck = 0.01 * np.maximum(0.01 * new.reach, length) <= _EPS**2 * size
    status = np.where(new.slow == _PATIENCE, 5, 0)
    status = np.where(stuck, 3, status)
    status = np.where(new.rounds + 1 >= to.maxfev, 2, status)
    return new._replace(status=np.where(near | exact, 1, status))


def _next_reach(reach: Any, length: Any, ratio: Any, successes: Any) -> Any:
    longer = (ratio >= 0.5) | (successes > 1)
    grown = np.where(longer, np.maximum(reach, 4 * length), reach)
    grown = np.where(np.abs(ratio - 1) <= 0.1, 4 * length, grown)
    return np.where(ratio < 0.1, 0.25 * reach, grown)
