"""Where terms of sparse derivatives are added, and what is kept of that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import functrace as ft
from functrace.core.guard import Snapshot
from functrace.primitives._dependence.summing import nobodys
from functrace.scipy import _sparse_choice, _terms
from functrace.scipy._cuts import Cuts
from functrace.scipy.optimize import least_squares


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is found of each derivative that is compiled."""
    made, noted = _terms.by_terms, list[Any]()

    def by_terms(*args: Any, **kwargs: Any) -> Any:
        terms = made(*args, **kwargs)
        noted.append(terms and (terms.layouts, terms.sums))
        return terms

    monkeypatch.setattr(_terms, "by_terms", by_terms)
    return noted


def star_by_hand(x: np.ndarray) -> Any:
    """The Hessian of the sum of ``sin(x[0] * x[k])``."""
    product = x[0] * x[1:]
    sides = np.cos(product) - np.sin(product) * product
    middle = -np.sum(np.sin(product) * x[1:] ** 2)
    own = np.append(middle, -np.sin(product) * x[0] ** 2)
    ends = np.arange(1, x.size)
    zeros = np.zeros_like(ends)
    rows = np.concatenate([np.arange(x.size), ends, zeros])
    columns = np.concatenate([np.arange(x.size), zeros, ends])
    values = np.concatenate([own, sides, sides])
    return sp.coo_array((values, (rows, columns)), (x.size, x.size)).tocsr()


@pytest.mark.parametrize(
    ("size", "dtype"),
    [(254, "u1"), (255, "u1"), (256, "u2"), (257, "u2"), (65535, "u2"), (65536, "u4")],
)
def test_long_rows(size: int, dtype: str, found: list[Any]) -> None:
    """Of places in a row the last number is nobody's."""
    ends = np.arange(1, size)
    middle = np.zeros_like(ends)
    x = np.linspace(-1.0, 1.2, size)
    made = ft.sparse_hessian(lambda x: np.sum(np.sin(x[middle] * x[ends])))(x)
    expected = star_by_hand(x)
    assert np.array_equal(made.indices, expected.indices)
    assert np.array_equal(made.indptr, expected.indptr)
    np.testing.assert_allclose(made.data, expected.data, rtol=1e-9, atol=1e-9)
    ((_, sums),) = found
    (places,) = sums.places
    assert places.dtype == dtype
    assert np.max(places[places != nobodys(places.dtype)]) == size - 1


INDICES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]


@pytest.mark.parametrize("dtype", INDICES)
def test_dtypes_of_indices(dtype: str, found: list[Any]) -> None:
    rng = np.random.default_rng(2)
    first, second = rng.integers(0, 50, (2, 90)).astype(dtype)
    if dtype[0] == "i":
        first[::3] -= 50
    x = np.linspace(-1.0, 1.2, 50)

    def residual(x: Any) -> Any:
        out = np.zeros(60)
        np.add.at(out, second, x[first] ** 2 * x[second])
        return out

    made = ft.sparse_jacobian(residual)(x)
    expected = ft.jacobian(residual)(x)
    np.testing.assert_allclose(made.toarray(), expected, rtol=0, atol=1e-12)
    assert not np.any(np.diff(made.indptr)[50:])
    assert all(found)


