"""Least squares: `least_squares` and `leastsq`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import Bounds, OptimizeResult

from functrace.core.recording import ambient
from functrace.numpy._arguments import as_array
from functrace.scipy._plain import any_traced
from functrace.scipy._sparse_choice import chosen_jacobian
from functrace.scipy.optimize._damped import LeastSquaresTolerances, damped
from functrace.scipy.optimize._functions import INTEGER, called, example, ours
from functrace.scipy.optimize._optimality import (
    COUNTS,
    Limits,
    Region,
    depends,
    minimum_of,
    root_of,
    traced_result,
)
from functrace.transforms._bodies import is_recorded
from functrace.transforms._solutions import fixed
from functrace.transforms.gradient import grad
from functrace.transforms.jacobian import jacobian
from functrace.transforms.vjp import vjp

Function = Callable[..., Any]

_NEAR = 1e-5  # how well a search within bounds ends


def least_squares(
    fun: Function,
    x0: Any,
    jac: Any = "2-point",
    bounds: Any = (-np.inf, np.inf),
    method: str = "trf",
    ftol: Any = 1e-8,
    xtol: Any = 1e-8,
    gtol: Any = 1e-8,
    x_scale: Any = None,
    loss: Any = "linear",
    f_scale: Any = 1.0,
    diff_step: Any = None,
    tr_solver: Any = None,
    tr_options: Any = None,
    jac_sparsity: Any = None,
    max_nfev: int | None = None,
    verbose: int = 0,
    args: Any = (),
    kwargs: dict[str, Any] | None = None,
    callback: Function | None = None,
    workers: Any = None,
) -> OptimizeResult:
    """See `scipy.optimize.least_squares`.

    The Jacobian is ours if none is given and `fun` can be traced: a sparse one if it is
    large and has few entries, and the method takes it.

    Where something is traced, the result has `x`, `cost`, `fun`, `grad`, and `jac` of the
    linear loss, with derivatives with respect to what `fun`, the bounds and `f_scale`
    depend on. They are those of the minimum: the residuals' curvature is in them, which
    Gauss and Newton's matrix lacks. In compiled functions, the linear loss without bounds
    is native. See `minimize` for what is raised.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import least_squares
    >>> t = np.array([0.0, 1.0, 2.0])
    >>> def rate(data):
    ...     return least_squares(lambda k: np.exp(-k * t) - data, 1.0).x[0]
    >>> ft.grad(rate)(np.array([1.0, 0.5, 0.3]))[1:].round(4)
    array([-0.9261, -0.973 ])
    """
    where = "functrace.scipy.optimize.least_squares"
    start = fixed(np.atleast_1d(as_array(x0)) * 1.0)
    args = args if isinstance(args, tuple) else (args,)

    def residual(x: Any) -> Any:
        return np.atleast_1d(as_array(fun(x, *args, **(kwargs or {}))))

    slope: Any = None
    if callable(jac):
        slope = _bound(jac, args, kwargs)
    elif jac == "2-point" and jac_sparsity is None and diff_step is None:
        if method != "lm" and tr_solver != "exact":
            slope = chosen_jacobian(residual, 0, start)
        slope = slope or ours(jacobian, residual, start)
    limits = limits_of(bounds, start.size)
    simple = limits is None and isinstance(loss, str) and loss == "linear"
    kinds: list[Any] = [None if callable(f) else f for f in (jac, loss)]
    simple = simple and method in ("trf", "dogbox", "lm")
    if is_recorded() and simple and x_scale is None and callback is None:
        most = 100 * start.size if max_nfev is None else max_nfev
        by_value, by_step, by_slope = (tol or 0.0 for tol in (ftol, xtol, gtol))
        tolerances = LeastSquaresTolerances(by_value, by_step, by_slope, most)
        found = damped(residual, start, tolerances)
    else:
        others = {
            "method": method,
            "ftol": ftol,
            "xtol": xtol,
            "gtol": gtol,
            "x_scale": x_scale,
            "diff_step": diff_step,
            "tr_solver": tr_solver,
            "tr_options": tr_options,
            "jac_sparsity": jac_sparsity,
            "max_nfev": max_nfev,
            "verbose": verbose,
            "callback": callback,
        }
        at = example(start)
        fields = {"x": at, **COUNTS, "njev": INTEGER}
        functions = [(residual, at), (slope, at) if slope else (None,)]
        own = (loss, example(residual(start))) if callable(loss) else (None,)
        functions.append(own)
        run = partial(_by_scipy, kinds, others)
        found = called(where, run, fields, functions, start, limits, f_scale)
        if ambient.get().outside:
            return found
    return _with_derivatives(where, residual, found, start, limits, loss, f_scale)


def _by_scipy(
    kinds: Sequence[Any],
    others: dict[str, Any],
    functions: Sequence[Any],
    x: Any,
    limits: Any,
    f_scale: Any,
) -> OptimizeResult:
    """SciPy's result, of plain values; `kinds` are of derivative and loss."""
    fun, *given = functions
    jac, loss = (f or kind for f, kind in zip(given, kinds, strict=True))
    bounds = (-np.inf, np.inf) if limits is None else tuple(limits)
    named: Any = {**others, "jac": jac, "loss": loss, "f_scale": f_scale}
    return scipy.optimize.least_squares(fun, x, bounds=bounds, **named)


