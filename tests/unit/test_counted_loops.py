"""Loops with tests on traced values in them: one round is traced for all, or all are.

PYTEST_DONT_REWRITE: code with rewritten assert statements is not captured.
"""

# ruff: noqa: B007, B905, E722, PERF401, PLR1730, SIM108, SIM113, T201 - as users write
from __future__ import annotations

import functools
import math

import numpy as np
import pytest

import functrace as ft
from functrace.transforms._capture import counted
from functrace.transforms._rolling import worth

RNG = np.random.default_rng(0)
XS = RNG.normal(size=60)
WEIGHTS = [float(w) for w in RNG.uniform(size=60)]
TABLE = RNG.uniform(size=70)
WHOLE = [3, 1, 2, 0] * 15


@pytest.fixture(autouse=True)
def _short_loops_are_worth_it(monkeypatch):
    monkeypatch.setattr(worth, "_LONG", 40)


@pytest.fixture
def tried(monkeypatch):
    """The numbers of rounds of loops of which one round was traced, and did for all."""
    found: list[int] = []

    def tried(rows, begin, body, stop):
        outcome = usual(rows, begin, body, stop)
        if outcome.done:
            found.append(outcome.done)
        return outcome

    usual = counted.tried
    monkeypatch.setattr("functrace.transforms._capture.loops.tried", tried)
    return found


def agree(function, *args, rtol=1e-12):
    wanted, found = function(*args), ft.jit(function)(*args)
    np.testing.assert_allclose(found, wanted, rtol, 1e-13)
    assert np.asarray(found).dtype == np.asarray(wanted).dtype
    return found


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


def in_branches(x):
    path, y = [x[0]], np.zeros(2)
    for item in x:
        if item > 0:
            y = y + item
            path.append(path[-1] * 0.5 + item)
        else:
            path.append(np.sum(y))
            y = y * 0.5
    return np.array(path)


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


# -- what is known without tracing is known as before ---------------------------------


def every_third(x):
    total = 0.0
    for i in range(len(x)):
        if i % 3 == 0:
            total += x[i]
        elif x[i] > 0:
            total -= 0.5 * x[i]
    return total


def once(x):
    total, seen = 0.0, []
    for i in range(len(x)):
        if i == 3:
            seen.append("three")
        if x[i] > total:
            total = total + 0.1 * x[i]
    return total + len(seen)


def burnt_in(x):
    here, path = x[0], []
    for i, item in enumerate(x):
        if item > here:
            here = here + 0.1 * item
        if i >= 20 and i % 2:
            path.append(here)
    return np.array(path)


def first_and_last(x):
    total = 0.0
    for i in range(len(x)):
        if i == 0 or i == len(x) - 1:
            total = total + 0.5 * x[i]
        else:
            total = total + (x[i] if x[i] > 0 else 0.0)
    return total


def at_odd_places(x):
    total = 0.0
    for i in range(len(x)):
        if i in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59):
            total = total * 0.5
        if x[i] > total:
            total = total + x[i]
    return total


@pytest.mark.parametrize(
    ("function", "parts"),
    [
        (every_third, [57]),
        (once, [56]),
        (burnt_in, [20, 40]),
        (first_and_last, [58]),
        (at_odd_places, []),
    ],
    ids=lambda x: getattr(x, "__name__", None),
)
def test_tests_on_counters_are_pythons(function, parts, tried):
    agree(function, XS)
    assert tried == parts
    agree(ft.grad(lambda x: np.sum(function(x))), XS)


def counted_up(x):
    total, k, t = 0.0, 0, 0.0
    for item in x:
        k += 1
        t += 0.25
        if t > 5:
            total = total * 0.5
        if item > total:
            total = total + item * k
    return total


def pulses(x):
    here, t = 0.1 * x[0], 0.0
    for item in x:
        force = 1.0 if 2.0 <= t < 4.0 else 0.0
        if here > 1:
            here = here * 0.5
        here = here + 0.1 * (force - here) + 0.01 * item
        t = t + 0.1
    return here


def switched(x):
    total, on = 0.0, True
    for item in x:
        on = not on
        if on:
            total = total + item
        elif item > 0:
            total = total - item
    return total


def larger(x):
    total, k = 0.0, 0
    for i, item in enumerate(x):
        k = max(k, i - 5)
        if item > total:
            total = total + item / (k + 1)
    return total + max(i, 3)


@pytest.mark.parametrize(
    ("function", "parts"),
    [(counted_up, [18, 40]), (pulses, [20, 20, 20]), (switched, [58]), (larger, [])],
    ids=lambda x: getattr(x, "__name__", None),
)
def test_tests_on_what_is_counted_up_are_pythons(function, parts, tried):
    agree(function, XS)
    assert tried == parts
    agree(ft.grad(function), XS)


