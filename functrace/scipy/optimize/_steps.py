"""The methods of Newton, Halley and the secant, as SciPy has them, as loops of a graph.

Arrays are of independent equations. As in SciPy, all go on until the last one has converged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.optimize._brackets import over
from functrace.transforms.loops import while_loop

Function = Callable[[Any], Any]


class Slopes(NamedTuple):
    """A function with as many derivatives as are known."""

    value: Function
    first: Any
    second: Any

    @property
    def known(self) -> int:
        """How many derivatives there are."""
        return 2 - [self.first, self.second].count(None)


class NewtonSettings(NamedTuple):
    """When a search ends."""

    tol: float
    rtol: float
    maxiter: int

    def step_at(self, x: Any) -> Any:
        """How long the last step may be."""
        return self.tol + self.rtol * np.abs(x) if self.rtol else self.tol


class NewtonResult(NamedTuple):
    """What a search came to."""

    root: Any
    iterations: Any
    function_calls: Any
    converged: Any
    zero_der: Any = False


# -- of one number ---------------------------------------------------------------------


class _Newton(NamedTuple):
    x: Any
    found: Any
    near: Any
    flat: Any
    rounds: Any


def newton(f: Slopes, x0: Any, to: NewtonSettings) -> NewtonResult:
    """Newton's method, or Halley's, of one number."""

    def step(s: _Newton) -> _Newton:
        value, slope = f.value(s.x), f.first(s.x)
        found = value == 0
        flat = (slope == 0) & ~found
        x = np.where(found | flat, s.x, s.x - _full_step(f, s.x, value, slope))
        near = found | (np.abs(x - s.x) <= to.step_at(s.x)) & ~flat
        return _Newton(x, found, near, flat, s.rounds + 1)

    def going(s: _Newton) -> Any:
        return ~(s.near | s.flat) & (s.rounds < to.maxiter)

    no, none = np.bool_(False), np.int64(0)
    last = while_loop(going, step, _Newton(x0, no, no, no, none))
    calls = np.where(last.found, 1, np.where(last.flat, 2, 1 + f.known))
    calls = calls + (last.rounds - 1) * (1 + f.known)
    return NewtonResult(last.x, last.rounds - last.found, calls, last.near)


def _full_step(f: Slopes, x: Any, value: Any, slope: Any) -> Any:
    step = over(value, slope)
    if f.second is None:
        return step
    change = over(step * f.second(x), slope) / 2
    return np.where(np.abs(change) < 1, over(step, 1.0 - change), step)


class _Secant(NamedTuple):
    x0: Any
    x1: Any
    f0: Any
    f1: Any
    count: Any


def secant(f: Slopes, x0: Any, x1: Any, to: NewtonSettings) -> NewtonResult:
    """The secant method, of one number."""

    def proposed(s: _Secant) -> tuple[Any, Any]:
        """The next point, and whether it is the last."""
        up = np.abs(s.f1) > np.abs(s.f0)
        ratio = np.where(up, over(-s.f0, s.f1), over(-s.f1, s.f0))
        first, other = np.where(up, s.x1, s.x0), np.where(up, s.x0, s.x1)
        x = over(ratio * first + other, 1 + ratio)
        return x, np.abs(x - s.x1) <= to.step_at(s.x1)

    def step(s: _Secant) -> _Secant:
        x, _ = proposed(s)
        return _Secant(s.x1, x, s.f1, f.value(x), s.count + 1)

    def going(s: _Secant) -> Any:
        return (s.f1 != s.f0) & ~proposed(s)[1] & (s.count < to.maxiter)

    f0, f1 = f.value(x0), f.value(x1)
    swap = np.abs(f1) < np.abs(f0)
    first, second = np.where(swap, x1, x0), np.where(swap, x0, x1)
    values = np.where(swap, f1, f0), np.where(swap, f0, f1)
    last = while_loop(going, step, _Secant(first, second, *values, np.int64(0)))
    x, near = proposed(last)
    flat, more = last.f1 == last.f0, last.count < to.maxiter
    root = np.where(flat, (last.x0 + last.x1) / 2, np.where(more, x, last.x1))
    rounds = np.minimum(last.count + 1, to.maxiter)
    return NewtonResult(root, rounds, last.count + 2, more & near & ~flat)


# -- of arrays -------------------------------------------------------------------------


class _Array(NamedTuple):
    x: Any
    failing: Any
    steep: Any
    going: Any
    count: Any


def array_newton(f: Slopes, x0: Any, to: NewtonSettings) -> NewtonResult:
    """Newton's method, or Halley's, of each element."""

    def step(s: _Array) -> _Array:
        value, slope = f.value(s.x), f.first(s.x)
        steep = slope != 0
        change = over(value, slope)
        if f.second is not None:
            change = over(change, 1.0 - over(0.5 * change * f.second(s.x), slope))
        x = np.where(steep, s.x - change, s.x)
        far = steep & ~(np.abs(change) < to.tol)
        failing = np.where(steep, far, s.failing & (value != 0))
        return _Array(x, failing, steep, np.any(far & failing), s.count + 1)

    yes = np.ones(np.shape(x0), bool)
    start = _Array(x0, yes, yes, np.bool_(True), np.int64(0))
    last = while_loop(lambda s: s.going & (s.count < to.maxiter), step, start)
    calls = (1 + f.known) * last.count
    return _of_array(last, calls)


class _ArraySecant(NamedTuple):
    x: Any
    failing: Any
    steep: Any
    going: Any
    count: Any
    before: Any
    value: Any
    fbefore: Any


def array_secant(f: Slopes, x0: Any, to: NewtonSettings) -> NewtonResult:
    """The secant method, of each element."""

    def step(s: _ArraySecant) -> _ArraySecant:
        steep = s.value != s.fbefore
        change = over(s.value * (s.x - s.before), s.value - s.fbefore)
        x = np.where(steep, s.x - change, (s.x + s.before) / 2)
        far = steep & ~(np.abs(change) < to.tol)
        failing = np.where(steep, far, s.failing)
        return _ArraySecant(
            x, failing, steep, np.any(far), s.count + 1, s.x, f.value(x), s.value
        )

    shift = np.finfo(float).eps ** 0.33
    x1 = x0 * (1 + shift) + np.where(x0 >= 0, shift, -shift)
    yes = np.ones(np.shape(x0), bool)
    begin = yes, yes, np.bool_(True), np.int64(0)
    start = _ArraySecant(x1, *begin, x0, f.value(x1), f.value(x0))
    last = while_loop(lambda s: s.going & (s.count < to.maxiter), step, start)
    return _of_array(last, last.count + 2)


def _of_array(last: Any, calls: Any) -> NewtonResult:
    zero = ~last.steep & last.failing
    return NewtonResult(last.x, last.count, calls, ~last.failing, zero)
