"""Loops of which one round is traced for all: what would be another value, or an error.

PYTEST_DONT_REWRITE: code with rewritten assert statements is not captured.
"""

# ruff: noqa: B905, BLE001, C901, E722, PLW2901 - as users write
from __future__ import annotations

import contextlib
import queue

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from functrace.transforms._rolling import worth

XS = np.random.default_rng(1).normal(size=12)


@pytest.fixture(autouse=True)
def _all_is_worth_it(monkeypatch):
    for name in ("FEW", "_LONG", "_ROUNDS", "_INDEPENDENT"):
        monkeypatch.setattr(worth, name, 1)


def agree(function):
    wanted, found = function(XS), ft.jit(function)(XS)
    pairs = zip(pytree.flatten(found)[0], pytree.flatten(wanted)[0], strict=True)
    for new, old in pairs:
        np.testing.assert_allclose(new, old, 1e-12, 1e-13)
        assert np.asarray(new).dtype == np.asarray(old).dtype

    def total(x):
        leaves = enumerate(pytree.flatten(function(x))[0])
        return sum((k + 1) * np.sum(leaf) for k, leaf in leaves)

    np.testing.assert_allclose(ft.jit(ft.grad(total))(XS), ft.grad(total)(XS), 1e-10)


def all_agree(*functions):
    for function in functions:
        agree(function)


# -- names of what is outside -----------------------------------------------------------


def test_a_view_that_a_round_makes_is_one_afterwards():
    def written(x):
        u = np.zeros((len(x), 2))
        for i in range(len(x)):
            row = u[i]
            if x[i] > 0:
                row[0] = x[i]
        row[1] = 7
        return u, row

    def seen(x):
        u = np.zeros((len(x), 2))
        for i in range(len(x)):
            row = u[i]
            if x[i] > 0:
                row[0] = x[i]
        u[11] = 5
        return u, row

    def twice(x):
        u = np.zeros((len(x), 2))
        for i in range(len(x)):
            row = u[i]
            if x[i] > 0:
                row[0] = x[i]
        for i in range(len(x)):
            row = u[i]
            if x[i] > 0:
                row[1] = x[i]
        u[0] = 5
        return u

    all_agree(written, seen, twice)


def test_rows_that_are_written_to():
    def numbered(x):
        u = np.ones((len(x), 2))
        for i, row in enumerate(u):
            row += x[i] if x[i] > 0 else 2
        return u, row

    def pairs(x):
        u = np.ones((len(x), 2)) * x[:, None]
        for a, b in zip(u, u[::-1]):
            if a[0] > 0:
                a += b
        return u

    all_agree(numbered, pairs)
    batch = np.stack([XS, XS[::-1]])
    wanted = [pairs(x) for x in batch]
    np.testing.assert_allclose(ft.vmap(pairs)(batch), wanted, 1e-12)


def test_objects_with_two_names():
    class Thing:
        def __init__(self):
            self.v = 0.0

    def an_object(x):
        a = Thing()
        for item in x:
            b = a
            if item > 0:
                b.v = b.v + item
        b.v = b.v + 1
        return a.v, b is a

    def an_array(x):
        for item in x:
            a = b = np.zeros(3)
            a[0] = item if item > 0 else 2.0
        b[1] = 5
        return a, b

    def in_a_dict(x):
        u = np.zeros(3)
        for item in x:
            parts = {"u": u, "v": [u[1:]]}
            parts["v"][0][0] += item if item > 0 else 2.0
        parts["u"][2] = 7
        return u, parts["v"][0]

    all_agree(an_object, an_array, in_a_dict)


def test_what_a_round_gives_a_second_name_the_next_one_writes_to():
    def a_row(x):
        row, u = np.zeros(2), np.zeros((len(x), 2))
        for i in range(len(x)):
            row[1] = x[i] if x[i] > 0 else 1.0
            row = u[i]
        row[0] = 7
        return u, row

    def an_array(x):
        old, y = np.zeros(3), np.ones(3)
        for item in x:
            y[0] = y[0] * 0.5 + (item if item > 0 else 1.0) + old[0]
            old = y
        return old, y

    def in_a_list(x):
        a, b = [0.0], [1.0]
        for item in x:
            a[0] = a[0] + (item if item > 0 else 1.0)
            b[0] = b[0] * 0.5
            b = a
        return a, b, a is b

    def in_a_branch(x):
        best, y = np.zeros(3), np.ones(3)
        for item in x:
            y[0] = y[0] * 0.9 + item
            if y[0] > best[0]:
                best = y
        return best, y

    all_agree(a_row, an_array, in_a_list)
    with pytest.raises(ft.MutationError, match="one of several"):
        ft.jit(in_a_branch)(XS)


def test_what_is_kept_where_nobody_looks():
    def values(x):
        kept, total = queue.Queue(), 0.0
        for item in x:
            kept.put(item)
            total = total + (item if item > 0 else 1.0)
        return total, [kept.get() for _ in x]

    def an_array(x):
        kept = queue.Queue()
        kept.put(np.zeros(len(x)))
        for i in range(len(x)):
            kept.queue[0][i] = x[i] if x[i] > 0 else 1.0
        return kept.get()

    all_agree(values, an_array)


