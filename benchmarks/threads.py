"""How large loops gain from threads: one against several, value and gradient.

python -m benchmarks.threads [threads] [largest power of ten]

Calls with one thread and with several alternate, so that both meet the same machine. Each
row gives medians in milliseconds, and their ratio.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np
from scipy.special import erf

import functrace as ft

SECONDS = 1.0  # for each row
LEAST, MOST = 10, 2000  # calls with each number of threads


def smooth(x: Any) -> Any:
    """An elementwise formula."""
    return np.tanh(np.sin(x) * np.exp(-x * x))


def total(x: Any) -> Any:
    """Its sum, of which the gradient is taken."""
    return np.sum(smooth(x))


def black_scholes(x: Any) -> Any:
    """Prices of call options whose spot prices differ."""
    spot, strike, rate, sigma, years = 100 * np.exp(0.2 * x), 100.0, 0.03, 0.2, 1.5
    spread = sigma * np.sqrt(years)
    high = (np.log(spot / strike) + (rate + sigma**2 / 2) * years) / spread
    low = high - spread
    weights = 0.5 * (1 + erf(high / np.sqrt(2))), 0.5 * (1 + erf(low / np.sqrt(2)))
    return spot * weights[0] - strike * np.exp(-rate * years) * weights[1]


def squares(x: Any) -> Any:
    """A sum that reads memory and does little else."""
    return np.sum(x * x)


def square(x: Any) -> Any:
    """The numbers as a matrix."""
    n = int(np.sqrt(x.size))
    return x[: n * n].reshape(n, n)


def rows(x: Any) -> Any:
    """Sums along rows."""
    return np.sum(square(x), axis=1)


def columns(x: Any) -> Any:
    """Sums along columns."""
    return np.sum(square(x), axis=0)


def stencil(x: Any) -> Any:
    """A step of the heat equation in two dimensions."""
    u = square(x)
    neighbours = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
    return u[1:-1, 1:-1] + 0.1 * (neighbours - 4 * u[1:-1, 1:-1])


def energy(x: Any) -> Any:
    """What the gradient of a step is taken of."""
    return np.sum(stencil(x) ** 2)


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "tanh(sin(x) exp(-x**2))": smooth,
    "... its sum and gradient": ft.value_and_grad(total),
    "Black-Scholes": black_scholes,
    "... its gradient": ft.grad(lambda x: np.sum(black_scholes(x))),
    "sum of squares": squares,
    "sums of rows": rows,
    "sums of columns": columns,
    "2-D stencil": stencil,
    "... the gradient of its energy": ft.grad(energy),
}


def times(function: Callable[[Any], Any], x: Any, several: int) -> list[float]:
    """Median seconds of a call, with one thread and with several."""
    found: dict[int, list[float]] = {1: [], several: []}
    end = time.perf_counter() + SECONDS
    while len(found[1]) < LEAST or (time.perf_counter() < end and len(found[1]) < MOST):
        for count, seconds in found.items():
            ft.set_num_threads(count)
            for _ in range(5):
                start = time.perf_counter()
                function(x)
                seconds.append(time.perf_counter() - start)
    return [median(seconds) for seconds in found.values()]


def table(several: int, largest: int) -> Iterator[str]:
    """The rows, as Markdown."""
    yield f"| | elements | 1 thread, ms | {several} threads, ms | ratio |"
    yield "|---|---:|---:|---:|---:|"
    rng = np.random.default_rng(0)
    for name, function in FUNCTIONS.items():
        compiled = ft.jit(function)
        for power in range(4, largest + 1):
            x = rng.standard_normal(10**power)
            compiled(x)
            alone, shared = times(compiled, x, several)
            yield (
                f"| {name} | 1e{power} | {1e3 * alone:.3f} | {1e3 * shared:.3f} "
                f"| {alone / shared:.2f} |"
            )


def main() -> None:
    """Print the table."""
    given = [int(word) for word in sys.argv[1:]]
    several, largest = (*given, *(2, 7)[len(given) :])
    for row in table(several, largest):
        print(row, flush=True)


if __name__ == "__main__":
    main()
