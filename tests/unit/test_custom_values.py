"""What custom rules are called with, and what callers get: plain arrays of their own."""

import math

import numpy as np
import pytest

import functrace as ft
from functrace.core.tracer import Tracer
from tests._custom import V, X, reverse_only, square_with, total


def test_values_meet_plain_arrays_that_cannot_be_written_to():
    seen = []

    def fwd(x):
        seen.append(x)
        return x**2, x

    def bwd(x, g):
        seen.extend((x, g))
        return (2 * g * x,)

    ft.grad(total(square_with(fwd, bwd)))(X)
    assert [type(value) for value in seen] == [np.ndarray] * 3
    assert not any(value.flags.writeable for value in seen)

    def writes(x):
        x += 1
        return x, None

    with pytest.raises(ValueError, match="read-only"):
        ft.grad(total(square_with(writes)))(X)


def test_functions_that_cannot_be_traced():
    def slow_square(x):
        return np.array([math.pow(v, 2) for v in x])

    f = reverse_only(
        slow_square, lambda x: (slow_square(x), x), lambda x, g: (2 * g * x,)
    )
    np.testing.assert_allclose(ft.grad(total(f))(X), 2 * X)
    np.testing.assert_allclose(ft.jvp(f, (X,), (V,))[1], 2 * X * V)
    np.testing.assert_allclose(ft.hessian(total(f))(X), 2 * np.eye(3))


def test_zeros_in_full_for_outputs_that_are_not_used():
    seen = []
    f = reverse_only(
        lambda x: (x**2, x**3),
        lambda x: ((x**2, x**3), x),
        lambda x, g: seen.append(g) or (2 * x * g[0] + 3 * x**2 * g[1],),
    )
    np.testing.assert_allclose(ft.grad(lambda x: np.sum(f(x)[1]))(X), 3 * X**2)
    np.testing.assert_array_equal(seen[0][0], np.zeros(3))
    tangents = []
    h = ft.custom_jvp(lambda x, y: x * y)
    h.defjvp(lambda p, t: (None, tangents.append(t) or t[0] * p[1] + p[0] * t[1]))
    ft.jvp(lambda x: h(x, V), (X,), (V,))
    np.testing.assert_array_equal(tangents[0][1], np.zeros(3))


def test_integers_have_no_derivative():
    f = reverse_only(
        lambda x, n: (x * n, n + 1), lambda x, n: ((x * n, n + 1), n),
        lambda n, g: (g[0] * n if g[1] is None else None, "ignored"),
    )  # fmt: skip
    n = np.arange(3)
    np.testing.assert_array_equal(ft.grad(lambda x: np.sum(f(x, n)[0]))(X), n)
    outs = []
    ft.grad(lambda x: outs.extend(f(x, n)) or np.sum(outs[0]))(X)
    assert type(outs[1]) is np.ndarray
    g = ft.custom_jvp(lambda x, n: x * n)
    g.defjvp(lambda p, t: (None, t[0] * p[1] if t[1] is None else None))
    np.testing.assert_array_equal(ft.grad(lambda x: np.sum(g(x, n)))(X), n)


def test_plain_arguments_run_the_function_itself():
    f = ft.custom_vjp(lambda x: x**2)
    f.defvjp(lambda x: 1 / 0, lambda r, g: 1 / 0)
    np.testing.assert_array_equal(f(X), X**2)
    assert type(f(3)) is int


def test_results_are_the_callers_own():
    same = reverse_only(lambda x: x, lambda x: (x, None), lambda _, g: (g,))
    y, pullback = ft.vjp(same, X)
    y[0] = 9.0
    assert X[0] == 0.4
    assert not np.shares_memory(pullback(V)[0], V)
    aux = ft.grad(lambda x: (np.sum(same(x)), same(x)), has_aux=True)(X)[1]
    aux[0] = 9.0
    assert X[0] == 0.4


def test_nothing_is_recorded_inside():
    nodes = []

    def fwd(x):
        y = np.sin(x) ** 2
        nodes.append(isinstance(y, Tracer))
        return y, x

    ft.grad(total(square_with(fwd)))(X)
    assert nodes == [False]
