"""What methods and the loop that takes their steps hand to one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from functrace.scipy.integrate._field import RecordedField
from functrace.scipy.integrate._systems import Dense, Systems

Field = Callable[[Any, Any], Any]
Curve = Callable[[Any], Any]


class StepControl(NamedTuple):
    """How steps are chosen; no derivative goes through it.

    Attributes
    ----------
    rtol, atol : float or array (n,)
        Of the local error.
    max_step : float
    first_step : float or None
        None: it is estimated.
    jac : callable, array or None
        The field's Jacobian, for implicit methods.
    systems : Systems
        The form of the matrices that is made of it.
    """

    rtol: Any
    atol: Any
    max_step: Any
    first_step: Any
    jac: Any = None
    systems: Systems = Dense()

    @property
    def jac_is_constant(self) -> bool:
        """Whether the Jacobian is given as a matrix."""
        return self.jac is not None and not callable(self.jac)


class SolverState(NamedTuple):
    """Where the solver is.

    Attributes
    ----------
    t, y
        After the last step that was taken.
    t_old, y_old
        Where it began.
    own : pytree
        What the method knows besides.
    size : float
        Length of the next attempt.
    again, failed, stopped : bool
        The last attempt was not taken; no step is small enough; an event ends it.
    followed : bool
        There was an event in the last step, for which SciPy evaluates its course.
    nfev, njev, nlu : int
        Evaluations of the field and of its Jacobian, and factorisations.
    before, after : list of float
        What the events' functions are at `t_old` and `t`.
    noted : list
        The steps that events were in.
    """

    t: Any
    y: Any
    t_old: Any
    y_old: Any
    own: Any
    size: Any
    again: Any
    failed: Any
    stopped: Any
    followed: Any
    nfev: Any
    njev: Any
    nlu: Any
    before: list[Any]
    after: list[Any]
    noted: list[Any]


class Attempt(NamedTuple):
    """What came of one.

    Attributes
    ----------
    y : array (n,)
        The state after the step.
    own : pytree
        What the method knows then, whether the step is taken or not.
    taken : bool
    size : float
        Length of the next attempt.
    nfev, njev, nlu : int
        What it cost.
    """

    y: Any
    own: Any
    taken: Any
    size: Any
    nfev: Any
    njev: Any = 0
    nlu: Any = 0


class StepReplay(Protocol):
    """A way to take steps again that SciPy took.

    Attributes
    ----------
    stages : int
        Number of rows that it keeps of a step.
    implicit : bool
        Whether a step solves equations.
    """

    stages: int
    implicit: bool

    def course(self, field: Field, t: Any, y: Any, h: Any, K: Any) -> list[Any]:
        """Coefficients for `state_at`, of a step and the rows that were kept of it."""
        ...

    def state_at(self, course: Any, step: Any, times: Any) -> Any:
        """The solution in a step, of its beginning and end and the state at the former."""
        ...

    def note(self, solver: Any, order: Any) -> Any:
        """What `step_again` needs of SciPy's solver, after a step of some order."""
        ...

    def begin_again(self, field: Field, t: Any, y: Any) -> Any:
        """What steps that were taken before are taken again from."""
        ...

    def step_again(
        self, field: Field, state: Any, t: Any, t_new: Any, noted: Any
    ) -> tuple[Any, Any, Any]:
        """What the next step is taken from, the state, and the rows that are kept."""
        ...


class Method(StepReplay, Protocol):
    """A way to make steps.

    Attributes
    ----------
    order : int
        That of the error's estimate, to choose the first step by.
    more, jacobians : int
        Evaluations of the field for the solution within a step, and of the Jacobian before
        the first.
    """

    order: int
    more: int
    jacobians: int

    def begin(
        self, field: Field, control: StepControl, t: Any, y: Any, slope: Any
    ) -> Any:
        """What it knows before the first step."""
        ...

    def attempt(
        self,
        field: RecordedField,
        control: StepControl,
        state: SolverState,
        t_new: Any,
        possible: Any,
    ) -> Attempt:
        """A step to `t_new`; it is not taken if it is not `possible`."""
        ...

    def rows(self, state: SolverState) -> Sequence[Any]:
        """What is kept of the last step, see `StepReplay.course`."""
        ...


def course_of(method: Method, field: Field, state: SolverState) -> list[Any]:
    """Coefficients of the solution in the last step."""
    t, y = state.t_old, state.y_old
    return method.course(field, t, y, state.t - t, method.rows(state))


def curve_of(method: Method, field: Field, state: SolverState) -> Curve:
    """The solution in the last step."""
    course, step = course_of(method, field, state), (state.t_old, state.t, state.y_old)
    return lambda time: method.state_at(course, step, time)


def rms(x: Any) -> Any:
    """Root mean square."""
    squares = np.real(x) ** 2 + np.imag(x) ** 2 if x.dtype.kind == "c" else x * x
    return np.sqrt(np.sum(squares) / max(x.size, 1))
