"""Jacobians and Hessians in one pass over a batch, or in several over chunks."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
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
