"""Runge-Kutta methods with SciPy's choice of steps, as loops of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core import pytree
from functrace.scipy.integrate._events import (
    Curve,
    Ended,
    Event,
    active,
    ended,
    values_of,
)
from functrace.scipy.integrate._runge_kutta import Field, RungeKutta, between, rms
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.loops import scan, while_loop

_SAFETY, _SMALLEST, _LARGEST = 0.9, 0.2, 10.0  # of the factors between steps
_EPS, _TINY = np.finfo(np.float64).eps, np.finfo(np.float64).tiny


class Control(NamedTuple):
    """How steps are chosen; no derivative goes through it.

    Attributes
    ----------
    rtol, atol : float or array (n,)
        Of the local error.
    max_step : float
    first_step : float or None
        None: it is estimated.
    """

    rtol: Any
    atol: Any
    max_step: Any
    first_step: Any


class State(NamedTuple):
    """Where the solver is.

    Attributes
    ----------
    t, y
        After the last step that was taken.
    t_old, y_old, K
        Where it began, and its slopes.
    size : float
        Length of the next step.
    rejected, failed, stopped : bool
        The last attempt was rejected; no step is small enough; there was an event.
    nfev : int
        Evaluations of the field.
    before, after : list of float
        What the events' functions are at `t_old` and `t`.
    """

    t: Any
    y: Any
    t_old: Any
    y_old: Any
    K: list[Any]
    size: Any
    rejected: Any
    failed: Any
    stopped: Any
    nfev: Any
    before: list[Any]
    after: list[Any]


class Solved(NamedTuple):
    """A solution: the states ``(m, n)``, NaN where they are not reached, and how it ended."""

    states: Any
    status: Any
    nfev: Any
    events: Ended


class Solver:
    """A method on an interval that may be traced."""

    def __init__(
        self,
        method: RungeKutta,
        field: Field,
        span: tuple[Any, Any],
        control: Control,
        events: Sequence[Event],
    ) -> None:
        self.method, self.field = method, field
        self.begin, self.end = span
        self.direction = np.where(self.end >= self.begin, 1.0, -1.0)
        self.control, self.events = control, events

    def solve(self, y0: Any, times: Any) -> Solved:
        """Solve, for the states at some times."""

        def output(state: State, time: Any) -> tuple[State, Any]:
            moved = self._until(state, time)
            more = np.where(moved.t != state.t, self.method.more, 0)
            moved = moved._replace(nfev=moved.nfev + more)
            return moved, self._at(moved, time)

        state, ys = scan(output, self._start(y0), times)
        state = self._until(state, self.end)
        t, end = state.t_old, state.t
        values = state.before, state.after
        events = ended(
            self.events, self._curve(state), (t, end), values, self.direction
        )
        beyond = self.direction * (times - events.time) > 0
        status = np.where(state.stopped, 1, np.where(end == self.end, 0, -1))
        ys = ys * np.where(beyond, np.nan, 1.0)[:, None]
        return Solved(ys, status, state.nfev, events)

    def _until(self, state: State, time: Any) -> State:
        """Step until `time` is passed: at least once, as SciPy does."""

        def is_before(state: State) -> Any:
            ahead = self.direction * (self.end - state.t) > 0
            wanted = self.direction * (time - state.t) > 0
            none = state.t == state.t_old
            return ahead & (wanted | none) & ~state.failed & ~state.stopped

        return while_loop(is_before, self._attempt, state)

    def _at(self, state: State, time: Any) -> Any:
        after = self.direction * (time - state.t_old) >= 0
        before = self.direction * (state.t - time) >= 0
        # A factor, and not a choice: what is NaN has derivatives that are NaN.
        return self._curve(state)(time) * np.where(after & before, 1.0, np.nan)

    def _curve(self, state: State) -> Curve:
        """The solution in the last step."""
        t, y = state.t_old, state.y_old
        course = self.method.course(self.field, t, y, state.t - t, state.K)
        return lambda time: between(self.method, course, (t, state.t, y), time)

    def _start(self, y0: Any) -> State:
        slope = self.field(self.begin, y0)
        size, nfev = self.control.first_step, 1
        if size is None:
            size, nfev = self._first_size(y0, slope), 2
        no = np.zeros_like(self.begin, dtype=bool)
        K = [slope] * self.method.stages
        count = np.full_like(self.begin, nfev, dtype=np.int64)
        size = stop_gradient(size + 0.0 * self.begin)
        t = self.begin
        at = values_of(self.events, t, y0)
        return State(t, y0, t, y0, K, size, no, no, no, count, at, at)

    def _first_size(self, y0: Any, slope: Any) -> Any:
        """Hairer, Norsett & Wanner, as above, section II.4."""
        begin, end, y0, slope = map(stop_gradient, (self.begin, self.end, y0, slope))
        rtol, atol, max_step, _ = self.control
        length = np.abs(end - begin)
        scale = atol + np.abs(y0) * rtol
        d0, d1 = rms(y0 / scale), rms(slope / scale)
        small = (d0 < 1e-5) | (d1 < 1e-5)
        h0 = np.where(small, 1e-6, 0.01 * d0 / np.where(small, 1.0, d1))
        h0 = np.minimum(h0, length)
        forth = h0 * self.direction
        y1 = y0 + forth * slope
        change = stop_gradient(self.field(begin + forth, y1)) - slope
        d2 = rms(change / scale) / np.where(h0 == 0, 1.0, h0)
        largest = np.maximum(d1, d2)
        flat = largest <= 1e-15
        power = (0.01 / np.where(flat, 1.0, largest)) ** -self.method.exponent
        h1 = np.where(flat, np.maximum(1e-6, h0 * 1e-3), power)
        bound = np.minimum(length, max_step)
        return np.minimum(np.minimum(100 * h0, h1), bound)

    def _attempt(self, state: State) -> State:
        t, y = state.t, state.y
        rtol, atol, max_step, _ = self.control
        smallest = 10 * np.maximum(np.abs(stop_gradient(t)) * _EPS, _TINY)
        bounded = np.maximum(np.minimum(state.size, max_step), smallest)
        bounded = np.where(np.isnan(state.size), np.nan, bounded)
        size = np.where(state.rejected, state.size, bounded)
        possible = size >= smallest
        t_new = stop_gradient(t) + size * self.direction
        beyond = self.direction * (t_new - self.end) > 0
        t_new = np.where(beyond, self.end, t_new)
        h = t_new - t
        y_new, K = self.method.step(self.field, t, y, state.K[-1], h)
        scale = atol + np.maximum(np.abs(y), np.abs(y_new)) * rtol
        norm = self.method.error_norm(K, h, scale)
        taken = (norm < 1) & possible
        size = np.abs(h) * self._factor(norm, taken, state.rejected)
        after = values_of(self.events, t_new, y_new)
        moved = state._replace(t=t_new, y=y_new, t_old=t, y_old=y, K=K)
        moved = moved._replace(before=state.after, after=after)
        found = zip(self.events, state.after, after, strict=True)
        stops = sum((active(*each) for each in found), np.zeros_like(taken))
        return _chosen(taken, moved, state)._replace(
            size=stop_gradient(size),
            rejected=~taken,
            failed=~possible,
            stopped=taken & stops,
            nfev=state.nfev + self.method.evaluations,
        )

    def _factor(self, norm: Any, taken: Any, rejected: Any) -> Any:
        norm = stop_gradient(norm)
        found = _SAFETY * np.where(norm == 0, 1.0, norm) ** self.method.exponent
        largest = np.where(rejected, 1.0, _LARGEST)
        grown = np.where(norm == 0, largest, np.minimum(largest, found))
        return np.where(taken, grown, np.where(found > _SMALLEST, found, _SMALLEST))


def _chosen(taken: Any, moved: State, kept: State) -> State:
    old, treedef = pytree.flatten(kept)
    pairs = zip(pytree.flatten(moved)[0], old, strict=True)
    return pytree.unflatten(treedef, [np.where(taken, *pair) for pair in pairs])
