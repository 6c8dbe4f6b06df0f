"""Iterative methods as loops that are compiled, with SciPy's stopping rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from functrace.scipy.linalg import solve_triangular
from functrace.transforms.loops import fori_loop, while_loop

Apply = Callable[[Any], Any]


class Stop(NamedTuple):
    """When a method stops.

    Attributes
    ----------
    bound : float
        Of the residual's norm.
    rtol : float
    most : int or None
        Rounds; None for SciPy's number.
    """

    bound: Any
    rtol: Any
    most: int | None

    def rounds(self, usual: int) -> int:
        """How many there are at most."""
        return usual if self.most is None else self.most


def _dot(x: Any, y: Any) -> Any:
    return np.sum(np.conj(x) * y)


def _norm(x: Any) -> Any:
    return np.sqrt(np.sum(np.abs(x) ** 2))


def _same(x: Any) -> Any:
    return x


def cg(matvec: Apply, b: Any, x: Any, stop: Stop, before: Apply | None) -> Any:
    """Conjugate gradients, from x until the residual is below a bound."""
    before, bound, most = before or _same, stop.bound, stop.rounds(10 * b.size)

    def unfinished(state: Any) -> Any:
        _, r, _, _, k = state
        return (_norm(r) >= bound) & (_norm(r) > 0) & (k < most)

    def step(state: Any) -> Any:
        x, r, p, rho, k = state
        z = before(r)
        found = _dot(r, z)
        p = z + (found / rho) * p  # the first time p is zero
        q = matvec(p)
        alpha = found / _dot(p, q)
        return x + alpha * p, r - alpha * q, p, found, k + 1

    r = b - matvec(x)
    one = np.ones((), b.dtype)
    return while_loop(unfinished, step, (x, r, np.zeros_like(b), one, 0))[0]


def bicgstab(matvec: Apply, b: Any, x: Any, stop: Stop, before: Apply | None) -> Any:
    """Stabilised biconjugate gradients; a breakdown leaves NaN."""
    before, bound, most = before or _same, stop.bound, stop.rounds(10 * b.size)
    start = b - matvec(x)

    def unfinished(state: Any) -> Any:
        r, k = state[1], state[-1]
        return (_norm(r) >= bound) & (_norm(r) > 0) & (k < most)

    def step(state: Any) -> Any:
        x, r, p, v, rho, alpha, omega, k = state
        found = _dot(start, r)
        beta = (found / rho) * (alpha / omega)
        p = r + beta * (p - omega * v)
        p_hat = before(p)
        v = matvec(p_hat)
        alpha = found / _dot(start, v)
        s = r - alpha * v
        s_hat = before(s)
        t = matvec(s_hat)
        size = _dot(t, t)
        omega = np.where(size == 0, 0, _dot(t, s) / np.where(size == 0, 1, size))
        x = x + alpha * p_hat + omega * s_hat
        return x, s - omega * t, p, v, found, alpha, omega, k + 1

    zero, one = np.zeros_like(b), np.ones((), b.dtype)
    state = (x, start, zero, zero, one, one, one, 0)
    return while_loop(unfinished, step, state)[0]


# -- generalised minimal residuals -----------------------------------------------------


class _Krylov(NamedTuple):
    """A basis of directions, and the least squares in them.

    Attributes
    ----------
    v : array (m + 1, n)
    h : array (m, m + 1)
        Row k is a column of Hessenberg's matrix, turned to an upper triangle; that of the
        identity, where there is no direction yet.
    turns : array (m, 2)
        Cosines and sines.
    right : array (m + 1,)
    count : int
    left : float
        The residual that the estimate has.
    broke : bool
        There are no further directions.
    """

    v: Any
    h: Any
    turns: Any
    right: Any
    count: Any
    left: Any
    broke: Any


def gmres(
    matvec: Apply,
    b: Any,
    x: Any,
    stop: Stop,
    before: Apply | None,
    restart: int | None = None,
) -> Any:
    """Generalised minimal residuals, restarted.

    Saad & Schultz, *SIAM J. Sci. Stat. Comput.* 7 (1986); how the inner residual is bounded
    is SciPy's.
    """
    before, eps = before or _same, np.finfo(b.dtype).eps
    most = stop.rounds(10 * b.size)
    size = min(20 if restart is None else restart, b.size)
    length = _norm(b)
    bound = np.minimum(1.0, stop.bound / np.where(length == 0, 1, length))
    r = b - matvec(x)

    def unfinished(state: Any) -> Any:
        *_, done, k = state
        return ~done & (k < most)

    def step(state: Any) -> Any:
        x, r, bound, factor, _, k = state
        found = _directions(lambda v: before(matvec(v)), before(r), bound, size)
        x = x + _combined(found)
        r = b - matvec(x)
        norm = _norm(r)
        shrunk, grown = np.maximum(eps, 0.25 * factor), np.minimum(1.0, 1.5 * factor)
        factor = np.where(found.left <= bound, shrunk, grown)
        done = (norm <= stop.bound) | found.broke
        part = np.minimum(factor, stop.bound / np.where(norm == 0, 1, norm))
        return x, r, found.left * part, factor, done, k + 1

    done = (_norm(r) < stop.bound) | (length == 0)
    one = np.ones((), r.real.dtype)
    state = (x, r, _norm(before(b)) * bound, one, done, 0)
    return np.where(length == 0, b, while_loop(unfinished, step, state)[0])


def _directions(product: Apply, r: Any, bound: Any, size: int) -> _Krylov:
    """Directions until the residual is below a bound, or there are `size` of them."""
    norm = _norm(r)
    v = np.concatenate([(r / norm)[None], np.zeros((size, r.size), r.dtype)])
    right = np.append(norm.astype(r.dtype), np.zeros(size, r.dtype))
    h, turns = np.eye(size, size + 1, dtype=r.dtype), np.zeros((size, 2), r.dtype)
    start = _Krylov(v, h, turns, right, 0, norm, norm != norm)  # noqa: PLR0124 - NaN

    def unfinished(at: _Krylov) -> Any:
        return (at.count < size) & ((at.count == 0) | (at.left > bound)) & ~at.broke

    return while_loop(unfinished, lambda at: _extended(at, product), start)


def _extended(at: _Krylov, product: Apply) -> _Krylov:
    """With one more direction."""
    k, eps = at.count, np.finfo(at.v.dtype).eps
    w = product(at.v[k])

    def orthogonal(i: Any, state: Any) -> Any:
        w, column = state
        part = _dot(at.v[i], w)
        return w - part * at.v[i], _with(column, i, part)

    def turned(i: Any, column: Any) -> Any:
        return _turn(column, i, at.turns[i, 0], at.turns[i, 1])

    before = _norm(w)
    w, column = fori_loop(0, k + 1, orthogonal, (w, np.zeros_like(at.right)))
    norm = _norm(w)
    broke = norm <= eps * before
    norm = np.where(broke, 0, norm)
    column = _with(column, k + 1, norm)
    column = fori_loop(0, k, turned, column)
    cosine, sine = _plane(column[k], norm)
    right = _turn(at.right, k, cosine, sine)
    return _Krylov(
        _with(at.v, k + 1, w / np.where(broke, 1, norm)),
        _with(at.h, k, _turn(column, k, cosine, sine)),
        _with(at.turns, k, np.stack([cosine.astype(w.dtype), sine])),
        right,
        k + 1,
        np.abs(right[k + 1]),
        broke,
    )


def _plane(f: Any, g: Any) -> tuple[Any, Any]:
    """Cosine and sine of the turn that takes (f, g), with g >= 0, to (something, 0)."""
    length = np.sqrt(np.abs(f) ** 2 + g**2)
    none = length == 0
    safe, size = np.where(none, 1, length), np.abs(f)
    phase = np.where(size == 0, 1, f / np.where(size == 0, 1, size))
    return np.where(none, 1, size / safe), phase * g / safe


def _turn(column: Any, k: Any, cosine: Any, sine: Any) -> Any:
    x, y = column[k], column[k + 1]
    column = _with(column, k, cosine * x + sine * y)
    return _with(column, k + 1, -np.conj(sine) * x + cosine * y)


def _combined(found: _Krylov) -> Any:
    """The combination of directions that leaves the smallest residual."""
    size = found.h.shape[0]
    used = np.arange(size) < found.count
    diagonal = np.diagonal(found.h[:, :size])
    lost = used & (diagonal == 0)
    h = found.h[:, :size] + np.diag(lost.astype(found.h.dtype))
    right = np.where(used & ~lost, found.right[:size], 0)
    return solve_triangular(h.T, right, check_finite=False) @ found.v[:size]


def _with(x: Any, k: Any, value: Any) -> Any:
    """The array with another row k."""
    x = x.copy()
    x[k] = value
    return x


# -- minimal residuals of symmetric matrices -------------------------------------------


class _Lanczos(NamedTuple):
    """Of round k; the names are SciPy's."""

    x: Any
    y: Any
    r1: Any
    r2: Any
    w: Any
    w2: Any
    beta: Any
    oldb: Any
    dbar: Any
    epsln: Any
    phibar: Any
    cs: Any
    sn: Any
    tnorm2: Any
    gmax: Any
    gmin: Any
    done: Any
    k: Any


