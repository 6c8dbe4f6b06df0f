"""Fixed points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import OptimizeResult

from functrace.core.errors import ConvergenceError
from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.primitives.solution import Check
from functrace.scipy.optimize._brackets import over
from functrace.scipy.optimize._functions import called
from functrace.scipy.optimize._scalar_roots import TOLERANCE, unconverged
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed, implicit_solution
from functrace.transforms.loops import while_loop

Function = Callable[..., Any]


def fixed_point(
    func: Function,
    x0: Any,
    args: Any = (),
    xtol: float = 1e-8,
    maxiter: int = 500,
    method: str = "del2",
) -> Any:
    """See `scipy.optimize.fixed_point`; differentiable as `root`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.optimize import fixed_point
    >>> def square_root(a):
    ...     return fixed_point(lambda x: 0.5 * (x + a / x), 1.0)
    >>> ft.grad(square_root)(4.0)
    np.float64(0.25)
    """
    if ambient.get().outside:
        return scipy.optimize.fixed_point(func, x0, args, xtol, maxiter, method)
    where = "functrace.scipy.optimize.fixed_point"
    start = as_array(fixed(x0)) * 1.0

    def image(x: Any) -> Any:
        return as_array(func(x, *args))

    def run(functions: Any, x0: Any) -> OptimizeResult:
        options: Any = {"xtol": xtol, "maxiter": maxiter, "method": method}
        (f,) = functions
        found = scipy.optimize.fixed_point(f, x0, **options)
        return OptimizeResult(x=found)

    if is_recorded():
        faster = {"del2": True, "iteration": False}[method]
        found = _iterated(where, image, start, xtol, maxiter, faster)
    else:
        found = called(where, run, {}, [(image,)], start).x
    check = Check(TOLERANCE, "raise", where)
    return implicit_solution(lambda x: image(x) - x, found, start, check)


def _iterated(
    where: str, image: Function, start: Any, xtol: float, maxiter: int, faster: bool
) -> Any:
    """SciPy's algorithm: a step of Aitken's method in each round, if `faster`."""

    def step(state: Any) -> Any:
        x, _, count = state
        new = fixed(image(x)).astype(x.dtype)
        if faster:
            second = fixed(image(new)).astype(x.dtype)
            bend = second - 2.0 * new + x
            new = np.where(bend == 0, second, x - over((new - x) ** 2, bend))
        error = np.where(x == 0, new, over(new - x, x))
        return new, np.all(np.abs(error) < xtol), count + 1

    x, converged, _ = while_loop(
        lambda state: ~state[1] & (state[2] < maxiter),
        step,
        (start, np.bool_(False), np.int64(0)),
    )
    return require(x, converged, message=unconverged(where), error=ConvergenceError)
