"""Sparse derivatives for SciPy's solvers, where these take them and it is worth it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.errors import LeakedTracerError
from functrace.core.recording import ambient
from functrace.scipy._sparse_derivatives import Format, SparseJacobian
from functrace.transforms._opaque_call import attempted
from functrace.transforms.gradient import grad

_LEAST = 64  # numbers: of fewer, dense matrices are as fast
_MOST = 0.1  # of all entries


def chosen_jacobian(
    fun: Callable[..., Any], argnum: int, *args: Any, format: Format = "csr"
) -> Callable[..., Any] | None:
    """The Jacobian as an array of `scipy.sparse`.

    Returns
    -------
    callable or None
        None where values are traced, the function takes no traced ones, or the Jacobian is
        small, or not sparse.
    """
    options: Any = {"format": format, "symmetric": False}
    derivative = SparseJacobian(fun, argnums=argnum, **options)
    return _prepared(derivative, args[argnum], args)


def chosen_hessian(
    fun: Callable[..., Any], argnum: int, *args: Any
) -> Callable[..., Any] | None:
    """The Hessian likewise."""
    options: Any = {"format": "csr", "symmetric": True}
    derivative = SparseJacobian(grad(fun, argnum), argnums=argnum, **options)
    return _prepared(derivative, args[argnum], args)


def _prepared(
    derivative: SparseJacobian, x: Any, args: tuple[Any, ...]
) -> Callable[..., Any] | None:
    """The derivative, for which all is found that can be before it is compiled; or None."""
    if (
        not ambient.get().outside
        or np.size(x) < _LEAST
        or np.asarray(x).dtype.kind != "f"
    ):
        return None
    try:
        with attempted():
            derivative.prepare(*args, most=_MOST)
    except LeakedTracerError:
        raise
    except Exception:  # noqa: BLE001 - a function that is not ours may raise anything
        return None
    return derivative
