"""Minima of functions: `minimize`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import Bounds, OptimizeResult

from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.primitives._slope import or_nan
from functrace.scipy._sparse_choice import chosen_hessian
from functrace.scipy.optimize._constraints import (
    Constraint,
    bounds_of,
    constraints_of,
)
from functrace.scipy.optimize._descent import descended
from functrace.scipy.optimize._functions import (
    INTEGER,
    called,
    example,
    ours,
    with_args,
)
from functrace.scipy.optimize._optimality import (
    COUNTS,
    Limits,
    Region,
    depends,
    minimum_of,
    traced_result,
)
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed
from functrace.transforms.gradient import grad, value_and_grad
from functrace.transforms.jacobian import jacobian
from functrace.transforms.vjp import jvp

Function = Callable[..., Any]

_BOUNDED = {"nelder-mead", "powell", "l-bfgs-b", "tnc", "slsqp", "trust-constr"}
_BOUNDED |= {"cobyla", "cobyqa", ""}  # a function may do anything
_CONSTRAINED = {"cobyla", "cobyqa", "slsqp", "trust-constr", ""}
_BY_VALUES = {"nelder-mead", "powell", "cobyla", "cobyqa"}
_BY_HESSIAN = {"dogleg", "trust-exact", "trust-constr"}
_BY_PRODUCTS = {"newton-cg", "trust-ncg", "trust-krylov"}
_NEAR = {"trust-constr": 1e-5, "cobyqa": 1e-5, "cobyla": 1e-3}  # how well each ends


def minimize(
    fun: Function,
    x0: Any,
    args: Any = (),
    method: Any = None,
    jac: Any = None,
    hess: Any = None,
    hessp: Any = None,
    bounds: Any = None,
    constraints: Any = (),
    tol: float | None = None,
    callback: Function | None = None,
    options: dict[str, Any] | None = None,
) -> OptimizeResult:
    """See `scipy.optimize.minimize`.

    Gradients, Hessians and the constraints' Jacobians that the method takes, and that are
    not given, are ours if the functions can be traced; for "trust-constr" sparse ones, if
    they are large and have few entries.

    Where something is traced, the result has `x`, `fun` and `jac` with derivatives with
    respect to what the functions, bounds and constraints depend on; and `success`,
    `status`, `nfev`, and `nit` of most methods. In compiled functions, "BFGS" and
    "L-BFGS-B" without bounds are native; all else is SciPy's on compiled functions.

    Raises
    ------
    ConvergenceError
        A derivative is taken, and the search ended at no minimum.
    DegenerateError
        A derivative is taken where the set of active constraints changes.
    numpy.linalg.LinAlgError
        The minimum is not a function of the parameters: the Hessian is singular, or the
        active constraints depend on one another.

    Notes
    -----
    A derivative costs the Hessian of the Lagrangian and a linear solve with it.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import minimize
    >>> def ridge(strength):
    ...     def loss(w):
    ...         return np.sum((w - np.array([1.0, 2.0])) ** 2) + strength * np.sum(w**2)
    ...
    ...     return minimize(loss, np.zeros(2)).x
    >>> ft.jacobian(ridge)(1.0).round(5)
    array([-0.25, -0.5 ])
    """
    where = "functrace.scipy.optimize.minimize"
    if ambient.get().outside:
        own: Any = fun, x0, args, method, jac, hess, hessp, bounds, constraints
        if not callable(method):
            own = _with_ours(*own)
        solve: Any = scipy.optimize.minimize
        return solve(*own, tol, callback, options)
    start = np.atleast_1d(as_array(x0))
    if start.ndim > 1:
        raise ValueError("'x0' must only have one dimension.")
    start = start if start.dtype.kind in "fc" else start.astype(float)
    start = fixed(start)
    name = _name(method, bounds, constraints)
    fun = with_args(fun, args)
    objective = _first(fun) if jac is True else scalar(fun)
    limits = bounds_of(bounds, start.size)
    parsed = _parsed(name, constraints or (), start)
    found = None
    if is_recorded() and callback is None and limits is None and not parsed:
        found = descended(name, objective, start, tol, options or {})
    if found is None:
        at = example(start)
        functions = [
            (fun, at),
            *_derivatives(name, fun, start, args, jac, hess, hessp),
            *(each for constraint in parsed for each in constraint.functions),
        ]
        others = {
            "method": method,
            "tol": tol,
            "options": options,
            "callback": callback,
        }
        run = partial(
            _by_scipy,
            [None if callable(f) else f for f in (jac, hess, hessp)],
            [constraint.make for constraint in parsed],
            getattr(bounds, "keep_feasible", False),
            others,
        )
        fields = {"x": at, **COUNTS}
        if name != "cobyla":
            fields["nit"] = INTEGER
        values = [constraint.values for constraint in parsed]
        found = called(where, run, fields, functions, start, limits, values)
    region = _region(name, limits, parsed)
    return _with_derivatives(where, objective, found, start, region)


def _with_ours(
    fun: Function,
    x0: Any,
    args: Any,
    method: Any,
    jac: Any,
    hess: Any,
    hessp: Any,
    bounds: Any,
    constraints: Any,
) -> tuple[Any, ...]:
    """What `minimize` was called with, and our derivatives where none are given."""
    fun = with_args(fun, args)
    name = _name(method, bounds, constraints)
    start = np.atleast_1d(x0)
    start = start if start.dtype.kind in "fc" else start.astype(float)
    slopes = _derivatives(name, fun, start, args, jac, hess, hessp)
    given = zip(slopes, (jac, hess, hessp), strict=True)
    derivatives = [own or users for (own, *_), users in given]
    if constraints is not None and name in _CONSTRAINED:
        constraints = [
            constraint.make([f for f, *_ in constraint.functions], constraint.values)
            for constraint in _parsed(name, constraints, start)
        ]
    return fun, x0, (), method, *derivatives, bounds, constraints


def _by_scipy(
    kinds: Sequence[Any],
    makers: Sequence[Function],
    keep: Any,
    others: dict[str, Any],
    functions: Sequence[Any],
    x: Any,
    limits: Any,
    values: Sequence[Any],
) -> OptimizeResult:
    """SciPy's result, of plain values; `kinds` say what stands for derivatives else."""
    fun, *slopes = functions[:4]
    jac, hess, hessp = (f or kind for f, kind in zip(slopes, kinds, strict=True))
    return scipy.optimize.minimize(
        fun,
        x,
        jac=jac,
        hess=hess,
        hessp=hessp,
        bounds=None if limits is None else Bounds(*limits, keep_feasible=keep),
        constraints=_made(makers, functions[4:], values),
        **others,
    )


