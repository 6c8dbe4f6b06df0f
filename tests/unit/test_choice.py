"""What is not chosen contributes nothing, whatever its derivative is."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.primitives.choice import where

JITS = pytest.mark.parametrize("jit", [lambda f: f, ft.jit], ids=["plain", "jit"])


def scalar(function):
    return lambda x: np.sum(function(x))


# Each with points, and the first and second derivatives there.
SAFE = {
    "sqrt": (
        lambda x: np.where(x > 0, np.sqrt(x), 0),
        [0, 4],
        [0, 1 / 4],
        [0, -1 / 32],
    ),
    "sinc": (lambda x: np.where(x != 0, np.sin(x) / x, 1), [0.0], [0], [0]),
    "entropy": (lambda x: np.where(x > 0, x * np.log(x), 0), [0, 1], [0, 1], [0, 1]),
    "overflow": (lambda x: np.where(x < 9, np.exp(x), 0), [0, 999], [1, 0], [1, 0]),
    "twice": (
        lambda x: np.where(x > 0, np.where(x < 1, np.sqrt(1 - x), 0) * np.log(x), 0),
        [-1, 0, 1, 2],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
    ),
    "shared": (
        lambda x: np.where(x > 0, (s := np.sqrt(x)) + s * s, 0) + np.where(x > 0, s, 1),
        [0, 1],
        [0, 2],
        [0, -1 / 2],
    ),
    "spread": (
        lambda x: np.where(x > 0, np.sqrt(x) * np.ones((2, 1)), 0),
        [0, 1],
        [0, 1],
        [0, -1 / 2],
    ),
    "broadcast": (
        lambda x: np.where(x > 0, np.broadcast_to(np.sqrt(x), (2, x.size)), 0),
        [0, 1],
        [0, 1],
        [0, -1 / 2],
    ),
    "maximum": (lambda x: np.sqrt(np.maximum(x, 0)), [-1, 4], [0, 1 / 4], [0, -1 / 32]),
    "below": (lambda x: np.maximum(np.log(x), -1), [0, 1], [0, 1], [0, -1]),
    "minimum": (
        lambda x: np.sqrt(-np.minimum(x, 0)),
        [1, -4],
        [0, -1 / 4],
        [0, -1 / 32],
    ),
    "clip": (lambda x: np.sqrt(np.clip(x, 0, 9)), [-1, 16], [0, 0], [0, 0]),
    "max": (lambda x: np.max(np.log(x)), [0, 2], [0, 1 / 2], [0, -1 / 4]),
    "single": (
        lambda x: np.where(x > 0, np.sqrt(x), 0).astype(np.float32),
        [0, 4],
        [0, 1 / 4],
        [0, -1 / 32],
    ),
}


@JITS
@pytest.mark.parametrize("name", SAFE)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the values themselves
def test_derivatives_of_what_is_not_chosen(name, jit):
    function, points, first, second = SAFE[name]
    x = np.array(points, float)
    f = jit(scalar(function))
    np.testing.assert_allclose(ft.grad(f)(x), first, rtol=1e-6)
    dot = ft.jvp(f, (x,), (np.ones_like(x),))[1]
    np.testing.assert_allclose(dot, np.sum(first), rtol=1e-6)
    np.testing.assert_allclose(ft.hessian(f)(x), np.diag(second), rtol=1e-6)
    twice = ft.grad(lambda x: np.sum(ft.grad(f)(x)))(x)
    np.testing.assert_allclose(twice, second, rtol=1e-6)


def test_reverse_mode_gives_no_warning():
    x = np.array([0.0, 4.0])
    np.testing.assert_array_equal(ft.grad(scalar(SAFE["sqrt"][0]))(x), [0, 1 / 4])


def test_hooks_see_zeros():
    seen = []

    def function(x):
        root = np.exp(x)
        root.register_hook(lambda g: seen.append(g))
        return np.sum(np.where(x > 0, root, 0))

    ft.grad(function)(np.array([1.0, 4.0, 9.0]) - 1)
    np.testing.assert_array_equal(seen, [[0, 1, 1]])


def test_anomalies_are_what_is_left():
    x = np.array([0.0, 4.0])
    with ft.detect_anomaly(), np.errstate(divide="ignore", invalid="ignore"):
        assert np.all(
            np.isfinite(ft.grad(scalar(lambda x: np.where(x > 0, 2 * x, x)))(x))
        )
        chosen = ft.grad(scalar(lambda x: np.where(x > 0, np.log(x), 0.0)))
        np.testing.assert_array_equal(chosen(x), [0, 0.25])
        chosen = ft.jvp(lambda x: np.where(x > 0, np.sqrt(x), 0.0), (x,), (x,))
        np.testing.assert_array_equal(chosen, [[0, 2], [0, 1]])
        with pytest.raises(ft.AnomalyError):
            ft.grad(scalar(lambda x: np.sqrt(x)))(x)


def test_values_of_choices():
    assert where(np.array([True, False]), 1.0, np.zeros(2)).tolist() == [1, 0]


@JITS
def test_halves_at_ties(jit):
    for function in (np.maximum, np.minimum, np.fmax, np.fmin):
        f = jit(lambda x, y, function=function: np.sum(function(x, y)))
        dx, dy = ft.grad(f, (0, 1))(np.ones(2), 1.0)
        assert (dx.tolist(), float(dy)) == ([0.5, 0.5], 1)


@JITS
def test_numbers_win_over_nan(jit):
    x, y = np.array([1.0, np.nan]), np.array([np.nan, 2.0])
    for function in (np.fmax, np.fmin):
        f = jit(lambda x, y, function=function: np.sum(function(x, y)))
        dx, dy = ft.grad(f, (0, 1))(x, y)
        assert (dx.tolist(), dy.tolist()) == ([1, 0], [0, 1])


def test_the_derivative_of_a_number_is_a_number():
    nodes = np.linspace(0, 1, 5)
    for f in (
        lambda x: np.interp(x, nodes, nodes**2),
        lambda x: np.where(x > 0, x * x, x),
        lambda x: np.maximum(x, 0.1),
    ):
        for transform in (ft.grad, ft.jacfwd, ft.jacrev, lambda f: ft.jit(ft.grad(f))):
            assert type(transform(f)(0.3)) is np.float64
