"""Large carries of native loops: changed where they are, or copied."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.text.section import Unit
from functrace.primitives import call
from tests._control import agree_scan, graph_of

RNG = np.random.default_rng(0)


def changed(change):
    """An array with a part of it changed, as an operation on it."""

    def function(x, y, k):
        new = x.copy()
        change(new, x, y, k)
        return new

    return function


@changed
def from_neighbours(new, x, y, k):
    new[1:-1] = x[2:] + y[:-2] * 0.5


@changed
def at_an_index(new, x, y, k):
    new[k] = x[k - 1] + y[k]


@changed
def added_at_an_index(new, x, y, k):
    new[k] += np.sum(x) * 0.01


@changed
def added_to_shifted(new, x, y, k):
    new[1:] += x[:-1]
    new[:-1] += y[1:]


@changed
def halves(new, x, y, k):
    new[:50] = x[50:]
    new[50:] = x[:50] * y[50:]


@changed
def a_few(new, x, y, k):
    new[0] = y[3]
    new[5] = x[0]


IN_PLACE = [
    lambda x, y, k: x * 0.9 + y,
    lambda x, y, k: x - np.mean(x),
    lambda x, y, k: x + np.outer(y[:10], y[10:20]).reshape(100),
    lambda x, y, k: x,
    at_an_index,
    added_at_an_index,
    added_to_shifted,
    lambda x, y, k: x.reshape(25, 4).T.reshape(100) * 0.7,
]
ELSEWHERE = [
    lambda x, y, k: np.flip(x) + y,
    lambda x, y, k: np.linalg.solve(np.eye(100) * 2, x),
    lambda x, y, k: x[::-1] * x[k],
    lambda x, y, k: np.roll(x, 1) * y[k],
    halves,
    a_few,
    from_neighbours,
]


@pytest.mark.parametrize("length", [0, 1, 2, 5])
@pytest.mark.parametrize("change", IN_PLACE + ELSEWHERE)
def test_large_carries(change, length):
    x, y, k = RNG.normal(size=100), RNG.normal(size=100), np.int64(7)

    def first(y, k, x):
        return change(x, y, k), x[:3] * 2

    def both(k, x, y):
        return change(x, y, k), change(y, x, k), np.sum(x) + y[k]

    agree_scan(first, [y, k], [x], [], length=length)
    agree_scan(both, [k], [x, y], [], length=length)


def in_place(change, dtype="f8"):
    """How many of the carries of a loop are changed where they are."""
    x, k = np.zeros(100, dtype), np.int64(7)
    body = call.simple_of(graph_of(change, x, x, k))
    unit = Unit(fastmath=False)
    section = unit.section(body, ((1,), (1,), ()), frozenset({(0, 0)}))
    return len(section.plan.in_place)


def test_what_is_changed_in_place():
    assert [in_place(change) for change in IN_PLACE] == [1] * len(IN_PLACE)
    assert [in_place(change) for change in ELSEWHERE] == [0] * len(ELSEWHERE)


def test_what_is_read_later_is_not_changed_in_place():
    def body(x, y, k):
        new = np.sin(x) + y[k]
        return new, np.flip(x) * np.sum(new)

    assert in_place(body) == 0
    x, y = RNG.normal(size=(2, 100))
    agree_scan(lambda k, x, y: body(x, y, k), [np.int64(3)], [x, y], [], length=4)


def filled(length, steps):
    """A buffer of which a loop computes each row from the one before."""

    def fill(x):
        def step(i, rows):
            rows[i + 1] = np.sin(rows[i]) * 0.9 + 0.1 * x
            return rows

        rows = np.zeros((length + 1, x.size)) * x
        return np.sum(steps(0, length, step, rows) ** 2)

    return fill


def leapfrog(length, steps):
    """Two buffers, each made of the other."""

    def integrate(x):
        def step(i, state):
            at, speed = state
            speed[i + 1] = speed[i] - 0.1 * at[i]
            at[i + 1] = at[i] + 0.1 * speed[i + 1] + 0.01 * x
            return at, speed

        zeros = np.zeros((length + 1, x.size)) * x
        at, speed = steps(0, length, step, (zeros, zeros + x))
        return np.sum(at**2) + np.sum(speed)

    return integrate


def by_python(start, stop, step, value):
    for i in range(start, stop):
        value = step(i, value)
    return value


@pytest.mark.parametrize("program", [filled, leapfrog])
def test_the_adjoint_of_a_loop_that_fills_buffers_touches_a_row_at_a_time(program):
    x = RNG.normal(size=20)
    gradient = ft.jit(ft.grad(program(200, ft.fori_loop)))
    lines = str(gradient.lower(x).plan).splitlines()
    assert not any("numpy" in line for line in lines)
    inside = [line for line in lines if line.startswith("    ")]
    assert any(": 20: " in line for line in inside)
    assert not any(": 4020: store" in line for line in inside)
    expected = ft.grad(program(200, by_python))(x)
    np.testing.assert_allclose(gradient(x), expected, rtol=1e-10)
