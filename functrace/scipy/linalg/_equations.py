"""Matrix equations: Sylvester, Lyapunov."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.primitives import riccati, sylvester
from functrace.primitives.hermitian import conjugate
from functrace.scipy._plain import on_plain_values
from functrace.scipy.linalg._arguments import (
    adjoint,
    matrix,
    square,
)


@on_plain_values(scipy.linalg.solve_sylvester)
def solve_sylvester(a: Any, b: Any, q: Any) -> Any:
    """See `scipy.linalg.solve_sylvester`."""
    return sylvester.solve_sylvester(square(a), square(b), matrix(q))


@on_plain_values(scipy.linalg.solve_continuous_lyapunov)
def solve_continuous_lyapunov(a: Any, q: Any) -> Any:
    """See `scipy.linalg.solve_continuous_lyapunov`."""
    a, q = _matrices(a, q)
    return sylvester.solve_sylvester(a, adjoint(a), q)


solve_lyapunov = solve_continuous_lyapunov


@on_plain_values(scipy.linalg.solve_discrete_lyapunov)
def solve_discrete_lyapunov(a: Any, q: Any, method: str | None = None) -> Any:
    """See `scipy.linalg.solve_discrete_lyapunov`."""
    a, q = square(a), square(q)
    if method is None:
        method = "bilinear" if a.shape[-1] >= 10 else "direct"
    if method.lower() == "direct":
        return _discrete_directly(a, q)
    if method.lower() == "bilinear":
        return sylvester.solve_discrete_lyapunov(a, q)
    raise ValueError(f"Unknown solver {method}")


def _matrices(a: Any, q: Any) -> tuple[Any, Any]:
    a, q = square(a, check_finite=True), square(q, check_finite=True)
    if a.shape[-2:] != q.shape[-2:]:
        raise ValueError("Matrix a and q should have the same shape.")
    return a, q


def _discrete_directly(a: Any, q: Any) -> Any:
    """The solution x of ``x - a x a^H = q`` as a system of n² equations."""
    n = a.shape[-1]
    products = a[..., :, None, :, None] * conjugate(a)[..., None, :, None, :]
    system = np.eye(n * n) - products.reshape((*a.shape[:-2], n * n, n * n))
    flat = q.reshape((*q.shape[:-2], n * n, 1))
    x = np.linalg.solve(system, flat)
    return x.reshape((*x.shape[:-2], n, n))


# -- Riccati equations -----------------------------------------------------------------


@on_plain_values(scipy.linalg.solve_continuous_are)
def solve_continuous_are(
    a: Any,
    b: Any,
    q: Any,
    r: Any,
    e: Any = None,
    s: Any = None,
    balanced: bool = True,
) -> Any:
    """See `scipy.linalg.solve_continuous_are`.

    The gradients with respect to `q` and `r` are Hermitian, as these matrices are.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import solve_continuous_are
    >>> one = np.eye(1)
    >>> ft.grad(lambda q: solve_continuous_are(0 * one, one, q, one)[0, 0])(4 * one)
    array([[0.25]])
    """
    return _riccati(riccati.solve_continuous_are, a, b, q, r, e, s, balanced)


@on_plain_values(scipy.linalg.solve_discrete_are)
def solve_discrete_are(
    a: Any,
    b: Any,
    q: Any,
    r: Any,
    e: Any = None,
    s: Any = None,
    balanced: bool = True,
) -> Any:
    """See `scipy.linalg.solve_discrete_are`.

    The gradients with respect to `q` and `r` are Hermitian, as these matrices are.
    """
    return _riccati(riccati.solve_discrete_are, a, b, q, r, e, s, balanced)


def _riccati(
    record: Any, a: Any, b: Any, q: Any, r: Any, e: Any, s: Any, balanced: bool
) -> Any:
    a, b, q, r = square(a, True), matrix(b, True), square(q, True), square(r, True)
    m, n = b.shape[-2:]
    if not a.shape[-1] == m == q.shape[-1]:
        raise ValueError(
            "Matrix a and b should have the same number of rows, and a and "
            "q the same shape."
        )
    if n != r.shape[-1]:
        raise ValueError("Matrix b and r should have the same number of cols.")
    s = np.zeros((m, n)) if s is None else matrix(s, True)
    if s.shape[-2:] != (m, n):
        raise ValueError("Matrix b and s should have the same shape.")
    if e is not None:
        a, q, s = _divided(square(e, True), a, q, s)
    return record(a, b, q, r, s, balanced=bool(balanced))


def _divided(e: Any, a: Any, q: Any, s: Any) -> tuple[Any, Any, Any]:
    """``a e^-1``, ``e^-H q e^-1``, ``e^-H s``: the equation with the identity for e."""
    if e.shape[-1] != a.shape[-1]:
        raise ValueError("Matrix a and e should have the same shape.")
    left = adjoint(e)
    half = adjoint(np.linalg.solve(left, q))
    q = np.linalg.solve(left, half)
    a = adjoint(np.linalg.solve(left, adjoint(a)))
    return a, (q + adjoint(q)) / 2, np.linalg.solve(left, s)
