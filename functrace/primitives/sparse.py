"""Products with sparse matrices, and the entries of products that a matrix has room for.

A matrix is kept by rows: entry k is ``data[k]``, in row i and column ``indices[k]`` where
``indptr[i] <= k < indptr[i + 1]``, and there are no others. Where the entries are is
constant; they may be traced.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.sparse

from functrace.compiler.forms import Step
from functrace.core.aval import Aval, result_dtype
from functrace.engine.batching import Mapped, one_by_one
from functrace.primitives._lazy_modules import linear_sparse
from functrace.primitives._make import primitive


def _dtype(*avals: Aval) -> np.dtype[Any]:
    dtype = result_dtype(*avals)
    if dtype == np.float16:  # SciPy has no product in half precision
        dtype = np.dtype(np.float32)
    return dtype


# -- products --------------------------------------------------------------------------


def _product(
    x: Any, data: Any, indices: Any, indptr: Any, *, rows: int, transposed: bool
) -> Any:
    kind = scipy.sparse.csc_array if transposed else scipy.sparse.csr_array
    return kind((data, indices, indptr), shape=(rows, x.shape[0])) @ x


def _aval(x: Aval, data: Aval, *_: Aval, rows: int, transposed: bool) -> Aval:
    return Aval((rows, *x.shape[1:]), _dtype(x, data))


def _x_bar(g: Any, rest: Any, x_aval: Aval, transposed: bool) -> Any:
    return sparse_product(g, *rest, rows=x_aval.shape[0], transposed=not transposed)


def _data_bar(g: Any, x: Any, tail: Any, transposed: bool) -> Any:
    return sampled_product(*((x, g) if transposed else (g, x)), *tail)


def _x_dot(t: Any, rest: Any, params: Any) -> Any:
    return sparse_product(t, *rest, **params)


def _data_dot(t: Any, x: Any, tail: Any, params: Any) -> Any:
    return sparse_product(x, t, *tail, **params)


def _batch(at: Mapped, x: Any, *matrix: Any, **params: Any) -> Any:
    """More columns, or a matrix with the batch's matrices along its diagonal."""
    if any(at.mapped[2:]):
        return one_by_one(at, x, *matrix, **params)
    if at.mapped[1]:
        return _batch_of_matrices(at, x, *matrix, **params)
    columns = np.moveaxis(x, 0, -1)
    length, *rest = columns.shape
    out = at.primitive(columns.reshape(length, math.prod(rest)), *matrix, **params)
    return np.moveaxis(out.reshape(params["rows"], *rest), -1, 0)


def _batch_of_matrices(
    at: Mapped,
    x: Any,
    data: Any,
    indices: Any,
    indptr: Any,
    *,
    rows: int,
    transposed: bool,
) -> Any:
    x_aval = at.avals[0]
    minors = rows if transposed else x_aval.shape[0]
    x, data, *_ = at.spread((x, data, indices, indptr))
    out = at.primitive(
        joined(x),
        joined(data),
        *along_diagonal(indices, indptr, at.size, minors),
        rows=at.size * rows,
        transposed=transposed,
    )
    return out.reshape(at.size, rows, *x_aval.shape[1:])


def joined(x: Any) -> Any:
    """The elements of a batch, one after the other."""
    return x.reshape(x.shape[0] * x.shape[1], *x.shape[2:])


def along_diagonal(
    indices: Any, indptr: Any, count: int, minors: int
) -> tuple[Any, Any]:
    """Where the entries are of a matrix that has `count` such ones along its diagonal.

    `minors` are their columns or, of matrices by columns, rows.
    """
    entries = indices.shape[0]
    small = count * max(minors, entries) < np.iinfo(np.int32).max
    numbers = np.arange(count, dtype=np.int32 if small else np.int64)[:, None]
    starts = (indptr[:-1] + numbers * entries).reshape(-1)
    end = np.full(1, count * entries, starts.dtype)
    return (indices + numbers * minors).reshape(-1), np.concatenate([starts, end])


sparse_product = primitive(
    "sparse_product",
    _product,
    _aval,
    vjp=(_x_bar, _data_bar, None, None),
    jvp=(_x_dot, _data_dot, None, None),
    batch=_batch,
    lower=lambda: Step(linear_sparse.emit_product),
    doc="A sparse matrix times a vector, or a matrix. `transposed`: with rows and columns "
    "exchanged. Entries in one place are added up.",
)


# -- entries of products ---------------------------------------------------------------


def _sampled(x: Any, y: Any, indices: Any, indptr: Any) -> Any:
    rows = np.repeat(np.arange(x.shape[0]), np.diff(indptr))
    dtype = _dtype(Aval(x.shape, x.dtype), Aval(y.shape, y.dtype))
    if x.ndim == 1:
        return (x[rows] * y[indices]).astype(dtype, copy=False)
    return np.einsum("kc,kc->k", x[rows], y[indices], dtype=dtype)


def _sampled_aval(x: Aval, y: Aval, indices: Aval, indptr: Aval) -> Aval:
    return Aval(indices.shape, _dtype(x, y))


def _left_bar(g: Any, y: Any, tail: Any, x_aval: Aval) -> Any:
    return sparse_product(y, g, *tail, rows=x_aval.shape[0], transposed=False)


def _right_bar(g: Any, x: Any, tail: Any, y_aval: Aval) -> Any:
    return sparse_product(x, g, *tail, rows=y_aval.shape[0], transposed=True)


def _sampled_batch(at: Mapped, *operands: Any) -> Any:
    if any(at.mapped[2:]):
        return one_by_one(at, *operands)
    x, y, *_ = at.spread(operands)
    indices, indptr = operands[2:]
    where = along_diagonal(indices, indptr, at.size, at.avals[1].shape[0])
    out = at.primitive(joined(x), joined(y), *where)
    return out.reshape(at.size, *at.avals[2].shape)


sampled_product = primitive(
    "sampled_product",
    _sampled,
    _sampled_aval,
    vjp=(_left_bar, _right_bar, None, None),
    jvp=(
        lambda t, y, tail: sampled_product(t, y, *tail),
        lambda t, x, tail: sampled_product(x, t, *tail),
        None,
        None,
    ),
    batch=_sampled_batch,
    lower=lambda: Step(linear_sparse.emit_sampled),
    doc="Of the product of x and the transpose of y, matrices or vectors, the entries of a "
    "sparse matrix: its k-th is that of row i of x and row indices[k] of y.",
)
