"""`solve_bvp`: SciPy's solution, with the derivatives of the collocation equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy._plain import any_traced
from functrace.scipy.integrate._collocation import Equations
from functrace.scipy.integrate._field import ProbedFunction, UnknownValue, plain
from functrace.scipy.integrate._recorded_bvp import recorded
from functrace.scipy.interpolate import CubicHermiteSpline

_WHERE = "functrace.scipy.integrate.solve_bvp"


def solve_bvp(
    fun: Callable[..., Any],
    bc: Callable[..., Any],
    x: Any,
    y: Any,
    p: Any = None,
    S: Any = None,
    fun_jac: Any = None,
    bc_jac: Any = None,
    tol: float = 1e-3,
    max_nodes: int = 1000,
    verbose: int = 0,
    bc_tol: Any = None,
) -> Any:
    """See `scipy.integrate.solve_bvp`.

    If `fun` or `bc` close over traced values, or `S` or the ends of `x` are traced, the
    solution on SciPy's mesh has the derivatives of the solution of the collocation equations
    there; the points between the ends, and the guesses `y` and `p`, have none. A derivative
    takes the Jacobian of these equations, a band or a sparse matrix.

    Where the values are not known (`jit`, `vmap`), SciPy is called when the program runs, on
    compiled functions. How many points the mesh has is not known then: ``sol.sol`` is the
    solution as a function, ``sol.p`` and ``sol.status`` are there, and of ``sol.x``,
    ``sol.y``, ``sol.yp`` and ``sol.rms_residuals`` the first and the last point, as
    ``sol.y[:, 0]``; all else raises ConcretizationError. `fun` is called on 64 points at
    once. Derivatives take memory for `max_nodes` points.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import solve_bvp
    >>> def middle(load):  # of a string that is held at its ends
    ...     found = solve_bvp(
    ...         lambda x, y: np.stack([y[1], load + 0 * x]),
    ...         lambda ya, yb: np.stack([ya[0], yb[0]]),
    ...         np.linspace(0.0, 1.0, 5),
    ...         np.zeros((2, 5)),
    ...     )
    ...     return found.sol(0.5)[0]
    >>> print(round(ft.grad(middle)(2.0), 6))
    -0.125
    """
    watched = {"fun": ProbedFunction(fun, ()), "bc": ProbedFunction(bc, ())}
    jacobians = {"fun_jac": _plain(fun_jac), "bc_jac": _plain(bc_jac)}
    try:
        result = scipy.integrate.solve_bvp(
            x=plain(as_array(x)),
            y=plain(as_array(y)),
            p=plain(p),
            S=plain(S),
            tol=tol,
            max_nodes=max_nodes,
            verbose=verbose,
            bc_tol=bc_tol,
            **watched,
            **jacobians,
        )
    except UnknownValue:
        functions = fun, bc, fun_jac, bc_jac
        operands = x, y, p, S, tol, bc_tol
        return recorded(_WHERE, functions, operands, max_nodes, verbose)
    if any_traced(x, y, p, S) or any(f.traced for f in watched.values()):
        _put_solution(Equations(fun, bc, S, _mesh(x, result.x)), result)
    return result


def _plain(function: Any) -> Any:
    """The function, giving values."""
    return function and (lambda *args: plain(function(*args)))


def _mesh(given: Any, found: np.ndarray) -> Any:
    """The mesh that was found, of which the ends may be traced."""
    given = double(given)
    if type(given) is not Tracer:
        return found
    return np.concatenate([given[:1], found[1:-1], given[-1:]])


def _put_solution(equations: Equations, result: Any) -> None:
    """Put what is traced in the place of the values."""
    p = tuple([] if result.p is None else [result.p])
    y, p = equations.solution(_WHERE, result.y, p)
    result.x, result.y = equations.x, y
    result.yp = equations.slopes(y, p)
    result.sol = CubicHermiteSpline(result.x, y, result.yp, axis=1)
    if p:
        result.p = p[0]
