"""Gauss's rule of a fixed number of points."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special

from functrace.core.tracer import Tracer
from functrace.numpy._arguments import as_array
from functrace.primitives.checks import require


def fixed_quad(
    func: Callable[..., Any], a: Any, b: Any, args: tuple[Any, ...] = (), n: int = 5
) -> tuple[Any, None]:
    """See `scipy.integrate.fixed_quad`.

    It is differentiated with respect to the limits and to all that `func` depends on.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.integrate import fixed_quad
    >>> slope = ft.grad(lambda b: fixed_quad(np.cos, 0.0, b)[0])(np.pi / 3)
    >>> print(round(slope, 6))
    0.5
    """
    nodes, weights = _gauss(n)
    a, b = (_finite(as_array(limit)) for limit in (a, b))
    points = (b - a) * (nodes + 1) / 2.0 + a
    values = as_array(func(points, *args))
    return (b - a) / 2.0 * np.sum(weights * values, axis=-1), None


@functools.cache
def _gauss(n: int) -> tuple[np.ndarray, np.ndarray]:
    nodes, weights = scipy.special.roots_legendre(n)
    return np.real(nodes), weights


def _finite(limit: Any) -> Any:
    text = "Gaussian quadrature is only available for finite limits."
    if type(limit) is Tracer:
        return require(limit, ~np.isinf(limit), message=text)
    if np.isinf(limit):
        raise ValueError(text)
    return limit
