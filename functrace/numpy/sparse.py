"""Products of traced values with constant matrices of `scipy.sparse`.

What NumPy's functions make of such a matrix is no product: they refuse it.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from functrace.core.errors import ShapeError, message
from functrace.core.fast_path import binary_path
from functrace.core.guard import watch
from functrace.core.operators import set_operator
from functrace.core.source import user_line
from functrace.core.sparse import is_sparse, own_arrays, refuse_sparse
from functrace.primitives.contractions import matmul


def _matrix_product(x: Any, y: Any) -> Any:
    """``x @ y``, one of which is sparse."""
    if is_sparse(x):
        return _apply(x, y, (x.shape, y.shape))
    return _apply(y.T, x.T, (x.shape, y.shape)).T


def _apply(matrix: Any, x: Any, shapes: tuple[Any, Any]) -> Any:
    if matrix.ndim != 2 or x.ndim == 0:
        refuse_sparse(matrix, f"a matrix of scipy.sparse in shapes {shapes}")
    if x.ndim > 2 or x.shape[0] != matrix.shape[1]:
        raise ShapeError(
            message(
                "functrace: product with a sparse matrix of operands whose shapes do not "
                "fit.",
                expected="(m, n) and (n,) or (n, k); or (m,) or (k, m), and (m, n)",
                got=f"{shapes[0]} and {shapes[1]}",
                source=user_line(),
            )
        )
    record = importlib.import_module("functrace.primitives.sparse").sparse_product
    return record(
        x,
        *_compressed(matrix),
        rows=matrix.shape[0],
        transposed=matrix.format == "csc",
    )


def _compressed(matrix: Any) -> tuple[np.ndarray, ...]:
    """The arrays of the matrix by rows or, of one that is kept so, by columns."""
    owned = own_arrays(matrix)
    if matrix.format in ("csr", "csc"):
        if owned[1].size == matrix.indptr[-1]:
            return owned
        trimmed = matrix.copy()
        trimmed.prune()  # of room that is not used
    else:
        trimmed = matrix.tocsr(copy=True)
    for array in owned:
        watch(array)
    made = own_arrays(trimmed)
    for array in made:
        array.flags.writeable = False  # so that they need not be copied
    return made


set_operator(np.matmul, binary_path(matmul, _matrix_product))
