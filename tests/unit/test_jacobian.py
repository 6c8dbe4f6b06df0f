"""Jacobians and Hessians in one pass over a batch, or in several over chunks."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

import functrace as ft
import functrace.scipy.optimize as ft_optimize
from functrace.core.pytree import flatten

RNG = np.random.default_rng(3)
A = RNG.normal(size=(5, 4))


def wave(x):
    return np.tanh(A @ np.sin(x)) * np.sum(x**2)


def tree(x, y):
    return {"a": np.outer(x, y["u"]) * y["v"], "b": (np.sum(x * x), y["v"] ** 3)}


def same(found, expected):
    for a, b in zip(flatten(found)[0], flatten(expected)[0], strict=True):
        assert a.shape == b.shape
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


def rows(f, x):
    """The Jacobian, a reverse pass for each element of the output."""
    out, pull = ft.vjp(f, x)
    return np.stack([pull(unit)[0] for unit in np.eye(out.size)])


@pytest.mark.parametrize("chunk_size", [None, 1, 2, 3, 4, 5, 100])
@pytest.mark.parametrize("transform", [ft.jacobian, ft.jacfwd, ft.jacrev])
@pytest.mark.parametrize("compiled", [False, True])
def test_chunks(transform, chunk_size, compiled):
    x = RNG.normal(size=4)
    f = transform(wave, chunk_size=chunk_size)
    same((ft.jit(f) if compiled else f)(x), rows(wave, x))


@pytest.mark.parametrize("chunk_size", [None, 2])
def test_pytrees(chunk_size):
    x, y = RNG.normal(size=3), {"u": RNG.normal(size=2), "v": np.float64(0.7)}
    forward = ft.jacfwd(tree, argnums=(0, 1), chunk_size=chunk_size)(x, y)
    backward = ft.jacrev(tree, argnums=(0, 1), chunk_size=chunk_size)(x, y)
    same(forward, backward)
    assert forward["a"][1]["u"].shape == (3, 2, 2)
    assert forward["b"][1][1]["v"] == pytest.approx(3 * 0.7**2)


@pytest.mark.parametrize("chunk_size", [None, 1, 3])
@pytest.mark.parametrize("compiled", [False, True])
def test_hessians(chunk_size, compiled):
    x = RNG.normal(size=4)
    f = ft.hessian(lambda x: np.sum(wave(x) ** 2), chunk_size=chunk_size)
    expected = rows(ft.grad(lambda x: np.sum(wave(x) ** 2)), x)
    same((ft.jit(f) if compiled else f)(x), expected)
    same(ft.hessian(wave, chunk_size=chunk_size)(x), ft.jacrev(ft.jacrev(wave))(x))


def test_inside_other_transforms():
    x = RNG.normal(size=4)

    def norm(x):
        return np.sum(ft.jacobian(wave)(x) ** 2)

    step = 1e-6 * np.eye(4)
    differences = [(norm(x + h) - norm(x - h)) / 2e-6 for h in step]
    np.testing.assert_allclose(ft.grad(norm)(x), differences, rtol=1e-6)
    xs = RNG.normal(size=(3, 4))
    same(ft.vmap(ft.jacobian(wave))(xs), np.stack([rows(wave, x) for x in xs]))
    same(ft.vmap(ft.hessian(norm))(xs), np.stack([ft.hessian(norm)(x) for x in xs]))


def test_results_are_plain():
    for f in (ft.jacobian, ft.hessian, ft.jacrev):
        found = f(lambda x: np.sin(x[0]) * x[1])(np.ones(2))
        assert type(found) is np.ndarray
        assert found.flags.owndata or found.base is not None


@pytest.mark.parametrize("size", [0, 1])
def test_few_elements(size):
    x = np.ones(size)
    same(ft.jacobian(np.sin)(x), np.diag(np.cos(x)))
    same(ft.jacrev(lambda x: x[:0])(np.ones(2)), np.zeros((0, 2)))


def test_infinities_are_not_multiplied_by_the_zeros_of_unit_vectors():
    a = np.array([[np.inf, 1.0], [2.0, 3.0]])
    found = ft.jit(ft.jacobian(lambda x, a: a @ x))(np.ones(2), a)
    np.testing.assert_array_equal(found, a)


@pytest.mark.parametrize("transform", [ft.jacobian, ft.jacfwd, ft.jacrev])
def test_stacked_jacobians_are_in_the_order_of_ravel(transform):
    def f(t, p, scale):
        return {"u": np.outer(p["a"], t) * scale + p["b"][0], "v": p["b"][1] * scale**2}

    t, p, scale = np.arange(2.0), {"a": np.ones(3), "b": (np.array([[2.0]]), 3.0)}, 4.0
    found = transform(f, (1, 2), stack=True)(t, p, scale)
    assert found["u"].shape == (3, 2, 6)
    vector, unravel = ft.ravel((p, scale))
    flat = transform(lambda x: f(t, *unravel(x)))(vector)
    assert ft.tree.all(ft.tree.map(np.allclose, found, flat))
    compiled = ft.jit(transform(f, (1, 2), stack=True))(t, p, scale)
    assert ft.tree.all(ft.tree.map(np.allclose, compiled, flat))


def test_stacked_hessians_are_matrices():
    def f(p):
        return p["a"] ** 2 * np.sum(p["b"] ** 3)

    p = {"a": 2.0, "b": np.array([1.0, 3.0])}
    vector, unravel = ft.ravel(p)
    expected = ft.hessian(lambda x: f(unravel(x)))(vector)
    np.testing.assert_allclose(ft.hessian(f, stack=True)(p), expected)
    assert ft.jacobian(lambda x: np.outer(x, x), stack=True)(np.ones(0)).shape == (
        0,
        0,
        0,
    )


def test_stacked_jacobians_are_what_curve_fit_takes():
    def decay(t, height, rate):
        return height * np.exp(-rate * t)

    t = np.linspace(0, 3, 20)
    data = decay(t, 2.0, 0.7) + 0.01 * np.cos(9 * t)
    jac = ft.jacobian(decay, (1, 2), stack=True)
    plain = scipy.optimize.curve_fit(decay, t, data, (1.0, 1.0))
    given = scipy.optimize.curve_fit(decay, t, data, (1.0, 1.0), jac=jac)
    ours = ft_optimize.curve_fit(decay, t, data, (1.0, 1.0), jac=jac)
    for other in (plain, ours):
        np.testing.assert_allclose(given[0], other[0], rtol=1e-5)
        np.testing.assert_allclose(given[1], other[1], rtol=1e-4)
