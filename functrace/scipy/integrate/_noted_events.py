"""Events of a solver that is recorded: its loop notes the steps that they are in.

How many there are is not known beforehand. There is room for the first `event.terminal` of
those that end the solution, and for the first and the last of the others. What ends it at
once is in the last step, which need not be noted.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.integrate._control import (
    Curve,
    Field,
    Method,
    SolverState,
    course_of,
)
from functrace.scipy.integrate._events import Event, root_time
from functrace.scipy.integrate._unknown import EVENTS, UnknownRows
from functrace.transforms.branches import cond
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.loops import fori_loop, scan

_HALVINGS = 60
_FIRST_AND_LAST = 3  # rows: of the last two one may turn out to be too late


class EventSteps(NamedTuple):
    """The steps that an event is in, in rows.

    Attributes
    ----------
    count : int
        How often the event was so far.
    steps : tuple of array (room, ...)
        Where each begins and ends, the state before it, and the function's value there.
        None of an event that is in the last step.
    courses : array (room, rows, n)
    """

    count: Any
    steps: tuple[Any, ...] | None
    courses: Any

    @property
    def room(self) -> int:
        """For so many."""
        return self.courses.shape[0]


def values_of(events: Sequence[Event], t: Any, y: Any) -> list[Any]:
    """Without derivatives."""
    return [stop_gradient(event(t, y)) for event in events]


def none_noted(
    events: Sequence[Event], method: Method, field: Field, state: SolverState
) -> list[EventSteps]:
    """Before the first step. Free rows hold what the functions can be evaluated at."""
    found: list[EventSteps] = []
    zero = np.zeros_like(stop_gradient(state.t), dtype=np.int64)
    course: Any = None
    if not all(map(_is_last, events)):
        course = _course(method, field, state)
    for event, value in zip(events, state.after, strict=True):
        room = event.terminal or _FIRST_AND_LAST
        first = state.t, state.t, state.y, value, course
        if _is_last(event):
            found.append(EventSteps(zero, None, None))
        else:
            rows = [np.stack([stop_gradient(x)] * room) for x in first]
            found.append(EventSteps(zero, tuple(rows[:4]), rows[4]))
    return found


def noted(
    events: Sequence[Event],
    method: Method,
    field: Field,
    state: SolverState,
    taken: Any,
) -> tuple[list[EventSteps], Any, Any]:
    """With the events of a step, if it was taken; whether there are; if it ends there."""
    found: list[EventSteps] = []
    stops = np.zeros_like(taken)
    if not events:
        return found, stops, stops
    pairs = zip(events, state.before, state.after, strict=True)
    are = [taken & _active(*pair) for pair in pairs]
    is_any = functools.reduce(operator.or_, are)
    empty = [kept.courses[0] for kept in state.noted if kept.steps is not None]
    course = None
    if empty:
        follow = functools.partial(_course, method, field, state)
        course = cond(is_any, follow, lambda: np.zeros_like(empty[0]))
    for event, is_active, before, old in zip(
        events, are, state.before, state.noted, strict=True
    ):
        count = old.count + np.where(is_active, 1, 0)
        new = old._replace(count=count)
        if old.steps is not None:
            put = functools.partial(_put, _place(event, old.count), is_active)
            step = state.t_old, state.t, state.y_old, before
            steps = tuple(map(put, old.steps, step))
            new = EventSteps(count, steps, put(old.courses, course))
        found.append(new)
        if event.terminal:
            stops = stops | (is_active & (count >= event.terminal))
    return found, is_any, stops


def _is_last(event: Event) -> bool:
    """Whether it can be in the last step alone."""
    return event.terminal == 1


def _course(method: Method, field: Field, state: SolverState) -> Any:
    return np.stack(course_of(method, field, state))


def _active(event: Event, before: Any, after: Any) -> Any:
    """Whether there is such an event between two points, of the function's values there."""
    up, down = (before <= 0) & (after >= 0), (before >= 0) & (after <= 0)
    if event.direction:
        return up if event.direction > 0 else down
    return up | down


def _place(event: Event, number: Any) -> Any:
    """The row of the event of this number."""
    if event.terminal:
        return np.clip(number, 0, event.terminal - 1)
    return np.where(number > 0, 1 + (number - 1) % 2, 0)


def _put(place: Any, condition: Any, rows: Any, row: Any) -> Any:
    new = rows.copy()
    new[place] = np.where(condition, row, new[place])
    return new


