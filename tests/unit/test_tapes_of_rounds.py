"""Loops in the rounds of others: both reverses take what was kept when they were run."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from tests._tapes import assert_near, count, of_lengths

LONGEST = {"kept": 1 << 28, "let go of later": 2000, "let go of": 300, "never kept": 0}


_longest = of_lengths(LONGEST)
ways = pytest.mark.usefixtures("_longest")


def as_un_jitted(function, *given, rtol=1e-11):
    """Derivative and value of a sum are those of the interpreter."""
    derivative = ft.value_and_grad(function, argnums=tuple(range(len(given))))
    expected = derivative(*given)
    assert_near(ft.jit(derivative)(*given), expected, rtol)
    return expected


def counts(function, *given):
    graph = ft.jit(ft.grad(function)).lower(*given).graph
    names = ("taped_loop", "while_loop", "repeat_pull")
    return tuple(count(graph, name) for name in names)


def root(a, start, most=50):
    """Newton's method for ``y**3 + y = a``, in as many rounds as that takes."""

    def step(state):
        y, change, k = state
        change = (y**3 + y - a) / (3 * y**2 + 1)
        return y - change, change, k + 1

    def goes_on(state):
        return (np.max(np.abs(state[1])) > 1e-6) & (state[2] < most)

    return ft.while_loop(goes_on, step, (start, start * 0 + 1, 0))[0]


def steps(x, rates):
    """Each time, a step of an implicit method."""

    def step(y, rate):
        y = root(rate * y + np.sin(y), y)
        return y, np.sum(y**2)

    return ft.scan(step, x, rates)


def loss(x, rates):
    last, sums = steps(x, rates)
    return np.sum(last * sums[-1]) + np.sum(sums * rates)


@ways
@pytest.mark.parametrize("shape", [(), (3,), (2, 5)])
@pytest.mark.parametrize("rounds", [0, 1, 2, 7])
def test_in_a_scan(shape, rounds):
    x = np.linspace(0.3, 0.9, int(np.prod(shape))).reshape(shape)[()]
    rates = np.linspace(0.5, 1.5, rounds)
    function = loss if rounds else lambda x, rates: np.sum(steps(x, rates)[0])
    as_un_jitted(function, x, rates, rtol=1e-9)


def test_rounds_are_computed_once():
    given = np.ones(3), np.linspace(0.5, 1, 4)
    assert counts(loss, *given) == (1, 0, 0)


def test_against_differences():
    given, eps = (np.array([0.4, 0.8]), np.linspace(0.5, 1.5, 4)), 1e-6
    slope = ft.jit(ft.grad(loss))(*given)
    found = [
        (loss(given[0] + d, given[1]) - loss(given[0] - d, given[1])) / (2 * eps)
        for d in eps * np.eye(2)
    ]
    np.testing.assert_allclose(slope, found, rtol=1e-6)


@ways
def test_two_loops_in_a_round():
    def function(x, rates):
        def step(y, rate):
            first = root(rate * y, y)
            shape = np.stack([first, first + 1])
            other = root(shape * rate, shape, most=3)
            return np.sum(other, 0), first

        last, rows = ft.scan(step, x, rates)
        return np.sum(last) * np.sum(rows)

    given = np.array([0.4, 0.7, 0.2]), np.linspace(0.5, 1.5, 6)
    as_un_jitted(function, *given, rtol=1e-9)
    assert counts(function, *given) == (2, 0, 0)


@ways
def test_backwards_and_then_forwards():
    def function(x, rates):
        step = lambda y, rate: (root(rate * y, y), y)  # noqa: E731
        last, rows = ft.scan(step, x, rates, reverse=True)
        return np.sum(last) + np.sum(rows[0])

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 6), rtol=1e-9)


@ways
def test_loops_in_loops_in_loops():
    def function(x, rates):
        step = lambda y, _: (y - 0.01 * ft.grad(loss)(y, rates), np.sum(y))  # noqa: E731
        last, sums = ft.scan(step, x, None, length=5)
        return np.sum(last) * sums[2]

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 3), rtol=1e-8)


