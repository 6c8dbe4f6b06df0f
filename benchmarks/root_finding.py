"""Compiled roots, and their derivatives, against Numba and SciPy.

python -m benchmarks.root_finding [rounds]

Kepler's equation for many planets, at once and one by one; many small systems; one root
within a bracket. Rows give medians in microseconds, measured by turns, and ratios to loops
by hand, compiled with Numba.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numba
import numpy as np
import scipy.optimize

import functrace as ft
from benchmarks.sparse_products import by_turns
from functrace.scipy import optimize

Call = Callable[[], Any]
Row = tuple[str, list[float]]

# -- Kepler's equation -----------------------------------------------------------------


def kepler(x: Any, e: Any, m: Any) -> Any:
    """Of the eccentric anomaly x, the eccentricity and the mean anomaly."""
    return x - e * np.sin(x) - m


def kepler_slope(x: Any, e: Any, m: Any) -> Any:
    """Its derivative in x."""
    return 1 - e * np.cos(x)


@numba.njit
def kepler_by_hand(e: Any, m: Any) -> Any:
    """Newton's method, planet by planet."""
    out = np.empty_like(m)
    for i in range(m.size):
        x = m[i]
        for _ in range(50):
            step = (x - e[i] * math.sin(x) - m[i]) / (1 - e[i] * math.cos(x))
            x -= step
            if abs(step) < 1.48e-8:
                break
        out[i] = x
    return out


def anomalies(e: Any, m: Any) -> Any:
    """By Newton's method on arrays."""
    return optimize.newton(kepler, m, kepler_slope, (e, m))


@ft.vmap
def anomalies_apart(e: Any, m: Any) -> Any:
    """One by one."""
    return optimize.newton(kepler, m, kepler_slope, (e, m))


def planets(count: int) -> Iterator[tuple[str, Sequence[Call]]]:
    """Rows of Kepler's equation."""
    rng = np.random.default_rng(0)
    e, m = rng.uniform(0, 0.9, count), rng.uniform(0, 2 * np.pi, count)

    def scipys() -> Any:
        return scipy.optimize.newton(kepler, m, kepler_slope, (e, m))

    def by_hand() -> Any:
        return kepler_by_hand(e, m)

    def slope(solve: Any) -> Any:
        return ft.grad(lambda e, m: np.sum(solve(e, m)))

    for name, solve in {"array": anomalies, "vmap": anomalies_apart}.items():
        value, gradient = ft.jit(solve), ft.jit(slope(solve))
        np.testing.assert_allclose(value(e, m), by_hand(), atol=1e-9)
        calls = [lambda f=value: f(e, m), lambda f=gradient: f(e, m), by_hand, scipys]
        yield f"{count} of Kepler's equation, {name}", calls


# -- systems ---------------------------------------------------------------------------


def system(x: Any, p: Any) -> Any:
    """Three equations."""
    return np.stack(
        [
            3 * x[0] - np.cos(x[1] * x[2]) - p[0],
            x[0] ** 2 - 4 * (x[1] + 0.1) ** 2 + np.sin(x[2]) + p[1],
            np.exp(-x[0] * x[1]) + 5 * x[2] + p[2],
        ]
    )


@numba.njit
def eliminate(matrix: Any, b: Any) -> None:
    """Solve three equations, in place of the right-hand side."""
    for i in range(3):
        pivot = i
        for r in range(i + 1, 3):
            if abs(matrix[r, i]) > abs(matrix[pivot, i]):
                pivot = r
        if pivot != i:
            for k in range(i, 3):
                matrix[i, k], matrix[pivot, k] = matrix[pivot, k], matrix[i, k]
            b[i], b[pivot] = b[pivot], b[i]
        for r in range(i + 1, 3):
            factor = matrix[r, i] / matrix[i, i]
            for k in range(i, 3):
                matrix[r, k] -= factor * matrix[i, k]
            b[r] -= factor * b[i]
    for i in range(2, -1, -1):
        for k in range(i + 1, 3):
            b[i] -= matrix[i, k] * b[k]
        b[i] /= matrix[i, i]


@numba.njit
def systems_by_hand(p: Any) -> Any:
    """Newton's method, system by system."""
    out, matrix, step = np.ones_like(p), np.empty((3, 3)), np.empty(3)
    for k in range(p.shape[0]):
        x = out[k]
        for _ in range(50):
            product, decay = x[1] * x[2], math.exp(-x[0] * x[1])
            wave = math.sin(product)
            step[0] = 3 * x[0] - math.cos(product) - p[k, 0]
            step[1] = x[0] ** 2 - 4 * (x[1] + 0.1) ** 2 + math.sin(x[2]) + p[k, 1]
            step[2] = decay + 5 * x[2] + p[k, 2]
            matrix[0, 0] = 3.0
            matrix[0, 1] = x[2] * wave
            matrix[0, 2] = x[1] * wave
            matrix[1, 0] = 2 * x[0]
            matrix[1, 1] = -8 * (x[1] + 0.1)
            matrix[1, 2] = math.cos(x[2])
            matrix[2, 0] = -x[1] * decay
            matrix[2, 1] = -x[0] * decay
            matrix[2, 2] = 5.0
            eliminate(matrix, step)
            moved, size = 0.0, 0.0
            for i in range(3):
                x[i] -= step[i]
                moved, size = max(moved, abs(step[i])), max(size, abs(x[i]))
            if moved < 1.49e-8 * size:
                break
    return out


