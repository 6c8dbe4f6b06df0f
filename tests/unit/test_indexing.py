"""Indices of every kind, traced and abstract ones among them."""

from __future__ import annotations

import operator
import pickle

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.aval import Aval
from functrace.core.node import Edge, Leaf
from functrace.core.recording import recording
from functrace.core.tracer import Tracer
from functrace.primitives.indexing import index_add, index_update

X = np.arange(12.0).reshape(3, 4)


def traced(value):
    """A tracer with a value."""
    return Tracer(Edge(Leaf("x", Aval(np.shape(value), value.dtype)), 0), value)


def abstract(shape, dtype=float):
    """A tracer without one."""
    return Tracer(Edge(Leaf("x", Aval(shape, dtype)), 0), None)


INVALID = [
    3,
    -4,
    (0, 4),
    (0, 0, 0),
    (slice(None), slice(None), None, 0),
    (Ellipsis, Ellipsis),
    1.0,
    np.float64(1),
    "a",
    (0, "a"),
    [0.5],
    np.array([0.0, 1.0]),
    np.array(["a"]),
    [0, 3],
    (slice(None), [0, -5]),
    ([0, 1], [0, 1, 2]),
    np.zeros(4, bool),
    np.zeros((3, 3), bool),
    (np.zeros((3, 4), bool), 0),
    {},
]


@pytest.mark.parametrize("index", INVALID, ids=repr)
@pytest.mark.parametrize("make", [traced, lambda x: abstract(x.shape)])
def test_invalid_indices_raise_as_in_numpy(index, make):
    x = make(X)
    for operation in (
        lambda a: operator.getitem(a, index),
        lambda a: operator.setitem(a, index, 0),
    ):
        with pytest.raises(IndexError) as expected:
            operation(X.copy())
        with pytest.raises(IndexError) as error:
            operation(x)
        if not isinstance(index, (np.floating, dict)):
            assert str(error.value) == str(expected.value)


@pytest.mark.parametrize(
    "index", [slice("a"), slice(1.5), slice(None, None, 0)], ids=repr
)
def test_invalid_slices_raise_as_in_numpy(index):
    for operation in (operator.getitem, lambda a, i: operator.setitem(a, i, 0)):
        with pytest.raises((TypeError, ValueError)) as expected:
            operation(X.copy(), index)
        with pytest.raises(expected.type):
            operation(traced(X), index)


class Three:
    """Something that can be an index."""

    def __index__(self):
        return 3


def test_whatever_has_an_index():
    x = traced(X)
    assert x[0, Three()].value == 3
    assert x[0, : Three()].shape == (3,)
    assert x[0, np.array(1) : np.array(3)].shape == (2,)


def test_an_array_bound_of_a_slice_may_change_later():
    def function(x):
        stop = np.array(1)
        out = np.sum(x[:stop]) + np.sum(x[0, :stop])
        stop += 1
        return out

    assert ft.grad(function)(X[:2, :2]).tolist() == [[2, 1], [0, 0]]


def test_kinds_of_results():
    x = traced(X)
    for index in (
        0,
        np.int64(0),
        np.array(0),
        (0, 0),
        (0, 0, ...),
        ([0], 0),
        (np.array(0), 0),
        X > 3,
        (True, 0),
    ):
        plain, result = X[index], x[index]
        assert type(result.value) is type(plain)
        assert result.shape == plain.shape
        assert (result.base is x) == (
            isinstance(plain, np.ndarray) and plain.base is X.base
        )


# -- traced values as indices ------------------------------------------------------


def test_traced_integers_as_indices():
    def function(x, i, places):
        y = x * 1
        y[i] = 3 * x[places[0]]
        y[places] *= 2
        return np.sum(y[i:]) + np.sum(x[places] * x[i]) + [5, 6, 7][i]

    x, places = np.array([1.0, 2.0, 3.0]), np.array([2, 0])
    gx, gi, gp = ft.grad(function, (0, 1, 2), allow_int=True)(x, 1, places)
    assert gx.tolist() == [2, 4, 3 + 2 + 2]
    assert not np.any(gi)
    assert not np.any(gp)
    for order in (ft.hessian(function)(x, 1, places),):
        assert order.tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_a_mask_computed_from_a_traced_value_is_plain():
    def function(x):
        mask = x > 1
        assert type(mask) is np.ndarray
        y = x**2
        y[mask & (x < 3)] *= 10
        return np.sum(y[~mask]) + np.sum(y[mask])

    assert ft.grad(function)(np.array([1.0, 2.0, 3.0])).tolist() == [2, 40, 6]


@pytest.mark.parametrize("way", [lambda f: f, ft.jit], ids=["plain", "jit"])
def test_masks_in_forward_mode(way):
    x, mask = np.array([1.0, 2.0, 3.0]), np.array([True, False, True])

    def cubes(x):
        return np.sum(x[mask] ** 3)

    expected = np.diag([6.0, 0.0, 18.0])
    orders = (
        ft.hessian,
        lambda f: ft.jacfwd(ft.jacfwd(f)),
        lambda f: ft.jacrev(ft.jacfwd(f)),
        lambda f: ft.jacrev(ft.grad(f)),
        lambda f: lambda x: ft.vmap(lambda v: ft.hvp(f)(x, v))(np.eye(3)),
    )
    for second in orders:
        np.testing.assert_array_equal(way(second(cubes))(x), expected)
    rows = way(ft.jacfwd(lambda x: np.outer(x, x)[:, mask] ** 2))(x)
    np.testing.assert_array_equal(
        rows, ft.jacrev(lambda x: np.outer(x, x)[:, [0, 2]] ** 2)(x)
    )


