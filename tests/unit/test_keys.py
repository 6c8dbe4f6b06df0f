"""Keys: equal for what can stand for each other, different for all else."""

import contextlib
import dataclasses
import enum
import itertools
import math
import types
from decimal import Decimal
from typing import NamedTuple

import numpy as np
import pytest

import functrace as ft
from functrace.core import graph as graph_module
from functrace.core.aval import aval_of
from functrace.core.content_hash import NamelessError
from functrace.core.digest import _text as text_of
from functrace.core.digest import digest
from functrace.core.keys import Keyed, graph_key, key_of, params_key
from functrace.core.node import Edge, Leaf, Node, toposort, walk_on, walked
from functrace.core.primitive import REGISTRY
from functrace.engine import schedule as schedule_module
from functrace.engine.simplify import simplify

sin, add = REGISTRY["sin"], REGISTRY["add"]


class Pair(NamedTuple):
    a: object
    b: object


class Colour(enum.IntEnum):
    RED = 1


class Unhashable:
    __hash__ = None


class Length(float):
    pass


class Label(str):
    __slots__ = ("__dict__",)

    def __new__(cls, text, size):
        label = super().__new__(cls, text)
        label.size = size
        return label


@dataclasses.dataclass(frozen=True)
class Options:
    scale: object
    note: object = dataclasses.field(default="", compare=False)


@dataclasses.dataclass(frozen=True)
class Named:
    name: object

    def __eq__(self, other):
        return type(other) is Named and self.name.lower() == other.name.lower()

    def __hash__(self):
        return hash(self.name.lower())


def proxy(value):
    return types.MappingProxyType({"a": value})


def payload(bits, dtype):
    """A NaN with other bits than NumPy's."""
    value = np.array([bits], np.dtype(dtype).str.replace("f", "u")).view(dtype)[0]
    assert np.isnan(value)
    return value


def graph(function=np.sin, aval=None):
    return ft.make_graph(function)(aval or ft.Aval(3))


LARGE, LIST = np.arange(1000.0), [1]

EQUAL = {
    "integers": (10**20, int("1" + 20 * "0")),
    "text": ("ab", "abc"[:2]),
    "floats": (0.1 + 0.2, math.fsum([0.1, 0.2])),
    "NaN": (np.nan, float("nan")),
    "NaN of another sign": (np.nan, -np.nan),
    "NaN with a payload": (np.float64(np.nan), payload(0x7FF8000000000123, "f8")),
    "narrow NaN with a payload": (np.float32(np.nan), payload(0x7FC00123, "f4")),
    "complex NaN": (complex(np.nan, 1), complex(np.nan, 1.0)),
    "longdouble": (np.longdouble("0.1"), np.longdouble("0.1")),
    "longdouble NaN": (np.longdouble(np.nan), np.longdouble("nan")),
    "slices": (slice(1, None, -1), slice(1, None, -1)),
    "slices in tuples": ((slice(None), 2, None, ...), (slice(None), 2, None, ...)),
    "sets": (frozenset((1, 2.0)), frozenset((2.0, 1))),
    "tuples of a class": (Pair(1, slice(2)), Pair(1, slice(2))),
    "numbers of a class": (Length(0.5), Length(0.5)),
    "texts of a class": (Label("a", 1.5), Label("a", 1.5)),
    "ranges": (range(0, 3, 2), range(0, 3, 2)),
    "mappings": (proxy(0.5), proxy(0.5)),
    "decimals": (Decimal("0.10"), Decimal("0.10")),
    "fields that compare": (Options((0.5,), "a"), Options((0.5,), "b")),
    "equality of one's own": (Named("a"), Named("A")),
    "dtypes": (np.dtype("float64"), np.dtype("f8")),
    "small arrays": (np.arange(3.0), np.arange(3.0)),
    "a view": (np.arange(6.0)[::2], np.arange(6.0)[::2].copy()),
    "one number repeated": (np.broadcast_to(2.0, 1000), np.broadcast_to(2.0, 1000)),
    "the same large array": (LARGE, LARGE),
    "the same list inside": ((Unhashable, LIST), (Unhashable, LIST)),
    "graphs": (graph(), graph(lambda other: np.sin(other))),
    "graphs in tuples": ((graph(), 2), (graph(), 2)),
}


