"""LU factors."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import (
    kernels_integers,
    linear_factors,
    numba_forms,
)
from functrace.primitives._make import nondifferentiable, primitive
from functrace.primitives._stacks import lapack_dtype
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.linalg import solve_triangular

_LOWER: dict[str, Any] = {"lower": True, "unit_diagonal": True}
_UPPER: dict[str, Any] = {"lower": False, "unit_diagonal": False}

# -- permutations ----------------------------------------------------------------------


def _permutation(pivots: Any, *, rows: int) -> Any:
    out = np.empty((*pivots.shape[:-1], rows), np.int32)
    out[...] = np.arange(rows)
    for place in np.ndindex(pivots.shape[:-1]):
        order = out[place]
        for i, pivot in enumerate(pivots[place]):
            order[i], order[pivot] = order[pivot], order[i]
    return out


permutation = nondifferentiable(
    "permutation",
    _permutation,
    lambda x, rows: Aval((*x.shape[:-1], rows), np.int32),
    batch=unary,
    lower=lambda: numba_forms.numba_step(kernels_integers.permutation, ranks=(1, 1)),
    doc="The order in which rows stand after they were exchanged with the pivots in turn.",
)


def permuted(x: Any, order: Any) -> Any:
    """The rows of each matrix in another order."""
    return np.take_along_axis(x, order[..., None], axis=-2)


def inverse(order: Any) -> Any:
    """The order that undoes another."""
    return np.argsort(order, axis=-1).astype(order.dtype)


# -- factors ---------------------------------------------------------------------------


def lower_factor(packed: Any) -> Any:
    """The columns of the unit lower triangular factor."""
    m, n = packed.shape[-2:]
    k = min(m, n)
    return np.tril(packed[..., :k], -1) + np.eye(m, k, dtype=packed.dtype)


def upper_factor(packed: Any) -> Any:
    """The rows of the upper triangular factor."""
    return np.triu(packed[..., : min(packed.shape[-2:]), :])


def _square_factors(packed: Any) -> tuple[Any, Any]:
    """Both factors, made square with columns, or rows, of the identity."""
    m, n = packed.shape[-2:]
    lower, upper = lower_factor(packed), upper_factor(packed)
    stack = packed.shape[:-2]
    if m > n:
        more = np.eye(m, dtype=packed.dtype)[:, n:]
        lower = np.concatenate([lower, np.broadcast_to(more, (*stack, m, m - n))], -1)
    if n > m:
        more = np.eye(n, dtype=packed.dtype)[m:]
        upper = np.concatenate([upper, np.broadcast_to(more, (*stack, n - m, n))], -2)
    return lower, upper


def _avals(x: Aval) -> tuple[Aval, Aval]:
    k = min(x.shape[-2:])
    return Aval(x.shape, lapack_dtype(x)), Aval((*x.shape[:-2], k), np.int32)


def _lu_factor(x: Any) -> Any:
    import scipy.linalg  # noqa: PLC0415 - slow

    packed, pivots = (np.empty(*aval) for aval in _avals(Aval(x.shape, x.dtype)))
    for place in np.ndindex(x.shape[:-2] if x.size else (0,)):
        packed[place], pivots[place] = scipy.linalg.lu_factor(
            x[place], check_finite=False
        )
    return packed, pivots


def _x_dot(t: Any, outs: Any) -> Any:
    packed, pivots = outs
    lower, upper = _square_factors(packed)
    t = permuted(t, permutation(pivots, rows=t.shape[-2]))
    t = solve_triangular(lower, t, transposed=False, **_LOWER)
    t = solve_triangular(upper, matrix_transpose(t), transposed=True, **_UPPER)
    t = matrix_transpose(t)
    return lower @ np.tril(t, -1) + np.triu(t) @ upper, None


def _x_bar(g: Any, outs: Any) -> Any:
    packed, pivots = outs
    g = g[0]
    lower, upper = _square_factors(packed)
    bar = np.tril(matrix_transpose(lower) @ g, -1)
    bar = bar + np.triu(g @ matrix_transpose(upper))
    bar = solve_triangular(lower, bar, transposed=True, **_LOWER)
    bar = solve_triangular(upper, matrix_transpose(bar), transposed=False, **_UPPER)
    order = permutation(pivots, rows=g.shape[-2])
    return permuted(matrix_transpose(bar), inverse(order))


lu_factor = primitive(
    "lu_factor",
    _lu_factor,
    _avals,
    vjp=(_x_bar,),
    jvp=(_x_dot,),
    multiple=True,
    batch=unary,
    lower=lambda: Step(linear_factors.emit_lu_factor),
    doc="LU factors of the row-permuted matrix, in one array, and the pivots. Their order "
    "is piecewise constant.",
    reference="de Hoog, Anderssen & Lukas, Linear Algebra Appl. 435 (2011) 1391.",
)
