"""Simplified graphs of random programs, and of their gradients, give the same values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given

import functrace as ft
from functrace.core.check import check
from functrace.engine.simplify import simplify
from tests.properties._programs import programs

SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 5e-324, 1e308, 0.3]
POWERS = {"power", "float_power"}
REPEATING = {"broadcast_to", "index_update", "index_add"}


def copies(inputs):
    return [np.copy(x)[()] for x in inputs]


def specials(inputs, seed=0):
    """Inputs of the same shapes with NaN, infinities and zeros."""
    rng = np.random.default_rng(seed)
    return [np.asarray(rng.choice(SPECIAL, np.shape(x)), x.dtype)[()] for x in inputs]


def rounds(graph):
    """Whether a rule may apply that the simplified graph is rounded otherwise by."""
    names = {node.name for node in graph.nodes}
    return (
        not names.isdisjoint(POWERS)
        or ("reduce_sum" in names and not names.isdisjoint(REPEATING))
        or any(aval.dtype.kind == "c" for node in graph.nodes for aval in node.avals)
    )


def everything(program):
    """The program, made to return all values it computes."""
    *lines, last = program.text.split("\n")
    names = last[last.index("for v in") + len("for v in") : -2]
    scope = {"np": np}
    exec("\n".join([*lines, f"    return {names}"]), scope)
    return scope["program"]


def assert_same(graph, simpler, inputs):
    with np.errstate(all="ignore"):
        for x, y in zip(graph.evaluate(inputs), simpler.evaluate(inputs), strict=True):
            assert x.dtype == y.dtype
            assert np.shape(x) == np.shape(y)
            if rounds(graph):
                eps = float(np.finfo(x.dtype).eps)
                scale = np.max(np.abs(x), initial=1.0, where=np.isfinite(x))
                np.testing.assert_allclose(y, x, rtol=1e3 * eps, atol=1e3 * eps * scale)
            else:
                np.testing.assert_array_equal(y, x)


def graph_of(function, inputs):
    """Made of shapes alone, if the program can do without values."""
    try:
        return ft.make_graph(function)(*(ft.Aval(np.shape(x), x.dtype) for x in inputs))
    except ft.ConcretizationError:
        return ft.make_graph(function)(*copies(inputs))


def simplified(graph):
    simpler = simplify(graph)
    check(simpler)
    assert simpler.inputs == graph.inputs
    assert simpler.out_avals == graph.out_avals
    assert not set(simpler.nodes) & set(graph.nodes)
    again = simplify(simpler)
    assert len(again) <= len(simpler)
    return simpler


@pytest.mark.parametrize("kind", ["d", "f", "D"])
def test_values(kind):
    @given(programs(kind))
    def check_values(program):
        graph = graph_of(everything(program), program.inputs)
        assert_same(graph, simplified(graph), program.inputs)

    check_values()


@pytest.mark.slow
@given(programs())
def test_values_with_infinities_and_nans(program):
    graph = ft.make_graph(everything(program))(*copies(program.inputs))
    assume(not rounds(graph))
    assert_same(graph, simplified(graph), specials(program.inputs))


@pytest.mark.parametrize("kind", ["d", "D"])
@pytest.mark.slow
def test_gradients(kind):
    @given(programs(kind))
    def check_gradients(program):
        argnums = tuple(range(len(program.inputs)))
        graph = graph_of(ft.grad(program.function, argnums), program.inputs)
        assert_same(graph, simplified(graph), program.inputs)

    check_gradients()


@pytest.mark.slow
@given(programs())
def test_second_derivatives(program):
    argnums = tuple(range(len(program.inputs)))

    def slope(*x):
        tangents = tuple(np.ones_like(v) for v in program.inputs)
        return ft.jvp(ft.grad(program.function, argnums), x, tangents)[1]

    graph = graph_of(slope, program.inputs)
    assert_same(graph, simplified(graph), program.inputs)
