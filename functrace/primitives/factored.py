"""Factors of a matrix that several operations share: how the compiler has them computed.

Systems, inverses and determinants of one matrix are made of one factorisation, forwards
and backwards, also of a matrix that a loop does not change. These records stand in for
others when derivatives have been taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.primitives._batching import broadcasting, unary
from functrace.primitives._lazy_modules import linear_factored, linear_lapack
from functrace.primitives._make import nondifferentiable
from functrace.primitives._stacks import linalg_dtype, over_stack
from functrace.primitives.checks import require
from functrace.primitives.contractions import maker_of, matrix_transpose
from functrace.primitives.layout import transpose
from functrace.primitives.seeds import eye

_MANY, _SMALL = 16, 4  # matrices that are solved at once, and their rows
_SINGULAR = "Singular matrix"


def lapack(name: str, dtype: np.dtype[Any]) -> Any:
    """A routine of LAPACK: constant matrices are factorised as programs are made."""
    from functrace.compiler.machine.extension import extension  # noqa: PLC0415 - lazy

    prefix = {"f": "s", "d": "d", "F": "c", "D": "z"}[dtype.char]
    return getattr(extension("scipy.linalg._flapack"), prefix + name)


def _factors_aval(x: Aval) -> tuple[Aval, Aval]:
    return Aval(x.shape, linalg_dtype(x)), Aval((*x.shape[:-1], 1), np.int32)


def _factors(x: Any) -> tuple[Any, Any]:
    columns, pivots = (
        np.empty(*aval) for aval in _factors_aval(Aval(x.shape, x.dtype))
    )
    getrf = lapack("getrf", columns.dtype)
    for place in np.ndindex(x.shape[:-2] if x.size else (0,)):
        packed, exchanged, _ = getrf(x[place])
        columns[place], pivots[place][:, 0] = packed.T, exchanged + 1
    return columns, pivots


factors = nondifferentiable(
    "factors",
    _factors,
    _factors_aval,
    multiple=True,
    batch=unary,
    lower=lambda: Step(linear_factored.emit_factors, is_total=True),
    doc="The transpose of both LU factors in one matrix, and the rows, counted from one, "
    "that were exchanged with each one, as a column. A singular matrix has a pivot of zero.",
)


def solution_aval(columns: Aval, pivots: Aval, y: Aval, dtype: np.dtype[Any]) -> Aval:
    """That of solutions of systems, of which factors and right sides are stacked."""
    stacks = [x.shape[:-2] for x in (columns, pivots, y)]
    return Aval((*np.broadcast_shapes(*stacks), *y.shape[-2:]), dtype)


def _solve_factored_aval(columns: Aval, pivots: Aval, y: Aval, **_: bool) -> Aval:
    return solution_aval(columns, pivots, y, linalg_dtype(columns, y))


def _solve_factored(
    columns: Any, pivots: Any, y: Any, *, transposed: bool, or_nan: bool
) -> Any:
    zero = np.any(np.diagonal(columns, axis1=-2, axis2=-1) == 0, axis=-1)
    if or_nan:
        y = np.where(zero[..., None, None], np.nan, y)
    elif np.any(zero):
        raise np.linalg.LinAlgError(_SINGULAR)
    out = _solve_factored_aval(columns, pivots, y)
    getrs = lapack("getrs", out.dtype)

    def solution(columns: Any, pivots: Any, y: Any) -> Any:
        return getrs(columns.T, pivots[:, 0] - 1, y, int(transposed))[0]

    return over_stack(solution, columns, pivots, y, out=out)


solve_factored = nondifferentiable(
    "solve_factored",
    _solve_factored,
    _solve_factored_aval,
    batch=broadcasting,
    lower=lambda: Step(linear_factored.emit_solve_factored),
    doc="Solution of x out = y, or of x^T out = y, given the factors of x, which fails "
    "where x is singular, or is NaN.",
)


# -- in place of others ----------------------------------------------------------------


def solved_or_nan(x: Any, y: Any) -> Any:
    """``solve_or_nan(x, y)``, as `solved`."""
    return solved(x, y, or_nan=True)


def solved(x: Any, y: Any, *, or_nan: bool = False) -> Any:
    """``solve(x, y)`` by factors; None where others are faster, or there is none."""
    if not (x.size and y.size) or y.ndim == 1 < x.ndim - 1:
        return None
    columns = 1 if y.ndim == 1 else y.shape[-1]
    dtype = linalg_dtype(x, y)
    if linear_lapack.in_registers(dtype.kind, x.shape[-1], columns):
        many = x.size >= _MANY * x.shape[-1] ** 2
        small = x.shape[-1] <= _SMALL and columns == 1 < y.ndim
        if not (many and small):
            return None
        return _eliminated(x.astype(dtype), y.astype(dtype), or_nan=or_nan)
    x = x if x.dtype == dtype else x.astype(dtype)
    if y.ndim == 1:
        return _solved(x, y[:, None], or_nan=or_nan)[..., 0]
    return _solved(x, y, or_nan=or_nan)


def _solved(x: Any, y: Any, *, or_nan: bool = False) -> Any:
    transposed = _is_transposed(x)
    made = factors(matrix_transpose(x) if transposed else x)
    return solve_factored(*made, y, transposed=transposed, or_nan=or_nan)


def _eliminated(x: Any, y: Any, *, or_nan: bool) -> Any:
    """Of many small matrices and columns: each operation is one on all of them."""
    n = x.shape[-1]
    rows = [[*(x[..., i, j] for j in range(n)), y[..., i, 0]] for i in range(n)]
    singular: Any = False
    for k in range(n):
        for i in range(k + 1, n):
            larger = np.abs(rows[i][k]) > np.abs(rows[k][k])
            for j in range(k, n + 1):
                upper, lower = rows[k][j], rows[i][j]
                rows[k][j] = np.where(larger, lower, upper)
                rows[i][j] = np.where(larger, upper, lower)
        zero = rows[k][k] == 0
        singular = np.logical_or(singular, zero)
        rows[k][k] = np.where(zero, 1, rows[k][k])
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k + 1, n + 1):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
    found: list[Any] = [None] * n
    for i in reversed(range(n)):
        rest = rows[i][n]
        for j in range(i + 1, n):
            rest = rest - rows[i][j] * found[j]
        found[i] = rest / rows[i][i]
    out = np.stack(found, -1)[..., None]
    if or_nan:
        return np.where(singular[..., None, None], np.nan, out)
    regular = np.logical_not(singular)
    return require(out, regular, message=_SINGULAR, error=np.linalg.LinAlgError)


def _is_transposed(x: Any) -> bool:
    """Whether each matrix is the transpose of another one that is there."""
    node = maker_of(x)
    if node is None or node.primitive is not transpose:
        return False
    rank = x.ndim
    return node.params["axes"] == (*range(rank - 2), rank - 1, rank - 2)


def inverted(x: Any) -> Any:
    """``inv(x)`` by factors; None where others are faster."""
    dtype = linalg_dtype(x)
    if not x.size or linear_lapack.in_registers(dtype.kind, x.shape[-1]):
        return None
    return _solved(x, eye(size=x.shape[-1], dtype=dtype))


def sign_and_log(x: Any) -> Any:
    """``slogdet(x)`` by factors; None where others are faster."""
    dtype = linalg_dtype(x)
    if not x.size or linear_lapack.in_registers(dtype.kind, x.shape[-1]):
        return None
    if _is_transposed(x):
        x = matrix_transpose(x)
    columns, pivots = factors(x)
    diagonal = np.diagonal(columns, axis1=-2, axis2=-1)
    sizes = np.abs(diagonal)
    singular = np.any(sizes == 0, axis=-1)
    if dtype.kind == "c":
        signs = diagonal / np.where(sizes == 0, 1, sizes)
    else:
        signs = np.where(diagonal < 0, -1, 1).astype(dtype)
    sign = np.prod(signs, axis=-1)
    exchanges = np.sum(pivots[..., 0] != np.arange(1, x.shape[-1] + 1), axis=-1)
    sign = np.where(exchanges % 2 == 1, -sign, sign)
    log = np.sum(np.log(sizes), axis=-1)
    return np.where(singular, 0, sign), np.where(singular, -np.inf, log)


def determinant(x: Any) -> Any:
    """``det(x)`` by factors; None where others are faster."""
    found = sign_and_log(x)
    if found is None:
        return None
    sign, log = found
    return sign * np.exp(log)
