"""Lists of what a test on values holds for, in compiled functions."""
# ruff: noqa: C419, FURB192, RUF005, RUF015 - as users write

from __future__ import annotations

import math

import numpy as np
import pytest

import functrace as ft


def roots(x):
    """Of which some would be errors."""
    return np.sum([math.sqrt(v) for v in x if v > 0])


def in_a_loop(x):
    total = 0.0
    for v in [v * 2 for v in x if v > 0 if v < 2]:
        total = total * 2 + v
    return total


def chosen_rows(x):
    return x[[i for i in range(len(x)) if x[i] > 0]].sum()


def in_branches(x):
    items = [v for v in x if v > 0] if x[0] > 0 else [-v for v in x if v < 1]
    return sum(items) if items else 5.0


def in_rounds(x):
    level = 0
    while level < 3:
        items = [v for v in x if v > level]
        level += len(items) if items else 5
    return level


def shortest(x):
    """Dijkstra's algorithm, by the nearest of those that are left."""
    lengths = np.abs(np.subtract.outer(x, x)) ** 1.5 + 0.1
    distance, todo = np.full(4, np.inf), np.ones(4, bool)
    distance[0] = 0.0
    for _ in range(4):
        near = min((v for v in range(4) if todo[v]), key=lambda v: distance[v])
        todo[near] = False
        for v in range(4):
            if todo[v] and distance[near] + lengths[near, v] < distance[v]:
                distance[v] = distance[near] + lengths[near, v]
    return distance @ np.arange(4)


FUNCTIONS = [
    *(roots, in_a_loop, chosen_rows, in_branches, in_rounds, shortest),
    lambda x: max([v for v in x if v < 2], key=lambda v: (v > 0, -v)),
    lambda x: min((v for v in x if v > 3), key=abs, default=-2.0),
    lambda x: len([v for v in x if v > 0]),
    lambda x: np.mean([v for v in x if v > -9]),
    lambda x: np.std(np.array([v**2 for v in x if v > -2])),
    lambda x: np.median([abs(v) for v in x if v != 0.7]),
    lambda x: max(v for v in x if v < 2) - min([v for v in x if v < 2]),
    lambda x: max((v for v in x if v > 2), default=-1.0),
    lambda x: sorted(v for v in x if v < 2)[0],
    lambda x: sorted([v for v in x if v < 2], reverse=True)[0],
    lambda x: [i for i in range(len(x)) if x[i] < 1][0] + [v for v in x if v < 1][-1],
    lambda x: sum([x * v for v in x if v > 0], np.zeros(1)).sum(),
    lambda x: np.array([x * v for v in x if v < 1]).sum(axis=0) @ np.arange(4),
    lambda x: np.sum(np.concatenate([[v for v in x if v > 0], [1.0]])),
    lambda x: 1.0 if [v for v in x if v > 2] else 2.0,
    lambda x: 1.0 if 0.4 in [v for v in x if v > 0] else 2.0,
    lambda x: np.sum(2.0 * np.ones(1) * [v for v in x if v > 0]),
    lambda x: float(isinstance([v for v in x if v > 0], list)),
    lambda x: sum([v for i, v in enumerate(x) if i > 1]) * (1 if x[0] > 0 else 2),
    lambda x: float(any([v > 2 for v in x if v > 0])),
]


def samples():
    yield np.array([0.7, -1.2, 2.3, 0.4])
    yield np.array([-0.7, 1.2, 0.3, -4.0])
    yield np.array([3.5, 2.5, 0.1, 1.1])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_as_without_jit(function):
    fast = ft.jit(function)
    for x in samples():
        np.testing.assert_allclose(fast(x), function(x), rtol=1e-12)


@pytest.mark.parametrize("function", [roots, in_a_loop, chosen_rows, in_branches])
def test_gradients_and_batches(function):
    x = np.stack([*samples()])
    slopes = ft.jit(ft.vmap(ft.grad(function)))(x)
    for each, slope in zip(x, slopes, strict=True):
        for e, got in zip(np.eye(4), slope, strict=True):
            rise = function(each + 1e-6 * e) - function(each - 1e-6 * e)
            np.testing.assert_allclose(got, rise / 2e-6, rtol=1e-6, atol=1e-8)


def appended(x):
    items = [v for v in x if v > 0]
    items.append(1.0)
    return len(items)


def joined(x):
    items = [v for v in x if v > 0]
    items += [1.0]
    return len(items)


def written(x):
    items = [v for v in x if v > 0]
    first = items[:1]
    first[0] = 3.0
    return sum(items)


REFUSED = [
    *(appended, joined, written),
    lambda x: len([v for v in x if v > 0] + [v for v in x if v < 0]),
    lambda x: len([1.0] + [v for v in x if v > 0]),
    lambda x: len([v for v in x if v > 0][1:] + [v for v in x if v < 0]),
    lambda x: len([v for v in x if v > 0] * 2),
    lambda x: len([v for v in x if v > 0] * np.int64(2)),
    lambda x: len([v for v in x if v > 0].copy() + [1.0]),
    lambda x: 1.0 if [v for v in x if v > 0] == [v for v in x if v > 0] else 2.0,
    lambda x: 1.0 if [v for v in x if v > 0] < [v for v in x if v > -9] else 2.0,
    lambda x: len([(v, i) for i, v in enumerate(x) if v > 0]),
]


@pytest.mark.parametrize("function", REFUSED)
def test_what_is_done_with_lists_alone_is_refused(function):
    """An array would do something else."""
    with pytest.raises((ft.ConcretizationError, AttributeError), match=r"length|list"):
        ft.jit(function)(next(samples()))


def test_a_list_is_a_result():
    fast = ft.jit(lambda x: {"above": [v for v in x if v > 0], "all": len(x)})
    for x in samples():
        found = fast(x)
        assert found == {"above": [v for v in x if v > 0], "all": 4}
        assert type(found["above"]) is list


def test_an_empty_list():
    for options in ({}, {"key": abs}):
        fast = ft.jit(lambda x, o=options: max((v for v in x if v > 2), **o))
        assert fast(np.array([1.0, 3.0])) == 3
        with pytest.raises(ValueError, match=r"zero-size|empty"):
            fast(np.array([1.0, 2.0]))
