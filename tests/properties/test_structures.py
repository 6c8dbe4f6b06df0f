"""Pytrees, broadcasting, indexing and the walk over graphs, against simple oracles."""

from __future__ import annotations

import functools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import functrace as ft
from functrace.core import pytree
from functrace.core.aval import Aval
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.engine.cotangent import unbroadcast

SHAPES = npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
NUMBERS = st.floats(-1e3, 1e3)
LEAVES = NUMBERS | npst.arrays(np.float64, SHAPES, elements=NUMBERS)
TREES = st.recursive(
    LEAVES,
    lambda children: (
        st.lists(children, max_size=3)
        | st.tuples(children, children)
        | st.dictionaries(st.sampled_from("abcd"), children, max_size=3)
    ),
    max_leaves=8,
)


@given(TREES)
def test_pytree_round_trip(tree):
    leaves, treedef = pytree.flatten(tree)
    again = pytree.unflatten(treedef, leaves)
    assert repr(again) == repr(tree)
    leaves_again, treedef_again = pytree.flatten(again)
    assert treedef_again == treedef
    assert all(a is b for a, b in zip(leaves, leaves_again, strict=True))


@given(TREES)
def test_gradient_has_the_structure_of_its_argument(tree):
    def square(tree):
        return sum(np.sum(leaf * leaf) for leaf in pytree.flatten(tree)[0])

    leaves, treedef = pytree.flatten(tree)
    if not leaves:
        return
    bars, bar_treedef = pytree.flatten(ft.grad(square)(tree))
    assert bar_treedef == treedef
    for bar, leaf in zip(bars, leaves, strict=True):
        assert np.shape(bar) == np.shape(leaf)
        np.testing.assert_allclose(bar, 2 * np.asarray(leaf))


@given(st.data())
def test_unbroadcast_is_the_transpose_of_broadcasting(data):
    shapes = data.draw(
        npst.mutually_broadcastable_shapes(num_shapes=1, base_shape=(2, 3))
    )
    (shape,), full = shapes.input_shapes, shapes.result_shape
    cotangent = np.random.default_rng(0).normal(size=full)
    summed = unbroadcast(cotangent, shape)
    assert summed.shape == shape
    expected = np.zeros(shape)
    positions = np.broadcast_to(np.arange(expected.size).reshape(shape), full)
    np.add.at(expected.reshape(-1), positions.ravel(), cotangent.ravel())
    np.testing.assert_allclose(summed, expected, rtol=1e-13, atol=1e-13)


def indices(shape):
    basic = npst.basic_indices(shape, allow_newaxis=True)
    integers = npst.integer_array_indices(shape) if 0 not in shape else st.nothing()
    return basic | integers | npst.arrays(bool, shape)


@given(st.data())
def test_indexing_is_numpys(data):
    shape = data.draw(npst.array_shapes(min_dims=1, max_dims=3, max_side=4))
    index = data.draw(indices(shape))
    x = np.random.default_rng(1).normal(size=shape)
    part, pullback = ft.vjp(lambda x: x[index], x)
    np.testing.assert_array_equal(part, x[index])
    cotangent = np.random.default_rng(2).normal(size=x[index].shape)
    expected = np.zeros(shape)
    np.add.at(expected, index, cotangent)
    (bar,) = pullback(cotangent)
    np.testing.assert_allclose(bar, expected, rtol=1e-13, atol=1e-13)


@given(st.data())
def test_assignment_by_index_is_numpys(data):
    shape = data.draw(npst.array_shapes(min_dims=1, max_dims=3, max_side=4))
    index = data.draw(indices(shape))
    x = np.random.default_rng(1).normal(size=shape)
    values = np.random.default_rng(2).normal(size=x[index].shape)

    def write(x, values):
        x = x * 2
        x[index] = values
        return x

    out, pullback = ft.vjp(write, x, values)
    expected = write(x, values)
    np.testing.assert_array_equal(out, expected)
    # What is in the result tells where it came from: elements of x or of the values.
    places = write(np.zeros(shape), 1 + np.arange(values.size).reshape(values.shape))
    cotangent = np.random.default_rng(3).normal(size=shape)
    x_bar, values_bar = pullback(cotangent)
    np.testing.assert_allclose(x_bar, np.where(places == 0, 2 * cotangent, 0))
    expected_bar = np.zeros(values.size)
    np.add.at(expected_bar, places[places > 0].astype(int) - 1, cotangent[places > 0])
    np.testing.assert_allclose(values_bar.ravel(), expected_bar)


@given(st.lists(st.lists(st.integers(0, 30), max_size=3), max_size=30))
def test_toposort_is_a_naive_search(operands):
    """Nodes with operands chosen among those before them."""
    nodes = [Leaf("x", Aval((), float))]
    for chosen in operands:
        edges = tuple(Edge(nodes[i % len(nodes)], 0) for i in chosen)
        nodes.append(Node(None, edges, {}, (), (), np.dtype(float)))

    @functools.cache
    def reached(node):
        return {node}.union(*(reached(edge.node) for edge in node.inputs))

    outputs = nodes[-2:]
    found = toposort([Edge(node, 0) for node in outputs])
    assert set(found) == set().union(*map(reached, outputs))
    position = {node: i for i, node in enumerate(found)}
    assert len(position) == len(found)
    for node in found:
        assert all(position[edge.node] < position[node] for edge in node.inputs)
