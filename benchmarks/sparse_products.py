"""Compiled products with sparse matrices against SciPy's own, by turns.

python -m benchmarks.sparse_products [rounds]

The value and gradient of ``y @ (A @ x)`` are two products, A with x and its transpose with
y; SciPy is given the transpose. Rows give medians in microseconds, and their ratio: of a
matrix whose arrays are compared at each call, and of one that nobody can write to.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np
import scipy.sparse

import functrace as ft

Row = tuple[str, float, float]

_TURN = 2e-3  # seconds that calls at a turn take, or one


def laplacian(n: int) -> Any:
    """Of five points, on a square of n by n."""
    path = scipy.sparse.csr_array(2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
    one = scipy.sparse.eye_array(n)
    return (scipy.sparse.kron(one, path) + scipy.sparse.kron(path, one)).tocsr()


def scattered(n: int) -> Any:
    """A matrix with 20 entries in a row, anywhere."""
    return scipy.sparse.random_array(
        (n, n), density=min(1.0, 20 / n), rng=0, format="csr"
    )


def read_only(matrix: Any) -> Any:
    """A copy that nobody can write to, as none of its arrays is a view of another."""
    arrays = [a.copy() for a in (matrix.data, matrix.indices, matrix.indptr)]
    for array in arrays:
        array.flags.writeable = False
    return scipy.sparse.csr_array(tuple(arrays), shape=matrix.shape)


def by_turns(functions: list[Callable[[], Any]], rounds: int) -> list[float]:
    """Median times of calls that alternate, in microseconds.

    What is short is called several times at a turn, and does not begin with the caches that
    another one left.
    """
    seconds: list[list[float]] = [[] for _ in functions]
    times = [max(1, int(_TURN / _timed(function, 2))) for function in functions]
    for _ in range(rounds):
        for function, count, own in zip(functions, times, seconds, strict=True):
            own.append(_timed(function, count))
    return [1e6 * median(own) for own in seconds]


def _timed(function: Callable[[], Any], count: int) -> float:
    began = time.perf_counter()
    for _ in range(count):
        function()
    return (time.perf_counter() - began) / count


def row(name: str, matrix: Any, columns: int, rounds: int) -> Row:
    """Times of functrace and of SciPy."""
    rng = np.random.default_rng(0)
    shape = (matrix.shape[1], columns) if columns else matrix.shape[1:]
    x, y = rng.standard_normal(shape), rng.standard_normal(shape)
    transposed = matrix.T
    ours = ft.jit(ft.value_and_grad(lambda x: np.vdot(y, matrix @ x)))

    def theirs() -> Any:
        return np.vdot(y, matrix @ x), transposed @ y

    for found, expected in zip(ours(x), theirs(), strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-10)
    mine, scipys = by_turns([lambda: ours(x), theirs], rounds)
    return name, mine, scipys


def rows(rounds: int, edges: tuple[int, ...]) -> Iterator[Row]:
    """All matrices, with vectors and with 16 columns."""
    matrices = {f"Laplacian, {n} x {n}": laplacian(n) for n in edges}
    matrices[f"20 in a row, {edges[-1] ** 2}"] = scattered(edges[-1] ** 2)
    for name, matrix in matrices.items():
        for columns, kind in ((0, "a vector"), (16, "16 columns")):
            yield row(f"{name}, {kind}", matrix, columns, rounds)
            yield row("... read-only", read_only(matrix), columns, rounds)


def main(rounds: int = 200, edges: tuple[int, ...] = (10, 100)) -> str:
    """A table."""
    lines = ["| | functrace-jit, µs | SciPy, µs | ratio |", "|---|---:|---:|---:|"]
    for name, ours, theirs in rows(rounds, edges):
        lines.append(f"| {name} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 200))
