"""Products of sparse matrices with dense ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.sparse

from functrace.compiler.forms import Step
from functrace.core.aval import Aval, result_dtype
from functrace.engine.batching import Mapped, one_by_one
from functrace.primitives._lazy_modules import linear_sparse
from functrace.primitives._make import linear


def _product(
    x: Any, data: Any, indices: Any, indptr: Any, *, rows: int, transposed: bool
) -> Any:
    kind = scipy.sparse.csc_array if transposed else scipy.sparse.csr_array
    return kind((data, indices, indptr), shape=(rows, x.shape[0])) @ x


def _aval(x: Aval, data: Aval, *_: Aval, rows: int, transposed: bool) -> Aval:
    dtype = result_dtype(x, data)
    if dtype == np.float16:  # SciPy has no product in half precision
        dtype = np.dtype(np.float32)
    return Aval((rows, *x.shape[1:]), dtype)


def _x_bar(g: Any, rest: Any, x_aval: Aval, transposed: bool) -> Any:
    return sparse_product(g, *rest, rows=x_aval.shape[0], transposed=not transposed)


def _batch(at: Mapped, x: Any, *matrix: Any, **params: Any) -> Any:
    """More columns, as many as the batch has elements."""
    if any(at.mapped[1:]):
        return one_by_one(at, x, *matrix, **params)
    columns = np.moveaxis(x, 0, -1)
    length, *rest = columns.shape
    out = at.primitive(columns.reshape(length, math.prod(rest)), *matrix, **params)
    return np.moveaxis(out.reshape(params["rows"], *rest), -1, 0)


sparse_product = linear(
    "sparse_product",
    _product,
    _aval,
    transpose=_x_bar,
    batch=_batch,
    lower=lambda: Step(linear_sparse.emit_product),
    doc="A sparse matrix times a vector, or a matrix. Entry k of the matrix is data[k], in "
    "row i and column indices[k] where indptr[i] <= k < indptr[i + 1]; `transposed`: with "
    "rows and columns exchanged. Entries in one place are added up.",
)
