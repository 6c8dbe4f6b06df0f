"""SciPy's root finders for numbers: the same roots, with derivatives, also compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize

import functrace as ft
from functrace.core.errors import ConvergenceError
from functrace.scipy import optimize
from tests._differences import differences

BRACKETING = ("bisect", "ridder", "brentq", "brenth", "toms748")
NATIVE = BRACKETING[:-1]
ECCENTRICITY, MEAN = 0.5, 1.0


def kepler(x: Any, e: Any, m: Any) -> Any:
    return x - e * np.sin(x) - m


def slope(x: Any, e: Any, m: Any) -> Any:
    return 1 - e * np.cos(x)


def bend(x: Any, e: Any, m: Any) -> Any:
    return e * np.sin(x)


def brackets(name: str) -> Any:
    find = getattr(optimize, name)
    return lambda e: find(kepler, 0, 3, args=(e, MEAN))


def newtons(**options: Any) -> Any:
    return lambda e: optimize.newton(kepler, 1.0, args=(e, MEAN), **options)


def scalars(**options: Any) -> Any:
    def solve(e: Any) -> Any:
        return optimize.root_scalar(kepler, (e, MEAN), **options).root

    return solve


SCALAR = {
    **{name: brackets(name) for name in BRACKETING},
    "secant": newtons(),
    "secant from two": newtons(x1=2.0),
    "newton": newtons(fprime=slope),
    "halley": newtons(fprime=slope, fprime2=bend),
    "scalar brentq": scalars(bracket=[0, 3]),
    "scalar newton": scalars(x0=1.0),
    "scalar secant": scalars(x0=1.0, x1=2.0),
    "scalar halley": scalars(x0=1.0, fprime=slope, fprime2=bend),
    "fixed_point": lambda e: optimize.fixed_point(lambda x: MEAN + e * np.sin(x), 1.0),
    "iteration": lambda e: optimize.fixed_point(
        lambda x: MEAN + e * np.sin(x), 1.0, method="iteration", xtol=1e-13
    ),
}
ROOT = scipy.optimize.brentq(kepler, 0, 3, args=(ECCENTRICITY, MEAN), xtol=1e-15)
FIRST = np.sin(ROOT) / slope(ROOT, ECCENTRICITY, MEAN)


# -- one number ------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCALAR)
def test_both_modes_and_second_order_of_a_number(name: str) -> None:
    solve = SCALAR[name]
    second = differences(lambda e: exact(e[0]), np.array([ECCENTRICITY]))[0]
    np.testing.assert_allclose(solve(ECCENTRICITY), ROOT, rtol=1e-7)
    np.testing.assert_allclose(ft.grad(solve)(ECCENTRICITY), FIRST, rtol=1e-7)
    pushed = ft.jvp(solve, (ECCENTRICITY,), (1.0,))[1]
    np.testing.assert_allclose(pushed, FIRST, rtol=1e-7)
    twice = ft.grad(ft.grad(solve))(ECCENTRICITY)
    np.testing.assert_allclose(twice, second, rtol=1e-5)


def exact(e: Any) -> Any:
    x = scipy.optimize.brentq(kepler, 0, 3, args=(e, MEAN), xtol=1e-15)
    return np.sin(x) / slope(x, e, MEAN)


@pytest.mark.parametrize("name", SCALAR)
def test_compiled_and_batched_numbers(name: str) -> None:
    both = ft.value_and_grad(SCALAR[name])
    es = np.array([0.1, 0.5, 0.9])
    expected = np.array([both(e) for e in es]).T
    np.testing.assert_allclose(ft.jit(ft.vmap(both))(es), expected, rtol=1e-7)
    np.testing.assert_allclose(ft.jit(both)(0.5), expected[:, 1], rtol=1e-7)
    np.testing.assert_allclose(ft.vmap(both)(es), expected, rtol=1e-7)


PROBLEMS = [
    (lambda x: np.cos(x) - x, 0.0, 1.0),
    (lambda x: x**3 - 2 * x - 5, 1.0, 4.0),
    (lambda x: np.tanh(5 * (x - 0.3)), -3.0, 1.0),
    (lambda x: 1 / (x - 0.12345), 0.0, 1.0),
]


@pytest.mark.parametrize("name", NATIVE)
def test_brackets_shrink_as_scipys(name: str) -> None:
    for f, a, b in PROBLEMS:
        ours = ft.jit(
            lambda a, b, f=f: getattr(optimize, name)(
                f, a, b, (), 1e-9, full_output=True
            )
        )
        x, found = ours(a, b)
        expected = getattr(scipy.optimize, name)(f, a, b, (), 1e-9, full_output=True)[1]
        np.testing.assert_allclose(x, expected.root, rtol=1e-12)
        assert found.iterations == expected.iterations
        assert found.function_calls == expected.function_calls
        assert found.converged
        assert found.method == name


@pytest.mark.parametrize(
    "slopes", [{}, {"fprime": slope}, {"fprime": slope, "fprime2": bend}]
)
def test_newtons_steps_are_scipys(slopes: Any) -> None:
    def search(find: Any) -> Any:
        options = {"disp": False, "full_output": True, "maxiter": 30, **slopes}
        return lambda x: find(kepler, x, args=(0.9, 1.0), **options)

    compiled = ft.jit(search(optimize.newton))
    for start in (1.0, -7.0, 40.0):
        (x, found), (y, expected) = (
            compiled(start),
            search(scipy.optimize.newton)(start),
        )
        assert found.iterations == expected.iterations
        assert found.function_calls == expected.function_calls
        assert found.converged == expected.converged
        assert found.method == expected.method
        np.testing.assert_allclose(x, y, rtol=1e-6)


def test_roots_at_the_ends_and_at_the_start() -> None:
    f = ft.jit(lambda a: optimize.brentq(lambda x: x * (x - a), 0.0, 3.0))
    assert f(5.0) == 0.0
    g = ft.jit(lambda a: optimize.brentq(lambda x: x - a, 0.0, 3.0))
    assert g(3.0) == 3.0
    assert (
        ft.jit(lambda a: optimize.newton(lambda x: x - a, a, lambda x: 1.0))(2.0) == 2.0
    )


@pytest.mark.slow
def test_complex_roots() -> None:
    def solve(a: Any) -> Any:
        return optimize.newton(lambda z: z**3 - a, -0.4 + 0.9j).imag

    for found in (ft.grad(solve), ft.jit(ft.grad(solve))):
        np.testing.assert_allclose(found(1.0), np.sqrt(3) / 6, rtol=1e-7)


def test_what_a_function_returns_besides_its_value() -> None:
    def solve(a: Any) -> Any:
        def f(x: Any) -> Any:
            return x**3 - a, 3 * x**2, 6 * x

        return optimize.root_scalar(f, x0=1.0, fprime=True, fprime2=True).root

    for found in (ft.grad(solve), ft.jit(ft.grad(solve))):
        np.testing.assert_allclose(found(8.0), 1 / 12)


def test_brackets_and_starts_carry_no_derivative() -> None:
    def solve(a: Any) -> Any:
        return optimize.brentq(kepler, a - 1, a + 1, args=(0.5, 1.0)) + optimize.newton(
            kepler, a, args=(0.5, 1.0)
        )

    assert ft.grad(solve)(1.0) == 0
    assert ft.jit(ft.grad(solve))(1.0) == 0


@pytest.mark.slow
def test_no_change_of_sign() -> None:
    def solve(a: Any, **options: Any) -> Any:
        return optimize.brentq(lambda x: x - a, 0, 1, **options)

    for f, a in [
        (ft.grad(solve), 3.0),
        (ft.jit(solve), 3.0),
        (ft.vmap(solve), np.array([0.5, 3.0])),
    ]:
        with pytest.raises(ValueError, match="different signs"):
            f(a)
    several = ft.jit(ft.vmap(lambda a: solve(a, disp=False)))
    np.testing.assert_array_equal(several(np.array([0.5, 3.0])), [0.5, np.nan])
    found = ft.jit(lambda a: optimize.root_scalar(lambda x: x - a, bracket=[0, 1]))(3.0)
    assert not found.converged


@pytest.mark.parametrize("transform", [ft.grad, lambda f: ft.jit(ft.grad(f))])
def test_too_few_rounds(transform: Any) -> None:
    def solve(e: Any, **options: Any) -> Any:
        return optimize.brentq(kepler, 0, 3, (e, MEAN), maxiter=2, **options)

    with pytest.raises(RuntimeError, match="converge"):
        transform(solve)(0.5)
    assert np.isnan(transform(lambda e: solve(e, disp=False))(0.5))
    with pytest.raises(RuntimeError, match="converge"):
        transform(
            lambda e: optimize.fixed_point(lambda x: np.cos(x) * e, 1.0, maxiter=1)
        )(0.5)


def test_lanes_have_their_own_rounds() -> None:
    """One that fails is no hindrance to the others."""

    def solve(a: Any) -> Any:
        find = optimize.newton
        return find(lambda x: x**2 - a, 1.0, lambda x: 2 * x, disp=False)

    a = np.array([2.0, -1.0, 3.0])
    values, slopes = ft.jit(ft.vmap(ft.value_and_grad(solve)))(a)
    np.testing.assert_allclose(values[::2], np.sqrt(a[::2]))
    np.testing.assert_allclose(slopes[::2], 0.5 / np.sqrt(a[::2]))
    assert np.isnan(slopes[1])


def test_derivatives_at_what_is_no_root_are_refused() -> None:
    """A plausible number is worse than none."""

    def solve(a: Any) -> Any:
        return optimize.root(lambda x: x**3 - a, [5.0], options={"maxfev": 3}).x[0]

    for transform in (ft.grad, lambda f: ft.jit(ft.grad(f))):
        with pytest.raises(ConvergenceError, match="no solution"):
            transform(solve)(1.0)


def test_conditions_are_scipys() -> None:
    for options in ({"xtol": 0.0}, {"rtol": 0.0}):
        with pytest.raises(ValueError, match="too small"):
            ft.jit(lambda a, o=options: optimize.brentq(lambda x: x - a, 0, 1, **o))(
                0.5
            )
    with pytest.raises(ValueError, match="neither bracket"):
        ft.grad(lambda a: optimize.root_scalar(lambda x: x - a).root)(0.5)
    with pytest.raises(ValueError, match="Unknown solver"):
        ft.grad(lambda a: optimize.root_scalar(lambda x: x, x0=a, method="no").root)(
            0.5
        )


# -- arrays of independent equations ---------------------------------------------------


@pytest.mark.parametrize(
    "slopes", [{}, {"fprime": slope}, {"fprime": slope, "fprime2": bend}]
)
def test_elements_are_equations_of_their_own(slopes: Any) -> None:
    es, ms = np.array([0.1, 0.5, 0.8]), np.array([0.5, 1.0, 2.5])

    def solve(e: Any) -> Any:
        return optimize.newton(kepler, ms, args=(e, ms), **slopes)

    expected = scipy.optimize.newton(kepler, ms, args=(es, ms), **slopes)
    matrix = np.diag(np.sin(expected) / slope(expected, es, ms))
    for f in (solve, ft.jit(solve)):
        np.testing.assert_allclose(f(es), expected, rtol=1e-10)
    for transform in (ft.jacfwd, ft.jacrev, lambda f: ft.jit(ft.jacobian(f))):
        np.testing.assert_allclose(transform(solve)(es), matrix, rtol=1e-7, atol=1e-12)
    each = [ft.grad(newtons(**slopes))(e) for e in es]
    whole = ft.vmap(ft.grad(newtons(**slopes)))(es)
    np.testing.assert_allclose(whole, each, rtol=1e-7)


def test_elements_that_do_not_converge() -> None:
    a = np.array([2.0, -1.0, 3.0])

    def solve(a: Any, **options: Any) -> Any:
        start = np.full(3, 0.7)
        return optimize.newton(lambda x: x**2 - a, start, lambda x: 2 * x, **options)

    with pytest.warns(RuntimeWarning, match="some failed"):
        slopes = ft.jacobian(solve)(a)
    np.testing.assert_allclose(np.diag(slopes)[::2], 0.5 / np.sqrt(a[::2]))
    assert np.isnan(ft.jit(solve)(a)).tolist() == [False, True, False]
    found = ft.jit(lambda a: solve(a, full_output=True))(a)
    assert found.converged.tolist() == [True, False, True]
    assert np.isfinite(found.root).all()


def test_coupled_elements_are_refused() -> None:
    def solve(a: Any) -> Any:
        def coupled(x: Any) -> Any:
            return x**2 - a + 0.1 * x[::-1]

        return optimize.newton(coupled, np.array([1.0, 2.0]))

    for transform in (ft.jacfwd, ft.jacrev, lambda f: ft.jit(ft.jacobian(f))):
        with pytest.raises(ValueError, match="depend on one another"):
            transform(solve)(np.array([1.0, 2.0]))
