"""numpy.linalg on traced values, under NumPy's names."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.numpy import contractions
from functrace.numpy._arguments import as_array, axes_of, element, store
from functrace.numpy._register import implements
from functrace.primitives import determinants, linalg

# -- systems and inverses --------------------------------------------------------------


@implements(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    """See `numpy.linalg.solve`."""
    a, b = as_array(a), as_array(b)
    if b.ndim == 1 and a.ndim > 2:
        return linalg.solve(a, b[:, None])[..., 0]
    return linalg.solve(a, b)


@implements(np.linalg.inv)
def inv(a: Any) -> Any:
    """See `numpy.linalg.inv`."""
    return linalg.inv(as_array(a))


@implements(np.linalg.tensorsolve)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """See `numpy.linalg.tensorsolve`."""
    a, b = as_array(a), as_array(b)
    if axes is not None:
        moved = axes_of(axes, a.ndim)
        a = np.transpose(a, [*(i for i in range(a.ndim) if i not in moved), *moved])
    shape = a.shape[b.ndim :]
    size = math.prod(shape)
    if math.prod(a.shape) != size**2:
        raise np.linalg.LinAlgError(
            "Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == "
            "prod(a.shape[:b.ndim])"
        )
    return solve(a.reshape((size, size)), np.ravel(b)).reshape(shape)


@implements(np.linalg.tensorinv)
def tensorinv(a: Any, ind: int = 2) -> Any:
    """See `numpy.linalg.tensorinv`."""
    a = as_array(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    size = math.prod(a.shape[ind:])
    return inv(a.reshape((-1, size))).reshape(a.shape[ind:] + a.shape[:ind])


@implements(np.linalg.matrix_power)
def matrix_power(a: Any, n: Any) -> Any:
    """See `numpy.linalg.matrix_power`."""
    a = as_array(a)
    _check_square(a)
    n = _integer(n)
    if n == 0:
        identity = np.zeros_like(a)
        identity[...] = np.eye(a.shape[-1], dtype=a.dtype)
        return identity
    square, result = (inv(a) if n < 0 else a), None
    n = abs(n)
    while True:
        n, odd = divmod(n, 2)
        if odd:
            result = square if result is None else np.matmul(result, square)
        if not n:
            return result
        square = np.matmul(square, square)


def _check_square(a: Any) -> None:
    if a.ndim < 2:
        raise np.linalg.LinAlgError(
            f"{a.ndim}-dimensional array given. Array must be at least two-dimensional"
        )
    if a.shape[-1] != a.shape[-2]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")


def _integer(n: Any) -> int:
    try:
        return operator.index(n)
    except TypeError as error:
        raise TypeError("exponent must be an integer") from error


# -- determinants and Cholesky ---------------------------------------------------------


class SlogdetResult(NamedTuple):
    """See `numpy.linalg.slogdet`."""

    sign: Any
    logabsdet: Any


@implements(np.linalg.det)
def det(a: Any) -> Any:
    """See `numpy.linalg.det`.

    The gradient is the matrix of cofactors, which is finite for singular matrices too.
    So are second derivatives; third ones at singular matrices raise LinAlgError.
    """
    return determinants.det(as_array(a))


@implements(np.linalg.slogdet)
def slogdet(a: Any) -> SlogdetResult:
    """See `numpy.linalg.slogdet`."""
    return SlogdetResult(*determinants.slogdet(as_array(a)))


@implements(np.linalg.cholesky)
def cholesky(a: Any, /, *, upper: bool = False) -> Any:
    """See `numpy.linalg.cholesky`.

    One triangle of the matrix is read, so the gradient has zeros in the other, and stands
    for both off the diagonal. The gradient of what the matrix was computed from is the same.
    """
    factor = linalg.cholesky(linalg.adjoint(as_array(a)) if upper else as_array(a))
    return linalg.adjoint(factor) if upper else factor


# -- norms -----------------------------------------------------------------------------


@implements(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """See `numpy.linalg.norm`.

    The gradient of the order 2 at zero is zero. Of equal singular values, as of equal sums
    for the orders 1 and infinity, all that attain the norm take equal shares.
    """
    x = _inexact(as_array(x))
    if axis is None and (ord is None or (ord in ("f", "fro") and x.ndim == 2)):
        return _vector_norm(x, 2, tuple(range(x.ndim)), keepdims)
    axes = _norm_axes(axis, x.ndim)
    if len(axes) == 1:
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        return _vector_norm(x, 2 if ord is None else ord, axes, keepdims)
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    if axes[0] == axes[1]:
        raise ValueError("Duplicate axes given.")
    if ord in (None, "fro", "f"):
        return _vector_norm(x, 2, axes, keepdims)
    if ord in (2, -2, "nuc"):
        result = _spectral_norm(np.moveaxis(x, axes, (-2, -1)), ord)
        return np.expand_dims(result, tuple(sorted(axes))) if keepdims else result
    return _matrix_norm(x, ord, axes, keepdims)


def _norm_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    if axis is None or isinstance(axis, tuple):
        return tuple(range(ndim)) if axis is None else _each(axis, ndim)
    try:
        axis = int(axis)
    except Exception as error:
        raise TypeError(
            "'axis' must be None, an integer or a tuple of integers"
        ) from error
    return _each((axis,), ndim)


def _each(axes: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    return tuple(normalize_axis_index(axis, ndim) for axis in axes)


def _spectral_norm(x: Any, ord: Any) -> Any:
    """Largest, smallest or sum of the singular values of the last two axes."""
    values = np.linalg.svdvals(x)
    if ord == "nuc":
        return np.sum(values, axis=-1)
    return _largest(values, (-1,), False) if ord > 0 else np.min(values, axis=-1)


@implements(np.linalg.vector_norm)
def vector_norm(
    x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2
) -> Any:
    """See `numpy.linalg.vector_norm`."""
    x = _inexact(as_array(x))
    return _vector_norm(x, ord, axes_of(axis, x.ndim), keepdims)


@implements(np.linalg.matrix_norm)
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """See `numpy.linalg.matrix_norm`."""
    return norm(x, ord, (-2, -1), keepdims)


@implements(np.linalg.cond)
def cond(x: Any, p: Any = None) -> Any:
    """See `numpy.linalg.cond`.

    Infinite for singular matrices, where it has no derivative: DegenerateError.
    """
    x = as_array(x)
    if 0 in x.shape[-2:]:
        raise np.linalg.LinAlgError("cond is not defined on empty arrays")
    if p is None or p in (2, -2):
        values = np.linalg.svdvals(x)
        extremes = values[..., 0], values[..., -1]
        return linalg.ratio_or_inf(*(extremes[::-1] if p == -2 else extremes))
    _check_square(x)
    result = matrix_norm(x, ord=p) * matrix_norm(linalg.inv_or_nan(x), ord=p)
    singular = np.isnan(result) & ~np.any(np.isnan(x), axis=(-2, -1))
    return element(np.where(singular, np.inf, result))


def _inexact(x: Any) -> Any:
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def _vector_norm(x: Any, ord: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    if ord == 0:
        zero_or_one = (x != 0).astype(x.dtype.char.lower())
        return np.sum(zero_or_one, axis=axes, keepdims=keepdims)
    if ord == 1:
        return np.sum(np.abs(x), axis=axes, keepdims=keepdims)
    if ord == math.inf:
        return _largest(np.abs(x), axes, keepdims)
    if ord == -math.inf:
        return np.min(np.abs(x), axis=axes, keepdims=keepdims)
    params = {"ord": ord, "axis": axes, "keepdims": bool(keepdims)}
    return linalg.vector_norm.unary(x, params)


def _matrix_norm(x: Any, ord: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    """Largest or smallest sum of absolute values along rows or columns."""
    if ord not in (1, -1, math.inf, -math.inf):
        raise ValueError("Invalid norm order for matrices.")
    rows, columns = axes
    summed, rest = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = np.sum(np.abs(x), axis=summed, keepdims=True)
    extreme = (
        _largest(sums, (rest,), True) if ord > 0 else np.min(sums, rest, None, True)
    )
    return extreme if keepdims else np.squeeze(extreme, axes)


def _largest(x: Any, axes: tuple[int, ...], keepdims: bool) -> Any:
    """Maximum of non-negative numbers, zero of none."""
    if x.size:
        return np.max(x, axis=axes, keepdims=keepdims)
    return np.max(x, axis=axes, keepdims=keepdims, initial=0)


# -- products and diagonals ------------------------------------------------------------


@implements(np.linalg.multi_dot)
def multi_dot(arrays: Iterable[Any], *, out: Any = None) -> Any:
    """See `numpy.linalg.multi_dot`."""
    given = [as_array(array) for array in arrays]
    if len(given) < 2:
        raise ValueError("Expecting at least two arrays.")
    if len(given) == 2:
        return store(out, np.dot(*given))
    matrices = list(given)
    if given[0].ndim == 1:
        matrices[0] = given[0][None, :]
    if given[-1].ndim == 1:
        matrices[-1] = given[-1][:, None]
    for matrix in matrices:
        if matrix.ndim != 2:
            raise np.linalg.LinAlgError(
                f"{matrix.ndim}-dimensional array given. Array must be two-dimensional"
            )
    product = _chain_product(matrices)
    kept = (product.shape[0],) * (given[0].ndim - 1)
    kept += (product.shape[1],) * (given[-1].ndim - 1)
    return store(out, product.reshape(kept)[()] if len(kept) < 2 else product)


def _chain_product(matrices: Sequence[Any]) -> Any:
    """Product in the order that takes the fewest multiplications."""
    sizes = tuple(matrix.shape[0] for matrix in matrices)
    split = _chain_splits((*sizes, matrices[-1].shape[1]))

    def product(i: int, j: int) -> Any:
        if i == j:
            return matrices[i]
        k = split[i, j]
        return np.matmul(product(i, k), product(k + 1, j))

    return product(0, len(matrices) - 1)


@functools.lru_cache(maxsize=256)
def _chain_splits(sizes: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Where to split the product of matrices i to j, of sizes[i] rows each.

    Cormen, Leiserson, Rivest & Stein, *Introduction to Algorithms*, 3rd ed.,
    section 15.2.
    """
    n = len(sizes) - 1
    cost = {(i, i): 0 for i in range(n)}
    split: dict[tuple[int, int], int] = {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], split[i, j] = min(
                (
                    cost[i, k]
                    + cost[k + 1, j]
                    + sizes[i] * sizes[k + 1] * sizes[j + 1],
                    k,
                )
                for k in range(i, j)
            )
    return split


