"""The README's promises, in ten seconds."""

from __future__ import annotations

import math

import numpy as np
import pytest

import functrace as ft
from functrace.testing import check_grads

X = np.linspace(0.0, 1.0, 10)


def energy(x):
    d = x[1:] - x[:-1]
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + np.sin(d) ** 2)


def test_plain_arrays_in_and_out():
    gradient = ft.grad(energy)(X)
    assert type(gradient) is np.ndarray
    assert gradient.dtype == np.float64
    assert ft.hessian(energy)(X).shape == (10, 10)
    value, again = ft.value_and_grad(energy)(X)
    assert value == energy(X)
    np.testing.assert_array_equal(again, gradient)


def test_derivatives_are_right():
    check_grads(energy, (X,), order=2)


def test_your_own_code():
    def function(x, steps):
        y = np.zeros_like(x)
        for i in range(steps):
            y[i] = np.exp(-x[i]) if x[i] > 0.5 else x[i] ** 2
        y[y > 0.6] *= 3
        row = y.reshape(2, 5)[1]
        row += 1.0
        return np.sum(y * y)

    before = X.copy()
    check_grads(function, (X, 10))
    np.testing.assert_array_equal(X, before)


def test_transforms_compose():
    f = lambda x: x * ft.grad(lambda y: x + y)(x)  # noqa: E731
    assert ft.grad(f)(2.0) == 1.0
    assert ft.grad(ft.grad(ft.grad(lambda x: x**5)))(1.0) == 60.0
    slope = ft.jvp(ft.grad(energy), (X,), (X,))[1]
    np.testing.assert_allclose(slope, ft.hessian(energy)(X) @ X, rtol=1e-12)
    np.testing.assert_allclose(slope, ft.hvp(energy)(X, X), rtol=1e-12)
    np.testing.assert_allclose(
        ft.jacfwd(np.cumsum)(X), ft.jacrev(np.cumsum)(X), rtol=1e-12
    )


def test_pytrees_and_argument_names():
    def loss(params, data, scale=1.0):
        return scale * np.sum((data @ params["w"] + params["b"]) ** 2)

    params = {"w": np.ones(2), "b": 0.5}
    gradient = ft.grad(loss)(params, np.eye(2))
    assert set(gradient) == {"w", "b"}
    np.testing.assert_allclose(gradient["w"], [3.0, 3.0])
    assert ft.grad(loss, "scale")(params, np.eye(2)) == 4.5


def test_variables():
    x = ft.variable([1.0, 2.0])
    np.sum(x**2).backward()
    np.testing.assert_array_equal(x.grad, [2.0, 4.0])


def test_a_graph_to_read_and_to_run():
    graph = ft.make_graph(ft.grad(energy))(X)
    assert "sin" in str(graph) or "cos" in str(graph)
    np.testing.assert_allclose(graph(X + 1), ft.grad(energy)(X + 1), rtol=1e-13)


def test_your_own_rules():
    @ft.custom_vjp
    def clipped(x):
        return x * 1.0

    clipped.defvjp(lambda x: (clipped(x), None), lambda _, g: (np.clip(g, -1, 1),))
    np.testing.assert_array_equal(ft.grad(lambda x: 5 * np.sum(clipped(x)))(X), 1)


def test_numpy_as_it_stands():
    def f(x):
        u = np.zeros(3)
        u[1:] = x[0] * np.array([x[1], 2.0])
        return math.sin(x[0]) + np.sum(u)

    x = np.array([0.5, 3.0])
    expected = [np.cos(0.5) + 5.0, 0.5]
    np.testing.assert_allclose(ft.grad(f)(x), expected)
    np.testing.assert_allclose(ft.jit(ft.grad(f))(x), expected)


def test_never_a_silently_wrong_gradient():
    outside = np.zeros(3)
    with pytest.raises(ft.ConcretizationError, match="drop its gradient"):
        ft.grad(lambda x: x.item() * x)(1.0)
    with pytest.raises(ft.ConcretizationError, match=r"array\.copy\(\)"):
        ft.grad(lambda x: outside.__setitem__(0, x) or x)(1.0)
    with pytest.raises(ft.DtypeError, match="integer"):
        ft.grad(np.sum)(np.arange(3))
    with pytest.raises(ft.MissingRuleError, match="packbits"):
        ft.grad(lambda x: np.sum(np.packbits(x)))(X)
