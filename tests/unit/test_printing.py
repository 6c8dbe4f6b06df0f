import time

import numpy as np
import pytest

import functrace as ft
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY
from functrace.core.printing import format_value

X = np.array([0.5, 1.0, 2.0])
sin = REGISTRY["sin"]


def test_a_program():
    def energy(x):
        d = x[1:] - x[:-1]
        return {"first": d[0], "total": np.sum(d**2)}

    assert str(ft.make_graph(energy)(X)).splitlines() == [
        "graph (x: float64[3]) {",
        "  %0: float64[2] = getitem(x, index=1:)",
        "  %1: float64[2] = getitem(x, index=:-1)",
        "  %2: float64[2] = subtract(%0, %1)",
        "  %3: float64[] = getitem(%2, index=0)",
        "  %4: float64[2] = power(%2, 2)",
        "  %5: float64[] = reduce_sum(%4, axis=(0,), keepdims=False)",
        "  return {'first': %3, 'total': %5}",
        "}",
    ]


def test_arguments_are_called_as_the_function_calls_them():
    def f(params, *rest, mode, act, flag=True):
        return act(params["w"][0] * rest[0] + rest[1]["z"])

    args = {"w": [1.0]}, 2.0, {"z": np.float32(3)}
    graph = ft.make_graph(f)(*args, mode="fast", act=np.sin)
    assert str(graph).splitlines()[0] == (
        "graph (params['w'][0]: float64[], args[1]: float64[], "
        "args[2]['z']: float32[], act=sin, mode='fast') {"
    )


def test_sources_on_request():
    def f(x):
        return np.sin(x)

    graph = ft.make_graph(f, sources=True)(X)
    assert "#" not in str(graph)
    line = graph.format(sources=True).splitlines()[1]
    expected = f"test_printing.py:{f.__code__.co_firstlineno + 1} in f"
    assert line == f"{'  %0: float64[3] = sin(x)':48}  # {expected}"
    without = ft.make_graph(f)(X)
    assert without.format(sources=True) == str(without)


def test_constants():
    small, large, ones = np.array([1.0, 2.0]), np.arange(12.0), np.ones((3, 3))

    def f(x, y):
        return x[:2] * small * np.float32(2) * 3, y * large + large, x * ones

    text = str(ft.make_graph(f)(X, np.ones(12)))
    assert "multiply(%0, [1.0, 2.0])" in text
    assert "float32(2.0)" in text
    assert ", 3)" in text
    assert "  const c0: float64[12]\n" in text
    assert "float64[3,3] = all 1.0\n" in text


def test_values_of_parameters():
    assert format_value((slice(1, None), None, Ellipsis, 0)) == "(1:, None, ..., 0)"
    assert format_value((slice(None, None, 2),)) == "(::2,)"
    assert format_value(np.dtype("float32")) == "float32"
    assert format_value(np.sin) == "sin"
    assert format_value(np.bool_(True)) == "True"
    assert format_value(np.array([[1, 2]])) == "[[1, 2]]"
    assert format_value(np.array([1, 2], np.int8)) == "int8([1, 2])"
    assert format_value(np.arange(10)) == "int64[10]"
    assert format_value(ft.Aval((2,))) == "float64[2]"


def test_a_graph_as_a_parameter_is_indented():
    body = ft.make_graph(lambda x: np.sin(x))(X)
    start = Edge(Leaf("x", ft.Aval((3,))), 0)
    node = Node(sin, (start,), {"body": body, "n": 2}, None, *ft.Aval((3,)))
    assert str(ft.Graph([start], [Edge(node, 0)])).splitlines() == [
        "graph (x: float64[3]) {",
        "  %0: float64[3] = sin(x, n=2)",
        "    body: graph (x: float64[3]) {",
        "      %0: float64[3] = sin(x)",
        "      return %0",
        "    }",
        "  return (%0,)",
        "}",
    ]


def test_free_inputs_and_equal_labels():
    made = []

    def f(x):
        y, outer = np.exp(x), x

        def g(x):
            return x * outer * y

        made.append(ft.make_graph(g)(2.0))
        return x

    ft.grad(f)(1.0)
    assert str(made[0]).splitlines() == [
        "graph (x: float64[]) {",
        "  free x_1: float64[]",
        "  free free: float64[]",
        "  %0: float64[] = multiply(x, x_1)",
        "  %1: float64[] = multiply(%0, free)",
        "  return %1",
        "}",
    ]


@pytest.mark.slow
def test_linear_in_the_number_of_nodes():
    def seconds(length):
        aval = ft.Aval(())
        edge = start = Edge(Leaf("x", aval), 0)
        for _ in range(length):
            edge = Edge(Node(sin, (edge,), {}, None, *aval), 0)
        graph = ft.Graph([start], [edge])
        begun = time.process_time()
        assert len(str(graph).splitlines()) == length + 3
        return time.process_time() - begun

    small = min(seconds(1000) for _ in range(3))
    assert seconds(10_000) < 50 * small
