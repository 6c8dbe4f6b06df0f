"""Reverse mode of loops that keeps to a budget of memory."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from functrace.core.recording import recording
from functrace.transforms._memory import bytes_of
from tests._differences import differences

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


SLOW = {"hessian", "jacrev(grad)", "grad(vmap)", "value_and_grad"}
SOME = [
    pytest.param(way, id=name, marks=pytest.mark.slow if name in SLOW else ())
    for name, way in WAYS.items()
]


@pytest.mark.parametrize("way", SOME)
@pytest.mark.parametrize("f", LOOPS)
def test_as_without(f, way, rng):
    x = rng.normal(size=SIZE)
    expected = way(f)(x)
    cut = ft.jit(way(f), memory_budget=10**9)
    assert not is_cut(cut, x)
    assert_alike(cut(x), expected)
    assert_alike(ft.jit(limited(way(f), 1_000))(x), expected)


def limited(f, budget):
    """Loops keep so much at most, whatever else the program needs."""

    def called(*args):
        with recording(budget=budget):
            return f(*args)

    return called


@pytest.mark.parametrize("f", LOOPS)
@pytest.mark.slow
def test_of_a_compiled_function(f, rng):
    x = rng.normal(size=SIZE)
    expected = ft.grad(f)(x)
    jitted = ft.jit(f, memory_budget=10_000)
    assert_alike(ft.grad(jitted)(x), expected)
    assert_alike(ft.hessian(jitted)(x), ft.hessian(f)(x))


# -- budgets ---------------------------------------------------------------------------


def long_loop(u, scale):
    def step(u, _):
        return u + scale * np.sin(np.roll(u, 1) - u), None

    return np.sum(ft.scan(step, u, length=4000)[0] ** 2)


@pytest.mark.slow
def test_a_budget_is_kept(rng):
    x = rng.normal(size=100)
    whole = ft.jit(ft.value_and_grad(long_loop, (0, 1)))
    expected = whole(x, 0.1)
    assert whole.lower(x, 0.1).peak_memory > 6_000_000
    for budget, amount in (("1 MB", 10**6), (300_000, 300_000), ("100 kB", 10**5)):
        cut = ft.jit(ft.value_and_grad(long_loop, (0, 1)), memory_budget=budget)
        assert cut.lower(x, 0.1).peak_memory <= amount
        assert is_cut(cut, x, 0.1)
        value, slopes = cut(x, 0.1)
        assert value == expected[0]
        np.testing.assert_array_equal(slopes[0], expected[1][0])
        np.testing.assert_allclose(slopes[1], expected[1][1], rtol=1e-13)


def test_the_loop_itself_runs_once(rng):
    """It is part of what keeps the carries that come into segments."""
    x = rng.normal(size=100)
    gradient = ft.jit(ft.value_and_grad(long_loop), memory_budget="1 MB")
    graph = gradient.lower(x, 0.1).graph
    assert sum(node.name == "scan" for node in graph.nodes) == 2


def test_against_differences(rng):
    x = rng.normal(size=SIZE)
    gradient = ft.jit(limited(ft.grad(with_rows), 500))
    assert is_cut(gradient, x)
    found = differences(with_rows, x)
    np.testing.assert_allclose(gradient(x), found, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("length", [1, 2, 3, 31, 37])
def test_of_every_length(length, rng):
    x = rng.normal(size=SIZE)

    def f(u):
        return tanh_loop(u, length)

    assert_alike(ft.jit(limited(ft.grad(f), 1))(x), ft.jit(ft.grad(f))(x))


def until(u):
    """About twenty rounds, which depend on the values."""

    def body(state):
        k, u = state
        return k + 1, np.sin(np.roll(u, 1) * 1.1) + 0.3 * u

    def more(state):
        return state[0] + np.sin(state[1][0]) < 20

    return np.sum(ft.while_loop(more, body, (0, u))[1] ** 2)


def budgets(made, *args):
    """Results by ever smaller budgets of loops, until one is refused."""
    budget = 10**6
    while True:
        try:
            yield budget, ft.jit(limited(made, budget))(*args)
        except ft.MemoryBudgetError:
            return
        budget = budget * 2 // 3


@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
@pytest.mark.slow
def test_while_loops(way, rng):
    x = rng.normal(size=SIZE)
    expected = ft.jit(way(until))(x)
    kept = []
    for budget, found in budgets(way(until), x):
        assert_alike(found, expected)
        kept.append(budget)
    assert 100 < kept[-1] < 20_000


@pytest.mark.slow
def test_while_loops_in_numpy(rng):
    """Where a round has no native code."""
    x = rng.normal(size=SIZE)

    @ft.custom_vjp
    def opaque(x):
        return ft.pure_callback(np.sin, x, x)

    opaque.defvjp(lambda x: (opaque(x), x), lambda x, g: (g * np.cos(x),))

    def f(u):
        def body(state):
            return state[0] + 1, opaque(state[1]) * 1.5

        return np.sum(ft.while_loop(lambda s: s[0] < 13, body, (0, u))[1])

    expected = ft.jit(ft.grad(f))(x)
    kept = []
    for budget, found in budgets(ft.grad(f), x):
        assert_alike(found, expected)
        kept.append(budget)
    assert 100 < kept[-1] < 1000


def looped(u, count):
    def body(state):
        k, u = state
        return k + 1, np.sin(np.roll(u, 1) * 1.01) + 0.1 * u

    return np.sum(ft.while_loop(lambda s: s[0] < count, body, (0, u))[1] ** 2)


def looped_in_python(u, count):
    k = 0
    while k < count:
        u = np.sin(np.roll(u, 1) * 1.01) + 0.1 * u
        k += 1
    return np.sum(u**2)


@pytest.mark.parametrize("f", [looped, looped_in_python])
def test_what_a_while_loop_needs_is_noticed_when_it_runs(f):
    x = np.linspace(0.0, 1.0, 50)
    whole = ft.jit(ft.grad(f))
    for budget, fits in (("10 kB", 10), ("50 kB", 400)):
        fast = ft.jit(ft.grad(f), memory_budget=budget)
        for count in (0, 1, fits):
            np.testing.assert_array_equal(fast(x, count), whole(x, count))
        with pytest.raises(ft.MemoryBudgetError, match="a while_loop needs more") as e:
            fast(x, 25 * fits)
        assert f"for {25 * fits:,} rounds in segments of" in str(e.value)
        np.testing.assert_array_equal(fast(x, fits), whole(x, fits))


def test_a_while_loop_in_a_derivative_of_a_compiled_function():
    x = np.linspace(0.0, 1.0, 50)
    gradient = ft.grad(ft.jit(looped, memory_budget="20 kB"))
    assert_alike(gradient(x, 30), ft.grad(looped)(x, 30))
    with pytest.raises(ft.MemoryBudgetError, match="a while_loop needs more"):
        gradient(x, 3000)


@pytest.mark.slow
def test_effects_take_place_once(rng):
    x, seen = rng.normal(size=SIZE), []

    def f(u):
        def step(u, k):
            ft.debug.callback(lambda k: seen.append(int(k)), k)
            return np.sin(u) * 1.1, None

        return np.sum(ft.scan(step, u, np.arange(N))[0])

    for way in (ft.grad, ft.hessian):
        seen.clear()
        cut = ft.jit(limited(way(f), 700))
        assert is_cut(cut, x)
        found = cut(x)
        assert seen == [*range(N)]
        assert_alike(found, ft.jit(way(f))(x))


def test_random_numbers_are_the_same(rng):
    """What a generator draws before the loop are rows, and stay these."""
    x, noise = rng.normal(size=SIZE), rng.normal(size=(N, SIZE))

    def f(u, noise):
        return np.sum(ft.scan(lambda u, z: (np.sin(u + z), None), u, noise)[0])

    cut = ft.jit(limited(ft.grad(f, (0, 1)), 500))
    assert is_cut(cut, x, noise)
    assert_alike(cut(x, noise), ft.jit(ft.grad(f, (0, 1)))(x, noise))


# -- what users write ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2 GB", 2 * 10**9),
        ("1.5gib", 3 * 2**29),
        ("500 MB", 5 * 10**8),
        ("64k", 64_000),
        ("12 bytes", 12),
        ("1e6", 10**6),
        (np.int64(77), 77),
    ],
)
def test_amounts(text, count):
    assert bytes_of("here", text) == count


@pytest.mark.parametrize(
    "text", ["", "GB", "two GB", "-1 MB", "0", 0, -5, 2.5, True, []]
)
def test_what_is_no_amount(text):
    with pytest.raises(ValueError, match="memory_budget must be a positive amount"):
        ft.jit(np.sin, memory_budget=text)


@pytest.mark.slow
def test_a_budget_that_cannot_be_kept(rng):
    fast = ft.jit(ft.grad(lambda u: np.sum(np.sin(u))), memory_budget=1000)
    np.testing.assert_allclose(fast(np.ones(100)), np.cos(np.ones(100)), rtol=1e-15)
    with pytest.raises(ft.MemoryBudgetError, match=r"at most 1 kB\n.*1\.6 kB"):
        fast(np.ones(200))
    with pytest.raises(MemoryError):
        ft.jit(ft.grad(tanh_loop), memory_budget=10)(rng.normal(size=SIZE))


def test_it_tells_what_is_kept(rng):
    x = rng.normal(size=100)
    cut = ft.jit(ft.grad(long_loop), memory_budget="200 kB")
    cut(x, 0.1)
    text = str(cut.explain())
    assert "a loop of 4,000 rounds is cut into segments of" in text
    assert "in place of 3.2 MB" in text
    assert "kB beside the arguments" in text
    assert ft.jit(long_loop).explain().count("memory") == 0


def test_it_is_kept_when_pickled():
    fast = pickle.loads(pickle.dumps(ft.jit(np.sin, memory_budget="3 MB")))
    assert fast.memory_budget == "3 MB"


def test_a_compiled_function_within_another(rng):
    """Its budget is that of its own derivatives."""
    x = rng.normal(size=SIZE)
    inner = ft.jit(limited(ft.grad(tanh_loop), 700), memory_budget=10**6)
    outer = ft.jit(lambda x: inner(x) * 2)
    assert is_cut(outer, x)
    assert_alike(outer(x), 2 * ft.jit(ft.grad(tanh_loop))(x))


@pytest.mark.slow
def test_the_estimate_is_true():
    """The largest resident set of a process, within 5 %."""
    text = """
import sys, numpy as np, functrace as ft
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.unit.test_memory_budget import long_loop
def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(x.split()[1]) * 1024 for x in lines if x.startswith(name))
x = np.ones(20_000)
gradient = ft.jit(ft.grad(long_loop), memory_budget="50 MB")
lowered = gradient.lower(x, 1e-3)
ft.jit(ft.grad(lambda u, k: long_loop(u, k)))(np.ones(2), 1e-3)
lowered.compile()
before = status("VmRSS")
Path("/proc/self/clear_refs").write_text("5")
gradient(x, 1e-3)
print(lowered.peak_memory, status("VmHWM") - before)
"""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", text, str(root)],
        capture_output=True,
        check=True,
        text=True,
    )
    said, measured = map(int, done.stdout.split())
    assert 10_000_000 < said <= 50_000_000
    assert abs(measured - said) < 0.05 * said
