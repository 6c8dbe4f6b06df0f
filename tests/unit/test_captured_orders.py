"""Python's ordering functions of values that are not known, in compiled functions."""

from __future__ import annotations

import bisect
import functools
from functools import reduce

import numpy as np
import pytest

import functrace as ft


def weighted(items):
    """A number that tells the order of several."""
    total = 0.0
    for place, item in enumerate(items):
        total = total * 3 + place * item
    return total


def steepest(x):
    return x[max(range(len(x)), key=lambda i: x[i])] * 2


def nearest(x):
    return min(range(len(x)), key=lambda i: abs(x[i] - 0.5))


def largest_with_place(x):
    value, place = max((v, i) for i, v in enumerate(x))
    return value * place


def least_pair(x):
    place, value = min(enumerate(x), key=lambda pair: pair[1] ** 2)
    return place - value


def in_order(x):
    return weighted(sorted(x))


def in_order_of_two(x):
    """Equal first parts: the second decide."""
    pairs = sorted(zip(np.floor(x), -x, strict=True))
    return weighted(a + b for a, b in pairs)


def places_in_order(x):
    return weighted(x[i] for i in sorted(range(len(x)), key=lambda i: x[i]))


def backwards(x):
    return weighted(sorted([*x], reverse=True))


def stable(x):
    return weighted(
        v for v, _ in sorted(zip(x, np.round(x), strict=True), key=lambda p: p[1])
    )


def stable_backwards(x):
    pairs = [*zip(x, np.round(x), strict=True)]
    pairs.sort(key=lambda pair: pair[1], reverse=True)
    return weighted(v for v, _ in pairs)


def sorted_in_place(x):
    items = [v * 2 for v in x]
    items.sort()
    return weighted(items)


def place_of_the_largest(x):
    items = list(x)
    return items.index(max(items)) + x[items.index(min(items))]


def bracket(x):
    knots = [0.0, 0.3, 1.0, 2.0]
    return bisect.bisect(knots, x[0]) + bisect.bisect_left([*np.cumsum(x**2)], 0.5)


def running(x):
    return reduce(max, x) - functools.reduce(
        lambda a, b: a - b if a > b else a + b, x, 9.0
    )


def among(x):
    return (1.0 if 0.25 in x else 2.0) + (x[0] in [0.25, 3.0]) + (x[0] in np.ones(2))


FUNCTIONS = [
    *(steepest, nearest, largest_with_place, least_pair, in_order, in_order_of_two),
    *(places_in_order, backwards, stable, stable_backwards, sorted_in_place),
    *(place_of_the_largest, bracket, running, among),
]


def samples():
    rng = np.random.default_rng(7)
    yield from (rng.normal(size=5) for _ in range(4))
    yield np.array([0.25, 0.25, -1.0, 0.25, -1.0])  # equal ones
    yield np.array([2.0, 1.0, 0.5, -3.0, -3.0])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_as_without_jit(function):
    fast = ft.jit(function)
    for x in samples():
        np.testing.assert_allclose(fast(x), function(x), rtol=1e-12)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_in_batches(function):
    x = np.stack([*samples()])
    found = ft.vmap(function)(x)
    np.testing.assert_allclose(found, [*map(function, x)], rtol=1e-12)


@pytest.mark.parametrize(
    "function", [steepest, in_order_of_two, stable, sorted_in_place]
)
def test_gradients(function):
    x = next(samples())
    compiled = ft.jit(ft.grad(function))(x)
    np.testing.assert_allclose(compiled, ft.grad(function)(x), rtol=1e-12)
    step = 1e-6
    slopes = [
        (function(x + step * e) - function(x - step * e)) / (2 * step)
        for e in np.eye(5)
    ]
    np.testing.assert_allclose(compiled, slopes, atol=1e-7)


def test_what_is_known_is_ordered_by_python():
    """Also what has no numbers."""

    def function(x):
        names = sorted(["b", "a"], key=str.lower)
        best = max({"b": 2, "a": 1}.items(), key=lambda item: item[1])[0]
        scale = 2.0 if x[0] > 0 else 3.0
        return scale * (names.index("b") + 10 * (best == "b"))

    fast = ft.jit(function)
    for x in samples():
        assert fast(x) == function(x)


def test_what_is_in_no_list():
    def function(x):
        return [*x].index(3.0)

    fast = ft.jit(function)
    assert fast(np.array([1.0, 3.0])) == 1
    with pytest.raises(ValueError, match="not in list"):
        fast(np.array([1.0, 2.0]))


