"""Reverse mode of loops that keeps to a budget of memory."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from functrace.core.recording import recording

N, SIZE = 60, 5
TIGHT = 2000  # bytes: what the loops below keep of some rounds


def within(f, budget=TIGHT):
    """A function that is compiled, and keeps to the budget."""
    return ft.jit(f, memory_budget=budget)


def tanh_loop(u, length=N):
    def step(u, _):
        return np.tanh(np.roll(u, 1) * 1.1 + u), None

    return np.sum(ft.scan(step, u, length=length)[0] ** 2)


def with_rows(u):
    """Rows that come in and go out, constants, several carries, an integer."""
    xs = np.arange(N * 1.0)[:, None] * u[None] / N

    def step(carry, x):
        k, a, b = carry
        a = np.sin(a + x) * u[0] + b
        return (k + 1, a, b * 0.9 + k * 0.01), (a * x, np.sum(b))

    (_, a, b), (rows, sums) = ft.scan(step, (0, u, np.float64(1.0)), xs)
    return np.sum(a) * b + np.sum(rows[::7] ** 2) + np.sum(np.cos(sums))


def backwards(u):
    def step(a, x):
        return np.sin(a + x), a * x

    xs = np.exp(-np.arange(59.0))[:, None] + u[None]
    a, rows = ft.scan(step, u, xs, reverse=True)
    return np.sum(a) + np.sum(rows * xs)


def of_loops(u):
    def inner(a, _):
        return np.sin(a) + 0.1 * u, None

    def outer(a, _):
        return np.tanh(ft.scan(inner, a, length=7)[0]) * a, np.sum(a)

    a, sums = ft.scan(outer, u, length=11)
    return np.sum(a**2) + np.sum(sums**2)


def counted(u):
    return np.sum(ft.fori_loop(0, 47, lambda i, a: np.sin(a) + i * 0.01 * u, u))


def plain(u):
    a = u
    for _ in range(64):
        a = np.sin(a) * 1.5 + 0.1 * u
    return np.sum(a * a)


def marked(u):
    def step(a, _):
        return np.sin(a) * u, None

    return np.sum(ft.scan(step, u, length=50, checkpoint=5)[0])


def filling(u):
    a = np.zeros((N, SIZE))
    a[0] = u
    for i in range(1, N):
        a[i] = np.sin(a[i - 1] * 1.2) + u
    return np.sum(a**2)


LOOPS = [
    tanh_loop,
    with_rows,
    backwards,
    of_loops,
    counted,
    plain,
    marked,
    filling,
]
WAYS = {
    "grad": ft.grad,
    "value_and_grad": ft.value_and_grad,
    "hessian": ft.hessian,
    "grad(grad)": lambda f: ft.grad(lambda x: np.sum(ft.grad(f)(x) ** 2)),
    "jacrev(grad)": lambda f: ft.jacrev(ft.grad(f)),
    "vmap(grad)": lambda f: lambda x: ft.vmap(ft.grad(f))(np.stack([x, x * 0.5])),
    "grad(vmap)": lambda f: ft.grad(
        lambda x: np.sum(ft.vmap(f)(np.stack([x, x * 0.5])) ** 2)
    ),
    "hvp": lambda f: lambda x: ft.jvp(ft.grad(f), (x,), (np.cos(x),)),
}


def assert_alike(found, expected):
    pairs = zip(pytree.flatten(found)[0], pytree.flatten(expected)[0], strict=True)
    for a, b in pairs:
        scale = np.max(np.abs(b), initial=1.0)
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-13 * scale)


def is_cut(jitted, *args):
    return "cut into segments" in str(jitted.lower(*args).explain())


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
@pytest.mark.parametrize("f", LOOPS)
def test_as_without(f, way, rng):
    x = rng.normal(size=SIZE)
    cut = ft.jit(way(f), memory_budget=10**9)
    assert not is_cut(cut, x)
    expected = ft.jit(way(f))(x)
    assert_alike(cut(x), expected)
    assert_alike(ft.jit(limited(way(f), 1_000))(x), expected)


def limited(f, budget):
    """Loops keep so much at most, whatever else the program needs."""

    def called(*args):
        with recording(budget=budget):
            return f(*args)

    return called


@pytest.mark.parametrize("f", LOOPS)
def test_of_a_compiled_function(f, rng):
    x = rng.normal(size=SIZE)
    expected = ft.grad(f)(x)
    jitted = ft.jit(f, memory_budget=10_000)
    assert_alike(ft.grad(jitted)(x), expected)
    assert_alike(ft.hessian(jitted)(x), ft.hessian(f)(x))
