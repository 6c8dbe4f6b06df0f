"""Hessians by substitution: few colours, whose pairs make forests."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import functrace as ft
from functrace.primitives._dependence.colouring import acyclic_of, star_of
from functrace.primitives._dependence.compression import compression_of
from functrace.primitives._dependence.substitution import (
    Substitution,
    mirrored,
    substituted,
)
from functrace.primitives.elimination import subtract_in_turn
from tests.unit.test_sparse_derivatives import arrow, grid, scattered

PATTERNS = {
    "path": grid(30),
    "plane": grid(7, 8),
    "space": grid(4, 4, 4),
    "arrow": arrow(40),
    "scattered": scattered(50, 0.05, symmetric=True),
    "diagonal": sp.csr_array(np.eye(5, dtype=bool)),
    "without diagonal": sp.csr_array(np.eye(6)[::-1] > 0),
}


def are_forests(pattern: Any, colours: np.ndarray) -> bool:
    """Whether neighbours differ, and no two colours have a cycle."""
    upper = sp.triu(pattern, 1).tocoo()
    ends = np.sort([colours[upper.row], colours[upper.col]], axis=0)
    if np.any(ends[0] == ends[1]):
        return False
    for pair in set(zip(*ends.tolist(), strict=True)):
        own = (ends[0] == pair[0]) & (ends[1] == pair[1])
        places = upper.row[own], upper.col[own]
        links = sp.coo_array((np.ones(own.sum()), places), pattern.shape)
        trees = sp.csgraph.connected_components(links, directed=False)[0]
        if own.sum() != pattern.shape[0] - trees:
            return False
    return True


def subtracted(tangents: np.ndarray, made: Substitution) -> np.ndarray:
    """The entries, of tangents in one row."""
    turns = made.targets, made.sources
    return np.asarray(subtract_in_turn(tangents, *turns))[made.places - 1]


@pytest.mark.parametrize("name", PATTERNS)
def test_entries_are_made_of_tangents(name: str) -> None:
    pattern = PATTERNS[name]
    found = acyclic_of(pattern)
    assert are_forests(pattern, found.colours)
    assert found.total <= star_of(pattern).total
    matrix = pattern.toarray() * np.random.default_rng(0).normal(size=pattern.shape)
    matrix += matrix.T
    tangents = matrix @ np.eye(found.total)[found.colours]
    made = substituted(pattern, found.colours, 10**6)
    assert made is not None
    entries = subtracted(tangents.T.ravel(), made)
    expected = matrix[pattern.tocoo().coords]
    np.testing.assert_allclose(entries, expected, atol=1e-13)
    again = acyclic_of(pattern)
    np.testing.assert_array_equal(found.colours, again.colours)


@pytest.mark.parametrize("name", PATTERNS)
def test_tangents_that_entries_are_sums_of_are_counted(name: str) -> None:
    pattern = PATTERNS[name]
    colours = acyclic_of(pattern).colours
    made = substituted(pattern, colours, 10**6)
    assert made is not None
    room = (colours.max() + 1) * colours.size
    units = map(np.count_nonzero, (subtracted(unit, made) for unit in np.eye(room)))
    total = int(sum(units))
    assert substituted(pattern, colours, total) is not None
    assert substituted(pattern, colours, total - 1) is None


def test_long_sums_take_no_memory() -> None:
    """Those of a path of 10^5 vertices would be 10^9."""
    size = 10**5
    diagonals = np.ones((2, size), bool)
    path = sp.csr_array(sp.dia_array((diagonals, (-1, 1)), shape=(size, size)))
    path.sort_indices()
    colours = (np.arange(size) % 2).astype(np.int32)
    tracemalloc.start()
    assert substituted(path, colours, 10**7) is None
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * 12 * path.nnz


def test_mirrored_entries() -> None:
    pattern = scattered(50, 0.05, symmetric=True)
    rows, columns = pattern.tocoo().coords
    mirror = mirrored(pattern)
    np.testing.assert_array_equal(rows[mirror], columns)
    np.testing.assert_array_equal(columns[mirror], rows)


def test_colours_with_cycles_are_no_forests() -> None:
    square = grid(2, 2)
    two = np.array([0, 1, 1, 0], np.int32)
    assert not are_forests(square, two)
    assert substituted(square, two, 10**6) is None


def test_long_paths_are_not_substituted() -> None:
    """A path of two colours would take sums of half of all values."""
    path = grid(500)
    assert acyclic_of(path).total == 2
    assert substituted(path, acyclic_of(path).colours, 10 * path.nnz) is None
    assert compression_of(path, symmetric=True).turns == ()


@pytest.mark.slow
def test_hessians() -> None:
    pattern = scattered(120, 0.03, symmetric=True)
    rows, columns = sp.triu(pattern, 1).tocoo().coords
    weights = np.linspace(0.5, 2.0, rows.size)

    def fun(x: Any) -> Any:
        return np.sum(weights * np.sin(x[rows] * x[columns])) + np.sum(x**4)

    x = np.linspace(-1.0, 1.3, 120)
    expected = ft.hessian(fun)(x)
    given = ft.sparsity(ft.grad(fun))(x)
    text = ft.jit(ft.sparse_hessian(fun, sparsity=given)).lower(x).explain()
    assert "by substitution" in text
    colours = int(text.split("from ")[1].split()[0])
    assert colours <= 0.75 * star_of(pattern).total
    for kind in ("csr", "csc", "coo"):
        found = ft.sparse_hessian(fun, format=kind, sparsity=given)(x)
        assert found.format == kind
        np.testing.assert_allclose(found.toarray(), expected, rtol=0, atol=1e-12)
    blocks = ft.sparse_hessian(
        lambda a, b: fun(np.concatenate([a, b])), (0, 1), sparsity=given
    )
    ((_, right), _) = blocks(x[:50], x[50:])
    np.testing.assert_allclose(right.toarray(), expected[:50, 50:], rtol=0, atol=1e-12)

    def of_entries(x: Any) -> Any:
        found = ft.sparse_hessian(fun, sparsity=given)(x)
        return np.sum(np.cos(found.toarray()))

    def of_dense(x: Any) -> Any:
        return np.sum(np.cos(ft.hessian(fun)(x)))

    np.testing.assert_allclose(
        ft.grad(of_entries)(x), ft.grad(of_dense)(x), rtol=1e-9, atol=1e-11
    )


def with_shared_parameters(count, groups=1):
    """The pattern of an energy of pairs, with parameters that all pairs depend on.

    And, with `groups`, those of groups of the variables. The parameters come last.
    """
    rng = np.random.default_rng(3)
    first, second = rng.integers(0, count, (2, 2 * count))
    own = np.arange(count)
    group = count + own * groups // count
    shared = count + groups + np.arange(3)
    rows = np.concatenate([first, own, own, np.tile(own, 3)])
    columns = np.concatenate([second, own, group, np.repeat(shared, count)])
    size = count + groups + 3
    half = sp.coo_array((np.ones(rows.size, bool), (rows, columns)), (size, size))
    return (half + half.T).tocsr().sorted_indices()


@pytest.mark.parametrize("groups", [1, 10])
def test_hubs_have_colours_of_their_own(groups):
    """Of two in one colour, all that depends on both would need colours of its own."""
    pattern = with_shared_parameters(400, groups)
    for colour in (star_of, acyclic_of):
        found = colour(pattern)
        assert found.total < 25
        hubs = found.colours[-3:]
        assert np.unique(hubs).size == 3
        assert not np.isin(hubs, found.colours[:-3]).any()


def test_hessian_with_parameters_that_all_terms_share():
    count = 40
    first, second = np.random.default_rng(0).integers(0, count, (2, 2 * count))

    def energy(z):
        x, (a, b, c) = z[:-3], z[-3:]
        apart = x[first] - x[second]
        return np.sum(a * np.exp(-b * apart**2) + c * apart**4) + np.sum(x**4)

    z = np.random.default_rng(1).normal(size=count + 3)
    found = ft.sparse_hessian(energy)(z)
    np.testing.assert_allclose(found.toarray(), ft.hessian(energy)(z), atol=1e-12)
