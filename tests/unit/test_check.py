import numpy as np
import pytest

import functrace as ft
from functrace.core.check import GraphError, check
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY
from functrace.core.tracer import Tracer
from functrace.primitives.indexing import getitem

AVAL = ft.Aval((3,))
add, sin = REGISTRY["add"], REGISTRY["sin"]


def leaf():
    return Edge(Leaf("x", AVAL), 0)


def node(primitive, *inputs, aval=AVAL, **params):
    return Edge(Node(primitive, inputs, params, None, *aval), 0)


def refused(graph):
    with pytest.raises(GraphError, match="functrace bug, please report") as caught:
        check(graph)
    assert isinstance(caught.value, AssertionError)
    return str(caught.value)


def test_legal_graphs():
    x = leaf()
    check(ft.Graph([x], [node(add, node(sin, x), 2.0), x, 1.0]))
    check(ft.Graph([], []))
    check(ft.make_graph(ft.hessian(lambda x: np.sum(np.sin(x) * x)))(np.ones(3)))


def test_avals():
    x = leaf()
    text = refused(ft.Graph([x], [node(sin, x, aval=ft.Aval((3,), np.float32))]))
    assert "the outputs are not what abstract_eval says" in text
    assert "<Node sin" in text


def test_shape_and_dtype():
    x = leaf()
    y = node(sin, x)
    assert y.node.avals == (AVAL,)
    y.node.shape = (4,)
    assert "shape and dtype differ" in refused(ft.Graph([x], [y]))


def test_a_dropped_constant():
    x = leaf()
    text = refused(ft.Graph([x], [node(add, x, AVAL)]))
    assert "the constant operand 1 was dropped" in text


@pytest.mark.parametrize("operand", [[1.0], "x", np.array([None]), Tracer(None, 1.0)])
def test_operands_that_are_no_arrays(operand):
    x = leaf()
    assert "operand 1 is no array" in refused(ft.Graph([x], [node(add, x, operand)]))


def test_an_index_out_of_range():
    x = leaf()
    y = node(add, x, Edge(x.node, 1))
    assert "operand 1 is no output" in refused(ft.Graph([x], [y]))


def test_the_order():
    x = leaf()
    y = node(sin, x)
    z = node(sin, y)
    graph = ft.Graph([x], [z])
    y.node.sequence, z.node.sequence = z.node.sequence, y.node.sequence
    assert "a node is out of order" in refused(graph)
    assert "operand 0 is computed later" in refused(ft.Graph([x], [z]))


def test_the_inputs():
    x = leaf()
    assert "not a leaf of its own" in refused(ft.Graph([x, x], [x]))
    assert "not a leaf of its own" in refused(ft.Graph([node(sin, x)], [x]))


def test_the_outputs():
    x = leaf()
    text = refused(ft.Graph([x], [Edge(x.node, 3)]))
    assert "an output is not in the graph" in text
    assert "neither an edge nor a constant" in refused(ft.Graph([x], [AVAL]))


def test_the_structures():
    x = leaf()
    graph = ft.Graph([x], [x])
    graph.out_treedef = ft.Graph([], [1.0, 2.0]).out_treedef
    assert "the outputs have another structure" in refused(graph)


@pytest.mark.parametrize(
    "value", [np.ones(2), (slice(np.int64(1), None),), [1], {"a": 1}, {1}]
)
def test_parameters_that_are_no_plain_data(value):
    x = leaf()
    text = refused(ft.Graph([x], [node(getitem, x, index=value)]))
    assert "the parameter index holds a value of type" in text


def test_parameters_that_do_not_pickle():
    class Local:
        pass

    x = leaf()
    text = refused(ft.Graph([x], [node(getitem, x, index=Local())]))
    assert "the parameter index cannot be pickled" in text


def test_graphs_within():
    x, y = leaf(), leaf()
    body = ft.Graph([x], [node(add, x, AVAL)])
    assert "was dropped" in refused(ft.Graph([y], [node(getitem, y, index=body)]))


def test_the_registry(monkeypatch):
    x = leaf()
    graph = ft.Graph([x], [node(sin, x)])
    monkeypatch.delitem(REGISTRY, "sin")
    assert "not the registered one" in refused(graph)
