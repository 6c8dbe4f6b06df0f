"""Solvers within solvers, un-jitted and compiled, and how accurate gradients are."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize

import functrace as ft
from functrace.scipy import integrate, optimize

pytestmark = pytest.mark.slow

WRAPS = pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["values", "jit"])
TIMES = np.array([0.5, 1.0, 2.0])


def course(rate, brentq=optimize.brentq, solve_ivp=integrate.solve_ivp, rtol=1e-8):
    """A reaction whose fast part is in equilibrium: ``x + x**3 = y``."""

    def field(t, y):
        x = brentq(lambda x: x + x**3 - y[0], 0.0, 10.0, xtol=1e-14)
        return np.stack([-rate * x])

    found = solve_ivp(field, (0.0, 2.0), [3.0], t_eval=TIMES, rtol=rtol, atol=1e-10)
    return found.y[0]


def exact(rate):
    """Of the equation for the root itself, which has no root to find."""

    def field(t, x):
        return -rate * x / (1 + 3 * x**2)

    x0 = scipy.optimize.brentq(lambda x: x + x**3 - 3.0, 0.0, 10.0, xtol=1e-15)
    options = {"t_eval": TIMES, "rtol": 1e-12, "atol": 1e-13}
    x = scipy.integrate.solve_ivp(field, (0.0, 2.0), [x0], "DOP853", **options).y[0]
    return x + x**3


@WRAPS
def test_a_field_that_finds_a_root(wrap):
    found, slope = wrap(lambda r: (course(r), ft.jacfwd(course)(r)))(0.7)
    np.testing.assert_allclose(found, exact(0.7), rtol=1e-7)
    expected = (exact(0.7 + 1e-5) - exact(0.7 - 1e-5)) / 2e-5
    np.testing.assert_allclose(slope, expected, rtol=1e-6)
    back = wrap(ft.grad(lambda r: course(r)[-1]))(0.7)
    np.testing.assert_allclose(back, slope[-1], rtol=1e-9)


def test_a_fit_of_such_a_field():
    data = exact(0.7) + np.array([0.01, -0.02, 0.01])

    def fitted(data):
        return optimize.least_squares(
            lambda rate: course(rate[0]) - data, np.array([0.5]), xtol=1e-12
        ).x[0]

    def reference(data):
        return scipy.optimize.least_squares(
            lambda rate: exact(rate[0]) - data,
            [0.5],
            xtol=1e-15,
            ftol=1e-15,
            gtol=1e-15,
        ).x[0]

    steps = 1e-4 * np.eye(3)
    expected = [(reference(data + s) - reference(data - s)) / 2e-4 for s in steps]
    for gradient in (ft.grad(fitted), ft.jit(ft.grad(fitted))):
        np.testing.assert_allclose(gradient(data), expected, rtol=1e-4)


@WRAPS
def test_two_levels(wrap):
    """The penalty of a ridge regression that predicts other data best, and its slope."""
    rng = np.random.default_rng(0)
    A, other = rng.normal(size=(8, 3)), rng.normal(size=(6, 3))
    truth = np.array([1.0, -0.5, 0.2])
    b, c = A @ truth + 0.5 * rng.normal(size=8), other @ truth

    def weights(penalty, b, module=optimize):
        def loss(w):
            return np.sum((A @ w - b) ** 2) + np.exp(penalty) * np.sum(w**2)

        return module.minimize(loss, np.zeros(3), method="BFGS", tol=1e-9).x

    def best(b):
        def validation(p):
            return np.sum((other @ weights(p[0], b) - c) ** 2)

        return optimize.minimize(validation, np.array([0.5]), method="BFGS").x[0]

    def by_hand(penalty, b):
        square = A.T @ A + np.exp(penalty) * np.eye(3)
        return np.sum((other @ np.linalg.solve(square, A.T @ b) - c) ** 2)

    def reference(b):
        slope = ft.grad(by_hand)
        return scipy.optimize.brentq(lambda p: slope(p, b), -6.0, 4.0, xtol=1e-14)

    found, gradient = wrap(ft.value_and_grad(best))(b)
    np.testing.assert_allclose(found, reference(b), atol=1e-3)
    expected = [(reference(b + s) - reference(b - s)) / 2e-4 for s in 1e-4 * np.eye(8)]
    np.testing.assert_allclose(gradient, expected, atol=2e-3 * np.abs(expected).max())


@WRAPS
def test_gradients_of_differential_equations_are_as_accurate_as_values(wrap):
    def last(p, y0, rtol=1e-8, module=integrate, method="RK45"):
        def field(t, y):
            return np.stack(
                [p[0] * y[0] - p[1] * y[0] * y[1], p[2] * y[0] * y[1] - p[3] * y[1]]
            )

        options = {"rtol": rtol, "atol": rtol, "t_eval": [3.0]}
        return module.solve_ivp(field, (0.0, 3.0), y0, method, **options).y[0, -1]

    p, y0 = np.array([1.5, 1.0, 1.0, 3.0]), np.array([10.0, 5.0])
    fine = {"rtol": 1e-13, "module": scipy.integrate, "method": "DOP853"}
    value, gradient = wrap(ft.value_and_grad(last))(p, y0)
    np.testing.assert_allclose(value, last(p, y0, **fine), rtol=1e-6)
    steps = 1e-4 * np.eye(4)
    expected = [
        (last(p + s, y0, **fine) - last(p - s, y0, **fine)) / 2e-4 for s in steps
    ]
    np.testing.assert_allclose(gradient, expected, rtol=2e-6, atol=1e-7)
