"""Tables that nested loops fill cell by cell: rows are handed on, not tables."""

import numpy as np
import pytest

import functrace as ft
from tests._long_traces import (
    carried,
    check_as_written_out,
    short_traces_are_long,  # noqa: F401 - is a fixture
)

N, M = 9, 11
X = np.random.default_rng(1).normal(size=12)
ORDER = np.array([3, 1, 4, 2, 5, 0, 6, 8, 7])


def above_and_left(x):
    r = np.zeros((N, M))
    r[0], r[:, 0] = x[:M], x[0] * 0.5
    for i in range(1, N):
        for j in range(1, M):
            r[i, j] = np.sin(r[i - 1, j]) + 0.3 * r[i, j - 1] * r[i - 1, j - 1]
    return r


def from_the_right(x):
    r = np.zeros((N, M))
    r[0], r[:, -1] = x[:M], x[2]
    for i in range(1, N):
        for j in range(M - 2, -1, -1):
            r[i, j] = np.sin(r[i - 1, j]) + 0.3 * r[i, j + 1] * r[i - 1, j + 1]
    return r


def along_columns(x):
    r = np.zeros((M, N))
    r[:, 0], r[0] = x[:M], x[1]
    for i in range(1, N):
        for j in range(1, M):
            r[j, i] = np.sin(r[j, i - 1]) + 0.3 * r[j - 1, i] * x[j]
    return r


def below(x):
    r = np.outer(np.arange(N + 1.0), x[:M])
    for i in range(N):
        for j in range(M - 1):
            r[i, j] = np.cos(r[i + 1, j]) + 0.3 * r[i, j + 1]
    return r


def the_last_above_the_first(x):
    r = np.zeros((N, M))
    r[-1] = x[:M]
    for i in range(N):
        for j in range(1, M):
            r[i, j] = np.sin(r[i - 1, j]) + 0.3 * r[i, j - 1]
    return r


def the_only_one_above_itself(x):
    r = np.zeros((1, M))
    r[0] = x[:M]
    for i in range(N):
        for j in range(1, M):
            r[i - i, j] = np.sin(r[i - i - 1, j]) + 0.3 * r[i - i, j - 1]
    return r


def one_that_stays(x):
    r = np.zeros((N, M))
    r[2] = x[:M]
    for i in range(N):
        for j in range(1, M):
            r[i, j] = np.sin(r[2, j]) + 0.1 * r[i, j - 1]
    return r


def in_an_order(x):
    r = np.zeros((N, M))
    r[0] = x[:M]
    for i in range(N):
        for j in range(1, M):
            r[ORDER[i], j] += 0.1 * r[ORDER[i], j - 1] + r[ORDER[i] - 1, j] * x[j]
    return r


def two_at_once(x):
    a, b = np.zeros((N, M)), np.ones((N, M))
    a[0] = x[:M]
    for i in range(1, N):
        for j in range(1, M):
            a[i, j] = 0.5 * a[i - 1, j] + 0.1 * b[i - 1, j - 1]
            b[i, j] = np.cos(a[i, j]) + b[i, j - 1] * 0.2
            b[i, j] *= x[j]
    return a, b


def steps_of_a_plane(x):
    u = np.zeros((4, N, M))
    u[0] = np.outer(x[:N], x[:M])
    for t in range(3):
        for i in range(1, N - 1):
            for j in range(1, M - 1):
                around = u[t, i - 1, j] + u[t, i + 1, j] + u[t, i, j - 1]
                u[t + 1, i, j] = u[t, i, j] + 0.1 * around
    return u


def a_component(x):
    y = np.zeros((2, 40))
    y[-1, 0], y[0] = x[0], np.linspace(0, 1, 40) * x[1]
    for k in range(39):
        y[-1, k + 1] = y[-1, k] + 0.1 * np.sin(y[0, k])
    return y


def counted_from_either_end(x):
    y = np.zeros((2, 40))
    y[:, 0] = x[:2]
    for k in range(39):
        y[-1, k + 1] = y[-1, k] + 0.1 * np.sin(y[1, k]) + y[0, k]
    return y


def a_product(x):
    a = np.outer(x[:N], x[:M])
    b, c = np.cos(a.T), np.zeros((N, N))
    for i in range(N):
        for j in range(N):
            for k in range(M):
                c[i, j] += a[i, k] * b[k, j]
    return c


TABLES = [
    above_and_left,
    from_the_right,
    along_columns,
    below,
    the_last_above_the_first,
    the_only_one_above_itself,
    one_that_stays,
    in_an_order,
    two_at_once,
    steps_of_a_plane,
    a_component,
    counted_from_either_end,
    a_product,
]


@pytest.mark.parametrize("table", TABLES)
def test_as_written_out(table):
    check_as_written_out(table, X)


@pytest.mark.parametrize("table", [above_and_left, from_the_right, two_at_once])
def test_a_row_and_a_cell_are_handed_on(table):
    graph = ft.make_graph(table)(ft.Aval((12,)))
    assert {(), (M - 1,), (M,)}.issuperset(carried(graph))


def test_nothing_is_handed_on_where_rows_are_only_read():
    def product(x):
        a, y = np.outer(x[:N], x), np.zeros(N)
        for i in range(N):
            total = 0.0
            for k in range(12):
                total = total + np.sin(a[i, k]) * x[k]
            y[i] = total
        return y

    graph = ft.make_graph(ft.grad(lambda x: np.sum(product(x))))(ft.Aval((12,)))
    assert (N, 12) not in {*carried(graph)}
    np.testing.assert_allclose(ft.jit(product)(X), product(X), rtol=1e-13)
