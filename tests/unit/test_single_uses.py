"""Sums that something is added to at places that are not known, once in a round."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft

TABLE = np.random.default_rng(0).normal(size=(40, 7))
PLACES = np.array([3, 3, 39, 0, 17, -1])


def scanned(table, places):
    def step(state, place):
        row = table[place]
        table_sum = np.sum(row * np.tanh(state[:7]))
        return np.roll(state, 1) + table[place, 2] * row[1], table_sum

    state, sums = ft.scan(step, np.linspace(0, 1, 7), places)
    return np.sum(state) + np.sum(np.sin(sums))


def until(table, places):
    def step(state):
        place, total, k = state
        row = table[place]
        return (3 * place + 1) % 40, total + np.sum(np.sin(row)) * row[place % 7], k + 1

    return ft.while_loop(lambda s: s[2] < 9, step, (places[0], 0.0, 0))[1]


def written(table, places):
    """What is written to depends on what was read."""

    def step(table, place):
        table[place] = np.cos(table[place]) + table[0]
        table[0] += table[place] * 0.1
        return table, np.sum(table[place] ** 2)

    table, sums = ft.scan(step, table.copy(), places)
    return np.sum(table**2) + np.sum(sums)


@pytest.mark.parametrize("function", [scanned, until, written])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_gradients(function, dtype):
    table = TABLE.astype(dtype)
    expected = ft.grad(function)(table, PLACES)
    found = ft.jit(ft.grad(function))(table, PLACES)
    assert found.dtype == expected.dtype
    tol = 1e-12 if dtype is np.float64 else 1e-4
    np.testing.assert_allclose(found, expected, rtol=tol, atol=tol)


@pytest.mark.parametrize("function", [scanned, until, written])
def test_batches_and_second_derivatives(function):
    t = np.cos(np.arange(TABLE.size)).reshape(TABLE.shape)
    slope = ft.grad(lambda table, places: np.sum(ft.grad(function)(table, places) * t))
    np.testing.assert_allclose(
        ft.jit(slope)(TABLE, PLACES), slope(TABLE, PLACES), rtol=1e-10, atol=1e-12
    )
    each = ft.vmap(ft.grad(function), in_axes=(None, 0))
    rows = np.stack([PLACES, PLACES[::-1]])
    expected = np.stack([ft.grad(function)(TABLE, row) for row in rows])
    np.testing.assert_allclose(ft.jit(each)(TABLE, rows), expected, rtol=1e-12)


@pytest.mark.parametrize("function", [scanned, until])
def test_no_round_goes_through_the_sum(function):
    """Of 280 numbers: a round has loops over a row only."""
    plan = ft.jit(ft.grad(function)).lower(TABLE, PLACES).plan
    rounds = [line for line in plan.splitlines() if line.startswith("    ")]
    assert not any("280: store" in line or "280: add" in line for line in rounds)


def taken_twice(x, place):
    zeros = np.zeros(50)
    zeros[place] += x[0]
    return np.sum((x + zeros) ** 2) + np.sum(zeros * x)


def no_zeros(x, place):
    other = np.sqrt(1 + x)
    np.add.at(other, place, x[0])
    np.add.at(other, place - 3, x[1])
    return np.sum((np.exp(x) + other) ** 2)


@pytest.mark.parametrize("function", [taken_twice, no_zeros])
def test_sums_are_what_they_were(function):

    given = np.linspace(0, 1, 50), np.int64(7)
    both = ft.value_and_grad(function)
    for found, expected in zip(ft.jit(both)(*given), both(*given), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-13)
