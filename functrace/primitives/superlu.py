"""Linear systems with factors that SuperLU made before: what is linear in the other side."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.engine.batching import Mapped, one_by_one
from functrace.primitives._lazy_modules import kernels_superlu, numba_forms
from functrace.primitives._make import linear


def _solve(b: Any, *_: Any, transposed: bool, made: Any) -> Any:
    return made.solve(np.asfortranarray(b), "T" if transposed else "N")


def _transpose(g: Any, rest: Any, params: Any) -> Any:
    params = {**params, "transposed": not params["transposed"]}
    return solve_superlu(g, *rest, **params)


def _batch(at: Mapped, b: Any, *factors: Any, **params: Any) -> Any:
    """More columns."""
    if any(at.mapped[1:]):
        return one_by_one(at, b, *factors, **params)
    columns = np.moveaxis(b, 0, -1)
    length, *rest = columns.shape
    out = at.primitive(columns.reshape(length, math.prod(rest)), *factors, **params)
    return np.moveaxis(out.reshape(length, *rest), -1, 0)


solve_superlu = linear(
    "solve_superlu",
    _solve,
    lambda b, *_, **__: Aval(b.shape, b.dtype),
    transpose=_transpose,
    batch=_batch,
    lower=lambda: numba_forms.numba_step(
        kernels_superlu.solve,
        ranks=(2, 1, 1, 1, 1, 1, 1, 1, 1, 2),
        scratch=lambda b, *_, **__: [b],
    ),
    doc="Solutions of a out = b, or with the transpose of a, for a matrix b of the dtype of "
    "the factors: data, rows and starts of the columns of both, permutations of rows and "
    "columns, and made, the object of SciPy's that they are of.",
)