def _parsed(name: str, constraints: Any, start: Any) -> list[Constraint]:
    return constraints_of(constraints, start, sparse=name == "trust-constr")


def _name(method: Any, bounds: Any, constraints: Any) -> str:
    """The method's, in small letters."""
    if callable(method):
        return ""
    if method is not None:
        return method.lower()
    chosen = "bfgs" if bounds is None else "l-bfgs-b"
    return "slsqp" if constraints else chosen


def scalar(fun: Function) -> Function:
    """SciPy takes an array of one element for a number."""

    def objective(x: Any) -> Any:
        found = as_array(fun(x))
        return np.reshape(found, ())[()] if found.ndim and found.size == 1 else found

    return objective


def _first(fun: Function) -> Function:
    return scalar(lambda x: fun(x)[0])


def _derivatives(
    name: str,
    fun: Function,
    x: Any,
    args: Any,
    jac: Any,
    hess: Any,
    hessp: Any,
) -> list[tuple[Any, ...]]:
    """Gradient, Hessian, and its products: the user's, else ours."""
    at = example(x)
    first = with_args(jac, args) if callable(jac) else None
    gradient = first
    if jac is True:
        gradient = lambda x: as_array(fun(x)[1])  # noqa: E731 - as the others
    elif gradient is None:
        gradient = _gradient(scalar(fun))
        if name and name not in _BY_VALUES and not jac:
            first = ours(_gradient, scalar(fun), x)
    second = with_args(hess, args) if callable(hess) else None
    product = with_args(hessp, args) if callable(hessp) else None
    if hess is None and hessp is None:
        if name == "trust-constr" and jac is None:
            second = chosen_hessian(scalar(fun), 0, x)
        if second is None and name in _BY_HESSIAN:
            second = ours(jacobian, gradient, x)
        elif name in _BY_PRODUCTS:
            product = ours(_along, gradient, x, x)
    listed = [(first, at), (second, at), (product, at, at)]
    return [(f, *avals) if f else (None,) for f, *avals in listed]


def _gradient(objective: Function) -> Function:
    """NaN where the value is."""
    both = value_and_grad(objective)

    def gradient(x: Any) -> Any:
        value, slope = both(x)
        return slope * or_nan(np.logical_not(np.isnan(value)), slope.dtype)

    return gradient


def _along(gradient: Function) -> Function:
    """Products of its derivative."""
    return lambda x, direction: jvp(gradient, (x,), (direction,))[1]


def _made(
    makers: Sequence[Function], functions: Sequence[Any], values: Sequence[Any]
) -> list[Any]:
    """Constraints as SciPy takes them."""
    pairs = zip(makers, values, strict=True)
    return [
        make(functions[3 * k : 3 * k + 3], given)
        for k, (make, given) in enumerate(pairs)
    ]


def _region(
    name: str, bounds: Limits | None, constraints: Sequence[Constraint]
) -> Region | None:
    bounds = bounds if name in _BOUNDED else None
    constraints = constraints if name in _CONSTRAINED else []
    if bounds is None and not constraints:
        return None
    near = _NEAR.get(name, 1e-6)
    if not constraints:
        return Region(bounds, near=near)
    columns = zip(*(constraint.limits for constraint in constraints), strict=True)
    return Region(
        bounds,
        lambda x: np.concatenate([constraint.fun(x) for constraint in constraints]),
        Limits(*map(np.concatenate, columns)),
        near,
    )


def _with_derivatives(
    where: str,
    objective: Function,
    found: OptimizeResult,
    start: Any,
    region: Region | None,
) -> OptimizeResult:
    """SciPy's result; where it depends on traced values, what is known of it there."""
    limits = region and (region.bounds, region.limits, region.constraint)
    if not depends(objective(found.x), _values(limits, found.x)):
        return found
    x = minimum_of(where, objective, found.x, start, region).x
    return traced_result(found, x=x, fun=objective(x), jac=grad(objective)(x))


def _values(limits: Any, x: Any) -> Any:
    if limits is None:
        return None
    bounds, ends, constraint = limits
    return bounds, ends, constraint and constraint(x)