def test_masks_of_values_in_forward_mode():
    x = np.array([1.0, 2.0, 3.0])

    def function(x):
        y = 2 * x
        y[x > 1.5] = x[x > 1.5] ** 2
        y[y > 5] *= x[0]
        return np.sum(y**2)

    expected = [[2 * 81 + 8, 0, 216], [0, 48, 0], [216, 0, 108]]
    np.testing.assert_allclose(ft.hessian(function)(x), expected, rtol=1e-14)
    assert ft.jacobian(lambda x: x[x > 1.5])(x).shape == (2, 3)


def test_a_traced_float_is_no_index():
    def function(x):
        for index in (x[0], x, [x[0], x[1]], (0, x)):
            with pytest.raises(IndexError):
                x[index]
        return np.sum(x)

    ft.grad(function)(np.ones(3))


def test_indices_that_are_recorded():
    x = traced(X)
    with recording(complete=True):
        row = x[np.argmax(x, axis=0)[0]]
        part = x[x[:, 0] > 0]
        fixed = x[X > 5]
    assert row.edge.node.name == "gather"
    assert row.edge.node.inputs[1].node.name == "argmax" or row.shape == (4,)
    assert part.value.tolist() == X[1:].tolist()
    assert [a.tolist() for a in fixed.edge.node.inputs[1:]] == [
        i.tolist() for i in np.nonzero(X > 5)
    ]


def test_abstract_integers_gather_and_scatter():
    x, i, places = abstract((3, 4)), abstract((), int), abstract((2,), int)
    assert x[i].shape == (4,)
    assert x[i, 1].shape == ()
    assert x[:, places].shape == (3, 2)
    assert x[places, :2].shape == (2, 2)
    assert traced(X)[i].shape == (4,)
    x[places] = 0
    assert x.edge.node.name == "index_update"
    assert x.edge.node.inputs[2] is places.edge


def test_masks_of_abstract_arrays():
    x = abstract((3, 4))
    assert x[X > 5].shape == (6,)
    assert x[np.array([True, False, True]), 1:].shape == (2, 3)
    assert x[[True, False, True], [0, 1]].shape == (2,)
    x[X > 5] = 0
    assert x.edge.node.inputs[2].dtype == np.intp
    with pytest.raises(IndexError, match="a single boolean cannot index an array"):
        x[True]


def test_abstract_positions():
    x, i = abstract((3, 4)), abstract((2,), int)
    assert np.take(x, i).shape == (2,)
    assert np.take(x, i, axis=1, mode="wrap").shape == (3, 2)
    assert fnp.take(X, i, axis=0, mode="clip").shape == (2, 4)
    assert np.take_along_axis(x, abstract((3, 1), int), 1).shape == (3, 1)
    assert np.choose(abstract((4,), int), [X[0], x[1]]).shape == (4,)


def test_parameters_survive_pickling():
    x = abstract((3, 4))
    out = x[..., [0, 1], None]
    node = out.edge.node
    params = pickle.loads(pickle.dumps(node.params))
    arrays = node.inputs[1:]
    assert (
        node.primitive.impl(X, *arrays, **params).tolist()
        == X[:, [0, 1], None].tolist()
    )


# -- positions and conditions ------------------------------------------------------


def both(function):
    """The error that a function raises on an array and on a tracer."""
    errors = []
    for x in (X.copy(), traced(X)):
        with pytest.raises(Exception) as error:  # noqa: PT011 - compared
            function(x)
        errors.append(error.value)
    return errors


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.take(x, 12),
        lambda x: np.take(x, [0, 3], axis=0),
        lambda x: np.take(x, 0, axis=2),
        lambda x: np.take(x, np.array([0.5])),
        lambda x: np.take(x, 0, mode="other"),
        lambda x: np.take_along_axis(x, np.array([0]), 1),
        lambda x: np.take_along_axis(x, np.array([[0.5]]), 1),
        lambda x: np.take_along_axis(x, np.array([[4]]), 1),
        lambda x: np.choose([0, 3, 0, 0], x),
        lambda x: np.choose([0, -1, 0, 0], x),
        lambda x: np.compress([[True]], x),
        lambda x: np.compress([False] * 3 + [True], x, axis=0),
        lambda x: np.put(x, 12, 0),
        lambda x: np.put(x, np.array([0.5]), 0),
        lambda x: np.put_along_axis(x, np.array([0]), 1, 1),
        lambda x: np.place(x, [True], 1),
        lambda x: np.place(x, x > 0, []),
        lambda x: np.putmask(x, [True, False], 1),
    ],
)
def test_errors_of_selections(function):
    expected, error = both(function)
    assert isinstance(error, (type(expected), *type(expected).__mro__[1:-3]))


