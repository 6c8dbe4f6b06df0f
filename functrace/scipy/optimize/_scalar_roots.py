"""Roots of functions of one number, within brackets."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import RootResults

from functrace.core.aval import Aval
from functrace.core.errors import ConvergenceError, message
from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.primitives.solution import Check
from functrace.scipy.optimize._brackets import (
    METHODS,
    BracketResult,
    BracketSettings,
    searched,
)
from functrace.scipy.optimize._functions import INTEGER, TRUTH, called, in_dtype
from functrace.scipy.optimize._results import root_results
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import implicit_solution

SCALAR = Aval((), np.dtype(float))
FIELDS = {
    "root": SCALAR,
    "iterations": INTEGER,
    "function_calls": INTEGER,
    "converged": TRUTH,
}
TOLERANCE = 1e-3  # what the derivative takes for a solution; see `Check`
_XTOL, _RTOL, _MAXITER = 2e-12, 4 * np.finfo(float).eps, 100


def bisect(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    xtol: float = _XTOL,
    rtol: float = _RTOL,
    maxiter: int = _MAXITER,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """See `scipy.optimize.bisect`, and `brentq`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import bisect
    >>> round(ft.grad(lambda a: bisect(lambda x: x**2 - a, 0, 10))(4.0), 6)
    np.float64(0.25)
    """
    options = {"xtol": xtol, "rtol": rtol, "maxiter": maxiter}
    return _output(bracketed("bisect", f, a, b, args, disp, **options), full_output)


def ridder(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    xtol: float = _XTOL,
    rtol: float = _RTOL,
    maxiter: int = _MAXITER,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """See `scipy.optimize.ridder`, and `brentq`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import ridder
    >>> round(ft.grad(lambda a: ridder(lambda x: x**2 - a, 0, 10))(4.0), 6)
    np.float64(0.25)
    """
    options = {"xtol": xtol, "rtol": rtol, "maxiter": maxiter}
    return _output(bracketed("ridder", f, a, b, args, disp, **options), full_output)


def brentq(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    xtol: float = _XTOL,
    rtol: float = _RTOL,
    maxiter: int = _MAXITER,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """See `scipy.optimize.brentq`.

    Differentiable with respect to `args` and to what `f` takes from outside, any number
    of times: ``f(root, θ) = 0`` defines the root, wherever the bracket is. Cost of a
    derivative: one of `f`.

    Under `jit` and `vmap` it is a native loop of the same algorithm. What does not
    converge there raises `functrace.core.errors.ConvergenceError`; with ``disp=False``,
    a bracket without a change of sign gives NaN, and so does the derivative at what is
    no root.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import brentq
    >>> def anomaly(eccentricity):  # Kepler's equation
    ...     return brentq(lambda e: e - eccentricity * np.sin(e) - 1.0, 0.0, np.pi)
    >>> ft.jit(ft.vmap(ft.value_and_grad(anomaly)))(np.array([0.1, 0.5]))
    (array([1.08859775, 1.49870113]), array([0.92906069, 1.03466723]))
    """
    options = {"xtol": xtol, "rtol": rtol, "maxiter": maxiter}
    return _output(bracketed("brentq", f, a, b, args, disp, **options), full_output)


def brenth(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    xtol: float = _XTOL,
    rtol: float = _RTOL,
    maxiter: int = _MAXITER,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """See `scipy.optimize.brenth`, and `brentq`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import brenth
    >>> round(ft.grad(lambda a: brenth(lambda x: x**2 - a, 0, 10))(4.0), 6)
    np.float64(0.25)
    """
    options = {"xtol": xtol, "rtol": rtol, "maxiter": maxiter}
    return _output(bracketed("brenth", f, a, b, args, disp, **options), full_output)


def toms748(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    k: int = 1,
    xtol: float = _XTOL,
    rtol: float = _RTOL,
    maxiter: int = _MAXITER,
    full_output: bool = False,
    disp: bool = True,
) -> Any:
    """See `scipy.optimize.toms748`, and `brentq`; SciPy's own runs under `jit`, too.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import toms748
    >>> round(ft.grad(lambda a: toms748(lambda x: x**2 - a, 0, 10))(4.0), 6)
    np.float64(0.25)
    """
    options = {"xtol": xtol, "rtol": rtol, "maxiter": maxiter, "k": k}
    return _output(bracketed("toms748", f, a, b, args, disp, **options), full_output)


def bracketed(
    method: str,
    f: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any,
    disp: bool,
    **options: Any,
) -> RootResults:
    """A root within a bracket, by one of SciPy's functions."""
    solver = getattr(scipy.optimize, method)
    if ambient.get().outside:
        return solver(f, a, b, args, full_output=True, disp=disp, **options)[1]
    where = f"functrace.scipy.optimize.{method}"
    args = args if isinstance(args, tuple) else (args,)

    def residual(x: Any) -> Any:
        return scalar(f(x, *args))

    def run(functions: Any, a: Any, b: Any) -> RootResults:
        return solver(*functions, a, b, full_output=True, disp=disp, **options)[1]

    a, b = (in_dtype(scalar(end), np.float64) for end in (a, b))
    if is_recorded() and method in METHODS:
        settings = _settings(**options)
        found = searched(METHODS[method], on_floats(residual), a, b, settings)
        results = root_results(**_checked(where, found, disp), method=method)
    else:
        found = called(where, run, FIELDS, [(residual, SCALAR)], a, b)
        results = found if "flag" in found else root_results(**found, method=method)
    check = Check(TOLERANCE, "raise" if disp else "nan", where)
    results["root"] = implicit_solution(residual, results["root"], a, check)
    return results


def scalar(value: Any) -> Any:
    """The one number that something is, as SciPy takes it."""
    return np.reshape(as_array(value), ())[()]


def on_floats(residual: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function without derivatives, in double precision."""
    return lambda x: in_dtype(residual(x), np.float64)


def _output(results: RootResults, full_output: bool) -> Any:
    return (results["root"], results) if full_output else results["root"]


def _settings(
    xtol: float = _XTOL, rtol: float = _RTOL, maxiter: int = _MAXITER
) -> BracketSettings:
    """SciPy's conditions."""
    if xtol <= 0:
        raise ValueError(f"xtol too small ({xtol:g} <= 0)")
    if rtol < _RTOL:
        raise ValueError(f"rtol too small ({rtol:g} < {_RTOL:g})")
    return BracketSettings(xtol, rtol, operator.index(maxiter))


def _checked(where: str, found: BracketResult, disp: bool) -> dict[str, Any]:
    fields = {name: getattr(found, name) for name in FIELDS}
    if disp:
        root = require(found.root, found.bracketed, message=_unbracketed(where))
        fields["root"] = require(
            root, found.converged, message=unconverged(where), error=ConvergenceError
        )
    return fields


def _unbracketed(where: str) -> str:
    return message(
        f"{where}: f(a) and f(b) must have different signs.",
        help="choose another bracket, or take NaN where there is none (disp=False).",
    )


def unconverged(where: str) -> str:
    """What is said of a root that was not found."""
    return message(
        f"{where}: the search did not converge.",
        help="allow more iterations (maxiter), begin elsewhere, or look at `converged` "
        "(disp=False, full_output=True).",
    )
