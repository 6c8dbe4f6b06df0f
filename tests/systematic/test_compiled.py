"""Compiled code gives what the interpreter gives."""

from __future__ import annotations

from typing import Any

import numpy as np

import functrace as ft
from functrace.primitives.call import program_of
from tests.systematic._laws import directions, each_case, pull
from tests.systematic.test_calls import Bound, each_call

_ULPS = 4  # of the largest element: what is summed up in another order, or fused


def assert_compiled(graph: ft.Graph, args: list[Any]) -> None:
    """Compile the graph and compare, with the interpreter as the oracle."""
    edges = [out for out in graph.outputs if isinstance(out, ft.Edge)]
    graph = ft.Graph(graph.inputs, edges)
    values = [np.asarray(arg) for arg in args]
    expected = graph.evaluate([v if v.ndim else v[()] for v in values])
    got = program_of(graph, fastmath=False)(values)
    assert len(got) == len(expected)
    for out, value in zip(got, expected, strict=True):
        assert_close(out, value)


def assert_close(out: Any, value: Any) -> None:
    value = np.asarray(value)
    assert isinstance(out, (np.ndarray, np.generic))
    assert (out.dtype, out.shape) == (value.dtype, value.shape)
    if value.dtype.kind not in "fc" or not value.size:
        np.testing.assert_array_equal(out, value)
        return
    scale = np.max(np.abs(value), initial=0, where=np.isfinite(value))
    unit = np.finfo(value.dtype).eps
    size = max(64, value.size)  # condition of sums and factorisations
    np.testing.assert_allclose(
        out, value, rtol=_ULPS * unit, atol=_ULPS * unit * scale * size
    )


def graph_of(function: Any, args: list[Any], *, abstract: bool = True) -> ft.Graph:
    """The graph as `jit` traces it where that can be done, else along the values."""
    avals = [ft.Aval(np.shape(arg), np.asarray(arg).dtype) for arg in args]
    try:
        return ft.make_graph(function)(*(avals if abstract else args))
    except ft.ConcretizationError:
        return ft.make_graph(function)(*args)


def filled(case: Any) -> tuple[Any, list[Any]]:
    """The primitive as a function of its arrays, and the arrays."""
    args = list(case.sample.args)
    places = [
        i for i, arg in enumerate(args) if isinstance(arg, (np.ndarray, np.generic))
    ]

    def function(*arrays: Any) -> Any:
        given = list(args)
        for i, array in zip(places, arrays, strict=True):
            given[i] = array
        return case.outputs(given)

    return function, [args[i] for i in places]


@each_case()
def test_primitive(case):
    function, arrays = filled(case)
    assert_compiled(graph_of(function, arrays), arrays)


@each_case(single=True)
def test_in_single_precision(case):
    test_primitive(case.in_single_precision())


@each_call(abstract=True)
def test_call(bound: Bound):
    assert_compiled(graph_of(bound.leaves, bound.varied), bound.varied)


@each_call(order=1)
def test_derivative(bound: Bound, rng):
    cotangents = list(directions(rng, bound.inexact(*bound.varied)))
    count = len(bound.varied)

    def gradient(*args: Any) -> list[Any]:
        return pull(bound.inexact, args[:count], args[count:])

    args = [*bound.varied, *cotangents]
    graph = graph_of(gradient, args, abstract=bound.call.abstract)
    assert_compiled(graph, args)
