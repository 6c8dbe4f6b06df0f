"""Loops with tests on traced values in them: one round is traced for all, or all are.

PYTEST_DONT_REWRITE: code with rewritten assert statements is not captured.
"""

# ruff: noqa: B905, E722, PLR1730, SIM108 - as users write
# ruff: noqa: F401, F811 - fixtures
from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from tests._counted import RNG, WEIGHTS, XS, agree, in_branches, short_loops, tried

TABLE = RNG.uniform(size=70)
WHOLE = [3, 1, 2, 0] * 15


def maximum(x):
    best = x[0]
    for i in range(1, len(x)):
        if x[i] > best:
            best = x[i]
    return best


def place_of_maximum(x):
    best, place = x[0], 0
    for i, item in enumerate(x):
        if item > best:
            best, place = item, i
    return best + place


def gear(x):
    moved, level = np.zeros(len(x)), x[0]
    for i in range(len(x)):
        if x[i] > level + 0.3:
            level = x[i] - 0.3
            moved[i] = level
        elif x[i] < level - 0.3:
            level = x[i] + 0.3
            moved[i] = level
    return np.sum(moved**2)


def recurrence(x):
    u = np.zeros(len(x) + 1)
    for i in range(len(x)):
        if x[i] > 0:
            u[i + 1] = 0.5 * u[i] + x[i]
        else:
            u[i + 1] = 0.9 * u[i]
    return np.sum(u * u)


def backwards(x):
    total = 0.0
    for i in reversed(range(len(x) - 1)):
        if x[i] > x[i + 1]:
            total = 0.5 * total + x[i]
    return total


def of_pairs(x):
    total = 0.0
    for item, weight in zip(x, WEIGHTS):
        if item > weight:
            total += item
        else:
            total -= 0.1 * weight
    return total


def of_table(x):
    total = x[0]
    for i in range(len(x)):
        if total > TABLE[i]:
            total = total * TABLE[i + 1]
        else:
            total = total + TABLE[i]
    return total


def of_numbers(x):
    total = x[0]
    for whole in WHOLE:
        if total > 1:
            total = total / (whole + 1)
        else:
            total = total + x[whole]
    return total


def in_time(x):
    t, total = 0.0, 0.0
    for item in x:
        t += 0.1
        if item > 0.5:
            total += np.sin(t) * item
    return total + t


def chain(x):
    here, path = 0.1 * x[0], []
    for item in x:
        ahead = here + 0.5 * item
        if ahead * ahead < here * here + 0.1:
            here = ahead
        path.append(here)
    return np.sum(np.array(path) ** 2) + path[-1]


def steps(x):
    ys = [np.array([1.0, 0.0])]
    for item in x:
        y = ys[-1]
        slope = np.array([y[1], -y[0]]) if item > 0 else np.array([y[1] * item, y[0]])
        ys.append(y + 0.05 * slope)
    return np.sum(np.array(ys)[-3:])


def two_back(x):
    path = [0.1, 0.2]
    for item in x:
        new = path[-1] * 0.5 + path[-2] * 0.4 if item > 0 else path[-1] - 0.1 * path[-2]
        path.append(new)
    return np.sum(np.array(path))


def grid(x):
    n = 12
    u = np.zeros((n, n))
    for i in range(1, n - 1):
        for j in range(1, n - 1):
            if x[i + j] > 0:
                u[i, j] = x[i] + 0.25 * (u[i - 1, j] + u[i, j - 1])
            else:
                u[i, j] = 0.1 * x[j]
    return np.sum(u * u)


def sweeps(x):
    x = x.copy()
    for i in range(len(x)):
        for j in range(len(x) - 1):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
        x[i] = x[i] * 1.0
    return x @ np.arange(len(x))


def rows(x):
    a, total = x[:57].reshape(19, 3), 0.0
    for row in a:
        if row[0] > row[1]:
            total = total + np.sum(row * row)
        else:
            total = total * 0.9
    return total


IDIOMS = [
    *(maximum, place_of_maximum, gear, recurrence, backwards, of_pairs, of_table),
    *(of_numbers, in_time, chain, steps, two_back, grid, rows),
]


GROWING = [
    *(maximum, place_of_maximum, gear, recurrence, backwards, in_time, chain, steps),
    *(two_back, in_branches),
]


@pytest.mark.parametrize("function", [*IDIOMS, sweeps], ids=lambda f: f.__name__)
def test_values_and_derivatives(function, tried):
    agree(function, XS)
    assert tried
    slope = agree(ft.grad(function), XS, rtol=1e-10)
    forward = ft.jit(lambda x, t: ft.jvp(function, (x,), (t,))[1])
    tangent = np.cos(XS)
    np.testing.assert_allclose(forward(XS, tangent), slope @ tangent, 1e-9)


@pytest.mark.parametrize(
    "function", [gear, chain, steps, grid], ids=lambda f: f.__name__
)
def test_second_derivatives_and_batches(function, tried):
    tangent = np.sin(XS)

    def curvature(x):
        return ft.jvp(ft.grad(function), (x,), (tangent,))[1]

    agree(curvature, XS, rtol=1e-9)
    batch = RNG.normal(size=(3, 60))
    found = ft.vmap(function)(batch)
    np.testing.assert_allclose(found, [function(x) for x in batch], 1e-12)
    assert tried


@pytest.mark.parametrize("function", GROWING, ids=lambda f: f.__name__)
def test_what_is_recorded_does_not_grow(function):
    lengths = [
        len(ft.jit(function).lower(np.resize(XS, n)).graph.nodes) for n in (300, 600)
    ]
    assert lengths[0] == lengths[1]


def test_lists_that_inner_loops_grow():
    def paths(x):
        path = [0.1, 0.2]
        for i in range(20):
            for j in range(10):
                if x[i] > x[j]:
                    path.append(path[-2] * 0.5 + x[j])
                else:
                    path.append(0.9 * path[-1])
        return np.array(path)

    agree(paths, XS)


def test_bare_excepts(tried):
    def lengths(x):
        path, total = [], 0.0
        for item in x:
            try:
                seen = len(path)
            except:
                seen = -100
            path.append(item)
            total = total + item if item > total else total - 0.01 * seen
        return total

    agree(lengths, XS)
    assert not tried


def test_what_a_branch_binds_beside_a_list_that_grows(tried):
    def moves(x):
        here, at, path = x[:2].copy(), 0.0, []
        for k, item in enumerate(x):
            new = here + item
            if np.sum(new) > at:
                here, at = new, np.sum(new)
            if k >= 20:
                path.append(here)
        return np.array(path)

    agree(moves, XS)
    assert tried == [18, 40]
