"""Newton's method and its relatives, of numbers and arrays, and `root_scalar`."""

from __future__ import annotations

import operator
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import RootResults

from functrace.core.errors import ConvergenceError
from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.primitives.solution import Check
from functrace.scipy.optimize import _steps as native
from functrace.scipy.optimize._functions import called, in_dtype, ours
from functrace.scipy.optimize._results import root_results
from functrace.scipy.optimize._scalar_roots import (
    FIELDS,
    TOLERANCE,
    bracketed,
    unconverged,
)
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed, implicit_solution
from functrace.transforms.vjp import jvp

Function = Callable[..., Any]

_Roots = namedtuple("result", ("root", "converged", "zero_der"))  # noqa: PYI024 - SciPy's


def newton(
    func: Function,
    x0: Any,
    fprime: Function | None = None,
    args: Any = (),
    tol: float = 1.48e-8,
    maxiter: int = 50,
    fprime2: Function | None = None,
    x1: Any = None,
    rtol: float = 0.0,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """See `scipy.optimize.newton`.

    Differentiable as `brentq`. The elements of an array are independent equations, whose
    derivatives cost as much as two of `func` (ValueError if they are not independent).
    Under `jit` and `vmap` it is a native loop; there, elements of an array that have not
    converged are NaN, unless `full_output` tells which they are. Derivatives are NaN
    there, too.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import newton
    >>> def anomalies(eccentricity):  # Kepler's equation
    ...     mean = np.array([0.5, 1.0])
    ...     return newton(lambda e: e - eccentricity * np.sin(e) - mean, mean)
    >>> ft.jit(ft.jacobian(anomalies))(0.5).round(6)
    array([1.133331, 1.034667])
    """
    if ambient.get().outside:
        return scipy.optimize.newton(
            func, x0, fprime, args, tol, maxiter, fprime2, x1, rtol, full_output, disp
        )
    found = _newton(
        "newton",
        [func, fprime, fprime2],
        (x0, x1),
        args,
        disp,
        native.NewtonSettings(tol, rtol, maxiter),
    )
    if isinstance(found, RootResults):
        return (found["root"], found) if full_output else found["root"]
    if full_output:
        return found
    if is_recorded():
        return np.where(found.converged, found.root, np.nan)
    return found.root


def _newton(
    method: str,
    functions: list[Function | None],
    starts: tuple[Any, Any],
    args: Any,
    disp: bool,
    to: native.NewtonSettings,
) -> Any:
    """`RootResults`, or what there is of arrays."""
    where = f"functrace.scipy.optimize.{method}"
    own: list[Any] = [_of_arrays(f, args) if f else None for f in functions]
    x0, x1 = fixed(starts)
    x0 = as_array(x0) * 1.0
    if is_recorded():
        found = _native(where, own, x0, x1, disp, to)
    else:

        def run(functions: Any, x0: Any, x1: Any) -> Any:
            f, first, second = functions
            scipys = scipy.optimize.newton
            options: Any = {**to._asdict(), "full_output": True, "disp": disp}
            found = scipys(f, x0, first, fprime2=second, x1=x1, **options)
            return found[1] if isinstance(found[1], RootResults) else found

        found = called(where, run, {}, [(f,) for f in own], x0, x1)
    arrays = not isinstance(found, RootResults)
    solution = found.root
    failure = "raise" if disp and not arrays else "nan"
    check = Check(TOLERANCE, failure, where, apart=np.size(solution) > 1)
    lanes = np.ndim(solution)
    root = implicit_solution(own[0], solution, x0, check, lanes=lanes)
    if arrays:
        return _Roots(root, *found[1:])
    found["root"] = root
    return found


def _native(
    where: str,
    functions: list[Any],
    x0: Any,
    x1: Any,
    disp: bool,
    to: native.NewtonSettings,
) -> Any:
    """By a loop of the graph."""
    _check(to)
    dtype = np.result_type(x0.dtype, np.float64)
    x0 = x0.astype(dtype)
    value, first, second = (_in(dtype, f) for f in functions)
    f = native.Slopes(value, first, second)
    if np.ndim(x0):
        found = (native.array_newton if first else native.array_secant)(f, x0, to)
        return _Roots(found.root, found.converged, found.zero_der)
    if first:
        found = native.newton(f, x0, to)
    else:
        found = native.secant(f, x0, _second(x0, x1, dtype), to)
    root = found.root
    if disp:
        error = ConvergenceError
        root = require(root, found.converged, message=unconverged(where), error=error)
    fields = {name: getattr(found, name) for name in FIELDS} | {"root": root}
    name = "halley" if second else "newton" if first else "secant"
    return root_results(**fields, method=name)


def _check(to: native.NewtonSettings) -> None:
    """SciPy's conditions."""
    if to.tol <= 0:
        raise ValueError(f"tol too small ({to.tol:g} <= 0)")
    if operator.index(to.maxiter) < 1:
        raise ValueError("maxiter must be greater than 0")


def _second(x0: Any, x1: Any, dtype: Any) -> Any:
    """Where the secant begins, besides at `x0`."""
    if x1 is not None:
        return as_array(x1).astype(dtype)
    small = 1e-4
    near = x0 * (1 + small)
    return near + np.where(near >= 0, small, -small)


def _of_arrays(function: Function, args: Any) -> Function:
    return lambda x: as_array(function(x, *args))


def _in(dtype: Any, function: Any) -> Any:
    """The function without derivatives, in a dtype."""
    if function is None:
        return None
    return lambda x: in_dtype(function(x), dtype)


# -- all methods -----------------------------------------------------------------------


def root_scalar(
    f: Function,
    args: Any = (),
    method: str | None = None,
    bracket: Any = None,
    fprime: Any = None,
    fprime2: Any = None,
    x0: Any = None,
    x1: Any = None,
    xtol: float | None = None,
    rtol: float | None = None,
    maxiter: int | None = None,
    options: dict[str, Any] | None = None,
) -> RootResults:
    """See `scipy.optimize.root_scalar`, and `brentq`, and `newton`.

    Newton's method gets our derivative of `f` if it is given none. Under `jit`, the result
    has no `flag`. Nothing is raised where there is no root: look at `converged`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import root_scalar
    >>> def cube_root(a):
    ...     return root_scalar(lambda x: x**3 - a, x0=1.0).root
    >>> round(ft.grad(cube_root)(8.0), 6)
    np.float64(0.083333)
    """
    given = {"xtol": xtol, "rtol": rtol, "maxiter": maxiter}
    settings = {k: v for k, v in given.items() if v is not None} | (options or {})
    args = args if isinstance(args, tuple) else (args,)
    method = (method or _best(bracket, x0, x1, fprime, fprime2)).lower()
    if method == "newton" and not fprime:
        fprime = _slope(f, x0, args)
    if ambient.get().outside:
        starts = {"bracket": bracket, "x0": x0, "x1": x1, "options": settings}
        slopes = {"fprime": fprime, "fprime2": fprime2}
        return scipy.optimize.root_scalar(f, args, method, **slopes, **starts)
    f, fprime, fprime2 = _apart(f, fprime, fprime2)
    if method in ("bisect", "ridder", "brentq", "brenth", "toms748"):
        if not isinstance(bracket, (list, tuple, np.ndarray)):
            raise ValueError(f"Bracket needed for {method}")
        a, b = bracket[:2]
        return bracketed(method, f, a, b, args, False, **settings)
    functions = [f, *_taken(method, fprime, fprime2)]
    if x0 is None:
        raise ValueError(f"x0 must not be None for {method}")
    if "xtol" in settings:
        settings["tol"] = settings.pop("xtol")
    to = native.NewtonSettings(1.48e-8, 0.0, 50)._replace(**settings)
    return _newton("root_scalar", functions, (x0, x1), args, False, to)


def _best(bracket: Any, x0: Any, x1: Any, fprime: Any, fprime2: Any) -> str:
    """SciPy's choice of a method."""
    if bracket is not None:
        return "brentq"
    if x0 is None:
        raise ValueError(
            "Unable to select a solver as neither bracket nor starting point provided."
        )
    if fprime:
        return "halley" if fprime2 else "newton"
    return "newton" if x1 is None else "secant"


def _taken(method: str, fprime: Any, fprime2: Any) -> list[Any]:
    """The derivatives that a method takes."""
    count = {"secant": 0, "newton": 1, "halley": 2}.get(method)
    if count is None:
        raise ValueError(f"Unknown solver {method}")
    for name, slope in [("fprime", fprime), ("fprime2", fprime2)][:count]:
        if not slope:
            raise ValueError(f"{name} must be specified for {method}")
    return [fprime, fprime2][:count] + [None] * (2 - count)


def _apart(f: Function, fprime: Any, fprime2: Any) -> tuple[Function, Any, Any]:
    """The function and its derivatives, if one function gives several."""

    def part(k: int) -> Function:
        return lambda x, *args: f(x, *args)[k]

    several = [slope for slope in (fprime, fprime2) if slope and not callable(slope)]
    if not several:
        return f, fprime or None, fprime2 or None
    if fprime2 and not callable(fprime2):
        return part(0), part(1), part(2)
    return part(0), part(1), fprime2 or None


def _slope(f: Function, x0: Any, args: Any) -> Function | None:
    """The derivative, if the function can be traced."""
    if x0 is None:
        return None

    def derivative(f: Function) -> Function:
        def slope(x: Any, *args: Any) -> Any:
            x = as_array(x) * 1.0
            return jvp(lambda x: as_array(f(x, *args)), (x,), (np.ones_like(x)[()],))[1]

        return slope

    return ours(derivative, f, x0, *args)
