"""Sparse Jacobians and Hessians against the same by hand, and SciPy's differences.

python -m benchmarks.sparse_derivatives [rounds]

The first table gives medians in microseconds, measured by turns: the entries alone as a
compiled function has them, the array of SciPy that is made of them, a loop by hand that knows
the pattern, compiled with Numba, and differences with the pattern given (`scipy.optimize`'s).
The second gives milliseconds until the function is traced, and pattern and colours are found,
or terms with both; of CasADi and asdex, where they are installed, until there is a function.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, NamedTuple

import numba
import numpy as np
from scipy.optimize._numdiff import approx_derivative

import functrace as ft
from benchmarks.scattered_energies import (
    energy_of_numbers,
    energy_of_points,
    numbers_by_hand,
    points_by_hand,
)
from benchmarks.sparse_peers import have_an_answer, installed
from benchmarks.sparse_products import by_turns
from functrace.primitives._dependence.colouring import columns_of
from functrace.primitives._dependence.compression import compression_of
from functrace.scipy._sparsity import OfChosen
from functrace.scipy._terms import by_terms

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


# -- steps of a diffusion, as a loop ---------------------------------------------------


def steps(u: Any) -> Any:
    """Fifty explicit steps on an interval."""
    for _ in range(50):
        v = np.zeros_like(u)
        v[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2]) - 0.01 * u[1:-1] ** 2
        u = v
    return u


_REACH = 50  # steps, and elements on either side that an element depends on


@numba.njit
def steps_by_hand(u: Any) -> Any:
    """The entries of its Jacobian, by rows: diagonals are added step by step."""
    n, wide = u.size, 2 * _REACH + 3
    old, new = np.zeros((n, wide)), np.zeros((n, wide))
    old[:, _REACH + 1] = 1.0  # in row i, column k is of element i + k - _REACH - 1
    v = np.zeros(n)
    for step in range(1, _REACH + 1):
        low, high = _REACH + 1 - step, _REACH + 2 + step
        for i in range(1, n - 1):
            v[i] = u[i] + 0.1 * (u[i + 1] - 2 * u[i] + u[i - 1]) - 0.01 * u[i] ** 2
            own = 0.8 - 0.02 * u[i]
            here, before, after, row = old[i], old[i - 1], old[i + 1], new[i]
            for k in range(low, high):
                row[k] = own * here[k] + 0.1 * (before[k + 1] + after[k - 1])
        if step == 1:
            old[0] = old[n - 1] = 0.0
        old, new = new, old
        u, v = v, (np.zeros(n) if step == 1 else u)
    out = np.empty((n - 2) * (2 * _REACH + 1))
    count = 0
    for i in range(1, n - 1):
        for column in range(max(0, i - _REACH), min(n, i + _REACH + 1)):
            out[count] = old[i, column - i + _REACH + 1]
            count += 1
    return out[:count]


# -- the tables ------------------------------------------------------------------------


class Problem(NamedTuple):
    """What is differentiated once more, its sparse derivative, and the entries by hand."""

    name: str
    x: np.ndarray
    fun: Any
    derivative: Any
    by_hand: Any


def problems(sizes: tuple[int, int]) -> Iterator[Problem]:
    """Those of both tables."""
    rng = np.random.default_rng(0)
    jacobian, hessian = ft.sparse_jacobian(bratu), ft.sparse_hessian(rosenbrock)
    slope = ft.grad(rosenbrock)
    yield Problem(
        "Jacobian, Bratu", rng.normal(size=sizes[0]), bratu, jacobian, bratu_by_hand
    )
    for size in sizes:
        x = rng.normal(size=size)
        yield Problem("Hessian, Rosenbrock", x, slope, hessian, rosenbrock_by_hand)
    for name, make, hand in (
        ("Hessian, pairs", energy_of_numbers, numbers_by_hand),
        ("Hessian, points", energy_of_points, points_by_hand),
    ):
        for size in sizes:
            size -= size % 3  # noqa: PLW2901
            energy, x = make(size), rng.normal(size=size)
            hessian = ft.sparse_hessian(energy)
            by_hand = hand(size, hessian(x))
            yield Problem(name, x, ft.grad(energy), hessian, by_hand)
    x, jacobian = np.linspace(0, 1, sizes[0]), ft.sparse_jacobian(steps)
    yield Problem("50 steps", x, steps, jacobian, steps_by_hand)


def best(function: Callable[[], Any], rounds: int) -> tuple[Any, float]:
    """What a function gives, and the fewest milliseconds of this process that it takes."""
    found, least = None, math.inf
    for _ in range(rounds):
        began = process_time()
        found = function()
        least = min(least, 1e3 * (process_time() - began))
    return found, least


def evaluations(rounds: int, sizes: tuple[int, int]) -> Iterator[str]:
    """Microseconds of one evaluation, by turns."""
    peers = installed()
    heads = "problem", "unknowns", "entries", "array", "by hand", "differences", *peers
    yield f"| {' | '.join(heads)} |"
    yield f"|---|{'---:|' * (len(heads) - 1)}"
    for name, x, fun, derivative, by_hand in problems(sizes):
        entries = ft.jit(lambda x, f=derivative: f(x).data)
        found = derivative(x)
        np.testing.assert_allclose(entries(x), by_hand(x), rtol=1e-9, atol=1e-9)
        given = found, columns_of(found).colours
        plain = ft.jit(fun)
        calls = [
            lambda f=entries, x=x: f(x),
            lambda f=derivative, x=x: f(x),
            lambda f=by_hand, x=x: f(x),
            lambda f=plain, x=x, s=given: approx_derivative(f, x, sparsity=s),
        ]
        asked = [*peers.values()] if have_an_answer(name, x.size) else []
        for peer in asked:
            prepare, evaluate = peer(name, x)
            call = evaluate(prepare())
            total = np.sum(np.abs(np.asarray(call())))
            np.testing.assert_allclose(total, np.sum(np.abs(by_hand(x))), rtol=1e-9)
            calls.append(call)
        cells = [f"{t:.0f}" for t in by_turns(calls, rounds)]
        cells += [""] * (len(peers) - len(asked))
        yield f"| {name} | {x.size} | {' | '.join(cells)} |"


def preparations(rounds: int, sizes: tuple[int, int]) -> Iterator[str]:
    """Milliseconds of processor time until there is a program, the best of some."""
    peers = installed()
    heads = "problem", "unknowns", "trace", "pattern", "colours", "number", *peers
    yield f"| {' | '.join(heads)} |"
    yield f"|---|{'---:|' * (len(heads) - 1)}"
    for name, x, fun, *_ in problems(sizes):
        of = OfChosen(fun, argnums=0)
        traced, *first = best(lambda of=of, x=x: of.traced("traced", (x,), {}), rounds)
        symmetric = name.startswith("Hessian")
        terms, *third = best(
            lambda t=traced, s=symmetric: by_terms(t, symmetric=s), rounds
        )
        if terms is None:
            found, *second = best(traced.sparsity, rounds)
            compression, *third = best(
                lambda p=found.pattern, s=symmetric: compression_of(p, symmetric=s),
                rounds,
            )
            number = compression.tangents.total
        else:
            second = [0.0]
            number = max(x.compression.tangents.total for x in terms.layouts)
        cells = [f"{t:.1f}" for t in (*first, *second, *third)]
        cells.append(str(number))
        asked = have_an_answer(name, x.size)
        cells += [
            f"{best(peer(name, x)[0], 2)[1]:.0f}" if asked else ""
            for peer in peers.values()
        ]
        yield f"| {name} | {x.size} | {' | '.join(cells)} |"


def main(rounds: int = 15, sizes: tuple[int, int] = (10_000, 100_000)) -> str:
    """Both tables."""
    tables = evaluations(rounds, sizes), preparations(min(rounds, 5), sizes)
    return "\n\n".join("\n".join(table) for table in tables)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 15))
