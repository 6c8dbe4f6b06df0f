"""Events of a solver: their times solve equations, and are differentiated as such."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.errors import MissingRuleError, message
from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.scipy.integrate._field import Watched
from functrace.transforms.gradient import stop_gradient
from functrace.transforms.implicit import custom_root
from functrace.transforms.loops import fori_loop

_HALVINGS = 60

Curve = Callable[[Any], Any]


class Event(NamedTuple):
    """A function whose zeros are looked for.

    Attributes
    ----------
    function : callable
        ``(t, y, *args)``.
    direction : float
        Of the zeros: upwards, downwards, or 0 for both.
    terminal : int
        The solver ends at this one; 0 for none.
    """

    function: Callable[..., Any]
    direction: float
    terminal: int
    args: tuple[Any, ...]

    def __call__(self, t: Any, y: Any) -> Any:
        """The function's value."""
        return cast(as_array(self.function(t, y, *self.args)).reshape(()), np.float64)

    def watched(self) -> Watched:
        """As SciPy takes it, on plain values."""
        function: Any = Watched(self.function, self.args)
        function.direction, function.terminal = self.direction, self.terminal
        return function


def events_of(events: Any, args: tuple[Any, ...]) -> list[Event]:
    """The events that are given as one function, or several, or None."""
    given = [] if events is None else [events] if callable(events) else list(events)
    return [
        Event(f, getattr(f, "direction", 0), getattr(f, "terminal", None) or 0, args)
        for f in given
    ]


def root_time(event: Event, curve: Curve, time: Any, find: Any) -> Any:
    """When an event is, along a curve: what `find` gives, with its derivatives."""
    return custom_root(lambda t: event(t, curve(t)), find, failure="nan")(time)


def found_again(
    events: Sequence[Event], result: Any, curves: Callable[[Any], Sequence[Curve]]
) -> None:
    """Put what is traced in the place of the times and states of SciPy's events.

    `curves` gives the solution in the steps of some times.
    """
    for k, event in enumerate(events):
        times = result.t_events[k]
        if len(times) == 0:
            continue
        found = [
            (root_time(event, curve, time, lambda t: t), curve)
            for time, curve in zip(times, curves(times), strict=True)
        ]
        result.t_events[k] = np.stack([t for t, _ in found])
        result.y_events[k] = np.stack([curve(t) for t, curve in found])


def last_event(result: Any, values: Sequence[np.ndarray], direction: float) -> Any:
    """Time and state of the event that ended SciPy's solution."""
    found = [
        (direction * value, k, i)
        for k, row in enumerate(values)
        for i, value in enumerate(row)
    ]
    _, k, i = max(found)
    return result.t_events[k][i], result.y_events[k][i]


# -- where the solver is recorded ------------------------------------------------------


def check_terminal(where: str, events: Sequence[Event]) -> None:
    """Raise MissingRuleError if how often an event is depends on values."""
    for event in events:
        if event.terminal != 1:
            raise MissingRuleError(
                message(
                    f"{where}: how many events there are is not known while the solver is "
                    "recorded (jit, vmap).",
                    expected="terminal events, event.terminal = True",
                    got=f"terminal = {event.terminal}",
                )
            )


def values_of(events: Sequence[Event], t: Any, y: Any) -> list[Any]:
    """Without derivatives."""
    return [stop_gradient(event(t, y)) for event in events]


def active(event: Event, before: Any, after: Any) -> Any:
    """Whether there is such an event between two points, of the function's values there."""
    up, down = (before <= 0) & (after >= 0), (before >= 0) & (after <= 0)
    if event.direction:
        return up if event.direction > 0 else down
    return up | down


class Ended(NamedTuple):
    """What became of terminal events: their times and states, NaN of those that are not.

    Attributes
    ----------
    time : float
        Of the first; infinitely far in the direction of the solver, if there is none.
    times, states : list
    reached : list of bool
    """

    time: Any
    times: list[Any]
    states: list[Any]
    reached: list[Any]


def ended(
    events: Sequence[Event],
    curve: Curve,
    span: tuple[Any, Any],
    values: tuple[Sequence[Any], Sequence[Any]],
    direction: Any,
) -> Ended:
    """Of a step in `span`, at whose ends the functions have `values`."""
    first, roots = direction * np.inf, []
    for event, before, after in zip(events, *values, strict=True):
        is_active = active(event, before, after)
        time = _root_in(event, curve, span, before)
        near = direction * stop_gradient(time) < direction * first
        first = np.where(is_active & near, stop_gradient(time), first)
        roots.append((is_active, time))
    found = Ended(first, [], [], [])
    for is_active, time in roots:
        reached = is_active & (direction * stop_gradient(time) <= direction * first)
        factor = np.where(reached, 1.0, np.nan)  # of the derivatives, too
        found.times.append(time * factor)
        found.states.append(curve(time) * factor)
        found.reached.append(reached)
    return found


def last_of(
    events: Sequence[Event], found: Ended, curve: Curve, end: tuple[Any, Any]
) -> tuple[Any, Any]:
    """The time and state of the event that was reached, or else of the `end`.

    The time solves one equation or another: those of events that are not reached would
    have derivatives that are NaN.
    """
    if not events:
        return end
    t_end, y_end = end

    def residual(t: Any) -> Any:
        y, total = curve(t), t - t_end
        for event, reached in zip(events, found.reached, strict=True):
            total = np.where(reached, event(t, y), total)
        return total

    stopped = functools.reduce(operator.or_, found.reached)
    start = np.where(stopped, found.time, stop_gradient(t_end))
    time = custom_root(residual, lambda t: t, failure="nan")(start)
    return time, np.where(stopped, curve(time), y_end)


def _root_in(event: Event, curve: Curve, span: tuple[Any, Any], before: Any) -> Any:
    """By bisection; where there is no event, it has derivatives that are NaN."""

    def halve(_: Any, bracket: Any) -> Any:
        low, high = bracket
        middle = (low + high) / 2
        short = event(middle, curve(middle)) * before > 0
        return np.where(short, middle, low), np.where(short, high, middle)

    def find(start: Any) -> Any:
        return fori_loop(0, _HALVINGS, halve, (start, stop_gradient(span[1])))[1]

    return root_time(event, curve, stop_gradient(span[0]), find)
