"""Integrals of several variables: integrals of integrals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import scipy.integrate

from functrace.scipy._plain import any_traced
from functrace.scipy.integrate._field import UnknownValue
from functrace.scipy.integrate._quad import (
    TOLERANCE,
    quad,
    refuse_options,
    unless_traced,
)


def nquad(
    func: Callable[..., Any],
    ranges: Sequence[Any],
    args: Any = None,
    opts: Any = None,
    full_output: bool = False,
) -> Any:
    """See `scipy.integrate.nquad`.

    If anything is traced, each integral is a `quad` of the inner one, and the error that is
    returned is the estimate of the outermost.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.integrate import nquad
    >>> def volume(side):
    ...     return nquad(lambda x, y: x * y, [lambda y: (0.0, y), (0.0, side)])[0]
    >>> print(round(volume(2.0), 6), round(ft.grad(volume)(2.0), 6))
    2.0 4.0
    """
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    depth = len(ranges)
    options = list(opts) if isinstance(opts, (list, tuple)) else [opts or {}] * depth
    if not any_traced(list(ranges), args, options):
        try:
            own_ranges = [unless_traced(each) for each in ranges]
            own_options = [unless_traced(each) for each in options]
            function = unless_traced(func)
            return scipy.integrate.nquad(
                function, own_ranges, args, own_options, full_output
            )
        except UnknownValue:
            pass
    refuse_options("nquad", full_output=full_output or None)
    return _nested(func, ranges, options, args, depth)


def _nested(
    func: Callable[..., Any],
    ranges: Sequence[Any],
    options: Sequence[Any],
    args: tuple[Any, ...],
    depth: int,
) -> tuple[Any, Any]:
    """The integral over the first `depth` variables, of which the last is the outermost."""
    low, high = _called(ranges[depth - 1], args)
    given = dict(_called(options[depth - 1], args))

    def inner(x: Any, *rest: Any) -> Any:
        return _nested(func, ranges, options, (x, *rest), depth - 1)[0]

    return quad(func if depth == 1 else inner, low, high, args, **given)


def dblquad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    gfun: Any,
    hfun: Any,
    args: Any = (),
    epsabs: Any = TOLERANCE,
    epsrel: Any = TOLERANCE,
) -> Any:
    """See `scipy.integrate.dblquad`; derivatives are as of `nquad`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.integrate import dblquad
    >>> def volume(side):
    ...     return dblquad(lambda y, x: x * y, 0.0, side, 0.0, lambda x: x)[0]
    >>> print(round(ft.grad(volume)(2.0), 6))
    4.0
    """

    def inner(*args: Any) -> Any:
        return [_called(f, args[:1]) for f in (gfun, hfun)]

    options = {"epsabs": epsabs, "epsrel": epsrel}
    return nquad(func, [inner, (a, b)], args, options)


def tplquad(
    func: Callable[..., Any],
    a: Any,
    b: Any,
    gfun: Any,
    hfun: Any,
    qfun: Any,
    rfun: Any,
    args: Any = (),
    epsabs: Any = TOLERANCE,
    epsrel: Any = TOLERANCE,
) -> Any:
    """See `scipy.integrate.tplquad`; derivatives are as of `nquad`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.integrate import tplquad
    >>> def volume(side):
    ...     return tplquad(lambda z, y, x: x, 0.0, side, 0.0, side, 0.0, side)[0]
    >>> print(round(ft.grad(volume)(1.0), 6))
    2.0
    """

    def innermost(*args: Any) -> Any:
        return [_called(f, (args[1], args[0])) for f in (qfun, rfun)]

    def inner(*args: Any) -> Any:
        return [_called(f, args[:1]) for f in (gfun, hfun)]

    options = {"epsabs": epsabs, "epsrel": epsrel}
    return nquad(func, [innermost, inner, (a, b)], args, options)


def _called(given: Any, args: tuple[Any, ...]) -> Any:
    """What depends on the outer variables, or does not."""
    return given(*args) if callable(given) else given