@pytest.mark.parametrize("pair", EQUAL.values(), ids=EQUAL)
def test_equal(pair):
    one, two = map(key_of, pair)
    assert one == two
    assert hash(one) == hash(two)
    assert Keyed(pair[0]) == Keyed(pair[1])
    assert hash(Keyed(pair[0])) == hash(Keyed(pair[1]))


UNLIKE = [
    *(0, 0.0, -0.0, 0j, complex(0.0, -0.0), complex(-0.0, 0.0), False, None, "0", b"0"),
    *(1, 1.0, True, "1", Colour.RED, 1 + 0j, (1,), (1.0,), (True,), [1], Pair(1, 2)),
    *((1, 2), [1, 2], frozenset((1, 2)), {1: 2}, ((1, 2),), (1, (2,)), (float, 1.0)),
    *(Length(0.0), Length(-0.0), Label("a", 0.0), Label("a", -0.0), Label("b", 0.0)),
    *(Options(0), Options(0.0), Options(-0.0), Options(False), Options((0.0,))),
    *(Options((-0.0,)), Options(Options(0.0)), Options(Options(-0.0)), Named("a")),
    *(proxy(0), proxy(0.0), proxy(-0.0), range(0, 3, 2), range(0, 4, 2)),
    *(Decimal("0.0"), Decimal("-0.0"), Decimal("0.00"), frozenset((0.0,))),
    *(frozenset((-0.0,)), frozenset((0,)), Colour.RED.value + 1, (Colour.RED,)),
    *(np.float64(0), np.float64(-0.0), np.float32(0), np.float16(0), np.longdouble(0)),
    *(np.int64(1), np.int32(1), np.uint8(1), np.bool_(True), np.complex128(1)),
    *(np.complex64(1), np.clongdouble(1), np.longdouble(1), np.longdouble("0.1")),
    *(np.nan, np.float64(np.nan), np.float32(np.nan), np.inf, -np.inf, 5e-324),
    *(slice(1), slice(True), slice(1.0), slice(None, 1, 1), (None, 1, None), ...),
    *(int, float, bool, np.float64, np.dtype(float), np.dtype(int), np.dtype(">f8")),
    *(np.zeros(2), -np.zeros(2), np.zeros(3), np.zeros((2, 1)), np.zeros(2, int)),
    *(np.zeros(2, np.float32), np.array(0.0), np.broadcast_to(0.0, 2).astype(">f8")),
    *(np.full(2, np.nan), np.broadcast_to(1.0, 999), np.broadcast_to(1.0, 1000)),
    *(LARGE, LARGE.copy(), Unhashable(), Unhashable(), np.add, np.subtract, math.sin),
    *(graph(), graph(np.cos), graph(aval=ft.Aval(4)), graph(lambda x: (np.sin(x), x))),
    *(graph(lambda x: np.sin(np.sin(x))), graph(lambda x: (np.sin(x), np.sin(x)))),
    *(graph(lambda x: x + 1), graph(lambda x: x + 1.0), graph(lambda x: x + True)),
    *(graph(lambda x: x - 0.0), graph(lambda x: x - -0.0), graph(lambda x: 1 + x)),
    *(graph(lambda x: x[1:]), graph(lambda x: x[:1]), graph(lambda x: x[-1:])),
    graph(aval=ft.Aval(3, np.float32)),
    *(ft.Aval(()), aval_of(1.0), aval_of(1), aval_of(1j), ft.Aval(1), ft.Aval((1, 1))),
]


def test_different():
    keys = list(map(key_of, UNLIKE))
    for (i, one), (j, two) in itertools.combinations(enumerate(keys), 2):
        assert one != two, (UNLIKE[i], UNLIKE[j])
    assert len(set(keys)) == len(keys)


def test_texts_tell_apart_what_keys_do():
    """But large arrays, which are known by what they hold."""
    values = [v for v in UNLIKE if v is not LARGE]
    texts = []
    for value in values:
        with contextlib.suppress(NamelessError):  # foreign code, say
            texts.append(text_of(key_of(value)))
    assert len(texts) >= 90
    assert len(set(texts)) == len(texts)
    assert text_of(key_of(LARGE)) == text_of(key_of(LARGE.copy()))


def test_the_hash_and_equality_of_graphs_are_those_of_their_structure():
    one, two = graph(), graph()
    assert graph_key(one) is graph_key(one)
    assert graph_key(one) == graph_key(two)
    assert graph_key(one) != graph_key(graph(np.cos))
    assert graph_key(one) != one
    assert digest(one) == digest(two)


