"""`solve_ivp`: SciPy's solver on values, taken again or recorded on what is traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import scipy.integrate
from scipy.integrate._ivp import common, ivp

from functrace.core.errors import MissingRuleError, message
from functrace.core.recording import current
from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy._plain import any_traced
from functrace.scipy._results import register_result
from functrace.scipy._sparse_choice import chosen_jacobian
from functrace.scipy.integrate._adaptive import (
    AdaptiveSolution,
    AdaptiveSolver,
    direction_of,
)
from functrace.scipy.integrate._control import Method, StepControl, StepReplay
from functrace.scipy.integrate._events import events_of, found_again, last_event
from functrace.scipy.integrate._field import (
    ProbedFunction,
    UnknownValue,
    field_of,
    plain,
    recorded_field,
)
from functrace.scipy.integrate._methods import method_of, retaken_method
from functrace.scipy.integrate._replay import (
    ReplayedSolution,
    ReplayedSteps,
    StepRecord,
    noting,
    take,
)
from functrace.scipy.integrate._systems import systems_of
from functrace.scipy.integrate._unknown import UnknownRows
from functrace.transforms.gradient import stop_gradient

_WHERE = "functrace.scipy.integrate.solve_ivp"

M = TypeVar("M", bound=StepReplay)


def solve_ivp(
    fun: Callable[..., Any],
    t_span: Any,
    y0: Any,
    method: Any = "RK45",
    t_eval: Any = None,
    dense_output: bool = False,
    events: Any = None,
    vectorized: bool = False,
    args: Any = None,
    **options: Any,
) -> Any:
    """See `scipy.integrate.solve_ivp`.

    If `y0`, `t_span`, `t_eval`, `args` or what `fun` closes over are traced, the derivatives
    are those of the discretisation that was made: of its steps, whose ends are held where
    they are, but for the ends of `t_span`. The tolerances have none.

    Un-jitted, the steps are SciPy's, and taken twice; for implicit methods, and for more than
    1000 steps, `fun` is traced for that. For "Radau" and "BDF", the Jacobian of a large
    system is found if none is given and it is sparse. Where the solver is recorded (`jit`,
    `vmap`) it is one native loop with SciPy's choice of steps. Of a `jac` that is given it
    reads only a band there, if `fun` shows that the rest is zero. Times of `t_eval` that are
    not reached, as `status` says then, get NaN, and so do their derivatives. Without
    `t_eval`, `t` and `y` have the first and the last column there, as ``y[:, -1]``, and raise
    ConcretizationError for all that depends on the others. The same holds of `t_events` and
    `y_events`, of which there are the first and the last row, NaN if there are none; an event
    that ends the solution at the nth time (``event.terminal = n``) has n rows there, NaN from
    where there are no more. What `dense_output` gives solves once more for each call.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import solve_ivp
    >>> def left(rate):
    ...     decay = lambda t, y: -rate * y
    ...     found = solve_ivp(decay, (0, 2), [1.0], rtol=1e-9, atol=1e-9)
    ...     return found.y[0, -1]
    >>> print(round(ft.grad(left)(0.5), 6), round(-2 * np.exp(-1.0), 6))
    -0.735759 -0.735759
    """
    call = IVPArguments(
        *(fun, t_span, y0, method, t_eval, dense_output),
        *(events, vectorized, _tuple(args), options),
    )
    try:
        return on_values(call)
    except UnknownValue:
        return _recorded(call)


class IVPArguments(NamedTuple):
    """The arguments of `solve_ivp`."""

    fun: Callable[..., Any]
    t_span: Any
    y0: Any
    method: Any
    t_eval: Any
    dense_output: bool
    events: Any
    vectorized: bool
    args: tuple[Any, ...]
    options: dict[str, Any]

    @property
    def traced(self) -> bool:
        """Whether an argument is."""
        values = list(self.options.values())
        return any_traced(self.t_span, self.y0, self.t_eval, self.args, values)

    def typed(
        self, find: Callable[[Any], M | None] = method_of
    ) -> tuple[M, Any, Any, Any]:
        """The method that is found, the interval and the first state, of doubles."""
        method = find(self.method)
        if method is None:
            raise _refusal(self.method)
        begin, end = (double(t) for t in self.t_span)
        y0 = double(self.y0)
        if y0.ndim != 1:
            raise ValueError("`y0` must be 1-dimensional.")
        if method.implicit and y0.dtype.kind == "c":
            raise ValueError(
                f"{_WHERE}: the state is complex, which needs another method."
            )
        return method, begin, end, y0

    def field(self, y0: Any) -> Any:
        """The function, giving what is of the state's shape and dtype."""
        return field_of(self.fun, self.args, y0, vectorized=self.vectorized)


