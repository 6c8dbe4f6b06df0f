"""`functrace.scipy.optimize`: minima, fits and linear programs, and their derivatives."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.sparse
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint

import functrace as ft
from functrace.scipy import optimize

PLACE = np.array([10.0, 1.5])
START = np.full(3, 0.5)


def valley(x: Any, a: Any) -> Any:
    steep = np.sum(a[0] * (x[1:] - x[:-1] ** 2) ** 2)
    return steep + np.sum((a[1] - x[:-1]) ** 2) + 0.1 * np.sum(x**2)


def differences(f: Any, x: Any, step: float = 1e-4) -> Any:
    """Central ones, for each element of the argument in turn."""
    x = np.asarray(x, float)
    units = step * np.eye(x.size).reshape(x.size, *x.shape)
    columns = [(np.asarray(f(x + e)) - f(x - e)) / (2 * step) for e in units]
    return np.stack(columns, -1).reshape((*np.shape(columns[0]), *x.shape))


def check(f: Any, x: Any, expected: Any = None, tolerance: float = 1e-5) -> None:
    """Both modes, compiled and not, against each other and an oracle."""
    expected = differences(f, x) if expected is None else expected
    for transform in (ft.jacfwd, ft.jacrev):
        for found in (transform(f)(x), ft.jit(transform(f))(x)):
            np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


# -- minimize --------------------------------------------------------------------------

METHODS = ["BFGS", "L-BFGS-B", "CG", "Newton-CG", "Nelder-Mead", "Powell", "TNC"]
METHODS += ["SLSQP", "COBYQA", "trust-constr", "trust-ncg", "trust-krylov"]
METHODS += ["trust-exact"]


def sharply(a: Any) -> Any:
    gtol = {"gtol": 1e-11}
    slope = ft.grad(valley)
    return scipy.optimize.minimize(valley, START, (a,), "BFGS", slope, options=gtol).x


SHARP = differences(sharply, PLACE)


@pytest.mark.parametrize("method", METHODS)
def test_all_methods(method: str) -> None:
    def f(a: Any) -> Any:
        return optimize.minimize(valley, START, (a,), method, tol=1e-10).x

    np.testing.assert_allclose(ft.jacrev(f)(PLACE), SHARP, atol=2e-5)
    np.testing.assert_allclose(ft.jit(ft.jacfwd(f))(PLACE), SHARP, atol=2e-5)


@pytest.mark.parametrize("method", ["BFGS", "L-BFGS-B"])
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


@pytest.mark.parametrize("method", ["L-BFGS-B", "TNC", "SLSQP", "trust-constr"])
def test_bounds(method: str) -> None:
    def f(u: Any, method: str = method) -> Any:
        bounds = [(None, u[0]), (u[1], None), (-3.0, u[2])]
        tight: Any = {"method": method, "tol": 1e-11, "bounds": bounds}
        return optimize.minimize(lambda x: valley(x, PLACE + u[1]), START, **tight).x

    def best(u: Any) -> Any:
        return f(u, "SLSQP")

    check(f, LIMITS, differences(best, LIMITS, 1e-3), 1e-4)


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


# -- least squares ---------------------------------------------------------------------

TIMES = np.linspace(0, 3, 25)
DATA = (
    2 * np.exp(-1.3 * TIMES) + 0.5 + 0.1 * np.sin(7 * TIMES) + 0.05 * np.cos(40 * TIMES)
)
GUESS = np.array([1.0, 1.0, 0.0])
TIGHT: Any = {"ftol": 1e-15, "xtol": 1e-15, "gtol": 1e-14}


def model(t: Any, a: Any, b: Any, c: Any) -> Any:
    return a * np.exp(-b * t) + c


def residual(p: Any, data: Any) -> Any:
    return model(TIMES, *p) - data


def sensitivity(p: Any, cost: Any) -> Any:
    """By the implicit function theorem, with matrices as they stand in textbooks."""
    outer = ft.hessian(cost, 0)(p, DATA)
    mixed = ft.jacobian(ft.grad(cost), 1)(p, DATA)
    return -np.linalg.solve(outer, mixed)


LOSSES: dict[str, Any] = {
    "linear": lambda z: z,
    "soft_l1": lambda z: 2 * ((1 + z) ** 0.5 - 1),
    "huber": lambda z: np.where(z <= 1, z, 2 * np.where(z <= 1, 1, z) ** 0.5 - 1),
    "cauchy": np.log1p,
    "arctan": np.arctan,
}


@pytest.mark.parametrize("loss", LOSSES)
def test_least_squares(loss: str) -> None:
    def f(data: Any) -> Any:
        named: Any = {"args": (data,), "loss": loss, "f_scale": 0.1}
        return optimize.least_squares(residual, GUESS, **named, **TIGHT)

    def cost(p: Any, data: Any) -> Any:
        return 0.005 * np.sum(LOSSES[loss]((residual(p, data) / 0.1) ** 2))

    plain, found = f(DATA), ft.jit(f)(DATA)
    np.testing.assert_allclose(found.x, plain.x, atol=1e-6)
    np.testing.assert_allclose(found.cost, plain.cost, rtol=1e-8)
    assert found.success
    expected = sensitivity(plain.x, cost)
    check(lambda data: f(data).x, DATA, expected, 1e-5)
    gradient = ft.grad(cost, 1)(plain.x, DATA)
    np.testing.assert_allclose(ft.grad(lambda d: f(d).cost)(DATA), gradient, atol=1e-6)


def test_a_fit_is_not_differentiated_as_gauss_and_newton_would() -> None:
    p = optimize.least_squares(residual, GUESS, args=(DATA,), **TIGHT).x
    slopes = ft.jacobian(residual)(p, DATA)
    gauss_newton = np.linalg.solve(slopes.T @ slopes, slopes.T)
    expected = sensitivity(p, lambda p, d: 0.5 * np.sum(residual(p, d) ** 2))
    assert np.max(np.abs(gauss_newton - expected)) > 1e-3
    found = ft.jacobian(lambda d: optimize.leastsq(residual, GUESS, d)[0])(DATA)
    np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("method", ["trf", "dogbox"])
def test_least_squares_within_bounds(method: str) -> None:
    def f(u: Any) -> Any:
        named: Any = {"bounds": ([0, 0, 0], np.stack([u, 5.0, 5.0])), "method": method}
        return optimize.least_squares(residual, GUESS, args=(DATA,), **named, **TIGHT).x

    check(f, 1.7, differences(f, 1.7, 1e-3), 1e-3)


def test_losses_of_the_users_and_second_order() -> None:
    def loss(z: Any) -> Any:
        return np.stack([np.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2])

    def f(scale: Any) -> Any:
        named: Any = {"loss": loss, "f_scale": scale, "args": (DATA,)}
        return optimize.least_squares(residual, GUESS, **named, **TIGHT).x[0]

    np.testing.assert_allclose(ft.grad(f)(0.1), differences(f, 0.1), rtol=1e-4)
    second = differences(ft.grad(f), 0.1)
    np.testing.assert_allclose(ft.grad(ft.grad(f))(0.1), second, rtol=1e-4)
    np.testing.assert_allclose(ft.jit(ft.grad(ft.grad(f)))(0.1), second, rtol=1e-4)


def test_fits_on_batches() -> None:
    def f(data: Any) -> Any:
        return optimize.curve_fit(model, TIMES, data, GUESS)[0]

    rows = DATA * np.array([[1.0], [1.1], [0.9]])
    expected = np.stack(
        [scipy.optimize.curve_fit(model, TIMES, row)[0] for row in rows]
    )
    np.testing.assert_allclose(ft.jit(ft.vmap(f))(rows), expected, rtol=1e-5)
    slopes = ft.vmap(ft.jacobian(f))(rows)
    np.testing.assert_allclose(slopes[1], ft.jacobian(f)(rows[1]), atol=1e-5)


def test_leastsq_and_its_covariance() -> None:
    def f(data: Any) -> Any:
        x, cov, info, _, _ = optimize.leastsq(residual, GUESS, data, full_output=True)
        return x, cov, info["fvec"]

    raw = scipy.optimize.leastsq(residual, GUESS, DATA, full_output=True)
    for found in (f(DATA), ft.jit(f)(DATA)):
        np.testing.assert_allclose(found[0], raw[0], rtol=1e-5)
        np.testing.assert_allclose(found[1], raw[1], rtol=1e-4)
    found = ft.jacobian(lambda d: f(d)[1])(DATA)
    expected = differences(lambda d: f(d)[1], DATA, 1e-3)
    np.testing.assert_allclose(found, expected, atol=1e-3)


# -- curve_fit -------------------------------------------------------------------------

SIGMAS: dict[str, Any] = {
    "none": None,
    "numbers": np.linspace(0.1, 0.3, 25),
    "matrix": 0.02 * np.eye(25) + 0.01,
}


@pytest.mark.parametrize("absolute", [True, False])
@pytest.mark.parametrize("kind", SIGMAS)
def test_curve_fit(kind: str, absolute: bool) -> None:
    def f(data: Any) -> Any:
        named: Any = {"sigma": SIGMAS[kind], "absolute_sigma": absolute}
        return optimize.curve_fit(model, TIMES, data, GUESS, **named)

    named: Any = {"sigma": SIGMAS[kind], "absolute_sigma": absolute, "xtol": 1e-12}
    expected = scipy.optimize.curve_fit(model, TIMES, DATA, GUESS, **named)
    for found in (f(DATA), ft.jit(f)(DATA)):
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-5)
        np.testing.assert_allclose(found[1], expected[1], rtol=1e-4, atol=1e-8)

    def both(data: Any) -> Any:
        popt, pcov = f(data)
        return np.concatenate([popt, 10 * np.ravel(pcov)])

    along = np.cos(TIMES)
    expected = differences(lambda s: both(DATA + s * along), 0.0, 1e-3)
    found = ft.jvp(both, (DATA,), (along,))[1]
    np.testing.assert_allclose(found, expected, atol=1e-3, rtol=1e-3)
    slopes = ft.jit(ft.jacrev(both))(DATA)
    np.testing.assert_allclose(slopes @ along, found, atol=1e-4)


@pytest.mark.parametrize("which", ["abscissae", "errors"])
def test_curve_fit_with_respect_to_other_data(which: str) -> None:
    def f(s: Any) -> Any:
        sigma = np.linspace(0.1, 0.3, 25)
        t = TIMES
        if which == "errors":
            sigma = sigma * (1 + s * np.cos(TIMES))
        else:
            t = t + s * np.cos(TIMES)
        return np.ravel(optimize.curve_fit(model, t, DATA, GUESS, sigma=sigma)[1])

    check(f, 0.1, differences(f, 0.1, 1e-3), 1e-4)


def test_curve_fit_within_bounds_and_with_all_it_returns() -> None:
    def f(u: Any) -> Any:
        named: Any = {"bounds": (0, [u, 5, 5]), "full_output": True, **TIGHT}
        return optimize.curve_fit(model, TIMES, DATA, **named)

    _, _, info, text, status = f(1.7)
    assert info["fvec"].shape == (25,)
    assert isinstance(text, str)
    assert status > 0
    found = ft.jacobian(lambda u: f(u)[0])(1.7)
    np.testing.assert_allclose(
        found, differences(lambda u: f(u)[0], 1.7, 1e-3), atol=1e-3
    )
    np.testing.assert_allclose(found[0], 1.0)


def test_curve_fit_plainly_uses_our_jacobian() -> None:
    calls = []

    def counted(t: Any, a: Any, b: Any, c: Any) -> Any:
        calls.append(a)
        return model(t, a, b, c)

    scipy.optimize.curve_fit(counted, TIMES, DATA, GUESS)
    before = len(calls)
    calls.clear()
    popt, _ = optimize.curve_fit(counted, list(TIMES), list(DATA), GUESS)
    assert len(calls) < before
    np.testing.assert_allclose(popt, scipy.optimize.curve_fit(model, TIMES, DATA)[0])

    def foreign(t: Any, a: float) -> Any:
        return [float(a) * s for s in t]

    np.testing.assert_allclose(optimize.curve_fit(foreign, TIMES, 2 * TIMES)[0], 2.0)


def test_curve_fit_refuses() -> None:
    def f(data: Any, **named: Any) -> Any:
        named = {"maxfev": 8, **named}
        return np.sum(optimize.curve_fit(model, TIMES, data, GUESS, **named)[0])

    bad = DATA.copy()
    bad[3] = np.nan
    for g in (f, ft.grad(f), ft.jit(f)):
        with pytest.raises(ValueError, match="infs or NaNs"):
            g(bad)
        with pytest.raises(RuntimeError, match="Optimal parameters not found"):
            g(DATA * 3)
    with pytest.raises(ValueError, match="nan_policy"):
        ft.grad(f)(bad, check_finite=False, nan_policy="omit")
    with pytest.raises(ValueError, match="number of fit parameters"):
        ft.grad(lambda d: optimize.curve_fit(lambda *p: d, TIMES, d)[0][0])(DATA)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        few = ft.jit(lambda d: optimize.curve_fit(model, TIMES[:3], d, GUESS)[1])
        assert np.all(np.isinf(few(DATA[:3])))


# -- linear problems -------------------------------------------------------------------

RNG = np.random.default_rng(0)
MATRIX, RIGHT = RNG.normal(size=(6, 4)), RNG.normal(size=6)


def test_nnls() -> None:
    np.testing.assert_array_equal(
        optimize.nnls(MATRIX, RIGHT)[0], scipy.optimize.nnls(MATRIX, RIGHT)[0]
    )
    check(lambda b: optimize.nnls(MATRIX, b)[0], RIGHT)
    check(lambda a: optimize.nnls(a, RIGHT)[1], MATRIX)
    second = ft.hessian(lambda a: optimize.nnls(a, RIGHT)[1])
    expected = differences(ft.grad(lambda a: optimize.nnls(a, RIGHT)[1]), MATRIX)
    np.testing.assert_allclose(second(MATRIX), expected, atol=1e-5)


@pytest.mark.parametrize("method", ["trf", "bvls"])
def test_lsq_linear(method: str) -> None:
    def f(u: Any) -> Any:
        found = optimize.lsq_linear(MATRIX, RIGHT, (-0.1, u), method, tol=1e-13)
        return np.append(found.x, found.cost)

    check(f, 0.2)
    free = optimize.lsq_linear(MATRIX, RIGHT).x
    check(lambda b: optimize.lsq_linear(MATRIX, b).x, RIGHT, np.linalg.pinv(MATRIX))
    np.testing.assert_allclose(free, np.linalg.lstsq(MATRIX, RIGHT)[0])
    with pytest.raises(np.linalg.LinAlgError):
        ft.jacobian(lambda b: optimize.lsq_linear(np.ones((3, 2)), b).x)(np.ones(3))


COSTS = np.array([-3.0, -2.0, -1.7])
USES, RESOURCES = np.array([[1.0, 2.0, 1.0], [3.0, 1.0, 2.0]]), np.array([4.0, 6.0])


def program(c: Any, uses: Any, resources: Any, total: Any, most: Any) -> Any:
    bounds = [(0, most), (None, 3.0), (0.1, None)]
    found = optimize.linprog(c, uses, resources, np.ones((1, 3)), [total], bounds)
    parts = [found[name].marginals for name in ("ineqlin", "eqlin", "lower", "upper")]
    return np.concatenate([np.append(found.x, found.fun), found.slack, *parts])


@pytest.mark.parametrize("argnum", range(5))
def test_linprog(argnum: int) -> None:
    args: Any = [COSTS, USES, RESOURCES, np.float64(1.9), np.float64(1.0)]

    def f(x: Any) -> Any:
        given: Any = *args[:argnum], x, *args[argnum + 1 :]
        return program(*given)

    check(f, args[argnum])


def test_marginals_are_derivatives_of_the_value() -> None:
    found = optimize.linprog(COSTS, USES, RESOURCES)
    slope = ft.grad(lambda r: optimize.linprog(COSTS, USES, r).fun)(RESOURCES)
    np.testing.assert_allclose(slope, found.ineqlin.marginals)
    vertex = ft.jacobian(lambda c: optimize.linprog(c, USES, RESOURCES).x)(COSTS)
    np.testing.assert_array_equal(vertex, 0.0)


def test_sparse_matrices_are_constants() -> None:
    uses = scipy.sparse.csr_array(USES)

    def value(r: Any) -> Any:
        return optimize.linprog(COSTS, uses, r).fun

    expected = optimize.linprog(COSTS, USES, RESOURCES).ineqlin.marginals
    for f in (ft.grad(value), ft.jit(ft.grad(value))):
        np.testing.assert_allclose(f(RESOURCES), expected)

    def fitted(b: Any) -> Any:
        return optimize.lsq_linear(uses.T, b, (-1.0, 1.0)).x

    check(fitted, np.ones(3), np.linalg.pinv(USES.T))

    def within(r: Any) -> Any:
        limits = LinearConstraint(uses, -np.inf, r)
        return optimize.minimize(valley, START, (PLACE,), constraints=limits).x

    tight = np.array([2.0, 2.0])
    found = ft.jit(ft.jacobian(within))(tight)
    np.testing.assert_allclose(found, differences(within, tight, 1e-2), atol=1e-2)


def test_searches_within_searches() -> None:
    def f(weight: Any) -> Any:
        def outer(y: Any) -> Any:
            def inner(x: Any) -> Any:
                return (x[0] - y[0]) ** 2 + weight * x[0] ** 4

            x = optimize.minimize(inner, [0.5], tol=1e-10).x[0]
            return (x - 0.3) ** 2 + 0.1 * y[0] ** 2

        return optimize.minimize(outer, [0.3], tol=1e-8).x[0]

    np.testing.assert_allclose(ft.grad(f)(1.0), differences(f, 1.0, 1e-3), rtol=1e-4)


def test_linear_programs_that_are_refused() -> None:
    def f(r: Any, **named: Any) -> Any:
        return optimize.linprog(COSTS, USES, r, **named).fun

    with pytest.raises(ft.MissingRuleError, match="integrality"):
        ft.grad(f)(RESOURCES, integrality=1)
    with pytest.raises(ft.MissingRuleError):
        ft.grad(lambda c: optimize.milp(c * np.ones(2)).fun)(1.0)

    def limited(r: Any) -> Any:
        return optimize.milp([1.0], constraints=LinearConstraint([[1.0]], r)).fun

    assert limited(0.5) == 0.5
    with pytest.raises(ft.MissingRuleError):
        ft.grad(limited)(1.0)
    for transform in (ft.grad(f), ft.jit(ft.grad(f))):
        with pytest.raises((ft.DegenerateError, np.linalg.LinAlgError)):
            transform(np.array([2.0, 6.0]), A_eq=np.ones((1, 3)), b_eq=[2.0])
        with pytest.raises((ft.ConvergenceError, ValueError)):
            transform(-RESOURCES)
    assert not ft.jit(lambda r: optimize.linprog(COSTS, USES, r))(-RESOURCES).success


def test_assignments() -> None:
    costs = RNG.normal(size=(3, 4))

    def f(c: Any) -> Any:
        return c[optimize.linear_sum_assignment(c, maximize=True)].sum()

    check(f, costs)
    rows, columns = ft.jit(optimize.linear_sum_assignment)(costs)
    expected = scipy.optimize.linear_sum_assignment(costs)
    np.testing.assert_array_equal([rows, columns], expected)


def test_what_is_not_here_is_scipys() -> None:
    assert optimize.differential_evolution.__name__ == "differential_evolution"
    assert optimize.Bounds is Bounds