@ft.vmap
def systems(p: Any) -> Any:
    """By Powell's hybrid method."""
    return optimize.root(system, np.ones(3), (p,)).x


def small_systems(count: int) -> Iterator[tuple[str, Sequence[Call]]]:
    """A row of systems."""
    p = np.random.default_rng(0).uniform(0.5, 1.5, (count, 3))
    value = ft.jit(systems)
    gradient = ft.jit(ft.grad(lambda p: np.sum(systems(p))))

    def by_hand() -> Any:
        return systems_by_hand(p)

    def scipys() -> Any:
        return [scipy.optimize.root(system, np.ones(3), (row,)).x for row in p]

    np.testing.assert_allclose(value(p), by_hand(), atol=1e-9)
    calls = [lambda: value(p), lambda: gradient(p), by_hand, scipys]
    yield f"{count} systems of three", calls


# -- a root within a bracket -----------------------------------------------------------


@numba.njit
def brent_by_hand(e: float, m: float) -> float:
    """Brent's method, as SciPy has it in C."""
    before, x, other, last, step = 0.0, math.pi, 0.0, 0.0, 0.0
    fbefore, fx, fother = -m, x - e * math.sin(x) - m, 0.0
    for _ in range(100):
        if fbefore != 0 and fx != 0 and (fbefore < 0) != (fx < 0):
            other, fother, last, step = before, fbefore, x - before, x - before
        if abs(fother) < abs(fx):
            before, x, other = x, other, x
            fbefore, fx, fother = fx, fother, fx
        delta, half = (2e-12 + 8.9e-16 * abs(x)) / 2, (other - x) / 2
        if fx == 0 or abs(half) < delta:
            break
        attempt = math.inf
        if abs(last) > delta and abs(fx) < abs(fbefore):
            if before == other:
                attempt = -fx * (x - before) / (fx - fbefore)
            else:
                one = (fbefore - fx) / (before - x)
                two = (fother - fx) / (other - x)
                rise = fother * two - fbefore * one
                attempt = -fx * rise / (two * one * (fother - fbefore))
        if 2 * abs(attempt) < min(abs(last), 3 * abs(half) - delta):
            last, step = step, attempt
        else:
            last, step = half, half
        before, fbefore = x, fx
        x += step if abs(step) > delta else math.copysign(delta, half)
        fx = x - e * math.sin(x) - m
    return x


def brackets() -> Iterator[tuple[str, Sequence[Call]]]:
    """A row of Brent's method."""

    def solve(e: Any, m: Any) -> Any:
        return optimize.brentq(kepler, 0.0, np.pi, (e, m))

    value, gradient = ft.jit(solve), ft.jit(ft.grad(solve))

    def by_hand() -> Any:
        return brent_by_hand(0.5, 1.0)

    def scipys() -> Any:
        return scipy.optimize.brentq(kepler, 0.0, np.pi, (0.5, 1.0))

    np.testing.assert_allclose(value(0.5, 1.0), by_hand(), atol=1e-11)
    calls = [lambda: value(0.5, 1.0), lambda: gradient(0.5, 1.0), by_hand, scipys]
    yield "a root by brentq", calls


# -- the table -------------------------------------------------------------------------


def rows(rounds: int, count: int) -> Iterator[Row]:
    """All of them; SciPy apart, as it leaves nothing in the caches."""
    for group in (planets(count), small_systems(max(count // 10, 1)), brackets()):
        for name, calls in group:
            for call in calls:
                call()  # compiles
            *ours, scipys = calls
            yield name, [*by_turns(ours, rounds), *by_turns([scipys], rounds)]


def main(rounds: int = 200, count: int = 10**4) -> str:
    """A table."""
    heads = ["", "functrace-jit, µs", "/ Numba", "/ SciPy", "gradient / value"]
    lines = [f"| {' | '.join(heads)} |", "|---|---:|---:|---:|---:|"]
    for name, (ours, gradient, by_hand, scipys) in rows(rounds, count):
        ratios = [ours / by_hand, ours / scipys, gradient / ours]
        cells = [name, f"{ours:.3g}", *(f"{r:.2g}" for r in ratios)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 200))
