"""What rounds of native loops hand on unchanged is not copied: other carries, and rows."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.text import carries
from tests._control import agree, agree_scan, scanned

RNG = np.random.default_rng(0)
N = 50  # elements, which are too many for variables


def leapfrog(x, y, row):
    """In the place of what was two rounds ago."""
    return y, 2 * y - x + 0.1 * np.roll(y, 1) + row


def leapfrog_apart(x, y, row):
    return y, np.flip(x) + 0.1 * y + row


def trajectory(x, y, row):
    """Rows are what comes into a round."""
    return *leapfrog(x, y, row), y


def results(x, y, row):
    """Rows are what a round computes."""
    new = np.sin(y) + 0.3 * x + row
    return y, new, new, np.sum(row)


def all_of_both(x, y, row):
    new = np.sin(y) + 0.3 * x + row
    return y, new, x, new, y, y


def exchanged(x, y, row):
    return y, x, x + row


def unchanged(x, y, row):
    return x, y + row, x, y


def constant(x, y, row):
    return np.ones(N), x + row, np.ones(N)


HANDED_ON = [
    leapfrog,
    leapfrog_apart,
    trajectory,
    results,
    all_of_both,
    exchanged,
    unchanged,
    constant,
]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 7, 9, 10, 11])
@pytest.mark.parametrize("body", HANDED_ON)
def test_carries_and_rows(body, length, reverse):
    x, y = RNG.normal(size=(2, N))
    xs = RNG.normal(size=(length, N))
    agree_scan(body, [], [x, y], [xs], reverse=reverse)


@pytest.mark.parametrize("length", [9, 10])
@pytest.mark.parametrize("body", HANDED_ON)
def test_large_ones(body, length, monkeypatch):
    """In the outputs' places, as those are that come from the pool of memory."""
    monkeypatch.setattr(carries, "LARGE", 0)
    x, y = RNG.normal(size=(2, N))
    agree_scan(body, [], [x, y], [RNG.normal(size=(length, N))])


@pytest.mark.parametrize("length", [1, 2, 3, 5, 6, 10, 11])
@pytest.mark.parametrize("row", [0, 1, 2])
def test_three_in_a_row(length, row):
    def body(x, y, z):
        return y, z, 0.3 * x + np.roll(y, 1) * z, (x, y, z)[row]

    agree_scan(body, [], [*RNG.normal(size=(3, N))], [], length=length)


@pytest.mark.parametrize("rows", [0, 1])
def test_carries_that_do_not_lie_in_order(rows):
    x, y = RNG.normal(size=(2, 10, 8))

    def body(x, y):
        return y, x + 2 * y, *([y] * rows)

    function = scanned(
        body, [], [x.T, y.T], [], length=3, operands=lambda x, y: (x.T, y[::-1].T)
    )
    agree(function, x, y)


def stores_of_rounds(function, *args):
    """What the rounds of the loops in a program write."""
    lines = str(ft.jit(function).lower(*args).plan).splitlines()
    inside = [line for line in lines if line.startswith("    ")]
    return [line.strip() for line in inside if line.strip().startswith("store ")]


def waves(x):
    before, now = x, x
    for _ in range(40):
        after = 2 * now - before + 0.1 * np.roll(now, 1)
        before, now = now, after
    return now


def flow(u):
    for _ in range(40):
        u = u - 0.1 * u * (u - np.roll(u, 1))
    return np.sum(u)


def test_rounds_write_what_they_compute_only():
    x = RNG.normal(size=1000)
    assert len(stores_of_rounds(waves, x)) == 1
    x = RNG.uniform(size=1000)
    stores = stores_of_rounds(ft.grad(flow), x)
    assert not any("store output1" in line for line in stores)
    np.testing.assert_allclose(ft.jit(ft.grad(flow))(x), ft.grad(flow)(x), rtol=1e-10)
