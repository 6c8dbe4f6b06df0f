"""Loops of which one round is traced: effects, and lists that grow.

PYTEST_DONT_REWRITE: code with rewritten assert statements is not captured.
"""

# ruff: noqa: B905, PERF401, SIM108, T201 - as users write
# ruff: noqa: F401, F811 - fixtures
from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from tests._counted import WEIGHTS, XS, agree, in_branches, short_loops, tried


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
