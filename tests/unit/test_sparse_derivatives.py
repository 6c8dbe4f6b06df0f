"""Sparse Jacobians and Hessians: no entry is missing, and few are there for nothing."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.linalg

import functrace as ft
from functrace.primitives._dependence.colouring import columns_of, is_valid, star_of
from functrace.primitives._dependence.compression import compression_of
from functrace.primitives._dependence.powers import _power, _split, _times, power

MATRIX: Any = sp.csr_array(np.diag(np.ones(11), 1) - 2 * np.eye(12))
_OUTER = np.eye(6) + np.eye(6, k=2) + np.eye(6, k=-3)
KRONECKER = np.kron(_OUTER, np.array([[1.0, 1.0], [0.0, 1.0]]))
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
        "block-diagonal (4 blocks of 3, permuted)": lambda x: (
            x * np.tile(x.reshape(3, 4).sum(0), 3)
        ),
        "arrowhead (1 dense row, 1 dense column and a diagonal)": ft.grad(
            lambda x: x[0] * np.sum(np.sin(x))
        ),
        "Kronecker product (6 x 6 by 2 x 2)": lambda x: KRONECKER @ x,
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


def grid(*lengths: int) -> Any:
    """Neighbours on a lattice."""
    total: Any = sp.csr_array((1, 1))
    for n in lengths:
        line = sp.diags_array(np.ones((2, n - 1)), offsets=(-1, 1))
        eyes = sp.eye_array(total.shape[0]), sp.eye_array(n)
        total = sp.kron(total, eyes[1]) + sp.kron(eyes[0], line)
    pattern = sp.csr_array(total + sp.eye_array(total.shape[0])).astype(bool)
    pattern.sort_indices()
    return pattern


def arrow(n: int) -> Any:
    pattern: Any = sp.lil_array((n, n), dtype=bool)
    pattern.setdiag(True)
    pattern[0] = pattern[:, 0] = True
    return pattern.tocsr()


def scattered(n: int, density: float, *, symmetric: bool = False) -> Any:
    rng = np.random.default_rng(n)
    pattern: Any = sp.random_array((n, n + 5), density=density, rng=rng).tocsr()
    if symmetric:
        pattern = pattern[:, :n] + pattern[:, :n].T + sp.eye_array(n)
    pattern = sp.csr_array(pattern).astype(bool)
    pattern.sort_indices()
    return pattern


def test_colours() -> None:
    for pattern in (*(scattered(60, d) for d in (0.01, 0.05, 0.3)), grid(9, 9)):
        found = columns_of(pattern)
        assert is_valid(pattern, found.colours)
        assert found.total == found.colours.max() + 1
        assert found.total >= np.diff(pattern.indptr).max()
        again = columns_of(pattern)
        np.testing.assert_array_equal(found.colours, again.colours)
    assert not is_valid(grid(9, 9), np.zeros(81, int))
    assert columns_of(grid(20, 20)).total == 5  # the fewest that there can be
    assert columns_of(sp.csr_array((3, 0), dtype=bool)).total == 0


def paths_of_two_colours(pattern: Any, colours: np.ndarray) -> int:
    """Paths of four vertices of two colours: what a star colouring has none of."""
    dense = pattern.toarray()
    np.fill_diagonal(dense, val=False)
    around = [np.flatnonzero(row) for row in dense]
    return sum(
        colours[a] == colours[c] and colours[b] == colours[d]
        for b in range(len(around))
        for c in around[b]
        for a in around[b]
        for d in around[c]
        if len({a, int(b), c, d}) == 4
    )


@pytest.mark.parametrize(
    "pattern",
    [
        grid(30),
        grid(7, 8),
        grid(4, 4, 4),
        arrow(40),
        scattered(50, 0.05, symmetric=True),
    ],
    ids=["path", "plane", "space", "arrow", "scattered"],
)
def test_stars(pattern: Any) -> None:
    found = star_of(pattern)
    entries = pattern.tocoo()
    apart = entries.row != entries.col
    assert np.all(found.colours[entries.row] != found.colours[entries.col], where=apart)
    assert not paths_of_two_colours(pattern, found.colours)
    assert found.total <= columns_of(pattern).total


def test_dense_rows_and_columns_are_apart() -> None:
    found = compression_of(arrow(50))
    assert found.is_whole
    assert found.tangents.total + found.cotangents.total == 3
    symmetric = compression_of(arrow(50), symmetric=True)
    assert symmetric.is_whole
    assert (symmetric.tangents.total, symmetric.cotangents.total) == (2, 0)

    def both(x: Any) -> Any:
        rows = [np.sum(x**2), np.prod(x), *(x[1:] * x[0])]
        return np.array(rows)

    np.testing.assert_allclose(
        ft.sparse_jacobian(both)(X).toarray(), ft.jacobian(both)(X), rtol=1e-12
    )


@pytest.mark.slow
def test_hessians_by_symmetry() -> None:
    def chained(x: Any) -> Any:
        return np.sum(np.sin(x[0] * x)) + np.sum(x[1:-1] * x[2:] ** 2)

    x = np.linspace(0.1, 1.0, 40)
    expected = ft.hessian(chained)(x)
    found = ft.sparse_hessian(chained)(x)
    np.testing.assert_allclose(found.toarray(), expected, rtol=1e-12, atol=1e-12)
    text = ft.jit(ft.sparse_hessian(chained)).lower(x).explain()
    assert "sparse_hessian: 194 of 40 x 40 entries, from" in text
    assert int(text.split("from ")[1].split()[0]) <= 6


def test_patterns_and_colours_of_the_user() -> None:
    expected = ft.jacobian(laplace)(X)
    pattern = ft.sparsity(laplace)(X)
    for given in (pattern, pattern.pattern, pattern.pattern.toarray()):
        jacobian = ft.sparse_jacobian(laplace, sparsity=given, check=True)
        np.testing.assert_allclose(jacobian(X).toarray(), expected)
    colours = 3 * pattern.columns.colours + 7
    found = ft.sparse_jacobian(laplace, colors=colours)(X)
    np.testing.assert_allclose(found.toarray(), expected)
    with pytest.raises(ValueError, match="one colour"):
        ft.sparse_jacobian(laplace, colors=np.zeros(12, int))(X)
    for colors in (np.zeros(11, int), np.zeros(12)):
        with pytest.raises(
            ft.ShapeError, match="a colour, an integer, for each column"
        ):
            ft.sparse_jacobian(laplace, colors=colors)(X)
    with pytest.raises(ft.ShapeError, match="another shape"):
        ft.sparse_jacobian(laplace, sparsity=np.eye(11))(X)
    with pytest.raises(ValueError, match="lacks entries"):
        ft.sparse_jacobian(laplace, sparsity=np.eye(12), check=True)(X)
    three = np.arange(12) % 3
    found = ft.sparse_hessian(rosenbrock, colors=three)(X)
    np.testing.assert_allclose(found.toarray(), ft.hessian(rosenbrock)(X))


def test_results_are_the_users_own() -> None:
    jacobian = ft.sparse_jacobian(laplace)
    first, second = jacobian(X), jacobian(X)
    first.data[:] = 0
    first.indices[:] = 0
    np.testing.assert_allclose(second.toarray(), ft.jacobian(laplace)(X))
    np.testing.assert_allclose(jacobian(X).toarray(), ft.jacobian(laplace)(X))
    assert jacobian(X).has_canonical_format


def test_directions_that_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("functrace.engine.folding._LITTLE", 0)
    for fun in (laplace, scanned, products):
        dense = np.asarray(ft.jacobian(fun)(X)).reshape(-1, X.size)
        found = ft.sparse_jacobian(fun)(X)
        np.testing.assert_allclose(found.toarray(), dense, rtol=1e-12, atol=1e-14)


@pytest.mark.slow
def test_powers_of_patterns() -> None:
    rng = np.random.default_rng(0)
    for seed in range(60):
        n, exponent = (int(k) for k in rng.integers(1, 20, 2))
        dense = rng.random((n, n)) < rng.choice([0.05, 0.2])
        if seed % 2:
            dense = np.roll(np.eye(n), 1 + seed % 3, 1) + np.eye(n, k=2) > 0
        expected = np.linalg.matrix_power(dense.astype(object), exponent) > 0
        pattern: Any = sp.csr_array(dense)
        np.testing.assert_array_equal(power(pattern, exponent).toarray(), expected)
        by_products = _power(pattern, exponent, lambda a, b: a @ b)
        np.testing.assert_array_equal(by_products.toarray(), expected)
        split = _split(pattern)
        if split is not None:
            found = _power(split, exponent, _times).joined()
            np.testing.assert_array_equal(found.toarray(), expected)


def test_batches_share_a_pattern_and_third_derivatives() -> None:
    def scaled(x: Any, a: Any) -> Any:
        return a * laplace(x)

    batch = np.stack([X, X**2])
    found = ft.vmap(lambda a: ft.sparse_jacobian(scaled)(X, a).data)(batch)
    expected = [ft.sparse_jacobian(scaled)(X, a).data for a in batch]
    np.testing.assert_allclose(found, expected)

    def cubic(x: Any) -> Any:
        return np.sum(x[1:] ** 2 * x[:-1])

    direction = np.cos(X)

    def along(t: Any) -> Any:
        return ft.sparse_hessian(cubic)(X + t * direction).toarray()

    third = ft.jacfwd(ft.hessian(cubic))(X) @ direction
    np.testing.assert_allclose(ft.jacfwd(along)(0.0), third, atol=1e-12)
    third = ft.sparse_jacobian(lambda x: ft.sparse_hessian(cubic)(x).data)(X)
    assert third.nnz == 3 * X.size - 3


def test_other_numbers_are_refused() -> None:
    for x in (np.arange(3), np.ones(3, complex)):
        with pytest.raises(ft.DtypeError, match="sparse derivatives"):
            ft.sparse_jacobian(np.square)(x)
    with pytest.raises(ft.DtypeError, match="sparse derivatives"):
        ft.sparse_jacobian(lambda x: x * 1j)(X)
    with pytest.raises(ft.PytreeMismatchError, match="pair"):
        ft.sparse_jacobian(np.square, has_aux=True)(X)


def test_the_first_call_takes_little_more_memory_than_its_result() -> None:
    hessian = ft.jit(ft.sparse_hessian(rosenbrock))
    hessian(X)  # what is imported
    many = np.linspace(0.0, 1.0, 100_000)
    tracemalloc.start()
    try:
        found = hessian(many)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    size = found.data.nbytes + found.indices.nbytes + found.indptr.nbytes
    assert peak < 3.5 * size
