"""Directions that are told by colours: compared in loops, at any size, a few at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import Aval
from functrace.primitives.seeds import directions

X = np.random.default_rng(0).uniform(0.5, 1.5, 40)
COLUMNS = np.random.default_rng(1).integers(0, 40, (30, 4))


def names_of(fun: Any, *args: Any) -> list[str]:
    return [node.name for node in ft.jit(fun).lower(*args).graph.nodes]


def directly(fun: Any) -> Any:
    """The Jacobian by tangents of the whole, as where its pattern is given."""
    return ft.sparse_jacobian(fun, sparsity=ft.sparsity(fun)(X))


@pytest.mark.parametrize("total", [1, 127, 128, 129])
def test_directions_of_colours_that_just_have_a_byte(total: int) -> None:
    colours = np.arange(-1, total)
    (found,) = directions(colours, total, [Aval((total + 1,), np.dtype(float))])
    np.testing.assert_array_equal(found, np.eye(total, total + 1, 1))


@pytest.mark.parametrize("zero", [0.0, -0.0, 1.0])
def test_directions_that_are_written_into_zeros(zero: float) -> None:
    """They are compared where they are read: no array is made of them."""
    colours = np.arange(58 * 127, dtype=np.int32) % 5

    def padded(x: Any) -> Any:
        (dots,) = directions(colours, 5, [Aval((58, 127), np.dtype(float))])
        frame = np.full((5, 60, 130), zero)
        frame[:, 1:-1, 2:-1] = dots
        return frame * x

    x = np.linspace(1.0, 2.0, 130)
    names = [node.name for node in ft.jit(padded).lower(x).graph.nodes]
    assert ("index_update" in names) == (np.signbit(zero) or zero != 0)
    np.testing.assert_array_equal(ft.jit(padded)(x), padded(x))


@pytest.mark.parametrize(
    ("index", "is_compared"),
    [
        (np.s_[:, [3, 0, 3], :], True),
        (np.s_[:, :, [[6, 0], [1, 1]]], True),
        (np.s_[:, [1, 4, 2], [5, -1, 5]], True),
        (np.s_[:, np.arange(60)[:, None] % 60, np.arange(70)], True),
        (np.s_[[1, 0, 1], :, 3], False),
        (np.s_[[1, 0, 1], :, [1, 2, 3]], False),
    ],
)
def test_directions_that_are_picked(index: Any, *, is_compared: bool) -> None:
    colours = np.arange(60 * 70, dtype=np.int32) % 5

    def picked(x: Any) -> Any:
        (dots,) = directions(colours, 5, [Aval((60, 70), np.dtype(float))])
        return dots[index] * x

    assert ("gather" in names_of(picked, 2.0)) != is_compared
    np.testing.assert_array_equal(ft.jit(picked)(2.0), picked(2.0))


def test_a_stencil_of_directions_is_made_before_and_a_slice_is_not() -> None:
    def stencil(u: Any) -> Any:
        return (4 * u[2:-2] - u[1:-3] - u[3:-1] - u[:-4] - u[4:]) * 3 + np.exp(u[2:-2])

    def slices(u: Any) -> Any:
        return u[1:] * u[:-1]

    x = np.ones(5000)
    for fun, count in ((stencil, 1), (slices, 0)):
        graph = ft.jit(ft.sparse_jacobian(fun)).lower(x).graph
        found = {id(a): a for node in graph.nodes for a in node.inputs}
        tables = [a for a in found.values() if np.shape(a)[1:] and np.ndim(a) == 2]
        assert len([a for a in tables if a.dtype == float]) == count
        expected = ft.jit(lambda x, f=fun: f(x))(x).shape[0]
        assert ft.jit(ft.sparse_jacobian(fun))(x).shape == (expected, 5000)


@pytest.mark.parametrize(("size", "is_made"), [(60, True), (300, False)])
def test_what_would_be_large_is_not_made_before(size: int, *, is_made: bool) -> None:
    """Its sum is small, but what is added up is as large as the basis."""

    def mixed(y: Any) -> Any:
        for shift in range(1, 6):
            y = y + np.roll(y, shift) * (0.5 + shift)
        return y

    def sums(x: Any) -> Any:
        return ft.jacfwd(mixed)(x).max(axis=1) * x

    x = np.linspace(0.0, 1.0, size)
    assert ("reduce_max" not in names_of(sums, x)) == is_made
    np.testing.assert_allclose(ft.jit(sums)(x), sums(x), rtol=1e-13)


def scattered(x: Any) -> Any:
    return np.sum(np.sin(x[COLUMNS]) * x[:30, None], axis=1)


def two(x: Any, y: Any) -> Any:
    return {"a": scattered(x) * y[0], "b": x[1:] * y[1], "c": np.ones(3)}


def tall(x: Any) -> Any:
    return np.concatenate([np.sum(x**3)[None], scattered(x), x[0] * x[1:]])


@pytest.fixture
def in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few directions in each round, however small they are."""
    monkeypatch.setattr("functrace.scipy._rounds._LITTLE", 0)
    monkeypatch.setattr("functrace.scipy._rounds._MANY", 1)
    monkeypatch.setattr("functrace.scipy._rounds._FEW", 3)