def _refusal(method: Any) -> MissingRuleError:
    names = "'RK45', 'RK23', 'DOP853', 'Radau' or 'BDF'"
    if method == "LSODA":
        text = "LSODA is ODEPACK's, and not recorded (jit, vmap)."
        way_out = "say another method there; un-jitted, LSODA is differentiated."
    else:
        text, way_out = "the method is not differentiated.", None
    return MissingRuleError(
        message(f"{_WHERE}: {text}", expected=names, got=method, help=way_out)
    )


def _tuple(args: Any) -> tuple[Any, ...]:
    try:
        return () if args is None else tuple(args)
    except TypeError as error:
        raise TypeError(
            "Supplied 'args' cannot be unpacked. Please supply `args` as a tuple (e.g. "
            f"`args=({args},)`)"
        ) from error


def on_values(call: IVPArguments) -> Any:
    """SciPy's result; its steps are taken again if anything is traced."""
    traced = call.traced
    if traced and current().complete:
        raise UnknownValue
    solver: Any = call.method
    taken = StepRecord([], [], [])
    method = retaken_method(solver)
    if method is not None:
        solver, taken = noting(solver, method)
    fun = ProbedFunction(call.fun, call.args)
    y0, span = plain(as_array(call.y0)), plain(tuple(call.t_span))
    events = [event.watched() for event in events_of(call.events, call.args)]
    options = plain(call.options)
    if callable(options.get("jac")):
        options["jac"] = ProbedFunction(options["jac"], call.args)
    elif method is not None and method.implicit:
        _put_jacobian(call, span[0], y0, options)
    result = scipy.integrate.solve_ivp(
        *(fun, span, y0, solver, plain(call.t_eval), call.dense_output),
        *(None if call.events is None else events, call.vectorized),
        **options,
    )
    traced = traced or fun.traced or any(event.traced for event in events)
    return _again(call, result, taken) if traced else result


def _put_jacobian(
    call: IVPArguments, begin: Any, y0: Any, options: dict[str, Any]
) -> None:
    """Have a sparse Jacobian that is found, in place of differences."""
    given = options.get("jac"), options.get("jac_sparsity")
    if call.vectorized or any(each is not None for each in given):
        return
    field = lambda t, y: as_array(call.fun(t, y, *call.args))  # noqa: E731 - short
    found = chosen_jacobian(field, 1, float(begin), np.asarray(y0), format="csc")
    if found is not None:  # SciPy's times are of two types
        options["jac"] = lambda t, y: found(float(t), y)


def _again(call: IVPArguments, result: Any, taken: StepRecord) -> Any:
    """The result with what is traced in the place of the values."""
    method, begin, end, y0 = call.typed(retaken_method)
    if taken.times and taken.times[-1] != plain(end):
        end = taken.times[-1]
    between = call.t_eval is not None or call.dense_output or call.events is not None
    field = call.field(y0)
    steps = take(method, field, (begin, end), y0, taken, between=between)
    if call.t_eval is None:
        result.t, result.y = steps.times, steps.states.T
    elif len(result.t):
        result.t = double(call.t_eval)[: len(result.t)]
        result.y = steps.at(result.t)
    if call.dense_output and taken.times:
        result.sol = ReplayedSolution(steps)
    if call.events is not None:
        _put_events(call, result, steps)
    return result


def _put_events(call: IVPArguments, result: Any, steps: ReplayedSteps) -> None:
    """The events, and the end of the solution if it is one."""
    values = list(result.t_events)
    found_again(events_of(call.events, call.args), result, steps.curves)
    if result.status == 1 and call.t_eval is None:
        direction = 1.0 if plain(steps.times[-1]) > plain(steps.times[0]) else -1.0
        t, y = last_event(result, values, direction)
        result.t = np.concatenate([result.t[:-1], t[None]])
        result.y = np.concatenate([result.y[:, :-1], y[:, None]], axis=1)