@pytest.mark.parametrize("count", [1, 5, 32, 37, 64, 100, 999])
def test_lengths_and_blocks(
    count: int, found: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_terms, "_BLOCK", 64)
    rng = np.random.default_rng(count)
    first, second = rng.integers(0, 30, (2, count))
    some = first[: max(count // 9, 1)]

    def energy(x: Any) -> Any:
        short = np.sum(x[some] ** 2 * x[some - 7])
        return np.sum(np.sin(x[first]) * x[second] ** 2) + short

    x = np.linspace(-1.0, 1.2, 30)
    made = ft.sparse_hessian(energy)(x)
    np.testing.assert_allclose(made.toarray(), ft.hessian(energy)(x), 0, 1e-10)
    for layouts, _ in filter(None, found):
        for layout in layouts:
            assert layout.firsts[-1] + layout.height == layout.length
            assert layout.blocks * layout.height >= layout.length
        longest = max(layouts, key=lambda x: x.length)
        assert (longest.blocks - 1) * longest.height < longest.length


def test_batches_of_parameters(found: list[Any]) -> None:
    first, second = np.random.default_rng(0).integers(0, 30, (2, 80))
    fun = lambda x, p: np.sum(np.sin(p[0] * x[first] * x[second]) + p[1] * x[first])  # noqa: E731
    hessian = ft.sparse_hessian(fun)
    x, several = np.linspace(-1.0, 1.2, 30), np.arange(8.0).reshape(4, 2)
    many = ft.jit(ft.vmap(lambda p: hessian(x, p).data))(several)
    for p, own in zip(several, many, strict=True):
        np.testing.assert_allclose(own, hessian(x, p).data, rtol=0, atol=1e-12)
        made = hessian(x, p).toarray()
        np.testing.assert_allclose(made, ft.hessian(fun)(x, p), rtol=0, atol=1e-12)
    assert all(found)


# -- parts of constants ------------------------------------------------------------------


def cuts_of(*constants: np.ndarray) -> tuple[Cuts, Any]:
    """Rows of what is multiplied by constants, one after the other."""

    def fun(x: Any) -> Any:
        for constant in constants:
            x = x * constant
        return x

    graph = ft.make_graph(fun)(ft.Aval((8, 3, 3)))
    return Cuts.of(graph, [0]), graph


def frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("first", [0, 3])
def test_memory_in_common_is_in_one_window(first: int) -> None:
    weights = frozen(np.random.default_rng(0).normal(size=(8, 3, 3)))
    lines = frozen(np.random.default_rng(1).normal(size=(8, 3)))
    constants = [
        weights,
        np.swapaxes(weights, 1, 2),
        np.broadcast_to(lines[:, :1, None], (8, 3, 3)),
        np.broadcast_to(lines[:, None], (8, 3, 3)),
        np.broadcast_to(lines[:, :, None], (8, 3, 3)),
        weights[:, ::-1],
    ]
    cuts, graph = cuts_of(*constants)
    shapes = sorted(x.shape for x, _ in cuts.constants)
    assert shapes == [(8,), (8, 3), (8, 3, 3), (8, 3, 3)]
    x = np.random.default_rng(2).normal(size=(8, 3, 3))
    windows = [w[0] for w in cuts.windows(np.array([first]), 5)]
    own = slice(first, first + 5)
    given: Any = {(edge, 0): x[own] for edge in graph.inputs}
    (made,) = cuts.part({}, windows, np.arange(5), given)
    np.testing.assert_array_equal(made, graph(x)[own])


def test_copies_repeat_what_arrays_repeat() -> None:
    line = np.arange(1000.0)
    whole = np.broadcast_to(line[:, None, None], (1000, 3, 3))
    copy = Snapshot(whole).copy
    assert copy.strides == (8, 0, 0)
    line[3] = -1.0
    assert copy[3, 1, 1] == 3.0
    assert not Snapshot(np.broadcast_to(line, (3, 1000))).is_like(copy.T[0])
    assert np.shares_memory(copy[:, 0], copy[:, 2])
    turned = np.broadcast_to(np.arange(6).reshape(2, 3).T[:, None], (3, 4, 2))
    np.testing.assert_array_equal(Snapshot(turned).copy, turned)


# -- derivatives that are chosen ---------------------------------------------------------


def test_terms_of_chosen_derivatives_are_found_once(found: list[Any]) -> None:
    first, second = np.random.default_rng(0).integers(0, 80, (2, 80))
    x = np.linspace(-1.0, 1.2, 80)
    residual = lambda x: x[first] * x[second] + 10 * x - 1  # noqa: E731
    chosen = _sparse_choice.chosen_jacobian(residual, 0, x)
    assert chosen is not None
    made = [chosen(x) for _ in range(2)][1]
    assert len(found) == 1
    np.testing.assert_allclose(made.toarray(), ft.jacobian(residual)(x), rtol=1e-12)
    hessian = _sparse_choice.chosen_hessian(lambda x: np.sum(residual(x) ** 2), 0, x)
    assert (hessian is None) == (found[-1][1].pattern.nnz > 640)


def test_dense_ones_are_not_chosen(found: list[Any]) -> None:
    x = np.linspace(0.1, 1.2, 80)
    first = np.arange(80)[::-1]
    for fun in (lambda x: x * np.sum(x), lambda x: x[first % 2] * x):
        assert _sparse_choice.chosen_jacobian(fun, 0, x[:20]) is None
    assert _sparse_choice.chosen_jacobian(lambda x: x * np.sum(x), 0, x) is None
    all_pairs = np.stack(np.triu_indices(80, 1))

    def energy(x: Any) -> Any:
        return np.sum(np.sin(x[all_pairs[0]] * x[all_pairs[1]]))

    assert _sparse_choice.chosen_hessian(energy, 0, x) is None
    made = ft.sparse_hessian(energy)(x)
    np.testing.assert_allclose(made.toarray(), ft.hessian(energy)(x), rtol=1e-10)


def test_a_chosen_derivative_takes_other_arguments() -> None:
    """Whether there are few entries is asked about the first ones only."""
    chosen = _sparse_choice.chosen_jacobian(lambda x: x * x[::-1], 0, np.ones(80))
    assert chosen is not None
    np.testing.assert_allclose(
        chosen(np.ones(3)).toarray(), np.eye(3) + np.eye(3)[::-1]
    )


def test_least_squares_of_terms() -> None:
    first = np.random.default_rng(0).integers(0, 90, 90)
    fun = lambda x: x**2 + x[first] - 2  # noqa: E731
    result = least_squares(fun, np.full(90, 0.5))
    assert sp.issparse(result.jac)
    np.testing.assert_allclose(result.x, 1, atol=1e-6)
