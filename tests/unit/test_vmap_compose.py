"""`vmap` inside and around other transforms."""

import functools

import numpy as np
import pytest

import functrace as ft
from tests._looped import assert_same, looped

RNG = np.random.default_rng(5)
X = RNG.normal(size=(4, 3))
Y = RNG.normal(size=(4, 3))
W = RNG.normal(size=(3, 3))


def energy(w, x):
    return np.sum(np.tanh(w @ x) ** 2)


def poly(x):
    return np.sin(x) * x + np.sum(x**2)


def test_vmap_nests():
    a, b = RNG.normal(size=(4, 3)), RNG.normal(size=(5, 3))
    got = ft.vmap(lambda x: ft.vmap(lambda y: np.dot(x, y) + np.sum(x))(b))(a)
    assert_same(got, a @ b.T + a.sum(1, keepdims=True))
    outer = ft.vmap(ft.vmap(np.dot, in_axes=(None, 0)), in_axes=(0, None))
    assert_same(outer(a, b), a @ b.T)
    cube = RNG.normal(size=(2, 3, 4))
    assert_same(ft.vmap(ft.vmap(ft.vmap(np.sin)))(cube), np.sin(cube))
    both = ft.vmap(ft.vmap(poly, in_axes=1, out_axes=1), in_axes=0)(cube)
    assert_same(
        both, np.stack([np.stack([poly(m[:, j]) for j in range(4)], 1) for m in cube])
    )


def test_vmap_of_grad():
    got = ft.vmap(ft.grad(energy), in_axes=(None, 0))(W, X)
    assert_same(got, looped(lambda x: ft.grad(energy)(W, x), X))


def test_grad_of_vmap():
    got = ft.grad(lambda w: np.sum(ft.vmap(energy, in_axes=(None, 0))(w, X)))(W)
    assert_same(got, np.sum([ft.grad(energy)(W, x) for x in X], axis=0))


def test_a_captured_value_is_differentiated():
    def loss(w):
        return np.sum(ft.vmap(lambda x: energy(w, x) * w[0, 0])(X))

    def plain(w):
        return sum(energy(w, x) * w[0, 0] for x in X)

    assert_same(ft.grad(loss)(W), ft.grad(plain)(W))
    assert_same(ft.hessian(loss)(W), ft.hessian(plain)(W))
    got, expected = ft.jvp(loss, (W,), (W,)), ft.jvp(plain, (W,), (W,))
    np.testing.assert_allclose(got, expected)


def test_a_captured_mapped_value_is_differentiated():
    def per_example(x):
        return ft.grad(lambda w: energy(w, x) + np.sum(w[0] * x))(W)

    assert_same(ft.vmap(per_example)(X), looped(per_example, X))


def test_a_captured_view_is_up_to_date():
    def loss(w):
        v = w[0]
        w = w * 2
        v = v * 3
        return np.sum(ft.vmap(lambda x: v * x + w[1])(X))

    def plain(w):
        return np.sum(3 * w[0] * X + 2 * w[1])

    assert_same(ft.grad(loss)(W), ft.grad(plain)(W))


def test_jvp_and_hessian_inside():
    def fun(x, v):
        return ft.jvp(poly, (x,), (v,))[1], ft.hessian(lambda x: np.sum(poly(x)))(x)

    assert_same(ft.vmap(fun)(X, Y), looped(fun, X, Y))


def test_jacobians_of_vmap():
    fun = ft.vmap(poly)
    full = np.zeros((4, 3, 4, 3))
    for k in range(4):
        full[k, :, k] = ft.jacobian(poly)(X[k])
    assert_same(ft.jacrev(fun)(X), full)
    assert_same(ft.jacfwd(fun)(X), full)


def test_linearize_and_vjp_of_vmap():
    value, push = ft.linearize(ft.vmap(poly), X)
    assert_same(value, looped(poly, X))
    assert_same(push(Y), looped(lambda x, v: ft.jvp(poly, (x,), (v,))[1], X, Y))
    _, pull = ft.vjp(ft.vmap(poly), X)
    assert_same(pull(Y)[0], looped(lambda x, g: ft.vjp(poly, x)[1](g)[0], X, Y))