def test_values_from_outside_are_only_equal_to_themselves():
    aval = ft.Aval(3)
    x, y = Edge(Leaf("x", aval), 0), Edge(Leaf("y", aval), 0)
    made = [
        ft.Graph([], [Edge(Node(add, (outer, 1.0), {}, None, *aval), 0)])
        for outer in (x, x, y)
    ]
    keys = list(map(graph_key, made))
    assert keys[0] == keys[1] != keys[2]


def test_keys_of_parameters_are_of_names_and_values():
    assert params_key({}) == ()
    one = params_key({"axis": (0,), "keepdims": False})
    assert one == params_key({"axis": (0,), "keepdims": False})
    others = [
        {"axis": (0,)},
        {"axis": (0,), "keepdims": 0},
        {"axis": (0,), "other": False},
        {"axis": (False,), "keepdims": False},
        {"axis": 0, "keepdims": False},
    ]
    assert one not in [params_key(params) for params in others]


@pytest.mark.parametrize("number", [1, True, 1.0])
def test_operations_are_merged_only_if_the_keys_are_equal(number):
    """A common subexpression, as the simplification sees it."""
    made = ft.jit(lambda x: (x + number, x + 1.0))
    x = np.arange(3)
    for got, expected in zip(made(x), (x + number, x + 1.0), strict=True):
        assert got.dtype == expected.dtype
        np.testing.assert_array_equal(got, expected)
    assert len(made.lower(x).graph.nodes) <= 2 + 2 * (number != 1.0)


# -- the walk --------------------------------------------------------------------------


def walked_over():
    """An input and four operations, one after another, and a sum of two of them."""
    aval = ft.Aval(2)
    chain = [Edge(Leaf("x", aval), 0)]
    for _ in range(4):
        chain.append(Edge(Node(sin, (chain[-1],), {}, None, *aval), 0))
    total = Edge(Node(add, (chain[4], chain[2]), {}, None, *aval), 0)
    return chain, total


def test_a_walk_ends_where_it_is_told_to():
    chain, total = walked_over()
    x = chain[0]
    nodes = [edge.node for edge in (*chain, total)]
    assert toposort([total]) == nodes
    assert toposort([total, 1.0, total]) == nodes
    outer = []
    assert toposort([total], outer=outer, stop={chain[2]}.__contains__) == nodes[3:]
    assert outer == [chain[2]] * 2
    outer = []
    assert toposort([total], nodes[1].sequence, outer) == nodes[1:]
    assert outer == [x]
    assert toposort([total], stop=lambda edge: edge is total) == []


def test_a_walk_is_gone_on_with_from_the_same_outputs_only():
    chain, total = walked_over()
    x = chain[0]
    floor = chain[3].node.sequence
    walk = walked((total, 1.0), floor)
    assert walk.nodes == [chain[3].node, chain[4].node, total.node]
    assert walk.outer == [chain[2]] * 2
    for outputs in ((total,), (2.0, total), (chain[3],), (total, x), ()):
        for lower in (floor, chain[1].node.sequence, 0):
            outer, anew = [], []
            found = walk_on(walk, outputs, lower, outer)
            assert found == toposort(outputs, lower, anew)
            assert set(outer) == set(anew)
    hidden = walk._replace(nodes=[])  # what is gone on from
    assert walk_on(hidden, (total,), floor, []) == []
    assert walk_on(None, (total,), floor, []) == walk.nodes


# -- what a simplification has made ----------------------------------------------------


def test_graphs_are_walked_once():
    """What each of a gradient's steps knows of its nodes is what a walk finds."""

    def f(x):
        y = [
            v * 0.5 + k * np.sin(w)
            for k, (v, w) in enumerate(zip(x, x[::-1], strict=True))
        ]
        return -(y[0] * y[1]) + x[2] * 0.0 + -y[2]

    made = []
    original = graph_module.walk_on

    def noted(walk, outputs, floor, outer):
        found = original(walk, outputs, floor, outer)
        anew = []
        assert found == toposort(outputs, floor, anew)
        assert {edge.node for edge in outer} == {edge.node for edge in anew}
        made.append(walk is not None)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_module, "walk_on", noted)
        patch.setattr(schedule_module, "walk_on", noted)
        simplify(ft.make_graph(ft.value_and_grad(f))(ft.Aval(5)))
    assert sum(made) == 3  # before it is differentiated, recorded, and simplified
