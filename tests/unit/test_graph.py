import gc
import os
import weakref

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY

X = np.array([0.5, 1.0, 2.0])
sin = REGISTRY["sin"]


def chain(length):
    """A graph of `length` sines, made without tracing."""
    aval = ft.Aval((2,))
    start = edge = Edge(Leaf("x", aval), 0)
    for _ in range(length):
        edge = Edge(Node(sin, (edge,), {}, None, *aval), 0)
    return ft.Graph([start], [edge])


def model(params, x, *, scale=2.0, kind="plain"):
    hidden = np.sin(params["w"] * x + params["b"])
    return {"y": hidden * scale, "sum": np.sum(hidden), "kind": 1.0}


PARAMS = {"w": np.array([1.0, 2.0, 3.0]), "b": 0.5}


def test_a_graph_is_what_the_outputs_depend_on():
    def f(x):
        np.exp(x)  # reaches no output
        return np.sin(x) + 1

    graph = ft.make_graph(f)(X)
    assert [node.name for node in graph.nodes] == ["sin", "add"]
    assert len(graph) == 2
    assert [edge.node.name for edge in graph.inputs] == ["x"]
    assert graph.outputs == (ft.Edge(graph.nodes[1], 0),)
    assert graph.free_inputs == ()
    assert list(graph.edges) == [*graph.inputs, *(Edge(n, 0) for n in graph.nodes)]
    assert graph.in_avals == graph.out_avals == (ft.Aval((3,)),)
    assert repr(graph) == "<Graph: 1 inputs, 2 nodes, 1 outputs>"


def test_evaluates_pytrees_as_the_function_does():
    graph = ft.make_graph(model)(PARAMS, X, scale=3.0)
    check(graph)
    other = {"w": -X, "b": 0.25}
    got = graph(other, X + 1, scale=5.0)
    expected = model(other, X + 1, scale=5.0)
    assert got.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_array_equal(got[name], value)


def test_is_itself_differentiable():
    def f(x):
        return np.sum(np.sin(x) ** 2)

    graph = ft.make_graph(f)(X)
    np.testing.assert_array_equal(ft.grad(graph)(X), ft.grad(f)(X))
    np.testing.assert_allclose(ft.hessian(graph)(X), ft.hessian(f)(X))
    again = ft.make_graph(graph)(X)
    assert [node.name for node in again.nodes] == [node.name for node in graph.nodes]


def test_results_belong_to_the_caller():
    constant = np.arange(3.0)
    graph = ft.make_graph(lambda x: (x, x[1:], constant, x, np.sin(x)))(X)
    x = X.copy()
    for _ in range(2):
        outs = graph(x)
        for out in outs:
            out[...] = -1
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(constant, np.arange(3.0))
    np.testing.assert_array_equal(graph(X)[2], constant)


def test_constants_are_the_graphs_own():
    table = np.arange(3.0)
    graph = ft.make_graph(lambda x: x * table)(X)
    table[:] = 7
    np.testing.assert_array_equal(graph(X), X * np.arange(3))
    (constant,) = (v for v in graph.nodes[0].inputs if type(v) is np.ndarray)
    assert not constant.flags.writeable


def test_no_intermediate_value_is_kept():
    graph = ft.make_graph(lambda x: np.sin(np.exp(x)))(X)
    assert [node.saved for node in graph.nodes] == [None, None]


def test_a_value_is_forgotten_after_its_last_use():
    alive = []

    def f(x):
        for _ in range(5):
            x = np.sin(x)
        return x

    graph = ft.make_graph(f)(np.ones(2))

    class Watched(np.ndarray):
        pass

    def watch(x):
        out = np.sin(x).view(Watched)
        alive.append(weakref.ref(out))
        assert sum(ref() is not None for ref in alive) <= 2
        return out

    record = graph.nodes[0].primitive
    original = record.impl
    object.__setattr__(record, "impl", watch)
    try:
        graph.evaluate([np.ones(2)])
    finally:
        object.__setattr__(record, "impl", original)
    assert len(alive) == 5


def text_of(error, function, *args, **kwargs):
    with pytest.raises(error) as caught:
        function(*args, **kwargs)
    return str(caught.value)


def test_an_argument_of_another_shape():
    graph = ft.make_graph(model)(PARAMS, X)
    text = text_of(ft.ShapeError, graph, PARAMS | {"w": np.ones(4)}, X)
    assert text.splitlines() == [
        "functrace.Graph: argument \"params['w']\" does not fit the graph's input.",
        "  expected: float64[3]",
        "  got:      float64[4]",
        "  help: convert it, or make another graph for such arguments.",
    ]


@pytest.mark.parametrize("x", [np.arange(3), X.astype(complex), np.float32(X)])
def test_an_argument_of_another_dtype(x):
    graph = ft.make_graph(model)(PARAMS, X)
    assert "argument 'x' does not fit" in text_of(ft.DtypeError, graph, PARAMS, x)


def test_an_argument_that_is_no_array():
    graph = ft.make_graph(model)(PARAMS, X)
    assert "got:      str" in text_of(ft.DtypeError, graph, PARAMS, "x")


