"""Factorials and numbers of combinations, as functions of real numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.core.primitive import has_tracers
from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.scipy._namespace import refusing


def factorial(n: Any, exact: bool = False, extend: str = "zero") -> Any:
    """See `scipy.special.factorial`; of traced numbers it is ``gamma(n + 1)``.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import factorial
    >>> float(ft.grad(factorial)(0.0))
    -0.577215...
    """
    return _multifactorial(scipy.special.factorial, n, 1, exact, extend, ())


def factorial2(n: Any, exact: bool = False, extend: str = "zero") -> Any:
    """See `scipy.special.factorial2`; of traced numbers only with ``extend="complex"``.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import factorial2
    >>> float(ft.grad(lambda n: factorial2(n, extend="complex"))(1.0))
    0.364818...
    """
    return _multifactorial(scipy.special.factorial2, n, 2, exact, extend, ())


def factorialk(n: Any, k: Any, exact: bool = False, extend: str = "zero") -> Any:
    """See `scipy.special.factorialk`; of traced numbers only with ``extend="complex"``.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import factorialk
    >>> float(ft.grad(lambda n: factorialk(n, 3, extend="complex"))(1.0))
    0.322192...
    """
    return _multifactorial(scipy.special.factorialk, n, k, exact, extend, (k,))


def _multifactorial(
    function: Callable[..., Any], n: Any, k: Any, exact: bool, extend: str, args: Any
) -> Any:
    if not has_tracers(n) or has_tracers(k):
        return refusing(function)(n, *args, exact=exact, extend=extend)
    n = as_array(n)
    function(
        np.ones(1, n.dtype), *args, exact=exact, extend=extend
    )  # raises its errors
    if k == 1:
        return _factorial(n, extend)
    base = complex(k) if isinstance(k, complex) or k < 0 else float(k)
    scale = scipy.special.rgamma(1 / k + 1) / base ** (1 / k)
    return base ** (n / k) * _gamma1p(n / k) * scale


def _factorial(n: Any, extend: str) -> Any:
    if extend == "complex":
        return _gamma1p(n)
    negative = n < 0
    value = scipy.special.gamma(np.where(negative, 0, n) + 1)
    value = value.astype(np.float64) if n.ndim else value
    return np.where(negative, 0, value)


def _gamma1p(n: Any) -> Any:
    """NaN at the pole at -1, where SciPy's gamma is infinite."""
    if n.dtype.kind == "c":
        return scipy.special.gamma(n + 1)
    return scipy.special.gamma(np.where(n == -1, np.nan, n) + 1)


def comb(N: Any, k: Any, *, exact: bool = False, repetition: bool = False) -> Any:
    """See `scipy.special.comb`; of traced numbers it is `binom` where it is not zero.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import comb
    >>> float(ft.grad(comb)(4.0, 1))
    1.0
    """
    if exact or not _traced(N, k):
        return refusing(scipy.special.comb)(N, k, exact=exact, repetition=repetition)
    N, k = as_array(N), as_array(k)
    if repetition:
        value = scipy.special.binom(N + k - 1, k)
        return np.where((k == 0) & (N >= 0), 1, value)
    return np.where(_is_choice(N, k), scipy.special.binom(N, k), 0)


def perm(N: Any, k: Any, exact: bool = False) -> Any:
    """See `scipy.special.perm`; of traced numbers it is `poch` where it is not zero.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import perm
    >>> float(ft.grad(perm)(4.0, 1))
    1.0
    """
    if exact or not _traced(N, k):
        return refusing(scipy.special.perm)(N, k, exact=exact)
    N, k = as_array(N), as_array(k)
    return np.where(_is_choice(N, k), scipy.special.poch(N - k + 1, k), 0)


def _traced(*values: Any) -> bool:
    return any(type(v) is Tracer or has_tracers(v) for v in values)


def _is_choice(N: Any, k: Any) -> Any:
    return (k <= N) & (N >= 0) & (k >= 0)
