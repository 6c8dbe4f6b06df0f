"""Simplification of updates: reading of what was written, and writing everywhere."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.engine.simplify import simplify
from functrace.primitives import indexing
from tests._simplify import (
    F64,
    MATRIX,
    SCALAR,
    assert_rule,
    each,
    graph_of,
    names_of,
    numbered,
    simplified,
    x,
    y,
)


def written(*updates, read, shape=5):
    """The graph that reads of an array after updates with the inputs, in turn."""

    def function(x, *values):
        z = np.zeros_like(x) + x
        for index, value in zip(updates, values, strict=True):
            z[index] = value
        return z[read]

    return function


V3, V2 = ft.Aval(3), ft.Aval(2)
WRITING = [
    (written(0, read=0), (x, SCALAR), ""),
    (written(-1, read=15), (x, SCALAR), ""),
    (written(0, read=1), (x, SCALAR), "getitem"),
    (written(0, 1, 2, read=0), (x, *[SCALAR] * 3), ""),
    (written(0, 0, read=0), (x, *[SCALAR] * 2), ""),
    (written(slice(0, 3), read=1), (x, V3), "getitem"),
    (written(slice(0, 3), read=3), (x, V3), "getitem"),
    (written(slice(0, 3), read=slice(3, None)), (x, V3), "getitem"),
    (written(slice(0, 3), read=slice(1, 3)), (x, V3), "getitem"),
    (written(slice(0, 3), read=slice(0, 3)), (x, V3), ""),
    (written(slice(0, 3), read=slice(2, 4)), (x, V3), "getitem getitem concatenate"),
    (written(slice(0, 3), read=slice(0, 8)), (x, V3), "index_update getitem"),
    (written(2, read=slice(1, 4)), (x, SCALAR), "getitem getitem getitem concatenate"),
    (
        written((slice(1, 3), 2), read=(slice(0, 3), 2)),
        (MATRIX, V2),
        "getitem concatenate",
    ),
    (written(slice(0, None, 2), read=slice(1, None, 2)), (x, SCALAR), "getitem"),
    (written(slice(4, None, -2), read=2), (x, V3), "getitem"),
    (written(slice(4, None, -2), read=1), (x, V3), "getitem"),
    (written(slice(0, 3), read=0), (x, SCALAR), ""),
    (written(slice(0, 3), 1, read=0), (x, V3, SCALAR), "getitem"),
    (written(slice(None), read=7), (x, SCALAR), ""),
    (written(..., read=7), (x, x), "getitem"),
    (written(0, read=(None, 0)), (x, SCALAR), None),
    (written((1, 2), read=(1, 2)), (MATRIX, SCALAR), ""),
    (written((1, 2), read=(1, 3)), (MATRIX, SCALAR), "getitem"),
    (written(1, read=(1, 3)), (MATRIX, ft.Aval(4)), "getitem"),
    (written(1, 2, 1, 0, read=2), (MATRIX, *[ft.Aval(4)] * 4), ""),
    (written(1, (2, 3), 0, read=2), (MATRIX, ft.Aval(4), SCALAR, SCALAR), None),
    (written((slice(None), 1), read=(2, 1)), (MATRIX, V3), "getitem"),
    (written((slice(None), 1), read=(slice(None), 1)), (MATRIX, V3), ""),
    (written((slice(None), 1), read=(slice(None), 2)), (MATRIX, V3), "getitem"),
    (written((slice(None), 1), read=1), (MATRIX, V3), "index_update getitem"),
]


@each(("function", "avals", "expected"), numbered(WRITING))
def test_writing(function, avals, expected):
    if expected is None:
        expected = " ".join(names_of(simplify(graph_of(function, *avals))))
    assert_rule(function, avals, expected, zeros=True)


def test_a_written_number_is_converted():
    def function(z, v):
        z[0] = v
        z[1] = 2.9
        return z[0], z[1]

    simpler = assert_rule(function, (ft.Aval(3, int), ft.Aval((), int)), "")
    assert simpler.outputs[1] == 2
    assert simpler.outputs[1].dtype == int


@pytest.mark.slow
@each("count", [5, 500])
def test_buffers_of_loops_disappear(count, rng):
    """However long the loop: a read goes back to its row's last update at once."""
    functions = [(np.sin, np.cos)[k] for k in rng.integers(0, 2, count)]  # unrolled

    def run(x):
        z = np.zeros_like(x)
        z[0] = x[0]
        for i in range(1, count):
            z[i] = functions[i](z[i - 1]) * x[i]
        return np.sum(z[count - 1])

    for function in (run, ft.grad(run)):
        graph = graph_of(function, ft.Aval((count, 2)))
        names = names_of(simplified(graph))
        assert "index_update" not in names
        assert names.count("getitem") == count
        assert len(names) < len(graph)
        inputs = [np.random.default_rng(0).normal(size=(count, 2))]
        np.testing.assert_allclose(
            simplify(graph).evaluate(inputs), graph.evaluate(inputs)
        )


def test_elements_that_are_added_to():
    def function(x, v):
        z = indexing.index_add(x, v, index=3)
        z = indexing.index_add(z, v, index=4)
        z = indexing.index_add(z, v, index=3)
        return z[3], z[4], z[5]

    expected = "getitem add add getitem add getitem"
    assert_rule(function, (F64, SCALAR), expected)


@pytest.mark.slow
def test_a_long_sum_into_one_element_is_no_recursion():
    def function(x):
        z = x
        for _ in range(3000):
            z = indexing.index_add(z, x[1], index=0)
        return z[0]

    graph = graph_of(function, ft.Aval(2))
    simpler = simplified(graph)
    (value,) = simpler.evaluate([np.array([1.0, 2.0])])
    assert value == 6001


def test_writing_everywhere():
    assert_rule(lambda x, y: indexing.index_update(x, y, index=...), (x, y), "")
    assert_rule(
        lambda x, y: indexing.index_update(x, y, index=slice(None)),
        (x, SCALAR),
        "broadcast_to",
    )
    assert_rule(
        lambda x, y: indexing.index_add(x, y, index=(slice(0, 16),)), (x, y), "add"
    )
    zero = np.zeros(16)
    assert_rule(lambda y: indexing.index_add(zero, y, index=...), (y,), "", zeros=True)
    assert_rule(
        lambda x: indexing.index_update(x, 1j, index=...), (ft.Aval(2, complex),), ""
    )


def spread(x, shape, part):
    """An array of zeros with `x` at a part, as the cotangent of indexing makes it."""
    (found,) = ft.vjp(lambda y: y[part], np.ones(shape))[1](x)
    return found


@pytest.mark.parametrize("other", [np.s_[:1], np.s_[1:], np.s_[:, :1]])
def test_sums_of_what_is_written_into_arrays_of_other_shapes(other):
    def fun(x, y):
        first, second = spread(x, 3, np.s_[:1]), spread(y, (3, 3), other)
        return first + second, second + first

    x, y = np.ones(1), np.arange(9.0).reshape(3, 3)[other] + 1
    for found, expected in zip(ft.jit(fun)(x, y), fun(x, y), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_sums_of_what_is_written_into_like_arrays_are_one_array():
    def fun(x):
        return spread(x, 4, np.s_[1:]) + spread(2 * x, 4, np.s_[:-1])

    x = np.arange(1.0, 4.0)
    jitted = ft.jit(fun)
    np.testing.assert_array_equal(jitted(x), fun(x))
    assert " add(" not in str(jitted.lower(x).graph)
