"""Loops that fill the middle of rows: what stands around it is not handed on."""

import numpy as np
import pytest

import functrace as ft
from tests._long_traces import (
    carried,
    check_as_written_out,
    short_traces_are_long,  # noqa: F401 - is a fixture
)

N, STEPS = 10, 30
X = np.random.default_rng(1).normal(size=N)


def string(x, edge=0.0):
    u = np.full((STEPS + 1, N), edge)
    u[0, 1:-1], u[1, 1:-1] = x[1:-1], x[1:-1] * 0.9
    for t in range(1, STEPS):
        bend = u[t, 2:] - 2 * u[t, 1:-1] + u[t, :-2]
        u[t + 1, 1:-1] = 2 * u[t, 1:-1] - u[t - 1, 1:-1] + 0.1 * np.sin(bend)
    return u


def string_at_one(x):
    return string(x, 1.0)


def string_of_unknown_ends(x):
    return string(x, np.nan)


def plate(x):
    u = np.ones((STEPS + 1, 5, 6))
    u[0, 1:-1, 1:-1] = np.outer(x[:3], x[:4])
    for t in range(STEPS):
        around = u[t, 2:, 1:-1] + u[t, :-2, 1:-1] + u[t, 1:-1, 2:] + u[t, 1:-1, :-2]
        u[t + 1, 1:-1, 1:-1] = 0.2 * around + 0.1 * np.sin(u[t, 1:-1, 1:-1])
    return u


def one_end(x):
    u = np.zeros((STEPS + 1, N))
    u[0, 1:] = x[1:]
    for t in range(STEPS):
        u[t + 1, 1:] = np.sin(u[t, 1:]) + 0.3 * u[t, :-1]
    return u


def written_twice(x):
    u = np.zeros((STEPS + 1, N))
    u[0, 2:-1] = x[2:-1]
    for t in range(STEPS):
        u[t + 1, 2:-1] = np.sin(u[t, 1:-2])
        u[t + 1, 2:-1] += 0.3 * u[t + 1, 3:] * u[t, 0] + u[t, 3:]
    return u


def begins_otherwise(x):
    u = np.zeros((STEPS + 1, N))
    u[0] = x
    for t in range(STEPS):
        u[t + 1, 1:-1] = np.sin(u[t, 2:]) + 0.3 * u[t, :-2]
    return u


def other_ends(x):
    u = np.zeros((STEPS + 1, N))
    u[:, 0], u[:, -1] = 1.0, 2.0
    u[0, 1:-1] = x[1:-1]
    for t in range(STEPS):
        u[t + 1, 1:-1] = np.sin(u[t, 2:]) + 0.3 * u[t, :-2]
    return u


def minus_zero(x):
    u = np.zeros((STEPS + 1, N))
    u[0, 0] = u[0, -1] = -0.0
    u[0, 1:-1] = x[1:-1]
    for t in range(STEPS):
        u[t + 1, 1:-1] = np.copysign(u[t, 1:-1], u[t, 2:]) + np.copysign(0.1, u[t, :-2])
    return u


def ends_of_ones_own(x):
    u = np.zeros((STEPS + 1, N))
    u[0, 1:-1] = x[1:-1]
    for t in range(STEPS):
        u[t + 1, 1:-1] = np.sin(u[t, 2:]) + 0.3 * u[t, :-2]
        u[t + 1, 0] = u[t, 1]
    return u


def a_number(x):
    u = np.zeros((STEPS + 1, N))
    u[0, 1:-1] = x[1:-1]
    for t in range(STEPS):
        u[t + 1, 1:-1] = u[t, 3] * 0.9
    return u


def backwards(x):
    u = np.zeros((STEPS + 1, N))
    u[-1, 1:-1] = x[1:-1]
    for t in range(STEPS - 1, -1, -1):
        u[t, 1:-1] = np.sin(u[t + 1, 2:]) + 0.3 * u[t + 1, :-2]
    return u


def in_another_order(x):
    u = np.zeros((STEPS + 1, N))
    u[0, 1:-1] = x[1:-1]
    for t in range(STEPS):
        u[t + 1, -2:0:-1] = np.sin(u[t, 2:]) + 0.3 * u[t, :-2]
    return u


NARROW = [string, string_at_one, plate, one_end, written_twice, backwards]
WHOLE = [
    begins_otherwise,
    other_ends,
    minus_zero,
    ends_of_ones_own,
    a_number,
    in_another_order,
    string_of_unknown_ends,
]


@pytest.mark.parametrize("rows", NARROW + WHOLE)
def test_as_written_out(rows):
    check_as_written_out(rows, X)


@pytest.mark.parametrize("rows", NARROW)
def test_the_middle_is_handed_on(rows):
    whole = rows(X).shape[1:]
    assert whole not in {*carried(ft.make_graph(rows)(ft.Aval((N,))))}


@pytest.mark.parametrize("rows", WHOLE[:-1])
def test_the_row_is_handed_on(rows):
    assert (N,) in {*carried(ft.make_graph(rows)(ft.Aval((N,))))}