@ways
def test_a_scan_in_a_scan():
    def function(x, rates):
        last, sums = ft.scan(lambda y, r: steps(y, rates * r), x, rates)
        return np.sum(last) + np.sum(sums)

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.1, 3), rtol=1e-8)


@ways
@pytest.mark.parametrize("threads", [1, 2])
def test_batches(threads):
    derivative = ft.vmap(ft.value_and_grad(loss), in_axes=(0, None))
    given = np.linspace(0.1, 0.9, 600).reshape(300, 2), np.linspace(0.5, 1.5, 4)
    expected = derivative(*given)
    before = ft.get_num_threads()
    ft.set_num_threads(threads)
    try:
        assert_near(ft.jit(derivative)(*given), expected, 1e-9)
    finally:
        ft.set_num_threads(before)


@ways
def test_rounds_that_carry_nothing():
    def function(x, rates):
        _, rows = ft.scan(lambda c, a: (c, root(a * x, x)), 0.0, rates)
        return np.sum(rows**2)

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 300), rtol=1e-9)


@ways
def test_rounds_that_carry_what_nobody_takes():
    """Threads do not share rounds that write to one tape."""

    def function(x, rates):
        step = lambda c, a: (np.sin(c) + a, root(a * x, x))  # noqa: E731
        return np.sum(ft.scan(step, 0.0, rates)[1] ** 2)

    as_un_jitted(
        function, np.linspace(0.1, 0.7, 50), np.linspace(0.5, 1.5, 3000), rtol=1e-8
    )


@ways
@pytest.mark.parametrize("transform", [ft.jacobian, ft.hessian])
def test_several_passes(transform):
    given = np.array([0.4, 0.7, 0.1]), np.linspace(0.5, 1.5, 4)
    function = loss if transform is ft.hessian else steps
    derivative = transform(function)
    assert_near(ft.jit(derivative)(*given), derivative(*given), 1e-8)


@ways
def test_segments():
    def function(x, rates):
        step = lambda y, rate: (root(rate * y, y), y)  # noqa: E731
        last, rows = ft.scan(step, x, rates, checkpoint=3)
        return np.sum(last) * np.sum(rows)

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 8), rtol=1e-9)


@ways
def test_with_python_between_the_loop_and_its_reverse():
    def function(x, rates):
        last, sums = steps(x, rates)
        weight = ft.pure_callback(lambda t: 1 / (1 + t), ft.Aval(()), sums[-1])
        return np.sum(last) * sums[0] * ft.stop_gradient(weight)

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 4), rtol=1e-9)


@ways
def test_with_python_in_the_rounds():
    def function(x, rates):
        def step(y, rate):
            more = ft.pure_callback(np.sin, ft.Aval((2,)), ft.stop_gradient(y))
            return root(rate * y + more, y), np.sum(y)

        last, sums = ft.scan(step, x, rates)
        return np.sum(last) * np.sum(sums)

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 4), rtol=1e-9)


@ways
def test_the_same_function_twice():
    def function(x, rates):
        return loss(x, rates) * loss(x, rates) + loss(x, 2 * rates)

    as_un_jitted(function, np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 4), rtol=1e-9)


@ways
def test_a_tape_begins_anew_where_its_loop_does():
    """What it keeps in the rounds of a loop that nobody has counted would have no end."""

    def function(x, rates):
        slope = lambda k: ft.grad(loss)(x, rates) * k  # noqa: E731
        step = lambda s: (s[0] + slope(s[1]), s[1] + 1)  # noqa: E731
        return ft.while_loop(lambda s: s[1] < 5, step, (x, 0))[0]

    given = np.array([0.4, 0.7]), np.linspace(0.5, 1.5, 4)
    assert_near(ft.jit(function)(*given), function(*given), 1e-9)
    (loop,) = [
        node
        for node in ft.jit(function).lower(*given).graph.nodes
        if node.name == "while_loop"
    ]
    assert count(loop.params["body"], "tape") == 1
