import functools
import gc
import weakref
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import functrace as ft
from functrace.core.check import check
from functrace.core.drawing import picture_of
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


def boxes_of(picture):
    """Left, top, right and bottom of each of the outermost boxes."""
    pairs = zip(picture._sizes, picture._layout.centres, strict=True)
    return [(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for (w, h), (x, y) in pairs]


def check_picture(picture):
    """Boxes are apart, within the picture, and below what they take from."""
    boxes = boxes_of(picture)
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert -1e-6 <= left < right <= picture.width + 1e-6
        assert -1e-6 <= top < bottom <= picture.height + 1e-6
        for other in boxes[:i]:
            apart = left >= other[2] or right <= other[0]
            assert apart or top >= other[3] or bottom <= other[1]
    for start, end in picture._arrows:
        assert boxes[end][1] > boxes[start][3]


PICTURES = {
    "nothing": lambda x: 3.0,
    "one": np.sin,
    "shared": lambda x: np.sum(np.sin(x) * np.cos(x) + x) - x[0],
    "long": lambda x: functools.reduce(lambda a, _: np.sin(a) + x, range(30), x),
    "loop": lambda x: ft.fori_loop(0, 5, lambda i, c: c * np.sin(x), x),
    "branches": lambda x: ft.cond(x[0] > 0, lambda: x * 2, lambda: x + np.exp(x)),
    "several": lambda x: (x, {"a": np.linalg.qr(np.outer(x, x))}),
}


@pytest.mark.parametrize("name", PICTURES)
def test_notebooks_show_a_picture(name):
    graph = ft.make_graph(PICTURES[name])(ft.Aval(3))
    svg = ET.fromstring(graph._repr_svg_())
    texts = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    for node in graph.nodes:
        assert node.name in texts
    check_picture(picture_of(graph))
    assert graph._repr_html_() is None


def test_a_picture_of_a_program():
    def f(x, a):
        y = np.sum(np.exp(x)) * x
        return ft.fori_loop(0, 9, lambda i, c: 0.5 * c + a * c, y), np.sort(y)

    plan = ft.jit(f).lower(np.ones(400), np.ones(400)).plan
    assert "scan" in plan
    svg = ET.fromstring(plan._repr_svg_())
    texts = "\n".join(filter(None, svg.itertext()))
    for line in str(plan).splitlines():
        assert line.strip() in texts
    check_picture(plan._program.picture())
    with_numpy = ft.jit(lambda x: np.sin(np.linalg.eig(np.outer(x, x) + 1j)[0]))
    plan = with_numpy.lower(np.ones(3)).plan
    assert ("numpy" in plan) == ("in NumPy" in plan._repr_svg_())


def test_what_is_too_large_for_a_picture_is_text():
    large = chain(1000)
    assert large._repr_svg_() is None
    assert large._repr_html_().startswith("<pre>graph (x: float64[2]) {\n")
