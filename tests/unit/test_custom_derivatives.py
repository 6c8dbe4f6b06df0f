"""Derivatives by `custom_vjp` and `custom_jvp`: both modes, higher orders, nesting."""

import numpy as np

import functrace as ft
from tests._custom import V, X, cube, reverse_only, square_with, total, wave


def test_reverse_rule_in_both_modes_to_third_order():
    np.testing.assert_array_equal(cube(X), X**3)
    np.testing.assert_allclose(ft.grad(total(cube))(X), 3 * X**2)
    np.testing.assert_allclose(ft.jvp(cube, (X,), (V,))[1], 3 * X**2 * V)
    np.testing.assert_allclose(ft.hessian(total(cube))(X), np.diag(6 * X))
    np.testing.assert_allclose(ft.jvp(ft.grad(total(cube)), (X,), (V,))[1], 6 * X * V)

    def directional(x):
        return ft.jvp(cube, (x,), (V,))[1]

    np.testing.assert_allclose(ft.grad(total(directional))(X), 6 * X * V)
    np.testing.assert_allclose(ft.jvp(directional, (X,), (V,))[1], 6 * X * V**2)
    assert ft.grad(ft.grad(ft.grad(cube)))(2.0) == 6.0


def test_forward_rule_in_both_modes_to_third_order():
    x, y = 0.7, 1.3
    s, c = np.sin(x), np.cos(x)
    np.testing.assert_allclose(ft.grad(wave, (0, 1))(x, y), (c * y, s))
    np.testing.assert_allclose(ft.jvp(wave, (x, y), (0.5, 2.0))[1], c * y / 2 + s * 2)
    np.testing.assert_allclose(
        ft.hessian(lambda v: wave(v[0], v[1]))(np.array([x, y])), [[-s * y, c], [c, 0]]
    )
    np.testing.assert_allclose(ft.grad(ft.grad(ft.grad(wave)))(x, y), -c * y)
    np.testing.assert_allclose(
        ft.grad(lambda x: ft.jvp(wave, (x, y), (1.0, 0.0))[1])(x), -s * y
    )


def test_rules_by_argument():
    @ft.custom_jvp
    def product(x, y, n):
        return np.sin(x) * y * n

    product.defjvps(
        lambda t, out, x, y, n: np.cos(x) * y * n * t,
        lambda t, out, x, y, n: out / y * t,
        None,
    )
    s, c = np.sin(0.7), np.cos(0.7)
    args = (0.7, 1.3, 2)
    np.testing.assert_allclose(ft.grad(product, (0, 1))(*args), (c * 2.6, 2 * s))
    assert ft.grad(product, 2)(0.7, 1.3, 2.0) == 0
    np.testing.assert_allclose(ft.grad(ft.grad(product), 1)(*args), 2 * c)
    np.testing.assert_allclose(
        ft.jvp(lambda x, y: product(x, y, 2), (0.7, 1.3), (1.0, 1.0))[1],
        c * 2.6 + 2 * s,
    )


def test_the_rule_counts_not_the_function():
    f = reverse_only(lambda x: x**3, lambda x: (x**3, x), lambda x, g: (g * 100 * x,))
    assert ft.grad(f)(2.0) == 200.0
    assert ft.jvp(f, (2.0,), (3.0,))[1] == 600.0
    assert ft.grad(ft.grad(f))(2.0) == 100.0
    assert ft.grad(lambda x: x * ft.grad(lambda y: f(y) * x)(x))(2.0) == 1200.0


def test_each_mode_uses_its_own_rule():
    f = ft.custom_jvp(lambda x: x**2)
    f.defvjp(lambda x: (x**2, x), lambda x, g: (20 * g * x,))
    f.defjvp(lambda primals, tangents: (None, 200 * primals[0] * tangents[0]))
    assert ft.grad(f)(1.0) == 20
    assert ft.jvp(f, (1.0,), (1.0,))[1] == 200
    assert ft.grad(lambda x: ft.jvp(f, (x,), (1.0,))[1])(1.0) == 200
    assert ft.jvp(ft.grad(f), (1.0,), (1.0,))[1] == 20


def test_complex():
    z, v = 1 + 2j, 0.5 - 1j
    np.testing.assert_allclose(ft.vjp(cube, z)[1](v)[0], 3 * z**2 * v)
    np.testing.assert_allclose(ft.jvp(cube, (z,), (v,))[1], 3 * z**2 * v)
    norm = ft.custom_jvp(lambda z: (np.conj(z) * z).real)
    norm.defjvp(lambda p, t: (norm(*p), 2 * (np.conj(p[0]) * t[0]).real))
    np.testing.assert_allclose(ft.grad(norm)(z), 2 * np.conj(z))  # df/dx - i df/dy


def test_dtypes_are_those_of_the_arguments():
    x = X.astype(np.float32)
    gradient = ft.grad(total(square_with(bwd=lambda x, g: (2.0 * np.float64(x) * g,))))
    assert gradient(x).dtype == np.float32
    assert ft.grad(total(square_with()))(x).dtype == np.float32
    real = reverse_only(
        lambda x: x * (1 + 1j),
        lambda x: (x * (1 + 1j), None),
        lambda _, g: (g * (1 + 1j),),
    )
    assert ft.grad(lambda x: real(x).imag)(2.0) == 1.0
    assert (
        type(ft.grad(square_with(bwd=lambda x, g: (np.array(3.0),)))(1.0)) is np.float64
    )
    assert ft.grad(square_with(bwd=lambda x, g: (7,)))(1.0) == 7.0


def test_nested_transforms_do_not_mix():
    double = ft.grad(lambda x: x * ft.grad(lambda y: cube(x) + cube(y))(x))
    assert double(2.0) == 3 * 4.0 + 2.0 * 12.0
    both = ft.grad(lambda x: ft.grad(lambda y: wave(x, y))(x))  # the same value twice
    np.testing.assert_allclose(both(0.7), np.cos(0.7))
    itself = reverse_only(
        lambda x, y: x * y,
        lambda x, y: (x * y, (x, y)),
        lambda r, g: (g * r[1], g * r[0]),
    )
    assert ft.grad(lambda x: ft.grad(lambda y: itself(x, y) * y)(x))(3.0) == 12.0


def test_inside_one_another_and_around_transforms():
    inner = ft.custom_vjp(lambda x: np.sum(cube(x)))
    inner.defvjp(lambda x: (inner(x), x), lambda x, g: (g * ft.grad(total(cube))(x),))
    np.testing.assert_allclose(ft.grad(inner)(X), 3 * X**2)
    np.testing.assert_allclose(ft.hessian(inner)(X), np.diag(6 * X))


def test_a_pullback_can_be_used_again():
    _, pullback = ft.vjp(cube, X)
    np.testing.assert_array_equal(pullback(V)[0], pullback(V)[0])
    gradient = ft.grad(lambda v: np.sum(pullback(v)[0]))(V)
    np.testing.assert_allclose(gradient, 3 * X**2)
