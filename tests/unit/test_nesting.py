"""Nested transforms do not confuse their perturbations.

The classical cases: Siskind & Pearlmutter, "Perturbation confusion and referential
transparency", IFL 2005; Manzyuk et al., "Perturbation confusion in forward automatic
differentiation of higher-order functions", J. Funct. Prog. 29 (2019) e12.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import functrace as ft


def forward(function):
    return lambda x: ft.jvp(function, (x,), (1.0,))[1]


def pulled(function):
    return lambda x: ft.vjp(function, x)[1](np.float64(1.0))[0]


MODES = {"grad": ft.grad, "jvp": forward, "vjp": pulled}
D = pytest.mark.parametrize("d", list(MODES.values()), ids=list(MODES))
PAIRS = pytest.mark.parametrize(
    ("outer", "inner"),
    list(itertools.product(MODES.values(), repeat=2)),
    ids=map("-".join, itertools.product(MODES, repeat=2)),
)
TRIPLES = pytest.mark.parametrize(
    "modes",
    list(itertools.product([ft.grad, forward], repeat=3)),
    ids=map("-".join, itertools.product(["grad", "jvp"], repeat=3)),
)


@PAIRS
def test_siskind_and_pearlmutter(outer, inner):
    assert outer(lambda x: x * inner(lambda y: x + y)(x))(2.0) == 1.0


@PAIRS
def test_inner_derivative_depends_on_both(outer, inner):
    # d/dx (x d/dy (x y) at y = x) = d/dx x^2
    assert outer(lambda x: x * inner(lambda y: x * y)(x))(3.0) == 6.0
    # d/dx (d/dy (x y^2) at y = x) = d/dx 2 x^2
    assert outer(lambda x: inner(lambda y: x * y * y)(x))(3.0) == 12.0


@PAIRS
def test_closure_over_the_outer_variable_at_a_constant_point(outer, inner):
    assert outer(lambda x: inner(lambda y: x * y * y)(3.0))(5.0) == 6.0
    assert outer(lambda x: x * inner(lambda y: y * y)(3.0))(5.0) == 6.0


@PAIRS
def test_constant_inner_function(outer, inner):
    assert outer(lambda x: x + inner(lambda y: x)(x))(2.0) == 1.0
    assert outer(lambda x: x * x + inner(lambda y: 7.0)(x))(2.0) == 4.0
    assert outer(lambda x: inner(lambda y: x * x)(3.0))(2.0) == 0.0


@PAIRS
def test_inner_result_independent_of_the_outer_variable(outer, inner):
    result = outer(lambda x: inner(lambda y: y**3)(2.0) * x)(5.0)
    assert result == 12.0
    assert isinstance(result, (np.floating, np.ndarray))


@PAIRS
def test_the_same_variable_at_two_levels(outer, inner):
    function = lambda x: x**4  # noqa: E731
    assert outer(inner(function))(2.0) == 48.0
    assert outer(lambda x: inner(function)(x) * function(x))(1.0) == 28.0


@PAIRS
def test_inner_point_computed_from_the_outer_variable(outer, inner):
    # d/dx cos(x^2)
    result = outer(lambda x: inner(np.sin)(x * x))(0.7)
    np.testing.assert_allclose(result, -np.sin(0.49) * 1.4, rtol=1e-14)


@D
def test_variable_passed_through_an_alias(d):
    def function(x):
        held = [x]
        return held[0] * d(lambda y: held[0] * y + x)(x)

    assert ft.grad(function)(3.0) == 6.0


@TRIPLES
def test_three_levels(modes):
    a, b, c = modes
    assert a(b(c(lambda x: x**4)))(2.0) == 48.0
    # At z = y: y x; at y = x: d/dy (x y^2) = 2 x^2; d/dx (x^2 2 x^2) = 8 x^3
    innermost = lambda x, y: c(lambda z: x * y * z)(y)  # noqa: E731
    function = lambda x: x * x * b(lambda y: y * innermost(x, y))(x)  # noqa: E731
    assert a(function)(2.0) == 64.0


@TRIPLES
def test_three_levels_with_the_middle_one_skipped(modes):
    a, b, c = modes
    # The innermost closes over x only: d/dz (x z) = x; d/dy (y x) = x; d/dx x^2 = 2 x
    function = lambda x: x * b(lambda y: y * c(lambda z: x * z)(1.0))(4.0)  # noqa: E731
    assert a(function)(3.0) == 6.0


def test_a_derivative_operator_as_data():
    """Manzyuk et al., section 1: a curried function, differentiated at zero."""

    def shifted(offset):
        return lambda f: lambda x: f(x + offset)

    def derivative_at_zero(curried):
        return lambda f: lambda y: ft.grad(lambda u: curried(u)(f)(y))(0.0)

    d_hat = derivative_at_zero(shifted)
    np.testing.assert_allclose(d_hat(d_hat(np.sin))(0.3), -np.sin(0.3), rtol=1e-14)


def test_curried_in_forward_mode():
    def derivative_at_zero(curried):
        return lambda f: lambda y: forward(lambda u: curried(u)(f)(y))(0.0)

    d_hat = derivative_at_zero(lambda offset: lambda f: lambda x: f(x + offset))
    np.testing.assert_allclose(d_hat(d_hat(np.exp))(1.0), np.e, rtol=1e-14)


def test_auxiliary_data_carrying_outer_tracers():
    def outer(x):
        gradient, aux = ft.grad(lambda y: (y * y, {"x": x * 3, "y": y}), has_aux=True)(
            x
        )
        return gradient * aux["x"] + aux["y"]

    # 2 x * 3 x + x
    assert ft.grad(outer)(2.0) == 25.0


def test_auxiliary_data_of_a_constant_inner_function():
    def outer(x):
        _, aux = ft.grad(lambda y: (y * 2, x * x), has_aux=True)(1.0)
        return aux

    assert ft.grad(outer)(3.0) == 6.0


def test_value_and_grad_of_a_closure():
    def outer(x):
        value, gradient = ft.value_and_grad(lambda y: x * y)(x * x)
        return value + gradient

    assert ft.grad(outer)(2.0) == 13.0


def test_cotangent_carries_the_outer_variable():
    assert ft.grad(lambda w: ft.vjp(np.sin, 0.0)[1](w)[0])(5.0) == 1.0
    assert ft.grad(lambda w: ft.vjp(lambda y: y * w, 2.0)[1](w)[0])(5.0) == 10.0


def test_tangent_carries_the_outer_variable():
    assert ft.grad(lambda t: ft.jvp(np.sin, (0.0,), (t,))[1])(5.0) == 1.0
    assert ft.grad(lambda t: ft.jvp(lambda y: y * t, (2.0,), (t,))[1])(5.0) == 10.0
    assert forward(lambda t: ft.jvp(np.sin, (0.0,), (t * t,))[1])(5.0) == 10.0


def test_pullback_called_inside_another_transform():
    _, pullback = ft.vjp(lambda y: y * y, 3.0)
    assert ft.grad(lambda w: pullback(w * w)[0])(2.0) == 24.0


def test_one_gradient_used_twice():
    d = ft.grad(lambda y: y**3)
    assert ft.grad(lambda x: d(x) * d(2.0 * x))(1.0) == 144.0


def test_arrays_and_reductions():
    x = np.array([1.0, 2.0, 3.0])

    def outer(x):
        inner = ft.grad(lambda y: np.sum(x * y * y))(x * x)  # 2 x^3
        return np.sum(inner)

    np.testing.assert_allclose(ft.grad(outer)(x), 6 * x**2, rtol=1e-14)


def test_in_place_writes_stay_at_their_level():
    def outer(x):
        def inner(y):
            y[0] = x[1] * y[1]
            return np.sum(y * y)

        gradient = ft.grad(inner)(x)  # d/dy1 of (x1^2 + 1) y1^2: 2 (x1^2 + 1) x1
        return gradient[1]

    np.testing.assert_allclose(ft.grad(outer)(np.array([4.0, 2.0])), [0.0, 26.0])


def test_results_are_plain_outside():
    seen = []

    def outer(x):
        inner = ft.grad(lambda y: y * y)(2.0)
        seen.append(inner)
        return x * inner

    ft.grad(outer)(1.0)
    assert type(seen[0]) is np.float64
