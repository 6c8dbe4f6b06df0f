"""Products and contractions of arrays."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from functrace.core.operators import register_ufunc
from functrace.numpy._arguments import as_array, axes_of, new_array, store
from functrace.numpy._register import implements
from functrace.numpy._release import RELEASE
from functrace.numpy.einstein import canonical, contract, einsum
from functrace.numpy.elementwise import convert
from functrace.primitives import contractions

# -- products of vectors and matrices --------------------------------------------------


@implements(np.dot)
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """See `numpy.dot`."""
    a, b = as_array(a), as_array(b)
    m, n = a.ndim, b.ndim
    if not m or not n:
        return store(out, np.multiply(convert(a, a.dtype), convert(b, b.dtype)))
    if m == 1 or n <= 2:
        return store(out, np.matmul(a, b))
    return store(out, tensordot(a, b, (-1, -2)))


@implements(np.vdot)
def vdot(a: Any, b: Any, /) -> Any:
    """See `numpy.vdot`."""
    return np.matmul(conjugated(_flat(a)), _flat(b))


@implements(np.inner)
def inner(a: Any, b: Any, /) -> Any:
    """See `numpy.inner`."""
    a, b = as_array(a), as_array(b)
    if not a.ndim or not b.ndim:
        return np.multiply(a, b)
    if b.ndim == 1:
        return np.matmul(a, b)
    if a.ndim == 1:
        return np.matmul(b, a)
    return tensordot(a, b, (-1, -1))


@implements(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> Any:
    """See `numpy.outer`."""
    return store(out, contract(_flat(a), _flat(b), "A,B->AB"))


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """See `numpy.vecdot`."""
    a, b = last_axis(as_array(x1), axis), last_axis(as_array(x2), axis)
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(
            "vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc "
            f"signature (n),(n)->() (size {b.shape[-1]} is different from {a.shape[-1]})"
        )
    if a.ndim == b.ndim == 1:
        return np.matmul(conjugated(a), b)
    return einsum("...i,...i->...", conjugated(a), b)


def matvec(x1: Any, x2: Any, /) -> Any:
    """See `numpy.matvec`."""
    matrix, vector = as_array(x1), as_array(x2)
    if vector.ndim <= 1:
        return np.matmul(matrix, vector)
    return np.matmul(matrix, vector[..., None])[..., 0]


def vecmat(x1: Any, x2: Any, /) -> Any:
    """See `numpy.vecmat`."""
    vector, matrix = conjugated(as_array(x1)), as_array(x2)
    if vector.ndim <= 1:
        return np.matmul(vector, matrix)
    return np.matmul(vector[..., None, :], matrix)[..., 0, :]


register_ufunc(np.vecdot, vecdot)
if hasattr(np, "matvec"):  # new in NumPy 2.2
    register_ufunc(np.matvec, matvec)
    register_ufunc(np.vecmat, vecmat)

# -- products of arrays of any dimensions ----------------------------------------------


@implements(np.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """See `numpy.tensordot`."""
    a, b = as_array(a), as_array(b)
    a_axes, b_axes = _contracted_axes(axes, a.ndim, b.ndim)
    if [a.shape[i] for i in a_axes] != [b.shape[j] for j in b_axes]:
        raise ValueError("shape-mismatch for sum")
    return new_array(contract(a, b, _subscripts(a.ndim, b.ndim, a_axes, b_axes)))


@functools.lru_cache(maxsize=256)
def _subscripts(
    a_ndim: int, b_ndim: int, a_axes: tuple[int, ...], b_axes: tuple[int, ...]
) -> str:
    left, right = list(range(a_ndim)), list(range(a_ndim, a_ndim + b_ndim))
    for i, j in zip(a_axes, b_axes, strict=True):
        right[j] = i
    out = [c for c in (*left, *right) if not (c in left and c in right)]
    return canonical(left, right, out)


def _contracted_axes(
    axes: Any, a_ndim: int, b_ndim: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    try:
        a_axes, b_axes = axes
    except TypeError:  # an integer: the last axes of one, the first of the other
        count = int(axes)
        if count > min(a_ndim, b_ndim):
            raise ValueError("shape-mismatch for sum") from None
        return tuple(range(a_ndim - count, a_ndim)), tuple(range(count))
    a_axes, b_axes = axes_of(a_axes, a_ndim), axes_of(b_axes, b_ndim)
    if len(a_axes) != len(b_axes):
        raise ValueError("shape-mismatch for sum")
    return a_axes, b_axes


@implements(np.cross)
def cross(
    a: Any,
    b: Any,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: int | None = None,
) -> Any:
    """See `numpy.cross`."""
    a, b = as_array(a), as_array(b)
    if not a.ndim or not b.ndim:
        raise ValueError("At least one array has zero dimension")
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = last_axis(a, axisa), last_axis(b, axisb)
    sizes = {a.shape[-1], b.shape[-1]}
    if RELEASE >= (2, 5) and sizes != {3}:
        raise ValueError(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are "
            f"{a.shape[-1]} and {b.shape[-1]} dimensional instead."
        )
    if not sizes <= {2, 3}:
        raise ValueError(
            "incompatible dimensions for cross product\n(dimension must be 2 or 3)"
        )
    if 2 in sizes:
        warnings.warn(
            "Arrays of 2-dimensional vectors are deprecated. Use arrays of "
            "3-dimensional vectors instead. (deprecated in NumPy 2.0)",
            DeprecationWarning,
            stacklevel=3,  # beyond numpy's dispatcher
        )
    if sizes == {2}:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    product = contractions.cross(_in_space(a), _in_space(b))
    place = normalize_axis_index(axisc, product.ndim)
    return product if place == product.ndim - 1 else np.moveaxis(product, -1, place)


def _in_space(x: Any) -> Any:
    """Vectors of a plane as vectors of space."""
    if x.shape[-1] == 3:
        return x
    return np.concatenate([x, np.zeros((*x.shape[:-1], 1), x.dtype)], axis=-1)


# -- helpers ---------------------------------------------------------------------------


def conjugated(x: Any) -> Any:
    """The complex conjugate; of a real array, the array."""
    return np.conjugate(x) if x.dtype.kind == "c" else x


def _flat(x: Any) -> Any:
    x = as_array(x)
    return x if x.ndim == 1 else np.ravel(x)


def last_axis(x: Any, axis: int) -> Any:
    """The array with an axis moved to the end."""
    axis = normalize_axis_index(axis, x.ndim)
    return x if axis == x.ndim - 1 else np.moveaxis(x, axis, -1)
