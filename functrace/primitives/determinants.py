"""Determinants.

The derivative of a determinant is the matrix of cofactors, a polynomial in the elements,
and so are further derivatives: they are finite for singular matrices too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.compiler.forms import Expanded, Step
from functrace.core.aval import Aval
from functrace.primitives import factored
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import linear_determinants
from functrace.primitives._make import primitive
from functrace.primitives._stacks import all_mapped, check_square, lapack_dtype
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.linalg import adjoint, inv


def _square_aval(x: Aval) -> Aval:
    check_square("cofactor", x)
    return Aval(x.shape, lapack_dtype(x))


def _cofactor(x: Any) -> Any:
    try:
        inverse = np.linalg.inv(x)
    except np.linalg.LinAlgError:
        return _cofactor_of_singular(x)
    return np.linalg.det(x)[..., None, None] * matrix_transpose(inverse)


def _cofactor_of_singular(x: Any) -> Any:
    """By singular values s: the cofactors of diag(s) are products of all s but one."""
    u, s, vh = np.linalg.svd(x)
    others = np.where(np.eye(s.shape[-1], dtype=bool), 1, s[..., None, :])
    scaled = u * np.prod(others, axis=-1)[..., None, :]
    unitary = np.linalg.det(u) * np.linalg.det(vh)
    return unitary[..., None, None] * np.conjugate(scaled @ vh)


def _inverse_transpose(x: Any) -> Any:
    return matrix_transpose(np.linalg.inv(x))


def _inner(x: Any, y: Any) -> Any:
    """Sum of the elementwise products of matrices, with axes of length one for them."""
    return np.einsum("...ij,...ij->...", x, y)[..., None, None]


def _cofactor_formula(x: Any) -> Any:
    """What compiled programs do; large singular matrices they leave to the record."""
    n = x.shape[-1]
    if n == 2:
        return _turned(x)
    if n == 3:
        return _in_rows(lambda i, j: np.cross(x[..., i, :], x[..., j, :]))
    return det(x)[..., None, None] * matrix_transpose(inv(x))


def _cofactor_derivative_formula(x: Any, y: Any) -> Any:
    """Likewise; None of larger matrices, where inverses would lose too many digits."""
    n = x.shape[-1]
    if n == 2:
        return _turned(y)
    if n == 3:
        return _in_rows(
            lambda i, j: (
                np.cross(x[..., i, :], y[..., j, :])
                + np.cross(y[..., i, :], x[..., j, :])
            )
        )
    return None


def _turned(x: Any) -> Any:
    """The cofactors of matrices of two rows, which are linear in the elements."""
    turned = x[..., ::-1, ::-1]
    return turned * np.array([[1, -1], [-1, 1]], x.dtype)


def _in_rows(product: Callable[[int, int], Any]) -> Any:
    """Three rows, of a product of the two others of a matrix."""
    return np.stack([product(1, 2), product(2, 0), product(0, 1)], axis=-2)


cofactor = primitive(
    "cofactor",
    _cofactor,
    _square_aval,
    vjp=(lambda g, x: cofactor_derivative(x, g),),
    jvp=(lambda t, x: cofactor_derivative(x, t),),
    batch=unary,
    lower=Expanded(_cofactor_formula),
    doc="Matrix of cofactors, det(x) x^-T; of a singular matrix as well.",
    reference="Petersen & Pedersen, The Matrix Cookbook (2012), section 3.1.",
)


def _products_before(s: Any) -> Any:
    """For each element of the last axis, the product of those before it."""
    first = np.ones_like(s[..., :1])
    return np.concatenate([first, np.cumprod(s[..., :-1], axis=-1)], axis=-1)


def _products_of_others(s: Any) -> Any:
    """For each pair of different elements, the product of all the others; else zero."""
    n = s.shape[-1]
    later = np.triu(np.ones((n, n), bool), 1)
    between = _products_before(np.where(later, s[..., None, :], 1))
    before, after = _products_before(s), _products_before(s[..., ::-1])[..., ::-1]
    upper = np.triu(before[..., :, None] * between * after[..., None, :], 1)
    return upper + matrix_transpose(upper)


def _cofactor_derivative(x: Any, y: Any) -> Any:
    """By singular values s: the cofactors of diag(s) + y are known to first order."""
    u, s, vh = np.linalg.svd(x)
    pairs = _products_of_others(s)
    inner = adjoint(u) @ y @ adjoint(vh)
    diagonal = np.einsum("...ij,...jj->...i", pairs, inner)
    change = diagonal[..., None] * np.eye(s.shape[-1]) - pairs * matrix_transpose(inner)
    unitary = np.linalg.det(u) * np.linalg.det(vh)
    change = np.conjugate(u) @ change @ np.conjugate(vh)
    return (unitary[..., None, None] * change).astype(np.result_type(x, y), copy=False)


def _third_derivative(x: Any, y: Any, z: Any) -> Any:
    """Derivative of `cofactor_derivative` of x and y along z."""
    inverse, cofactors = _inverse_transpose(x), cofactor(x)
    change = -inverse @ matrix_transpose(z) @ inverse
    cofactors_dot = cofactor_derivative(x, z)
    inner = _inner(inverse, y) * cofactors_dot + _inner(change, y) * cofactors
    y = matrix_transpose(y)
    return inner - change @ y @ cofactors - inverse @ y @ cofactors_dot


# The third derivative of det is a symmetric form in three directions: what it gives along
# two of them is tangent and cotangent alike. It inverts x, and is refused with LinAlgError
# where x is singular.
cofactor_derivative = primitive(
    "cofactor_derivative",
    _cofactor_derivative,
    lambda x, y: Aval(x.shape, lapack_dtype(x, y)),
    vjp=(
        lambda g, x, y: _third_derivative(x, y, g),
        lambda g, x: cofactor_derivative(x, g),
    ),
    jvp=(
        lambda t, x, y: _third_derivative(x, y, t),
        lambda t, x: cofactor_derivative(x, t),
    ),
    batch=all_mapped,
    lower=Expanded(_cofactor_derivative_formula),
    doc="Derivative of the cofactors of x along y, of singular matrices as well.",
    reference="Petersen & Pedersen, The Matrix Cookbook (2012), section 3.1.",
)


def _det_aval(x: Aval) -> Aval:
    check_square("det", x)
    return Aval(x.shape[:-2], lapack_dtype(x))


det = primitive(
    "det",
    np.linalg.det,
    _det_aval,
    vjp=(lambda g, x: g[..., None, None] * cofactor(x),),
    jvp=(lambda t, x: np.einsum("...ij,...ij->...", cofactor(x), t),),
    batch=unary,
    lower=lambda: Step(linear_determinants.emit_det, factored.determinant),
    doc="Determinant. Its derivative is the matrix of cofactors, singular or not.",
    reference="Giles, NA-08-01 (2008), section 2.2.4.",
)


def _slogdet_aval(x: Aval) -> tuple[Aval, Aval]:
    dtype = _det_aval(x).dtype
    real = np.dtype(dtype.char.lower())
    return Aval(x.shape[:-2], dtype), Aval(x.shape[:-2], real)


# log det x is holomorphic, with derivative x^-T: its real part is the second output,
# and the first is exp of i times its imaginary part.
def _slogdet_x_bar(g: Any, x: Any, outs: Any) -> Any:
    g_sign, g_log = g
    bar = g_log
    if x.dtype.kind == "c" and g_sign is not None:
        turn = (g_sign * outs[0]).imag * 1j
        bar = turn if g_log is None else g_log + turn
    return None if bar is None else bar[..., None, None] * _inverse_transpose(x)


def _slogdet_x_dot(t: Any, x: Any, outs: Any) -> Any:
    dot = np.einsum("...ij,...ij->...", _inverse_transpose(x), t)
    if x.dtype.kind != "c":
        return None, dot
    return dot.imag * 1j * outs[0], dot.real


slogdet = primitive(
    "slogdet",
    lambda x: tuple(np.linalg.slogdet(x)),
    _slogdet_aval,
    vjp=(_slogdet_x_bar,),
    jvp=(_slogdet_x_dot,),
    multiple=True,
    batch=unary,
    lower=lambda: Step(linear_determinants.emit_slogdet, factored.sign_and_log),
    doc="Sign and logarithm of the absolute value of the determinant. A real sign has "
    "derivative zero.",
    reference="Petersen & Pedersen, The Matrix Cookbook (2012), eq. (43) and (57).",
)
