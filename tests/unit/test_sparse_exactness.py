"""Patterns are exact where what is computed is told by its indices; and at one point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import functrace as ft
from functrace.primitives._dependence.colouring import acyclic_of, columns_of, star_of
from functrace.scipy.sparse import SparseArray

RNG = np.random.default_rng(3)
X = RNG.normal(size=24)
MATRICES = RNG.normal(size=(8, 3, 3)) + 4 * np.eye(3)
TRIANGLES = RNG.permutation(24).reshape(8, 3)
WEIGHTS = RNG.normal(size=(8, 3, 2))


def scaled(x: Any) -> Any:
    return MATRICES * x.reshape(8, 3)[:, :, None]


EXACT = {
    "einsum of elements": lambda x: np.einsum("eid,ei->ed", WEIGHTS, x[TRIANGLES]),
    "einsum": lambda x: np.einsum("ij,ij->i", x.reshape(6, 4), x.reshape(6, 4)[::-1]),
    "outer": lambda x: np.outer(x[:3], x[3:6]),
    "zeros of a stack": lambda x: (MATRICES * np.eye(3)) @ x.reshape(8, 3, 1),
    "a stack and a matrix": lambda x: x.reshape(4, 2, 3) @ np.diag([1.0, 0.0, 2.0]),
    "broadcast stacks": lambda x: x[:6].reshape(2, 1, 3) @ MATRICES[:2, None],
    "a vector": lambda x: x.reshape(8, 3) @ np.array([1.0, 0.0, 2.0]),
    "cross": lambda x: np.cross(x.reshape(8, 3), x.reshape(8, 3)[::-1] + 1),
    "convolve": lambda x: np.convolve(x, [1.0, 0.0, 3.0]),
    "correlate": lambda x: np.correlate(x, x[:3] + 2),
    "solve": lambda x: np.linalg.solve(MATRICES, x.reshape(8, 3, 1)),
    "solve of one matrix": lambda x: np.linalg.solve(MATRICES[0], x.reshape(8, 3, 1)),
    "det": lambda x: np.linalg.det(scaled(x)),
    "inv": lambda x: np.sum(np.linalg.inv(scaled(x)), axis=(1, 2)),
    "eigvalsh": lambda x: np.linalg.eigvalsh(scaled(x) + np.swapaxes(scaled(x), 1, 2)),
    "fft": lambda x: np.abs(np.fft.rfft(x.reshape(6, 4) + 3, axis=1)),
}


@pytest.mark.parametrize("name", EXACT)
def test_no_entry_is_there_for_nothing(name: str) -> None:
    function = EXACT[name]
    dense = sum(np.abs(ft.jacfwd(function)(X * k)) for k in (1.0, 0.7))
    found = ft.sparsity(function)(X).pattern.toarray()
    np.testing.assert_array_equal(found, dense.reshape(found.shape) > 1e-14)


def test_elements_of_a_mesh() -> None:
    def energy(u: Any) -> Any:
        slopes = np.einsum("eid,ei->ed", WEIGHTS, u[TRIANGLES])
        return np.sum(np.sqrt(1 + np.sum(slopes**2, axis=1)))

    found = ft.sparse_hessian(energy)(X)
    assert found.nnz == 8 * 9
    np.testing.assert_allclose(found.toarray(), ft.hessian(energy)(X), atol=1e-13)


@pytest.mark.parametrize("chosen", ["sort", "take", "written"])
def test_indices_that_are_partly_known(chosen: str) -> None:
    """What is not known is anywhere along its axis, and along no other."""

    def function(x: Any) -> Any:
        rows = x.reshape(6, 4)
        if chosen == "sort":
            return np.sort(rows, axis=1)
        at = np.argmax(rows, axis=1)
        if chosen == "take":
            return rows[np.arange(6), at]
        out = np.zeros((6, 4))
        out[np.arange(6), at] = np.sin(rows[:, 0])
        return out

    found = ft.sparsity(function)(X).pattern.toarray()
    whole = found.reshape(6, -1, 6, 4)
    assert not any(whole[i, :, k].any() for i in range(6) for k in range(6) if i != k)
    dense = ft.jacfwd(function)(X).reshape(found.shape)
    assert not np.any(dense[~found])
    width = 1 if chosen == "written" else 4
    assert found.sum() == found.shape[0] * width


def test_sparse_values_that_depend() -> None:
    places = sp.csr_array(np.eye(5) + np.eye(5, k=1))

    def product(x: Any) -> Any:
        matrix = SparseArray(places)
        matrix.data = np.sin(x[:9])
        return matrix @ x[9:14]

    found = ft.sparsity(product)(X).pattern.toarray()
    np.testing.assert_array_equal(found, ft.jacfwd(product)(X) != 0)


# -- at one point ------------------------------------------------------------------------


def choosing(x: Any) -> Any:
    flipped = x * 2 if x[0] > 0 else x[::-1]
    parts = [
        np.where(x > 0, x**2, 0.0),
        np.max(x.reshape(2, -1), axis=1),
        x[1:] * x[:-1],
        np.sort(x),
        np.maximum(x, x[::-1]),
        flipped,
    ]
    return np.concatenate(parts)


@pytest.mark.parametrize("x", [[1.0, -2.0, 3.0, 0.0], [-1.0, 0.5, 0.0, 2.0]])
def test_patterns_at_a_point(x: list[float]) -> None:
    point = np.array(x)
    found = ft.sparsity(choosing, local=True)(point)
    dense = ft.jacfwd(choosing)(point)
    np.testing.assert_array_equal(found.pattern.toarray(), dense != 0)
    everywhere = ft.sparsity(choosing)(point)
    assert not (found.pattern > everywhere.pattern).nnz
    assert found.nnz < everywhere.nnz
    assert "at one point" in repr(found)


def test_patterns_at_a_point_of_several_arguments() -> None:
    def function(pair: Any, z: Any) -> Any:
        return pair["a"] * pair["b"] * z

    pair = {"a": np.array([0.0, 1.0]), "b": np.array([2.0, 0.0])}
    found = ft.sparsity(function, argnums=(0, 1), local=True)(pair, 3.0)
    expected = [[1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]
    np.testing.assert_array_equal(found.pattern.toarray(), expected)


def test_derivatives_take_no_pattern_of_a_point() -> None:
    found = ft.sparsity(choosing, local=True)(X[:4])
    with pytest.raises(ValueError, match="holds at one point only"):
        ft.sparse_jacobian(choosing, sparsity=found)(X[:4])


# -- what is refused, and what is made ---------------------------------------------------


@pytest.mark.parametrize("make", [ft.sparse_jacobian, ft.sparse_hessian])
def test_unknown_formats(make: Any) -> None:
    with pytest.raises(ValueError, match="no such format"):
        make(np.sin, format="lil")


def test_what_is_no_pattern() -> None:
    with pytest.raises(ft.DtypeError, match="no array of numbers"):
        ft.sparse_jacobian(np.sin, sparsity="auto")(X)


def test_half_precision() -> None:
    with pytest.raises(ft.DtypeError, match="half precision"):
        ft.sparse_jacobian(np.sin)(np.ones(3, np.float16))


def test_no_outputs() -> None:
    assert ft.sparse_jacobian(lambda x: None)(X) is None


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_indices_are_short(kind: Any) -> None:
    found = ft.sparse_jacobian(lambda x: np.convolve(x, x[:3]), format=kind)(X)
    arrays = found.coords if kind == "coo" else (found.indices, found.indptr)
    assert {a.dtype for a in arrays} == {np.dtype(np.int32)}


# -- numbers of colours that are known to be the fewest ----------------------------------


def grid(shape: tuple[int, ...], *, box: bool) -> Any:
    """Neighbours on a grid: along the axes, or all within a box."""
    lines = [
        sp.diags_array([np.ones(n - 1), np.ones(n), np.ones(n - 1)], offsets=[-1, 0, 1])
        for n in shape
    ]
    found: Any = sp.eye_array(1)
    if box:
        for line in lines:
            found = sp.kron(found, line)
        return sp.csr_array(found).astype(bool)
    total: Any = 0
    for k, line in enumerate(lines):
        term: Any = sp.eye_array(1)
        for j, n in enumerate(shape):
            term = sp.kron(term, line if j == k else sp.eye_array(n))
        total = total + sp.csr_array(term)
    return total.astype(bool)


def band(width: int) -> Any:
    entries = [np.ones(60 - abs(k)) for k in range(-width, width + 1)]
    made = sp.diags_array(entries, offsets=range(-width, width + 1))
    return sp.csr_array(made).astype(bool)


def arrow() -> Any:
    made = sp.lil_array(sp.eye_array(50))
    made[0], made[:, [0]] = np.ones(50), np.ones((50, 1))
    return sp.csr_array(made).astype(bool)


FEWEST = {  # columns, stars, forests
    "tridiagonal": (band(1), 3, 3, 2),
    "pentadiagonal": (band(2), 5, None, 3),
    "seven diagonals": (band(3), 7, None, 4),
    "five-point": (grid((20, 20), box=False), 5, 5, None),
    "nine-point": (grid((20, 20), box=True), 9, None, None),
    "27-point": (grid((8, 8, 8), box=True), 27, None, None),
    "blocks": (
        sp.csr_array(sp.kron(sp.eye_array(8), np.ones((4, 4)))).astype(bool),
        4,
        4,
        4,
    ),
    "arrow": (arrow(), 50, 2, 2),
}


@pytest.mark.parametrize("name", FEWEST)
def test_fewest_colours(name: str) -> None:
    pattern, *expected = FEWEST[name]
    ways = columns_of, star_of, acyclic_of
    for way, fewest in zip(ways, expected, strict=True):
        if fewest is not None:
            assert way(pattern).total == fewest, way.__name__
