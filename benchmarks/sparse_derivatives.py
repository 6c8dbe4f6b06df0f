"""Sparse Jacobians and Hessians against the same by hand, and SciPy's differences.

python -m benchmarks.sparse_derivatives [rounds]

Rows give medians in microseconds, measured by turns: the entries alone as a compiled function
has them, the array of SciPy that is made of them, a loop by hand that knows the pattern,
compiled with Numba, and differences with the pattern given (`scipy.optimize`'s); then what it
takes to find the pattern, and its colours.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from scipy.optimize._numdiff import approx_derivative

import functrace as ft
from benchmarks.sparse_products import by_turns
from functrace.primitives._dependence.colouring import columns_of

Call = Callable[[], Any]

# -- a nonlinear Poisson equation ------------------------------------------------------


def bratu(u: Any) -> Any:
    """The residual on a square."""
    n = math.isqrt(u.size)
    grid = np.pad(u.reshape(n, n), 1)
    around = grid[2:, 1:-1] + grid[:-2, 1:-1] + grid[1:-1, 2:] + grid[1:-1, :-2]
    return (
        ((n + 1) ** 2) * (4 * grid[1:-1, 1:-1] - around) - np.exp(grid[1:-1, 1:-1])
    ).ravel()


@numba.njit
def bratu_by_hand(u: Any) -> Any:
    """The entries of its Jacobian, by rows."""
    n = int(math.sqrt(u.size))
    out = np.empty(5 * u.size - 4 * n)
    scale, k = float((n + 1) ** 2), 0
    for i in range(n):
        for j in range(n):
            if i > 0:
                out[k] = -scale
                k += 1
            if j > 0:
                out[k] = -scale
                k += 1
            out[k] = 4 * scale - math.exp(u[i * n + j])
            k += 1
            if j < n - 1:
                out[k] = -scale
                k += 1
            if i < n - 1:
                out[k] = -scale
                k += 1
    return out


# -- a chained Rosenbrock function -----------------------------------------------------


def rosenbrock(x: Any) -> Any:
    """A sum over neighbours."""
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


@numba.njit
def rosenbrock_by_hand(x: Any) -> Any:
    """The entries of its Hessian, by rows."""
    n = x.size
    out = np.empty(3 * n - 2)
    k = 0
    for i in range(n):
        if i > 0:
            out[k] = -400 * x[i - 1]
            k += 1
        diagonal = 200.0 if i > 0 else 0.0
        if i < n - 1:
            diagonal += 1200 * x[i] ** 2 - 400 * x[i + 1] + 2
        out[k] = diagonal
        k += 1
        if i < n - 1:
            out[k] = -400 * x[i]
            k += 1
    return out


# -- the table -------------------------------------------------------------------------


def problems(sizes: tuple[int, int]) -> Iterator[tuple[str, Any, Any, Any]]:
    """A name, a function of which the Jacobian is taken, where, and that by hand."""
    rng = np.random.default_rng(0)
    yield "Jacobian, Bratu", bratu, rng.normal(size=sizes[0]), bratu_by_hand
    for size in sizes:
        x = rng.normal(size=size)
        yield "Hessian, Rosenbrock", ft.grad(rosenbrock), x, rosenbrock_by_hand


def main(rounds: int = 15, sizes: tuple[int, int] = (10_000, 100_000)) -> str:
    """The table."""
    heads = "problem", "unknowns", "entries", "array", "by hand", "differences"
    lines = [
        f"| {' | '.join(heads)} | pattern | colours |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, fun, x, by_hand in problems(sizes):
        jacobian = ft.sparse_jacobian(fun)
        entries = ft.jit(lambda x, f=jacobian: f(x).data)
        found = jacobian(x)
        np.testing.assert_allclose(entries(x), by_hand(x), rtol=1e-9, atol=1e-9)
        pattern = ft.sparsity(fun)(x)
        given = found, pattern.columns.colours
        plain = ft.jit(fun)
        calls = [
            lambda f=entries, x=x: f(x),
            lambda f=jacobian, x=x: f(x),
            lambda f=by_hand, x=x: f(x),
            lambda f=plain, x=x, s=given: approx_derivative(f, x, sparsity=s),
            lambda f=fun, x=x: ft.sparsity(f)(x),
            lambda p=pattern.pattern: columns_of(p),
        ]
        times = by_turns(calls, rounds)
        cells = " | ".join(f"{t:.0f}" for t in times)
        lines.append(f"| {name} | {x.size} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 15))
