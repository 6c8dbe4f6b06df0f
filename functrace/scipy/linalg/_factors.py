"""Cholesky and LU factors, and systems solved with them."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from functrace.primitives import banded, linalg
from functrace.primitives import lu as records
from functrace.primitives.hermitian import conjugate
from functrace.scipy._plain import on_plain_values
from functrace.scipy.linalg._arguments import (
    adjoint,
    adjoint_band,
    lower_triangle,
    matrix,
    one_stack,
    right_sides,
    square,
)

# -- Cholesky --------------------------------------------------------------------------


def _factor(a: Any, lower: bool) -> Any:
    if lower:
        return linalg.cholesky(a)
    return adjoint(linalg.cholesky(adjoint(a)))


@on_plain_values(scipy.linalg.cholesky)
def cholesky(
    a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> Any:
    """See `scipy.linalg.cholesky`.

    One triangle of the matrix is read, so the gradient has zeros in the other.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import cholesky
    >>> ft.grad(lambda a: np.sum(cholesky(a)))(np.array([[4.0, 2.0], [2.0, 5.0]]))
    array([[0.1875, 0.25  ],
           [0.    , 0.25  ]])
    """
    return _factor(square(a, check_finite), lower)


@on_plain_values(scipy.linalg.cho_factor)
def cho_factor(
    a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Any, bool]:
    """See `scipy.linalg.cho_factor`: the other triangle is that of the matrix."""
    a = square(a, check_finite)
    other = np.triu(a, 1) if lower else np.tril(a, -1)
    return _factor(a, lower) + other, lower


@on_plain_values(scipy.linalg.cho_solve)
def cho_solve(
    c_and_lower: tuple[Any, bool],
    b: Any,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.cho_solve`; the gradient has zeros in the triangle not read."""
    factor, lower = c_and_lower
    c = square(factor, check_finite)
    b, restore = right_sides(b, c.shape[-1], check_finite)
    hermitian = conjugate(c)
    # c c^H, or c^H c: the left factor first.
    left, right = (c, hermitian) if lower else (hermitian, c)
    b = _triangular(left, b, lower, transposed=not lower)
    return restore(_triangular(right, b, lower, transposed=lower))


def _triangular(
    a: Any, b: Any, lower: bool, *, transposed: bool, unit_diagonal: bool = False
) -> Any:
    return linalg.solve_triangular(
        a, b, lower=bool(lower), transposed=transposed, unit_diagonal=unit_diagonal
    )


@on_plain_values(scipy.linalg.cholesky_banded)
def cholesky_banded(
    ab: Any, overwrite_ab: bool = False, lower: bool = False, check_finite: bool = True
) -> Any:
    """See `scipy.linalg.cholesky_banded`.

    A traced band is made a full matrix for this: time and memory grow as for `cholesky`.
    """
    ab = matrix(ab, check_finite)
    width, n = ab.shape[-2] - 1, ab.shape[-1]
    factor = linalg.cholesky(lower_triangle(ab, lower))
    out = banded.band_of(factor, width, 0)
    inside = np.arange(width + 1)[:, None] + np.arange(n) < n
    if not lower:
        out = adjoint_band(out, width, 0)
        inside = inside[::-1, ::-1]
    return np.where(inside, out, ab)


@on_plain_values(scipy.linalg.cho_solve_banded)
def cho_solve_banded(
    cb_and_lower: tuple[Any, bool],
    b: Any,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.cho_solve_banded`."""
    factor, lower = cb_and_lower
    cb = matrix(factor, check_finite)
    width = cb.shape[-2] - 1
    b, restore = right_sides(b, cb.shape[-1], check_finite)
    below, above = (width, 0) if lower else (0, width)
    hermitian = adjoint_band(cb, below, above)
    steps = [(cb, below, above), (hermitian, above, below)]
    for band, under, over in steps if lower else steps[::-1]:
        b = banded.solve_banded(band, b, below=under, above=over, positive=False)
    return restore(b)


# -- LU --------------------------------------------------------------------------------


@on_plain_values(scipy.linalg.lu_factor)
def lu_factor(
    a: Any, overwrite_a: bool = False, check_finite: bool = True
) -> tuple[Any, Any]:
    """See `scipy.linalg.lu_factor`; differentiable where the leading minors are not zero."""
    return records.lu_factor(matrix(a, check_finite))


@on_plain_values(scipy.linalg.lu_solve)
def lu_solve(
    lu_and_piv: tuple[Any, Any],
    b: Any,
    trans: int = 0,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """See `scipy.linalg.lu_solve`."""
    packed, pivots = lu_and_piv
    if trans not in (0, 1, 2):
        raise ValueError(f"illegal value of trans: {trans}")
    packed = square(packed)
    packed = conjugate(packed) if trans == 2 else packed
    b, restore = right_sides(b, packed.shape[-1], check_finite)
    packed, b = one_stack(packed, b)
    order = _order(pivots, b)
    if not trans:
        b = records.permuted(b, order)
        b = _triangular(packed, b, True, transposed=False, unit_diagonal=True)
        return restore(_triangular(packed, b, False, transposed=False))
    b = _triangular(packed, b, False, transposed=True)
    b = _triangular(packed, b, True, transposed=True, unit_diagonal=True)
    return restore(records.permuted(b, records.inverse(order)))


def _order(pivots: Any, b: Any) -> Any:
    order = records.permutation(pivots, rows=b.shape[-2])
    return np.broadcast_to(order, b.shape[:-1])


@on_plain_values(scipy.linalg.lu)
def lu(
    a: Any,
    permute_l: bool = False,
    overwrite_a: bool = False,
    check_finite: bool = True,
    p_indices: bool = False,
) -> Any:
    """See `scipy.linalg.lu`; the permutation is piecewise constant.

    Examples
    --------
    >>> import numpy as np, functrace as ft
    >>> from functrace.scipy.linalg import lu
    >>> ft.grad(lambda a: lu(a)[2][1, 1])(np.array([[2.0, 1.0], [1.0, 3.0]]))
    array([[ 0.25, -0.5 ],
           [-0.5 ,  1.  ]])
    """
    a = matrix(a, check_finite)
    packed, pivots = records.lu_factor(a)
    order = records.inverse(records.permutation(pivots, rows=a.shape[-2]))
    lower, upper = records.lower_factor(packed), records.upper_factor(packed)
    if permute_l:
        return records.permuted(lower, order), upper
    if p_indices:
        return order, lower, upper
    permutation = order[..., None] == np.arange(a.shape[-2])
    return permutation.astype(a.dtype.char.lower()), lower, upper
