"""Native loops of a known number of rounds: their operands, carries and outputs."""

from __future__ import annotations

import numpy as np
import pytest

import functrace as ft
from functrace.core.graph import Graph
from functrace.primitives import linalg
from tests._control import agree, agree_scan, edges, graph_of, scan, scanned

RNG = np.random.default_rng(0)


def lotka_volterra(a, b, c, d, x, y):
    def slopes(x, y):
        return x * (a - b * y), y * (d * x - c)

    h = 0.01
    k1, l1 = slopes(x, y)
    k2, l2 = slopes(x + h / 2 * k1, y + h / 2 * l1)
    k3, l3 = slopes(x + h / 2 * k2, y + h / 2 * l2)
    k4, l4 = slopes(x + h * k3, y + h * l3)
    new_x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    new_y = y + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    return new_x, new_y, x, y * 2


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 100])
def test_numbers(length, reverse):
    consts, init = np.array([1.1, 0.4, 0.4, 0.1]), np.array([10.0, 5.0])
    agree_scan(lotka_volterra, consts, init, [], length=length, reverse=reverse)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [0, 1, 2, 7])
@pytest.mark.parametrize("n", [1, 3, 5, 8, 33, 200])
def test_arrays(n, length, reverse):
    def body(w, x, u, v):
        new = np.sin(x) * 0.5 + w * u
        return new, new * v, np.sum(new), x

    w, x = RNG.normal(size=(2, n))
    u, v = RNG.normal(size=(length, n)), RNG.normal(size=length)
    agree_scan(body, [w], [x], [u, v], reverse=reverse)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i8", "i4", "u2", "i1"])
@pytest.mark.parametrize("shape", [(), (3,), (5,), (2, 3), (70,)])
def test_dtypes(dtype, shape):
    unit = 1 + 1j if dtype[0] == "c" else 1

    def draw(*shape):
        return (RNG.integers(0, 3, shape) * unit).astype(dtype)

    def body(w, x, u):
        new = x + w * u
        return new, new - x

    agree_scan(body, [draw(*shape)], [draw(*shape)], [draw(4, *shape)])


def test_truth_values_and_integers():
    def body(seen, count, x):
        return seen | (x > 0.9), count + (x > 0), ~seen, count * 2

    init = np.bool_(False), np.int64(3)
    agree_scan(body, [], init, [RNG.normal(size=20)])
    init = RNG.normal(size=70) > 0, RNG.integers(0, 5, 70)
    agree_scan(body, [], init, [RNG.normal(size=(9, 70))])


@pytest.mark.parametrize("n", [(), (6,), (100,)])
@pytest.mark.parametrize("length", [1, 4, 5])
def test_carries_change_places(n, length):
    init = RNG.normal(size=(2, *n))
    agree_scan(lambda a, b: (b, a + b), [], init, [], length=length)
    agree_scan(lambda a, b: (b - a, a), [], init, [], length=length)
    x, y = inputs = edges(*init)
    agree_scan(Graph(inputs, [y, x]), [], init, [], length=length)


@pytest.mark.parametrize("n", [(), (6,), (100,)])
def test_outputs_that_are_inputs_or_constants_or_twice_the_same(n):
    w, x, y = RNG.normal(size=(3, *n))
    inputs = edges(w, x, y, y)
    given, first, second, row = inputs
    with_sum = graph_of(lambda w, x, y, r: x + r, *(w, x, y, y))
    total = with_sum.outputs[0]
    w2, x2, _, r2 = with_sum.inputs
    rows = RNG.normal(size=(3, *n))
    for graph in (
        Graph(inputs, [given, first, row, second, given]),
        Graph(inputs, [first, first, row, row]),
        Graph(inputs, [row, np.ones(n), RNG.normal(size=n), row, 2.5 * np.ones(n)]),
        Graph(with_sum.inputs, [total, total, total, r2, w2, x2]),
    ):
        for reverse in (False, True):
            agree_scan(graph, [w], [x, y], [rows], reverse=reverse)


