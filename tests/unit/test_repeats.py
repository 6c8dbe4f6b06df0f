"""Rows of arrays that repeat, as constant positions pick them, are computed once."""

import itertools
import math

import numpy as np
import pytest

import functrace as ft
from functrace.core.graph import graphs_of

ROWS = np.array(list(itertools.permutations(range(4))))[:, :3]  # 24 of 3
TWICE = np.array([[0, 1, 2], [2, 1, 0]] * 6)


def computed(graph, names=("multiply", "sin", "reduce_sum", "subtract", "add")):
    """Elements that operations of these names give."""
    inner = sum(computed(g, names) for node in graph.nodes for g in graphs_of(node))
    own = [node.avals[0].size for node in graph.nodes if node.name in names]
    return inner + sum(own)


def determinant(matrices):
    n = matrices.shape[-1]
    if n == 1:
        return matrices[..., 0, 0]
    others = np.array([[c for c in range(n) if c != left] for left in range(n)])
    minors = np.swapaxes(matrices[..., 1:, :][..., others], -3, -2)
    terms = matrices[..., 0, :] * determinant(minors)
    return np.sum(terms[..., ::2], axis=-1) - np.sum(terms[..., 1::2], axis=-1)


@pytest.mark.parametrize("n", [3, 5, 7])
def test_determinants_by_minors(n):
    x = np.random.default_rng(n).uniform(size=(n, n))
    value, slope = ft.jit(ft.value_and_grad(determinant))(x)
    np.testing.assert_allclose(value, np.linalg.det(x), rtol=1e-10)
    np.testing.assert_allclose(slope, value * np.linalg.inv(x).T, rtol=1e-10)


def test_equal_minors_are_computed_once():
    graph = ft.make_graph(determinant)(ft.Aval((8, 8)))
    assert computed(graph, ("multiply",)) <= 8 * 2**8
    slope = ft.make_graph(ft.grad(determinant))(ft.Aval((8, 8)))
    assert computed(slope, ("multiply",)) <= 4 * 8 * 2**8


def test_stacks_of_determinants():
    x = np.random.default_rng(0).uniform(size=(3, 5, 5))
    expected = np.linalg.det(x)
    np.testing.assert_allclose(ft.jit(determinant)(x), expected, rtol=1e-10)
    np.testing.assert_allclose(ft.jit(ft.vmap(determinant))(x), expected, rtol=1e-10)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.sin(x[TWICE]),
        lambda x: np.sin(x[TWICE]) * np.arange(3.0),
        lambda x: np.sin(x[TWICE]) * np.arange(12.0)[:, None],
        lambda x: np.sin(x[TWICE]) + np.sin(x[TWICE].T).T,
        lambda x: np.sin(x[TWICE]).sum(axis=1),
        lambda x: np.sin(x[TWICE]).sum(axis=0),
        lambda x: np.sin(x[TWICE]).sum(axis=1, keepdims=True),
        lambda x: np.sin(x[TWICE]).max(axis=-1) * 2,
        lambda x: np.sin(np.sin(x[TWICE])[:, ::-1]),
        lambda x: np.sin(np.sin(x[TWICE])[2:5]),
        lambda x: np.sin(np.sin(x[TWICE])[:, None, 1:]),
        lambda x: np.sin(np.sin(x[TWICE])[..., [2, 2, 0]]),
        lambda x: np.sin(np.sin(x[TWICE]).reshape(3, 4, 3)),
        lambda x: np.sin(np.sin(x[TWICE]).reshape(12, 3, 1)),
        lambda x: np.sin(np.broadcast_to(np.sin(x[TWICE]), (2, 12, 3))),
        lambda x: np.sin(x[TWICE]) - np.sin(x[TWICE])[:, :1],
        lambda x: np.sin(x[TWICE]) - np.sin(x[TWICE])[:1],
        lambda x: np.sin(x[TWICE]) * np.sin(x[TWICE])[0],
        lambda x: np.sin(x[TWICE]) @ np.sin(x[TWICE]).T,
        lambda x: np.cumsum(np.sin(x[TWICE]), axis=0),
        lambda x: np.sin(x[TWICE][:, None]) + np.sin(x[TWICE][None]),
        lambda x: np.sin(x[TWICE])[:, None] * np.ones((12, 12, 1)) + x[TWICE],
        lambda x: (np.sin(x[TWICE]), x[TWICE], np.cos(x)),
        lambda x: np.sin(x[ROWS % 3][:, TWICE % 2]).sum(axis=(1, 2)),
        lambda x: np.sin(x[TWICE])[:, None, None] * np.ones((12, 1)) * np.sin(x[TWICE]),
        lambda x: (x[TWICE][2, 1], np.sin(np.sin(x[TWICE]))),
        lambda x: np.where(x[TWICE] > 0, np.sin(x[TWICE]), 0),
        lambda x: np.sin(x[TWICE]).astype(np.float32),
        lambda x: 1 / x[TWICE] ** 2,
        lambda x: np.sin(x[TWICE + 0 * TWICE[:1]].transpose(1, 0)),
    ],
)
def test_values_and_derivatives_stay(function):
    def results(x):
        found = function(x)
        return found if isinstance(found, tuple) else (found,)

    def total(x):
        return sum(
            np.sum(y * np.cos(np.arange(y.size)).reshape(y.shape)) for y in results(x)
        )

    x = np.random.default_rng(1).normal(size=3)
    for found, expected in zip(ft.jit(results)(x), results(x), strict=True):
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-6, strict=True)
    slope = ft.grad(total)(x)
    np.testing.assert_allclose(ft.jit(ft.grad(total))(x), slope, rtol=2e-6, atol=1e-13)


