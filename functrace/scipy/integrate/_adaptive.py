"""Solvers with SciPy's choice of steps, as loops of a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.integrate._control import (
    Method,
    SolverState,
    StepControl,
    curve_of,
    rms,
)
from functrace.scipy.integrate._events import Event
from functrace.scipy.integrate._field import RecordedField
from functrace.scipy.integrate._noted_events import (
    EventResults,
    found_events,
    none_noted,
    noted,
    values_of,
)
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.loops import scan, while_loop

_EPS, _TINY = np.finfo(np.float64).eps, np.finfo(np.float64).tiny


class AdaptiveSolution(NamedTuple):
    """A solution: the states ``(m, n)``, NaN where they are not reached, and how it ended.

    Attributes
    ----------
    events : EventResults
        And the time and the state that it ended at.
    """

    states: Any
    status: Any
    counts: tuple[Any, Any, Any]
    events: EventResults


def direction_of(span: tuple[Any, Any]) -> Any:
    """The sign of the steps."""
    begin, end = span
    return np.where(end >= begin, 1.0, -1.0)


class AdaptiveSolver:
    """A method on an interval that may be traced.

    `dense`: SciPy's would evaluate the course of each step, which is counted.
    """

    def __init__(
        self,
        method: Method,
        field: RecordedField,
        span: tuple[Any, Any],
        control: StepControl,
        events: Sequence[Event],
        *,
        dense: bool = False,
    ) -> None:
        self.method, self.field = method, field
        self.begin, self.end = span
        self.direction = direction_of(span)
        self.control, self.events, self.dense = control, events, dense

    def solve(self, y0: Any, times: Any, *, beyond: bool = False) -> AdaptiveSolution:
        """Solve, for the states at some times, which are in order.

        `beyond` the ends, the first and the last step's course is followed.
        """

        def output(state: SolverState, time: Any) -> tuple[SolverState, Any]:
            moved = self._until(state, time)
            counted = self.dense | (moved.t == state.t) | moved.followed
            more = np.where(counted, 0, self.method.more)
            moved = moved._replace(nfev=moved.nfev + more)
            return moved, self._at(moved, time, beyond=beyond)

        state, ys = scan(output, self._start(y0), times)
        state = self._until(state, self.end)
        events = found_events(
            self.events, self.method, self.field, state, self.direction
        )
        ends = np.where(state.t == self.end, 0, -1)
        status = np.where(state.stopped, 1, ends)
        if self.events and not beyond:
            late = self.direction * (times - events.time) > 0
            ys = ys * np.where(late, np.nan, 1.0)[:, None]
        counts = state.nfev, state.njev, state.nlu
        return AdaptiveSolution(ys, status, counts, events)

    def _until(self, state: SolverState, time: Any) -> SolverState:
        """Step until `time` is passed: at least once, as SciPy does."""

        def is_before(state: SolverState) -> Any:
            ahead = self.direction * (self.end - state.t) > 0
            wanted = self.direction * (time - state.t) > 0
            none = state.t == state.t_old
            return ahead & (wanted | none) & ~state.failed & ~state.stopped

        return while_loop(is_before, self._attempt, state)

    def _at(self, state: SolverState, time: Any, *, beyond: bool) -> Any:
        after = self.direction * (time - state.t_old) >= 0
        before = self.direction * (state.t - time) >= 0
        is_known = after & before
        if beyond:
            is_known = is_known | (state.t != state.t_old)
        # A factor, and not a choice: what is NaN has derivatives that are NaN.
        factor = np.where(is_known, 1.0, np.nan)
        return curve_of(self.method, self.field, state)(time) * factor

    def _start(self, y0: Any) -> SolverState:
        slope = self.field(self.begin, y0)
        size: Any = self.control.first_step
        nfev: Any = 1
        if size is None:
            size = self._first_size(y0, slope)
            nfev = np.where(self.begin == self.end, 1, 2)
        no = np.zeros_like(self.begin, dtype=bool)
        zero = np.zeros_like(self.begin, dtype=np.int64)
        size = stop_gradient(size + 0.0 * self.begin)
        t = self.begin
        own = self.method.begin(self.field, self.control, t, y0, slope)
        at = values_of(self.events, t, y0)
        counts = (zero + nfev, zero + self.method.jacobians, zero)
        start = SolverState(
            t, y0, t, y0, own, size, no, no, no, no, *counts, at, at, []
        )
        empty = none_noted(self.events, self.method, self.field, start)
        return start._replace(noted=empty)

    def _first_size(self, y0: Any, slope: Any) -> Any:
        """Hairer, Norsett & Wanner, *Solving Ordinary Differential Equations I*, II.4."""
        begin, end, y0, slope = map(stop_gradient, (self.begin, self.end, y0, slope))
        rtol, atol, max_step = self.control[:3]
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
        power = (0.01 / np.where(flat, 1.0, largest)) ** (1 / (self.method.order + 1))
        h1 = np.where(flat, np.maximum(1e-6, h0 * 1e-3), power)
        bound = np.minimum(length, max_step)
        return np.minimum(np.minimum(100 * h0, h1), bound)

    def _attempt(self, state: SolverState) -> SolverState:
        t, max_step = state.t, self.control.max_step
        smallest = 10 * np.maximum(np.abs(stop_gradient(t)) * _EPS, _TINY)
        bounded = np.maximum(np.minimum(state.size, max_step), smallest)
        bounded = np.where(np.isnan(state.size), np.nan, bounded)
        size = np.where(state.again, state.size, bounded)
        possible = size >= smallest
        t_new = stop_gradient(t) + size * self.direction
        beyond = self.direction * (t_new - self.end) > 0
        t_new = np.where(beyond, self.end, t_new)
        found = self.method.attempt(self.field, self.control, state, t_new, possible)
        taken = found.taken
        after = values_of(self.events, t_new, found.y)

        def chosen(new: Any, old: Any) -> Any:
            return np.where(taken, new, old)

        new = state._replace(
            t=chosen(t_new, t),
            y=chosen(found.y, state.y),
            t_old=chosen(t, state.t_old),
            y_old=chosen(state.y, state.y_old),
            own=found.own,
            size=stop_gradient(found.size),
            again=~taken,
            failed=~possible,
            before=list(map(chosen, state.after, state.before)),
            after=list(map(chosen, after, state.after)),
        )
        steps, is_event, stops = noted(self.events, self.method, self.field, new, taken)
        more = np.where(taken & (self.dense | is_event), self.method.more, 0)
        return new._replace(
            stopped=stops,
            followed=chosen(is_event, state.followed),
            noted=steps,
            nfev=state.nfev + found.nfev + more,
            njev=state.njev + found.njev,
            nlu=state.nlu + found.nlu,
        )
