"""The graph of every call is legal, and gives the call's results at any point."""

from __future__ import annotations

import pickle
from typing import Any

import functrace as ft
from functrace.core.check import check
from tests.systematic._laws import directions, pull
from tests.systematic.test_calls import assert_same, each_call


def graph_of(function: Any, *args: Any) -> ft.Graph:
    """The graph, which must be legal, needs nothing else, and survives a pickle."""
    graph = ft.make_graph(function)(*args)
    check(graph)
    assert not graph.free_inputs
    again = pickle.loads(pickle.dumps(graph))
    check(again)
    assert str(again) == str(graph)
    return again


def assert_all_same(got: Any, expected: Any) -> None:
    for value, plain in zip(got, expected, strict=True):
        # A truth value that is computed is NumPy's, as numbers are.
        assert_same(bool(value) if type(plain) is bool else value, plain)


@each_call(written=True, share=2)
def test_evaluates_to_the_call(bound):
    graph = graph_of(bound.leaves, *bound.varied)
    assert_all_same(graph(*bound.varied), bound.plain().leaves(*bound.varied))


@each_call(abstract=True, written=True, share=2)
def test_records_without_values(bound):
    """Or refuses to, where the call looks at a value."""
    avals = [ft.Aval(arg.shape, arg.dtype) for arg in bound.varied]
    try:
        graph = ft.make_graph(bound.leaves)(*avals)
    except ft.ConcretizationError:
        return
    check(graph)
    assert_all_same(graph(*bound.varied), bound.plain().leaves(*bound.varied))


@each_call(order=1, kinds=True, share=6)
def test_of_the_derivative(bound, rng):
    cotangents = directions(rng, bound.inexact(*bound.varied))
    count = len(bound.varied)

    def gradient(*args: Any) -> list[Any]:
        return pull(bound.inexact, args[:count], args[count:])

    args = [*bound.varied, *cotangents]
    graph = graph_of(gradient, *args)
    assert_all_same(graph(*args), gradient(*args))
