"""solve_bvp: SciPy's solution, and the derivatives of what it solves."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate

import functrace as ft
from functrace.scipy import integrate

MESH = np.linspace(0.0, 1.0, 5)
WRAPS = pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["values", "jit"])


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


@pytest.mark.slow
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


@pytest.mark.slow
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


# -- recorded --------------------------------------------------------------------------


@pytest.mark.slow
def test_recorded_derivatives():
    def f(load, end, held):
        found = bent(load, end, held, 1e-9, max_nodes=300)
        return found.sol(0.4)[0] + found.y[1, -1]

    given = 1.0, 0.9, 0.1
    np.testing.assert_allclose(ft.jit(f)(*given), f(*given), rtol=1e-12)
    expected = ft.grad(f, (0, 1, 2))(*given)
    for mode in (ft.grad, ft.jacfwd):
        found = ft.jit(mode(f, (0, 1, 2)))(*given)
        np.testing.assert_allclose(found, expected, rtol=1e-9)
    step = 1e-3
    slopes = [ft.jit(ft.grad(f))(1.0 + s * step, *given[1:]) for s in (1, -1)]
    curvature = ft.jit(ft.grad(ft.grad(f)))(*given)
    expected = (slopes[0] - slopes[1]) / (2 * step)
    np.testing.assert_allclose(curvature, expected, rtol=1e-5)


def test_recorded_results():
    def f(load):
        found = bent(load)
        points = np.array([[0.0, 0.3], [0.7, 1.0]])
        curve = [found.sol(points, nu) for nu in range(3)]
        ends = found.x[-1], found.y[:, 0], found.yp[:, -1], found.rms_residuals[0]
        return curve, ends, found.niter, found.status, found.success

    ours, theirs = (
        np.hstack([np.ravel(x) for x in flat(g(1.5))]) for g in (ft.jit(f), f)
    )
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)


def flat(tree):
    for x in tree:
        yield from flat(x) if isinstance(x, (tuple, list)) else (x,)


@pytest.mark.slow
def test_recorded_lanes():
    def f(load):
        return bent(load, max_nodes=50).sol(0.5)[0]

    loads = np.array([1.0, 2.0])
    found = ft.jit(ft.vmap(f))(loads)
    np.testing.assert_allclose(found, [f(load) for load in loads], rtol=1e-10)
    slopes = ft.jit(ft.vmap(ft.grad(f)))(loads)
    expected = [ft.grad(f)(load) for load in loads]
    np.testing.assert_allclose(slopes, expected, rtol=1e-9)


def string(stiffness, **options):
    """Its frequency, a parameter that is sought."""
    guess = np.stack([np.sin(np.pi * MESH), np.pi * np.cos(np.pi * MESH)])
    return integrate.solve_bvp(
        lambda x, y, p: np.stack([y[1], -(p[0] ** 2) / stiffness * y[0]]),
        lambda ya, yb, p: np.stack([ya[0], yb[0], ya[1] - 1.0]),
        *(MESH, guess, [3.0]),
        tol=1e-6,
        **options,
    ).p[0]


@pytest.mark.slow
def test_recorded_parameters():
    found = ft.jit(ft.value_and_grad(string))(1.0)
    np.testing.assert_allclose(found, [np.pi, np.pi / 2], rtol=1e-5)
    np.testing.assert_allclose(found, ft.value_and_grad(string)(1.0), rtol=1e-10)


def test_recorded_jacobians():
    """The user's, of traced values."""

    def given(stiffness):
        def fun_jac(x, y, p):
            none, one = np.zeros_like(x), np.ones_like(x)
            pull = -(p[0] ** 2) / stiffness * one
            slope = -2 * p[0] / stiffness * y[0]
            return (
                np.stack([np.stack([none, one]), np.stack([pull, none])]),
                np.stack([none, slope])[:, None],
            )

        def bc_jac(ya, yb, p):
            first = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
            last = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
            return first, last, np.zeros((3, 1))

        return string(stiffness, fun_jac=fun_jac, bc_jac=bc_jac)

    found = ft.jit(given)(1.2)
    np.testing.assert_allclose(found, given(1.2), rtol=1e-10)


@pytest.mark.slow
def test_recorded_singular_ends():
    def f(power):
        return integrate.solve_bvp(
            lambda x, y: np.stack([y[1], -power * np.abs(y[0]) ** 5]),
            lambda ya, yb: np.stack([ya[1], yb[0] - np.sqrt(3 / 4)]),
            *(MESH, np.stack([np.ones(5), np.zeros(5)])),
            S=np.array([[0.0, 0.0], [0.0, -2.0]]),
            tol=1e-6,
        ).y[0, 0]

    found = ft.jit(ft.value_and_grad(f))(1.0)
    np.testing.assert_allclose(found, ft.value_and_grad(f)(1.0), rtol=1e-9)


def test_what_is_refused_of_recorded_results():
    for f in (lambda s: s.y, lambda s: s.x.shape, lambda s: s.y[0, 3]):
        with pytest.raises(ft.ConcretizationError, match=r"sol\.sol\(x\)"):
            ft.jit(lambda load, f=f: f(bent(load)))(1.0)


@WRAPS
def test_too_few_points(wrap):
    """The derivative is that on the mesh that it came to."""

    def f(load):
        found = bent(load, max_nodes=6, tol=1e-9)
        return found.sol(0.5)[0], found.status

    assert wrap(f)(1.0)[1] == 1
    slope = wrap(ft.grad(lambda load: f(load)[0]))(1.0)
    difference = (f(1.001)[0] - f(0.999)[0]) / 0.002
    np.testing.assert_allclose(slope, difference, rtol=1e-5)
