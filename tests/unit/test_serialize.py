import copy
import pickle
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.core.aval import aval_of
from functrace.core.check import check
from functrace.core.node import Edge, Leaf, Node
from functrace.core.primitive import REGISTRY

X = np.array([0.5, 1.0, 2.0])
sin = REGISTRY["sin"]

MODULE = """
from dataclasses import dataclass
import numpy as np

@dataclass
class Params:
    w: object
    bias: object
    kind: str = "affine"

TABLE = np.arange(12.0).reshape(4, 3)

def loss(params, x):
    y = params.w * x + params.bias
    y[0] = 2 * y[1]
    z = y[np.array([2, 0])]
    return {"loss": np.sum(np.sin(y * TABLE)), "z": z}
"""


def test_a_round_trip():
    graph = ft.make_graph(ft.grad(lambda x: np.sum(np.sin(x) ** 2)), sources=True)(X)
    again = pickle.loads(pickle.dumps(graph))
    check(again)
    assert str(again) == str(graph)
    assert again.format(sources=True) == graph.format(sources=True)
    np.testing.assert_array_equal(again(X), graph(X))
    assert not set(again.nodes) & set(graph.nodes)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol(protocol):
    graph = ft.make_graph(lambda x: (np.sin(x), 2.0, None))(X)
    again = pickle.loads(pickle.dumps(graph, protocol))
    np.testing.assert_array_equal(again(X)[0], np.sin(X))
    assert again(X)[1:] == (2.0, None)


@pytest.mark.slow
def test_in_another_process(tmp_path, monkeypatch):
    """A dataclass registered here is registered there before the structure."""
    (tmp_path / "saved_model.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    import saved_model  # noqa: PLC0415 - made above

    params = saved_model.Params(X, 0.5)
    graph = ft.make_graph(saved_model.loss)(params, X)
    check(graph)
    (tmp_path / "graph.pickle").write_bytes(pickle.dumps((graph, params)))
    script = (
        "import pickle, sys, numpy as np\n"
        "graph, params = pickle.load(open('graph.pickle', 'rb'))\n"
        "from functrace.core.check import check\n"
        "check(graph)\n"
        "params.bias = 0.75\n"
        "out = graph(params, np.array([0.5, 1.0, 2.0]))\n"
        "pickle.dump(out, open('out.pickle', 'wb'))\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path)
    got = pickle.loads((tmp_path / "out.pickle").read_bytes())
    params.bias = 0.75
    expected = saved_model.loss(params, X)
    np.testing.assert_array_equal(got["loss"], expected["loss"])
    np.testing.assert_array_equal(got["z"], expected["z"])


@dataclass
class Pair:
    left: Any
    right: Any


def test_deepcopy_shares_nothing_that_can_be_written():
    table = np.arange(12.0)
    graph = ft.make_graph(lambda pair: Pair(pair.left * table, pair.right))(
        Pair(np.ones(12), "static")
    )
    again = copy.deepcopy(graph)
    check(again)
    assert str(again) == str(graph)
    assert not np.shares_memory(again.nodes[0].inputs[1], graph.nodes[0].inputs[1])
    np.testing.assert_array_equal(again(Pair(np.ones(12), "static")).left, table)


def test_shared_constants_stay_shared():
    table = np.arange(12.0)
    table.flags.writeable = False
    graph = ft.make_graph(lambda x: x * table + table)(np.ones(12))
    first, second = (node.inputs[1] for node in graph.nodes)
    assert first is second
    first, second = (n.inputs[1] for n in pickle.loads(pickle.dumps(graph)).nodes)
    assert first is second
    assert not first.flags.writeable


@pytest.mark.slow
def test_long_chains():
    aval = ft.Aval((2,))
    edge = start = Edge(Leaf("x", aval), 0)
    for _ in range(100_000):
        edge = Edge(Node(sin, (edge,), {}, None, *aval), 0)
    graph = ft.Graph([start], [edge])
    for again in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph)):
        assert len(again) == 100_000
    np.testing.assert_array_equal(again(np.ones(2))[0], graph(np.ones(2))[0])


def test_values_of_an_enclosing_trace():
    made = []

    def f(x):
        made.append(ft.make_graph(lambda z: np.sin(z * x))(2.0))
        return x

    ft.grad(f)(1.0)
    (graph,) = made
    with pytest.raises(
        TypeError, match="values of an enclosing trace cannot be pickled"
    ):
        pickle.dumps(graph)
    again = copy.deepcopy(graph)
    check(again)
    assert again.free_inputs == graph.free_inputs
    assert str(again) == str(graph)


def test_a_graph_within_a_graph():
    body = ft.make_graph(np.sin)(X)
    start = Edge(Leaf("x", ft.Aval((3,))), 0)
    node = Node(sin, (start,), {"body": body}, None, *ft.Aval((3,)))
    again = pickle.loads(pickle.dumps(ft.Graph([start], [Edge(node, 0)])))
    np.testing.assert_array_equal(again.nodes[0].params["body"](X), np.sin(X))


@pytest.mark.parametrize("number", [True, 2, 2.0, 2j])
def test_the_type_of_a_python_number_stays_one(number):
    aval = aval_of(number)
    assert aval.dtype is type(number)
    for again in (pickle.loads(pickle.dumps(aval)), copy.deepcopy(aval)):
        assert again.dtype is type(number)
