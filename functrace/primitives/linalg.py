"""Linear algebra: systems, inverses, Cholesky factors, norms.

The formulas take no complex conjugates where the operation is holomorphic; see
`docs/pages/math.md` for the convention.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from functrace.compiler.forms import Expanded, Step
from functrace.core.aval import Aval
from functrace.core.errors import DegenerateError, ShapeError, message
from functrace.core.primitive import Primitive
from functrace.core.strides import as_computed
from functrace.primitives import factored
from functrace.primitives._batching import along_axes, broadcasting, solving, unary
from functrace.primitives._lazy_modules import linear_lapack
from functrace.primitives._make import elementwise_aval, primitive
from functrace.primitives._stacks import linalg_dtype
from functrace.primitives._triangular import solve_each
from functrace.primitives.checks import require
from functrace.primitives.contractions import matrix_transpose


def _check_square(name: str, x: Aval) -> None:
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise ShapeError(
            message(
                f"functrace: {name} of something else than square matrices.",
                expected="(*batch, n, n)",
                got=x,
            )
        )


def _square_aval(name: str) -> Any:
    """Shape of the operand, which must be a stack of square matrices."""

    def abstract_eval(x: Aval) -> Aval:
        _check_square(name, x)
        return Aval(x.shape, linalg_dtype(x))

    return abstract_eval


# -- linear systems --------------------------------------------------------------------


def _solve_aval(x: Aval, y: Aval) -> Aval:
    _check_square("solve", x)
    if y.ndim == 0 or y.shape[-min(2, y.ndim)] != x.shape[-1]:
        raise ShapeError(
            message(
                "functrace: solve of a matrix and right-hand sides that do not fit.",
                expected=f"{x.shape[-1]} rows",
                got=y,
            )
        )
    if y.ndim == 1:
        return Aval(y.shape, linalg_dtype(x, y))
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return Aval(stack + y.shape[-2:], linalg_dtype(x, y))


def _minus_outer(x: Any, y: Any) -> Any:
    """``-x y^T``, of vectors or of stacks of matrices."""
    if x.ndim == 1:
        return -x[:, None] * y
    return -x @ matrix_transpose(y)


def _system(name: str, impl: Any, lower: Any, doc: str) -> Primitive:
    """The record of solutions, of which the derivatives are solutions likewise."""
    solution = primitive(
        name,
        impl,
        _solve_aval,
        vjp=(
            lambda g, x, out: _minus_outer(solution(matrix_transpose(x), g), out),
            lambda g, x: solution(matrix_transpose(x), g),
        ),
        jvp=(lambda t, x, out: -solution(x, t @ out), lambda t, x: solution(x, t)),
        broadcasts=True,
        batch=solving,
        lower=lower,
        doc=doc,
        reference="Giles, NA-08-01 (2008), section 2.3.1.",
    )
    return solution


solve = _system(
    "solve",
    np.linalg.solve,
    lambda: Step(linear_lapack.emit_solve, factored.solved),
    "Solution of x out = y; y is a stack of matrices, or a vector if x is one matrix.",
)


def _solve_or_nan(x: Any, y: Any) -> Any:
    singular = np.linalg.slogdet(x)[0] == 0
    if not np.any(singular):
        return np.linalg.solve(x, y)
    singular = singular[..., None, None] if y.ndim > 1 else singular
    regular = np.where(singular, np.eye(x.shape[-1], dtype=x.dtype), x)
    found = np.linalg.solve(regular, y)
    return np.where(singular, np.nan, found).astype(found.dtype)


solve_or_nan = _system(
    "solve_or_nan",
    _solve_or_nan,
    lambda: Step(
        linear_lapack.emit_solve_or_nan, factored.solved_or_nan, is_total=True
    ),
    "As `solve`, and NaN for matrices that are singular.",
)


def _solve_triangular(x: Any, y: Any, **params: bool) -> Any:
    if x.dtype is not y.dtype or x.dtype.char not in "dD":
        dtype = linalg_dtype(Aval((), x.dtype), Aval((), y.dtype))
        x, y = np.asarray(x, dtype), np.asarray(y, dtype)
    return solve_each(x, y, **params)


def _triangular_aval(x: Aval, y: Aval, **_: bool) -> Aval:
    _check_square("solve_triangular", x)
    stack = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    return Aval(stack + y.shape[-2:], linalg_dtype(x, y))


def _triangle(x: Any, lower: bool, unit_diagonal: bool) -> Any:
    """The part of a matrix that solve_triangular reads."""
    return np.tril(x, -unit_diagonal) if lower else np.triu(x, unit_diagonal)


def _triangular_x_bar(
    g: Any, x: Any, out: Any, lower: bool, transposed: bool, unit_diagonal: bool
) -> Any:
    y_bar = _triangular_y_bar(g, x, lower, transposed, unit_diagonal)
    left, right = (out, y_bar) if transposed else (y_bar, out)
    return _triangle(_minus_outer(left, right), lower, unit_diagonal)


def _triangular_y_bar(
    g: Any, x: Any, lower: bool, transposed: bool, unit_diagonal: bool
) -> Any:
    return solve_triangular(
        x, g, lower=lower, transposed=not transposed, unit_diagonal=unit_diagonal
    )


def _triangular_x_dot(t: Any, x: Any, out: Any, params: Any) -> Any:
    t = _triangle(t, params["lower"], params["unit_diagonal"])
    t = matrix_transpose(t) if params["transposed"] else t
    return -solve_triangular(x, t @ out, **params)


solve_triangular = primitive(
    "solve_triangular",
    _solve_triangular,
    _triangular_aval,
    vjp=(_triangular_x_bar, _triangular_y_bar),
    jvp=(
        _triangular_x_dot,
        lambda t, x, params: solve_triangular(x, t, **params),
    ),
    broadcasts=True,
    batch=solving,
    lower=lambda: Step(linear_lapack.emit_solve_triangular),
    doc="Solution of x out = y, or of x^T out = y, reading one triangle of x only.",
    reference="Giles, NA-08-01 (2008), section 2.3.1, restricted to the triangle.",
)


def _inv_x_bar(g: Any, out: Any) -> Any:
    return -matrix_transpose(out) @ g @ matrix_transpose(out)


def _inv_x_dot(t: Any, out: Any) -> Any:
    return -out @ t @ out


inv = primitive(
    "inv",
    np.linalg.inv,
    _square_aval("inv"),
    vjp=(_inv_x_bar,),
    jvp=(_inv_x_dot,),
    batch=unary,
    lower=lambda: Step(linear_lapack.emit_inv, factored.inverted),
    doc="Inverse of each matrix in a stack.",
    reference="Giles, NA-08-01 (2008), section 2.2.3.",
)

# -- condition numbers -----------------------------------------------------------------

_SINGULAR = message(
    "functrace: the derivative of the condition number of a singular matrix, which is "
    "infinite.",
)


def _inv_or_nan(x: Any) -> Any:
    try:
        return np.linalg.inv(x)
    except np.linalg.LinAlgError:
        if x.ndim == 2:
            return np.full(x.shape, np.nan, linalg_dtype(Aval(x.shape, x.dtype)))
    return np.stack([_inv_or_nan(part) for part in x])


def _finite(x: Any) -> Any:
    return require(x, np.isfinite(x), message=_SINGULAR, error=DegenerateError)


inv_or_nan = primitive(
    "inv_or_nan",
    _inv_or_nan,
    _square_aval("inv"),
    vjp=(lambda g, out: _inv_x_bar(g, _finite(out)),),
    jvp=(lambda t, out: _inv_x_dot(t, _finite(out)),),
    batch=unary,
    doc="Inverse of each matrix in a stack, NaN of singular ones, where derivatives are "
    "refused.",
    reference="Giles, NA-08-01 (2008), section 2.2.3.",
)


def _ratio_or_inf(x: Any, y: Any) -> Any:
    with np.errstate(all="ignore"):
        ratio = x / y
    return np.where((x == 0) & (y == 0), np.asarray(np.inf, ratio.dtype), ratio)[()]


def _nonzero(y: Any) -> Any:
    return require(y, y != 0, message=_SINGULAR, error=DegenerateError)


ratio_or_inf = primitive(
    "ratio_or_inf",
    _ratio_or_inf,
    elementwise_aval(np.true_divide),
    vjp=(lambda g, y: g / _nonzero(y), lambda g, y, out: -g * out / _nonzero(y)),
    jvp=(lambda t, y: t / _nonzero(y), lambda t, y, out: -t * out / _nonzero(y)),
    broadcasts=True,
    batch=broadcasting,
    doc="Quotient of singular values, infinite where both are zero; at zero divisors "
    "derivatives are refused.",
)

# -- Cholesky --------------------------------------------------------------------------


def adjoint(x: Any) -> Any:
    """Conjugate transpose of each matrix."""
    return matrix_transpose(np.conjugate(x) if x.dtype.kind == "c" else x)


def _halving(n: int, dtype: str) -> Any:
    return np.tri(n, dtype=dtype) - np.eye(n, dtype=dtype) / 2


_kept_halving = functools.lru_cache(maxsize=32)(_halving)  # of small matrices: quicker


def _lower_half(x: Any) -> Any:
    """Phi of the reference: the lower triangle, with half of the diagonal."""
    n, real = x.shape[-1], x.dtype.char.lower()
    return x * (_kept_halving if n <= 64 else _halving)(n, real)


def _cholesky_x_bar(g: Any, out: Any) -> Any:
    phi = _lower_half(matrix_transpose(out) @ g)
    symmetric = (phi + adjoint(phi)) / 2
    options = {"lower": True, "transposed": True, "unit_diagonal": False}
    half = solve_triangular(out, symmetric, **options)
    conjugate = np.conjugate(out) if out.dtype.kind == "c" else out
    half = matrix_transpose(half)
    hermitian = matrix_transpose(solve_triangular(conjugate, half, **options))
    return 2 * _lower_half(
        hermitian
    )  # what the upper triangle would get is the lower's


def _cholesky_x_dot(t: Any, out: Any) -> Any:
    options = {"lower": True, "transposed": False, "unit_diagonal": False}
    lower = _lower_half(t)
    half = solve_triangular(out, lower + adjoint(lower), **options)
    return out @ _lower_half(solve_triangular(out, adjoint(half), **options))


cholesky = primitive(
    "cholesky",
    np.linalg.cholesky,
    _square_aval("cholesky"),
    vjp=(_cholesky_x_bar,),
    jvp=(_cholesky_x_dot,),
    batch=unary,
    lower=lambda: Step(linear_lapack.emit_cholesky),
    doc="Lower triangular factor of a Hermitian matrix, of which the lower triangle is "
    "read: the gradient is lower triangular, too.",
    reference="Murray, arXiv:1602.07527, eq. (8) and (10).",
)

# -- norms -----------------------------------------------------------------------------


def _vector_norm(x: Any, *, ord: float, axis: tuple[int, ...], keepdims: bool) -> Any:
    if ord != 2:
        return np.sum(np.abs(x) ** ord, axis=axis, keepdims=keepdims) ** (1 / ord)
    if len(axis) == x.ndim:
        flat = x.ravel("K")
        real, imag = flat.real, flat.imag
        total = real @ real + imag @ imag if x.dtype.kind == "c" else flat @ flat
        norm = np.sqrt(total)
        return norm.reshape((1,) * x.ndim) if keepdims else norm
    squares = x.real**2 + x.imag**2 if x.dtype.kind == "c" else x * x
    return np.sqrt(np.sum(squares, axis=axis, keepdims=keepdims))


def _vector_norm_formula(
    x: Any, *, ord: float, axis: tuple[int, ...], keepdims: bool
) -> Any:
    if ord != 2:
        return _vector_norm(x, ord=ord, axis=axis, keepdims=keepdims)
    squares = x.real * x.real + x.imag * x.imag if x.dtype.kind == "c" else x * x
    return np.sqrt(np.sum(squares, axis=axis, keepdims=keepdims))


def _vector_norm_aval(
    x: Aval, ord: float, axis: tuple[int, ...], keepdims: bool
) -> Aval:
    if keepdims:
        shape = tuple(1 if i in axis else n for i, n in enumerate(x.shape))
    else:
        shape = tuple(n for i, n in enumerate(x.shape) if i not in axis)
    return Aval(shape, x.dtype.char.lower())


def _power_or_zero(x: Any, exponent: float) -> Any:
    """Power, but zero of zero: with finite derivatives, zero, there too."""
    return np.where(x == 0, 0, np.where(x == 0, 1, x) ** exponent)


def _norm_slope(
    x: Any, out: Any, ord: float, axis: tuple[int, ...], keepdims: bool
) -> Any:
    """Derivative of the norm with respect to x; zero where it has none."""
    if not keepdims:
        out = out.reshape(tuple(1 if i in axis else n for i, n in enumerate(x.shape)))
    direction = (np.conjugate(x) if x.dtype.kind == "c" else x) * _power_or_zero(
        out, -1
    )
    if ord == 2:
        return direction
    return direction * _power_or_zero(np.abs(x) * _power_or_zero(out, -1), ord - 2)


def _vector_norm_x_bar(
    g: Any, x: Any, out: Any, ord: float, axis: tuple[int, ...], keepdims: bool
) -> Any:
    if not keepdims:
        g = g.reshape(tuple(1 if i in axis else n for i, n in enumerate(x.shape)))
    return g * _norm_slope(x, out, ord, axis, keepdims)


def _vector_norm_x_dot(
    t: Any, x: Any, out: Any, ord: float, axis: tuple[int, ...], keepdims: bool
) -> Any:
    slope = _norm_slope(x, out, ord, axis, keepdims)
    return np.sum((t * slope).real, axis=axis, keepdims=keepdims)


vector_norm = primitive(
    "vector_norm",
    _vector_norm,
    _vector_norm_aval,
    vjp=(_vector_norm_x_bar,),
    jvp=(_vector_norm_x_dot,),
    batch=along_axes,
    layout=as_computed(_vector_norm),
    lower=Expanded(_vector_norm_formula, is_total=True),
    doc="Norm of a finite order other than 0 over axes. The gradient is zero at the "
    "zero vector and, for an order up to 1, along zero components.",
)
