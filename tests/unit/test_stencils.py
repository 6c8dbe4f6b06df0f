"""Stencils with ends that meet, or stay as they are: what is computed where it is read."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

RNG = np.random.default_rng(0)
SHAPES = [(1,), (2,), (9,), (70,), (3, 40), (40, 3), (33, 20), (4, 5, 6), (1, 7)]


def of_products(u):
    """What is rolled is cheap: computed anew at each place."""
    total = 0.3 * u
    for axis in range(u.ndim):
        total = total + np.roll(2 * u * u, 1, axis) - np.roll(-u, -2, axis)
    return total


def of_exponentials(u):
    """Dear, and needed twice."""
    dear = np.exp(-u)
    return np.roll(dear, 1, 0) - dear


def of_one_exponential(u):
    """Dear, and needed in one other place only."""
    return u + np.roll(np.exp(-u), 1, -1)


def of_views(u):
    """What is rolled is seen through views, and is broadcast."""
    rows = u.reshape(u.shape[0], -1)
    turned = np.roll(2 * rows.T[::-1], 3, 1)
    return turned + np.roll(rows[:, :1] * np.ones(rows.shape[1]), 1, 0).T


def of_rolled(u):
    """Something lies between two turns."""
    once = np.roll(u, 1, 0) * u
    return np.roll(once, 1, 0) + np.roll(np.roll(u, 1, -1) + 1, -1, 0)


def of_others(u):
    """What is rolled is no operation on elements."""
    sums = np.cumsum(u, 0)
    first = np.roll(np.broadcast_to(np.arange(u.shape[0]) * 1.0, u.shape[::-1]), 1, -1)
    least = np.roll(np.min(u, -1, keepdims=True) * u, 1, 0)
    picked = np.roll(u[np.arange(u.shape[0])[::-1]], 1, 0)
    return np.roll(sums, 1, 0) + first.T + least + picked


def of_slices(u):
    """Parts of what was rolled, and sums of it."""
    moved = np.roll(u * u, 1, 0)
    return moved[1:] + moved[:-1] * np.sum(moved)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "f",
    [
        of_products,
        of_exponentials,
        of_one_exponential,
        of_views,
        of_rolled,
        of_others,
        of_slices,
    ],
)
def test_around(f, shape, dtype):
    u = RNG.normal(size=shape).astype(dtype)
    tolerance = 1e-12 if dtype == "f8" else 1e-5

    def total(u):
        return np.sum(f(u) ** 2)

    for made in (f, ft.grad(total)):
        expected, found = made(u), ft.jit(made)(u)
        scale = np.max(np.abs(expected), initial=1)
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * scale)
    np.testing.assert_allclose(
        ft.jit(f)(np.asfortranarray(u)), f(u), rtol=tolerance, atol=tolerance
    )


def nests(function, *args):
    """How many nests of loops there are, and how many places they store to."""
    plan = str(ft.jit(function).lower(*args).plan)
    lines = [line.strip() for line in plan.splitlines()]
    heads = [line for line in lines if line[:1].isdigit() and " call " not in line]
    return len(heads), sum(line.startswith("store ") for line in lines)


def test_nothing_is_stored_for_what_is_cheap():
    u = np.ones((40, 50))
    assert nests(of_products, u) == (1, 1)
    assert nests(of_one_exponential, u) == (1, 1)
    assert nests(of_exponentials, u) == (2, 2)


def rounds(function, *args):
    """The nests in the rounds of the last loop of a program, as lines."""
    plan = str(ft.jit(function).lower(*args).plan)
    last = plan[plan.rindex("call scan") :].splitlines()[1:]
    inside = [line[4:] for line in last if line.startswith("    ")]
    return [line for line in inside if line[:1].isdigit()]


def around(u):
    for _ in range(40):
        u = u + 0.1 * (np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) - 3 * u)
    return np.sum(u**2)


def flow(u):
    for _ in range(40):
        u = u - 0.1 * u * (np.roll(u, -1) - np.roll(u, 1))
    return np.sum(u**2)


def between(u):
    u = u.copy()
    for _ in range(40):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] - 2 * u[1:-1, 1:-1])
    return np.sum(u**2)


def leapfrog(u):
    u, v = u.copy(), u.copy()
    for _ in range(40):
        u[1:-1] = 2 * v[1:-1] - u[1:-1] + 0.1 * (v[2:] - 2 * v[1:-1] + v[:-2])
        u, v = v, u
    return np.sum(v**2)


@pytest.mark.parametrize(
    ("f", "u"),
    [
        (around, RNG.uniform(size=(20, 30))),
        (flow, RNG.uniform(size=500)),
        (between, RNG.uniform(size=(20, 30))),
        (leapfrog, RNG.uniform(size=(20, 30))),
    ],
)
def test_each_round_is_one_nest(f, u):
    gradient = ft.grad(f)
    assert len(rounds(f, u)) == 1
    assert len(rounds(gradient, u)) == 1
    np.testing.assert_allclose(ft.jit(f)(u), f(u), rtol=1e-11)
    np.testing.assert_allclose(ft.jit(gradient)(u), gradient(u), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("n", [8, 40])
def test_changes_of_what_was_changed_do_not_multiply(n):
    """Each reads what the ones before it made, in blocks of its own."""

    def cut(u, k, v):
        u = u.copy()
        u[k:-k] = u[k:-k] * v[k:-k] + u[k - 1 : -k - 1]
        return u

    def all_of_them(u, v):
        kept = []
        for k in range(1, n):
            u = cut(u, k % 9 + 1, v)
            kept.append(u)
        return sum(np.sum(np.sin(x)) for x in kept)

    u, v = RNG.uniform(size=(2, 60))
    lines = str(ft.jit(all_of_them).lower(u, v).plan).splitlines()
    assert len(lines) < 40 * n
    np.testing.assert_allclose(ft.jit(all_of_them)(u, v), all_of_them(u, v), rtol=1e-9)