@pytest.mark.parametrize("order", ["jit(vmap)", "vmap(jit)", "jit(vmap(jit))"])
def test_jit(order):
    inner = ft.jit(energy) if "(jit" in order else energy
    fun = ft.vmap(inner, in_axes=(None, 0))
    fun = ft.jit(fun) if order.startswith("jit") else fun
    expected = looped(functools.partial(energy, W), X)
    assert_same(fun(W, X), expected)
    assert_same(fun(W, X), expected)
    got = ft.grad(lambda w: np.sum(fun(w, X)))(W)
    assert_same(got, np.sum([ft.grad(energy)(W, x) for x in X], axis=0))


def test_jit_of_grad_of_vmap_and_of_vmap_of_grad():
    def loss(w):
        return np.sum(ft.vmap(energy, in_axes=(None, 0))(w, X))

    assert_same(ft.jit(ft.grad(loss))(W), ft.grad(loss)(W))
    each = ft.vmap(ft.grad(energy), in_axes=(None, 0))
    assert_same(ft.jit(each)(W, X), each(W, X))


def test_a_mapped_compiled_function_is_compiled_for_the_batch():
    runs = []

    def fun(w, x):
        runs.append(1)
        return np.sum((w @ x) ** 2) + x

    fast = ft.jit(fun)
    batch = ft.vmap(fast, in_axes=(None, 0))
    expected = looped(functools.partial(fun, W), X)
    runs.clear()
    for _ in range(3):
        assert_same(batch(W, X), expected)
    assert len(runs) == 1  # traced once
    w = ft.variable(W)
    assert batch(w, X).grad_fn.name == "call"


@pytest.mark.parametrize("nested", [False, True])
def test_derivatives_of_a_mapped_compiled_function(nested):
    def fun(w, x):
        return np.sum((w @ x) ** 2) + x

    batch = ft.vmap(ft.jit(fun), in_axes=(None, 0))

    def loss(w, x):
        if nested:
            return np.sum(ft.vmap(batch, in_axes=(0, None))(np.stack([w, 2 * w]), x))
        return np.sum(batch(w, x))

    def plain(w, x):
        factors = (1, 2) if nested else (1,)
        return sum(np.sum(fun(c * w, row)) for row in x for c in factors)

    assert_same(ft.grad(loss, (0, 1))(W, X), ft.grad(plain, (0, 1))(W, X))
    hessian = ft.hessian(lambda w: loss(w, X))(W)
    assert_same(hessian, ft.hessian(lambda w: plain(w, X))(W))
    got = ft.jvp(lambda w: loss(w, X), (W,), (W,))[1]
    np.testing.assert_allclose(got, ft.jvp(lambda w: plain(w, X), (W,), (W,))[1])
    each = ft.vmap(ft.grad(lambda w, x: np.sum(ft.jit(fun)(w, x))), (None, 0))(W, X)
    assert_same(each, looped(lambda x: ft.grad(lambda w: np.sum(fun(w, x)))(W), X))


def test_make_graph_and_eval_shape():
    graph = ft.make_graph(ft.vmap(energy, in_axes=(None, 0)))(W, X)
    assert_same(graph(W * 2, Y), ft.vmap(energy, in_axes=(None, 0))(W * 2, Y))
    abstract = ft.make_graph(ft.vmap(poly))(ft.Aval((4, 3), float))
    assert_same(abstract(X), looped(poly, X))
    assert ft.eval_shape(ft.vmap(np.outer), X, Y) == ft.Aval((4, 3, 3), np.float64)


def test_variables_can_be_captured():
    w = ft.variable(W)
    loss = np.sum(ft.vmap(lambda x: energy(w, x))(X))
    ft.backward(loss)
    assert_same(w.grad, np.sum([ft.grad(energy)(W, x) for x in X], axis=0))


def test_stop_gradient_inside():
    def loss(x):
        return np.sum(ft.vmap(lambda r: r * ft.stop_gradient(r))(x))

    assert_same(ft.grad(loss)(X), X)


def test_gradients_of_what_is_not_mapped_and_of_unused_arguments():
    def loss(a, b, c):
        return np.sum(ft.vmap(lambda a, b, c: a * b, in_axes=(0, None, 0))(a, b, c))

    a, b, c = ft.grad(loss, (0, 1, 2))(X, Y[0], Y)
    assert_same((a, b, c), (np.stack([Y[0]] * 4), X.sum(0), np.zeros_like(Y)))