@pytest.mark.parametrize("reverse", [False, True])
def test_operands_of_any_strides(reverse):
    def body(w, x, u, v):
        new = np.tanh(w @ x + u)
        return new, v[:2] * np.sum(new), u * x[0]

    n = 5
    given = (
        RNG.normal(size=(n, n)),
        RNG.normal(size=2 * n),
        RNG.normal(size=(n, 9)),
        RNG.normal(size=(20, 4)),
    )

    def operands(w, x, u, v):
        return w.T, x[::-2], u.T[::-1], v[1:19:2, ::-1]

    shown = operands(*given)
    function = scanned(
        body, shown[:1], shown[1:2], shown[2:], reverse=reverse, operands=operands
    )
    agree(function, *given)


def test_operands_that_are_repeated():
    def body(w, x, u):
        return x * w + u, u

    w, x, u = np.float64(0.5), np.float64(2), np.float64(0.1)
    for n in (7, 100):
        full = [np.full(n, w), np.full(n, x), np.full((3, n), u)]
        function = scanned(
            body,
            full[:1],
            full[1:2],
            full[2:],
            operands=lambda w, x, u, n=n: (
                np.broadcast_to(w, n),
                np.broadcast_to(x, n),
                np.broadcast_to(u, (3, n)),
            ),
        )
        agree(function, w, x, u)


def test_constant_operands():
    table = RNG.normal(size=(6, 3))
    body = graph_of(lambda x, u: (x + u, np.sum(x * u)), table[0], table[0])
    params = {"body": body, "consts": 0, "carry": 1, "length": 6, "reverse": False}
    agree(lambda x: scan(x, table, **params), table[0])
    agree(lambda x: scan(np.zeros(3), x * table, **params), np.float64(2))


def test_constants_of_bodies():
    table = RNG.normal(size=(8, 8))
    agree_scan(
        lambda x: (table @ x * 0.3 + 1, x[::2] * table[0, :4]),
        [],
        [RNG.normal(size=8)],
        [],
        length=5,
    )


def test_what_comes_before_and_after():
    x = RNG.normal(size=40)
    loop = scanned(lambda s, u: (s + u, s * u), [], [x[0]], [x])

    def function(x, n):
        y = np.cos(x) * n
        total, rows = loop(np.sum(y), y)
        return total * rows, np.max(rows)

    agree(function, x, np.float64(2))


def test_arrays_without_elements():
    def body(x, u):
        return x * 2, u + 1

    agree_scan(body, [], [np.zeros((0, 3))], [np.ones((4, 2))])
    agree_scan(body, [], [np.ones(3)], [np.ones((4, 0))])


def test_indices_that_are_carried():
    table = RNG.normal(size=50)

    def body(table, k, total):
        return (k * 7 + 3) % 50, total + table[k]

    agree_scan(body, [table], [np.int64(3), np.float64(0)], [], length=30)


@pytest.mark.parametrize("n", [2, 3, 6, 20])
def test_matrices_in_loops(n):
    def body(a, b, x, u):
        new = linalg.solve(a, b @ x + u)
        return new, np.linalg.det(a + np.outer(x, u)), a @ new

    a = RNG.normal(size=(n, n)) + 4 * np.eye(n)
    b, x, u = RNG.normal(size=(n, n)), RNG.normal(size=n), RNG.normal(size=(5, n))
    agree(scanned(body, [a, b], [x], [u]), a, b, x, u, tolerance=1e-9)


@pytest.mark.parametrize("number", [0.0, 2.5])
def test_a_large_array_of_one_number_is_not_written_before_the_loop(number):
    places = RNG.integers(0, 10_000, (6, 4))

    def added(u):
        def body(x, given):
            own, values = given
            x = x.copy()
            np.add.at(x, own, values)
            return x, x[0]

        return ft.scan(body, np.full(10_000, number), (places, u))

    u = RNG.normal(size=(6, 4))
    expected = np.full(10_000, number)
    np.add.at(expected, places, u)
    compiled = ft.jit(added)
    np.testing.assert_allclose(compiled(u)[0], expected, rtol=1e-14)
    first, _ = str(compiled.lower(u).plan).split("call scan", 1)
    assert "10000: store" not in first
