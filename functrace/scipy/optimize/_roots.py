"""Roots of systems of equations."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import OptimizeResult, OptimizeWarning

from functrace.core.errors import ShapeError, message
from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.primitives.solution import Check
from functrace.scipy.optimize import _hybrid
from functrace.scipy.optimize._functions import (
    INTEGER,
    TRUTH,
    called,
    example,
    in_dtype,
    ours,
)
from functrace.scipy.optimize._scalar_roots import TOLERANCE
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed, implicit_solution
from functrace.transforms.gradient import grad
from functrace.transforms.jacobian import jacfwd, jacobian
from functrace.transforms.vjp import vjp

Function = Callable[..., Any]

_WITH_JACOBIAN = ("hybr", "lm")
_DIFFERENCES = ("eps", "band", "col_deriv")  # options that say how `jac` comes about
_FEW = 16
_KEPT = ("success", "status", "nfev", "njev", "nit", "message", "method")


def root(
    fun: Function,
    x0: Any,
    args: Any = (),
    method: str = "hybr",
    jac: Any = None,
    tol: float | None = None,
    callback: Any = None,
    options: dict[str, Any] | None = None,
) -> OptimizeResult:
    """See `scipy.optimize.root`.

    The root `x`, and `fun` there, are differentiable with respect to `args` and to what
    `fun` takes from outside, any number of times, by the implicit function theorem; the
    derivative is refused (`functrace.core.errors.ConvergenceError`) where the search has not
    converged. Methods that use a Jacobian get ours if they are given none. Cost of a
    derivative: the Jacobian, and a linear system.

    Under `jit` and `vmap`, the method "hybr" is a native loop, with an exact Jacobian in
    every round; other methods are SciPy's own, on compiled functions. The result there
    has no `message`.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import root
    >>> def equations(x, a):
    ...     return [x[0] + 0.5 * (x[0] - x[1]) ** 3 - a, x[1] + x[0]]
    >>> solve = lambda a: root(equations, [0.0, 0.0], args=(a,)).x
    >>> ft.jit(ft.jacobian(solve))(1.0).round(6)
    array([ 0.25, -0.25])
    """
    settings = dict(options or {})
    args = args if isinstance(args, tuple) else (args,)
    differences = any(map(settings.get, _DIFFERENCES))
    if not (jac or differences) and method.lower() in _WITH_JACOBIAN:
        jac = _jacobian(fun, x0, args)
    if ambient.get().outside:
        return scipy.optimize.root(fun, x0, args, method, jac, tol, callback, options)
    if jac and not callable(jac):
        fun, jac = _part(fun, 0), _part(fun, 1)
    rest: dict[str, Any] = {"method": method.lower(), "tol": tol, "options": settings}
    where = "functrace.scipy.optimize.root"
    return _solved(where, fun, jac, x0, args, callback=callback, **rest)


def fsolve(
    func: Function,
    x0: Any,
    args: Any = (),
    fprime: Function | None = None,
    full_output: bool = False,
    col_deriv: bool = False,
    xtol: float = 1.49012e-8,
    maxfev: int = 0,
    band: Any = None,
    epsfcn: float | None = None,
    factor: float = 100,
    diag: Any = None,
) -> Any:
    """See `scipy.optimize.fsolve`, and `root`.

    Under `jit`, which gives no warnings, what has not converged is NaN, unless
    `full_output` tells of it; the message is empty there.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import fsolve
    >>> def where_circle_meets_line(r):
    ...     return fsolve(lambda x: [x[0] ** 2 + x[1] ** 2 - r**2, x[0] - x[1]], [1, 1])
    >>> ft.jacobian(where_circle_meets_line)(1.0).round(6)
    array([0.707107, 0.707107])
    """
    args = args if isinstance(args, tuple) else (args,)
    if fprime is None and not (band or epsfcn or col_deriv):
        fprime = _jacobian(func, x0, args)
    options: dict[str, Any] = {"col_deriv": col_deriv, "xtol": xtol, "maxfev": maxfev}
    more: dict[str, Any] = {"band": band, "factor": factor, "diag": diag}
    if ambient.get().outside:
        more |= options | {"epsfcn": epsfcn}
        return scipy.optimize.fsolve(func, x0, args, fprime, full_output, **more)
    where = "functrace.scipy.optimize.fsolve"
    options |= more | {"eps": epsfcn}
    found = _solved(where, func, fprime, x0, args, method="hybr", options=options)
    x, status, text = found.x, found.status, found.get("message", "")
    if full_output:
        info = {k: found[k] for k in ("nfev", "njev") if k in found}
        return x, {**info, "fvec": found.fun}, status, text
    if "message" not in found:
        failed = (status == 2) | (status == 4) | (status == 5)
        return np.where(failed, np.nan, x)
    if status != 1:
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    return x


def _solved(
    where: str,
    fun: Function,
    jac: Function | None,
    x0: Any,
    args: tuple[Any, ...],
    method: str,
    options: dict[str, Any],
    **more: Any,
) -> OptimizeResult:
    """The result of `scipy.optimize.root` in a trace."""
    start = as_array(fixed(x0))
    start = start.astype(example(start).dtype)
    if method in _WITH_JACOBIAN:
        start = np.reshape(start, -1)

    def residual(x: Any) -> Any:
        value = as_array(fun(x, *args))
        single = np.ndim(x) and not np.ndim(value)
        return np.reshape(value, (1,)) if single else value

    slopes = None if jac is None else lambda x: as_array(jac(x, *args))
    if method == "hybr" and is_recorded():
        tol = more.get("tol")
        settings = options if tol is None else {"xtol": tol, **options}
        found = _native(where, residual, slopes, start, **settings)
    else:
        found = _called(where, residual, slopes, start, method, options, more)
    check = Check(TOLERANCE, "raise", where)
    value = residual(found.x)
    square = np.shape(value) == np.shape(found.x)
    equation = residual if square else grad(_squares(residual))
    x = implicit_solution(equation, found.x, start, check)
    kept = {name: found[name] for name in _KEPT if name in found}
    return OptimizeResult(x=x, fun=residual(x), **kept)


def _squares(residual: Function) -> Function:
    """Half of their sum: stationary where "lm" finds the least."""
    return lambda x: 0.5 * np.sum(residual(x) ** 2)


def _called(
    where: str,
    residual: Function,
    slopes: Function | None,
    start: Any,
    method: str,
    options: dict[str, Any],
    more: dict[str, Any],
) -> OptimizeResult:
    """By SciPy."""
    differences = any(map(options.get, _DIFFERENCES))
    if slopes is None and is_recorded() and method in _WITH_JACOBIAN:
        slopes = None if differences else jacobian(residual)

    def run(functions: Any, x0: Any) -> OptimizeResult:
        f, jac = functions
        return scipy.optimize.root(
            f, x0, method=method, jac=jac, options=options, **more
        )

    aval = example(start)
    fields = {
        "x": aval,
        "success": TRUTH,
        "nfev": INTEGER,
    }
    if method in _WITH_JACOBIAN:
        fields["status"] = fields["nfev"]
    return called(where, run, fields, [(residual, aval), (slopes, aval)], start)


def _native(
    where: str,
    residual: Function,
    slopes: Function | None,
    start: Any,
    col_deriv: Any = False,
    band: Any = None,
    eps: Any = None,
    **settings: Any,
) -> OptimizeResult:
    """By a loop of the graph, which needs no differences."""
    shape = np.shape(residual(start))
    if shape != np.shape(start):
        raise ShapeError(
            message(
                f"{where}: the function has another shape than what is sought.",
                expected=np.shape(start),
                got=shape,
            )
        )

    def linearized(x: Any) -> tuple[Any, Any]:
        if slopes is None:
            both = jacfwd(lambda x: 2 * (residual(x),), has_aux=True)
            matrix, value = both(x)
        else:
            value, matrix = residual(x), slopes(x)
            matrix = matrix.T if col_deriv else matrix
        return in_dtype(value, start.dtype), in_dtype(matrix, start.dtype)

    start = in_dtype(start, np.float64)  # which MINPACK computes in
    known = {k: v for k, v in settings.items() if k in _hybrid.HybridSettings._fields}
    if unknown := settings.keys() - known.keys():
        text = f"Unknown solver options: {', '.join(sorted(unknown))}"
        warnings.warn(text, OptimizeWarning, stacklevel=4)
    to = _hybrid.HybridSettings(**known)
    found = _hybrid.hybrid(linearized, start, to)
    return OptimizeResult(
        x=found.x,
        status=found.status,
        success=found.status == 1,
        nfev=found.rounds + 1,
        njev=found.rounds,
        method="hybr",
    )


def _jacobian(fun: Function, x0: Any, args: tuple[Any, ...]) -> Function | None:
    """Ours, if the function can be traced."""
    if is_recorded():
        return None  # made where it is needed, of values and Jacobians together
    last: dict[bytes, Any] = {}  # SciPy asks twice at the start

    def derivative(fun: Function) -> Function:
        def slopes(x: Any, *args: Any) -> Any:
            x = x * 1.0
            key = x.tobytes()
            if key not in last:
                last.clear()
                last[key] = _matrix(lambda x: as_array(fun(x, *args)), x)
            return last[key]

        return slopes

    start = np.reshape(as_array(fixed(x0)), -1) * 1.0
    return ours(derivative, fun, start, *args)


def _matrix(function: Function, x: Any) -> Any:
    """The Jacobian on values: of few unknowns row by row, which takes less preparation."""
    if np.size(x) > _FEW:
        return jacobian(function)(x)
    value, pull = vjp(function, x)
    basis = np.eye(np.size(value))
    rows = [pull(np.reshape(row, np.shape(value)))[0] for row in basis]
    return np.reshape(np.stack(rows), (*np.shape(value), *np.shape(x)))


def _part(fun: Function, k: int) -> Function:
    return lambda x, *args: fun(x, *args)[k]
