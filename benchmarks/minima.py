"""Compiled fits and minima, and their derivatives, against Numba and SciPy.

python -m benchmarks.minima [rounds]

A curve fitted to many points, one set of data and many; Rosenbrock's function of many
unknowns by L-BFGS. Rows give medians in microseconds, measured by turns, and ratios to the
same algorithms by hand, compiled with Numba.
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
from benchmarks.root_finding import eliminate
from benchmarks.sparse_products import by_turns
from functrace.scipy import optimize

Call = Callable[[], Any]
Row = tuple[str, list[float]]

# -- a fit -----------------------------------------------------------------------------

GUESS = np.array([1.0, 1.0, 0.0])


def decay(t: Any, a: Any, b: Any, c: Any) -> Any:
    """What is fitted."""
    return a * np.exp(-b * t) + c


@numba.njit
def squares(p: Any, t: Any, y: Any, matrix: Any, slope: Any) -> float:
    """The sum of squares; Gauss and Newton's matrix, and the gradient."""
    matrix[:] = 0.0
    slope[:] = 0.0
    cost, row = 0.0, np.empty(3)
    for i in range(t.size):
        e = math.exp(-p[1] * t[i])
        off = p[0] * e + p[2] - y[i]
        row[0], row[1], row[2] = e, -p[0] * t[i] * e, 1.0
        cost += 0.5 * off * off
        for j in range(3):
            slope[j] += row[j] * off
            for k in range(3):
                matrix[j, k] += row[j] * row[k]
    return cost


@numba.njit
def fit_by_hand(t: Any, y: Any, guess: Any) -> Any:
    """Marquardt's method, with Nielsen's damping."""
    matrix, slope = np.empty((3, 3)), np.empty(3)
    new_matrix, new_slope = np.empty((3, 3)), np.empty(3)
    x, scale, damping, growth = guess.copy(), np.zeros(3), 1e-3, 2.0
    cost = squares(x, t, y, matrix, slope)
    for _ in range(300):
        damped, move, expected = matrix.copy(), -slope, 0.0
        for k in range(3):
            scale[k] = max(scale[k], matrix[k, k])
            damped[k, k] += damping * scale[k]
        eliminate(damped, move)
        for k in range(3):
            expected += 0.5 * move[k] * (damping * scale[k] * move[k] - slope[k])
        new = squares(x + move, t, y, new_matrix, new_slope)
        gained, little = cost - new, 1.49e-8 * cost
        length = math.sqrt(np.sum(move**2))
        done = abs(gained) <= little and expected <= little
        done = done or length < 1.49e-8 * (1.49e-8 + math.sqrt(np.sum(x**2)))
        if gained > 1e-4 * expected:
            damping *= max(1 / 3, 1 - (2 * gained / expected - 1) ** 3)
            growth, cost = 2.0, new
            x += move
            matrix, new_matrix = new_matrix, matrix
            slope, new_slope = new_slope, slope
        else:
            damping *= growth
            growth *= 2
        if done:
            break
    return x


@numba.njit
def fits_by_hand(t: Any, rows: Any, guess: Any) -> Any:
    """One by one."""
    out = np.empty((rows.shape[0], 3))
    for k in range(rows.shape[0]):
        out[k] = fit_by_hand(t, rows[k], guess)
    return out


def fits(points: int, sets: int) -> Iterator[tuple[str, Sequence[Call]]]:
    """Rows of the fit."""
    rng = np.random.default_rng(0)
    t = np.linspace(0, 4, points)
    rows = decay(t, 2.5, 1.3, 0.5) + 0.02 * rng.normal(size=(sets, points))

    def fit(y: Any) -> Any:
        return optimize.curve_fit(decay, t, y, GUESS)[0]

    def theirs(y: Any) -> Any:
        return scipy.optimize.curve_fit(decay, t, y, GUESS)[0]

    one, slope = ft.jit(fit), ft.jit(ft.value_and_grad(lambda y: np.sum(fit(y))))
    y = rows[0]
    np.testing.assert_allclose(one(y), fit_by_hand(t, y, GUESS), rtol=1e-5)
    yield (
        f"a fit to {points} points",
        [
            lambda: one(y),
            lambda: fit_by_hand(t, y, GUESS),
            lambda: theirs(y),
            lambda: slope(y),
        ],
    )
    all_of, slopes = ft.jit(ft.vmap(fit)), ft.jit(ft.vmap(slope))
    np.testing.assert_allclose(all_of(rows), fits_by_hand(t, rows, GUESS), rtol=1e-5)
    yield (
        f"{sets} fits to {points} points, vmap",
        [
            lambda: all_of(rows),
            lambda: fits_by_hand(t, rows, GUESS),
            lambda: [theirs(y) for y in rows],
            lambda: slopes(rows),
        ],
    )


