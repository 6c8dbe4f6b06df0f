"""Routines of `scipy.linalg.blas` on traced values; see `_routines`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.tracer import Tracer
from functrace.primitives.hermitian import conjugate
from functrace.scipy.linalg import _systems as systems
from functrace.scipy.linalg._arguments import adjoint, completed
from functrace.scipy.linalg._routines import ALL, COMPLEX, REAL, routine

# -- vectors ---------------------------------------------------------------------------


def _part(x: Any, n: int | None, offset: int, step: int) -> Any:
    """So many elements from one on, each so far from the last."""
    if step < 1:
        raise ValueError(f"increments must be positive on traced values, got {step}")
    found = x[offset::step]
    return found if n is None else found[:n]


@routine("x y", REAL, "dot", conjugated=False)
@routine("x y", COMPLEX, "dotu", conjugated=False)
@routine("x y", COMPLEX, "dotc", conjugated=True)
def _dot(
    x: Any,
    y: Any,
    n: int | None = None,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
    *,
    conjugated: bool,
) -> Any:
    x, y = _part(x, n, offx, incx), _part(y, n, offy, incy)
    return (conjugate(x) if conjugated else x) @ y


@routine("x")
def nrm2(x: Any, n: int | None = None, offx: int = 0, incx: int = 1) -> Any:
    """The Euclidean norm."""
    return np.linalg.norm(_part(x, n, offx, incx))


@routine("x")
def asum(x: Any, n: int | None = None, offx: int = 0, incx: int = 1) -> Any:
    """The sum of absolute values, of real and imaginary parts."""
    x = _part(x, n, offx, incx)
    parts = (x.real, x.imag) if x.dtype.kind == "c" else (x,)
    return sum(np.sum(np.abs(part)) for part in parts)


def _written(y: Any, change: Callable[[Any], Any], *where: Any) -> Any:
    """The array itself, changed in place as the routine would."""
    if type(y) is not Tracer:
        raise TypeError(
            "functrace: the routine writes into an array from outside, which cannot hold "
            "traced values: give it a copy that is made in the function (array.copy())."
        )
    part = _part(y, *where)
    part[...] = change(part)
    return y


@routine("x y")
def axpy(
    x: Any,
    y: Any,
    n: int | None = None,
    a: Any = 1.0,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
) -> Any:
    """Add a multiple of one vector to another one, in place."""
    return _written(y, lambda y: y + a * _part(x, n, offx, incx), n, offy, incy)


@routine("x")
def scal(a: Any, x: Any, n: int | None = None, offx: int = 0, incx: int = 1) -> Any:
    """Multiply a vector in place."""
    return _written(x, lambda x: a * x, n, offx, incx)


# -- products --------------------------------------------------------------------------


def _turned(a: Any, trans: int) -> Any:
    """The matrix, its transpose, or its adjoint."""
    return a if not trans else a.T if trans == 1 else adjoint(a)


def _added(alpha: Any, product: Any, beta: Any, c: Any) -> Any:
    """Of which the second part is not looked at if it is multiplied with zero."""
    out = alpha * product
    return (
        out
        if c is None or (type(beta) in (int, float) and not beta)
        else out + beta * c
    )


@routine("a b c")
def gemm(
    alpha: Any,
    a: Any,
    b: Any,
    beta: Any = 0.0,
    c: Any = None,
    trans_a: int = 0,
    trans_b: int = 0,
    overwrite_c: int = 0,
) -> Any:
    """A product of matrices."""
    return _added(alpha, _turned(a, trans_a) @ _turned(b, trans_b), beta, c)


@routine("a x y")
def gemv(
    alpha: Any,
    a: Any,
    x: Any,
    beta: Any = 0.0,
    y: Any = None,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
    trans: int = 0,
    overwrite_y: int = 0,
) -> Any:
    """A matrix times a vector."""
    _refuse_places(offy, incy)
    a = _turned(a, trans)
    return _added(alpha, a @ _part(x, a.shape[1], offx, incx), beta, y)


def _refuse_places(offset: int, step: int) -> None:
    if offset or step != 1:
        raise ValueError("results are contiguous on traced values")


@routine("x y a", REAL, "ger", conjugated=False)
@routine("x y a", COMPLEX, "geru", conjugated=False)
@routine("x y a", COMPLEX, "gerc", conjugated=True)
def _ger(
    alpha: Any,
    x: Any,
    y: Any,
    incx: int = 1,
    incy: int = 1,
    a: Any = None,
    overwrite_x: int = 1,
    overwrite_y: int = 1,
    overwrite_a: int = 0,
    *,
    conjugated: bool,
) -> Any:
    x, y = _part(x, None, 0, incx), _part(y, None, 0, incy)
    return _added(alpha, np.outer(x, conjugate(y) if conjugated else y), 1.0, a)


@routine("a c", ALL, "syrk", turned=1)
@routine("a c", COMPLEX, "herk", turned=2)
def _rank_k(
    alpha: Any,
    a: Any,
    beta: Any = 0.0,
    c: Any = None,
    trans: int = 0,
    lower: int = 0,
    overwrite_c: int = 0,
    *,
    turned: int,
) -> Any:
    other = _turned(a, turned)
    out = _added(alpha, other @ a if trans else a @ other, beta, c)
    return half(out, lower) + (0 if c is None else other_half(c, lower))


def half(a: Any, lower: int) -> Any:
    """The triangle that is looked at."""
    return np.tril(a) if lower else np.triu(a)


def other_half(a: Any, lower: int) -> Any:
    """The triangle that is not looked at."""
    return np.triu(a, 1) if lower else np.tril(a, -1)


@routine("a b c", ALL, "symm", hermitian=False)
@routine("a b c", COMPLEX, "hemm", hermitian=True)
def _symmetric_product(
    alpha: Any,
    a: Any,
    b: Any,
    beta: Any = 0.0,
    c: Any = None,
    side: int = 0,
    lower: int = 0,
    overwrite_c: int = 0,
    *,
    hermitian: bool,
) -> Any:
    a = completed(a, bool(lower), hermitian=hermitian)
    return _added(alpha, b @ a if side else a @ b, beta, c)


@routine("a x y", REAL, "symv", hermitian=False)
@routine("a x y", COMPLEX, "hemv", hermitian=True)
def _symmetric_times_vector(
    alpha: Any,
    a: Any,
    x: Any,
    beta: Any = 0.0,
    y: Any = None,
    offx: int = 0,
    incx: int = 1,
    offy: int = 0,
    incy: int = 1,
    lower: int = 0,
    overwrite_y: int = 0,
    *,
    hermitian: bool,
) -> Any:
    _refuse_places(offy, incy)
    a = completed(a, bool(lower), hermitian=hermitian)
    return _added(alpha, a @ _part(x, a.shape[1], offx, incx), beta, y)


def _triangle(a: Any, lower: int, unit: int) -> Any:
    if not unit:
        return half(a, lower)
    strict = np.tril(a, -1) if lower else np.triu(a, 1)
    return strict + np.eye(a.shape[0], dtype=a.dtype)


@routine("a b")
def trmm(
    alpha: Any,
    a: Any,
    b: Any,
    side: int = 0,
    lower: int = 0,
    trans_a: int = 0,
    diag: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A triangular matrix times another one."""
    a = _turned(_triangle(a, lower, diag), trans_a)
    return alpha * (b @ a if side else a @ b)


