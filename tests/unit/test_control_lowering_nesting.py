"""Native loops and branches inside the rounds of native loops."""

from __future__ import annotations

import numpy as np
import pytest

from tests._control import agree_scan, graph_of, repeat_pull, scan, switch, while_loop

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("n", [(), (5,), (90,)])
def test_loops_in_loops(n):
    w, x = RNG.normal(size=(2, *n))
    u = RNG.normal(size=(4, *n))
    inner = graph_of(lambda w, x, y, u: (x * 0.5 + u * w, y + x, x * y), w, x, x, u[0])

    def body(w, x, u):
        last, total, rows = scan(
            w,
            x,
            u * 2,
            np.broadcast_to(u, (3, *n)) + x,
            body=inner,
            consts=1,
            carry=2,
            length=3,
            reverse=True,
        )
        return np.sin(total) + last, np.sum(rows), rows

    agree_scan(body, [w], [x], [u])


def test_branches_in_loops_in_loops():
    x = np.float64(0.3)
    branches = (
        graph_of(lambda x, y: (np.sin(x), y + 1), x, x),
        graph_of(lambda x, y: (x * y, np.exp(-y)), x, x),
        graph_of(lambda x, y: (y, x), x, x),
    )
    inner = graph_of(
        lambda x, y, k: switch(k, x, y, branches=branches), x, x, np.int64(0)
    )

    def body(x, y, k):
        x, y = scan(x, y, k, body=inner, consts=0, carry=2, length=4, reverse=False)
        return x, y, x + y

    agree_scan(body, [], [x, x], [RNG.integers(-1, 4, (6, 4))])


def test_loops_with_a_condition_in_loops():
    x = np.float64(2)
    cond = graph_of(lambda a, x: np.abs(x * x - a) > 1e-12 * a, x, x)
    body = graph_of(lambda a, x: (x + a / x) / 2, x, x)

    def total(x, n, a):
        out, rounds = while_loop(a, x, cond=cond, body=body, consts=1)
        return out, n + rounds, out * 2

    agree_scan(total, [], [x, np.int64(0)], [RNG.uniform(1, 9, 12)])


def test_loops_backwards_in_loops():
    x, n = np.float64(0.4), np.int64(0)
    params = {
        "cond": graph_of(lambda n, k, x: k < n, n, n, x),
        "forward": graph_of(lambda n, k, x: (k + 1, np.sin(x), np.cos(x)), n, n, x),
        "backward": graph_of(lambda n, slope, bar: slope * bar, n, x, x),
        "consts": 1,
        "carry": 2,
    }

    def body(x, k):
        (bar,) = repeat_pull(k, k, np.int64(0), x, x, **params)
        return bar + 0.5, bar

    agree_scan(body, [], [x], [np.array([3, 0, 1, 8])])
