"""Values at run time: un-jitted and compiled, in loops, branches, batches, derivatives."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import functrace as ft
from functrace.core.errors import MutationError
from functrace.core.graph import graphs_of
from functrace.scipy.integrate import solve_ivp

WAYS = {
    "plain": lambda f: f,
    "jit": ft.jit,
    "grad": ft.grad,
    "jit(grad)": lambda f: ft.jit(ft.grad(f)),
    "grad(jit)": lambda f: ft.grad(ft.jit(f)),
    "grad(grad)": lambda f: ft.grad(ft.grad(f)),
    "jit(hessian)": lambda f: ft.jit(ft.hessian(f)),
    "jacfwd(jit)": lambda f: ft.jacfwd(ft.jit(f)),
    "jit(jacfwd)": lambda f: ft.jit(ft.jacfwd(f)),
    "graph": lambda f: lambda x: ft.make_graph(f)(x)(x),
}

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))


def in_order(seen, x):
    """A function with effects before, between and after operations."""

    def f(x):
        ft.debug.callback(lambda x: seen.append(("first", float(x))), x)
        y = x * x
        ft.debug.callback(lambda y: seen.append(("second", float(y))), y)
        ft.debug.callback(lambda: seen.append(("third", 0.0)))
        return y * x

    return f


@each_way
def test_values_come_once_and_in_order(way):
    seen = []
    way(in_order(seen, 3.0))(3.0)
    assert seen == [("first", 3.0), ("second", 9.0), ("third", 0.0)]


def scanned(seen):
    def f(x):
        def step(c, k):
            ft.debug.callback(lambda k, c: seen.append((int(k), float(c))), k, c)
            return c * x, None

        return ft.scan(step, 1.0, np.arange(3))[0]

    return f


def in_segments(seen):
    def f(x):
        def step(c, k):
            ft.debug.callback(lambda k, c: seen.append((int(k), float(c))), k, c)
            return c * x, None

        return ft.scan(step, 1.0, np.arange(3), checkpoint=2)[0]

    return f


def counted(seen):
    def f(x):
        def body(pair):
            k, c = pair
            ft.debug.callback(lambda k, c: seen.append((int(k), float(c))), k, c)
            return k + 1, c * x

        return ft.while_loop(lambda p: p[0] < 3, body, (0, 1.0))[1]

    return f


def for_range(seen):
    def f(x):
        def body(k, c):
            ft.debug.callback(lambda k, c: seen.append((int(k), float(c))), k, c)
            return c * x

        return ft.fori_loop(0, 3, body, 1.0)

    return f


def written_out(seen):
    def f(x):
        c = 1.0
        for k in range(3):
            ft.debug.callback(lambda k, c: seen.append((int(k), float(c))), k, c)
            c = c * x
        return c

    return f


@each_way
@pytest.mark.parametrize(
    "loop", [scanned, in_segments, counted, for_range, written_out]
)
def test_every_round_of_a_loop_once(loop, way):
    seen = []
    way(loop(seen))(2.0)
    assert seen == [(0, 1.0), (1, 2.0), (2, 4.0)]


@each_way
def test_the_branch_that_is_taken(way):
    seen = []

    def f(x):
        def told(words, value):
            ft.debug.callback(lambda: seen.append(words))
            return value

        y = ft.cond(x > 1, lambda: told("large", x * x), lambda: told("small", x))
        return ft.switch(np.int64(2), [lambda: y, lambda: y, lambda: told("last", y)])

    way(f)(2.0)
    assert seen == ["large", "last"]


@each_way
def test_plain_branches_and_loops(way):
    seen = []

    def f(x):
        k = 0
        while x < 20:
            if x > 5:
                ft.debug.callback(lambda x: seen.append(("large", float(x))), x)
                x = x * 4
            else:
                ft.debug.callback(lambda x: seen.append(("small", float(x))), x)
                x = x * x
            k += 1
        return x

    way(f)(2.0)
    assert seen == [("small", 2.0), ("small", 4.0), ("large", 16.0)]


def test_a_plain_loop_becomes_one_and_tells_every_round():
    seen = []

    def f(u):
        for k in range(400):
            u = u + 0.1 * np.sin(u)
            ft.debug.callback(lambda k: seen.append(int(k)), k, when=u[0] > 3)
        return np.sum(u)

    fast = ft.jit(f)
    graph = fast.lower(np.ones(30)).graph
    assert any(graphs_of(node) for node in graph.nodes)
    assert np.isclose(fast(np.ones(30)), f(np.ones(30)))
    half = len(seen) // 2
    assert seen[:half] == seen[half:] == list(range(seen[0], 400))


def test_loops_with_effects_are_native():
    def f(x):
        def step(c, _):
            ft.debug.print("{}", c, when=c > 10)
            return np.sin(c), None

        return ft.scan(step, x, length=10)[0]

    lowered = ft.jit(f).lower(1.0)
    assert "all of it is native" in lowered.explain()
    assert "effect" in lowered.plan


@pytest.mark.parametrize("wrap", [lambda f: f, ft.jit], ids=["plain", "jit"])
class TestBatches:
    def test_each_element_in_turn(self, wrap):
        seen = []

        def f(x):
            ft.debug.callback(lambda x: seen.append(x.tolist()), x)
            ft.debug.callback(lambda: seen.append("once"))
            return x * 2

        wrap(ft.vmap(f))(np.arange(4.0).reshape(2, 2))
        assert seen == [[0.0, 1.0], [2.0, 3.0], "once"]

    def test_nested(self, wrap):
        seen = []

        def f(x, y):
            ft.debug.callback(lambda x, y: seen.append((int(x), int(y))), x, y)
            return x * y

        inner = ft.vmap(f, in_axes=(None, 0))
        wrap(ft.vmap(inner, in_axes=(0, None)))(np.arange(2.0), np.arange(2.0))
        assert seen == [(0, 0), (0, 1), (1, 0), (1, 1)]

    def test_elements_that_take_the_branch(self, wrap):
        seen = []

        def f(x):
            def told():
                ft.debug.callback(lambda x: seen.append(float(x)), x)
                return 2 * x

            return ft.cond(x > 1, told, lambda: x)

        out = wrap(ft.vmap(f))(np.array([0.0, 2.0, 1.0, 3.0]))
        assert seen == [2.0, 3.0]
        np.testing.assert_array_equal(out, [0.0, 4.0, 1.0, 6.0])

    def test_elements_that_go_on(self, wrap):
        seen = []

        def f(n):
            def body(pair):
                k, x = pair
                ft.debug.callback(lambda n, k: seen.append((int(n), int(k))), n, k)
                return k + 1, np.sqrt(x) + 1

            return ft.while_loop(lambda p: p[0] < n, body, (0, 1.0 * n))[1]

        wrap(ft.vmap(f))(np.array([1, 3, 0]))
        assert sorted(seen) == [(1, 0), (3, 0), (3, 1), (3, 2)]

    def test_the_derivative_of_a_batch(self, wrap):
        seen = []

        def f(x):
            def step(c, _):
                ft.debug.callback(lambda c: seen.append(float(c)), c)
                return c * x, None

            return ft.scan(step, x, length=2)[0]

        slopes = wrap(ft.vmap(ft.grad(f)))(np.array([1.0, 2.0]))
        np.testing.assert_allclose(slopes, [3.0, 12.0])
        assert seen == [1.0, 2.0, 1.0, 4.0]

    def test_an_empty_batch(self, wrap):
        seen = []

        def f(x):
            ft.debug.callback(lambda x: seen.append(x), x)
            return x

        assert wrap(ft.vmap(f))(np.zeros((0, 2))).shape == (0, 2)
        assert not seen


class StopError(Exception):
    pass


def stop(_):
    raise StopError


@pytest.mark.parametrize("loop", [False, True])
@each_way
def test_errors_reach_the_user(way, loop):
    def f(x):
        def step(c, _):
            ft.debug.callback(stop, c)
            return c * x, None

        if loop:
            return ft.scan(step, x, length=3)[0]
        ft.debug.callback(stop, x)
        return x * x

    with pytest.raises(StopError):
        way(f)(2.0)


def test_after_an_error_the_program_works():
    fail = [True]

    def told(_):
        if fail[0]:
            raise StopError

    @ft.jit
    def f(x):
        def step(c, _):
            ft.debug.callback(told, c)
            return np.sin(c), None

        return ft.scan(step, x, length=3)[0]

    with pytest.raises(StopError):
        f(np.ones(100_000))
    fail[0] = False
    np.testing.assert_allclose(f(np.ones(100_000)), np.sin(np.sin(np.sin(1))))


def test_a_program_that_gives_up_tells_nothing_twice():
    seen = []

    @ft.jit
    def f(a, b):
        ft.debug.callback(lambda b: seen.append(float(b[0])), b)
        x = np.linalg.solve(a, b)
        ft.debug.callback(lambda x: seen.append(float(x[0])), x)
        return x

    a = np.eye(2)
    f(a, np.ones(2))
    assert seen == [1.0, 1.0]
    with pytest.raises(np.linalg.LinAlgError):
        f(np.zeros((2, 2)), np.full(2, 3.0))
    assert seen == [1.0, 1.0, 3.0]


def test_within_large_loops_that_release_the_lock():
    threads = set()

    @ft.jit
    def f(x):
        def step(c, _):
            ft.debug.callback(lambda _: threads.add(threading.get_ident()), c[0])
            return np.sin(c), None

        return ft.scan(step, x, length=20)[0]

    f(np.ones(200_000))
    assert threads == {threading.get_ident()}


def test_a_callback_may_call_compiled_functions():
    inner = ft.jit(lambda x: np.sum(x**2))
    seen = []

    @ft.jit
    def f(x):
        ft.debug.callback(lambda x: seen.append(float(ft.grad(inner)(x)[0])), x)
        return x + 1

    ft.grad(lambda x: np.sum(f(x)))(np.ones(3))
    assert seen == [2.0]


@pytest.mark.slow
def test_in_a_solvers_right_hand_side():
    seen = []

    @ft.jit
    def f(k):
        def rhs(t, y):
            ft.debug.callback(lambda t: seen.append(float(t)), t)
            return -k * y

        return solve_ivp(rhs, (0.0, 1.0), np.ones(1), t_eval=[1.0]).y[0, -1]

    assert np.isclose(f(1.0), np.exp(-1), rtol=1e-3)
    assert seen[0] == 0.0
    assert max(seen) == 1.0


def test_functions_with_rules_of_their_own():
    seen = []

    @ft.custom_vjp
    def f(x):
        return np.sin(x)

    def forward(x):
        ft.debug.callback(lambda x: seen.append(float(x)), x)
        return np.sin(x), x

    f.defvjp(forward, lambda x, g: (g * np.cos(x),))
    assert np.isclose(ft.grad(f)(1.0), np.cos(1))
    assert seen == [1.0]
    with pytest.raises(MutationError, match="there is no place"):
        ft.jit(ft.grad(f))(1.0)


def test_two_calls_that_are_equal_are_two():
    seen = []

    def told(_):
        seen.append(1)

    @ft.jit
    def f(x):
        def step(c, _):
            ft.debug.callback(told, c)
            return c + 1, None

        ft.debug.callback(told, x)
        ft.debug.callback(told, x)
        return ft.scan(step, x, length=1)[0] + ft.scan(step, x, length=1)[0]

    assert f(1.0) == 4.0
    assert len(seen) == 4
