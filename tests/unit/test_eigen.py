"""Eigenvalues of general matrices, and QR factors: degenerate matrices, conventions."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
import functrace.numpy as fnp
from functrace.core.errors import DegenerateError
from functrace.primitives import eigen, qr
from tests.systematic._laws import variable

RNG = np.random.default_rng(0)
A = RNG.normal(size=(4, 4))
JORDAN = np.array([[2.0, 1.0], [0.0, 2.0]])


def test_gradient_of_a_simple_eigenvalue():
    x = np.array([[2.0, 1.0], [1.0, 3.0]])
    gradient = ft.grad(lambda x: np.max(np.linalg.eigvals(x)).real)(x)
    _, v = np.linalg.eigh(x)
    np.testing.assert_allclose(gradient, np.outer(v[:, 1], v[:, 1]), atol=1e-14)


@pytest.mark.parametrize("x", [A, np.eye(3), np.diag([1.0, 1, 2])])
def test_sum_of_eigenvalues_is_the_trace(x):
    gradient = ft.grad(lambda x: np.sum(np.linalg.eigvals(x)).real)
    np.testing.assert_allclose(gradient(x), np.eye(len(x)), atol=1e-13)
    np.testing.assert_allclose(ft.jit(gradient)(x), np.eye(len(x)), atol=1e-13)
    gradient = ft.grad(lambda x: np.sum(np.linalg.eig(x).eigenvalues).real)
    np.testing.assert_allclose(gradient(x), np.eye(len(x)), atol=1e-13)


@pytest.mark.parametrize("x", [JORDAN, A @ np.diag([1.0, 2, 3, 4]) @ np.linalg.inv(A)])
def test_defective_matrices(x):
    if len(x) > 2:
        t = np.diag([1.0, 2, 2, 4])
        t[1, 2] = 1
        x = A @ t @ np.linalg.inv(A)
    for function in (
        lambda x: np.sum(np.abs(np.linalg.eigvals(x))),
        lambda x: np.sum(np.abs(np.linalg.eig(x)[0])),
        lambda x: np.sum(np.abs(np.linalg.eig(x)[1]) ** 4),
    ):
        for way in (ft.grad(function), ft.jit(ft.grad(function))):
            with pytest.raises(DegenerateError, match="of a defective matrix"):
                way(x)


def test_eigenvectors_of_equal_eigenvalues():
    def function(x):
        return np.sum(np.abs(np.linalg.eig(x)[1][0]) ** 4)

    for way in (ft.grad(function), ft.jit(ft.grad(function)), ft.hessian(function)):
        with pytest.raises(DegenerateError, match="with equal eigenvalues"):
            way(np.diag([1.0, 1, 2]))
    with pytest.raises(DegenerateError, match="with equal eigenvalues"):
        ft.jvp(function, (np.diag([1.0, 1, 2]),), (np.ones((3, 3)),))


def test_functions_of_matrices_at_equal_eigenvalues_are_refused():
    def square(x):
        values, vectors = np.linalg.eig(x)
        return np.sum((vectors * values**2) @ np.linalg.inv(vectors)).real

    np.testing.assert_allclose(
        ft.grad(square)(A), ft.grad(lambda x: np.sum(x @ x))(A), atol=1e-10
    )
    with pytest.raises(DegenerateError, match="with equal eigenvalues"):
        ft.grad(square)(np.diag([1.0, 1, 2]))


def test_the_simple_ones_next_to_equal_eigenvalues():
    def function(x):
        return np.abs(np.linalg.eig(x)[1][0, 2]) ** 2

    x = np.diag([1.0, 1, 2]) + np.outer([1, 0, 0], [0, 0, 1.0])
    step = 1e-6
    expected = (
        function(x + step * np.outer([1, 0, 0], [0, 0, 1]))
        - function(x - step * np.outer([1, 0, 0], [0, 0, 1]))
    ) / (2 * step)
    assert ft.grad(function)(x)[0, 2] == pytest.approx(expected)


def test_phase_is_that_of_lapack():
    z = A[:3, :3] + 1j * A[1:, 1:]

    def function(z):
        return np.sum(np.linalg.eig(z)[1].real)

    gradient, step = ft.grad(function)(z), 1e-6
    for unit in (1, 1j):
        change = np.zeros((3, 3), complex)
        change[0, 1] = unit * step
        slope = (function(z + change) - function(z - change)) / (2 * step)
        assert (gradient[0, 1] * unit).real == pytest.approx(slope, rel=1e-6)


def test_results_are_real_where_numpys_are():
    assert np.linalg.eig(variable(A))._fields == ("eigenvalues", "eigenvectors")
    for x in (np.diag([1.0, 2.0]), np.diag([1.0, 2.0]).astype(np.float32)):
        expected = np.linalg.eigvals(x).dtype  # real before NumPy 2.5
        values, vectors = np.linalg.eig(variable(x))
        assert values.dtype == vectors.dtype == expected
        assert np.linalg.eigvals(variable(x)).dtype == expected
        assert ft.jit(np.linalg.eigvals)(x).dtype.kind == "c"


def test_matching_of_eigenvalues_in_another_order():
    y = np.array([3.0, 1, 1, 2])
    order = eigen.matching(np.array([1, 2, 1, 3.0]) + 1e-15, y)
    np.testing.assert_array_equal(order, [1, 3, 2, 0])


@pytest.mark.parametrize("name", ["eig", "eigvals"])
def test_errors_of_eigenvalues(name):
    function = getattr(np.linalg, name)
    for x in (np.ones((2, 3)), np.full((2, 2), np.nan)):
        with pytest.raises(np.linalg.LinAlgError):
            function(variable(x))


# -- QR --------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["reduced", "complete", "r", "raw"])
@pytest.mark.parametrize(
    "x",
    [
        np.outer([1.0, 2, 3], [1, 2]),
        np.zeros((3, 2)),
        np.array([[1.0, 2, 3], [2, 4, 5]]),
    ],
)
def test_dependent_columns(x, mode):
    def function(x):
        parts = np.linalg.qr(x, mode)
        return sum(np.sum(part) for part in (parts if mode != "r" else (parts,)))

    for way in (ft.grad(function), ft.jit(ft.grad(function))):
        with pytest.raises(DegenerateError, match="columns are linearly dependent"):
            way(x)


def test_columns_of_different_sizes_are_independent():
    x = A[:, :2] * [1.0, 1e-20]
    bar = ft.grad(lambda x: np.sum(np.linalg.qr(x)[0]))(x)
    expected = ft.grad(lambda x: np.sum(np.linalg.qr(x)[0]))(A[:, :2]) / [1, 1e-20]
    np.testing.assert_allclose(bar, expected, rtol=1e-10)


def test_zeros_below_the_diagonal():
    x = np.eye(3, 2)

    def reduced(x):
        q, r = np.linalg.qr(x)
        return np.sum(np.sin(q)) + np.sum(r**2)

    assert np.isfinite(ft.grad(reduced)(x)).all()
    with pytest.raises(DegenerateError, match="zero below the diagonal"):
        ft.grad(lambda x: np.sum(np.linalg.qr(x, "complete")[0] ** 3))(x)


def test_projector_on_the_complement():
    x = A[:, :2]

    def complement(x):
        q = np.linalg.qr(x, "complete").Q[:, 2:]
        return np.sum((q @ q.T)[0] ** 2)

    def projector(x):
        return np.sum((np.eye(4) - x @ np.linalg.pinv(x))[0] ** 2)

    np.testing.assert_allclose(
        ft.grad(complement)(x), ft.grad(projector)(x), atol=1e-13
    )


def test_block_reflector_is_the_product_of_the_reflections():
    h, tau = qr.householder(A[:, :3])
    v, t = qr.block_reflector(h, tau)
    q = np.linalg.qr(A[:, :3], "complete").Q
    np.testing.assert_allclose(np.eye(4) - v @ t @ v.T, q, atol=1e-14)


def test_modes_of_qr():
    assert np.linalg.qr(variable(A))._fields == ("Q", "R")
    with pytest.raises(ValueError, match="Unrecognized mode 'half'"):
        np.linalg.qr(variable(A), "half")
    with pytest.raises(np.linalg.LinAlgError, match="1-dimensional array given"):
        np.linalg.qr(variable(A[0]))
    with pytest.warns(DeprecationWarning, match="'full' option is deprecated"):
        full = np.linalg.qr(variable(A), "full")
    np.testing.assert_array_equal(full.R.value, np.linalg.qr(A).R)
    with pytest.warns(DeprecationWarning, match="'economic' option is deprecated"):
        packed = np.linalg.qr(variable(A), "e")
    np.testing.assert_array_equal(packed.value, np.linalg.qr(A, "raw")[0].T)
    np.testing.assert_array_equal(fnp.linalg.qr([[3.0], [4.0]]).R, [[-5.0]])
