"""Derivatives of quotients: one division for all that have the divisor in common."""

import numpy as np
import pytest

import functrace as ft


def divisions(function, *args):
    return ft.jit(function).lower(*args).plan.count("= true_divide")


def potential(x):
    return 1 / np.sqrt(x[0] * x[0] + x[1] * x[1])


@pytest.mark.parametrize("order", [1, 2, 3])
def test_higher_derivatives_divide_no_more(order):
    function = potential
    for _ in range(order):
        function = ft.grad(lambda x, f=function: np.sum(f(x)))
    x = np.array([1.0, 2.0])
    assert divisions(function, x) == 1
    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-13)


def test_tangents_in_several_directions_share_divisions():
    def function(x):
        both = [ft.jvp(lambda x: x[0] / x[1], (x,), (v,))[1] for v in np.eye(2)]
        return np.array(both)

    assert divisions(function, np.array([1.0, 2.0])) == 2  # the quotient, and 1 / x[1]


def test_the_reciprocal_of_a_row_is_made_once():
    def function(x, y):
        return np.sum(np.exp(x / y[:, None]))

    plan = ft.jit(ft.grad(function)).lower(np.ones((50, 60)), np.ones(50)).plan
    assert plan.count("= true_divide") == 2
    inner = plan[plan.index("for i1") :]
    assert inner.count("= true_divide") == 1


@pytest.mark.parametrize("size", [1e-120, 1.0, 1e120, 1e305])
def test_divisors_of_all_sizes(size):
    def function(x, y):
        return x / y + np.sqrt(y) / x

    given = np.float64(3 * size), np.float64(size)
    expected = ft.grad(function, argnums=(0, 1))(*given)
    found = ft.jit(ft.grad(function, argnums=(0, 1)))(*given)
    np.testing.assert_allclose(found, expected, rtol=1e-14)


@pytest.mark.parametrize("x", [np.float32, np.float64, np.complex128])
@pytest.mark.parametrize("y", [np.float32, np.float64, np.complex128])
def test_dtypes_of_derivatives_stay(x, y):
    def push(x, y):
        return ft.jvp(lambda x, y: x / y + np.log(y), (x, y), (x, y))[1]

    given = np.full(3, 3, x), np.full(3, 2, y)
    plain, compiled = push(*given), ft.jit(push)(*given)
    assert plain.dtype == compiled.dtype
    np.testing.assert_allclose(compiled, plain, rtol=1e-6)


def test_integers_divide():
    def push(x, n):
        return ft.jvp(lambda x: x / n, (x,), (x,))[1]

    given = np.ones(3, np.float32), np.array([3, 5, 7], np.int16)
    plain, compiled = push(*given), ft.jit(push)(*given)
    assert plain.dtype == compiled.dtype
    np.testing.assert_array_equal(compiled, plain)


def test_divisors_of_less_precision_are_divided_by():
    def push(x, y):
        return ft.jvp(lambda x: x / y, (x,), (x,))[1]

    given = np.array([1.0, 2.0]), np.array([3, 7], np.float32)
    np.testing.assert_array_equal(ft.jit(push)(*given), push(*given))


def test_what_is_divided_once_is_divided():
    def push(x, y, t):
        return ft.jvp(lambda x: x / y, (x,), (t,))[1]

    x, y, t = np.random.default_rng(0).uniform(1, 2, (3, 1000))
    np.testing.assert_array_equal(ft.jit(push)(x, y, t), t / y)


def test_rounds_divide_by_what_no_other_takes():
    def function(x, y):
        return ft.fori_loop(0, 5, lambda i, s: s / np.sqrt(s * s + y), x)

    def rounds(x, y, t):
        return ft.jvp(lambda x: function(x, y), (x,), (t,))[1]

    plan = ft.jit(rounds).lower(np.ones(40), np.ones(40), np.ones(40)).plan
    assert "true_divide 1.0" not in plan


def test_what_all_rounds_divide_by_stays_outside():
    def push(x, y, t):
        function = lambda x: ft.fori_loop(0, 5, lambda i, s: np.sin(s / y), x)  # noqa: E731
        return ft.jvp(function, (x,), (t,))[1]

    graph = ft.jit(push).lower(*np.ones((3, 40))).plan
    assert graph.count("= true_divide") == 2  # of the state, and the reciprocal outside


def test_loops_with_conditions_keep_their_products():
    """How often a value is taken differs between a loop and where it is run again."""

    def function(x, y):
        return ft.while_loop(lambda s: s > 1, lambda s: s * (1 / (y + s)), x)

    given = np.float64(9), np.float64(2)
    plan = ft.jit(ft.grad(function)).lower(*given).plan
    kept = plan.count("= i64 1\n        %6 = true_divide %5 %4")
    assert kept == 3  # in the loop, where it may be run again, and backward
    quotients = ft.jit(lambda x, y: x * (1 / (y + x))).lower(*given).plan
    assert "multiply" not in quotients


def test_quotients_of_complex_numbers_are_as_written():
    def function(x, y):
        return x * (1 / y)

    x, y = np.random.default_rng(0).normal(size=(2, 50, 2)) @ np.array([1, 1j])
    assert "multiply" in ft.jit(function).lower(x, y).plan