# -- a descent -------------------------------------------------------------------------


@numba.njit
def cubic(a: float, fa: float, da: float, b: float, fb: float, db: float) -> float:
    """Where the cubic through two points is least, from the first on."""
    theta = 3 * (fa - fb) / (b - a) + da + db
    s = max(abs(theta), abs(da), abs(db))
    gamma = s * math.sqrt(max(0.0, (theta / s) ** 2 - da / s * db / s))
    gamma = -gamma if a > b else gamma
    return a + (gamma - da + theta) / (gamma - da + gamma + db) * (b - a)


@numba.njit
def next_step(
    stx: float,
    fx: float,
    dx: float,
    sty: float,
    fy: float,
    dy: float,
    stp: float,
    fp: float,
    dp: float,
    bracketed: bool,
    low: float,
    high: float,
) -> Any:
    """MINPACK's ``dcstep``."""
    far = high if stp > stx else low
    if fp > fx:
        new = cubic(stx, fx, dx, stp, fp, dp)
        flat = stx + dx / ((fx - fp) / (stp - stx) + dx) / 2 * (stp - stx)
        if abs(new - stx) > abs(flat - stx):
            new += (flat - new) / 2
        return stx, fx, dx, stp, fp, dp, new, True
    secant = stp + dp / (dp - dx) * (stx - stp)
    if dp * dx < 0:
        new = cubic(stp, fp, dp, stx, fx, dx)
        new = new if abs(new - stp) > abs(secant - stp) else secant
        return stp, fp, dp, stx, fx, dx, new, True
    if abs(dp) < abs(dx):
        new = cubic(stp, fp, dp, stx, fx, dx)
        new = new if (new - stp) * (stp - stx) > 0 else far
        nearer = abs(new - stp) < abs(secant - stp)
        if bracketed:
            new, most = new if nearer else secant, stp + 0.66 * (sty - stp)
            new = min(most, new) if stp > stx else max(most, new)
        else:
            new = min(max(secant if nearer else new, low), high)
    else:
        new = cubic(stp, fp, dp, sty, fy, dy) if bracketed else far
    return stp, fp, dp, sty, fy, dy, new, bracketed


def rosenbrock(x: Any, a: Any) -> Any:
    """A curved valley."""
    return np.sum(a[0] * (x[1:] - x[:-1] ** 2) ** 2 + (a[1] - x[:-1]) ** 2)


@numba.njit
def valley(x: Any, a: Any, g: Any) -> float:
    """The same, with the gradient."""
    f = 0.0
    g[:] = 0.0
    for i in range(x.size - 1):
        off, rest = x[i + 1] - x[i] * x[i], a[1] - x[i]
        f += a[0] * off * off + rest * rest
        g[i] -= 4 * a[0] * off * x[i] + 2 * rest
        g[i + 1] += 2 * a[0] * off
    return f


@numba.njit
def line_by_hand(x: Any, f0: Any, g: Any, d: Any, a: Any, stp: float) -> Any:
    """Moré and Thuente's search: the step, the value; `x` and `g` are moved."""
    begin, slope0 = x.copy(), np.sum(g * d)
    test, width, before = 1e-3 * slope0, 1e10, 2e10
    stx, fx, dx, sty, fy, dy = 0.0, f0, slope0, 0.0, f0, slope0
    bracketed, second, low, high = False, False, 0.0, 5 * stp
    f = f0
    for _ in range(20):
        for i in range(x.size):
            x[i] = begin[i] + stp * d[i]
        f = valley(x, a, g)
        slope = np.sum(g * d)
        enough = f <= f0 + stp * test
        second = second or (enough and slope >= 0)
        stuck = bracketed and (stp <= low or stp >= high or high - low <= 0.1 * high)
        if stuck or (enough and abs(slope) <= -0.9 * slope0):
            break
        tilt = test if not second and f <= fx and not enough else 0.0
        stx, fx, dx, sty, fy, dy, stp, bracketed = next_step(
            stx,
            fx - stx * tilt,
            dx - tilt,
            sty,
            fy - sty * tilt,
            dy - tilt,
            stp,
            f - stp * tilt,
            slope - tilt,
            bracketed,
            low,
            high,
        )
        fx, fy, dx, dy = fx + stx * tilt, fy + sty * tilt, dx + tilt, dy + tilt
        if bracketed:
            if abs(sty - stx) >= 0.66 * before:
                stp = stx + 0.5 * (sty - stx)
            before, width = width, abs(sty - stx)
            low, high = min(stx, sty), max(stx, sty)
            if stp <= low or stp >= high:
                stp = stx
        else:
            low, high = stp + 1.1 * (stp - stx), stp + 4 * (stp - stx)
    return f


