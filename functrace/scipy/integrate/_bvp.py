"""`solve_bvp`: SciPy's solution, with the derivatives of the collocation equations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate

from functrace.core.errors import ConcretizationError, message
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.scipy._arguments import double
from functrace.scipy._plain import any_traced
from functrace.scipy.integrate._field import UnknownValue, Watched, plain
from functrace.scipy.interpolate import CubicHermiteSpline
from functrace.transforms.implicit import custom_root

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
    takes the Jacobian of these equations, a dense matrix. Where the values are not known
    (`jit`, `vmap`), it is refused, as the mesh is not.

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
    watched = {"fun": Watched(fun, ()), "bc": Watched(bc, ())}
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
        raise ConcretizationError(
            message(
                f"{_WHERE}: the mesh depends on values, which are not known while the "
                "solver is recorded (jit, vmap).",
                help="call it outside of these.",
            )
        ) from None
    if any_traced(x, y, p, S) or any(f.traced for f in watched.values()):
        _put_solution(_Equations(fun, bc, S, _mesh(x, result.x)), result)
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


class _Equations:
    """Collocation at the ends and the middle of each interval of a mesh.

    Kierzenka & Shampine, *A BVP Solver Based on Residual Control and the MATLAB PSE*, ACM
    Trans. Math. Softw. 27(3), 2001.
    """

    def __init__(self, fun: Any, bc: Any, singular: Any, x: Any) -> None:
        self.fun, self.bc, self.x = fun, bc, x
        self.singular = None if singular is None else double(singular)

    def slope(self, x: Any, y: Any, p: Any) -> Any:
        """The right-hand side at points behind the first one."""
        found = as_array(self.fun(x, y, *p))
        if self.singular is None:
            return found
        return found + self.singular @ y / (x - self.x[0])

    def slopes(self, y: Any, p: Any) -> Any:
        """The right-hand side on the mesh: in the limit, at a singular end."""
        if self.singular is None:
            return self.slope(self.x, y, p)
        found = as_array(self.fun(self.x, y, *p))
        corrected = np.linalg.pinv(np.eye(len(y)) - self.singular) @ found[:, :1]
        rest = found[:, 1:] + self.singular @ y[:, 1:] / (self.x[1:] - self.x[0])
        return np.concatenate([corrected, rest], axis=1)

    def residual(self, unknown: Any) -> Any:
        """Of the states on the mesh, and the parameters; as many."""
        y, p = unknown
        h = np.diff(self.x)
        f = self.slopes(y, p)
        middle = (y[:, 1:] + y[:, :-1]) / 2 - h / 8 * (f[:, 1:] - f[:, :-1])
        slope = self.slope(self.x[:-1] + h / 2, middle, p)
        jumps = y[:, 1:] - y[:, :-1]
        jumps = jumps - h / 6 * (f[:, :-1] + f[:, 1:] + 4 * slope)
        ends = as_array(self.bc(y[:, 0], y[:, -1], *p))
        size = len(y)
        states = np.concatenate([jumps, ends[:size, None]], axis=1)
        return states, tuple([ends[size:]] if p else [])


def _put_solution(equations: _Equations, result: Any) -> None:
    """Put what is traced in the place of the values."""
    found = (result.y, tuple([] if result.p is None else [result.p]))
    solve = custom_root(equations.residual, lambda unknown: unknown)
    y, p = solve(found)
    result.x, result.y = equations.x, y
    result.yp = equations.slopes(y, p)
    result.sol = CubicHermiteSpline(result.x, y, result.yp, axis=1)
    if p:
        result.p = p[0]