def test_one_item_and_none():
    fast = ft.jit(lambda x: max([x[0]], key=abs) + sum(sorted(x[:0])) if x[0] else 0.0)
    assert fast(np.array([-2.0])) == -2
    with pytest.raises(ft.ConcretizationError, match="empty sequence"):
        ft.jit(lambda x: max([], key=lambda i: x[i]) if x[0] > 0 else 1.0)(np.ones(1))


# -- integers that are written to at unknown places -------------------------------------


def pivoted(a):
    """LU factors of a matrix whose rows change places, and where they were."""
    a, rows = a.copy(), np.arange(len(a))
    for k in range(len(a) - 1):
        best = k + np.argmax(np.abs(a[k:, k]))
        if best != k:
            a[[k, best]] = a[[best, k]]
            rows[[k, best]] = rows[[best, k]]
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a, rows


def by_exchange(a):
    """Likewise, row by row."""
    a, rows = a.copy(), list(range(len(a)))
    rows = np.array(rows)
    for k in range(len(a)):
        best = max(range(k, len(a)), key=lambda i: abs(a[i, k]))
        rows[k], rows[best] = rows[best], rows[k]
        row = a[k].copy()
        a[k] = a[best]
        a[best] = row
        for i in range(k + 1, len(a)):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return a, rows


def shortest_paths(a):
    """Dijkstra's algorithm."""
    lengths = np.abs(a) + 0.1
    count = len(a)
    distance, before = np.full(count, np.inf), np.full(count, -1)
    done = np.array([False] * count)
    distance[0] = 0.0
    for _ in range(count):
        here = np.argmin(np.where(done, np.inf, distance))
        done[here] = True
        for there in range(count):
            if (
                not done[there]
                and distance[here] + lengths[here, there] < distance[there]
            ):
                distance[there] = distance[here] + lengths[here, there]
                before[there] = here
    return distance, before


def bubbles(a):
    items, order = a[0].copy(), np.arange(a.shape[1])
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
                order[j], order[j + 1] = order[j + 1], order[j]
    return items, order


def likeliest(a):
    """Viterbi's path."""
    best, back = a[0], np.zeros(a.shape, int)
    for t in range(1, len(a)):
        scores = best[:, None] + a
        back[t] = np.argmax(scores, axis=0)
        best = np.max(scores, axis=0) + a[t]
    path = np.argsort(-best)[:1].repeat(len(a))
    for t in range(len(a) - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return best, path


@pytest.mark.parametrize(
    "function", [pivoted, by_exchange, shortest_paths, bubbles, likeliest]
)
def test_permutations_and_marks(function):
    fast = ft.jit(function)
    for seed in range(3):
        a = np.random.default_rng(seed).normal(size=(5, 5))
        values, places = fast(a)
        expected, expected_places = function(a)
        np.testing.assert_allclose(values, expected, rtol=1e-10)
        np.testing.assert_array_equal(places, expected_places)


def test_gradient_through_pivots():
    def largest(a):
        return np.sum(pivoted(a)[0] ** 2)

    a = np.random.default_rng(3).normal(size=(4, 4))
    slope = ft.jit(ft.grad(largest))(a)
    direction = np.random.default_rng(4).normal(size=(4, 4))
    step = 1e-6
    rise = largest(a + step * direction) - largest(a - step * direction)
    np.testing.assert_allclose(np.sum(slope * direction), rise / (2 * step), rtol=1e-6)


def test_functions_without_a_rule_take_what_is_constant():
    def function(x):
        places = np.arange(6)
        rows, columns = np.unravel_index(places[2:4], (2, 3))
        text = np.array2string(np.linspace(0, 1, 3))
        scale = 2.0 if x[0] > 0 else 3.0
        return scale * x[rows[1]] + columns[0] + len(text)

    fast = ft.jit(function)
    for x in samples():
        np.testing.assert_allclose(fast(x), function(x))
        slope = 2.0 if x[0] > 0 else 3.0
        np.testing.assert_allclose(ft.grad(function)(x), slope * np.eye(5)[1])


def test_masks_of_constants_are_known():
    """Also of what was broadcast, in a process that has captured branches."""

    def function(p):
        x, y = np.meshgrid(np.arange(4), np.arange(3))
        solid = (x - 2) ** 2 + (y - 1) ** 2 < 3
        f = np.ones((3, 4)) * p
        for _ in range(8):
            f = f * p
            f[solid] = 0.5 * f[solid]
        return f[~solid].sum() if p > 0 else p

    fast, slope = ft.jit(function), ft.jit(ft.grad(function))
    for p in (0.9, 1.1, -1.0):
        np.testing.assert_allclose(fast(p), function(p), rtol=1e-12)
        rise = function(p + 1e-6) - function(p - 1e-6)
        np.testing.assert_allclose(slope(p), rise / 2e-6, rtol=1e-6)
