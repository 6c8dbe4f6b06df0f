"""`quad`: QUADPACK on values, with derivatives that are integrals."""

from __future__ import annotations

from _ctypes import CFuncPtr
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
import scipy.integrate

from functrace.core.errors import (
    ConcretizationError,
    MissingRuleError,
    ShapeError,
    message,
)
from functrace.core.tracer import Tracer
from functrace.scipy._arguments import double
from functrace.scipy._plain import any_traced
from functrace.scipy.integrate._area import QuadratureAccuracy, area
from functrace.scipy.integrate._field import ProbedFunction, UnknownValue, plain
from functrace.scipy.integrate._integrand import Integrand, apart, traced_integrand
from functrace.scipy.integrate._weights import weighted

TOLERANCE = 1.49e-8  # QUADPACK's, absolute and relative


def unless_traced(function: Any) -> Any:
    """The function on plain values; UnknownValue once it gives something traced."""
    if isinstance(function, CFuncPtr) or not callable(function):
        return function
    return ProbedFunction(function, (), stop=True)


def quad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    args: Any = (),
    full_output: Any = 0,
    epsabs: Any = TOLERANCE,
    epsrel: Any = TOLERANCE,
    limit: int = 50,
    points: Any = None,
    weight: Any = None,
    wvar: Any = None,
    wopts: Any = None,
    maxp1: int = 50,
    limlst: int = 50,
    complex_func: bool = False,
) -> Any:
    """See `scipy.integrate.quad`.

    If the limits, `args` or what `func` closes over are traced, the derivatives are integrals
    of the integrand's derivatives, each by a rule that adapts to these, to `epsrel`. Where
    the integral is recorded (`jit`, `vmap`), it is a native loop with the rule of Gauss and
    Kronrod with 21 points; it gives NaN where the estimate of its error stays above 10 000
    times what is asked for. A `weight` is then part of the integrand, transformed where it is
    singular, and its parameters have derivatives, too; the limits must be finite.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import quad
    >>> def bell(width):
    ...     return quad(lambda x: np.exp(-((x / width) ** 2)), -np.inf, np.inf)[0]
    >>> print(np.round(ft.grad(bell)(2.0) ** 2, 6))
    3.141593
    """
    args = args if isinstance(args, tuple) else (args,)
    options = {"epsabs": epsabs, "epsrel": epsrel, "limit": limit, "points": points}
    special = {"weight": weight, "wvar": wvar, "wopts": wopts}
    if not any_traced(a, b, args, list(options.values()), list(special.values())):
        special |= {"maxp1": maxp1, "limlst": limlst, "complex_func": complex_func}
        try:
            return scipy.integrate.quad(
                unless_traced(func), a, b, args, full_output, **options, **special
            )
        except UnknownValue:
            pass
    refuse_options("quad", full_output=full_output or None)
    accuracy = QuadratureAccuracy(*known("quad", epsabs, epsrel, limit))

    def integrate(function: Callable[[Any], Any], a: Any, b: Any) -> Any:
        return _traced(function, a, b, points, accuracy, complex_func=complex_func)

    def function(x: Any) -> Any:
        return func(x, *args)

    if weight is None:
        return integrate(function, a, b)
    return weighted(integrate, function, a, b, weight, wvar)


def known(name: str, *options: Any) -> Any:
    """The values of what decides how accurate an integral is."""
    try:
        return plain(options)
    except UnknownValue:
        raise ConcretizationError(
            message(
                f"functrace.scipy.integrate.{name}: epsabs, epsrel and limit are known "
                "where the integral is recorded (jit, vmap).",
                help="pass numbers.",
            )
        ) from None


def refuse_options(name: str, **options: Any) -> None:
    for option, value in options.items():
        if value is not None:
            refuse_option(name, option)


def refuse_option(name: str, option: str) -> NoReturn:
    raise MissingRuleError(
        message(
            f"functrace.scipy.integrate.{name}: traced values are not taken with {option}.",
            help="leave it out; a weight can be a factor of the integrand.",
        )
    )


def _traced(
    function: Callable[[Any], Any],
    a: Any,
    b: Any,
    points: Any,
    accuracy: QuadratureAccuracy,
    *,
    complex_func: bool,
) -> tuple[Any, Any]:
    where = "functrace.scipy.integrate.quad"
    integrand, operands, aval = traced_integrand(where, function)
    is_complex = np.dtype(aval.dtype).kind == "c"
    if aval.size != 1 or (is_complex and not complex_func):
        raise ShapeError(
            message(
                f"{where}: the integrand must give one real number.",
                got=aval,
                help="of arrays: quad_vec; of complex numbers: complex_func=True.",
            )
        )
    accuracy = accuracy._replace(original=_quadpack(accuracy))
    value, error = integral(integrand, accuracy, a, b, points, operands)
    if not is_complex:
        return value[0], error[0]
    return apart(value, aval).reshape(())[()], error[0] + 1j * error[1]


def integral(
    integrand: Integrand,
    accuracy: QuadratureAccuracy,
    a: Any,
    b: Any,
    points: Any,
    operands: Any,
) -> tuple[Any, Any]:
    a, b = _limit(a), _limit(b)
    accuracy = accuracy._replace(moving=(type(a) is Tracer, type(b) is Tracer))
    breaks = np.zeros(0) if points is None else double(points).reshape(-1)
    return area(integrand, accuracy, a, b, breaks, operands)


def _limit(given: Any) -> Any:
    limit = double(given)
    if limit.dtype.kind == "c":
        raise TypeError("functrace.scipy.integrate: the limits must be real.")
    return limit.reshape(())[()]


def _quadpack(accuracy: QuadratureAccuracy) -> Callable[..., Any]:
    """SciPy's integral of each element of a vector."""

    def integrate(
        integrand: Integrand, operands: Any, a: Any, b: Any, points: Any
    ) -> tuple[Any, Any]:
        found = [
            scipy.integrate.quad(
                lambda x, k=k: integrand(operands, x)[k],
                *(a, b),
                epsabs=accuracy.epsabs,
                epsrel=accuracy.epsrel,
                limit=accuracy.limit,
                points=points if len(points) else None,
            )
            for k in range(integrand.size)
        ]
        value, error = zip(*found, strict=True)
        return np.array(value), np.array(error)

    return integrate
