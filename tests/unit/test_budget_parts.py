"""Reverse mode of what is no loop keeps to a budget of memory, too."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import functrace as ft

SIZES = [40 + 7 * (k % 5) + k for k in range(25)]
RNG = np.random.default_rng(0)
WEIGHTS = [RNG.normal(size=shape) / 7 for shape in itertools.pairwise(SIZES)]
X = RNG.normal(size=(30, SIZES[0]))
FUNCTIONS = (np.tanh, np.sin, np.arctan)


def layers(x):
    """No two have the same shape, so there is no loop in them."""
    for k, weights in enumerate(WEIGHTS):
        x = FUNCTIONS[k % 3](x @ weights + 0.01 * k)
    return x


def loss(x):
    return np.sum(layers(x) ** 2)


def peak(fun, *args):
    return fun.lower(*args).peak_memory


def within(fun, share, *args):
    """A function that is compiled, and keeps to a share of what it takes otherwise."""
    return ft.jit(fun, memory_budget=int(share * peak(ft.jit(fun), *args)))


def test_a_gradient_in_parts():
    whole, parts = (
        ft.jit(ft.value_and_grad(loss)),
        within(ft.value_and_grad(loss), 0.7, X),
    )
    for found, wanted in zip(parts(X), whole(X), strict=True):
        np.testing.assert_array_equal(found, wanted)
    assert peak(parts, X) <= 0.7 * peak(whole, X)
    assert "what is no loop is cut into" in str(parts.explain())
    v = 1e-6 * np.cos(X)
    difference = (loss(X + v) - loss(X - v)) / 2
    np.testing.assert_allclose(np.sum(parts(X)[1] * v), difference, rtol=1e-6)


def test_what_fits_is_left_alone():
    fits = within(ft.grad(loss), 1.0, X)
    np.testing.assert_array_equal(fits(X), ft.jit(ft.grad(loss))(X))
    assert "parts" not in str(fits.explain())


@pytest.mark.slow
@pytest.mark.parametrize(
    "way",
    [
        lambda f: lambda x, v: ft.jvp(ft.grad(f), (x,), (v,))[1],
        lambda f: lambda x, v: ft.grad(lambda y: np.sum(ft.grad(f)(y) * v))(x),
        lambda f: lambda x, v: ft.vjp(layers, x)[1](v @ np.ones((SIZES[0], SIZES[-1]))),
        lambda f: lambda x, v: ft.grad(lambda y: f(y) * np.sum(v * ft.grad(f)(v)))(x),
    ],
    ids=["forward", "twice", "vjp", "captured"],
)
def test_other_transforms(way):
    v = np.cos(X)
    fast = within(way(loss), 0.9, X, v)
    found, wanted = fast(X, v), ft.jit(way(loss))(X, v)
    assert peak(fast, X, v) <= 0.9 * peak(ft.jit(way(loss)), X, v)
    for leaf, other in zip(ft.tree.leaves(found), ft.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(leaf, other, rtol=1e-13, atol=1e-13)


@pytest.mark.slow
def test_forward_mode_keeps_nothing():
    with pytest.raises(ft.MemoryBudgetError):
        within(lambda x, v: ft.jvp(loss, (x,), (v,)), 0.9, X, X)(X, X)


def test_effects_take_place_once(capsys):
    def marked(x):
        x = layers(x)
        ft.debug.print("here")
        return np.sum(x**2), x[0]

    fun = ft.value_and_grad(marked, has_aux=True)
    fast = within(fun, 0.75, X)
    capsys.readouterr()
    (value, row), slope = fast(X)
    assert capsys.readouterr().out == "here\n"
    np.testing.assert_allclose(value, loss(X), rtol=1e-13)
    np.testing.assert_allclose(row, layers(X)[0], rtol=1e-11)
    np.testing.assert_array_equal(slope, ft.jit(ft.grad(loss))(X))


def test_errors_of_ones_own():
    def checked(x):
        x = layers(x)
        if np.max(x) > 1e6 or np.isnan(x[0, 0]):
            raise ValueError("too large")
        return np.sum(x**2)

    fast = within(ft.grad(checked), 0.75, X)
    np.testing.assert_array_equal(fast(X), ft.jit(ft.grad(loss))(X))
    with pytest.raises(ValueError, match="too large"):
        fast(X * np.nan)


@pytest.mark.slow
def test_loops_among_the_rest():
    def mixed(x):
        y = layers(x)
        for _ in range(200):
            y = np.sin(y) * 1.1
        return np.sum(y**2)

    fast = within(ft.grad(mixed), 0.3, X)
    np.testing.assert_allclose(fast(X), ft.jit(ft.grad(mixed))(X), rtol=1e-12)


def test_nothing_to_cut():
    fast = ft.jit(lambda x: np.cumsum(x @ WEIGHTS[0]), memory_budget=100)
    with pytest.raises(ft.MemoryBudgetError, match="more of these do not help"):
        fast(X)


def test_memory_is_used_again_by_what_has_another_size():
    assert peak(ft.jit(loss), X) < 0.2 * peak(ft.jit(ft.grad(loss)), X)
