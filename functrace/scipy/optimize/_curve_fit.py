"""Parameters of curves, fitted to data: `curve_fit`."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize
from scipy.optimize import Bounds, OptimizeWarning

from functrace.core.errors import message
from functrace.core.recording import ambient
from functrace.core.signatures import signature_of
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require
from functrace.scipy.linalg import solve_triangular
from functrace.scipy.optimize._functions import ours
from functrace.scipy.optimize._least_squares import (
    least_squares,
    leastsq,
    limits_of,
)
from functrace.transforms._solutions import fixed
from functrace.transforms.jacobian import jacobian

Function = Callable[..., Any]

_WHERE = "functrace.scipy.optimize.curve_fit"


def curve_fit(
    f: Function,
    xdata: Any,
    ydata: Any,
    p0: Any = None,
    sigma: Any = None,
    absolute_sigma: bool = False,
    check_finite: bool | None = None,
    bounds: Any = (-np.inf, np.inf),
    method: str | None = None,
    jac: Any = None,
    *,
    full_output: bool = False,
    nan_policy: str | None = None,
    **kwargs: Any,
) -> tuple[Any, ...]:
    """See `scipy.optimize.curve_fit`.

    The Jacobian is ours if none is given and `f` can be traced.

    Where something is traced, both results have derivatives with respect to `xdata`,
    `ydata`, `sigma` and what `f` takes from outside: those of the minimum, the curvature
    of `f` included. In compiled functions, fits without bounds are native, and one that
    fails raises RuntimeError when they run. Data with NaN must be taken out before.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.optimize import curve_fit
    >>> t = np.array([0.0, 1.0, 2.0])
    >>> def rate(data):
    ...     return curve_fit(lambda t, k: np.exp(-k * t), t, data)[0][0]
    >>> ft.grad(rate)(np.array([1.0, 0.5, 0.3]))[1:].round(4)
    array([-0.9261, -0.973 ])
    """
    xdata = as_array(xdata) * 1.0 if isinstance(xdata, (list, tuple)) else xdata
    if ambient.get().outside:
        if jac is None:
            jac = _plain_slope(f, _kept(xdata, nan_policy), p0, bounds)
            if jac is not None and np.size(sigma) == 1 and sigma is not None:
                # SciPy divides no Jacobian by a single number
                sigma = np.full(np.shape(ydata), sigma)
        named: Any = {**kwargs, "full_output": full_output, "nan_policy": nan_policy}
        data = f, xdata, ydata, p0, sigma
        given: Any = *data, absolute_sigma, check_finite, bounds, method, jac
        return scipy.optimize.curve_fit(*given, **named)
    if nan_policy is not None:
        raise ValueError(
            message(
                f"{_WHERE}: NaN cannot be left out of traced data.",
                got=f"nan_policy={nan_policy!r}",
                help="leave out the points before.",
            )
        )
    xdata, ydata = _finite(xdata, check_finite), _finite(ydata, check_finite)
    start = _start(f, p0, bounds)
    weighted = _weighting(sigma, ydata)

    def residual(p: Any) -> Any:
        return weighted(as_array(f(xdata, *p)) - ydata)

    def weighted_slope(p: Any) -> Any:
        return weighted(as_array(jac(xdata, *p)))

    slope = weighted_slope if callable(jac) else jac

    return _fitted(
        residual, start, slope, bounds, method, full_output, absolute_sigma, kwargs
    )


def _fitted(
    residual: Function,
    start: Any,
    slope: Any,
    bounds: Any,
    method: str | None,
    full_output: bool,
    absolute_sigma: bool,
    options: dict[str, Any],
) -> tuple[Any, ...]:
    free = limits_of(bounds, start.size) is None
    method = method or ("lm" if free else "trf")
    if method == "lm":
        named = options if slope is None else {**options, "Dfun": slope}
        popt, _, info, text, status = leastsq(
            residual, start, full_output=True, **named
        )
        good = np.logical_and(status >= 1, status <= 4)
    else:
        options = dict(options)
        options.setdefault("max_nfev", options.pop("maxfev", None))
        jac = "2-point" if slope is None else slope
        found = least_squares(
            residual, start, jac, bounds=_ends(bounds), method=method, **options
        )
        popt, status, good = found.x, found.status, np.asarray(found.success)
        info, text = {"nfev": found.nfev, "fvec": found.fun}, found.get("message")
    failed = f"Optimal parameters not found: {text or 'the search did not converge.'}"
    popt = require(popt, good, message=failed, error=RuntimeError)
    pcov = _covariance(residual, popt, absolute_sigma)
    return (popt, pcov, info, text, status) if full_output else (popt, pcov)


def _covariance(residual: Function, popt: Any, absolute_sigma: bool) -> Any:
    off, slopes = residual(popt), jacobian(residual)(popt)
    count, size = slopes.shape
    if not absolute_sigma and count <= size:
        text = "Covariance of the parameters could not be estimated"
        warnings.warn(text, category=OptimizeWarning, stacklevel=4)
        return np.full((size, size), np.inf)
    inverse = np.linalg.inv(slopes.T @ slopes)
    return inverse if absolute_sigma else inverse * (np.sum(off**2) / (count - size))


def _plain_slope(f: Function, xdata: Any, p0: Any, bounds: Any) -> Function | None:
    """Our Jacobian of the curve in its parameters, if it can be traced."""

    def slope(x: Any, *p: Any) -> Any:
        return jacobian(lambda p: as_array(f(x, *p)))(np.stack(p) * 1.0)

    try:
        start = _start(f, p0, bounds)
    except (TypeError, ValueError):  # SciPy says what is wrong
        return None
    known = ours(jacobian, lambda p: f(xdata, *p), start)
    return slope if known else None


def _kept(xdata: Any, nan_policy: str | None) -> Any:
    """The points that SciPy takes."""
    if nan_policy != "omit" or not isinstance(xdata, np.ndarray):
        return xdata
    missing = np.isnan(xdata)
    return xdata[..., ~missing.any(axis=tuple(range(missing.ndim - 1)))]


def _ends(bounds: Any) -> tuple[Any, Any]:
    return (bounds.lb, bounds.ub) if isinstance(bounds, Bounds) else tuple(bounds)


def _start(f: Function, p0: Any, bounds: Any) -> Any:
    """Where SciPy starts: at one, or within the bounds."""
    if p0 is not None:
        return np.atleast_1d(as_array(p0)) * 1.0
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    named = signature_of(f).parameters.values()
    count = sum(parameter.kind in kinds for parameter in named) - 1
    if count < 1:
        raise ValueError("Unable to determine number of fit parameters.")
    ends = (np.broadcast_to(as_array(end), (count,)) for end in _ends(bounds))
    lower, upper = (fixed(end) for end in ends)
    low, high = np.isfinite(lower), np.isfinite(upper)
    lower, upper = np.where(low, lower, 0.0), np.where(high, upper, 0.0)
    inner = np.where(low, np.where(high, 0.5 * (lower + upper), lower + 1), upper - 1)
    return np.where(low | high, inner, 1.0)


def _finite(data: Any, check: bool | None) -> Any:
    """Numbers in double precision; other things are the function's own."""
    found: Any = as_array(data) if not isinstance(data, dict) else data
    if getattr(found, "dtype", np.dtype(object)).kind not in "biuf":
        return data
    found = found.astype(np.float64)
    if check is False:
        return found
    text = "array must not contain infs or NaNs"
    return require(found, np.isfinite(found), message=text)


def _weighting(sigma: Any, ydata: Any) -> Function:
    """What residuals, and rows of Jacobians, are divided by."""
    if sigma is None:
        return lambda off: off
    sigma = as_array(sigma)
    if sigma.size == 1 or sigma.shape == (ydata.size,):
        return lambda off: (off.T / sigma).T
    if sigma.shape != (ydata.size, ydata.size):
        raise ValueError("`sigma` has incorrect shape.")
    root = np.linalg.cholesky(sigma)
    return lambda off: solve_triangular(root, off, lower=True)