def minres(matvec: Apply, b: Any, x: Any, stop: Stop, before: Apply | None) -> Any:
    """Minimal residuals of a symmetric matrix.

    Paige & Saunders, *SIAM J. Numer. Anal.* 12 (1975). A preconditioner that is not positive
    leaves NaN.
    """
    before = before or _same
    most = stop.rounds(5 * b.size)
    r = b - matvec(x)
    y = before(r)
    square = _dot(r, y)
    first, none = np.sqrt(square), _norm(b) == 0
    nil, zero, one = np.zeros_like(b), np.zeros_like(first), np.ones_like(first)

    def unfinished(at: _Lanczos) -> Any:
        return ~at.done & (at.k < most)

    start = _Lanczos(
        *(x, y, nil, r, nil, nil, first, one, zero, zero, first, -one, zero, zero),
        *(zero, np.finfo(b.dtype).max * one, (square == 0) | none, 0),
    )
    step = _lanczos(matvec, before, stop.rtol, first)
    return np.where(none, b, while_loop(unfinished, step, start).x)


def _lanczos(
    matvec: Apply, before: Apply, rtol: Any, first: Any
) -> Callable[[_Lanczos], _Lanczos]:
    def step(at: _Lanczos) -> _Lanczos:
        begins, eps = at.k == 0, np.finfo(at.x.dtype).eps
        v = at.y / at.beta
        y = matvec(v) - np.where(begins, 0, at.beta / at.oldb) * at.r1
        alfa = _dot(v, y)
        r2 = y - (alfa / at.beta) * at.r2
        y = before(r2)
        beta = np.sqrt(_dot(r2, y))
        tnorm2 = at.tnorm2 + alfa**2 + at.beta**2 + beta**2
        delta = at.cs * at.dbar + at.sn * alfa
        gbar = at.sn * at.dbar - at.cs * alfa
        epsln, dbar = at.sn * beta, -at.cs * beta
        root = np.hypot(gbar, dbar)
        gamma = np.maximum(np.hypot(gbar, beta), eps)
        cs, sn = gbar / gamma, beta / gamma
        w = (v - at.epsln * at.w2 - delta * at.w) / gamma
        x = at.x + cs * at.phibar * w
        phibar = sn * at.phibar
        gmax, gmin = np.maximum(at.gmax, gamma), np.minimum(at.gmin, gamma)
        size, length = np.sqrt(tnorm2), _norm(x)
        scale = size * length
        small = (scale != 0) & (phibar <= rtol * scale)
        stationary = (size != 0) & (root <= rtol * size)
        exact = (phibar <= eps * scale) | (root <= eps * size)
        hopeless = (gmax >= 0.1 / eps * gmin) | (scale * eps >= first)
        single = begins & (beta <= 10 * eps * first)
        done = small | stationary | exact | hopeless | single | np.isnan(beta)
        return _Lanczos(
            *(x, y, at.r2, r2, w, at.w, beta, at.beta, dbar, epsln, phibar, cs, sn),
            *(tnorm2, gmax, gmin, done, at.k + 1),
        )

    return step


LOOPS: dict[str, Callable[..., Any]] = {
    "cg": cg,
    "bicgstab": bicgstab,
    "gmres": gmres,
    "minres": minres,
}
