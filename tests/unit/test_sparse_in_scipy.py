"""Sparse derivatives are found where SciPy's solvers take them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.integrate
import scipy.optimize
import scipy.sparse as sp

import functrace as ft
from functrace.scipy.integrate import solve_ivp
from functrace.scipy.optimize import NonlinearConstraint, least_squares, minimize

X = np.linspace(0.3, 0.8, 80)


def differences(x: Any) -> Any:
    return np.concatenate([10 * (x[1:] - x[:-1] ** 2), 1 - x[:-1]])


def diffusion(t: float, u: Any) -> Any:
    around = np.concatenate([u[1:], u[-1:]]) + np.concatenate([u[:1], u[:-1]])
    return 50 * (around - 2 * u) + u * (1 - u)


@pytest.mark.slow
def test_least_squares() -> None:
    found = least_squares(differences, X)
    assert sp.issparse(found.jac)
    np.testing.assert_allclose(found.x, 1, atol=1e-6)
    for given in ({"method": "lm"}, {"tr_solver": "exact"}):
        assert isinstance(least_squares(differences, X, **given).jac, np.ndarray)
    assert isinstance(least_squares(differences, X[:20]).jac, np.ndarray)
    assert isinstance(least_squares(lambda x: x * np.sum(x), X).jac, np.ndarray)


@np.errstate(all="ignore")  # SciPy's BDF computes with memory that it has not filled
def test_solve_ivp() -> None:
    for method in ("BDF", "Radau"):
        found = solve_ivp(diffusion, (0, 1), X, method)
        expected = scipy.integrate.solve_ivp(diffusion, (0, 1), X, method)
        assert found.status == 0
        np.testing.assert_allclose(found.y[:, -1], expected.y[:, -1], rtol=1e-4)
        assert (found.nfev, found.njev) == (expected.nfev, expected.njev)

    def given(t: float, u: Any) -> Any:
        return np.asarray(ft.jacobian(diffusion, 1)(t, u))

    np.testing.assert_allclose(
        solve_ivp(diffusion, (0, 1), X, "BDF", jac=given).y[:, -1],
        solve_ivp(diffusion, (0, 1), X, "BDF").y[:, -1],
        rtol=1e-9,
    )


@pytest.mark.slow
def test_trust_constr() -> None:
    seen: list[Any] = []

    def away(x: Any) -> Any:
        return np.sum((x - 1.2) ** 2) + 0.1 * np.sum((x[1:] * x[:-1]) ** 2)

    def products(x: Any) -> Any:
        return x[1:-1] ** 2 + x[2:] * x[:-2]

    constraint = NonlinearConstraint(products, -np.inf, 1.5)
    weights = np.arange(78.0)
    hessian, jacobian = constraint.hess(X, weights), constraint.jac(X)
    assert sp.issparse(hessian)
    assert sp.issparse(jacobian)
    expected = ft.hessian(lambda x: weights @ products(x))(X)
    np.testing.assert_allclose(hessian.toarray(), expected, atol=1e-12)
    np.testing.assert_allclose(jacobian.toarray(), ft.jacobian(products)(X))

    def note(x: Any, state: Any) -> None:
        seen.append(state.jac[0])

    found = minimize(
        *(away, X),
        method="trust-constr",
        constraints=constraint,
        callback=note,
    )
    assert all(map(sp.issparse, seen))
    assert found.success
    assert found.constr_violation < 1e-8
    plain = scipy.optimize.minimize(
        *(ft.jit(away), X),
        method="trust-constr",
        jac=ft.jit(ft.grad(away)),
        hess=ft.sparse_hessian(away),
        constraints=constraint,
    )
    np.testing.assert_allclose(found.fun, plain.fun, rtol=1e-5)  # where it ends


@pytest.mark.slow
def test_constraints_of_traced_values() -> None:
    def nearest(point: Any) -> Any:
        disc = NonlinearConstraint(lambda x: x @ x, -np.inf, 1.0)
        away = lambda x: np.sum((x - point) ** 2)  # noqa: E731
        return minimize(away, np.zeros(2), constraints=disc, tol=1e-12).x

    point = np.array([2.0, 1.0])
    length = np.sqrt(5.0)
    expected = (np.eye(2) - np.outer(point, point) / 5) / length
    np.testing.assert_allclose(nearest(point), point / length, atol=1e-6)
    for jacobian in (ft.jacobian(nearest), ft.jit(ft.jacobian(nearest))):
        np.testing.assert_allclose(jacobian(point), expected, atol=1e-5)
