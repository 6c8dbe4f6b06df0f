"""Iterative methods as loops that are compiled, with SciPy's stopping rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.transforms.loops import while_loop

Apply = Callable[[Any], Any]


def _dot(x: Any, y: Any) -> Any:
    return np.sum(np.conj(x) * y)


def _norm(x: Any) -> Any:
    return np.sqrt(np.sum(np.abs(x) ** 2))


def _same(x: Any) -> Any:
    return x


def cg(
    matvec: Apply, b: Any, x: Any, bound: Any, most: int, before: Apply | None
) -> Any:
    """Conjugate gradients, from x until the residual is below a bound."""
    before = before or _same

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


def bicgstab(
    matvec: Apply, b: Any, x: Any, bound: Any, most: int, before: Apply | None
) -> Any:
    """Stabilised biconjugate gradients; a breakdown leaves NaN."""
    before = before or _same
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


LOOPS = {"cg": cg, "bicgstab": bicgstab}
