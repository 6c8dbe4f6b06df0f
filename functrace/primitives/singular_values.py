"""Singular values and singular vectors.

With A = U S V^H and T = U^H dA V: dS is the real diagonal of T, and U^H dU, V^H dV are, off
the diagonal, the Hermitian part of T over differences of singular values, plus and minus
its antihermitian part over their sums. The antihermitian diagonal is shared equally.

Giles, NA-08-01 (2008), section 3.2; Wan & Zhang, arXiv:1909.02659, for complex matrices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Step
from functrace.core.aval import Aval
from functrace.core.errors import ShapeError, message
from functrace.engine.cotangent import TangentThunk
from functrace.engine.liveness import Pruned
from functrace.primitives._batching import unary
from functrace.primitives._lazy_modules import linear_spectra
from functrace.primitives._make import primitive
from functrace.primitives._spectral import (
    adjoint,
    antihermitian,
    real_diagonal,
    spectral_bar,
    spectral_dot,
)
from functrace.primitives._stacks import lapack_dtype
from functrace.primitives.checks import require
from functrace.primitives.hermitian import conjugate


def _check(x: Aval) -> None:
    if x.ndim < 2:
        raise ShapeError(
            message(
                "functrace: svd of something else than matrices.",
                expected="(*batch, m, n)",
                got=x,
            )
        )


def _svd_aval(x: Aval, full: bool) -> tuple[Aval, Aval, Aval]:
    _check(x)
    dtype = lapack_dtype(x)
    *stack, rows, columns = x.shape
    k = min(rows, columns)
    left, right = (rows, columns) if full else (k, k)
    return (
        Aval((*stack, rows, left), dtype),
        Aval((*stack, k), np.dtype(dtype.char.lower())),
        Aval((*stack, right, columns), dtype),
    )


def _transpose(x: Any) -> Any:
    return np.swapaxes(x, -1, -2)


# -- zeros -----------------------------------------------------------------------------

_UNDETERMINED = (
    "functrace: singular vectors that belong to singular values of zero are used in a way "
    "whose derivative is not determined. Use those of the others only, or the matrix "
    "itself, or functrace.scipy.linalg's pinv, norm, lstsq."
)


_NULL_SPACE = (
    "functrace: a result depends on the choice of the singular vectors that have no "
    "singular value (full_matrices=True), which is no function. Use them all alike, as in "
    "a projector, or full_matrices=False."
)


def _tolerance(dtype: Any) -> float:
    """What counts as rounding errors, relative to the largest numbers."""
    return 64 * float(np.sqrt(np.finfo(dtype).eps))


def _is_zero(s: Any) -> Any:
    """Whether singular values are zero but for rounding errors."""
    tolerance = 10 * s.shape[-1] * np.finfo(s.dtype).eps
    return s <= tolerance * np.max(s, axis=-1, keepdims=True, initial=0)


def _vanishes(x: Any) -> Any:
    """Whether elements are rounding errors of numbers like the largest."""
    size = np.abs(x)
    return size <= _tolerance(x.dtype) * np.max(
        size, axis=(-2, -1), keepdims=True, initial=0
    )


def _over_values(x: Any, s: Any, scale: Any) -> Any:
    """`x`, a column for each singular value, over these: it must vanish where they do."""
    zero = _is_zero(s)[..., None, :]
    vanishes = _vanishes(np.concatenate([x, scale], axis=-2))[..., : x.shape[-2], :]
    x = require(x, np.logical_not(zero) | vanishes, message=_UNDETERMINED)
    return np.where(zero, 0, x) / np.where(zero, 1, s[..., None, :])


def _determined(s_bar: Any, s: Any, *, square: bool) -> Any:
    """The cotangent of singular values, next to one of vectors."""
    zero = _is_zero(s)
    vanishes = _vanishes(s_bar[..., None, :])[..., 0, :]
    ok = np.logical_not(zero) | vanishes
    if square:
        ok = ok | (np.sum(zero, axis=-1, keepdims=True) == 1)
    return require(s_bar, ok, message=_UNDETERMINED)


# -- reverse ---------------------------------------------------------------------------


def _svd_vjp(g: Any, outs: Any) -> Any:
    (u_bar, s_bar, vh_bar), (u, s, vh) = g, outs
    k = s.shape[-1]
    left, right = conjugate(u[..., :k]), conjugate(vh[..., :k, :])
    if u_bar is None and vh_bar is None:
        return (left * s_bar[..., None, :]) @ right
    if s_bar is not None:
        square = u.shape[-2] == vh.shape[-1]
        s_bar = _determined(s_bar, s, square=square)
    u_inner, u_outside = _parts(u, u_bar, s)
    v_inner, v_outside = _parts(
        adjoint(vh), None if vh_bar is None else adjoint(vh_bar), s
    )
    bar = left @ _inner(u_inner, v_inner, s_bar, s) @ right
    if u_outside is not None:
        bar = bar + u_outside @ right
    if v_outside is not None:
        bar = bar + left @ adjoint(v_outside)
    return bar


def _parts(vectors: Any, bar: Any, s: Any) -> tuple[Any, Any]:
    """Cotangent of vectors in their own basis; and outside of it, over singular values."""
    if bar is None:
        return None, None
    k = s.shape[-1]
    first, bar_first = vectors[..., :k], bar[..., :k]
    inner = _transpose(first) @ bar_first
    if vectors.shape[-2] == k:
        return inner, None
    outside = bar_first - conjugate(first) @ inner
    if vectors.shape[-1] > k:
        rest, bar_rest = vectors[..., k:], bar[..., k:]
        turn = antihermitian(_transpose(rest) @ bar_rest)
        scale = np.max(np.abs(bar), axis=(-2, -1), keepdims=True, initial=0)
        small = np.abs(turn) <= _tolerance(turn.dtype) * scale
        ok = np.all(small, axis=(-2, -1), keepdims=True)
        bar_rest = require(bar_rest, ok, message=_NULL_SPACE)
        outside = outside - conjugate(rest) @ adjoint(_transpose(first) @ bar_rest)
    return inner, _over_values(outside, s, bar_first)


def _inner(inner_u: Any, inner_v: Any, s_bar: Any, s: Any) -> Any:
    """Cotangent of T: the vectors have the cotangents `inner` in their own bases."""
    both = inner_u if inner_v is None else inner_v
    if inner_u is not None and inner_v is not None:
        both = inner_u + inner_v
    values_bar = np.zeros_like(s) if s_bar is None else s_bar
    out = spectral_bar(both, values_bar, s)
    turns = [antihermitian(inner_u)] if inner_u is not None else []
    turns += [-antihermitian(inner_v)] if inner_v is not None else []
    return out + _over_sums(sum(turns[1:], turns[0]), s, both)


def _over_sums(x: Any, s: Any, scale: Any) -> Any:
    """`x` over the sums of singular values: it must vanish where both are zero."""
    zero = _is_zero(s)
    both = zero[..., None, :] & zero[..., :, None]
    vanishes = _vanishes(np.concatenate([x, scale], axis=-2))[..., : x.shape[-2], :]
    x = require(x, np.logical_not(both) | vanishes, message=_UNDETERMINED)
    sums = s[..., None, :] + s[..., :, None]
    return np.where(both, 0, x) / np.where(both, 1, sums)


# -- forward ---------------------------------------------------------------------------


def _svd_jvp(t: Any, outs: Any) -> Any:
    u, s, vh = outs
    k = s.shape[-1]
    v = adjoint(vh)
    inner = adjoint(u[..., :k]) @ t @ v[..., :k]
    turned = TangentThunk(
        lambda: (spectral_dot(inner, s), _over_sums(antihermitian(inner), s, inner))
    )

    def left(turned: Any) -> Any:
        return _moved(u, t @ v[..., :k], inner, turned[0] + turned[1], s)

    def right(turned: Any) -> Any:
        image = adjoint(t) @ u[..., :k]
        return adjoint(_moved(v, image, adjoint(inner), turned[0] - turned[1], s))

    return turned.then(left), real_diagonal(inner), turned.then(right)


def _moved(vectors: Any, image: Any, inner: Any, turn: Any, s: Any) -> Any:
    """Tangent of vectors: those with a singular value turn, and leave their space."""
    k = s.shape[-1]
    first = vectors[..., :k]
    moved = first @ turn
    if vectors.shape[-2] > k:
        moved = moved + _over_values(image - first @ inner, s, image)
    if vectors.shape[-1] == k:
        return moved
    rest = -first @ adjoint(adjoint(vectors[..., k:]) @ moved)
    return np.concatenate([moved, rest], axis=-1)


# -- values alone ----------------------------------------------------------------------


def _values_vjp(g: Any, x: Any) -> Any:
    return _svd_vjp((None, g, None), svd(x, full=False))


def _values_jvp(t: Any, x: Any) -> Any:
    u, _, vh = svd(x, full=False)
    return real_diagonal(adjoint(u) @ t @ adjoint(vh))


def _only_values(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The singular values alone, if no vectors are taken."""
    return None if used[0] or used[2] else Pruned({}, (0,), (1,), svdvals)


svdvals = primitive(
    "svdvals",
    lambda x: np.linalg.svd(x, compute_uv=False),
    lambda x: _svd_aval(x, full=False)[1],
    vjp=(_values_vjp,),
    jvp=(_values_jvp,),
    batch=unary,
    lower=lambda: Step(linear_spectra.emit_svdvals),
    doc="Singular values, where programs take no vectors.",
    reference="Giles, NA-08-01 (2008), section 3.2.",
)
svd = primitive(
    "svd",
    lambda x, *, full: tuple(np.linalg.svd(x, full_matrices=full)),
    _svd_aval,
    vjp=(_svd_vjp,),
    jvp=(_svd_jvp,),
    multiple=True,
    batch=unary,
    prune=_only_values,
    lower=lambda: Step(linear_spectra.emit_svd),
    doc="Left singular vectors, singular values, adjoint of the right singular vectors; "
    "as many as the smaller dimension, or in full. Derivatives of equal singular values, "
    "and of zero, are those along the vectors that were found.",
    reference="Giles, NA-08-01 (2008), section 3.2; Wan & Zhang, arXiv:1909.02659.",
)
