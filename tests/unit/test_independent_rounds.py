"""Rounds that take nothing from each other are shared by threads."""

import re
import signal
import threading
import time

import numpy as np
import pytest

import functrace as ft
from tests._control import compiled

RNG = np.random.default_rng(2)


@pytest.fixture(autouse=True)
def several_threads():
    usual = ft.get_num_threads()
    ft.set_num_threads(3)
    yield
    ft.set_num_threads(usual)


def in_rounds(function):
    """The function of each row."""

    def fun(xs):
        return ft.scan(lambda carry, x: (carry, function(x)), (), xs)[1]

    return fun


def is_shared(fun, xs):
    return "ft_parallel" in ft.jit(fun).lower(xs).llvm


def sines(x):
    y = x
    for _ in range(30):
        y = np.sin(y) + x
    return y


def walk(x):
    """A loop in each round, whose memory is a chunk's own."""
    table = np.zeros((40, *x.shape))
    table[0] = x
    for k in range(1, 40):
        table[k] = np.cos(table[k - 1]) * x
    return table[::7], table.sum(axis=0)


def equations(x):
    return np.linalg.solve(x, np.ones(len(x))) + np.exp(x).sum(axis=0)


@pytest.mark.parametrize(
    ("function", "shape"),
    [
        (sines, (400, 32)),
        (walk, (301, 24)),
        (equations, (9001, 3, 3)),
        (sines, (9000,)),
    ],
)
def test_results_are_those_of_one_thread(function, shape):
    xs = RNG.uniform(0.2, 1.2, shape)
    if function is equations:
        xs = xs + 3 * np.eye(3)
    fun = in_rounds(function)
    assert is_shared(fun, xs)
    program = ft.jit(fun)
    found = program(xs)
    ft.set_num_threads(1)
    alone, wanted = program(xs), [function(x) for x in xs]
    for one, same in zip(*map(ft.tree.leaves, (found, alone)), strict=True):
        np.testing.assert_array_equal(one, same)
    wanted = ft.tree.map(lambda *parts: np.array(parts), *wanted)
    for one, same in zip(*map(ft.tree.leaves, (found, wanted)), strict=True):
        np.testing.assert_allclose(one, same, rtol=1e-11)


def test_a_round_that_fails_ends_them_all():
    xs = RNG.normal(size=(20_000, 3, 3)) + 4 * np.eye(3)
    program = ft.jit(in_rounds(equations))
    wanted = program(xs)
    broken = xs.copy()
    broken[17_123] = 0
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        program(broken)
    np.testing.assert_array_equal(program(xs), wanted)


def test_what_takes_from_the_round_before_is_not_shared():
    xs = RNG.normal(size=(500, 64))

    def sums(xs):
        return ft.scan(lambda c, x: (c + sines(x), c.sum()), np.zeros(64), xs)

    assert not is_shared(sums, xs)


def test_what_is_printed_stays_in_order(capsys):
    def printed(xs):
        def body(carry, x):
            ft.debug.print("{}", x[0])
            return carry, sines(x)

        return ft.scan(body, (), xs)[1]

    xs = np.arange(300.0)[:, None] * np.ones(64)
    assert not is_shared(printed, xs)
    ft.jit(printed)(xs)
    lines = [float(line) for line in capsys.readouterr().out.split()]
    np.testing.assert_array_equal(lines, xs[:, 0])


def test_threads_of_pythons_share_at_once():
    xs = RNG.normal(size=(600, 40))
    program, found = ft.jit(in_rounds(sines)), []
    wanted = program(xs)
    threads = [
        threading.Thread(target=lambda: found.append(program(xs))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    for out in found:
        np.testing.assert_array_equal(out, wanted)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_signal_ends_them(threads):
    def long(x):
        return ft.fori_loop(0, 3_000_000, lambda k, s: np.sin(s) + x, x)

    xs = RNG.normal(size=(200, 8))
    program = ft.jit(in_rounds(long))
    assert is_shared(in_rounds(long), xs)
    program(xs[:1])  # another program; what it takes is imported
    ft.set_num_threads(threads)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            program(xs)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 20  # of minutes


def test_chunks_of_loops_are_simplified_as_loops_are():
    """What a batch of loops carries is in registers only if LLVM is told of its chunks."""
    several = ft.vmap(lambda x: ft.while_loop(lambda y: y > 1, lambda y: np.sin(y), x))
    program = compiled(ft.make_graph(several)(ft.Aval((5_000,))))
    (module,) = program.stages
    chunks = re.findall(r"@(\S+\.chunk\d+)\(ptr %context", module.text)
    assert chunks
    assert set(chunks) <= set(module.loops)
