"""Native loops forwards and backwards, with a tape between them."""

from __future__ import annotations

import numpy as np
import pytest

from tests._control import agree, graph_of, repeat_pull

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("rounds", [0, 1, 2, 9])
@pytest.mark.parametrize("n", [(), (3,), (70,)])
def test_loops_backwards(rounds, n):
    w, x, bar = RNG.normal(size=(3, *n))
    count = np.int64(rounds)

    def forward(w, x, k):
        return np.sin(w * x), k + 1, x, np.cos(w * x), k

    def backward(w, x, slope, k, x_bar, w_bar):
        return x_bar * slope * w + k, w_bar + x_bar * slope * x

    forward = graph_of(forward, w, x, count)
    backward = graph_of(backward, w, x, x, count, x, w)
    params = {"forward": forward, "backward": backward, "consts": 1, "carry": 2}
    agree(
        lambda n, *xs: repeat_pull(n, *xs, **params),
        count,
        w,
        x,
        np.int64(0),
        bar,
        np.zeros(n),
    )