@pytest.mark.parametrize(
    "write",
    [
        lambda np, a, x: np.put(a, [0], x),
        lambda np, a, x: np.put_along_axis(a, np.array([[0]]), x, 1),
        lambda np, a, x: np.place(a, a == 0, x),
        lambda np, a, x: np.putmask(a, a == 0, x),
        lambda np, a, x: np.copyto(a, x),
        lambda np, a, x: np.take(x, [0], axis=0, out=a),
    ],
)
def test_selections_do_not_write_traced_values_into_plain_arrays(write):
    for namespace in (np, fnp):
        plain = np.zeros((1, 1))
        with pytest.raises(TypeError) as error:
            write(namespace, plain, traced(np.ones((1, 1))))
        assert "array.copy()" in str(error.value)
        assert not plain.any()


def test_selections_write_into_plain_arrays():
    plain = X.copy()
    fnp.put(plain, [0, 1], 7)
    fnp.place(plain, plain == 7, [1, 2])
    fnp.putmask(plain, X > 10, -1)
    fnp.put_along_axis(plain, np.array([[3]]), 0, 1)
    expected = X.copy()
    np.put(expected, [0, 1], 7)
    np.place(expected, expected == 7, [1, 2])
    np.putmask(expected, X > 10, -1)
    np.put_along_axis(expected, np.array([[3]]), 0, 1)
    assert (plain == expected).all()


def test_take_into_a_traced_array():
    def function(x):
        out = np.zeros_like(x[0])
        assert np.take(x, [1, 1, 0, 0], out=out) is out
        return np.sum(out * [1, 2, 3, 4])

    assert ft.grad(function)(X)[0].tolist() == [7, 3, 0, 0]


# -- under jit and vmap, where places are not known ------------------------------------


def sum_of_written(v, places):
    y = np.zeros_like(v, shape=4)
    y[places] = v
    return np.sum(y)


def sum_of_added(v, places):
    y = np.zeros_like(v, shape=4)
    np.add.at(y, places, v)
    return np.sum(y)


@pytest.mark.parametrize("function", [sum_of_written, sum_of_added])
def test_constant_cotangents_of_what_is_written_at_traced_places(function):
    v, places = np.array([1.0, 2.0, 3.0]), np.array([2, 0, 0])
    slope = ft.grad(function)
    expected = slope(v, places)
    np.testing.assert_array_equal(ft.jit(slope)(v, places), expected)
    both_ways = ft.vmap(slope)(np.stack([v, v]), np.stack([places, places[::-1]]))
    np.testing.assert_array_equal(both_ways, [expected, slope(v, places[::-1])])


def masked_number(x):
    y = x**2
    y[x < 5] = 0
    return y


def masked_rows(x):
    y = x**2
    y[x[:, 0] > 3] = x[0] ** 3
    return y


def masked_view(x):
    y = x**2
    y[1][x[1] > 5] = x[0, 1]
    return y


def masked_single(x):
    y = np.zeros_like(x, dtype=np.float32)
    y[x > 5] = x[0, 1]
    return y


def masked_by_one(x):
    y = x**2
    y[np.sum(x) > 0] = x[0]
    return y


def masked_in_place(x):
    y = x**2
    np.putmask(y, y > 9, x[0])
    return y


@pytest.mark.parametrize(
    "function",
    [
        masked_number,
        masked_rows,
        masked_view,
        masked_single,
        masked_by_one,
        masked_in_place,
    ],
)
def test_writing_one_value_by_a_mask_that_is_not_known(function):
    expected = function(X)
    for transformed in (ft.jit(function), lambda x: ft.vmap(function)(x[None])[0]):
        out = transformed(X)
        assert out.dtype == expected.dtype
        np.testing.assert_array_equal(out, expected)
    slopes = ft.grad(lambda x: np.sum(function(x) * x))
    np.testing.assert_allclose(ft.jit(slopes)(X), slopes(X))


def test_what_a_mask_that_is_not_known_cannot_write():
    def by(write):
        def function(x):
            y = x**2
            write(y, x)
            return y

        return function

    for write, error in (
        (lambda y, x: operator.setitem(y, x > 0, x[:, 0]), ValueError),
        (lambda y, x: operator.setitem(y, x > 0, x[x < 0]), ValueError),
        (lambda y, x: operator.setitem(y, x[0] > 0, 0), IndexError),
        (lambda y, x: operator.setitem(y, x[:, :1] > 0, 0), IndexError),
        (lambda y, x: operator.setitem(y, x > 0, 1j), TypeError),
        (lambda y, x: operator.setitem(y, x[:, 0] > 0, x[0, :3]), ValueError),
    ):
        with pytest.raises(error):
            ft.jit(by(write))(X)


def test_what_is_written_over_repeated_elements_lies_in_c_order():
    x = np.broadcast_to(np.arange(4.0), (3, 4))
    for function in (index_update, index_add):
        assert function(x, 7.0, index=(0,)).flags.c_contiguous
        assert function(x.T, 7.0, index=(0,)).flags.c_contiguous