# -- what is known ------------------------------------------------------------------------


def test_items_that_are_known_are_pythons():
    def appended(x):
        path = []
        for i in range(len(x)):
            path.append(2 * i)
            path.append([1.5, i / 2])
            if x[i] > 0:
                x = x * 0.9
        kinds = [type(path[2]) is int, *(type(each) is float for each in path[3])]
        return (
            x[path[4]],
            [1.0 for _ in range(path[6])],
            kinds,
            np.float32(1) * path[3][1],
        )

    agree(appended)


def test_what_is_counted_up_gives_way_to_narrower_dtypes():
    def counted_up(x):
        h, total = 0.0, np.float32(0)
        for i in range(len(x)):
            h = h + 0.1 * i
            total = total + np.float32(1 if x[i] > 0 else 2) * h
        return np.float32(2) * h, total

    agree(counted_up)


def test_numbers_of_inner_loops_are_pythons():
    def numbers(x):
        k, total = 0, 0.0
        for i in range(4):
            for j in range(3):
                place = 3 * i + j
                if x[place] > total:
                    total = total + x[place]
                k += 1
        return total, [1.0 for _ in range(k)], type(place) is int

    def tested(x):
        k, total = 0, 0.0
        for i in range(4):
            for j in range(3):
                if k % 2:
                    total = total + 1
                if x[j] > total:
                    total = total + x[i]
                k += 1
        return total, k

    all_agree(numbers, tested)


def test_numbers_that_have_no_bounds():
    def large(x):
        k, total = 2**61, 0.0
        for item in x:
            k += 2**60
            total = total + (item if item > 0 else 1.0)
        return total, k // 2**60

    def imaginary(x):
        k, total = 1j, 0.0
        for item in x:
            k = k * 1j
            total = total + (item if item > 0 else 1.0) * k.real
        return total, k.real, type(k) is complex

    all_agree(large, imaginary)


# -- what may tell one from the other -----------------------------------------------------


def kind_of(number):
    return 1.0 if type(number) is int else 2.0


def test_types():
    def of_counters(x):
        total = 0.0
        for i in range(len(x)):
            total = total + (x[i] if x[i] > 0 else kind_of(i))
        return total

    def of_lists(x):
        path, count = [], 0
        for item in x:
            count += isinstance(path, list)
            count += type(path) is list
            path.append(item if item > 0 else 0.0)
        return path, count

    all_agree(of_counters, of_lists)


def test_errors_that_are_caught():
    table, halves = {0: 1.0, 3: 2.0}, [0.5, 0.25, 0.1]

    def of_keys(x):
        total = 0.0
        for i in range(len(x)):
            try:
                y = table[i]
            except Exception:
                y = 0.5
            total = total + (x[i] if x[i] > 0 else y)
        return total

    def of_places(x):
        total = 0.0
        for i in range(len(x)):
            try:
                y = halves[i]
            except:
                y = 0.5
            total = total + (x[i] if x[i] > 0 else y)
        return total

    def of_lists(x):
        path = [1.0]
        for item in x:
            try:
                y = path[-1]
            except:
                y = 0.0
            path.append(item if item > 0 else y)
        return path

    def by_numpy(x):
        path, count = [], 0
        for item in x:
            count += np.size(path)
            path.append(item if item > 0 else 0.0)
        return path, count

    def suppressed(x):
        total = 0.0
        for i in range(len(x)):
            y = 0.5
            with contextlib.suppress(KeyError):
                y = table[i]
            total = total + (x[i] if x[i] > 0 else y)
        return total

    all_agree(of_keys, of_places, of_lists, by_numpy, suppressed)


def test_lists_with_another_name_in_the_round():
    def appended(path, item):
        path.append(item)
        return path

    def named(x):
        path = [1.0]
        for item in x:
            same = appended(path, item if item > 0 else 0.0)
            same.append(same[-2])
        return path, same is path, len(same)

    agree(named)


# -- iterators ------------------------------------------------------------------------------


def test_iterators_that_are_taken_from_twice():
    def pairs(x):
        numbers, total = iter(range(12)), 0.0
        for i, j in zip(numbers, numbers):
            if x[i] > total:
                total = total + x[j]
        return total, i, j

    def numbered_pairs(x):
        items, total = enumerate(x), 0.0
        for (i, a), (_, b) in zip(items, items):
            if a > total:
                total = total + b * i
        return total

    all_agree(pairs, numbered_pairs)


def test_iterators_that_others_go_on_with():
    def of_numbers(x):
        numbers, total = iter(range(100)), 0.0
        for i, item in zip(numbers, x):
            if item > total:
                total = total + item * i
        return total, next(numbers)

    def of_items(x):
        items, total = enumerate(x), 0.0
        for (i, item), _ in zip(items, range(5)):
            if item > total:
                total = total + item * i
        return total, next(items)

    def numbered(x):
        numbers, total = iter(range(12)), 0.0
        for i, j in enumerate(numbers):
            if x[i] > total:
                total = total + x[j]
        return total, len(list(numbers))

    all_agree(of_numbers, of_items, numbered)
