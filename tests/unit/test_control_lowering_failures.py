"""Failures in the rounds of native loops are those of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from functrace.compiler.executable import Bailout
from tests._control import agree, compiled, graph_of, repeat_pull, scanned

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("n", [3, 12])
def test_failures_in_loops(n):
    def body(x, a):
        new = np.linalg.solve(a, x)
        return new, new

    a = RNG.normal(size=(5, n, n)) + 4 * np.eye(n)
    function = scanned(body, [], [a[0, 0]], [a])
    graph = graph_of(function, a[0, 0], a)
    program = compiled(graph)
    agree(function, a[0, 0], a)
    a[3] = 0
    with pytest.raises(Bailout):
        program.executable.parts[0].call(a[0, 0], a)
    with pytest.raises(np.linalg.LinAlgError):
        program([a[0, 0], a])


def test_indices_out_of_range_in_loops():
    x = np.arange(5.0)
    graph = graph_of(
        scanned(lambda x, t, k: (t + x[k],), [x], [x[0]], [np.arange(4)]),
        x,
        x[0],
        np.arange(4),
    )
    program = compiled(graph)
    (found,) = program([x, np.float64(0), np.array([1, 2, -1, 0])])
    assert found == 7
    with pytest.raises(IndexError):
        program([x, np.float64(0), np.array([1, 5, 0, 0])])


@pytest.mark.slow
def test_failures_on_a_tape():
    a, x = RNG.normal(size=(4, 4)) + 4 * np.eye(4), np.ones(4)
    n = np.int64(7)
    params = {
        "cond": graph_of(lambda n, a, k, x: k < n, n, a, n, x),
        "forward": graph_of(
            lambda n, a, k, x: (k + 1, np.linalg.solve(a, x), x), n, a, n, x
        ),
        "backward": graph_of(lambda n, a, kept, bar: bar * kept, n, a, x, x),
        "consts": 2,
        "carry": 2,
    }

    def function(n, a, x, bar):
        return repeat_pull(n, n, a, np.int64(0), x, bar, **params)

    args = [np.int64(100_000), a, x, x]
    agree(function, n, a, x, x)
    program = compiled(graph_of(function, *args))
    for _ in range(20):
        with pytest.raises(Bailout):
            program.executable.parts[0].call(args[0], np.zeros((4, 4)), x, x)