def test_an_argument_of_another_structure():
    graph = ft.make_graph(model)(PARAMS, X)
    text = text_of(ft.PytreeMismatchError, graph, {"w": X}, X)
    assert text.startswith("functrace.Graph: (args, kwargs) of the call has another")
    assert "got:      PyTreeSpec((({'w': *}, *), {})" in text
    text_of(ft.PytreeMismatchError, graph, PARAMS, x=X)


def test_an_argument_that_is_fixed():
    graph = ft.make_graph(model)(PARAMS, X, kind="fancy")
    graph(PARAMS, X, kind="fancy")
    text = text_of(ft.PytreeMismatchError, graph, PARAMS, X, kind="other")
    assert text.splitlines()[:3] == [
        "functrace.Graph: argument 'kind' is fixed in the graph.",
        "  expected: 'fancy'",
        "  got:      'other'",
    ]


def test_python_numbers_are_weak_arguments():
    graph = ft.make_graph(np.sin)(ft.Aval((), np.float32))
    assert graph(1).dtype == graph(1.0).dtype == np.float32
    text_of(ft.DtypeError, graph, 1j)
    text_of(ft.DtypeError, graph, np.float64(1))


def test_free_inputs_are_values_of_the_enclosing_trace():
    made = []

    def f(x):
        y = np.exp(x)
        made.append(ft.make_graph(lambda z: np.sin(z * y))(2.0))
        return y

    ft.grad(f)(1.0)
    (graph,) = made
    check(graph)
    assert [node.name for node in graph.nodes] == ["multiply", "sin"]
    (free,) = graph.free_inputs
    assert free.node.name == "exp"
    assert graph.evaluate([2.0, 3.0]) == [np.sin(6.0)]
    text = text_of(ValueError, graph, 2.0)
    assert "depends on traced values that are not its inputs" in text
    assert "got:      exp: float64[]" in text


def test_a_free_input_may_be_an_output():
    made = []

    def f(x):
        made.append(ft.make_graph(lambda z: (z * 2, x))(2.0))
        return x

    ft.grad(f)(1.0)
    (graph,) = made
    check(graph)
    assert len(graph.free_inputs) == 1
    assert graph.evaluate([2.0, 3.0]) == [4.0, 3.0]


def test_a_graph_of_nodes_made_by_hand():
    x = ft.variable(X)
    y = np.sin(x) * 2
    graph = ft.Graph([x.edge], [y.edge, 3.0])
    check(graph)
    assert graph(X)[1] == 3.0
    np.testing.assert_array_equal(graph(X)[0], np.sin(X) * 2)


def test_constants_that_were_not_kept():
    x = ft.variable(X)
    graph = ft.Graph([x.edge], [(x + np.ones(3)).edge])
    text = text_of(ValueError, graph, X)
    assert "constants that no derivative needs were not kept" in text
    assert "got:      <Node add #" in text


@pytest.mark.slow
def test_long_chains():
    graph = chain(100_000)
    assert len(graph) == 100_000
    (value,) = graph(np.ones(2))
    assert 0 < value[0] < 0.01


def test_freed_without_the_collector():
    gc.collect()
    gc.disable()
    try:
        graph = ft.make_graph(ft.grad(lambda x: np.sum(np.sin(x) * x)))(X)
        graph(X)
        str(graph)
        kept = [weakref.ref(graph), *map(weakref.ref, graph.nodes)]
        del graph
        assert all(ref() is None for ref in kept)
    finally:
        gc.enable()


def test_dot():
    graph = ft.make_graph(lambda x, n: (np.sin(x)[1:] * 2, 3.0))(X, "static")
    lines = graph.to_dot().splitlines()
    assert lines[0] == "digraph {"
    assert lines[-1] == "}"
    assert '  n2 [label="x", shape=ellipse];' in lines
    assert '  n3 [label="sin"];' in lines
    assert '  n2 -> n3 [label="x: float64[3]"];' in lines
    assert '  n5 [label="getitem\\nindex=1:"];' in lines
    assert '  n7 [label="multiply\\n2"];' in lines
    assert '  n11 [label="output 1\\n3.0", shape=ellipse];' in lines
    assert len([line for line in lines if "->" in line]) == 4


def fake_dot(folder, monkeypatch, script):
    path = folder / "dot"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_notebooks_show_a_picture_where_graphviz_is(tmp_path, monkeypatch):
    script = """echo '<?xml?>'; echo "<svg>$1 $(grep -c sin)</svg>" """
    fake_dot(tmp_path, monkeypatch, script)
    graph = ft.make_graph(np.sin)(X)
    assert graph._repr_svg_() == "<svg>-Tsvg 1</svg>\n"
    assert graph._repr_html_() is None
    large = chain(1000)
    assert large._repr_svg_() is None
    assert large._repr_html_().startswith("<pre>graph (x: float64[2]) {\n")


def test_notebooks_show_text_without_graphviz(monkeypatch):
    monkeypatch.setenv("PATH", "")
    graph = ft.make_graph(lambda x: x < 1)(X)
    assert graph._repr_svg_() is None
    assert graph._repr_html_() == (
        "<pre>graph (x: float64[3]) {\n  %0: bool[3] = less(x, 1)\n  return %0\n}</pre>"
    )
