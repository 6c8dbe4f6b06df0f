"""Loops in compiled programs that keep what their reverse takes."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from tests._processes import run
from tests._tapes import assert_near, count, of_lengths

WAYS = {
    "kept": 1 << 28,
    "let go of": 200,
    "never kept": 0,
}


_longest = of_lengths(WAYS)
ways = pytest.mark.usefixtures("_longest")


def until(x, a, rounds):
    def step(state):
        x, total, k = state
        return np.sin(a * x) + x, total + np.sum(x**2) * a, k + 1

    return ft.while_loop(lambda s: s[2] < rounds, step, (x, x.dtype.type(0), 0))[:2]


def loss(x, a, rounds):
    x, total = until(x, a, rounds)
    return np.sum(x) * total


@ways
@pytest.mark.parametrize("rounds", [0, 1, 2, 37])
@pytest.mark.parametrize("shape", [(), (3,), (2, 70), (0,)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_as_un_jitted(rounds, shape, dtype):
    x = np.linspace(0.1, 0.3, int(np.prod(shape)), dtype=dtype).reshape(shape)[()]
    given = x, dtype(0.4), np.int64(rounds)
    function = ft.value_and_grad(loss, argnums=(0, 1))
    rtol = 1e-12 if dtype is np.float64 else 1e-4
    assert_near(ft.jit(function)(*given), function(*given), rtol)


def test_rounds_are_computed_once():
    graph = ft.jit(ft.value_and_grad(loss)).lower(np.ones(3), 0.4, 9).graph
    assert count(graph, "taped_loop") == 1
    assert count(graph, "while_loop") == count(graph, "repeat_pull") == 0
    value = ft.jit(lambda *xs: ft.value_and_grad(loss)(*xs)[0])
    graph = value.lower(np.ones(3), 0.4, 9).graph
    assert count(graph, "while_loop") == 1
    assert count(graph, "taped_loop") == 0


@ways
def test_what_never_changes_is_outside():
    def function(x, a):
        step = lambda s: (s[0] * np.exp(a) / 9, s[1], s[2] + 1)  # noqa: E731
        x, y, _ = ft.while_loop(lambda s: s[2] < 7, step, (x, a, 0))
        return np.sum(x * y)

    given = np.linspace(1, 2, 4), np.float64(0.3)
    derivative = ft.grad(function, argnums=(0, 1))
    assert_near(ft.jit(derivative)(*given), derivative(*given))


@ways
@pytest.mark.parametrize("transform", [ft.jacobian, ft.hessian])
def test_several_passes(transform):
    def function(x):
        x, total = until(x, 0.3, 5)
        return total if transform is ft.hessian else x * total

    given = np.array([0.1, 0.4, 0.9])
    derivative = transform(function)
    assert_near(ft.jit(derivative)(given), derivative(given), 1e-11)


@ways
def test_in_loops_branches_and_batches():
    def descent(x, a):
        def step(x, a):
            value, slope = ft.value_and_grad(loss)(x, a, 4)
            other = lambda x: ft.grad(loss)(x, a, 6) * 0.1  # noqa: E731
            return x - 1e-3 * ft.cond(value > 5, lambda x: slope, other, x), value

        return ft.scan(step, x, a)

    x, a = np.array([0.1, 0.4]), np.linspace(0.1, 0.8, 6)
    assert_near(ft.jit(descent)(x, a), descent(x, a))
    many = ft.vmap(descent, in_axes=(0, None))
    xs = np.stack([x, 2 * x, -x])
    assert_near(ft.jit(many)(xs, a), many(xs, a))
    whole = ft.grad(lambda x: np.sum(descent(x, a)[1]))
    assert_near(ft.jit(whole)(x), whole(x), 1e-10)


@ways
def test_with_python_between_the_loop_and_its_reverse():
    def function(x):
        y, total = until(x, 0.4, 9)
        weight = ft.pure_callback(lambda t: 1 / (1 + t), ft.Aval(()), total)
        return np.sum(y) * total * ft.stop_gradient(weight)

    given = np.linspace(0.1, 0.2, 5)
    assert_near(ft.jit(ft.grad(function))(given), ft.grad(function)(given))


@ways
def test_effects_take_place_once(capfd):
    def function(x):
        def step(state):
            ft.debug.print("round {}", state[1])
            return state[0] * 1.5, state[1] + 1

        return ft.while_loop(lambda s: s[1] < 3, step, (x, 0))[0] ** 2

    value, slope = ft.jit(ft.value_and_grad(function))(2.0)
    assert_near((value, slope), (45.5625, 45.5625))
    assert capfd.readouterr().out.split() == ["round", "0", "round", "1", "round", "2"]


_FAILING = """
import resource, sys
from pathlib import Path
import numpy as np
import functrace as ft

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

def function(x):
    step = lambda s: (np.sin(s[0]), s[1] + 1)
    y = ft.while_loop(lambda s: s[1] < 1000, step, (x, 0))[0]
    return np.sum(np.linalg.inv(np.zeros((2, 2)) * y[0])) + np.sum(y)

derivative = ft.jit(ft.grad(function))
for k in range(60):
    try:
        derivative(np.ones(1000))
    except np.linalg.LinAlgError:
        pass
    before = before if k > 3 else resident()
print(resident() - before)
"""


@pytest.mark.slow
def test_programs_that_give_up_free_the_tape():
    """Of 8 megabytes each time."""
    assert int(run(_FAILING)) < 1 << 26