@implements(np.linalg.matmul)
def matmul(x1: Any, x2: Any, /) -> Any:
    """See `numpy.linalg.matmul`."""
    return np.matmul(as_array(x1), as_array(x2))


@implements(np.linalg.outer)
def outer(x1: Any, x2: Any, /) -> Any:
    """See `numpy.linalg.outer`."""
    x1, x2 = as_array(x1), as_array(x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(
            "Input arrays must be one-dimensional, but they are "
            f"{x1.ndim=} and {x2.ndim=}."
        )
    return contractions.outer(x1, x2)


@implements(np.linalg.tensordot)
def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """See `numpy.linalg.tensordot`."""
    return contractions.tensordot(x1, x2, axes)


@implements(np.linalg.vecdot)
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """See `numpy.linalg.vecdot`."""
    return contractions.vecdot(x1, x2, axis=axis)


@implements(np.linalg.cross)
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """See `numpy.linalg.cross`."""
    x1, x2 = as_array(x1), as_array(x2)
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{x1.shape[axis]} and {x2.shape[axis]} dimensional instead."
        )
    return contractions.cross(x1, x2, axis=axis)


@implements(np.linalg.diagonal)
def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """See `numpy.linalg.diagonal`."""
    return np.diagonal(as_array(x), offset, -2, -1)


@implements(np.linalg.trace)
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """See `numpy.linalg.trace`."""
    return np.trace(as_array(x), offset, -2, -1, dtype)


@implements(np.linalg.matrix_transpose)
def matrix_transpose(x: Any, /) -> Any:
    """See `numpy.linalg.matrix_transpose`."""
    return np.matrix_transpose(as_array(x))
