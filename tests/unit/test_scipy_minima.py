"""`functrace.scipy.optimize`: minima, and their derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.sparse
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint

import functrace as ft
from functrace.scipy import optimize
from tests._differences import check, differences

PLACE = np.array([10.0, 1.5])
START = np.full(3, 0.5)


def valley(x: Any, a: Any) -> Any:
    steep = np.sum(a[0] * (x[1:] - x[:-1] ** 2) ** 2)
    return steep + np.sum((a[1] - x[:-1]) ** 2) + 0.1 * np.sum(x**2)


# -- minimize --------------------------------------------------------------------------

METHODS = ["BFGS", "L-BFGS-B", "CG", "Newton-CG", "Nelder-Mead", "Powell", "TNC"]
METHODS += ["SLSQP", "COBYQA", "trust-constr", "trust-ncg", "trust-krylov"]
METHODS += ["trust-exact"]


def sharply(a: Any) -> Any:
    gtol = {"gtol": 1e-11}
    slope = ft.grad(valley)
    return scipy.optimize.minimize(valley, START, (a,), "BFGS", slope, options=gtol).x


SHARP = differences(sharply, PLACE)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_all_methods(method: str) -> None:
    def f(a: Any) -> Any:
        return optimize.minimize(valley, START, (a,), method, tol=1e-10).x

    np.testing.assert_allclose(ft.jacrev(f)(PLACE), SHARP, atol=2e-5)
    np.testing.assert_allclose(ft.jit(ft.jacfwd(f))(PLACE), SHARP, atol=2e-5)


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B"])
@pytest.mark.slow
def test_native_descents_go_scipys_way(method: str) -> None:
    def f(a: Any) -> Any:
        return optimize.minimize(valley, START, (a,), method)

    slope = ft.grad(valley)
    expected = scipy.optimize.minimize(valley, START, (PLACE,), method, jac=slope)
    found = ft.jit(f)(PLACE)
    np.testing.assert_allclose(found.x, expected.x, rtol=1e-6)
    np.testing.assert_allclose(found.fun, expected.fun, rtol=1e-9)
    assert abs(found.nit - expected.nit) <= 1
    assert abs(found.nfev - expected.nfev) <= 2
    assert found.success
    assert found.status == 0


@pytest.mark.slow
@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B"])
def test_descents_from_afar_and_where_there_is_no_minimum(method: str) -> None:
    def steep(x: Any) -> Any:
        return np.sum(np.where(x > 0, x - np.log(np.where(x > 0, x, 1.0)), np.inf))

    def f(x: Any) -> Any:
        return optimize.minimize(steep, x, method=method)

    np.testing.assert_allclose(ft.jit(f)(np.full(2, 1e-3)).x, 1.0, rtol=1e-3)
    falling = ft.jit(
        lambda x: optimize.minimize(lambda y: -np.sum(y), x, method=method)
    )
    assert not falling(np.zeros(2)).success


@pytest.mark.slow
def test_second_order_and_batches() -> None:
    def f(a: Any) -> Any:
        found = optimize.minimize(valley, START, (a,), "BFGS", tol=1e-9)
        return found.fun + np.sum(found.x**2)

    expected = differences(ft.grad(f), PLACE, 1e-3)
    for outer in (ft.jacfwd, ft.jacrev):
        for inner in (ft.jacfwd, ft.jacrev):
            np.testing.assert_allclose(outer(inner(f))(PLACE), expected, atol=1e-5)
    np.testing.assert_allclose(ft.jit(ft.hessian(f))(PLACE), expected, atol=1e-5)
    places = PLACE * np.array([[1.0], [1.1], [0.9]])
    rows = np.stack([ft.grad(f)(a) for a in places])
    np.testing.assert_allclose(ft.vmap(ft.grad(f))(places), rows, atol=1e-6)
    np.testing.assert_allclose(ft.jit(ft.vmap(ft.grad(f)))(places), rows, atol=1e-6)


def test_plain_calls_get_our_derivatives() -> None:
    found = optimize.minimize(valley, START, (PLACE,), "BFGS")
    expected = scipy.optimize.minimize(valley, START, (PLACE,), "BFGS")
    np.testing.assert_allclose(found.x, expected.x, atol=1e-4)
    assert found.nfev < expected.nfev / 2
    assert found.hess_inv.shape == (3, 3)
    assert optimize.minimize(valley, START, (PLACE,), "trust-exact").success

    def foreign(x: Any) -> float:
        return float(x[0]) ** 2 + abs(float(x[1]) - 1)

    found = optimize.minimize(foreign, [3, 3], method="Nelder-Mead")
    np.testing.assert_allclose(found.x, [0, 1], atol=1e-3)
    assert optimize.minimize(lambda x: float(x[0]) ** 2, 3).success
    assert optimize.minimize(lambda x: (x @ x, 2 * x), [1.0, 2.0], jac=True).success
    np.testing.assert_allclose(optimize.minimize(lambda x: x**2, [3.0]).x, 0, atol=1e-6)


def test_methods_of_the_users_and_warnings_of_scipys() -> None:
    given = {}

    def method(fun: Any, x0: Any, args: Any = (), **named: Any) -> Any:
        given.update(named)
        return scipy.optimize.minimize(fun, x0, args, bounds=named["bounds"])

    def f(a: Any) -> Any:
        bounds = [(None, 2.0)]
        return optimize.minimize(
            lambda x: (x[0] - a) ** 2, [0.0], (), method, bounds=bounds
        )

    np.testing.assert_allclose(ft.grad(lambda a: f(a).x[0])(1.0), 1.0, atol=1e-5)
    np.testing.assert_allclose(ft.grad(lambda a: f(a).x[0])(3.0), 0.0)
    assert given["bounds"] is not None
    with pytest.warns(RuntimeWarning, match="cannot handle bounds"):
        optimize.minimize(lambda x: x @ x, [0.5], method="BFGS", bounds=[(0, 1)])


def test_functions_that_are_not_traced_may_stand_in_a_transform() -> None:
    def foreign(x: Any) -> float:
        return (float(x[0]) - 2) ** 2

    def f(a: Any) -> Any:
        return a * optimize.minimize(foreign, [3.0]).x[0]

    np.testing.assert_allclose(ft.grad(f)(1.0), 2.0, rtol=1e-6)


@pytest.mark.slow
def test_given_derivatives_pairs_and_closures() -> None:
    def f(a: Any, method: str = "BFGS", **named: Any) -> Any:
        return optimize.minimize(
            lambda x: valley(x, a), START, method=method, **named
        ).x

    expected = ft.jacobian(f)(PLACE)

    def with_pair(a: Any) -> Any:
        both = ft.value_and_grad(valley)
        return optimize.minimize(both, START, (a,), "CG", True, tol=1e-9).x

    check(with_pair, PLACE, expected, 1e-4)

    def with_slope(a: Any) -> Any:
        named: Any = {"jac": ft.grad(valley), "hess": ft.hessian(valley)}
        return optimize.minimize(valley, START, (a,), "trust-exact", **named).x

    check(with_slope, PLACE, expected, 1e-4)


@pytest.mark.slow
def test_a_search_that_stops_early_has_no_derivative() -> None:
    for method in ("BFGS", "L-BFGS-B", "Nelder-Mead"):
        for rounds in (1, 5):

            def f(a: Any, method: str = method, rounds: int = rounds) -> Any:
                few: Any = {"maxiter": rounds}
                found = optimize.minimize(valley, START, (a,), method, options=few)
                return np.sum(found.x), found.success

            value, success = ft.jit(f)(PLACE)
            assert np.isfinite(value)
            assert not success
            for transform in (ft.grad, lambda g, **k: ft.jit(ft.grad(g, **k))):
                with pytest.raises(ft.ConvergenceError, match="minimize"):
                    transform(f, has_aux=True)(PLACE)


def test_singular_hessians_are_refused() -> None:
    def f(a: Any) -> Any:
        return optimize.minimize(lambda x: (x[0] + x[1] - a) ** 2, [0.0, 0.0]).x

    with pytest.raises(np.linalg.LinAlgError):
        ft.jacobian(f)(1.0)


def test_the_joint_jacobian_of_several_parameters() -> None:
    def f(a: Any, b: Any, c: Any) -> Any:
        def objective(x: Any) -> Any:
            return (x[0] - a * b) ** 2 + (x[1] - b * c) ** 2 + (x[2] - a * c) ** 2

        return optimize.minimize(objective, np.zeros(3), tol=1e-9).x

    for transform in (ft.jacfwd, ft.jacrev):
        found = transform(f, (0, 1, 2))(2.0, 3.0, 5.0)
        expected = [[3, 0, 5], [2, 5, 0], [0, 3, 2]]
        np.testing.assert_allclose(np.stack(found), expected, atol=1e-6)


# -- bounds and constraints ------------------------------------------------------------

LIMITS = np.array([0.8, -1.0, 2.0])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["L-BFGS-B", "TNC", "SLSQP", "trust-constr"])
def test_bounds(method: str) -> None:
    def f(u: Any, method: str = method) -> Any:
        bounds = [(None, u[0]), (u[1], None), (-3.0, u[2])]
        tight: Any = {"method": method, "tol": 1e-11, "bounds": bounds}
        return optimize.minimize(lambda x: valley(x, PLACE + u[1]), START, **tight).x

    def best(u: Any) -> Any:
        return f(u, "SLSQP")

    check(f, LIMITS, differences(best, LIMITS, 1e-3), 1e-4)


@pytest.mark.slow
def test_bounds_objects_and_fixed_variables() -> None:
    def f(u: Any) -> Any:
        ends: Any = [-np.inf, u, -np.inf], [0.5, u, np.inf]
        bounds = Bounds(*ends)
        return optimize.minimize(valley, START, (PLACE,), bounds=bounds, tol=1e-11).x

    check(f, 0.3, tolerance=1e-4)


def circle(x: Any, r: Any) -> Any:
    return r - np.sum(x**2)


CONSTRAINTS: dict[str, Any] = {
    "dictionary": lambda r: {"type": "ineq", "fun": circle, "args": (r,)},
    "equality": lambda r: ({"type": "eq", "fun": lambda x: x[0] * x[1] - r / 4},),
    "nonlinear": lambda r: NonlinearConstraint(lambda x: circle(x, r), 0.0, np.inf),
    "limits": lambda r: [NonlinearConstraint(lambda x: np.sum(x**2), -np.inf, r)],
    "linear": lambda r: LinearConstraint(np.stack([1 + r, 1.0, r]), 0.2, 1.5 + r),
}


@pytest.mark.parametrize("method", ["SLSQP", "trust-constr"])
@pytest.mark.parametrize("form", CONSTRAINTS)
@pytest.mark.slow
def test_constraints(form: str, method: str) -> None:
    def f(r: Any) -> Any:
        named: Any = {
            "method": method,
            "constraints": CONSTRAINTS[form](r),
            "tol": 1e-11,
        }
        return optimize.minimize(lambda x: valley(x, PLACE), START, **named).x

    expected = differences(f, 1.0, 1e-3)
    np.testing.assert_allclose(ft.jacrev(f)(1.0), expected, atol=1e-4)
    np.testing.assert_allclose(ft.jit(ft.jacfwd(f))(1.0), expected, atol=1e-4)


@pytest.mark.slow
def test_bounds_and_constraints_to_second_order() -> None:
    def f(r: Any) -> Any:
        named: Any = {"constraints": CONSTRAINTS["dictionary"](r[0]), "tol": 1e-12}
        bounds = [(None, r[1]), (None, None), (None, None)]
        return optimize.minimize(valley, START, (PLACE,), bounds=bounds, **named).fun

    r = np.array([1.0, 0.6])
    np.testing.assert_allclose(ft.grad(f)(r), differences(f, r), atol=1e-5)
    expected = differences(ft.grad(f), r, 1e-3)
    np.testing.assert_allclose(ft.hessian(f)(r), expected, atol=1e-3)
    np.testing.assert_allclose(ft.jit(ft.hessian(f))(r), expected, atol=1e-3)


def test_a_bound_that_begins_to_hold_is_refused() -> None:
    def f(a: Any) -> Any:
        return optimize.minimize(
            lambda x: np.sum((x - a) ** 2), np.ones(1), bounds=[(0.0, None)]
        ).x[0]

    np.testing.assert_allclose(f(0.0), 0.0, atol=1e-8)
    for transform in (ft.grad(f), ft.jit(ft.grad(f))):
        np.testing.assert_allclose(transform(1.0), 1.0)
        np.testing.assert_allclose(transform(-1.0), 0.0)
        with pytest.raises(ft.DegenerateError, match="multipliers"):
            transform(0.0)


# -- minimize_scalar -------------------------------------------------------------------


@pytest.mark.parametrize(
    "named",
    [
        {},
        {"method": "golden"},
        {"bracket": (0.0, 1.0)},
        {"bounds": (0.0, 5.0)},
        {"bounds": (0.0, 0.5), "method": "bounded"},
    ],
)
@pytest.mark.slow
def test_minimize_scalar(named: dict[str, Any]) -> None:
    def f(a: Any) -> Any:
        shifted: Any = {
            k: v if k == "method" else (v[0], v[1] * a) for k, v in named.items()
        }
        found = optimize.minimize_scalar(lambda x: (x - 3 * a) ** 2 + x**4, **shifted)
        return np.stack([found.x, found.fun])

    x = 0.5 if named.get("method") == "bounded" else 0.8929
    at_bound = named.get("method") == "bounded"
    slope = 0.5 if at_bound else 6 / (2 + 12 * ft.jit(f)(1.0)[0] ** 2)
    x = ft.jit(f)(1.0)[0]
    rate = -6 * (x - 3)
    rate += slope * (2 * (x - 3) + 4 * x**3)
    check(f, 1.0, [slope, rate], 1e-4)


@pytest.mark.slow
def test_searches_within_searches() -> None:
    def f(weight: Any) -> Any:
        def outer(y: Any) -> Any:
            def inner(x: Any) -> Any:
                return (x[0] - y[0]) ** 2 + weight * x[0] ** 4

            x = optimize.minimize(inner, [0.5], tol=1e-10).x[0]
            return (x - 0.3) ** 2 + 0.1 * y[0] ** 2

        return optimize.minimize(outer, [0.3], tol=1e-8).x[0]

    np.testing.assert_allclose(ft.grad(f)(1.0), differences(f, 1.0, 1e-3), rtol=1e-4)


def test_what_is_not_here_is_scipys() -> None:
    assert optimize.differential_evolution.__name__ == "differential_evolution"
    assert optimize.Bounds is Bounds