def test_rows_are_picked_after_what_is_done_to_them():
    graph = ft.make_graph(lambda x: np.sin(x[TWICE]).sum(axis=1))(ft.Aval(3))
    assert computed(graph) == 2 * 3 + 2


def test_what_repeats_little_stays():
    rows = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [0, 1]])
    graph = ft.make_graph(lambda x: np.sin(x[rows]))(ft.Aval(4))
    assert [node.name for node in graph.nodes] == ["gather", "sin"]


def test_what_is_computed_otherwise_decides():
    """Rows that repeat in a small part of a program leave all of it as it was."""

    def function(x, y):
        return np.sin(x[TWICE]).sum() + np.sin(y).sum()

    graph = ft.make_graph(function)(ft.Aval(3), ft.Aval(math.prod((100, 10))))
    shapes = [node.shape for node in graph.nodes if node.name == "sin"]
    assert (12, 3) in shapes


def test_positions_of_large_arrays_are_not_listed():
    def function(x):
        return np.sin(x[np.array([[0, 1], [0, 1]] * 3)])

    graph = ft.make_graph(function)(ft.Aval((2, 1 << 19)))
    assert [node.name for node in graph.nodes] == ["gather", "sin"]


def test_what_only_moves_stays():
    graph = ft.make_graph(lambda x: x[TWICE].T)(ft.Aval(3))
    assert [node.name for node in graph.nodes] == ["gather", "transpose"]


def test_large_arrays_are_picked_level_by_level():
    """A list of positions of all of it would be larger than what is computed."""
    rows = np.arange(500)[:, None] % 2 + np.arange(8) % 3
    columns = np.arange(640).reshape(40, 16) % 8

    def function(x):
        large = x[rows][:, columns]
        return large, np.sin(np.sin(large))

    x = np.random.default_rng(0).normal(size=4)
    graph = ft.make_graph(function)(ft.Aval(4))
    constants = [x for node in graph.nodes for x in node.inputs if hasattr(x, "nbytes")]
    assert max(x.size for x in constants) <= 640 * 2
    for found, expected in zip(ft.jit(function)(x), function(x), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-15)
