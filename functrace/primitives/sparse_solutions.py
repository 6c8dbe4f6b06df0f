"""Linear systems with sparse matrices, by SuperLU: each matrix is factorised once."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.engine.batching import Mapped, one_by_one
from functrace.primitives._lazy_modules import effects
from functrace.primitives._make import primitive
from functrace.primitives._sparse_factors import FACTORS, Factorisation
from functrace.primitives._stacks import lapack_dtype
from functrace.primitives.sparse import along_diagonal, sampled_product, sparse_product


def _aval(data: Aval, b: Aval, *_: Aval, **__: Any) -> Aval:
    stack = np.broadcast_shapes(data.shape[:-1], b.shape[:-2])
    return Aval(stack + b.shape[-2:], lapack_dtype(data, b))


def _solve(
    data: Any,
    b: Any,
    indices: Any,
    indptr: Any,
    *,
    transposed: bool,
    how: Factorisation,
) -> Any:
    out = np.empty(*_aval(Aval(data.shape, data.dtype), Aval(b.shape, b.dtype)))
    if not out.size:
        return out
    real = data.dtype.kind != "c"
    data = data.astype(out.real.dtype if real else out.dtype, copy=False)
    data = np.broadcast_to(data, (*out.shape[:-2], data.shape[-1]))
    b = np.broadcast_to(b, out.shape)
    for place in np.ndindex(out.shape[:-2]):
        entries = (np.ascontiguousarray(data[place]), indices, indptr)
        columns = scipy.sparse.csc_array(entries, shape=(out.shape[-2],) * 2)
        factors = FACTORS.of(columns, how)
        if factors is None:
            _warn_singular()
            out[place] = np.nan
        else:
            dtype = columns.dtype
            out[place] = _solution(factors, b[place], dtype, "N" if transposed else "T")
    return out


def _solution(factors: Any, b: Any, dtype: np.dtype[Any], trans: str) -> Any:
    """The solution with the matrix, or its transpose: "T"."""
    if b.dtype.kind == "c" and dtype.kind != "c":
        columns = b.shape[1]
        both = np.concatenate([b.real, b.imag], axis=1)
        found = _solution(factors, both, dtype, trans)
        return found[:, :columns] + 1j * found[:, columns:]
    return factors.solve(np.asfortranarray(b, dtype), trans)


def _warn_singular() -> None:
    """As SciPy does."""
    warnings.warn(
        "Matrix is exactly singular",
        scipy.sparse.linalg.MatrixRankWarning,
        stacklevel=3,
    )


# -- derivatives -----------------------------------------------------------------------


def _times(x: Any, data: Any, where: Sequence[Any], transposed: bool) -> Any:
    """Products of square matrices, or of their transposes, and of dense ones."""
    shape = np.broadcast_shapes(x.shape[:-2], data.shape[:-1]) + x.shape[-2:]
    x, data, where = _joined(shape, (x,), data, where)
    rows = x.shape[0]
    out = sparse_product(x, data, *where, rows=rows, transposed=transposed)
    return out.reshape(shape)


def _sampled(x: Any, y: Any, where: Sequence[Any]) -> Any:
    """The entries of ``x y^T`` that the matrices have."""
    shape = np.broadcast_shapes(x.shape, y.shape)
    x, y, _, where = _joined(shape, (x, y), None, where)
    return sampled_product(x, y, *where).reshape(*shape[:-2], -1)


def _joined(
    shape: tuple[int, ...], dense: Sequence[Any], data: Any, where: Sequence[Any]
) -> tuple[Any, ...]:
    """Stacks as one matrix with all of them along its diagonal."""
    *stack, rows, columns = shape
    count = math.prod(stack)
    indices, indptr = where
    entries = indices.shape[0]
    dense = [np.broadcast_to(x, shape).reshape(count * rows, columns) for x in dense]
    if data is not None:
        data = np.broadcast_to(data, (*stack, entries)).reshape(count * entries)
    if stack:
        where = along_diagonal(indices, indptr, count, rows)
    return (*dense, data, where)


def _b_bar(g: Any, x: Any, tail: Any, params: Any) -> Any:
    return sparse_solve(x, g, *tail, **_transposed(params))


def _data_bar(g: Any, x: Any, tail: Any, out: Any, params: Any) -> Any:
    b_bar = sparse_solve(x, g, *tail, **_transposed(params))
    pair = (out, b_bar) if params["transposed"] else (b_bar, out)
    return -_sampled(*pair, tail)


def _data_dot(t: Any, x: Any, tail: Any, out: Any, params: Any) -> Any:
    product = _times(out, t, tail, params["transposed"])
    return -sparse_solve(x, product, *tail, **params)


def _transposed(params: dict[str, Any]) -> dict[str, Any]:
    return {**params, "transposed": not params["transposed"]}


def _batch(at: Mapped, *operands: Any, **params: Any) -> Any:
    """Of one matrix for the whole batch more columns; of many matrices a stack."""
    data, b, *where = operands
    if any(at.mapped[2:]):
        return one_by_one(at, *operands, **params)
    if not at.mapped[0]:
        columns = np.moveaxis(b, 0, -2)
        *shape, count, width = columns.shape
        out = at.primitive(
            data, columns.reshape(*shape, count * width), *where, **params
        )
        return np.moveaxis(out.reshape(*out.shape[:-1], count, width), -2, 0)
    stacks = [at.avals[0].ndim - 1, at.avals[1].ndim - 2]
    data, b = (
        np.expand_dims(x, tuple(range(1, 1 + max(stacks) - rank))) if mapped else x
        for x, mapped, rank in zip((data, b), at.mapped[:2], stacks, strict=True)
    )
    return at.primitive(data, b, *where, **params)


sparse_solve = primitive(
    "sparse_solve",
    _solve,
    _aval,
    vjp=(_data_bar, _b_bar, None, None),
    jvp=(
        _data_dot,
        lambda t, x, tail, params: sparse_solve(x, t, *tail, **params),
        None,
        None,
    ),
    broadcasts=True,
    batch=_batch,
    lower=lambda: Step(effects.valued(_solve)),
    doc="Solutions of a x = b, for stacks of square matrices, whose entries stand along the "
    "last axis of data, as of `sparse_product`, one in each place, and of matrices b. That "
    "of a singular matrix is NaN.",
)
