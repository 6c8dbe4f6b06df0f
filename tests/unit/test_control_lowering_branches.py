"""Native branches: the index chooses one, and only that one runs."""

from __future__ import annotations

import numpy as np
import pytest

from tests._control import agree, graph_of, switch

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("dtype", ["i8", "i4", "u1", "u8", "?"])
@pytest.mark.slow
def test_branches(dtype):
    x = RNG.normal(size=(4, 5))
    branches = tuple(
        graph_of(function, x, x[0])
        for function in (
            lambda x, y: (x * y, np.sum(x, 0)),
            lambda x, y: (x, y),
            lambda x, y: (np.zeros((4, 5)), y * 2),
        )
    )
    places = [0, 1] if dtype == "?" else [0, 1, 2, 3, 120]
    places += [-1, -100] if dtype[0] == "i" else []
    places += [2**64 - 1] if dtype == "u8" else []
    for place in places:
        index = np.dtype(dtype).type(place)
        agree(lambda k, x, y: switch(k, x, y, branches=branches), index, x, x[0])
        agree(
            lambda k, x, y: switch(k, x[::-1], y[::-1], branches=branches[:1]),
            index,
            x,
            x[0],
        )


def test_only_the_chosen_branch_may_fail():
    a = RNG.normal(size=(6, 6))
    branches = (
        graph_of(lambda a: (np.linalg.solve(a, np.ones(6)),), a),
        graph_of(lambda a: (a[0],), a),
    )
    singular = np.zeros((6, 6))
    agree(lambda k, a: switch(k, a, branches=branches), np.int64(0), a)
    agree(lambda k, a: switch(k, a, branches=branches), np.int64(1), singular)
