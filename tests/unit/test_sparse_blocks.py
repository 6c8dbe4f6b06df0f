"""Entries of Jacobians block by block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.scipy import _blocks

SIZE = 300


def columns(width: int = 4, size: int = SIZE) -> np.ndarray:
    return np.random.default_rng(0).integers(0, size, (size, width))


def weighted(x: Any) -> Any:
    """Operands that are gathered, those that are not, and constants of both kinds."""
    weights = np.linspace(0.5, 2.0, 4 * SIZE).reshape(SIZE, 4)
    return np.sum(weights * np.sin(x[columns()]) * x[:, None], axis=1) + 2.0 * x


def by_pairs(x: Any) -> Any:
    first, second = columns().T[:2]
    return np.where(x[first] > 0.3, x[first] * x[second], np.exp(x[second])) / 3


def of_products(x: Any) -> Any:
    places = columns(6).reshape(SIZE, 3, 2)
    return np.prod(x[places], axis=-1).sum(axis=1, keepdims=True).reshape(-1)


def of_a_whole(x: Any) -> Any:
    """Running sums are no rows of anything, but of no direction either."""
    return np.cumsum(np.arange(SIZE)) * np.max(np.cos(x[columns()]), axis=1)


def of_odd_rows(x: Any) -> Any:
    """Rows of which many are empty, and more than there are columns."""
    places = np.sort(np.random.default_rng(1).integers(0, 500, 300))
    out = np.sum(x[columns()] ** 2, axis=1)
    return np.concatenate([out, out[::-1]])[places]


def directly(fun: Callable[[Any], Any], size: int = SIZE) -> Callable[..., Any]:
    """The Jacobian by tangents of the whole, as where its pattern is given."""
    return ft.sparse_jacobian(fun, sparsity=ft.sparsity(fun)(np.ones(size)))


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    f.__name__: f for f in (weighted, by_pairs, of_products, of_a_whole, of_odd_rows)
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Few tangents are many; what is taken block by block is noted."""
    monkeypatch.setattr(_blocks, "_LARGE", 0)
    monkeypatch.setattr(_blocks, "_EMPTY", 0)
    monkeypatch.setattr(_blocks, "_BLOCK", 1 << 11)
    made, found = _blocks._blocks_of, list[Any]()
    monkeypatch.setattr(
        _blocks, "_blocks_of", lambda *given: found.append(made(*given)) or found[-1]
    )
    return found


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_entries(name: str, dtype: Any, small: list[Any]) -> None:
    fun = FUNCTIONS[name]
    x = np.linspace(-1.0, 1.0, SIZE).astype(dtype)
    expected = ft.jacobian(fun)(x)
    tolerance = 1e-12 if dtype is np.float64 else 1e-5
    for derivative in (directly(fun), ft.jit(directly(fun))):
        found = derivative(x)
        assert found.data.dtype == expected.dtype
        np.testing.assert_allclose(found.toarray(), expected, tolerance, tolerance)
        assert found.data.shape == found.indices.shape
    assert small
    if name != "of_odd_rows":
        assert all(blocks is not None for blocks in small)


@pytest.mark.parametrize("size", [SIZE, SIZE - 1, 293])
def test_blocks_that_do_not_divide_the_entries(size: int, small: list[Any]) -> None:
    places = columns(3, size)
    fun = lambda x: np.sum(np.sin(x[places]), axis=1)  # noqa: E731
    x = np.linspace(-1.0, 1.0, size)
    found = directly(fun, size)(x)
    np.testing.assert_allclose(found.toarray(), ft.jacobian(fun)(x), 0, 1e-12)
    assert found.data.size == found.nnz
    (blocks,) = small
    assert blocks.places.size >= found.nnz


def test_places_are_among_the_rows_of_a_block() -> None:
    rows, total = 1000, 7
    numbers = np.repeat(np.arange(rows), 3)
    colours = np.random.default_rng(0).integers(0, total, numbers.size)
    places = (colours * rows + numbers + 1).astype(np.int32)
    blocks = _blocks._blocks_of(places, rows, 8 * total * 20)
    assert blocks is not None
    tangents = np.arange(total * rows).reshape(total, rows)
    found = [
        tangents[:, first : first + blocks.height].ravel()[own]
        for first, own in zip(blocks.firsts, blocks.places, strict=True)
    ]
    np.testing.assert_array_equal(np.concatenate(found)[: places.size], places - 1)


def test_rows_in_any_order_are_in_no_blocks() -> None:
    places = np.random.default_rng(0).permutation(10**5) + 1
    assert _blocks._blocks_of(places, 10**4, 80) is None


def test_derivatives_of_entries(small: list[Any]) -> None:
    x = np.linspace(-1.0, 1.0, SIZE)
    sparse = ft.grad(lambda x: np.sum(directly(weighted)(x).data ** 3))
    dense = ft.grad(lambda x: np.sum(ft.jacobian(weighted)(x) ** 3))
    np.testing.assert_allclose(ft.jit(sparse)(x), dense(x), 1e-9, 1e-9)
    assert small


def test_values_that_are_not_numbers(small: list[Any]) -> None:
    x = np.linspace(-1.0, 1.0, SIZE)
    x[5] = np.nan
    found = directly(weighted)(x).toarray()
    expected = ft.jacobian(weighted)(x)
    known = ~np.isnan(expected)
    np.testing.assert_allclose(found[known], expected[known], 1e-12, 1e-12)
