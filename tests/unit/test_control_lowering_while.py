"""Native loops that end by a condition."""

from __future__ import annotations

import numpy as np
import pytest

from tests._control import agree, graph_of, while_loop

RNG = np.random.default_rng(0)


def newton(x, a):
    return (x + a / x) / 2, a


@pytest.mark.parametrize("n", [(), (4,), (100,)])
def test_loops_that_end_by_a_condition(n):
    x, a = np.full(n, 1.0), RNG.uniform(1, 100, n)
    cond = graph_of(lambda t, x, a: np.max(np.abs(x * x - a)) > t, a[()].flat[0], x, a)
    body = graph_of(lambda t, *state: newton(*state), a[()].flat[0], x, a)
    params = {"cond": cond, "body": body, "consts": 1}

    def function(t, x, a):
        return while_loop(t, x, a, **params)

    agree(function, np.float64(1e-9), x, a)
    agree(function, np.float64(1e9), x, a)


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_rounds_are_counted(rounds):
    x = RNG.normal(size=80)
    cond = graph_of(lambda n, k, x: k < n, rounds, rounds, x)
    body = graph_of(lambda n, k, x: (k + 1, np.flip(x) * 2), rounds, rounds, x)
    agree(
        lambda n, k, x: while_loop(n, k, x[::-1], cond=cond, body=body, consts=1),
        np.int64(rounds),
        np.int64(0),
        x,
    )
