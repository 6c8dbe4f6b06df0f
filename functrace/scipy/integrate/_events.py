"""Events of a solver: their times solve equations, and are differentiated as such."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.scipy.integrate._field import ProbedFunction
from functrace.transforms.implicit import custom_root

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
        The solver ends when there were so many; 0: at none.
    """

    function: Callable[..., Any]
    direction: float
    terminal: int
    args: tuple[Any, ...]

    def __call__(self, t: Any, y: Any) -> Any:
        """The function's value."""
        return cast(as_array(self.function(t, y, *self.args)).reshape(()), np.float64)

    def watched(self) -> ProbedFunction:
        """As SciPy takes it, on plain values."""
        function: Any = ProbedFunction(self.function, self.args)
        function.direction, function.terminal = self.direction, self.terminal
        return function


def events_of(events: Any, args: tuple[Any, ...]) -> list[Event]:
    """The events that are given as one function, or several, or None."""
    given = [] if events is None else [events] if callable(events) else list(events)
    return [Event(f, getattr(f, "direction", 0), _terminal(f), args) for f in given]


def _terminal(function: Callable[..., Any]) -> int:
    given = getattr(function, "terminal", None) or 0
    if given < 0 or int(given) != given:
        raise ValueError(
            "The `terminal` attribute of each event must be a boolean or positive integer."
        )
    return int(given)


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