def _with_derivatives(
    where: str,
    residual: Function,
    found: OptimizeResult,
    start: Any,
    limits: Limits | None,
    loss: Any,
    f_scale: Any,
) -> OptimizeResult:
    """SciPy's result; where it depends on traced values, what is known of it there."""
    off = residual(found.x)
    if not depends(off, limits, f_scale, loss(off**2) if callable(loss) else None):
        return found

    def cost(x: Any) -> Any:
        return _cost(residual(x), loss, f_scale)

    linear = isinstance(loss, str) and loss == "linear"
    if linear and limits is None:
        x = root_of(where, _half_slope(residual), found.x, start)
    else:
        region = limits and Region(limits, near=_NEAR)
        x = minimum_of(where, cost, found.x, start, region).x
    traced = {"x": x, "cost": cost(x), "fun": residual(x), "grad": grad(cost)(x)}
    if linear:
        traced["jac"] = jacobian(residual)(x)
    return traced_result(found, **traced)


def _bound(fun: Function, args: Any, kwargs: dict[str, Any] | None) -> Function:
    return lambda x: fun(x, *args, **(kwargs or {}))


def limits_of(bounds: Any, count: int) -> Limits | None:
    """Bounds of so many numbers; None where there are none."""
    pair = (bounds.lb, bounds.ub) if isinstance(bounds, Bounds) else tuple(bounds)
    if len(pair) != 2:
        raise ValueError("`bounds` must contain 2 elements.")
    ends = [as_array(end) * 1.0 for end in pair]
    if any(end.shape not in ((), (count,)) for end in ends):
        raise ValueError("Inconsistent shapes between bounds and `x0`.")
    ends = [np.broadcast_to(end, (count,)) for end in ends]
    if not any_traced(*ends) and np.all(np.isinf(ends)):
        return None
    return Limits(*ends)


def _cost(off: Any, loss: Any, f_scale: Any) -> Any:
    if isinstance(loss, str) and loss == "linear":
        return 0.5 * np.sum(off * off)
    z = (off / f_scale) ** 2
    own: Any = loss
    rho = own(z)[0] if callable(loss) else _LOSSES[loss](z)
    return 0.5 * f_scale**2 * np.sum(rho)


def _half_slope(residual: Function) -> Function:
    """``Jᵀ r``: the slope of half the sum of squares, without halves that are doubled."""

    def slope(x: Any) -> Any:
        off, pull = vjp(lambda x: residual(x) * 1.0, x)
        return pull(off)[0]

    return slope


def _huber(z: Any) -> Any:
    small = z <= 1
    return np.where(small, z, 2 * np.sqrt(np.where(small, 1.0, z)) - 1)


_LOSSES: dict[str, Function] = {
    "huber": _huber,
    "soft_l1": lambda z: 2 * (np.sqrt(1 + z) - 1),
    "cauchy": np.log1p,
    "arctan": np.arctan,
}


def leastsq(
    func: Function,
    x0: Any,
    args: Any = (),
    Dfun: Function | None = None,
    full_output: bool = False,
    col_deriv: bool = False,
    ftol: float = 1.49012e-8,
    xtol: float = 1.49012e-8,
    gtol: float = 0.0,
    maxfev: int = 0,
    epsfcn: float | None = None,
    factor: Any = 100,
    diag: Any = None,
) -> tuple[Any, ...]:
    """See `scipy.optimize.leastsq`.

    Where something is traced, the solution, and with `full_output` ``cov_x`` and
    ``infodict["fvec"]``, have derivatives as of `least_squares`. Of a compiled function
    there is no message: it is None.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import leastsq
    >>> ft.jacobian(lambda a: leastsq(lambda x: np.stack([x[0] - a, x[0]]), 1.0)[0])(
    ...     3.0
    ... )
    array([0.5])
    """
    where = "functrace.scipy.optimize.leastsq"
    start = fixed(np.ravel(as_array(x0)) * 1.0)
    args = args if isinstance(args, tuple) else (args,)

    def residual(x: Any) -> Any:
        return np.ravel(as_array(func(x, *args)))

    slope = Dfun and _bound(Dfun, args, None)
    if slope is None and epsfcn is None:
        slope = ours(jacobian, residual, start)
    if is_recorded() and diag is None and factor == 100:
        most = maxfev or 100 * (start.size + 1)
        found = damped(residual, start, LeastSquaresTolerances(ftol, xtol, gtol, most))
        found.status = _of_minpack(found.status)
    else:
        others = {
            "full_output": full_output or is_recorded(),
            "col_deriv": col_deriv and Dfun is not None,
            "ftol": ftol,
            "xtol": xtol,
            "gtol": gtol,
            "maxfev": maxfev,
            "epsfcn": epsfcn,
            "factor": factor,
            "diag": diag,
        }
        at = example(start)
        functions = [(residual, at), (slope, at) if slope else (None,)]
        fields = {"x": at, "status": INTEGER, "nfev": INTEGER}
        found = called(where, partial(_by_minpack, others), fields, functions, start)
    if ambient.get().outside or not depends(residual(found.x)):
        return found.raw
    x = root_of(where, _half_slope(residual), found.x, start)
    if not full_output:
        return x, found.status
    slopes = jacobian(residual)(x)
    text = found.raw[3] if "raw" in found else None
    info = {"fvec": residual(x), "nfev": found.nfev}
    return x, np.linalg.inv(slopes.T @ slopes), info, text, found.status


def _by_minpack(
    others: dict[str, Any], functions: Sequence[Any], x: Any
) -> OptimizeResult:
    """SciPy's tuple, as a result."""
    raw = scipy.optimize.leastsq(functions[0], x, Dfun=functions[1], **others)
    nfev = raw[2]["nfev"] if len(raw) > 2 else 0
    return OptimizeResult(x=raw[0], status=raw[-1], nfev=nfev, raw=raw)


def _of_minpack(status: Any) -> Any:
    """MINPACK's number of the reason to stop, from that of `least_squares`."""
    return np.where(status == 0, 5, np.where(status == 1, 4, status - 1))
