"""Steps along a line that fulfil the strong Wolfe conditions, as a loop of a graph.

Moré and Thuente, *Line Search Algorithms with Guaranteed Sufficient Decrease*, ACM TOMS 20
(1994), in the formulation of MINPACK-2 (``dcsrch``, ``dcstep``), which SciPy follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.optimize._brackets import over
from functrace.transforms.loops import while_loop

_LONGER = 1.1, 4.0  # a step grows at least, and at most, by so much
_SHORTER = 0.66  # of an interval must be gone after two rounds


class Point(NamedTuple):
    """A step, with the value there, and the slope along the line."""

    step: Any
    f: Any
    slope: Any


class Wolfe(NamedTuple):
    """What is asked of a step: decrease, flatness, and when an interval is too short."""

    decrease: float
    flatness: float
    width: float
    rounds: int
    longest: float = 1e10


class LineSearchResult(NamedTuple):
    """Where a search ended.

    Attributes
    ----------
    x, f, g : array
        The point, the value and the gradient there.
    found : bool
        Whether it is better than where it began.
    count : int
        How often the function was evaluated.
    """

    x: Any
    f: Any
    g: Any
    found: Any
    count: Any


class _State(NamedTuple):
    best: Point
    other: Point
    step: Any
    bracketed: Any
    second: Any  # stage
    low: Any
    high: Any
    width: Any
    before: Any
    line: LineSearchResult
    done: Any


def search(
    evaluate: Callable[[Any], tuple[Any, Any]],
    start: tuple[Any, Any, Any],
    direction: Any,
    step: Any,
    wolfe: Wolfe,
) -> LineSearchResult:
    """Search from ``start = (x, f, g)`` along `direction`, with a first step."""
    x0, f0, g0 = start
    slope0 = np.sum(g0 * direction)
    test = wolfe.decrease * slope0

    def body(s: _State) -> _State:
        x = x0 + s.step * direction
        f, g = evaluate(x)
        here = Point(s.step, f, np.sum(g * direction))
        finite = np.isfinite(f) & np.isfinite(here.slope)
        low_enough = f <= f0 + s.step * test
        second = s.second | (low_enough & (here.slope >= 0))
        stuck = s.bracketed & ((s.step <= s.low) | (s.step >= s.high))
        stuck = stuck | (s.bracketed & (s.high - s.low <= wolfe.width * s.high))
        stuck = stuck | (s.step >= wolfe.longest)
        fine = low_enough & (np.abs(here.slope) <= -wolfe.flatness * slope0)
        line = LineSearchResult(x, f, g, finite & (f < f0), s.line.count + 1)
        moved = _next(s._replace(second=second), here, ~second & ~low_enough, test)
        shorter = s._replace(step=0.1 * s.step, high=s.step)
        after = _chosen(finite, moved, shorter)
        return after._replace(line=line, done=finite & (fine | stuck))

    def going(s: _State) -> Any:
        return ~s.done & (s.line.count < wolfe.rounds)

    begin = Point(np.float64(0.0), f0, slope0)
    no, width = np.bool_(False), np.float64(wolfe.longest)
    line = LineSearchResult(x0, f0, g0, no, np.int64(0))
    high = step * (1 + _LONGER[1])
    falling = slope0 < 0  # nothing is found where the function rises
    first = _State(
        begin, begin, step, no, no, begin.step, high, width, 2 * width, line, ~falling
    )
    return while_loop(going, body, first).line


def _next(s: _State, here: Point, modified: Any, test: Any) -> _State:
    """The interval after a step, and the next step; `modified` in the first stage."""
    tilt = np.where(modified & (here.f <= s.best.f), test, 0.0)
    best, other, step, bracketed = _interval(
        _tilted(s.best, -tilt), _tilted(s.other, -tilt), _tilted(here, -tilt), s
    )
    best, other = _tilted(best, tilt), _tilted(other, tilt)
    length = np.abs(other.step - best.step)
    halve = bracketed & (length >= _SHORTER * s.before)
    step = np.where(halve, best.step + 0.5 * (other.step - best.step), step)
    gap = step - best.step
    low = np.where(
        bracketed, np.minimum(best.step, other.step), step + _LONGER[0] * gap
    )
    high = np.where(
        bracketed, np.maximum(best.step, other.step), step + _LONGER[1] * gap
    )
    outside = bracketed & ((step <= low) | (step >= high))
    return s._replace(
        best=best,
        other=other,
        step=np.where(outside, best.step, step),
        bracketed=bracketed,
        low=low,
        high=high,
        width=np.where(bracketed, length, s.width),
        before=np.where(bracketed, s.width, s.before),
    )


def _tilted(point: Point, slope: Any) -> Point:
    """Of the function with a linear one added."""
    return Point(point.step, point.f + point.step * slope, point.slope + slope)


def _interval(
    best: Point, other: Point, here: Point, s: _State
) -> tuple[Point, Point, Any, Any]:
    """The ends of the next interval, the next step, and whether there is a minimum."""
    higher = here.f > best.f
    turned = np.sign(here.slope) * np.sign(best.slope) < 0
    flatter = np.abs(here.slope) < np.abs(best.slope)
    far = np.where(here.step > best.step, s.high, s.low)
    step = np.where(
        higher,
        _case_higher(best, here),
        np.where(
            turned,
            _case_turned(best, here),
            np.where(
                flatter,
                _case_flatter(best, other, here, s, far),
                np.where(s.bracketed, _cubic(here, other), far),
            ),
        ),
    )
    ahead = _chosen(turned, best, other)
    end = _chosen(higher, here, ahead)
    return _chosen(higher, best, here), end, step, s.bracketed | higher | turned


def _theta(a: Point, b: Point) -> Any:
    return over(3.0 * (a.f - b.f), b.step - a.step) + a.slope + b.slope


def _gamma(a: Point, b: Point) -> tuple[Any, Any]:
    """Of the cubic through both points: its ``theta`` and ``gamma``."""
    theta = _theta(a, b)
    s = np.maximum(np.abs(theta), np.maximum(np.abs(a.slope), np.abs(b.slope)))
    root = over(theta, s) ** 2 - over(a.slope, s) * over(b.slope, s)
    return theta, s * np.sqrt(np.maximum(root, 0.0))


def _cubic(a: Point, b: Point) -> Any:
    """The minimum of the cubic, from `a` on."""
    theta, gamma = _gamma(a, b)
    gamma = np.where(a.step > b.step, -gamma, gamma)
    r = over((gamma - a.slope) + theta, ((gamma - a.slope) + gamma) + b.slope)
    return a.step + r * (b.step - a.step)


def _secant(a: Point, b: Point) -> Any:
    return a.step + over(a.slope, a.slope - b.slope) * (b.step - a.step)


def _case_higher(best: Point, here: Point) -> Any:
    width = here.step - best.step
    cubic = _cubic(best, here)
    bend = over(best.f - here.f, width) + best.slope
    parabola = best.step + over(best.slope, bend) / 2.0 * width
    nearer = np.abs(cubic - best.step) <= np.abs(parabola - best.step)
    return np.where(nearer, cubic, cubic + (parabola - cubic) / 2.0)


def _case_turned(best: Point, here: Point) -> Any:
    cubic, secant = _cubic(here, best), _secant(here, best)
    farther = np.abs(cubic - here.step) > np.abs(secant - here.step)
    return np.where(farther, cubic, secant)


def _case_flatter(best: Point, other: Point, here: Point, s: _State, far: Any) -> Any:
    theta, gamma = _gamma(best, here)
    onward = here.step > best.step
    gamma = np.where(onward, -gamma, gamma)
    r = over((gamma - here.slope) + theta, (gamma + (best.slope - here.slope)) + gamma)
    along = here.step + r * (best.step - here.step)
    cubic = np.where((r < 0) & (gamma != 0), along, far)
    secant = _secant(here, best)
    nearer = np.abs(cubic - here.step) < np.abs(secant - here.step)
    within = np.where(nearer, cubic, secant)
    most = here.step + _SHORTER * (other.step - here.step)
    within = np.where(onward, np.minimum(most, within), np.maximum(most, within))
    beyond = np.where(nearer, secant, cubic)
    beyond = np.minimum(np.maximum(beyond, s.low), s.high)
    return np.where(s.bracketed, within, beyond)


def _chosen(condition: Any, a: Any, b: Any) -> Any:
    """By fields."""
    if isinstance(a, tuple):
        pairs = zip(a, b, strict=True)
        return type(a)(*(_chosen(condition, *pair) for pair in pairs))
    return a if a is b else np.where(condition, a, b)
