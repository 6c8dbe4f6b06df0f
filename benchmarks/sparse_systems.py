"""Systems with sparse matrices, and their gradients, against SciPy's and Numba's, by hand.

python -m benchmarks.sparse_systems [rounds]

The matrix is that of five points on a square; the gradient of the sum of the squares of the
solution is taken with respect to all its entries. Written by hand, it is a second system,
and the product of both solutions where there are entries. Medians in milliseconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import scipy.sparse.linalg

import functrace as ft
from benchmarks.sparse_products import by_turns, laplacian
from functrace.scipy import sparse
from functrace.scipy.sparse import linalg

_RTOL = 1e-8


@numba.njit
def _product(data: Any, indices: Any, indptr: Any, x: Any) -> Any:
    out = np.zeros(x.size)
    for i in range(x.size):
        for k in range(indptr[i], indptr[i + 1]):
            out[i] += data[k] * x[indices[k]]
    return out


@numba.njit
def _cg(data: Any, indices: Any, indptr: Any, b: Any, rtol: float) -> Any:
    x, r, p = np.zeros(b.size), b.copy(), b.copy()
    rho, bound = r @ r, rtol * np.sqrt(b @ b)
    while np.sqrt(rho) >= bound:
        q = _product(data, indices, indptr, p)
        alpha = rho / (p @ q)
        x += alpha * p
        r -= alpha * q
        found = r @ r
        p = r + found / rho * p
        rho = found
    return x


@numba.njit
def _cg_gradient(data: Any, indices: Any, indptr: Any, b: Any, rtol: float) -> Any:
    x = _cg(data, indices, indptr, b, rtol)
    y = _cg(data, indices, indptr, 2 * x, rtol)
    out = np.empty(data.size)
    for i in range(b.size):
        for k in range(indptr[i], indptr[i + 1]):
            out[k] = -y[i] * x[indices[k]]
    return out


def direct(n: int, rounds: int) -> dict[str, float]:
    """Times of `spsolve`, of SciPy's, and with the gradient."""
    matrix = laplacian(n).tocsc()
    b, count = np.cos(np.arange(n * n)), iter(range(1_000_000))

    def loss(data: Any) -> Any:
        a = sparse.csc_array((data, matrix.indices, matrix.indptr), matrix.shape)
        return np.sum(linalg.spsolve(a, b) ** 2)

    def fresh() -> Any:  # no factors are found again
        return matrix.data * (1 + 1e-6 * next(count))

    def scipys() -> Any:
        data = fresh()
        a = scipy.sparse.csc_array((data, matrix.indices, matrix.indptr))
        return np.sum(scipy.sparse.linalg.spsolve(a, b) ** 2)

    value, gradient = ft.jit(loss), ft.jit(ft.value_and_grad(loss))
    calls: dict[str, Callable[[], Any]] = {
        "spsolve, SciPy": scipys,
        "spsolve, functrace-jit": lambda: value(fresh()),
        "spsolve and gradient, functrace": lambda: ft.value_and_grad(loss)(fresh()),
        "spsolve and gradient, functrace-jit": lambda: gradient(fresh()),
    }
    return timed(calls, rounds)


def iterated(n: int, rounds: int) -> dict[str, float]:
    """Times of `cg` and its gradient, and of both by hand."""
    matrix = laplacian(n)
    b, rows = np.cos(np.arange(n * n)), matrix.tocoo().row

    def loss(data: Any) -> Any:
        a = sparse.csr_array((data, matrix.indices, matrix.indptr), matrix.shape)
        return np.sum(linalg.cg(a, b, rtol=_RTOL)[0] ** 2)

    def scipys() -> Any:
        x = scipy.sparse.linalg.cg(matrix, b, rtol=_RTOL)[0]
        y = scipy.sparse.linalg.cg(matrix, 2 * x, rtol=_RTOL)[0]
        return -y[rows] * x[matrix.indices]

    arrays = matrix.data, matrix.indices, matrix.indptr
    gradient = ft.jit(ft.grad(loss))
    calls: dict[str, Callable[[], Any]] = {
        "gradient by cg, SciPy by hand": scipys,
        "gradient by cg, Numba by hand": lambda: _cg_gradient(*arrays, b, _RTOL),
        "gradient by cg, functrace-jit": lambda: gradient(matrix.data),
    }
    expected = scipys()
    for call in calls.values():
        size = np.max(np.abs(expected))
        np.testing.assert_allclose(call(), expected, atol=1e-4 * size)
    return timed(calls, rounds)


def timed(calls: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """Median times in milliseconds, after a first call."""
    for call in calls.values():
        call()
    times = by_turns(list(calls.values()), rounds)
    return {name: t / 1e3 for name, t in zip(calls, times, strict=True)}


def main(rounds: int = 20, n: int = 100) -> str:
    """A table."""
    found = {**direct(n, rounds), **iterated(n, rounds)}
    lines = [f"| {n * n} unknowns | ms |", "|---|---:|"]
    return "\n".join([*lines, *(f"| {name} | {t:.2f} |" for name, t in found.items())])


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if sys.argv[1:] else 20))