@routine("a x")
def trmv(
    a: Any,
    x: Any,
    offx: int = 0,
    incx: int = 1,
    lower: int = 0,
    trans: int = 0,
    diag: int = 0,
    overwrite_x: int = 0,
) -> Any:
    """A triangular matrix times a vector."""
    _refuse_places(offx, incx)
    return _turned(_triangle(a, lower, diag), trans) @ x


# -- triangular systems ----------------------------------------------------------------


def divided(a: Any, b: Any, lower: int, trans: int, unit: int) -> Any:
    """The solution of a triangular system."""
    return systems.solve_triangular(
        a, b, trans, bool(lower), bool(unit), check_finite=False
    )


@routine("a b")
def trsm(
    alpha: Any,
    a: Any,
    b: Any,
    side: int = 0,
    lower: int = 0,
    trans_a: int = 0,
    diag: int = 0,
    overwrite_b: int = 0,
) -> Any:
    """A system of a triangular matrix, from the left or from the right."""
    if not side:
        return divided(a, alpha * b, lower, trans_a, diag)
    a = conjugate(a) if trans_a == 2 else a
    return divided(a, alpha * b.T, lower, not trans_a, diag).T


@routine("a x")
def trsv(
    a: Any,
    x: Any,
    incx: int = 1,
    offx: int = 0,
    lower: int = 0,
    trans: int = 0,
    diag: int = 0,
    overwrite_x: int = 0,
) -> Any:
    """The same of one right-hand side."""
    _refuse_places(offx, incx)
    return divided(a, x, lower, trans, diag)
