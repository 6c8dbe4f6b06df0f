"""Loops in loops with tests in them, and tests on plain data that counters say.

PYTEST_DONT_REWRITE: code with rewritten assert statements is not captured.
"""

# ruff: noqa: B007, B905, C901, SIM108 - as users write
# ruff: noqa: F401, F811 - fixtures
from __future__ import annotations

import contextlib

import numpy as np
import pytest

import functrace as ft
from tests._counted import RNG, XS, agree, short_loops, tried

PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59}
MASK = [k % 7 in (1, 3) or k in (0, 5, 50) for k in range(60)]
FLAGS = np.array(MASK)
SHARES = {k: 0.01 * k + 0.1 for k in range(60)}


def of_places(x):
    total = 0.0
    for i in range(10):
        for j in range(6):
            place = 6 * i + j
            if x[place] > 0.1 * total:
                total = total + x[place] ** 2
            else:
                total = total * 0.9
    return total + x[place - 1]


def counted(x):
    k, total = 0, 0.0
    for i in range(10):
        for j in range(6):
            if x[k] > total * 0.1:
                total = total + x[k] * x[j]
            k += 1
    return total * len(range(k))


def counted_in_some(x):
    k, m, total = 0, 3, 0.0
    for i in range(10):
        for j in range(6):
            if x[k] > 0:
                total = total * 0.5 + x[m % 60] ** 2
            m += 2
            k += 1
        m -= 11
    return total + np.zeros(k).size + m


def in_time(x):
    t, total = 0.0, 0.0
    for i in range(10):
        for j in range(6):
            t += 0.1
            if x[6 * i + j] > 0.3:
                total = total + np.sin(t) * x[i] ** 2
    return total + t


def lower(x):
    total = 0.0
    for i in range(10):
        for j in range(i):
            if x[i] > x[j]:
                total = total + x[i] * x[j]
    return total


def upper(x):
    u = np.zeros((10, 10))
    for i in range(10):
        for j in range(i + 1, 10):
            if x[i] > x[j]:
                u[i, j] = x[i] * x[j] ** 2
            else:
                u[j, i] = 0.5 * x[j]
    return np.sum(u * u)