@numba.njit
def descent_by_hand(start: Any, a: Any) -> Any:
    """L-BFGS of ten steps' memory."""
    x, n = start.copy(), start.size
    g, old_g, old_x = np.empty(n), np.empty(n), np.empty(n)
    s, y, rho = np.zeros((10, n)), np.zeros((10, n)), np.zeros(10)
    alphas, head, scale = np.zeros(10), 0, 1.0
    f = valley(x, a, g)
    for rounds in range(15000):
        if np.max(np.abs(g)) <= 1e-5:
            break
        d = g.copy()
        for i in range(10):
            k = (head - 1 - i) % 10
            alphas[k] = rho[k] * np.sum(s[k] * d)
            for j in range(n):
                d[j] -= alphas[k] * y[k, j]
        d *= scale
        for i in range(10):
            k = (head + i) % 10
            beta = alphas[k] - rho[k] * np.sum(y[k] * d)
            for j in range(n):
                d[j] += beta * s[k, j]
        d = -d
        old_x[:], old_g[:], old_f = x, g, f
        first = 1.0 if rounds else min(1.0, 1 / math.sqrt(np.sum(d * d)))
        f = line_by_hand(x, old_f, g, d, a, first)
        product, square = 0.0, 0.0
        for j in range(n):
            s[head, j], y[head, j] = x[j] - old_x[j], g[j] - old_g[j]
            product += s[head, j] * y[head, j]
            square += y[head, j] ** 2
        rho[head], scale, head = 1 / product, product / square, (head + 1) % 10
        if old_f - f <= 2.2e-9 * max(abs(f), abs(old_f), 1.0):
            break
    return x


def descents(size: int) -> Iterator[tuple[str, Sequence[Call]]]:
    """A row of L-BFGS."""
    start, a = np.tile([-1.2, 1.0], size // 2), np.array([100.0, 1.0])

    def least(a: Any) -> Any:
        return optimize.minimize(rosenbrock, start, (a,), "L-BFGS-B").x

    value, gradient = (
        ft.jit(least),
        ft.jit(ft.value_and_grad(lambda a: np.sum(least(a)))),
    )
    both = ft.jit(ft.value_and_grad(rosenbrock))

    def scipys() -> Any:
        return scipy.optimize.minimize(both, start, (a,), "L-BFGS-B", jac=True).x

    np.testing.assert_allclose(value(a), descent_by_hand(start, a), atol=1e-3)
    calls = [lambda: value(a), lambda: descent_by_hand(start, a), scipys]
    yield f"L-BFGS of {size} unknowns", [*calls, lambda: gradient(a)]


# -- the table -------------------------------------------------------------------------


def rows(rounds: int, sizes: tuple[int, int, int]) -> Iterator[Row]:
    """All of them."""
    points, sets, unknowns = sizes
    for group in (fits(points, sets), descents(unknowns)):
        for name, calls in group:
            for call in calls:
                call()  # compiles
            yield name, by_turns(list(calls), rounds)


def main(rounds: int = 50, sizes: tuple[int, int, int] = (200, 1000, 100)) -> str:
    """A table."""
    heads = ["", "functrace-jit, µs", "/ Numba", "/ SciPy", "gradient / value"]
    lines = [f"| {' | '.join(heads)} |", "|---|---:|---:|---:|---:|"]
    for name, (ours, by_hand, scipys, gradient) in rows(rounds, sizes):
        ratios = [ours / by_hand, ours / scipys, gradient / ours]
        cells = [name, f"{ours:.3g}", *(f"{r:.2g}" for r in ratios)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 50))
