"""`functrace.scipy.optimize`: least squares and fits, and their derivatives."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.sparse

import functrace as ft
from functrace.scipy import optimize
from tests._differences import check, differences

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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("method", ["trf", "dogbox"])
def test_least_squares_within_bounds(method: str) -> None:
    def f(u: Any) -> Any:
        named: Any = {"bounds": ([0, 0, 0], np.stack([u, 5.0, 5.0])), "method": method}
        return optimize.least_squares(residual, GUESS, args=(DATA,), **named, **TIGHT).x

    check(f, 1.7, differences(f, 1.7, 1e-3), 1e-3)


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_gradient_evaluates_the_model_once_at_the_minimum() -> None:
    def total(data: Any) -> Any:
        return np.sum(optimize.curve_fit(model, TIMES, data, GUESS)[0])

    rows = DATA + 0.01 * np.random.default_rng(0).normal(size=(3, TIMES.size))
    slope: Any = ft.vmap(ft.value_and_grad(total))
    compiled: Any = ft.jit(slope)
    value, found = compiled(rows)
    lines = str(compiled.lower(rows).graph).splitlines()
    assert sum(line.startswith("  %") and " = exp(" in line for line in lines) == 1
    np.testing.assert_allclose(value, [total(row) for row in rows], rtol=1e-7)
    expected = [ft.grad(total)(row) for row in rows]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-8)


def test_residuals_that_are_integers_or_of_single_precision() -> None:
    def least(data: Any, dtype: Any) -> Any:
        def off(p: Any) -> Any:
            return np.concatenate([p - data, np.arange(2)]).astype(dtype)

        return optimize.least_squares(off, np.zeros(2)).x

    data = np.array([1.0, 2.0])
    for dtype in (np.float64, np.float32):
        found = ft.jacobian(lambda d, dtype=dtype: least(d, dtype))(data)
        np.testing.assert_allclose(found, np.eye(2), atol=1e-6)


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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
