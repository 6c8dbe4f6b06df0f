"""Pseudoinverses, ranks and least squares: cut off singular values, ranks, errors."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.testing import check_grads
from tests.systematic._laws import variable

RNG = np.random.default_rng(0)
A = RNG.normal(size=(5, 3))
B = RNG.normal(size=5)


def low_rank(x):
    """Of rank 2, whatever x is."""
    return x[:, :2] @ np.ones((2, 3)) + np.outer(x[:, 2], [1.0, 2.0, 4.0])


def test_pseudoinverse_of_an_invertible_matrix():
    x = A[:3] + 2 * np.eye(3)
    expected = ft.jacobian(np.linalg.inv)(x)
    np.testing.assert_allclose(ft.jacobian(np.linalg.pinv)(x), expected, atol=1e-13)


@pytest.mark.parametrize("jacobian", [ft.jacrev, ft.jacfwd])
def test_pseudoinverse_of_an_ill_conditioned_matrix(jacobian):
    (u, _), (v, _) = np.linalg.qr(A[:3]), np.linalg.qr(A[2:])
    x = (u * [1.0, 1e-3, 1e-6]) @ v.T
    expected = jacobian(np.linalg.inv)(x)
    error = np.abs(jacobian(np.linalg.pinv)(x) - expected)
    assert np.max(error) < 1e-8 * np.max(np.abs(expected))


@pytest.mark.parametrize("function", [low_rank, lambda x: low_rank(x).T])
def test_pseudoinverse_at_a_lower_rank(function):
    check_grads(lambda x: np.linalg.pinv(function(x), 1e-9), (A,), order=2)


def test_pseudoinverse_of_zero():
    zero = np.zeros((2, 3))
    np.testing.assert_array_equal(np.linalg.pinv(variable(zero)).value, zero.T)
    gradient = ft.grad(lambda x: np.sum(np.linalg.pinv(x)))(zero)
    np.testing.assert_array_equal(gradient, zero)


def test_second_derivatives_at_equal_singular_values():
    expected = ft.hessian(lambda x: np.sum(np.linalg.inv(x) ** 2))(np.eye(3))
    hessian = ft.hessian(lambda x: np.sum(np.linalg.pinv(x) ** 2))(np.eye(3))
    np.testing.assert_allclose(hessian, expected, atol=1e-13)


def test_cut_off_values_that_are_not_small():
    u, _, vh = np.linalg.svd(A, full_matrices=False)
    x = (u * [3.0, 2.0, 0.5]) @ vh
    for rcond in (0.5, 0.9):
        check_grads(lambda x, r=rcond: np.linalg.pinv(x, r), (x,), order=2)
        check_grads(lambda x, r=rcond: np.linalg.lstsq(x, B, r)[0], (x,), order=2)


def test_hermitian_pseudoinverse_reads_the_lower_triangle():
    x = A[:3] + A[:3].T
    z = x + 1j * A[:3]
    for value in (x, z):
        expected = np.linalg.pinv(value, hermitian=True)
        got = np.linalg.pinv(variable(value), hermitian=True).value
        np.testing.assert_allclose(got, expected, atol=1e-13)
    gradient = ft.grad(lambda x: np.sum(np.linalg.pinv(x, hermitian=True)))(x)
    np.testing.assert_array_equal(np.triu(gradient, 1), 0)


def test_both_tolerances():
    with pytest.raises(ValueError, match="`rtol` and `rcond` can't be both set"):
        np.linalg.pinv(variable(A), 1e-3, rtol=1e-3)
    with pytest.raises(ValueError, match="`tol` and `rtol` can't be both set"):
        np.linalg.matrix_rank(variable(A), 1e-3, rtol=1e-3)


def test_ranks_are_plain_numbers():
    def function(x):
        assert np.linalg.matrix_rank(x) == 3
        assert type(np.linalg.matrix_rank(x[0])) is int
        return x[0, 0] * np.linalg.matrix_rank(low_rank(x), rtol=1e-9)

    assert ft.grad(function)(A)[0, 0] == 2
    assert fnp.linalg.matrix_rank([1.0, 0.0]) == 1
    assert fnp.linalg.matrix_rank(np.zeros(2)) == 0
    assert ft.jit(np.linalg.matrix_rank)(A) == 3


def test_least_squares_by_normal_equations():
    def normal(a, b):
        return np.linalg.solve(a.T @ a, a.T @ b)

    def solution(a, b):
        return np.linalg.lstsq(a, b)[0]

    for argument in (0, 1):
        expected = ft.jacobian(normal, argument)(A, B)
        got = ft.jacobian(solution, argument)(A, B)
        np.testing.assert_allclose(got, expected, atol=1e-12)


def test_least_squares_at_a_lower_rank():
    check_grads(lambda x, b: np.linalg.lstsq(low_rank(x), b, 1e-9)[0], (A, B), order=2)
    x, residuals, rank, values = np.linalg.lstsq(variable(low_rank(A)), B, 1e-9)
    assert rank == 2
    assert residuals.shape == (0,)
    assert (x.shape, values.shape) == ((3,), (3,))


def test_compiled_least_squares():
    def solution(a, b):
        return np.linalg.lstsq(a, b, 1e-9)[0]

    for a in (A, low_rank(A)):
        np.testing.assert_allclose(ft.jit(solution)(a, B), solution(a, B), atol=1e-12)
    residuals = ft.jit(lambda a, b: np.linalg.lstsq(a, b, 1e-9)[1])
    np.testing.assert_allclose(residuals(A, B), np.linalg.lstsq(A, B)[1])
    with pytest.raises(ValueError, match="the rank is not full"):
        residuals(low_rank(A), B)


def test_mapped_least_squares():
    a, b = RNG.normal(size=(2, 4, 5, 3))[0], RNG.normal(size=(4, 5))
    got = ft.vmap(lambda a, b: np.linalg.lstsq(a, b)[0])(a, b)
    expected = [np.linalg.lstsq(x, y)[0] for x, y in zip(a, b, strict=True)]
    np.testing.assert_allclose(got, expected, atol=1e-12)
    got = ft.vmap(lambda b: np.linalg.lstsq(A, b)[0])(b)
    expected = [np.linalg.lstsq(A, y)[0] for y in b]
    np.testing.assert_allclose(got, expected, atol=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "match"),
    [
        (A[None], B, "3-dimensional array given"),
        (A, B[:4], "Incompatible dimensions"),
        (A, B[:, None, None], "3-dimensional array given"),
    ],
)
def test_errors_of_least_squares(a, b, match):
    with pytest.raises(np.linalg.LinAlgError, match=match):
        np.linalg.lstsq(variable(a), b)
