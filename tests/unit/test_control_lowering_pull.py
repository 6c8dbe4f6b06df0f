"""Native loops forwards and backwards, with a tape between them."""

from __future__ import annotations

import numpy as np
import pytest

from functrace.compiler.executable import Bailout
from tests._control import agree, compiled, graph_of, repeat_pull

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("rounds", [0, 1, 2, 9])
@pytest.mark.parametrize("n", [(), (3,), (70,)])
def test_loops_backwards(rounds, n):
    w, x, bar = RNG.normal(size=(3, *n))
    count = np.int64(rounds)

    def forward(w, n, x, k):
        return np.sin(w * x), k + 1, x, np.cos(w * x), k

    def backward(w, n, x, slope, k, x_bar, w_bar):
        return x_bar * slope * w + k, w_bar + x_bar * slope * x

    params = {
        "cond": graph_of(lambda w, n, x, k: k < n, w, count, x, count),
        "forward": graph_of(forward, w, count, x, count),
        "backward": graph_of(backward, w, count, x, x, count, x, w),
        "consts": 2,
        "carry": 2,
    }
    agree(
        lambda n, *xs: repeat_pull(n, *xs, **params),
        count,
        w,
        count,
        x,
        np.int64(0),
        bar,
        np.zeros(n),
    )


@pytest.mark.parametrize("rounds", [2, 4])
def test_a_loop_that_decides_otherwise_is_given_up(rounds):
    x, n = np.float64(0.4), np.int64(3)
    params = {
        "cond": graph_of(lambda n, k, x: k < n, n, n, x),
        "forward": graph_of(lambda n, k, x: (k + 1, np.sin(x), np.cos(x)), n, n, x),
        "backward": graph_of(lambda n, slope, bar: slope * bar, n, x, x),
        "consts": 1,
        "carry": 2,
    }

    def function(made, n, x):
        return repeat_pull(made, n, np.int64(0), x, x, **params)

    (part,) = compiled(graph_of(function, n, n, x)).executable.parts
    part.call(n, n, x)
    with pytest.raises(Bailout):
        part.call(np.int64(rounds), n, x)
