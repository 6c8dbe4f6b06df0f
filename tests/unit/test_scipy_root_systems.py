"""SciPy's solvers of systems: the same roots, with derivatives, also compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize

import functrace as ft
from functrace.scipy import optimize
from tests._differences import differences

START = np.array([1.0, 1.0])


def pair(x: Any, a: Any) -> Any:
    return [x[0] ** 2 + a[0] * x[1] - 3.0, x[1] ** 3 - a[1] * x[0] + 1.0]


VECTOR = {
    "fsolve": lambda a: optimize.fsolve(pair, [1, 1], a),
    **{
        name: lambda a, name=name: optimize.root(pair, START, (a,), name).x
        for name in ("hybr", "lm", "krylov", "df-sane", "broyden1")
    },
}
POINT = np.array([1.0, 2.0])


@pytest.mark.slow
@pytest.mark.parametrize("name", VECTOR)
def test_both_modes_and_second_order_of_systems(name: str) -> None:
    solve = VECTOR[name]
    expected = differences(lambda a: VECTOR["fsolve"](a), POINT)
    for transform in (ft.jacfwd, ft.jacrev, lambda f: ft.jit(ft.jacobian(f))):
        np.testing.assert_allclose(transform(solve)(POINT), expected, rtol=3e-4)
    compiled = ft.jit(ft.vmap(solve))(np.stack([POINT, 1.1 * POINT]))
    np.testing.assert_allclose(compiled[1], VECTOR["fsolve"](1.1 * POINT), rtol=3e-4)
    if name in ("fsolve", "hybr"):
        second = differences(lambda a: ft.jacobian(solve)(a), POINT)
        hessian = ft.jacobian(ft.jacobian(solve))(POINT)
        np.testing.assert_allclose(hessian, second, rtol=1e-6)


def rosenbrock(x: Any) -> Any:
    return [10 * (x[1] - x[0] ** 2), 1 - x[0]]


def badly_scaled(x: Any) -> Any:
    return [1e4 * x[0] * x[1] - 1, np.exp(-x[0]) + np.exp(-x[1]) - 1.0001]


def helical(x: Any) -> Any:
    angle = np.arctan2(x[1], x[0]) / (2 * np.pi)
    radius = np.sqrt(x[0] ** 2 + x[1] ** 2)
    return [10 * (x[2] - 10 * angle), 10 * (radius - 1), x[2]]


def tridiagonal(x: Any) -> Any:
    before, after = np.append(0.0, x[:-1]), np.append(x[1:], 0.0)
    return (3 - 2 * x) * x - before - 2 * after + 1


@pytest.mark.parametrize(
    ("f", "start"),
    [
        (rosenbrock, [-1.2, 1.0]),
        (badly_scaled, [0.0, 1.0]),
        (helical, [-1.0, 0.0, 0.0]),
        (tridiagonal, [-1.0] * 10),
    ],
)
def test_usual_problems(f: Any, start: Any) -> None:
    """Of Moré, Garbow and Hillstrom: where MINPACK converges."""
    expected = scipy.optimize.root(f, start)
    found = ft.jit(lambda x: optimize.root(f, x))(np.array(start))
    assert expected.success
    assert found.success
    assert found.status == 1
    np.testing.assert_allclose(found.x, expected.x, atol=1e-7)
    assert np.max(np.abs(found.fun)) < 1e-8
    user = {"jac": lambda x: ft.jacobian(lambda x: np.stack(list(f(x))))(x)}
    given = ft.jit(lambda x: optimize.root(f, x, **user).x)(np.array(start))
    np.testing.assert_allclose(given, found.x, atol=1e-12)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: [x[0] ** 2 + 1.0],  # without a root
        lambda x: [np.nan * x[0]],
        lambda x: [0.0 * x[0] + 1.0],
    ],
)
def test_no_root_is_no_success(f: Any) -> None:
    found = ft.jit(lambda x: optimize.root(f, x))(np.zeros(1))
    assert not found.success
    assert np.isnan(ft.jit(lambda x: optimize.fsolve(f, x))(np.zeros(1))).all()


@pytest.mark.slow
def test_singular_systems_are_no_error() -> None:
    """Neither is one among others."""

    def f(x: Any, a: Any) -> Any:
        return [x[0] + a * x[1] - 1, 2 * x[0] + 2 * x[1] - 2]

    a = np.array([1.0, 2.0])
    found = ft.jit(ft.vmap(lambda a: optimize.root(f, np.zeros(2), (a,))))(a)
    assert found.success.all()
    np.testing.assert_allclose(found.x.sum(-1), 1.0)
    np.testing.assert_allclose(found.x[1], [1.0, 0.0], atol=1e-12)
    with pytest.raises(np.linalg.LinAlgError):
        ft.jacobian(lambda a: optimize.root(f, np.zeros(2), (a,)).x)(1.0)


def test_results_tell_what_scipys_do() -> None:
    def solve(a: Any) -> Any:
        x, info, status, _ = optimize.fsolve(pair, START, (a,), full_output=True)
        return x, info["fvec"], status, info["nfev"]

    for f in (solve, ft.jit(solve)):
        x, value, status, count = f(POINT)
        np.testing.assert_allclose(value, np.asarray(pair(x, POINT)), atol=1e-12)
        assert status == 1
        assert count > 1
    slopes = ft.jacobian(lambda a: optimize.root(pair, START, (a,)).fun)(POINT)
    np.testing.assert_allclose(slopes, 0.0, atol=1e-10)


def test_plain_values_are_scipys_with_our_jacobian() -> None:
    ours = optimize.root(pair, START, (POINT,))
    expected = scipy.optimize.root(pair, START, (POINT,))
    np.testing.assert_allclose(ours.x, expected.x, rtol=1e-9)
    assert "njev" in ours
    assert ours.nfev < expected.nfev

    def untraceable(x: Any) -> Any:
        return [float(x[0]) ** 2 - 2.0]

    np.testing.assert_allclose(optimize.fsolve(untraceable, [1.0]), np.sqrt(2))


def test_jacobians_of_the_user() -> None:
    def both(x: Any, a: Any) -> Any:
        return pair(x, a), [[2 * x[0], a[0]], [-a[1], 3 * x[1] ** 2]]

    def solve(a: Any) -> Any:
        return optimize.root(both, START, (a,), jac=True).x

    expected = ft.jacobian(VECTOR["hybr"])(POINT)
    for f in (ft.jacobian(solve), ft.jit(ft.jacobian(solve))):
        np.testing.assert_allclose(f(POINT), expected, rtol=1e-8)


def test_parameters_from_outside() -> None:
    """Joint derivatives, of all that a function takes from anywhere."""

    def solve(a: Any, b: Any, c: Any) -> Any:
        return optimize.fsolve(lambda x: [a * x[0] + b * x[0] ** 3 - c], [1.0])[0]

    args = (1.0, 2.0, 3.0)
    x = solve(*args)
    expected = np.array([-x, -(x**3), 1.0]) / (1 + 6 * x**2)
    for f in (ft.grad(solve, (0, 1, 2)), ft.jit(ft.grad(solve, (0, 1, 2)))):
        np.testing.assert_allclose(f(*args), expected)


@pytest.mark.slow
def test_what_starts_and_functions_may_be() -> None:
    """Numbers for vectors of one, integers, single precision, more equations."""
    cases = {
        "numbers": lambda a: optimize.root(lambda x: x**2 - a, 1).x[0],
        "a number": lambda a: optimize.fsolve(lambda x: x[0] ** 2 - a, [1.0])[0],
        "single": lambda a: optimize.newton(lambda x: x**2 - a, np.float32(1)),
        "an array": lambda a: optimize.brentq(lambda x: [x**2 - a], 0, np.array([3])),
        "a list": lambda a: optimize.newton(lambda x: x**2 - a, [1, 2])[1],
        "a pytree": lambda a: optimize.brentq(
            lambda x, p: x**2 - p["a"], 0, 3, ({"a": a},)
        ),
        "a branch": lambda a: optimize.brentq(
            lambda x: x**2 - a if x > 0.5 else -a, 0, 3
        ),
        "more equations": lambda a: optimize.root(
            lambda x: [x[0] ** 2 - a, 3 * x[0] ** 2 - 3 * a], [1.0], method="lm"
        ).x[0],
    }
    for name, solve in cases.items():
        for f in (ft.grad(solve), ft.jit(ft.grad(solve))):
            np.testing.assert_allclose(f(2.0), np.sqrt(2) / 4, rtol=1e-6, err_msg=name)


def test_results_are_pytrees() -> None:
    found = ft.jit(ft.vmap(lambda a: optimize.root(pair, START, (a,))))(POINT[None])
    assert isinstance(found, scipy.optimize.OptimizeResult)
    assert found.method == "hybr"
    assert found.x.shape == (1, 2)
    slopes = ft.jacobian(
        lambda a: optimize.root_scalar(lambda x: x**2 - a, bracket=[0, 3])["root"]
    )(2.0)
    np.testing.assert_allclose(slopes, np.sqrt(2) / 4)


@pytest.mark.slow
def test_options_of_the_hybrid_method() -> None:
    def solve(a: Any, **options: Any) -> Any:
        return optimize.root(lambda x: x**3 - a, np.ones(2), options=options).x

    for options in ({"diag": [1.0, 2.0], "factor": 0.1}, {"eps": 1e-6, "band": (1, 1)}):
        found = ft.jit(lambda a, o=options: solve(a, **o))(2.0)
        np.testing.assert_allclose(found, np.cbrt(2.0))
    with pytest.warns(scipy.optimize.OptimizeWarning, match="Unknown solver options"):
        ft.jit(lambda a: solve(a, unknown=1))(2.0)


def test_complex_values_are_no_real_ones() -> None:
    searches = {
        "root": lambda a: optimize.root(lambda x: x + a, [1.0]).x,
        "brentq": lambda a: optimize.brentq(lambda x: x - a, 0, 3),
        "newton": lambda a: optimize.newton(lambda x: x - a, 0.0),
    }
    for solve in searches.values():
        with pytest.raises(TypeError, match="complex"):
            ft.jit(solve)(1.0 + 1.0j)
