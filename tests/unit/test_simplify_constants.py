"""Constants in simplification: folded, repeated without memory."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import functrace as ft
from functrace.core.constant import (
    compact,
    uniform,
    uniform_value,
)
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY
from functrace.core.tracer import Tracer
from functrace.primitives import indexing, layout
from tests._simplify import (
    SCALAR,
    assert_rule,
    each,
    graph_of,
    names_of,
    simplified,
    x,
)


def node_of(name, *operands, **params):
    """A node whatever its operands are."""
    primitive = REGISTRY[name]
    avals = [ft.core.rule.operand_aval(operand) for operand in operands]
    out = primitive.abstract_eval(*avals, **params)
    return Node(primitive, operands, params, None, out.shape, out.dtype, (out,))


def test_what_has_no_elements_is_constant():
    def f(x):
        return np.sum(np.sin(x[:0]) * x[2:2], axis=0) + x[0]

    simpler = simplified(graph_of(f, ft.Aval(3)))
    assert names_of(simpler) == ["getitem"]


def test_a_loop_over_lengths_that_begin_with_none_is_native():
    def triangular(a):
        rows = np.zeros((24, 24))
        for i in range(24):
            rows[i, 0] = a[i] - np.sum(rows[i, :0] * rows[0, :0])
        return rows

    a = np.arange(24.0)
    fast = ft.jit(triangular)
    np.testing.assert_array_equal(fast(a), triangular(a))
    assert "numpy" not in str(fast.lower(a).plan)


def test_equal_constants_are_one():
    def function(x):
        return x * np.array([1.0, np.nan] * 8) + x * np.array([1.0, np.nan] * 8)

    assert_rule(function, (x,), "multiply add")


def test_constants_are_folded():
    one = np.array([1.0, 2.0])

    def function(x):
        y = layout.alias(x)
        constant = Tracer(None, one)
        z = indexing.index_update(
            np.zeros(2) * layout.broadcast_to(y * 0 + 1, shape=(2,)), 1.0, index=0
        )
        return z[0] + constant[1]

    graph = Graph((), (Edge(node_of("add", 1, 2), 0), Edge(node_of("sin", one), 0)))
    simpler = simplified(graph)
    assert len(simpler) == 0
    assert simpler.outputs[0] == 3
    assert type(simpler.outputs[0]) is np.int64
    np.testing.assert_array_equal(simpler.outputs[1], np.sin(one))
    assert simplified(graph_of(function, SCALAR)).out_avals == (SCALAR,)


@each(
    ("name", "operands", "params"),
    [
        ("log", (0.0,), {}),
        ("true_divide", (np.ones(3), np.zeros(3)), {}),
        ("multiply", (np.full(3, 1e300), np.full(3, 1e300)), {}),
        ("power", (np.array([2]), np.array([-1])), {}),
        ("convert", (np.array([1j]),), {"dtype": np.dtype(float)}),
        ("inv", (np.zeros((2, 2)),), {}),
        ("log", (np.zeros(1000),), {}),
        ("subtract", (np.arange(100.0), np.arange(100.0)[:, None]), {}),
        ("getitem", (np.arange(100.0),), {"index": slice(1, None)}),
    ],
)
def test_what_warns_or_fails_or_takes_more_memory_is_not_folded(name, operands, params):
    graph = Graph((), (Edge(node_of(name, *operands, **params), 0),))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert names_of(simplified(graph))[0] == name


@each(
    ("name", "operands", "params"),
    [
        ("sin", (np.arange(5000.0),), {}),
        ("subtract", (np.arange(5000.0), np.float64(2)), {}),
        ("subtract", (np.arange(40.0), np.arange(40.0)[:, None]), {}),
        ("matmul", (np.arange(9e4).reshape(300, 300), np.arange(300.0)), {}),
    ],
)
def test_what_takes_no_more_memory_or_little_is_folded(name, operands, params):
    node = node_of(name, *operands, **params)
    simpler = simplified(Graph((), (Edge(node, 0),)))
    assert len(simpler) == 0
    expected = node.primitive.impl(*operands, **params)
    np.testing.assert_array_equal(simpler.outputs[0], expected)
    assert not simpler.outputs[0].flags.writeable


def test_repeated_numbers_are_folded_without_memory():
    zeros = np.broadcast_to(1.0, (1000, 1000))
    chain = Edge(node_of("exp", zeros), 0)
    for name, params in (
        ("transpose", {"axes": (1, 0)}),
        ("reshape", {"shape": (10, 100000)}),
        ("getitem", {"index": (slice(None), 3)}),
        ("broadcast_to", {"shape": (10**6, 10)}),
    ):
        chain = Edge(node_of(name, chain, **params), 0)
    simpler = simplified(Graph((), (chain,)))
    assert len(simpler) == 0
    assert simpler.outputs[0].shape == (10**6, 10)
    assert uniform_value(simpler.outputs[0]) == np.exp(1.0)


def test_numbers_too_large_for_the_dtype_are_left_to_numpy():
    edge = Edge(Leaf("x", ft.Aval(3, np.int8)), 0)
    node = node_of("index_update", edge, 300, index=slice(None))
    simpler = simplified(Graph((edge,), (Edge(node, 0),)))
    with pytest.raises(OverflowError):
        simpler.evaluate([np.zeros(3, np.int8)])


# -- keys ------------------------------------------------------------------------------


def test_arrays_of_one_number():
    assert uniform_value(3) == 3
    assert uniform_value(np.full((1, 1), 2.0)) == 2
    assert uniform_value(np.zeros(0)) is None
    assert uniform_value(np.ones(3)) is None
    for array in (np.ones(3), np.full((20, 30), 2 + 1j), np.zeros(100, bool)):
        repeated = compact(array)
        assert set(repeated.strides) == {0}
        np.testing.assert_array_equal(repeated, array)
        assert repeated.dtype == array.dtype
    for array in (
        np.array([0.0, -0.0]),
        np.arange(100.0),
        np.zeros(0),
        np.r_[np.zeros(99), 1],
    ):
        assert compact(array) is array
    hole = np.zeros(1001)
    hole[500] = -0.0
    assert compact(hole) is hole
    nans = compact(np.full(5, np.nan))
    assert np.isnan(uniform_value(nans))
    assert uniform(2.5, ft.Aval((), np.float32)).dtype == np.float32
