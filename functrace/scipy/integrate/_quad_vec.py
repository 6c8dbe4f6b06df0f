"""`quad_vec`: integrals of vectors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.integrate

from functrace.scipy._plain import any_traced
from functrace.scipy.integrate._area import QuadratureAccuracy
from functrace.scipy.integrate._field import UnknownValue
from functrace.scipy.integrate._integrand import Integrand, apart, traced_integrand
from functrace.scipy.integrate._quad import (
    integral,
    known,
    refuse_option,
    refuse_options,
    unless_traced,
)

_NORMS = {
    "2": lambda x: np.sqrt(np.sum(x * x, axis=-1)),
    "max": lambda x: np.max(np.abs(x), axis=-1, initial=0.0),
}


def quad_vec(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    epsabs: Any = 1e-200,
    epsrel: Any = 1e-8,
    norm: Any = "2",
    cache_size: Any = 100e6,
    limit: int = 10000,
    workers: Any = 1,
    points: Any = None,
    quadrature: Any = None,
    full_output: bool = False,
    *,
    args: Any = (),
) -> Any:
    """See `scipy.integrate.quad_vec`.

    Derivatives are as of `quad`. A recorded integral makes 500 intervals at the most.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import quad_vec
    >>> powers = np.array([1.0, 2.0])
    >>> def moments(end):
    ...     return quad_vec(lambda x: x**powers, 0.0, end)[0]
    >>> ft.jacobian(moments)(2.0).round(6)
    array([2., 4.])
    """
    args = args if isinstance(args, tuple) else (args,)
    options: dict[str, Any] = {
        "epsabs": epsabs,
        "epsrel": epsrel,
        "norm": norm,
        "limit": limit,
    }
    more: dict[str, Any] = {
        "cache_size": cache_size,
        "quadrature": quadrature,
    }
    if not any_traced(a, b, args, points, list(options.values())):
        try:
            return scipy.integrate.quad_vec(
                *(unless_traced(f), a, b),
                **(options | more),
                workers=workers,
                points=points,
                full_output=full_output,
                args=args,
            )
        except UnknownValue:
            pass
    refuse_options("quad_vec", full_output=full_output or None)
    given = _NORMS.get(norm or "max") if not callable(norm) else None
    if given is None:
        refuse_option("quad_vec", f"norm={norm!r}")
    where = "functrace.scipy.integrate.quad_vec"
    integrand, operands, aval = traced_integrand(where, lambda x: f(x, *args))
    original = functools.partial(_original, options | more)
    epsabs, epsrel, limit = known("quad_vec", epsabs, epsrel, limit)
    accuracy = QuadratureAccuracy(epsabs, epsrel, min(limit, 500), given, original)
    value, error = integral(integrand, accuracy, a, b, points, operands)
    return apart(value, aval)[()], given(error) if error.ndim else error


def _original(
    options: dict[str, Any],
    integrand: Integrand,
    operands: Any,
    a: Any,
    b: Any,
    points: Any,
) -> tuple[Any, Any]:
    """SciPy's own, on values."""
    return scipy.integrate.quad_vec(
        lambda x: integrand(operands, x),
        *(a, b),
        **options,
        workers=1,
        points=list(points) or None,
    )