def _recorded(call: IVPArguments) -> Any:
    """The solver as loops of a graph."""
    _, begin, end, y0 = call.typed()
    if call.t_eval is None:
        solved = recorded(call, np.empty(0))
        t, y = solved.events.last
        times, states = UnknownRows("sol.t", begin, t), UnknownRows("sol.y", y0, y, 1)
    else:
        times = _checked_times(double(call.t_eval), begin, end)
        solved = recorded(call, times)
        states = solved.states.T
    found = solved.events
    given = call.events is not None
    return ivp.OdeResult(
        t=times,
        y=states,
        sol=_Anew(call, solved.events.last[0]) if call.dense_output else None,
        t_events=found.times if given else None,
        y_events=found.states if given else None,
        **dict(zip(("nfev", "njev", "nlu"), solved.counts, strict=True)),
        status=solved.status,
        message="Of a recorded solver, see `status`.",
        success=solved.status >= 0,
    )


class _Anew:
    """The solution as a function of time, for which it is solved once more.

    Attributes
    ----------
    ts : UnknownRows
    t_min, t_max : float
    """

    def __init__(self, call: IVPArguments, last: Any) -> None:
        self._call = call
        _, begin, _, _ = call.typed()
        self.ts = UnknownRows("sol.sol.ts", begin, last)
        self.t_min, self.t_max = np.minimum(begin, last), np.maximum(begin, last)

    def __call__(self, t: Any) -> Any:
        """The states ``(n,)`` or ``(n, len(t))``."""
        t = double(t)
        if t.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        times = t.reshape(-1)
        direction = direction_of(self._call.typed()[1:3])
        onwards = direction * times
        in_order = direction * np.sort(onwards)
        states = recorded(self._call, in_order, beyond=True).states
        found = states[np.argsort(np.argsort(onwards))].T
        return found if t.ndim else found[:, 0]


def recorded(
    call: IVPArguments, times: Any, *, beyond: bool = False
) -> AdaptiveSolution:
    """The solution at `times`, by loops of a graph; see `AdaptiveSolver.solve`."""
    method, begin, end, y0 = call.typed()
    options = call.options | {}
    if callable(jac := options.get("jac")):
        options["jac"] = lambda t, y: jac(t, y, *call.args)
    control = _control(method, options, begin, end, y0.size)
    events = events_of(call.events, call.args)
    field = recorded_field(call.field(y0), y0)
    if method.implicit:
        control = control._replace(systems=systems_of(field))
    span, dense = (begin, end), call.dense_output
    solver = AdaptiveSolver(method, field, span, control, events, dense=dense)
    return solver.solve(y0, times, beyond=beyond)


def _checked_times(times: Any, begin: Any, end: Any) -> Any:
    if times.ndim != 1:
        raise ValueError("`t_eval` must be 1-dimensional.")
    if any_traced(times, begin, end):
        return times  # what is out of place becomes NaN
    low, high = min(begin, end), max(begin, end)
    if np.any(times < low) or np.any(times > high):
        raise ValueError("Values in `t_eval` are not within `t_span`.")
    if np.any(np.sign(end - begin) * np.diff(times) <= 0):
        raise ValueError("Values in `t_eval` are not properly sorted.")
    return times


def _control(
    method: Method, options: dict[str, Any], begin: Any, end: Any, count: int
) -> StepControl:
    options = dict(options)
    rtol, atol = (
        stop_gradient(as_array(options.pop(name, default)))
        for name, default in (("rtol", 1e-3), ("atol", 1e-6))
    )
    max_step = options.pop("max_step", np.inf)
    first_step = options.pop("first_step", None)
    jac = None
    if method.implicit:
        jac = options.pop("jac", None)
        options.pop("jac_sparsity", None)  # of differences, which are not taken
    common.warn_extraneous(options)
    if any_traced(rtol, atol):
        rtol = np.maximum(rtol, 100 * common.EPS)
    else:
        rtol, atol = common.validate_tol(rtol, atol, count)
    if not any_traced(max_step):
        common.validate_max_step(max_step)
    if first_step is not None and not any_traced(first_step, begin, end):
        common.validate_first_step(first_step, begin, end)
    max_step, first_step = map(stop_gradient, (max_step, first_step))
    return StepControl(rtol, atol, max_step, first_step, jac)


register_result(ivp.OdeResult)