def test_what_is_counted_up_is_a_number_afterwards(tried):
    def sized(x):
        total, k, t = 0.0, 0, 0.0
        for i, item in enumerate(x):
            k += 2
            t = t + 0.1
            if item > total:
                total = total + item
        assert type(k) is int
        assert (k, i) == (120, 59)
        assert type(t) is float
        assert t == functools.reduce(lambda t, _: t + 0.1, x, 0.0)
        return total + np.sum(np.zeros(k) + t) + range(k)[i]

    agree(sized, XS)
    assert tried == [58]  # after two rounds that `total` is an array's element


def test_integers_have_no_end(tried):
    def factorials(x):
        total, product = 0.0, 1
        for i in range(1, len(x)):
            product *= i
            if x[i] > 0:
                total += x[i] * math.log(product)
        return total + product % 1000003

    def squares(x):
        total = 0.0
        for i in range(10**10, 10**10 + 40):
            if x[0] > total:
                total = total + x[1] / float(i * i % 1000 + 1)
        return total

    agree(factorials, np.abs(XS))
    assert not tried
    with pytest.raises(ft.ConcretizationError):
        ft.jit(lambda x: [0.0][1 if x > 0 else 0])(1.0)
    agree(squares, np.array([1e3, 0.3]))


def test_large_integers_are_written_out(tried):
    def cubes(x):
        total = 0.0
        for i in range(3 * 10**6, 3 * 10**6 + 20):
            if x[0] > total:
                total = total + x[1] * (i * i * i % 7)
        return total

    agree(cubes, np.array([1e3, 0.3]))
    assert not tried


def test_divisions_by_zero_are_pythons(tried):
    def inverse(x):
        total = 0.0
        for i in range(20):
            if x[i] > total:
                total = total + 1 / (i - 7)
        return total

    with pytest.raises(ZeroDivisionError):
        inverse(XS + 10)
    with pytest.raises((ZeroDivisionError, ft.ConcretizationError)):
        ft.jit(inverse)(XS + 10)
    assert not tried


def test_indices_from_the_end_and_out_of_range(tried):
    def before(x):
        total = 0.0
        for i in range(len(x)):
            if x[i - 1] > total:
                total = total + 0.1 * x[i - 1]
        return total

    def beyond(x):
        total = 0.0
        for i in range(len(x) + 1):
            total = total + x[i]
            if total > 1:
                total = total - 1
        return total

    agree(before, XS)
    assert tried
    with pytest.raises(IndexError):
        beyond(XS)
    with pytest.raises(IndexError):
        ft.jit(beyond)(XS)


def test_writes_from_the_end(tried):
    def mirrored(x):
        u = np.zeros(len(x))
        for i in range(len(x)):
            if x[i] > 0:
                u[-1 - i] = x[i]
            u[i - 1] += 0.5
        return u

    agree(mirrored, XS)


