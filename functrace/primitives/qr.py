"""QR factors.

With A = Q R, the first columns A1 = Q R1 and C = dA1 R1^-1: Omega = Q^H dQ is antihermitian,
and as the diagonal of R stays real, its part below the diagonal and its imaginary
diagonal are those of Q^H C. Then dQ = Q Omega + (1 - Q Q^H) C and dR = Q^H dA - Omega R,
also where A has more columns than rows. Walter & Lehmann, *Algorithmic Differentiation of
Linear Algebra Functions with Application in Optimum Experimental Design*,
arXiv:1001.1654, section 4; Liao, Liu, Wang & Xiang, arXiv:1903.09650, for complex matrices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.core.errors import DegenerateError, ShapeError, message
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import linear_factors
from functrace.primitives._make import TRANSPOSED, primitive
from functrace.primitives._spectral import adjoint, as_diagonal
from functrace.primitives._stacks import lapack_dtype
from functrace.primitives.checks import require
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.hermitian import conjugate
from functrace.primitives.linalg import solve_triangular

_UPPER: dict[str, Any] = {"lower": False, "unit_diagonal": False}

_DEPENDENT = message(
    "functrace: the derivative of QR factors of a matrix whose first columns are linearly "
    "dependent, which does not exist.",
    help="for least squares take numpy.linalg.lstsq or pinv.",
)
_NO_REFLECTION = message(
    "functrace: the derivative of Householder vectors, or of the trailing columns of a "
    "complete Q, where a column is zero below the diagonal: LAPACK's choice jumps there.",
    help="take the mode 'reduced', or a basis of the null space from an SVD.",
)


def _check(x: Aval) -> None:
    if x.ndim < 2:
        raise ShapeError(
            message(
                "functrace: qr of something else than matrices.",
                expected="(*batch, m, n)",
                got=x,
            )
        )


def _part_below(x: Any) -> Any:
    """What is strictly below the diagonal, and the imaginary part of this."""
    below = np.tril(x, -1)
    if x.dtype.kind != "c":
        return below
    return below + as_diagonal(1j * np.diagonal(x.imag, 0, -2, -1))


def _antihermitian(x: Any) -> Any:
    """The antihermitian matrix of which the part below the diagonal is that of x."""
    below = np.tril(x, -1)
    return _part_below(x) - adjoint(below)


def _leading(r: Any) -> Any:
    """The square part of R, if it can be inverted."""
    k = r.shape[-2]
    square = r[..., :k]
    sizes = np.sqrt(np.sum(np.abs(square) ** 2, axis=-2))
    tolerance = 10 * max(r.shape[-2:]) * np.finfo(r.dtype).eps
    ok = np.abs(np.diagonal(square, 0, -2, -1)) > tolerance * sizes
    return require(square, ok, message=_DEPENDENT, error=DegenerateError)


def _divided(x: Any, r: Any) -> Any:
    """``x r^-1``."""
    out = solve_triangular(r, matrix_transpose(x), transposed=True, **_UPPER)
    return matrix_transpose(out)


def _divided_by_adjoint(x: Any, r: Any) -> Any:
    """``x r^-H``."""
    x = matrix_transpose(x)
    return matrix_transpose(
        solve_triangular(conjugate(r), x, transposed=False, **_UPPER)
    )


def _factors_dot(t: Any, q: Any, r: Any) -> tuple[Any, Any]:
    change = _divided(t[..., : q.shape[-1]], _leading(r))
    inner = adjoint(q) @ change
    omega = _antihermitian(inner)
    q_dot = change + q @ (omega - inner)
    return q_dot, np.triu(adjoint(q) @ t - omega @ r)


def _qr_vjp(g: Any, outs: Any) -> Any:
    q, r = outs
    q_bar = np.zeros_like(q) if g[0] is None else conjugate(g[0])
    r_bar = np.zeros_like(r) if g[1] is None else conjugate(np.triu(g[1]))
    inner = adjoint(q) @ q_bar
    turned = inner - r_bar @ adjoint(r)
    turned = _part_below(turned) - np.tril(adjoint(turned), -1)
    bar = _divided_by_adjoint(q_bar + q @ (turned - inner), _leading(r))
    if r.shape[-1] > r.shape[-2]:
        rest = np.zeros_like(r[..., q.shape[-1] :])
        bar = np.concatenate([bar, rest], axis=-1)
    return conjugate(bar + q @ r_bar)


def _qr_aval(x: Aval) -> tuple[Aval, Aval]:
    _check(x)
    (m, n), dtype = x.shape[-2:], lapack_dtype(x)
    k = min(m, n)
    return Aval((*x.shape[:-2], m, k), dtype), Aval((*x.shape[:-2], k, n), dtype)


qr = primitive(
    "qr",
    lambda x: tuple(np.linalg.qr(x)),
    _qr_aval,
    vjp=(_qr_vjp,),
    jvp=(lambda t, outs: _factors_dot(t, *outs),),
    multiple=True,
    batch=unary,
    lower=lambda: Step(linear_factors.emit_qr),
    doc="Orthonormal columns Q and upper triangular R, as many columns and rows as the "
    "smaller dimension. The first columns of x must be independent for derivatives.",
    reference="Walter & Lehmann, arXiv:1001.1654; Liao et al., arXiv:1903.09650.",
)

# -- Householder vectors ---------------------------------------------------------------


def block_reflector(h: Any, tau: Any) -> tuple[Any, Any]:
    """V and T of the product ``1 - V T V^H`` of the reflections.

    Schreiber & Van Loan, SIAM J. Sci. Stat. Comput. 10 (1989) 53; the inverse of T is
    that of the diagonal matrix of `tau` plus the upper triangle of V^H V.
    """
    m, k = h.shape[-2], tau.shape[-1]
    v = np.tril(h[..., :k], -1) + np.eye(m, k, dtype=h.dtype)
    products = np.triu(adjoint(v) @ v, 1)
    system = np.eye(k, dtype=h.dtype) + tau[..., :, None] * products
    options: dict[str, Any] = {"transposed": False, "unit_diagonal": True}
    return v, solve_triangular(system, as_diagonal(tau), lower=False, **options)


def _upper_factor(v: Any, t: Any) -> Any:
    """U with ``E - Q = V U``, of which V is the other LU factor."""
    return t @ adjoint(v[..., : v.shape[-1], :])


def _invertible(u: Any, rows: int) -> Any:
    """U with a last diagonal element that is not looked at in place of one that may be 0."""
    k = u.shape[-1]
    last = np.arange(k) == (k - 1 if rows == k else k)
    diagonal = np.where(last, 1, np.diagonal(u, 0, -2, -1))
    ok = np.abs(diagonal) > 0.5
    u = np.triu(u, 1) + as_diagonal(diagonal)
    return require(u, ok, message=_NO_REFLECTION, error=DegenerateError)


def _householder_dot(t: Any, outs: Any) -> tuple[Any, Any]:
    h, tau = outs
    m, k = h.shape[-2], tau.shape[-1]
    v, block = block_reflector(h, tau)
    top = v[..., :k, :]
    u = _upper_factor(v, block)
    q = np.eye(m, k, dtype=h.dtype) - v @ u
    r = np.triu(h[..., :k, :])
    q_dot, r_dot = _factors_dot(t, q, r)
    lower: dict[str, Any] = {"lower": True, "unit_diagonal": True}
    inner = solve_triangular(top, -q_dot[..., :k, :], transposed=False, **lower)
    inverted = _invertible(u, m)
    turned = np.tril(_divided(inner, inverted), -1)
    u_dot = inner - turned @ u
    v_dot = _divided(-q_dot[..., k:, :] - v[..., k:, :] @ u_dot, inverted)
    v_dot = np.concatenate([top @ turned, v_dot], axis=-2)
    return _padded(v_dot, h) + _padded(r_dot, h), np.diagonal(u_dot, 0, -2, -1)


def _padded(x: Any, like: Any) -> Any:
    """The matrix with zero rows or columns after its own."""
    (m, n), (rows, columns) = x.shape[-2:], like.shape[-2:]
    widths = [(0, 0)] * (x.ndim - 2) + [(0, rows - m), (0, columns - n)]
    return np.pad(x, widths)


def _householder_aval(x: Aval) -> tuple[Aval, Aval]:
    _check(x)
    dtype = lapack_dtype(x)
    return Aval(x.shape, dtype), Aval((*x.shape[:-2], min(x.shape[-2:])), dtype)


def _householder(x: Any) -> tuple[Any, Any]:
    h, tau = np.linalg.qr(x, "raw")
    return np.ascontiguousarray(np.swapaxes(h, -1, -2)), tau


householder = primitive(
    "householder",
    _householder,
    _householder_aval,
    vjp=TRANSPOSED,
    jvp=(_householder_dot,),
    multiple=True,
    batch=unary,
    lower=lambda: Step(linear_factors.emit_householder),
    doc="R, with the Householder vectors below its diagonal, and the factors of the "
    "reflections. The vectors and the factors are LU factors of the identity minus Q.",
    reference="Ballard, Demmel, Grigori, Jacquelin, Knight & Nguyen, J. Parallel Distrib. "
    "Comput. 85 (2015) 3, section 4.",
)
