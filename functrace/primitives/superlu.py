"""Linear systems with factors that SuperLU made before: linear in the right-hand side."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.linalg import spsolve_triangular

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.core.sparse import own_arrays
from functrace.engine.batching import Mapped, one_by_one
from functrace.primitives._lazy_modules import kernels_superlu, numba_forms
from functrace.primitives._make import linear


def _aval(b: Aval, *_: Aval, **__: Any) -> Aval:
    return Aval(b.shape, b.dtype)


def _turned(params: dict[str, Any]) -> dict[str, Any]:
    return {**params, "transposed": not params["transposed"]}


def _batch(at: Mapped, b: Any, *factors: Any, **params: Any) -> Any:
    """More columns."""
    if any(at.mapped[1:]):
        return one_by_one(at, b, *factors, **params)
    columns = np.moveaxis(b, 0, -1)
    length, *rest = columns.shape
    out = at.primitive(columns.reshape(length, math.prod(rest)), *factors, **params)
    return np.moveaxis(out.reshape(length, *rest), -1, 0)


# -- by the factors' arrays ------------------------------------------------------------


def _solve_triangles(
    b: Any,
    L: Any,
    L_rows: Any,
    L_starts: Any,
    U: Any,
    U_rows: Any,
    U_starts: Any,
    rows: Any,
    columns: Any,
    *,
    transposed: bool,
) -> Any:
    shape = (b.shape[0],) * 2
    if not b.size:
        return np.empty_like(b)
    lower = scipy.sparse.csc_array((L, L_rows, L_starts), shape=shape)
    upper = scipy.sparse.csc_array((U, U_rows, U_starts), shape=shape)
    x = np.empty_like(b)
    if transposed:
        x[columns] = b
        x = spsolve_triangular(upper.T.tocsr(), x, lower=True)
        x = spsolve_triangular(lower.T.tocsr(), x, lower=False, unit_diagonal=True)
        return x[rows]
    x[rows] = b
    x = spsolve_triangular(lower.tocsr(), x, lower=True, unit_diagonal=True)
    return spsolve_triangular(upper.tocsr(), x, lower=False)[columns]


solve_triangles = linear(
    "solve_triangles",
    _solve_triangles,
    _aval,
    transpose=lambda g, rest, params: solve_triangles(g, *rest, **_turned(params)),
    batch=_batch,
    lower=lambda: numba_forms.numba_step(
        kernels_superlu.solve,
        ranks=(2, 1, 1, 1, 1, 1, 1, 1, 1, 2),
        scratch=lambda b, *_, **__: [b],
    ),
    doc="Solutions of a out = b, or with the transpose of a, for a matrix b, by sparse "
    "factors of a: data, rows and starts of the columns of both, of which the lower one has "
    "ones on its diagonal, and where the rows and columns of a are those of the product.",
)

# -- by SuperLU ------------------------------------------------------------------------


@functools.lru_cache(maxsize=16)
def _parts(made: Any) -> tuple[np.ndarray, ...]:
    """What `solve_triangles` takes of factors."""
    arrays = [x for part in (made.L, made.U) for x in own_arrays(part)]
    return *arrays, made.perm_r, made.perm_c


solve_superlu = linear(
    "solve_superlu",
    lambda b, transposed, made: made.solve(
        np.asfortranarray(b), "T" if transposed else "N"
    ),
    _aval,
    transpose=lambda g, params: solve_superlu(g, **_turned(params)),
    batch=_batch,
    lower=Expanded(
        lambda b, transposed, made: solve_triangles(
            b, *_parts(made), transposed=transposed
        )
    ),
    doc="Solutions of a out = b, or with the transpose of a, for a matrix b of the dtype of "
    "the factors that SuperLU has made of a.",
)