def test_writes_that_may_meet(tried):
    def meeting(x):
        u = np.zeros(len(x) + 2)
        for i in range(len(x)):
            if x[i] > 0:
                u[i] = x[i]
                u[i + 1] += u[i]
                u[i // 2] *= 0.5
            else:
                u[i + 1] = u[i // 2]
        return u

    agree(meeting, XS)


# -- effects ----------------------------------------------------------------------------


def test_prints_are_of_every_round(capsys):
    def loud(x):
        total = 0.0
        for i in range(len(x)):
            print("round", i)
            if x[i] > total:
                total = total + x[i]
        return total

    ft.jit(loud)(XS[:10])
    printed = capsys.readouterr().out.splitlines()
    assert printed[-10:] == [f"round {i}" for i in range(10)]


def test_iterators_go_on_where_they_were(tried):
    def taking(x):
        rest = iter([0.1 * k for k in range(60)])
        total = 0.0
        for item in x:
            if item > 0:
                total = total + item
            total = total + next(rest)
        return total

    def begun(x):
        pairs = zip(x, WEIGHTS)
        total, _ = next(pairs)
        for item, weight in pairs:
            if item > weight:
                total = total + item
        return total + len(list(pairs))

    def kept(x):
        pairs = enumerate(x)
        total = 0.0
        for k, item in pairs:
            if item > total:
                total = total + item * k
        return total + len(list(pairs))

    agree(taking, XS)
    agree(begun, XS)
    assert not tried
    agree(kept, XS)


def test_strict_pairs_are_of_one_length():
    def strict(x):
        total = 0.0
        for item, weight in zip(x, WEIGHTS, strict=True):
            if item > weight:
                total = total + item
        return total

    agree(strict, XS)
    with pytest.raises(ValueError, match="argument 2 is longer"):
        ft.jit(strict)(XS[:20])


def test_draws_of_a_generator_that_is_made_inside(tried):
    def walk(x):
        rng = np.random.default_rng(3)
        here = x[0]
        for item in x:
            if here > item:
                here = here - rng.uniform()
            else:
                here = here + rng.uniform()
        return here

    with pytest.raises(ft.MutationError):
        ft.jit(walk)(XS)

    def steps(x):
        rng = np.random.default_rng(3)
        here = x[0]
        for item in x:
            step = rng.uniform()
            here = here - step if here > item else here + step
        return here

    agree(steps, XS)
    assert not tried


def test_objects_are_carried(tried):
    class Body:
        def __init__(self, x):
            self.x, self.hits = x, 0

        def move(self, by):
            self.x = self.x + by
            if self.x > 1:
                self.x = 2 - self.x
                self.hits += 1

    def bounces(x):
        body = Body(x[0])
        for item in x:
            body.move(0.1 * item)
        return body.x + body.hits

    agree(bounces, XS)
    assert tried


# -- lists ------------------------------------------------------------------------------


def in_place(x):
    y, path = np.zeros(3), []
    for item in x:
        y[0] += item
        if item > 0:
            y[1] = item
        path.append(y)
    return np.array(path)


def in_place_after(x):
    y, path = np.zeros(3), []
    for item in x:
        y = y * 0.9
        path.append(y)
        if item > 0:
            y[1] = item
    return np.array(path)


def in_place_before(x):
    y, path = np.zeros(3), []
    for item in x:
        y[1] = item
        y = y * 0.5 if item > 0 else y * 0.7
        path.append(y)
    return np.array(path)


def lengths(x):
    path = []
    for item in x:
        path.append(item if item > 0 else 0.1 * len(path))
    return np.array(path)


def seen_twice(x):
    path = [x[0]]
    same = path
    for item in x:
        path.append(item if item > 0 else same[0])
    return np.array(path)


def in_a_branch(x):
    path = [0.0]
    for item in x:
        if item > 0:
            path.append(path[-1] + item)
        else:
            path.append(path[-1])
    return np.array(path)


def nested(x):
    path = [[], []]
    for item in x:
        path[0].append(item if item > 0 else -item)
        path[1].append((item, 2 * item))
    return np.array(path[0]) + np.array([b for _, b in path[1]])


def from_the_front(x):
    path = [x[0]]
    for item in x[1:]:
        path.append(path[0] + item if item > 0 else path[0])
    return np.array(path)


LISTS = (
    *(in_branches, in_place, in_place_after, in_place_before, lengths),
    *(seen_twice, in_a_branch, nested, from_the_front),
)


@pytest.mark.parametrize("function", LISTS, ids=lambda f: f.__name__)
def test_lists_are_what_they_were(function):
    agree(function, XS[:30])


def then_in_place(x):
    y, path = np.zeros(2), []
    for item in x:
        if item > 0:
            path.append(y)
        else:
            path.append(y + 1)
        y[0] += item
    return np.array(path)


def test_what_may_have_been_appended_is_not_written_to():
    with pytest.raises(ft.MutationError, match="one of several"):
        ft.jit(then_in_place)(XS[:30])


def test_what_was_appended_is_not_written_to_afterwards(tried):
    def after(x):
        y, path = np.zeros(2), []
        for item in x:
            y = y + item if item > 0 else y * 0.5
            path.append(y)
        y[0] = 5.0
        return np.array(path)

    def item_of_it(x):
        y, path = np.zeros(2), []
        for item in x:
            y = y + item if item > 0 else y * 0.5
            path.append(y)
        path[0][1] = 7.0
        path[-1][1] = 5.0
        return np.array(path) + y

    for function in (after, item_of_it):
        wanted = function(XS)
        try:
            found = ft.jit(function)(XS)
        except ft.MutationError:
            continue
        np.testing.assert_allclose(found, wanted, 1e-12)
    assert tried


def test_a_list_that_is_gone_over_does_not_change(tried):
    def growing(x):
        numbers = [0.5, 0.25, 0.125, 0.5, 0.25, 0.125, 0.1, 0.2, 0.3, 0.4] * 3
        total = x[0]
        for k, number in enumerate(numbers):
            if total > number:
                total = total * number
            else:
                total = total + x[k % 7]
            if k < 3:
                numbers.append(number)
        return total

    def replaced(x):
        numbers = [0.5, 0.25, 0.125, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7] * 3
        total = x[0]
        for number in numbers:
            total = total * number if total > number else total + number
            numbers[-1] = 9.0
        return total

    agree(growing, XS)
    agree(replaced, XS)
