"""Steps that SciPy took on the values, taken again on what is traced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate._ivp import ivp

from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy.integrate._control import Field, StepReplay
from functrace.scipy.integrate._replay_programs import compiled, one_by_one


class StepRecord(NamedTuple):
    """What is noted of SciPy's steps: where they end, and what the method needs of them."""

    times: list[float]
    states: list[np.ndarray]
    notes: list[Any]


def noting(name: str, method: StepReplay) -> tuple[type, StepRecord]:
    """SciPy's solver of that name, and where it notes the steps that it takes."""
    solver: Any = ivp.METHODS[name]
    taken = StepRecord([], [], [])

    class Noting(solver):
        def step(self) -> Any:
            order = getattr(self, "order", None)
            message = super().step()
            if self.status != "failed":
                taken.times.append(self.t)
                taken.states.append(self.y)
                taken.notes.append(method.note(self, order))
            return message

    return Noting, taken


class ReplayedSteps(NamedTuple):
    """Steps that were taken again, stacked along the first axes.

    Attributes
    ----------
    times : array (count + 1,)
        Where they begin and end; the first and the last one may be traced.
    states : array (count + 1, n)
    courses : array (count, ..., n) or None
        Coefficients of the solution's course in each, if what is between the ends is wanted.
    """

    method: StepReplay
    times: Any
    states: Any
    courses: Any

    def which(self, times: Any) -> Any:
        """The step that each of `times` belongs to."""
        ends = self.times[1:]
        if len(ends) == 0:
            return np.zeros_like(times, dtype=np.int64)
        backward = _is_backward(self.times)
        sign = -1.0 if backward else 1.0
        found = np.searchsorted(sign * ends, sign * times, side="left")
        return np.minimum(found, len(ends) - 1)

    def at(self, times: Any) -> Any:
        """The states ``(n, len(times))`` at times that are known, or traced with values."""
        which = self.which(times)
        course = self.courses[which]
        step = (x[which].reshape(-1, 1) for x in (self.times[:-1], self.times[1:]))
        parts = [course[:, i] for i in range(course.shape[1])]
        ends = (*step, self.states[which])
        return self.method.state_at(parts, ends, times.reshape(-1, 1)).T

    def curves(self, times: Any) -> list[Any]:
        """The solution in the steps that some times belong to, as functions of time."""

        def curve(k: int) -> Any:
            course = list(self.courses[k])
            ends = self.times[k], self.times[k + 1], self.states[k]
            return lambda t: self.method.state_at(course, ends, t)

        return [curve(k) for k in self.which(times)]


class ReplayedSolution:
    """The solution as a function of time, which may be traced: `scipy.integrate.OdeSolution`.

    Attributes
    ----------
    ts : array
        Ends of the steps.
    t_min, t_max : float
    """

    def __init__(self, steps: ReplayedSteps) -> None:
        self._steps = steps
        self.ts = steps.times
        ends = self.ts[0], self.ts[-1]
        self.t_min, self.t_max = ends[:: -1 if _is_backward(self.ts) else 1]

    def __call__(self, t: Any) -> Any:
        """The states ``(n,)`` or ``(n, len(t))``."""
        t = double(t)
        if t.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        found = self._steps.at(t.reshape(-1))
        return found if t.ndim else found[:, 0]


def _is_backward(times: Any) -> bool:
    return bool(times[-1] < times[0])


def take(
    method: StepReplay,
    field: Field,
    ends: Sequence[Any],
    y0: Any,
    taken: StepRecord,
    *,
    between: bool,
) -> ReplayedSteps:
    """Take the steps to the times `taken`, of which the last is the end if that is reached.

    They stay where they are but for the first's beginning and the last's end, `ends`: it is
    the derivative of this discretisation that is taken. `between`: what is between their
    ends is wanted, too.
    """
    times = _joined(ends, taken.times)
    if not taken.times:
        none = np.zeros((0, 1, *y0.shape), y0.dtype)
        return ReplayedSteps(method, times, np.stack([y0]), none)
    rows = (times[:-1], times[1:], _stacked(taken.notes))
    found = compiled(method, field, y0, rows, np.stack(taken.states), between=between)
    states, courses = found or one_by_one(method, field, y0, rows, between=between)
    return ReplayedSteps(method, times, np.concatenate([y0[None], states]), courses)


def _stacked(notes: Sequence[Any]) -> Any:
    if isinstance(notes[0], tuple):
        return tuple(np.array(column) for column in zip(*notes, strict=True))
    return np.array(notes)


def _joined(ends: Sequence[Any], taken: Sequence[float]) -> Any:
    begin, end = ends
    if not taken:
        return as_array([begin])
    return as_array([begin, *taken[:-1], end])
