"""solve_bvp: SciPy's solution, and the derivatives of what it solves."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.scipy import integrate

MESH = np.linspace(0.0, 1.0, 5)


def bent(load, end=1.0, held=0.0, tol=1e-6, **options):
    """A bar whose slope is not small."""
    return integrate.solve_bvp(
        lambda x, y: np.stack([y[1], load * np.exp(y[0])]),
        lambda ya, yb: np.stack([ya[0], yb[0] - held]),
        MESH * end,
        np.zeros((2, 5)),
        tol=tol,
        **options,
    )


def test_plain_values_are_scipys():
    ours = bent(1.0)
    theirs = scipy.integrate.solve_bvp(
        lambda x, y: np.stack([y[1], np.exp(y[0])]),
        lambda ya, yb: np.stack([ya[0], yb[0]]),
        MESH,
        np.zeros((2, 5)),
        tol=1e-6,
    )
    np.testing.assert_array_equal(ours.y, theirs.y)
    assert ours.niter == theirs.niter
    traced = ft.vjp(lambda load: bent(load).y, 1.0)[0]
    np.testing.assert_array_equal(traced, theirs.y)


def test_derivatives():
    def f(load, end, held):
        found = bent(load, end, held, 1e-9, max_nodes=300)
        return found.sol(0.4)[0] + found.y[1, -1]

    given = 1.0, 0.9, 0.1
    gradient = ft.grad(f, (0, 1, 2))(*given)
    forward = ft.jacfwd(f, (0, 1, 2))(*given)
    np.testing.assert_allclose(gradient, forward, rtol=1e-10)
    for k, slope in enumerate(gradient):
        moved = [
            f(*(x + s * 1e-3 * (i == k) for i, x in enumerate(given)))
            for s in (-2, -1, 1, 2)
        ]
        weights = np.array([1, -8, 8, -1]) / 12e-3
        np.testing.assert_allclose(slope, weights @ moved, rtol=1e-6)


def test_second_order():
    def f(load):
        return bent(load, tol=1e-8, max_nodes=200).y[1, 0]

    step = 1e-3
    expected = (ft.grad(f)(1 + step) - ft.grad(f)(1 - step)) / (2 * step)
    np.testing.assert_allclose(ft.grad(ft.grad(f))(1.0), expected, rtol=1e-4)


def test_eigenvalues():
    """Of a string whose stiffness is traced."""
    guess = np.stack([np.sin(np.pi * MESH), np.pi * np.cos(np.pi * MESH)])

    def frequency(stiffness):
        found = integrate.solve_bvp(
            lambda x, y, p: np.stack([y[1], -(p[0] ** 2) / stiffness * y[0]]),
            lambda ya, yb, p: np.stack([ya[0], yb[0], ya[1] - 1.0]),
            MESH,
            guess,
            p=[3.0],
            tol=1e-6,
        )
        return found.p[0]

    value, slope = ft.value_and_grad(frequency)(1.0)
    np.testing.assert_allclose([value, slope], [np.pi, np.pi / 2], rtol=1e-5)


def test_singular_ends():
    """Emden's equation; SciPy's own singular term."""

    def f(power):
        found = integrate.solve_bvp(
            lambda x, y: np.stack([y[1], -power * np.abs(y[0]) ** 5]),
            lambda ya, yb: np.stack([ya[1], yb[0] - np.sqrt(3 / 4)]),
            MESH,
            np.stack([np.ones(5), np.zeros(5)]),
            S=np.array([[0.0, 0.0], [0.0, -2.0]]),
            tol=1e-8,
        )
        return found.y[0, 0]

    difference = (f(1.001) - f(0.999)) / 0.002
    np.testing.assert_allclose(ft.grad(f)(1.0), difference, rtol=1e-5)


def test_refusals():
    with pytest.raises(ft.ConcretizationError, match="mesh"):
        ft.jit(lambda load: bent(load).y)(1.0)

    def unsolved(load):
        return bent(load, max_nodes=6, tol=1e-9).y[0, 2]

    assert np.isfinite(ft.grad(unsolved)(1.0))  # on the mesh that it came to
