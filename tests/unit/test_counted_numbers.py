"""Loops of which one round is traced: what Python knows without tracing, it knows.

PYTEST_DONT_REWRITE: code with rewritten assert statements is not captured.
"""

# ruff: noqa: B007, SIM113 - as users write
# ruff: noqa: F401, F811 - fixtures
from __future__ import annotations

import functools
import math

import numpy as np
import pytest

import functrace as ft
from tests._counted import XS, agree, short_loops, tried


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
        (at_odd_places, [58]),
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
    [(counted_up, [18, 40]), (pulses, [20, 20, 20]), (switched, [58]), (larger, [58])],
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
