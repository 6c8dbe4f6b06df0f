"""Bringing the arguments of SciPy's functions into the form that primitives take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.numpy._arguments import as_array
from functrace.numpy.reductions import cast
from functrace.primitives import banded
from functrace.primitives._stacks import LAPACK
from functrace.primitives.checks import require
from functrace.primitives.hermitian import conjugate


def inexact(value: Any, check_finite: bool = False) -> Any:
    """An array, or a tracer, of a dtype that LAPACK takes."""
    x = as_array(value)
    char = x.dtype.char
    if char not in LAPACK:
        x = x.astype({"e": np.float32, "G": np.complex128}.get(char, np.float64))
    if check_finite:
        finite = np.isfinite(x)
        x = require(x, finite, message="array must not contain infs or NaNs")
    return x


def matrix(value: Any, check_finite: bool = False) -> Any:
    """A matrix, or a stack of them."""
    x = inexact(value, check_finite)
    if x.ndim < 2:
        raise ValueError(f"expected a matrix, or a stack of them, got {x.ndim=}")
    return x


def square(
    value: Any, check_finite: bool = False, error: type[Exception] = ValueError
) -> Any:
    """A square matrix, or a stack of them; else raises `error`."""
    x = inexact(value, check_finite)
    if x.ndim < 2:
        raise error("expected a square matrix, or a stack of them")
    if x.shape[-1] != x.shape[-2]:
        raise error(f"expected square matrices, got {x.shape=}")
    return x


def right_sides(
    value: Any, rows: int, check_finite: bool = False
) -> tuple[Any, Callable[[Any], Any]]:
    """Right-hand sides as the columns of matrices, and what makes of such what was given."""
    b = inexact(value, check_finite)
    vector = b.ndim == 1
    if b.ndim == 0 or b.shape[0 if vector else -2] != rows:
        raise ValueError(f"expected right-hand sides with {rows} rows, got {b.shape=}")
    return (b[:, None] if vector else b), (_first_column if vector else _as_it_is)


def _first_column(x: Any) -> Any:
    return x[..., 0]


def _as_it_is(x: Any) -> Any:
    return x


def adjoint(x: Any) -> Any:
    """Conjugate transpose of each matrix."""
    return np.matrix_transpose(conjugate(x))


def completed(a: Any, lower: bool, *, hermitian: bool = True) -> Any:
    """The Hermitian, or symmetric, matrix of which `a` has one triangle."""
    n = a.shape[-1]
    half = (np.tril(a) if lower else np.triu(a)) * (1 - np.eye(n, dtype=a.dtype) / 2)
    return half + (adjoint(half) if hermitian else np.matrix_transpose(half))


def adjoint_band(x: Any, below: int, above: int) -> Any:
    """The band of the conjugate transpose; see `banded.transposed_band`."""
    return conjugate(banded.transposed_band(x, below, above))


def lower_triangle(band: Any, lower: bool) -> Any:
    """Of the Hermitian matrix that has the lower, or the upper, half of a band."""
    width = band.shape[-2] - 1
    return banded.full_matrix(band if lower else adjoint_band(band, 0, width), width, 0)


def one_dtype(*xs: Any) -> tuple[Any, ...]:
    """The arrays, converted to their common dtype."""
    dtype = np.result_type(*(x.dtype for x in xs))
    return tuple(cast(x, dtype) for x in xs)


def one_stack(*xs: Any) -> tuple[Any, ...]:
    """Matrices, or stacks, with the axes before the last two broadcast."""
    stack = np.broadcast_shapes(*(x.shape[:-2] for x in xs))
    return tuple(
        x if x.shape[:-2] == stack else np.broadcast_to(x, stack + x.shape[-2:])
        for x in xs
    )
