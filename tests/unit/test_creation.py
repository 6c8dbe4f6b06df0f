"""Creation: what is a handle, what is a plain array."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.aval import aval_of
from functrace.core.node import Edge, Leaf
from functrace.core.recording import recording
from functrace.core.tracer import Tracer

X = np.arange(3.0)

MAKERS = {
    "zeros": lambda: fnp.zeros((2, 3)),
    "ones": lambda: fnp.ones(3, dtype=np.float32),
    "empty": lambda: fnp.empty(2, order="F"),
    "full": lambda: fnp.full((2,), 3.0),
    "eye": lambda: fnp.eye(3, k=1),
    "identity": lambda: fnp.identity(2),
    "tri": lambda: fnp.tri(2, 3),
    "arange": lambda: fnp.arange(0.0, 1.0, 0.25),
    "linspace": lambda: fnp.linspace(0, 1, 3),
    "logspace": lambda: fnp.logspace(0, 1, 3),
    "geomspace": lambda: fnp.geomspace(1, 4, 3),
    "array": lambda: fnp.array([1.0, 2.0]),
    "array of an array": lambda: fnp.array(X),
    "copy": lambda: fnp.copy(X),
    "asarray": lambda: fnp.asarray([1.0, 2.0]),
    "asanyarray": lambda: fnp.asanyarray((1.0, 2j)),
    "ascontiguousarray": lambda: fnp.ascontiguousarray(2.0),
    "zeros_like": lambda: fnp.zeros_like(X),
    "full_like": lambda: fnp.full_like(X, 2.0),
}


def variable(array):
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), array)


def abstract(array):
    return Tracer(Edge(Leaf("variable", aval_of(array)), 0), None)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_plain_outside_and_a_handle_inside(make):
    plain = make()
    assert type(plain) is np.ndarray
    assert plain.flags.writeable
    with recording(tracing=True):
        handle = make()
    assert type(handle) is Tracer
    assert handle.edge is None
    assert aval_of(handle) == aval_of(plain)


@pytest.mark.parametrize("make", [fnp.zeros, fnp.ones, fnp.empty])
def test_integers_are_plain_unless_everything_is_recorded(make):
    with recording(tracing=True):
        assert type(make(3, dtype=int)) is np.ndarray
        assert type(make(3, dtype=bool)) is np.ndarray
    with recording(tracing=True, complete=True):
        assert type(make(3, dtype=int)) is Tracer


def test_an_array_of_the_callers_stays_what_it_is():
    with recording(tracing=True):
        assert fnp.asarray(X) is X
        assert fnp.asanyarray(X) is X
        assert fnp.ascontiguousarray(X) is X
        assert type(fnp.asarray(X, dtype=np.float32)) is np.ndarray
    assert X.flags.writeable


def test_conversions_of_a_tracer():
    x = variable(np.arange(6.0).reshape(2, 3))
    assert fnp.asarray(x) is x
    assert fnp.ascontiguousarray(x) is x
    assert fnp.array(x).edge == x.edge
    assert fnp.array(x) is not x
    assert fnp.asfortranarray(x).value.flags.f_contiguous
    assert fnp.asarray(x, dtype=np.float32).dtype == np.float32
    assert fnp.array(x, ndmin=3).shape == (1, 2, 3)
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        fnp.array(x, dtype=complex, copy=False)


def test_a_scalar_becomes_an_array_that_can_be_written_to():
    def fun(x):
        y = fnp.asarray(x * 2.0)
        y[...] = 3 * x
        return y * x

    assert ft.grad(fun)(2.0) == 12.0


@pytest.mark.parametrize("make", [np.zeros_like, np.ones_like, np.empty_like])
def test_like_a_tracer_is_a_constant(make):
    for x in (variable(X), abstract(X)):
        y = make(x, dtype=np.complex64, shape=(2, 2))
        assert type(y) is Tracer
        assert y.edge is None
        assert (y.shape, y.dtype) == ((2, 2), np.complex64)


def test_integers_like_a_tracer():
    assert type(np.zeros_like(variable(X), dtype=int)) is np.ndarray
    assert type(np.zeros_like(abstract(X), dtype=int)) is Tracer


def test_like_keeps_the_memory_layout():
    x = variable(np.ones((2, 3)).T)
    assert np.zeros_like(x).value.flags.f_contiguous
    assert np.zeros_like(x, order="C").value.flags.c_contiguous


def test_like_without_a_transform():
    x = variable(X)
    assert type(fnp.zeros(3, like=x)) is Tracer
    assert type(fnp.zeros(3, like=X)) is np.ndarray


def test_a_constant_that_nothing_traced_is_written_to_has_no_gradient():
    def fun(x):
        y = np.zeros_like(x)
        y[0] = 2.0
        return np.sum(y) + 0 * x[0]

    np.testing.assert_array_equal(ft.grad(fun)(X), np.zeros(3))


def test_results_are_plain_and_writable():
    def fun(x):
        y = fnp.zeros(3)
        y[1] = x[1]
        return np.sum(y), (y, fnp.ones(2))

    _, (filled, constant) = ft.grad(fun, has_aux=True)(X)
    for array in (filled, constant):
        assert type(array) is np.ndarray
        array[0] = 5.0
    np.testing.assert_array_equal(filled, [5.0, 1.0, 0.0])


def test_geomspace_cannot_include_zero():
    with pytest.raises(ValueError, match="cannot include zero"):
        np.geomspace(variable(np.float64(0.0)), 2.0, 3)


def test_arange_of_traced_ends():
    with pytest.raises(ZeroDivisionError):
        fnp.arange(0.0, 1.0, 0)
    np.testing.assert_array_equal(fnp.arange(variable(np.float64(2.5))), X)
    assert type(fnp.arange(variable(np.float64(1.0)), 3)) is Tracer


@pytest.mark.parametrize("dtype", [int, bool, np.int8])
@pytest.mark.parametrize(
    "name", ["array", "asarray", "asanyarray", "ascontiguousarray"]
)
def test_integers_of_a_traced_array(name, dtype):
    make, x = getattr(fnp, name), np.array([1.5, -2.5, 0.0])
    expected = getattr(np, name)(x, dtype)

    def loss(x):
        whole = make(x, dtype=dtype)
        assert whole.dtype == expected.dtype
        return np.sum(whole * x)

    np.testing.assert_array_equal(ft.grad(loss)(x), expected)
    np.testing.assert_array_equal(ft.jit(ft.grad(loss))(x), expected)
    listed = ft.grad(lambda x: np.sum(make([x[0], 2.0], dtype=dtype) * x[0]))(x)
    np.testing.assert_array_equal(
        listed, [np.sum(np.array([1.5, 2.0]).astype(dtype)), 0, 0]
    )


def test_integers_of_a_traced_array_are_a_copy():
    def write(x):
        whole = fnp.array(x, dtype=int)
        whole[0] = 5
        return np.sum(whole * x)

    np.testing.assert_array_equal(ft.grad(write)(np.array([1.0, 2.0])), [5.0, 2.0])
    with pytest.raises(ValueError, match="avoid copy"):
        ft.grad(lambda x: np.sum(fnp.array(x, dtype=int, copy=False) * x))(np.ones(2))


def fills_parts(x):
    buffers = np.empty(x.shape), np.empty_like(x), np.empty_like(np.ones(x.shape))
    counts = np.empty(x.shape, dtype=int)
    for buffer in buffers:
        buffer[0] = x[0]
    return (*buffers, counts)


@pytest.mark.parametrize("transform", [ft.jit, lambda f: lambda x: ft.vjp(f, x)[0]])
def test_nothing_depends_on_what_was_in_memory(transform):
    x = np.full((3, 50), 7.0)
    for _ in range(3):
        for out in transform(fills_parts)(x.copy())[:3]:
            np.testing.assert_array_equal(out, [x[0], 0 * x[0], 0 * x[0]])
        assert not transform(fills_parts)(x)[3].any()
    namespace = ft.jit(lambda x: (ft.numpy.empty(5), ft.numpy.empty_like(x)))
    assert not any(map(np.any, namespace(x)))
