"""Steps that SciPy took on the values, taken again on what is traced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate._ivp import ivp

from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy.integrate._control import Field, Retaken
from functrace.transforms.loops import scan

_LONG = 1000  # steps; what rounds of more of them keep is computed again


class Taken(NamedTuple):
    """What is noted of SciPy's steps: where they end, and what the method needs of them."""

    times: list[float]
    notes: list[Any]


def noting(name: str, method: Retaken) -> tuple[type, Taken]:
    """SciPy's solver of that name, and where it notes the steps that it takes."""
    solver: Any = ivp.METHODS[name]
    taken = Taken([], [])

    class Noting(solver):
        def step(self) -> Any:
            order = getattr(self, "order", None)
            message = super().step()
            if self.status != "failed":
                taken.times.append(self.t)
                taken.notes.append(method.note(self, order))
            return message

    return Noting, taken


class Steps(NamedTuple):
    """Steps that were taken again, stacked along the first axes.

    Attributes
    ----------
    times : array (count + 1,)
        Where they begin and end; the first and the last one may be traced.
    states : array (count + 1, n)
    K : array (count, stages, n) or None
        The rows that the method keeps of each, if what is between the ends is wanted.
    """

    method: Retaken
    field: Field
    times: Any
    states: Any
    K: Any

    def which(self, times: Any) -> Any:
        """The step that each of `times` belongs to."""
        ends = self.times[1:]
        if len(ends) == 0:
            return np.zeros_like(times, dtype=np.int64)
        backward = _is_backward(self.times)
        sign = -1.0 if backward else 1.0
        found = np.searchsorted(sign * ends, sign * times, side="left")
        return np.minimum(found, len(ends) - 1)

    def courses(self, which: Any) -> Any:
        """Coefficients of the solution's course in these steps, ``(count, ..., n)``."""

        def course(_: None, step: Any) -> Any:
            t, t_new, y, K = step
            rows = [K[i] for i in range(self.method.stages)]
            return None, np.stack(self.method.course(self.field, t, y, t_new - t, rows))

        rows = (
            self.times[which],
            self.times[which + 1],
            self.states[which],
            self.K[which],
        )
        return scan(course, None, rows)[1]

    def at(self, times: Any) -> Any:
        """The states ``(n, len(times))`` at times that are known, or traced with values."""
        which = self.which(times)
        needed = np.unique(which)
        place = np.searchsorted(needed, which)
        return self._between(times, which, self.courses(needed)[place])

    def _between(self, times: Any, which: Any, course: Any) -> Any:
        step = (x[which].reshape(-1, 1) for x in (self.times[:-1], self.times[1:]))
        parts = [course[:, i] for i in range(course.shape[1])]
        ends = (*step, self.states[which])
        found = self.method.state_at(parts, ends, times.reshape(-1, 1))
        return found.T

    def curves(self, times: Any) -> list[Any]:
        """The solution in the steps that some times belong to, as functions of time."""
        which = self.which(times)
        courses = self.courses(which)

        def curve(i: int) -> Any:
            k = which[i]
            ends = self.times[k], self.times[k + 1], self.states[k]
            return lambda t: self.method.state_at(list(courses[i]), ends, t)

        return [curve(i) for i in range(len(which))]


class Course:
    """The solution as a function of time, which may be traced: `scipy.integrate.OdeSolution`.

    Attributes
    ----------
    ts : array
        Ends of the steps.
    t_min, t_max : float
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._courses = steps.courses(np.arange(len(steps.K)))
        self.ts = steps.times
        ends = self.ts[0], self.ts[-1]
        self.t_min, self.t_max = ends[:: -1 if _is_backward(self.ts) else 1]

    def __call__(self, t: Any) -> Any:
        """The states ``(n,)`` or ``(n, len(t))``."""
        t = double(t)
        if t.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        times = t.reshape(-1)
        which = self._steps.which(times)
        found = self._steps._between(times, which, self._courses[which])  # noqa: SLF001
        return found if t.ndim else found[:, 0]


def _is_backward(times: Any) -> bool:
    return bool(times[-1] < times[0])


def take(
    method: Retaken,
    field: Field,
    ends: Sequence[Any],
    y0: Any,
    taken: Taken,
    *,
    between: bool,
) -> Steps:
    """Take the steps to the times `taken`, of which the last is the end if that is reached.

    They stay where they are but for the first's beginning and the last's end, `ends`: it is
    the derivative of this discretisation that is taken. `between`: what is between their
    ends is wanted, too.
    """
    times = _joined(ends, taken.times)
    if not taken.times:
        none = np.zeros((0, method.stages, *y0.shape), y0.dtype)
        return Steps(method, field, times, np.stack([y0]), none)

    def step(state: Any, row: Any) -> Any:
        state, y, K = method.step_again(field, state, *row)
        return state, (y, K if between else None)

    checkpoint = "sqrt" if method.implicit or len(taken.times) > _LONG else None
    start = method.begin_again(field, times[0], y0)
    rows = (times[:-1], times[1:], _stacked(taken.notes))
    _, (states, K) = scan(step, start, rows, checkpoint=checkpoint)
    return Steps(method, field, times, np.concatenate([y0[None], states]), K)


def _stacked(notes: Sequence[Any]) -> Any:
    if isinstance(notes[0], tuple):
        return tuple(np.array(column) for column in zip(*notes, strict=True))
    return np.array(notes)


def _joined(ends: Sequence[Any], taken: Sequence[float]) -> Any:
    begin, end = ends
    if not taken:
        return as_array([begin])
    return as_array([begin, *taken[:-1], end])
