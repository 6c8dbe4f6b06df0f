"""Factors of a matrix that are made once, for all that is made of them."""

import numpy as np
import pytest

import functrace as ft
from functrace.scipy import linalg

RNG = np.random.default_rng(0)
A = RNG.normal(size=(20, 20)) + 10 * np.eye(20)
B = RNG.normal(size=20)


def calls(function, *args):
    """What steps the program consists of, and those of loops in it."""
    plan = str(ft.jit(function).lower(*args).plan)
    return [
        line.strip().split("call ")[1].split("(")[0]
        for line in plan.splitlines()
        if ": call " in line
    ]


def energy(a, b):
    return b @ np.linalg.solve(a, b) + np.linalg.slogdet(a)[1]


def test_a_gradient_factorises_once():
    found = calls(ft.value_and_grad(energy, argnums=(0, 1)), A, B)
    assert found.count("factors") == 1
    gradient = ft.jit(ft.grad(energy, argnums=(0, 1)))(A, B)
    for x, y in zip(gradient, ft.grad(energy, argnums=(0, 1))(A, B), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-10)


def test_a_transposed_system_takes_the_factors_of_the_other():
    def both(a, b):
        return np.linalg.solve(a.T, np.linalg.solve(a, b))

    assert calls(both, A, B) == ["factors", "solve_factored", "solve_factored"]
    np.testing.assert_allclose(ft.jit(both)(A, B), both(A, B), rtol=1e-10)
    stack = np.stack([A, 2 * A.T])
    right = RNG.normal(size=(2, 20, 3))

    def turned(a, b):
        return np.linalg.solve(a.swapaxes(-1, -2), b) + np.linalg.inv(a) @ b

    assert calls(turned, stack, right).count("factors") == 1
    np.testing.assert_allclose(
        ft.jit(turned)(stack, right), turned(stack, right), rtol=1e-10
    )


def test_a_loop_factorises_before_it_begins():
    def implicit(a, u):
        return ft.fori_loop(0, 5, lambda i, u: np.linalg.solve(a, u), u)

    assert calls(implicit, A, B) == ["factors", "scan", "solve_factored"]
    expected = B
    for _ in range(5):
        expected = np.linalg.solve(A, expected)
    np.testing.assert_allclose(ft.jit(implicit)(A, B), expected, rtol=1e-10)


def test_a_constant_matrix_is_factorised_when_the_program_is_made():
    assert calls(lambda b: np.linalg.solve(A, b), B) == ["solve_factored"]


def test_a_band_that_stays_is_factorised_before_the_loop():
    band = RNG.normal(size=(4, 20)) + 9.0 * (np.arange(4) == 2)[:, None]

    def smoothed(band, u):
        def step(u):
            return linalg.solve_banded((1, 2), band, u, check_finite=False) + 1.0

        return ft.while_loop(lambda u: np.sum(u) < 15.0, step, u)

    found = calls(smoothed, band, np.zeros(20))
    assert found == ["band_factors", "while_loop", "solve_band_factored"]
    slopes = ft.jit(ft.grad(lambda b: np.sum(smoothed(b, np.zeros(20)) ** 2)))(band)
    expected = ft.grad(lambda b: np.sum(smoothed(b, np.zeros(20)) ** 2))(band)
    np.testing.assert_allclose(slopes, expected, rtol=1e-9)
    singular = ft.jit(lambda b: linalg.solve_banded((1, 2), b, np.ones(20)))
    with pytest.raises(np.linalg.LinAlgError):
        singular(np.zeros((4, 20)))


@pytest.mark.parametrize(
    "function",
    [np.linalg.inv, lambda a: np.linalg.solve(a, B), lambda a: np.linalg.solve(a.T, B)],
)
def test_singular_matrices_are_refused(function):
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        ft.jit(function)(np.ones((20, 20)))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_determinants_of_what_has_none_or_no_number(dtype):
    fast = ft.jit(np.linalg.slogdet)
    ones = np.ones((12, 12), dtype)
    np.testing.assert_array_equal(fast(ones), np.linalg.slogdet(ones))
    assert np.isnan(fast(np.full_like(ones, np.nan))[1])  # of no sign
