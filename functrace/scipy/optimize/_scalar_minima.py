"""Minima of functions of one number: `minimize_scalar`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import OptimizeResult

from functrace.core.aval import Aval
from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.scipy.optimize._functions import INTEGER, TRUTH, called, with_args
from functrace.scipy.optimize._minima import scalar
from functrace.scipy.optimize._optimality import (
    Limits,
    Region,
    depends,
    minimum_of,
    traced_result,
)
from functrace.transforms._solutions import fixed

Function = Callable[..., Any]


def minimize_scalar(
    fun: Function,
    bracket: Any = None,
    bounds: Any = None,
    args: Any = (),
    method: Any = None,
    tol: float | None = None,
    options: dict[str, Any] | None = None,
) -> OptimizeResult:
    """See `scipy.optimize.minimize_scalar`.

    Where something is traced, the result has `x` and `fun` with derivatives, and
    `success`, `nfev` and `nit`. See `minimize` for what is raised.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import minimize_scalar
    >>> slope = ft.grad(lambda a: minimize_scalar(lambda x: (x - a) ** 2 + x**4).x)(3.0)
    >>> print(round(slope, 6))
    0.142857
    """
    where = "functrace.scipy.optimize.minimize_scalar"
    if ambient.get().outside:
        solve: Any = scipy.optimize.minimize_scalar
        return solve(fun, bracket, bounds, args, method, tol, options)
    fun = with_args(fun, args)
    bounded = method is None and bounds is not None
    bounded = bounded or (isinstance(method, str) and method.lower() == "bounded")
    ends: Any = bounds if bounded else bracket

    def run(functions: Sequence[Any], bracket: Any, bounds: Any) -> Any:
        others: Any = {"method": method, "tol": tol, "options": options}
        return scipy.optimize.minimize_scalar(functions[0], bracket, bounds, **others)

    number = Aval((), np.dtype(np.float64))
    fields = {"x": number, "success": TRUTH, "nfev": INTEGER, "nit": INTEGER}
    found = called(where, run, fields, [(fun, number)], bracket, bounds)
    objective = scalar(lambda x: fun(np.reshape(x, ())[()]))
    region, start = None, np.ones(1)
    if ends is not None:
        ends = [as_array(end) * 1.0 for end in ends]
        start = np.reshape(fixed(ends[-1]), (1,))
    if bounded and ends is not None:
        near = 10 * (options or {}).get("xatol", tol or 1e-5)
        limits = Limits(*(np.reshape(end, (1,)) for end in ends))
        region = Region(limits, near=near)
    at = np.reshape(as_array(found.x), (1,))
    if not depends(objective(at), ends):
        return found
    x = minimum_of(where, objective, at, start, region).x
    return traced_result(found, x=np.reshape(x, ())[()], fun=objective(x))
