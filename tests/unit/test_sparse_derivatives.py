"""Sparse Jacobians and Hessians: no entry is missing, and few are there for nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.linalg

import functrace as ft
from functrace.primitives._dependence.colouring import columns_of, is_valid

MATRIX: Any = sp.csr_array(np.diag(np.ones(11), 1) - 2 * np.eye(12))
X = np.random.default_rng(0).uniform(0.5, 1.5, 12)


def rosenbrock(x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def laplace(u: Any) -> Any:
    grid = np.pad(u.reshape(3, 4), 1)
    around = grid[2:, 1:-1] + grid[:-2, 1:-1] + grid[1:-1, 2:] + grid[1:-1, :-2]
    return (4 * grid[1:-1, 1:-1] - around - np.exp(grid[1:-1, 1:-1])).ravel()


def steps(u: Any) -> Any:
    for _ in range(3):
        u = u + 0.1 * (np.roll(u, 1) - 2 * u + np.roll(u, -1)) * u
    return u


def recurrence(x: Any) -> Any:
    u = np.zeros(x.size)
    u[0] = x[0]
    for i in range(1, x.size):
        u[i] = np.sin(x[i]) * x[i - 1]
    return u


def places(x: Any) -> Any:
    return x[np.array([0, 3, 3, 7])] * x[np.array([1, 1, 2, 11])]


def masks(x: Any) -> Any:
    return np.where(np.arange(x.size) % 3 == 0, x**2, x[::-1])


def products(x: Any) -> Any:
    matrix = np.diag(np.arange(1.0, 5.0)) + np.diag(np.ones(3), 1)
    return matrix @ x[:4] * x[4:8]


def sums(x: Any) -> Any:
    return np.concatenate([x.reshape(3, 4).sum(0), np.cumsum(x[:3]), [x.prod()]])


def writes(x: Any) -> Any:
    y = np.zeros((3, 4))
    y[1] = x[:4]
    y[:, 2] += x[4:7] ** 2
    y[np.array([0, 2]), np.array([0, 3])] = x[10:]
    return y


def branches(x: Any) -> Any:
    return x[:3] * 2 if x[0] > 1 else x[3:6] ** 2


def until(x: Any) -> Any:
    y = x[:4]
    while np.sum(y) < 100:
        y = y + x[4:8] ** 2
    return y


def scanned(x: Any) -> Any:
    def cell(carry: Any, row: Any) -> Any:
        carry = np.roll(carry, 1) * row[0] + x[:4]
        return carry, carry[:2]

    last, rows = ft.scan(cell, x[4:8], x.reshape(6, 2), reverse=True)
    return np.concatenate([last, np.ravel(rows)])


def counted(x: Any) -> Any:
    u = x[:4]
    for i in range(5):
        u = np.roll(u, 1) * x[4 + i]
    return u


def sparse_matrix(x: Any) -> Any:
    return MATRIX @ x**2


FUNCTIONS = [
    *(
        laplace,
        steps,
        recurrence,
        places,
        masks,
        products,
        sums,
        writes,
        branches,
        scanned,
        counted,
    ),
    *(until, sparse_matrix, ft.grad(rosenbrock)),
]
INEXACT = {
    branches: 6,
    until: 8,
}  # how many entries there are, if not those of one point


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda f: getattr(f, "__name__", "f"))
def test_as_dense(fun: Any) -> None:
    dense = np.asarray(ft.jacobian(fun)(X)).reshape(-1, X.size)
    found = ft.sparse_jacobian(fun)(X)
    np.testing.assert_allclose(found.toarray(), dense, rtol=1e-12, atol=1e-14)
    assert found.nnz == INEXACT.get(fun, np.count_nonzero(dense))


def test_formats_and_transforms() -> None:
    dense = ft.jacobian(laplace)(X)
    for kind in ("csr", "csc", "coo"):
        found = ft.sparse_jacobian(laplace, format=kind)(X)
        assert found.format == kind
        np.testing.assert_allclose(found.toarray(), dense)
    jitted = ft.jit(lambda x: ft.sparse_jacobian(laplace)(x) @ x)
    np.testing.assert_allclose(jitted(X), dense @ X)
    batch = np.stack([X, 2 * X])
    found = ft.vmap(lambda x: ft.sparse_jacobian(laplace)(x).toarray())(batch)
    np.testing.assert_allclose(found, [ft.jacobian(laplace)(x) for x in batch])

    def of_entries(x: Any) -> Any:
        return np.sum(np.sin(ft.sparse_hessian(rosenbrock)(x).data))

    def of_dense(x: Any) -> Any:
        return np.sum(np.sin(ft.hessian(rosenbrock)(x)))

    np.testing.assert_allclose(ft.grad(of_entries)(X), ft.grad(of_dense)(X), rtol=1e-9)


def test_hessians() -> None:
    found = ft.sparse_hessian(rosenbrock)(X)
    np.testing.assert_allclose(found.toarray(), ft.hessian(rosenbrock)(X), rtol=1e-12)
    assert found.nnz == 3 * X.size - 2
    linear = ft.sparse_hessian(lambda x: x @ np.arange(12.0) + x[0] * x[3])(X)
    assert linear.nnz == 2


def test_cotangents_where_they_are_fewer() -> None:
    def dense_row(x: Any) -> Any:
        return np.array([np.sum(x**2), np.prod(x)])

    found = ft.sparsity(dense_row)(X)
    assert (found.columns.total, found.rows.total) == (12, 2)
    np.testing.assert_allclose(
        ft.sparse_jacobian(dense_row)(X).toarray(), ft.jacobian(dense_row)(X)
    )


def test_pytrees_arguments_and_auxiliary_data() -> None:
    def fun(a: Any, k: int, p: Any) -> Any:
        return {"u": a * p["s"], "v": a[1:] * p["t"]}, k

    a, p = np.arange(1.0, 4.0), {"s": np.ones(3), "t": 2.0}
    blocks, aux = ft.sparse_jacobian(fun, (0, "p"), has_aux=True)(a, 3, p)
    assert aux == 3
    dense = ft.jacobian(lambda a, p: fun(a, 3, p)[0], (0, 1))(a, p)
    for name in ("u", "v"):
        by_a, by_p = blocks[name]
        expected_a, expected_p = dense[name]
        np.testing.assert_allclose(by_a.toarray(), expected_a)
        np.testing.assert_allclose(by_p["s"].toarray(), expected_p["s"])
        column = np.asarray(expected_p["t"]).reshape(-1, 1)
        np.testing.assert_allclose(by_p["t"].toarray(), column)
    assert blocks["u"][0].nnz == 3
    assert blocks["u"][1]["t"].nnz == 0


def test_what_is_captured_is_followed() -> None:
    index = [0]

    def fun(x: Any) -> Any:
        return x[index[0]] * x[1:3]

    jacobian = ft.sparse_jacobian(fun)
    for place in (0, 5):
        index[0] = place
        np.testing.assert_allclose(jacobian(X).toarray(), ft.jacobian(fun)(X))

    def traced(x: Any, y: Any) -> Any:
        return ft.sparse_jacobian(lambda x: x * y)(x) @ y

    given = X, X**2
    np.testing.assert_allclose(ft.jacobian(traced, 1)(*given), np.diag(2 * given[1]))


def test_solvers_get_scipys_arrays() -> None:
    def chain(u: Any) -> Any:
        around = np.zeros(14)
        around[1:-1] = u
        return 3 * u - around[2:] - around[:-2] + u**3

    jacobian = ft.sparse_jacobian(chain, format="csc")

    @ft.custom_root(lambda u, b: chain(u) - b)
    def solve(u: Any, b: Any) -> Any:
        for _ in range(12):
            u = u - scipy.sparse.linalg.spsolve(jacobian(u), chain(u) - b)
        return u

    slope = ft.jacobian(solve, 1)(np.zeros(12), X)
    matrix = jacobian(solve(np.zeros(12), X)).toarray()
    np.testing.assert_allclose(slope, np.linalg.inv(matrix), rtol=1e-6)


def test_sparsity() -> None:
    found = ft.sparsity(ft.grad(rosenbrock))(X)
    assert found.shape == (12, 12)
    assert found.structure == "banded (1 below, 1 above the diagonal)"
    assert found.columns.total == 3
    assert repr(found).startswith("<Sparsity: 12 x 12, 34 entries, banded")
    assert found._repr_svg_().count("h1v1") == 34
    kinds = {
        "diagonal": np.sin,
        "zero": lambda x: np.floor(x),
        "dense": lambda x: x * np.sum(x),
        "lower triangular": np.cumsum,
        "upper triangular": lambda x: np.cumsum(x[::-1])[::-1],
        "general": lambda x: x[:5],
    }
    for name, fun in kinds.items():
        assert ft.sparsity(fun)(X).structure == name
    assert ft.sparsity(lambda x: x[:0])(X).nnz == 0
    assert ft.sparse_jacobian(lambda x: x[:0])(X).shape == (0, 12)


def test_colours() -> None:
    rng = np.random.default_rng(1)
    for density in (0.01, 0.05, 0.3):
        pattern: Any = sp.random_array((60, 80), density=density, rng=rng, format="csr")
        found = columns_of(pattern)
        assert is_valid(pattern, found.colours)
        assert found.total == found.colours.max() + 1
        assert found.total >= np.diff(pattern.indptr).max()
        if density == 0.3:
            assert not is_valid(pattern, np.zeros(80, int))


def test_other_numbers_are_refused() -> None:
    for x in (np.arange(3), np.ones(3, complex)):
        with pytest.raises(ft.DtypeError, match="sparse derivatives"):
            ft.sparse_jacobian(np.square)(x)
    with pytest.raises(ft.DtypeError, match="sparse derivatives"):
        ft.sparse_jacobian(lambda x: x * 1j)(X)
    with pytest.raises(ft.PytreeMismatchError, match="pair"):
        ft.sparse_jacobian(np.square, has_aux=True)(X)