def bubbles(x):
    x = x.copy()
    for i in range(12):
        for j in range(11 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
    return x[:12] ** 2 @ np.arange(12)


def diagonal(x):
    total = 0.0
    for i in range(8):
        for j in range(8):
            if i == j:
                total = total + x[i] ** 2
            elif x[i] > x[j]:
                total = total * 0.9
    return total


def four(x):
    n, total = 0, x[0]
    for i in range(4):
        for j in range(5):
            for k in range(3):
                for m in range(4):
                    if x[i + j + k + m] > 0.1 * total:
                        total = total + x[n % 60] * x[m] ** 2
                    n += 1
    return total + n


def growing(x):
    path, k = [x[0]], 0
    for i in range(8):
        for j in range(7):
            if x[k] > path[-1]:
                path.append(x[k] ** 2)
            else:
                path.append(0.5 * path[-1] + 0.1 * k)
            k += 1
    return np.sum(np.array(path)) + len(path)


def of_a_list(x):
    total = 0.0
    for t in range(60):
        if MASK[t]:
            total = total + x[t] ** 2
        elif x[t] > 0:
            total = total * 0.9
    return total


def of_an_array(x):
    total = 0.0
    for t in range(60):
        if FLAGS[t] and x[t] > -1:
            total = total + x[t] ** 2
    return total


def of_a_set(x):
    total = 0.0
    for t in range(60):
        if t in PRIMES:
            total = total + x[t] ** 2
        if x[t] > total:
            total = total * 0.9
    return total


def of_a_dict(x):
    total = 0.0
    for i in range(10):
        for j in range(6):
            if x[6 * i + j] > 0:
                total = total * SHARES[i + j] + x[j] ** 2 * SHARES[i]
    return total


FUNCTIONS = [
    *(of_places, counted, counted_in_some, in_time, lower, upper, bubbles, diagonal),
    *(four, growing, of_a_list, of_an_array, of_a_set, of_a_dict),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_values_and_derivatives(function, tried, monkeypatch):
    monkeypatch.setattr("functrace.transforms._rolling.worth._ROUNDS", 3)
    agree(function, XS)
    assert tried
    slope = agree(ft.grad(function), XS, rtol=1e-10)
    tangent = np.cos(XS)
    forward = ft.jit(lambda x, t: ft.jvp(function, (x,), (t,))[1])
    np.testing.assert_allclose(forward(XS, tangent), slope @ tangent, 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_second_derivatives(function, monkeypatch):
    monkeypatch.setattr("functrace.transforms._rolling.worth._ROUNDS", 3)
    tangent = np.cos(XS)
    agree(lambda x: ft.jvp(ft.grad(function), (x,), (tangent,))[1], XS, rtol=1e-9)


@pytest.mark.parametrize(
    "function", [counted, lower, growing, of_a_set], ids=lambda f: f.__name__
)
def test_batches(function):
    batch = RNG.normal(size=(3, 60))
    found = ft.vmap(function)(batch)
    np.testing.assert_allclose(found, [function(x) for x in batch], 1e-12)


def nest(rounds):
    def run(x):
        k, total = 0, x[0]
        for i in range(rounds):
            for j in range(rounds):
                if x[k % 60] > 0.1 * total:
                    total = total + x[i] * x[j]
                k += 1
            for j in range(i):
                if x[i] > x[j]:
                    total = total * 0.9
        return total

    return run


def test_what_is_recorded_does_not_grow():
    lengths = [len(ft.jit(nest(n)).lower(XS).graph.nodes) for n in (20, 40)]
    assert lengths[0] == lengths[1]


def test_every_loop_of_a_nest_is_one(tried):
    agree(nest(20), XS)
    assert tried[-1] == 20


# -- what is written out ------------------------------------------------------------------


def test_errors_of_what_is_looked_up():
    parts = {k: 0.5 for k in range(60) if k != 7}

    def missing(x):
        total = 0.0
        for t in range(60):
            part = 0.25
            with contextlib.suppress(KeyError):
                part = parts[t]
            total = total + (x[t] if x[t] > 0 else part)
        return total

    def raising(x):
        total = 0.0
        for t in range(60):
            part = parts[t]
            total = total + (x[t] if x[t] > 0 else part)
        return total

    agree(missing, XS)
    with pytest.raises(KeyError):
        ft.jit(raising)(XS)


def test_containers_that_change():
    def switched(x):
        mask, total = [True, False] * 30, 0.0
        for t in range(60):
            if mask[t]:
                total = total + x[t]
            if x[t] > 0:
                total = total * 0.9
            mask[30] = False
        return total

    def grows(x):
        seen, total = {0}, 0.0
        for t in range(60):
            if t // 3 in seen:
                total = total + x[t]
            if x[t] > 0:
                total = total * 0.9
            seen.add(t // 2)
        return total

    def while_left(x):
        weights, total = [0.5] * 60, 0.0
        for k, weight in enumerate(weights):
            total = total + weight * x[k] ** 2
            weights[40] = 2.0
            if total > 5:
                break
        return total

    for function in (switched, grows, while_left):
        agree(function, XS)


def test_branches_that_fail_in_rounds_that_do_not_take_them():
    def run(x):
        sizes, total = {k: np.ones(k + 1) for k in PRIMES}, 0.0
        for t in range(60):
            if t in PRIMES:
                total = total + np.sum(sizes[t])
            if x[t] > 0:
                total = total * 0.9
        return total

    agree(run, XS)


def test_what_captured_tests_decide_is_asked_for():
    def run(x):
        k, total = 0, 0.0
        for i in range(20):
            for j in range(20):
                if i == j:
                    k += 2
                if x[k] > 0:
                    total = total + x[k] * x[j]
        return total + len(range(k)) + len([1] * k)

    agree(run, XS)


def test_loops_that_are_left_go_over_what_others_do():
    weights = [0.1 * k for k in range(60)]

    def of_a_list(x):
        total = 0.0
        for weight in weights:
            total = total + weight * x[3] ** 2
            if total > 3:
                break
        return total

    def of_pairs(x):
        total = 0.0
        for k, (item, weight) in enumerate(zip(x, weights)):
            if item < 0:
                continue
            total = total + item * weight
            if total > 20:
                break
        return total * k

    for function in (of_a_list, of_pairs):
        agree(function, XS)
        agree(ft.grad(function), XS)
        nodes = ft.jit(function).lower(XS).graph.nodes
        assert len(nodes) < 30, function


def test_what_branches_bind_differently():
    def run(x):
        for item in x:
            if item > 0:
                y = np.zeros(2)
            else:
                y = np.zeros(3)
        return np.sum(y)

    with pytest.raises(ft.ConcretizationError, match="'y' has another shape or dtype"):
        ft.jit(run)(XS)
