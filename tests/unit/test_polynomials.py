"""Polynomials where calls cannot say it: multiple roots, zeros, errors, warnings."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.testing import check_grads


@pytest.mark.parametrize(
    "p",
    [
        [1.0, -2.0, 1.0],
        [1.0, -3.0, 3.0, -1.0],
        [1.0, -1.0, 0.0, 0.0],
        np.poly([1.0, 1.0, 2.0, 2.0]),
        np.poly([0.3 + 1j, 0.3 + 1j]),
    ],
)
def test_multiple_roots_have_no_derivative(p):
    with pytest.raises(np.linalg.LinAlgError, match="multiple roots"):
        ft.grad(lambda p: np.sum(np.abs(3 + np.roots(p))))(np.asarray(p))
    with pytest.raises(np.linalg.LinAlgError, match="multiple roots"):
        ft.jvp(np.roots, (np.asarray(p),), (np.ones(len(p), np.asarray(p).dtype),))


def test_a_simple_root_next_to_a_multiple_one():
    """The cubic x^2 (x - 1): its root 1 moves by -dp(1) / p'(1), and p'(1) is 1."""
    gradient = ft.grad(lambda p: np.max(np.roots(p)))(np.array([1.0, -1.0, 0.0, 0.0]))
    np.testing.assert_allclose(gradient, [-1.0, -1.0, -1.0, -1.0])


def test_zeros_in_front_and_at_the_end_have_a_derivative():
    """Of x (x - 2): the root 0 moves by dp(0) / 2, the root 2 by -dp(2) / 2."""
    jacobian = ft.jacobian(np.roots)(np.array([0.0, 1.0, -2.0, 0.0]))
    expected = [[-4.0, -2.0, -1.0, -0.5], [0.0, 0.0, 0.0, 0.5]]
    np.testing.assert_allclose(jacobian, expected, atol=1e-14)


def test_complex_roots_of_real_coefficients():
    def f(p):
        return np.sum(np.abs(np.roots(p)) * np.arange(1, 4))

    check_grads(f, (np.array([1.0, 0.5, 2.0, 3.0]),), order=2)


def test_close_roots_that_can_be_told_apart():
    jacobian = ft.jacobian(np.roots)(np.poly([1.0, 1.001]))
    expected = [[-(1.001**k) / 0.001 for k in (2, 1, 0)], [1 / 0.001] * 3]
    np.testing.assert_allclose(jacobian, expected, rtol=1e-8)


@pytest.mark.parametrize(
    "function",
    [np.roots, lambda p: np.polymul(p, p), lambda p: np.polydiv(p, [1.0, 2.0])[1]],
)
def test_shapes_that_depend_on_values_are_refused_without_them(function):
    with pytest.raises(ft.ConcretizationError, match="values of the coefficients"):
        ft.jit(function)(np.array([1.0, 2.0, 3.0]))


def test_characteristic_polynomial_of_equal_eigenvalues():
    gradient = ft.grad(lambda a: np.poly(a)[2])(np.eye(2))
    np.testing.assert_allclose(gradient, np.eye(2))
    check_grads(lambda a: np.sum(np.poly(a) ** 2), (np.zeros((3, 3)),), order=2)


def test_polynomial_objects_of_traced_coefficients():
    def f(p, x):
        return np.polyder(np.poly1d([1.0, 2.0]) * np.poly1d(p))(x)

    check_grads(f, (np.array([3.0, -1.0, 0.5]), np.float64(0.7)), order=2)


def test_errors_are_numpys():
    x = ft.variable(np.arange(3.0))
    with pytest.raises(ValueError, match="Order of derivative"):
        np.polyder(x, -1)
    with pytest.raises(ValueError, match="Order of integral"):
        np.polyint(x, -1)
    with pytest.raises(ValueError, match="rank-1 array of length 1 or"):
        np.polyint(x, 3, [1, 2])
    with pytest.raises(ValueError, match="1d or non-empty square"):
        np.poly(x[None])
    with pytest.raises(ValueError, match="Polynomial must be 1d"):
        np.polymul(x[None], x)
    with pytest.raises(TypeError, match="expected x and y to have same length"):
        np.polyfit(x, x[:2], 1)
