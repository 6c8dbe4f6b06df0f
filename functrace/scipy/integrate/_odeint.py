"""`odeint`, SciPy's own on plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate

from functrace.core.errors import MissingRuleError, message
from functrace.scipy._arguments import double
from functrace.scipy.integrate._field import ProbedFunction, UnknownValue, plain
from functrace.scipy.integrate._solve_ivp import IVPArguments, on_values, recorded

_TOLERANCE = 1.49012e-8  # of ODEPACK's interface, relative and absolute


def odeint(
    func: Callable[..., Any],
    y0: Any,
    t: Any,
    args: tuple[Any, ...] = (),
    Dfun: Any = None,
    col_deriv: Any = 0,
    full_output: Any = 0,
    ml: Any = None,
    mu: Any = None,
    rtol: Any = None,
    atol: Any = None,
    tcrit: Any = None,
    h0: Any = 0.0,
    hmax: Any = 0.0,
    hmin: Any = 0.0,
    ixpr: Any = 0,
    mxstep: Any = 0,
    mxhnil: Any = 0,
    mxordn: Any = 12,
    mxords: Any = 5,
    printmessg: Any = 0,
    tfirst: Any = False,
) -> Any:
    """See `scipy.integrate.odeint`.

    If anything is traced, the steps are not LSODA's but those of `solve_ivp` with
    ``method="DOP853"`` and the same tolerances: for stiff ones say ``"LSODA"`` there.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import odeint
    >>> def left(rate):
    ...     return odeint(lambda y, t: -rate * y, 1.0, np.array([0.0, 2.0]))[-1, 0]
    >>> print(round(ft.grad(left)(0.5), 6))
    -0.735759
    """
    if not isinstance(args, tuple):
        args = (args,)

    def field(time: Any, y: Any, *rest: Any) -> Any:
        return func(time, y, *rest) if tfirst else func(y, time, *rest)

    options = {
        "rtol": _TOLERANCE if rtol is None else rtol,
        "atol": _TOLERANCE if atol is None else atol,
        "max_step": hmax or np.inf,
        "first_step": h0 or None,
    }
    call = IVPArguments(field, (), y0, "DOP853", t, True, None, False, args, options)
    if not call.traced:
        watched = ProbedFunction(func, args)
        try:
            found = scipy.integrate.odeint(
                *(watched, y0, t, (), Dfun and ProbedFunction(Dfun, args), col_deriv),
                *(full_output, ml, mu, rtol, atol, tcrit, h0, hmax, hmin, ixpr),
                *(mxstep, mxhnil, mxordn, mxords, printmessg, tfirst),
            )
            if not watched.traced:
                return found
        except UnknownValue:
            pass
    _refuse(full_output, tcrit)
    times = double(t)
    span, y0 = (times[0], times[-1]), double(y0).reshape(-1)
    return _traced(call._replace(t_span=span, y0=y0, t_eval=None), times)


def _refuse(full_output: Any, tcrit: Any) -> None:
    for name, value in (("full_output", full_output), ("tcrit", tcrit)):
        if value is not None and np.any(value):
            raise MissingRuleError(
                message(
                    f"functrace.scipy.integrate.odeint: {name} is not given where "
                    "something is traced.",
                    help="use solve_ivp.",
                )
            )


def _traced(call: IVPArguments, times: Any) -> Any:
    try:
        _check_order(plain(times))
        result = on_values(call)
    except UnknownValue:
        return recorded(call, times).states
    begin, last = result.sol.ts[0], result.sol.ts[-1]
    beyond = np.abs(times - begin) > np.abs(last - begin)
    return result.sol(times).T * np.where(beyond, np.nan, 1.0)[:, None]


def _check_order(times: np.ndarray) -> None:
    steps = np.diff(times)
    if not (np.all(steps >= 0) or np.all(steps <= 0)):
        raise ValueError(
            "The values in t must be monotonically increasing or monotonically "
            "decreasing; repeated values are allowed."
        )
