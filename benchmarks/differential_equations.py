"""Compiled `solve_ivp` against SciPy's, and against solvers with Numba by hand, by turns.

python -m benchmarks.differential_equations [rounds]

Lotka and Volterra's equation with RK45 to 1e-8, and Robertson's with Radau and BDF to
1e-6: the solution, its gradient (SciPy's by central differences), a thousand at once, and
the first call of functrace. One thread; medians in microseconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.integrate

import functrace as ft
from benchmarks.by_hand import equations
from benchmarks.sparse_products import by_turns
from functrace.scipy.integrate import solve_ivp

TOLERANCE = 1e-8
START, RATES = np.array([10.0, 5.0]), np.array([1.5, 1.0, 3.0, 1.0])
ROBERTSON = np.array([0.04, 3e7, 1e4])

Row = tuple[str, list[float]]


def populations(t: Any, y: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Of prey and predators (Lotka and Volterra)."""
    return a * y[0] - b * y[0] * y[1], -c * y[1] + d * y[0] * y[1]


def reactions(t: Any, y: Any, slow: Any, fast: Any, back: Any) -> Any:
    """Of three substances, at very different rates (Robertson)."""
    first, second, third = slow * y[0], fast * y[1] ** 2, back * y[1] * y[2]
    return third - first, first - second - third, second


def grown(solver: Any, start: Any, rates: Any, end: Any) -> Any:
    """Prey and predators at the end."""
    return solver(
        populations,
        (0.0, end),
        start,
        t_eval=end * np.ones(1),
        args=tuple(rates),
        rtol=TOLERANCE,
        atol=TOLERANCE,
    ).y[:, -1]


def reacted(solver: Any, rates: Any, method: str, end: float = 1e4) -> Any:
    """What is left of the first substance."""
    return solver(
        reactions,
        (0.0, end),
        [1.0, 0.0, 0.0],
        method,
        t_eval=[end],
        args=tuple(rates),
        rtol=1e-6,
        atol=1e-10,
    ).y[0, -1]


def differences(function: Callable[[Any], Any], x: Any) -> Any:
    """A gradient by two calls for each element."""
    steps = np.diag(1e-5 * x)
    return [
        (function(x + step) - function(x - step)) / (2 * np.sum(step)) for step in steps
    ]


def first_call(function: Callable[..., Any], *args: Any) -> float:
    """Milliseconds until the first answer."""
    began = time.perf_counter()
    function(*args)
    return 1e3 * (time.perf_counter() - began)


def lotka_volterra(end: float, many: int) -> Iterator[tuple[str, Any, list[Any]]]:
    """What is computed, by functrace and its arguments, and by Numba and SciPy."""
    none = np.empty((0, 3))

    def ours(start: Any, rates: Any, end: Any) -> Any:
        return grown(solve_ivp, start, rates, end)

    def theirs() -> Any:
        return grown(scipy.integrate.solve_ivp, START, RATES, end)

    by_hand = START, RATES, end, TOLERANCE
    yield (
        "solution",
        (ft.jit(ours), START, RATES, end),
        [lambda: equations.solution(*by_hand, none), theirs],
    )
    gradient = ft.jit(ft.grad(lambda *args: ours(*args)[0], (0, 1)))

    def prey(x: Any) -> Any:
        return grown(scipy.integrate.solve_ivp, x[:2], x[2:], end)[0]

    both = np.concatenate([START, RATES])
    yield (
        "gradient",
        (gradient, START, RATES, end),
        [lambda: equations.gradient(*by_hand), lambda: differences(prey, both)],
    )
    scale = np.random.default_rng(0).uniform(0.95, 1.05, (many, 1))
    starts, rates = START * scale, RATES * scale[::-1]
    yield (
        f"{many} at once",
        (ft.jit(ft.vmap(ours, (0, 0, None))), starts, rates, end),
        [lambda: equations.batch(starts, rates, end, TOLERANCE)],
    )


def robertson(method: str) -> Iterator[tuple[str, Any, list[Any]]]:
    """The same; nobody wrote this by hand."""

    def ours(rates: Any) -> Any:
        return reacted(solve_ivp, rates, method)

    def theirs(rates: Any) -> Any:
        return reacted(scipy.integrate.solve_ivp, rates, method)

    yield "solution", (ft.jit(ours), ROBERTSON), [None, lambda: theirs(ROBERTSON)]
    yield (
        "gradient",
        (ft.jit(ft.grad(ours)), ROBERTSON),
        [None, lambda: differences(theirs, ROBERTSON)],
    )


def rows(rounds: int, end: float, many: int) -> Iterator[str]:
    """Of a table."""
    problems = {"Lotka-Volterra, RK45": lotka_volterra(end, many)}
    problems |= {f"Robertson, {m}": robertson(m) for m in ("Radau", "BDF")}
    for name, tasks in problems.items():
        for task, (function, *args), peers in tasks:
            began = first_call(function, *args)
            calls = [lambda f=function, args=args: f(*args)]
            calls += [peer for peer in peers if peer]
            mine, *others = by_turns(calls, rounds)
            given = iter(others)
            ratios = [f"{mine / next(given):.3g}" if peer else "" for peer in peers]
            ratios += [""] * (2 - len(peers))
            cells = [name, task, f"{mine:.0f}", *ratios, f"{began:.0f} ms"]
            yield f"| {' | '.join(cells)} |"


def main(rounds: int = 20, end: float = 10.0, many: int = 1000) -> str:
    """A table."""
    equations.batch(START[None], RATES[None], 1.0, TOLERANCE)
    equations.gradient(START, RATES, 1.0, TOLERANCE)
    ft.set_num_threads(1)
    head = "| | | functrace-jit, µs | / Numba | / SciPy | first call |"
    return "\n".join([head, "|---|---|---:|---:|---:|---:|", *rows(rounds, end, many)])


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 20))