@pytest.mark.usefixtures("in_rounds")
@pytest.mark.parametrize("fun", [scattered, tall], ids=lambda f: f.__name__)
def test_rounds_of_directions(fun: Any) -> None:
    jacobian = directly(fun)
    dense = ft.jacobian(fun)(X)
    np.testing.assert_allclose(jacobian(X).toarray(), dense, rtol=1e-13, atol=1e-13)
    assert "scan" in names_of(lambda x: jacobian(x).data, X)
    batch = np.stack([X, X**2])
    np.testing.assert_allclose(
        ft.vmap(lambda x: jacobian(x).data)(batch),
        [jacobian(x).data for x in batch],
        rtol=1e-13,
    )
    for derivative in (ft.jacfwd, ft.jacrev):
        np.testing.assert_allclose(
            derivative(lambda x: jacobian(x).toarray())(X),
            derivative(ft.jacobian(fun))(X),
            rtol=1e-12,
            atol=1e-12,
        )


@pytest.mark.usefixtures("in_rounds")
def test_rounds_of_directions_of_hessians_and_of_several_arguments() -> None:
    def total(x: Any) -> Any:
        return np.sum(np.prod(x[COLUMNS], axis=1))

    given = ft.sparsity(ft.grad(total))(X)
    np.testing.assert_allclose(
        ft.sparse_hessian(total, sparsity=given)(X).toarray(),
        ft.hessian(total)(X),
        atol=1e-13,
    )
    y = np.array([2.0, 3.0])
    found = ft.sparse_jacobian(two, (0, 1))(X, y)
    dense = ft.jacobian(two, (0, 1))(X, y)
    for name in "abc":
        for block, expected in zip(found[name], dense[name], strict=True):
            np.testing.assert_allclose(block.toarray(), expected, atol=1e-13)


@pytest.mark.usefixtures("in_rounds")
@pytest.mark.parametrize(("arrays", "most"), [(0, 1), (2, 2), (100, 3)])
def test_the_larger_the_fewer_in_a_round(
    arrays: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The largest array is what the squares of picked numbers are made of."""
    largest = 8 * COLUMNS.size
    monkeypatch.setattr("functrace.scipy._rounds._ROUND", arrays * largest)

    def squares(x: Any) -> Any:
        return np.sum(x[COLUMNS] ** 2, axis=1)

    program = ft.jit(lambda x: directly(squares)(x).data).lower(X)
    (loop,) = (node for node in program.graph.nodes if node.name == "scan")
    _, in_a_round, _ = loop.avals[-1].shape
    assert in_a_round == most


def test_few_directions_are_taken_at_once() -> None:
    assert "scan" not in names_of(lambda x: directly(scattered)(x).data, X)
