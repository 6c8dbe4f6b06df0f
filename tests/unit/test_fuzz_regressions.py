"""What random programs found."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special

import functrace as ft


def agree(function, *args):
    """The compiled function gives exactly what the plain one does."""
    expected = function(*args)
    got = ft.jit(function)(*args)
    np.testing.assert_array_equal(got, expected)
    assert got.dtype == expected.dtype


def test_truth_values_are_added_where_an_element_is_named_twice():
    def function(x, y):
        positive = x > 0
        np.add.at(positive, [0, 0], y)
        positive[1:] += y
        return positive

    agree(function, np.array([-2.0, 3.0, -1.0]), True)


def _loop_over_rows(x, count):
    b = (np.sin(x) @ x).T
    total = ft.fori_loop(0, count, lambda i, c: c + b[0, i], 0.0)
    return total, np.cos(b.reshape(-1)[:6])


def _inverse_of_transposed(x, shift):
    factor = np.linalg.cholesky(x @ x.T + shift * np.eye(3)).T
    return np.linalg.inv(factor), np.cos(factor.reshape(-1)[:6])


@pytest.mark.parametrize("function", [_loop_over_rows, _inverse_of_transposed])
def test_what_steps_read_is_moved_after_them(function):
    """They read it where it was, as loops do; it is moved to be in C order."""
    x = np.linspace(-1.0, 1.0, 9).reshape(3, 3) ** 3
    for got, expected in zip(ft.jit(function)(x, 2), function(x, 2), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize("number", [2, 0.5])
def test_operators_on_python_numbers_alone_give_python_numbers(number):
    """Those that an array of float32 prevails over."""
    agree(lambda x, y: x * 2.0 + y, number, np.full(3, 0.25, np.float32))
    agree(lambda x, y: y * (x / 4), number, np.full(3, 0.25, np.float32))
    agree(lambda x, y: y * (1.0 - x), number, np.full(3, 0.25, np.complex64))


def test_python_numbers_beside_numbers_in_single_precision_are_weak():
    """Of ufuncs whose loops are called: one operand is Python's, the other is not."""
    agree(lambda x: scipy.special.pbwa(x, -0.5)[1], np.float32(-1.0))
    agree(lambda x: scipy.special.agm(2, x), np.float32(0.7))


def test_results_that_depend_on_constants_alone_are_values():
    """Indices come from an argument that is not mapped: no other tracer is involved."""

    def read(x, table):
        return np.sum(table[x.astype(int), 1:])

    def pushed(x, table):
        return ft.jvp(ft.grad(read, 1), (x, table), (x, table))

    x, tables = np.array([1.0, 0.0, 1.0]), np.ones((2, 3, 2))
    outs, tangents = ft.vmap(pushed, in_axes=(None, 0))(x, tables)
    np.testing.assert_array_equal(outs, [[[0, 1], [0, 2], [0, 0]]] * 2)
    np.testing.assert_array_equal(tangents, np.zeros((2, 3, 2)))


def test_integers_that_a_derivative_needs_may_be_written_to():
    def function(x):
        mantissa, exponent = np.frexp(x)
        exponent[...] = 7
        return np.sum(mantissa**2)

    x = np.array([3.0, 5.0, 10.0])
    np.testing.assert_array_equal(ft.grad(function)(x), 2 * x / 4.0 ** np.frexp(x)[1])


@pytest.mark.parametrize("jacobian", [ft.jacfwd, ft.jacrev, ft.hessian])
def test_jacobians_of_constants_within_another_transform_are_plain(jacobian):
    found = []

    def function(x):
        found.append(jacobian(lambda p: np.sum(np.sin(p)))(np.zeros(3)))
        return np.sum(x * found[0][0])

    expected = jacobian(lambda p: np.sum(np.sin(p)))(np.zeros(3))
    slope = ft.grad(function)(np.ones(3))
    assert type(found[0]) is np.ndarray
    assert found[0].dtype == np.float64
    np.testing.assert_array_equal(found[0], expected)
    np.testing.assert_array_equal(slope, np.broadcast_to(expected[0], 3))
