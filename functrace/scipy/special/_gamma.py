"""Plain functions of `scipy.special` that are composed of gamma and zeta functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special
from scipy.special import _ufuncs

from functrace.numpy._arguments import as_array, check_known, known
from functrace.primitives.elementwise import stop_gradient


def polygamma(n: Any, x: Any) -> Any:
    """See `scipy.special.polygamma`; there is no derivative in the order `n`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import polygamma
    >>> float(ft.grad(polygamma, 1)(1, 0.5) / polygamma(2, 0.5))
    1.0
    """
    n, x = stop_gradient(_array(n)), _array(x)
    sign = (-1.0) ** (n + 1)
    order = np.where(n == 0, 2, n + 1)
    rest = sign * scipy.special.gamma(n + 1.0) * zeta(order, x)
    return np.where(n == 0, scipy.special.psi(x), rest)


def multigammaln(a: Any, d: Any) -> Any:
    """See `scipy.special.multigammaln`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import multigammaln
    >>> float(ft.grad(multigammaln)(1.5, 2))
    -0.540725...
    """
    a, count = as_array(a), np.asarray(known(d))
    if count.ndim or np.floor(count) != count:
        raise ValueError("d should be a positive integer (dimension)")
    d = int(count)
    low = 0.5 * (d - 1)
    check_known(a > low, f"condition a > 0.5 * (d-1) ({low}) not met")
    terms = [scipy.special.gammaln(a - j / 2) for j in range(d)]
    return sum(terms, d * (d - 1) * 0.25 * np.log(np.pi))


def zeta(x: Any, q: Any = None, out: Any = None) -> Any:
    """See `scipy.special.zeta`; differentiable in both arguments.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import zeta
    >>> float(ft.grad(zeta)(2.0))
    -0.937548...
    """
    if q is None:
        return _ufuncs._riemann_zeta(x, out=out)  # noqa: SLF001 - as SciPy's does
    return _ufuncs._zeta(x, q, out=out)  # noqa: SLF001


def lambertw(z: Any, k: Any = 0, tol: float = 1e-8) -> Any:
    """See `scipy.special.lambertw`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import lambertw
    >>> float(ft.grad(lambda z: lambertw(z).real)(0.0))
    1.0
    """
    return _ufuncs._lambertw(z, np.asarray(k, np.dtype("long")), tol)  # noqa: SLF001


def softplus(x: Any, **kwargs: Any) -> Any:
    """See `scipy.special.softplus`.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import softplus
    >>> float(ft.grad(softplus)(0.0))
    0.5
    """
    return np.logaddexp(0, x, **kwargs)


def diric(x: Any, n: Any) -> Any:
    """See `scipy.special.diric`; there is no derivative in the integer `n`.

    As a quotient of cardinal sines, smooth at the multiples of ``2 * pi``, too.

    Examples
    --------
    >>> import functrace as ft
    >>> from functrace.scipy.special import diric
    >>> float(ft.grad(ft.grad(diric))(0.0, 3))
    -0.666666...
    """
    x, n = _array(x), stop_gradient(_array(n))
    dtype = np.result_type(x.dtype, n.dtype)
    dtype = dtype if dtype.kind == "f" else np.dtype(np.float64)
    x = x.astype(dtype)
    turns = np.round(x / (2 * math.pi))
    angle = x / (2 * math.pi) - turns
    sign = np.where(np.mod(turns * (n - 1), 2) == 0, 1, -1)
    valid = (n > 0) & (n == np.floor(n))
    count = np.where(valid, n, 1).astype(dtype)
    return np.where(valid, sign * np.sinc(count * angle) / np.sinc(angle), np.nan)


def _array(value: Any) -> Any:
    """As `numpy.asarray` makes it: numbers have their own dtype, not a weak one."""
    value = as_array(value)
    return value if hasattr(value, "dtype") else np.asarray(value)
