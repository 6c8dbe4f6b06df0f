"""Algebraic Riccati equations, by the implicit function theorem.

Around a solution X, with the closed loop F = A - B K of its gain K, the equations are
Lyapunov equations for the change of X:

    F^H dX + dX F = -P        (continuous)
    dX - F^H dX F = P         (discrete)

where P is the change of the equation at constant X. Kao & Hennequin, *Automatic
differentiation of Sylvester, Lyapunov, and algebraic Riccati equations*,
arXiv:2011.11430, section 5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg

from functrace.core.aval import Aval
from functrace.core.primitive import Primitive
from functrace.primitives._batching import broadcasting
from functrace.primitives._make import TRANSPOSED, primitive
from functrace.primitives._stacks import lapack_dtype, over_stack
from functrace.primitives.linalg import adjoint
from functrace.primitives.sylvester import solve_discrete_lyapunov, solve_sylvester


def _aval(a: Aval, b: Aval, *rest: Aval) -> Aval:
    operands = (a, b, *rest)
    stack = np.broadcast_shapes(*(v.shape[:-2] for v in operands))
    dtype = np.result_type(lapack_dtype(*operands), np.float64)
    return Aval(stack + a.shape[-2:], dtype)


def _solver(function: Callable[..., Any]) -> Callable[..., Any]:
    def solve(*operands: Any, balanced: bool) -> Any:
        def one(a: Any, b: Any, q: Any, r: Any, s: Any) -> Any:
            return function(a, b, q, r, s=s, balanced=balanced)

        out = _aval(*(Aval(x.shape, x.dtype) for x in operands))
        return over_stack(one, *operands, out=out)

    return solve


def _change(terms: list[Any], like: Any) -> Any:
    """The Hermitian matrix of which the sum of the terms is half."""
    half = np.zeros_like(like)
    for term in terms:
        half = half + term
    return half + adjoint(half)


def _common_terms(ts: Any, k: Any) -> list[Any]:
    """Half of the changes that Q, R, S make."""
    _, _, dq, dr, ds = ts
    terms = [] if dq is None else [dq / 2]
    terms += [] if dr is None else [adjoint(k) @ dr @ k / 2]
    return terms if ds is None else [*terms, -ds @ k]


def _continuous_dot(ts: Any, xs: Any, out: Any) -> Any:
    a, b, _, r, s = xs
    da, db, *_ = ts
    k = np.linalg.solve(r, adjoint(out @ b + s))
    loop = a - b @ k
    terms = _common_terms(ts, k)
    terms += [] if da is None else [out @ da]
    terms += [] if db is None else [-out @ db @ k]
    return solve_sylvester(adjoint(loop), loop, -_change(terms, out))


def _discrete_dot(ts: Any, xs: Any, out: Any) -> Any:
    a, b, _, r, s = xs
    da, db, *_ = ts
    weighted = adjoint(b) @ out
    k = np.linalg.solve(r + weighted @ b, weighted @ a + adjoint(s))
    loop = adjoint(a - b @ k)
    terms = _common_terms(ts, k)
    terms += [] if da is None else [loop @ out @ da]
    terms += [] if db is None else [-loop @ out @ db @ k]
    return solve_discrete_lyapunov(loop, _change(terms, out))


def _record(function: Callable[..., Any], which: str, dot: Any) -> Primitive:
    return primitive(
        function.__name__,
        _solver(function),
        lambda *operands, balanced: _aval(*operands),
        vjp=TRANSPOSED,
        jvp=dot,
        broadcasts=True,
        batch=broadcasting,
        doc=f"Stabilising solution of the {which} Riccati equation of a, b, q, r, s.",
        reference="Kao & Hennequin, arXiv:2011.11430, section 5.",
    )


solve_continuous_are = _record(
    scipy.linalg.solve_continuous_are, "continuous", _continuous_dot
)
solve_discrete_are = _record(scipy.linalg.solve_discrete_are, "discrete", _discrete_dot)