class EventResults(NamedTuple):
    """What became of the events.

    Attributes
    ----------
    time : float
        Of the one that ended the solution; infinitely far in its direction, if none did.
    times, states : list of array or UnknownRows
        NaN where there are none.
    last : tuple
        The time and the state at the solution's end.
    """

    time: Any
    times: list[Any]
    states: list[Any]
    last: tuple[Any, Any]


def found_events(
    events: Sequence[Event],
    method: Method,
    field: Field,
    state: SolverState,
    direction: Any,
) -> EventResults:
    """Times and states of what was noted, after the last step."""
    first, last = direction * np.inf, (state.t, state.y)
    all_noted = _with_last(method, field, state)
    roots = [
        _roots(event, method, kept)
        for event, kept in zip(events, all_noted, strict=True)
    ]
    for event, kept, (times, states) in zip(events, all_noted, roots, strict=True):
        if event.terminal:
            time, at = times[-1], states[-1]
            near = direction * stop_gradient(time) < direction * first
            near = near & (kept.count >= event.terminal)
            first = np.where(near, stop_gradient(time), first)
            last = np.where(near, time, last[0]), np.where(near, at, last[1])
    found = EventResults(first, [], [], last)
    triples = zip(events, all_noted, roots, strict=True)
    for k, (event, kept, (times, states)) in enumerate(triples):
        late = direction * stop_gradient(times) > direction * first
        number = kept.count - np.where(np.any(late & _used(kept)), 1, 0)
        if event.terminal:
            are = np.arange(kept.room) < number
            found.times.append(_where(are, times, last))
            found.states.append(_where(are[:, None], states, last))
        else:
            place, is_any = _place(event, number - 1), number > 0
            for name, rows, into in (
                ("t_events", times, found.times),
                ("y_events", states, found.states),
            ):
                ends = [_where(is_any, row, last) for row in (rows[0], rows[place])]
                into.append(UnknownRows(f"sol.{name}[{k}]", *ends, number=EVENTS))
    return found


def _with_last(method: Method, field: Field, state: SolverState) -> list[EventSteps]:
    """What was noted, and the last step where nothing was."""
    course: Any = None
    found: list[EventSteps] = []
    for kept, before in zip(state.noted, state.before, strict=True):
        if kept.steps is None:
            course = _course(method, field, state) if course is None else course
            step = state.t_old, state.t, state.y_old, before
            rows = [np.expand_dims(x, 0) for x in (*step, course)]
            found.append(EventSteps(kept.count, tuple(rows[:4]), rows[4]))
        else:
            found.append(kept)
    return found


def _used(kept: EventSteps) -> Any:
    return np.arange(kept.room) < kept.count


def _where(condition: Any, x: Any, last: tuple[Any, Any]) -> Any:
    """The values, or NaN; where it is not one of many, with derivatives that are NaN."""
    if np.ndim(condition) and x.shape[0] > 1:
        return np.where(condition, x, np.nan)
    time, state = last
    none = (time + 0.0 * np.sum(state)) * np.where(condition, 1.0, np.nan)
    return np.where(condition, x, none)


def _roots(event: Event, method: Method, kept: EventSteps) -> tuple[Any, Any]:
    """The times and states of the rows; of free ones those of the first step."""

    def root(_: None, row: Any) -> Any:
        is_used, (t_old, t, y_old, before), course = row
        course = list(course)

        def curve(time: Any) -> Any:
            return method.state_at(course, (t_old, t, y_old), time)

        def solved() -> Any:
            time = _root_in(event, curve, (t_old, t), before)
            return time, curve(time)

        return None, cond(is_used, solved, lambda: (t_old, y_old))

    rows = _used(kept), kept.steps, kept.courses
    return scan(root, None, rows)[1]


def _root_in(event: Event, curve: Curve, span: tuple[Any, Any], before: Any) -> Any:
    """By bisection."""

    def halve(_: Any, bracket: Any) -> Any:
        low, high = bracket
        middle = (low + high) / 2
        short = event(middle, curve(middle)) * before > 0
        return np.where(short, middle, low), np.where(short, high, middle)

    def find(start: Any) -> Any:
        return fori_loop(0, _HALVINGS, halve, (start, stop_gradient(span[1])))[1]

    return root_time(event, curve, stop_gradient(span[0]), find)
