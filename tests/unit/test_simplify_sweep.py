"""What the sweep over a graph does besides rules: common subexpressions, dead code."""

from __future__ import annotations

import itertools
import sys

import numpy as np
import pytest

import functrace as ft
from functrace.core.node import Edge
from functrace.engine.simplify import simplify
from tests._simplify import (
    F64,
    SCALAR,
    assert_rule,
    graph_of,
    names_of,
    simplified,
    x,
)


def test_common_subexpressions():
    simpler = assert_rule(
        lambda x: np.sin(x) * np.sin(x) + x[1:2] * x[1:2],
        (x,),
        "sin multiply getitem multiply add",
    )
    assert simpler.nodes[1].inputs == (Edge(simpler.nodes[0], 0),) * 2


def test_what_looks_alike_but_differs():
    big = np.arange(100.0)

    def function(x, z):
        yield x / 3, x / 3.0, x / np.float64(3)
        yield np.maximum(x, 0.0), np.maximum(x, -0.0)
        yield np.sum(x, axis=0), np.sum(x, axis=0, keepdims=True)
        yield z * big, z * big.copy()
        yield z * 1j, z * np.complex64(1j)

    graph = graph_of(
        lambda *xs: tuple(itertools.chain(*function(*xs))), x, ft.Aval(100)
    )
    outputs = simplify(graph).outputs
    assert outputs[0] != outputs[1] != outputs[2]
    assert outputs[3] != outputs[4]
    assert outputs[5] != outputs[6]
    assert outputs[9] != outputs[10]


def test_outputs_of_several():
    def function(x):
        mantissa, exponent = np.frexp(x)
        again, _ = np.frexp(x)
        return mantissa + again, exponent

    assert_rule(function, (x,), "frexp add")


def test_dead_code_and_outputs_that_are_inputs():
    def function(x):
        np.sin(x)
        y = x * 1
        return y, x, y, 3, x * 0

    graph = graph_of(function, F64)
    simpler = simplified(graph)
    assert names_of(simpler) == ["multiply"]
    assert simpler.outputs[:3] == (simpler.inputs[0],) * 3
    assert simpler.outputs[3] == 3
    assert simpler.arguments == graph.arguments
    assert (simpler.in_treedef, simpler.out_treedef) == (
        graph.in_treedef,
        graph.out_treedef,
    )


def test_what_is_no_array_stays_an_argument():
    graph = ft.make_graph(lambda x, flag: x * 1 if flag else x)(np.ones(2), True)
    np.testing.assert_array_equal(simplified(graph)(np.ones(2), True), np.ones(2))


def test_free_inputs():
    found = []

    def outer(a, b):
        graph = ft.make_graph(lambda x: x * a + np.sin(b) * 0 + b * 1 - b)(1.0)
        found.append(graph)
        return a

    ft.make_graph(outer)(2.0, 3.0)
    simpler = simplify(found[0])
    assert set(simpler.free_inputs) == set(found[0].free_inputs)
    values = [np.float64(v) for v in (1, 2, 3)]
    assert simpler.evaluate(values) == found[0].evaluate(values)


def test_sources_survive():
    graph = ft.make_graph(lambda x: np.sin(x * 1) ** 2, sources=True)(F64)
    simpler = simplify(graph, lambda _: None)
    assert names_of(simpler) == ["sin", "multiply"]
    assert all(node.source is not None for node in simpler.nodes)
    assert [node.mask for node in simpler.nodes] == [1, 3]


@pytest.mark.slow
def test_long_chains(rng):
    functions = [(np.sin, np.cos, np.tanh)[k] for k in rng.integers(0, 3, 20000)]

    def function(x):
        y = x
        for f in functions:  # in no order, so that it is no loop
            y = f(y) * 1.0
        return y

    graph = graph_of(function, SCALAR)
    assert sys.getrecursionlimit() < len(graph)
    assert len(simplify(graph)) == 20000
