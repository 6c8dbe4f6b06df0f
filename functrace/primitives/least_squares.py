"""Pseudoinverses and least squares.

P is the pseudoinverse of a matrix A without its small singular values; what these make up
is N = A - A P A, rounding errors as a rule. With K = 1 - P A and K' = 1 - A P,

    dP = -P dA P + G P + P P^H dA^H K' + P P^H G^H N^H,
    G - N^H N G P P^H = K dA^H P^H + N^H dA P P^H,

where G = V2 V2^H dV1 V1^H says how the row space that is kept turns: the two equations for
dU and dV of an SVD with U eliminated. Where N = 0 this is Golub & Pereyra, SIAM J. Numer.
Anal. 10 (1973) 413, eq. (4.12), for constant rank.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Expanded
from functrace.core.aval import Aval
from functrace.engine.batching import Mapped, spread
from functrace.primitives._make import primitive
from functrace.primitives._spectral import adjoint, real_diagonal
from functrace.primitives._stacks import all_mapped, lapack_dtype
from functrace.primitives.contractions import matrix_transpose
from functrace.primitives.hermitian import conjugate

# -- the equation for the row space ----------------------------------------------------


def _solve_stein(x: Any, y: Any, z: Any) -> Any:
    (left, u), (right, v) = np.linalg.eigh(x), np.linalg.eigh(y)
    inner = adjoint(u) @ z @ v
    return u @ (inner / (1 - left[..., :, None] * right[..., None, :])) @ adjoint(v)


def _stein_z_bar(g: Any, x: Any, y: Any) -> Any:
    return solve_stein(matrix_transpose(x), matrix_transpose(y), g)


solve_stein = primitive(
    "solve_stein",
    _solve_stein,
    lambda x, y, z: Aval(z.shape, lapack_dtype(x, y, z)),
    vjp=(
        lambda g, x, y, out: _stein_z_bar(g, x, y) @ matrix_transpose(out @ y),
        lambda g, x, y, out: matrix_transpose(x @ out) @ _stein_z_bar(g, x, y),
        _stein_z_bar,
    ),
    jvp=(
        lambda t, x, y, out: solve_stein(x, y, t @ out @ y),
        lambda t, x, y, out: solve_stein(x, y, x @ out @ t),
        lambda t, x, y: solve_stein(x, y, t),
    ),
    batch=all_mapped,
    lower=Expanded(_solve_stein),
    doc="Solution of out - x out y = z with Hermitian x and y.",
    reference="Golub & Van Loan, Matrix Computations, 4th ed. (2013), section 7.6.3.",
)

# -- pseudoinverses --------------------------------------------------------------------


def _pinv(x: Any, y: Any, *, hermitian: bool) -> Any:
    return np.linalg.pinv(x, y, hermitian)


def _inverse_values(s: Any, cutoff: Any) -> Any:
    """Reciprocals of the singular values that are kept."""
    kept = s > cutoff
    return np.where(kept, 1 / np.where(kept, s, 1), 0)


def _pinv_formula(x: Any, y: Any, *, hermitian: bool) -> Any:
    """By singular values, as NumPy does."""
    if not x.size:
        return None
    if hermitian:
        values, right = np.linalg.eigh(x)
        s = np.abs(values)
        left = right * np.where(values < 0, -1, 1)[..., None, :].astype(s.dtype)
    else:
        left, s, right = np.linalg.svd(x, full_matrices=False)
        right = adjoint(right)
    inverse = _inverse_values(s, y[..., None] * np.max(s, axis=-1, keepdims=True))
    return (right * inverse[..., None, :]) @ adjoint(left)


def _pinv_aval(x: Aval, y: Aval, hermitian: bool) -> Aval:
    return Aval((*y.shape, x.shape[-1], x.shape[-2]), lapack_dtype(x))


def _beyond(size: int, part: Any, rank: Any) -> Any:
    """A part that only a matrix whose rank is less than `size` has.

    Of others it would be rounding errors, which the square of the inverse makes large.
    """
    return np.where(size - rank > 0.5, part, 0)


def _rank(x: Any, out: Any) -> Any:
    """Nearly a whole number: the trace of the projector on the row space."""
    return np.sum(np.real(x * matrix_transpose(out)), axis=(-2, -1), keepdims=True)


def _pinv_x_dot(t: Any, x: Any, out: Any) -> Any:
    if x.shape[-1] > x.shape[-2]:
        return adjoint(_pinv_x_dot(adjoint(t), adjoint(x), adjoint(out)))
    (m, n), rank, gram = x.shape[-2:], _rank(x, out), out @ adjoint(out)
    dropped = _beyond(n, x - x @ (out @ x), rank)
    right = adjoint(t) @ adjoint(out)
    right = _beyond(n, right - out @ (x @ right), rank)
    change = right + adjoint(dropped) @ t @ gram
    turn = solve_stein(adjoint(dropped) @ dropped, gram, change)
    left = gram @ adjoint(t)
    left = _beyond(m, left - (left @ x) @ out, rank)
    outside = left + gram @ adjoint(dropped @ turn)
    return turn @ out + outside - out @ (t @ out)


def pinv_bar(g: Any, x: Any, out: Any) -> Any:
    """Cotangent of the matrix from that of its pseudoinverse `out`."""
    if x.shape[-1] > x.shape[-2]:
        bar = pinv_bar(matrix_transpose(conjugate(g)), adjoint(x), adjoint(out))
        return conjugate(matrix_transpose(bar))
    g = conjugate(g)
    (m, n), rank, gram = x.shape[-2:], _rank(x, out), out @ adjoint(out)
    dropped = _beyond(n, x - x @ (out @ x), rank)
    left = adjoint(g) @ gram
    turn = g @ adjoint(out) + adjoint(dropped) @ left
    turn = solve_stein(adjoint(dropped) @ dropped, gram, turn)
    right = adjoint(turn @ out)
    left = _beyond(m, left - x @ (out @ left), rank)
    right = _beyond(n, right - (right @ out) @ x, rank)
    bar = left + right + dropped @ turn @ gram
    return conjugate(bar - adjoint(out) @ g @ adjoint(out))


pinv = primitive(
    "pinv",
    _pinv,
    _pinv_aval,
    vjp=(pinv_bar, None),
    jvp=(_pinv_x_dot, None),
    batch=all_mapped,
    lower=Expanded(_pinv_formula),
    doc="Pseudoinverse of each matrix in a stack, without singular values up to y times "
    "the largest. Differentiable while the rank stays the same.",
    reference="Golub & Pereyra, SIAM J. Numer. Anal. 10 (1973) 413.",
)

# -- least squares ---------------------------------------------------------------------


def _lstsq_avals(x: Aval, y: Aval, rcond: float) -> tuple[Aval, Aval, Aval, Aval]:
    stack, (m, n), k = x.shape[:-2], x.shape[-2:], y.shape[-1]
    dtype = lapack_dtype(x, y)
    real = np.dtype(dtype.char.lower())
    return (
        Aval((*stack, n, k), dtype),
        Aval((*stack, k if m > n else 0), real),
        Aval(stack, np.int32),
        Aval((*stack, min(m, n)), real),
    )


def _lstsq(x: Any, y: Any, *, rcond: float) -> Any:
    avals = _lstsq_avals(Aval(x.shape, x.dtype), Aval(y.shape, y.dtype), rcond)
    outs = tuple(np.empty(*aval) for aval in avals)
    for place in np.ndindex(x.shape[:-2]):
        a, b = x[place], y[place]
        solution, squares, rank, values = np.linalg.lstsq(a, b, rcond)
        if len(squares) != outs[1].shape[-1]:  # not given, as the rank is not full
            squares = np.sum(np.abs(b - a @ solution) ** 2, axis=-2)
        for out, part in zip(outs, (solution, squares, rank, values), strict=True):
            out[place] = part
    return tuple(out[()] for out in outs)


def _lstsq_formula(x: Any, y: Any, *, rcond: float) -> Any:
    """By singular values, in double precision: they are there for the derivative, too."""
    if not (x.size and y.size):
        return None
    dtypes = [
        aval.dtype
        for aval in _lstsq_avals(Aval(x.shape, x.dtype), Aval(y.shape, y.dtype), rcond)
    ]
    x, y = (v.astype(np.result_type(v.dtype, float)) for v in (x, y))
    left, s, right = np.linalg.svd(x, full_matrices=False)
    precision = np.finfo(float).eps / 2  # as LAPACK's gelsd has it
    cutoff = (rcond if rcond >= 0 else precision) * s[..., :1]
    inverse = _inverse_values(s, cutoff)
    inner = inverse[..., None] * (adjoint(left) @ y)
    solution = adjoint(right) @ inner
    squares = s[..., :0]
    if x.shape[-2] > x.shape[-1]:
        squares = np.sum(np.abs(y - x @ solution) ** 2, axis=-2)
    rank = np.sum(s > cutoff, axis=-1)
    found = zip((solution, squares, rank, s), dtypes, strict=True)
    return tuple(out.astype(dtype) for out, dtype in found)


def _inverse(x: Any, y: Any, rcond: float) -> Any:
    """What the solution is the product of the right-hand sides with."""
    x = x.astype(lapack_dtype(Aval((), x.dtype), Aval((), y.dtype)))
    cutoff = rcond if rcond >= 0 else np.finfo(float).eps  # as LAPACK's gelsd
    return pinv(x, np.full(x.shape[:-2], cutoff), hermitian=False)


def _lstsq_vjp(
    g: Any, xs: Any, outs: Any, rcond: float, needed: tuple[bool, bool]
) -> Any:
    x, y = xs
    solution_bar, squares_bar, _, values_bar = g
    bars: list[list[Any]] = [[], []]
    if solution_bar is not None:
        inverse = _inverse(x, y, rcond)
        bars[1].append(matrix_transpose(inverse) @ solution_bar)
        if needed[0]:
            outer = solution_bar @ matrix_transpose(y)
            bars[0].append(pinv_bar(outer, x, inverse))
    if squares_bar is not None and squares_bar.size:
        residual = 2 * conjugate(y - x @ outs[0]) * squares_bar[..., None, :]
        bars[0].append(-residual @ matrix_transpose(outs[0]))
        bars[1].append(residual)
    if values_bar is not None and needed[0]:
        u, _, vh = np.linalg.svd(x, full_matrices=False)
        bars[0].append((conjugate(u) * values_bar[..., None, :]) @ conjugate(vh))
    return tuple(sum(bar[1:], bar[0]) if bar else None for bar in bars)


def _lstsq_jvp(ts: Any, xs: Any, outs: Any, rcond: float) -> Any:
    (x, y), (x_dot, y_dot) = xs, ts
    inverse = _inverse(x, y, rcond)
    change = np.zeros_like(y) if y_dot is None else y_dot
    solution_dot = inverse @ change
    values_dot = None
    if x_dot is not None:
        solution_dot = solution_dot + _pinv_x_dot(x_dot, x, inverse) @ y
        change = change - x_dot @ outs[0]
        u, _, vh = np.linalg.svd(x, full_matrices=False)
        values_dot = real_diagonal(adjoint(u) @ x_dot @ adjoint(vh))
    if x.shape[-2] <= x.shape[-1]:
        return solution_dot, None, None, values_dot
    squares_dot = 2 * np.sum((conjugate(y - x @ outs[0]) * change).real, axis=-2)
    return solution_dot, squares_dot, None, values_dot


def _lstsq_batch(at: Mapped, x: Any, y: Any, rcond: float) -> Any:
    """Of one matrix for the whole batch, right-hand sides become more columns."""
    if at.mapped[0]:
        return all_mapped(at, x, y, rcond=rcond)
    size, k = at.size, y.shape[-1]
    columns = np.moveaxis(y, 0, -2)
    columns = columns.reshape((*columns.shape[:-2], size * k))
    solution, squares, rank, values = at.primitive(x, columns, rcond=rcond)
    solution = np.moveaxis(solution.reshape((*solution.shape[:-1], size, k)), -2, 0)
    if x.shape[-2] > x.shape[-1]:
        squares = np.moveaxis(squares.reshape((*squares.shape[:-1], size, k)), -2, 0)
    else:
        squares = spread(squares, False, size)
    return solution, squares, spread(rank, False, size), spread(values, False, size)


lstsq = primitive(
    "lstsq",
    _lstsq,
    _lstsq_avals,
    vjp=_lstsq_vjp,
    jvp=_lstsq_jvp,
    multiple=True,
    batch=_lstsq_batch,
    lower=Expanded(_lstsq_formula),
    doc="Solution of least squares, of minimal norm; the sums of squares that remain, if "
    "there are more rows than columns; the rank; singular values.",
    reference="Golub & Pereyra, SIAM J. Numer. Anal. 10 (1973) 413.",
)
