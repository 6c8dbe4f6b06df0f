"""Matrices of implicit derivatives: columns of few unknowns that are taken one by one."""

import numpy as np
import pytest

import functrace as ft
from functrace.primitives import _slope, solution
from functrace.scipy import optimize

P = np.array([4.0, 0.5, 2.0])
TIMES = np.linspace(1.0, 4.0, 5)


def by_numbers(x, p):
    return np.stack([x[0] ** 2 - p[0], x[0] * x[1] - p[1] * np.exp(x[2]), x[2] - p[2]])


def by_rows(x, p):
    first, *rest = x
    return np.append(
        first**2 - p[0], [r * first - p[k + 1] for k, r in enumerate(rest)]
    )


def of_data(x, p):
    """With arrays among the operands of operations."""
    near = np.stack([x[0] * TIMES, np.exp(-x[1] * TIMES), TIMES])
    off = np.sum(near, axis=0) - p[2]
    return np.stack([x[0] * off[1] - p[0], x[1] ** 3 - p[1], x[2] * np.sum(off) - 1.0])


def whole(x, p):
    return x**2 - p + 0.1 * np.sum(x)


def with_a_loop(x, p):
    far = ft.fori_loop(0, 3, lambda _, y: np.cos(y) * x[1], x[0])
    return np.stack([x[0] - 0.1 * far - p[0], x[1] ** 2 - p[1], x[2] * x[0] - p[2]])


RESIDUALS = [by_numbers, by_rows, of_data, whole, with_a_loop]


def found(residual, p):
    return optimize.root(residual, np.ones(3), (p,)).x


@pytest.mark.parametrize("residual", RESIDUALS)
def test_derivatives_are_those_of_the_implicit_function_theorem(residual):
    x = found(residual, P)
    expected = -np.linalg.solve(
        ft.jacobian(residual)(x, P), ft.jacobian(residual, 1)(x, P)
    )
    for mode in (ft.jacrev, ft.jacfwd):
        slope = mode(lambda p: found(residual, p))
        np.testing.assert_allclose(slope(P), expected, rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(ft.jit(slope)(P), expected, rtol=1e-7, atol=1e-9)


def derived(residual):
    def total(p):
        return np.sum(found(residual, p) ** 2)

    ps = P + np.linspace(0.0, 0.3, 18)[:, None]
    second = ft.jit(ft.hessian(total))(P)
    return second, ft.jit(ft.vmap(ft.grad(total)))(ps), ft.grad(total)(P)


@pytest.mark.parametrize("residual", RESIDUALS)
def test_columns_are_those_of_the_matrix_as_a_whole(residual, monkeypatch):
    apart = derived(residual)
    monkeypatch.setattr(_slope, "_FEW", 0)
    together = derived(lambda x, p: residual(x, p))  # recorded anew
    for one, other in zip(apart, together, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("residual", RESIDUALS)
def test_numbers_that_are_taken_together_are_left_together(residual, monkeypatch):
    graphs = []

    class Spied(_slope.Slope):
        def _apart(self):
            graphs.append(super()._apart())
            return graphs[-1]

    monkeypatch.setattr(solution, "Slope", Spied)
    ft.grad(lambda p: np.sum(found(residual, p)))(P)
    assert graphs
    together = residual in {whole, with_a_loop}
    assert all((graph is None) == together for graph in graphs)
