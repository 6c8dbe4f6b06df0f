"""Batches of loops that programs run block by block of elements."""

import numpy as np
import pytest

import functrace as ft
from functrace.primitives._blocks import LANES
from functrace.scipy import integrate, optimize

SIZES = [1, LANES, LANES + 1, 2 * LANES, 3 * LANES - 1]


def halved(x, rate):
    """As many rounds as the number wants."""
    return ft.while_loop(lambda y: y > 1.0, lambda y: y / (2.0 + rate * np.sin(y)), x)


def solved(x, scale):
    """The matrix of an element that is done is singular."""

    def step(c):
        matrix = np.eye(2) * (c[0] - 1.0) * scale + 0.1
        return np.stack([c[0] - 1.0, c[1] + np.linalg.solve(matrix, np.ones(2))[0]])

    return ft.while_loop(lambda c: c[0] > 1.5, step, np.stack([x, x * scale]))[1]


def batch(size):
    return np.random.default_rng(size).integers(2, 9, size) + 0.25


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("loop", [halved, solved])
def test_elements_are_as_by_themselves(loop, size):
    xs = batch(size)
    found = ft.jit(ft.vmap(loop, (0, None)))(xs, 0.3)
    np.testing.assert_allclose(found, [loop(x, 0.3) for x in xs], rtol=1e-12)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("loop", [halved, solved])
def test_derivatives_of_each(loop, size):
    xs = batch(size)
    each = ft.jit(ft.vmap(ft.grad(loop, (0, 1)), (0, None)))(xs, 0.3)
    alone = [ft.grad(loop, (0, 1))(x, 0.3) for x in xs]
    for found, expected in zip(each, zip(*alone, strict=True), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-10)


@pytest.mark.parametrize("size", [LANES, 3 * LANES - 1])
@pytest.mark.parametrize("loop", [halved, solved])
def test_derivatives_for_what_all_share(loop, size):
    xs = batch(size)

    def total(rate):
        return np.sum(ft.vmap(loop, (0, None))(xs, rate) ** 2)

    step = 1e-6
    difference = (total(0.3 + step) - total(0.3 - step)) / (2 * step)
    reverse = ft.jit(ft.grad(total))(0.3)
    _, forward = ft.jit(lambda r: ft.jvp(total, (r,), (1.0,)))(0.3)
    np.testing.assert_allclose([reverse, forward], difference, rtol=1e-7)
    second = ft.jit(ft.grad(ft.grad(total)))(0.3)
    np.testing.assert_allclose(second, ft.grad(ft.grad(total))(0.3), rtol=1e-9)


def grown(x, matrix, scale):
    """Carries a vector, a small matrix, and a vector that is no small one."""

    def step(c):
        v, m, w = c
        v = matrix @ v + scale
        return v, m @ m * 0.5 + v[:2], np.append(w[1:], v[0] * np.sum(m))

    start = x * np.ones(3), matrix[:2, :2], np.zeros(LANES + 4)
    v, m, w = ft.while_loop(lambda c: np.sum(c[0]) < 20.0, step, start)
    return np.sum(v) + np.sum(m * m) + np.sum(np.sin(w))


def test_elements_of_several_numbers():
    rng = np.random.default_rng(3)
    count = 2 * LANES + 3
    xs, scales = rng.uniform(0.1, 3.0, count), rng.uniform(0.2, 0.4, count)
    matrices = np.eye(3) * 1.1 + rng.uniform(0.0, 0.2, (count, 3, 3))
    batch = xs, matrices, scales
    value = ft.jit(ft.vmap(grown))
    np.testing.assert_allclose(value(*batch), list(map(grown, *batch)), rtol=1e-12)
    slopes = ft.jit(ft.vmap(ft.grad(grown, (0, 1, 2))))(*batch)
    directions = [rng.normal(size=np.shape(b)) for b in batch]
    parts = zip(slopes, directions, strict=True)
    found = sum(np.sum((g * d).reshape(count, -1), axis=1) for g, d in parts)
    _, forward = ft.jit(lambda *b: ft.jvp(ft.vmap(grown), b, directions))(*batch)
    np.testing.assert_allclose(found, forward, rtol=1e-10)
    ends = [
        value(*(b + s * 1e-6 * d for b, d in zip(batch, directions, strict=True)))
        for s in (1, -1)
    ]
    np.testing.assert_allclose(found, (ends[0] - ends[1]) / 2e-6, rtol=1e-5)


def eaten(rate):
    """Prey that is left, by steps whose number depends on the rate."""

    def populations(t, y):
        return rate * y[0] - y[0] * y[1], -y[1] + y[0] * y[1]

    span, start = (0.0, 1.0), np.array([2.0, 0.5])
    precise = {"t_eval": [1.0], "rtol": 1e-9, "atol": 1e-9}
    return integrate.solve_ivp(populations, span, start, **precise).y[0, -1]


def crossing(rate):
    """A root of two equations."""

    def off(x):
        return np.stack([x[0] ** 2 + x[1] - rate, np.cos(x[0]) - x[1]])

    return optimize.root(off, np.ones(2)).x[0]


@pytest.mark.parametrize("solver", [eaten, crossing])
def test_solvers_of_many_elements(solver):
    rates = np.linspace(1.1, 2.0, 2 * LANES + 1)
    both = ft.jit(ft.vmap(ft.value_and_grad(solver)))
    found, slopes = both(rates)
    np.testing.assert_allclose(found, list(map(solver, rates)), rtol=1e-7)
    alone = ft.jit(ft.value_and_grad(solver))
    expected = [alone(rate) for rate in rates]
    np.testing.assert_allclose(np.transpose([found, slopes]), expected, rtol=1e-9)
    step = 1e-4
    ends = [list(map(solver, rates + s * step)) for s in (1, -1)]
    difference = np.subtract(*ends) / (2 * step)
    np.testing.assert_allclose(slopes, difference, rtol=1e-4)


def test_batches_of_batches():
    xs = batch(30).reshape(2, 15)
    rates = np.linspace(0.1, 0.4, 2 * LANES + 1)
    inner = ft.vmap(ft.vmap(halved, (0, None)), (0, None))
    found = ft.jit(ft.vmap(inner, (None, 0)))(xs, rates)
    alone = [[[halved(x, r) for x in row] for row in xs] for r in rates]
    np.testing.assert_allclose(found, alone, rtol=1e-13)


def test_an_error_of_an_element_that_goes_on_is_an_error():
    xs = batch(3 * LANES)
    xs[-3] = 1.9  # the matrix is of ones

    def failing(x):
        matrix = np.eye(2) * (x - 1.9) + 0.1

        def step(y):
            return y - 1 + 0 * np.linalg.solve(matrix, np.ones(2))[0]

        return ft.while_loop(lambda y: y > 1.0, step, x)

    with pytest.raises(np.linalg.LinAlgError):
        ft.jit(ft.vmap(failing))(xs)


def test_only_programs_of_native_code_have_blocks():
    def names(function, size):
        graph = ft.make_graph(ft.vmap(function))(ft.Aval(size))
        return [node.primitive.name for node in graph.nodes]

    def called(x):
        def step(y):
            return ft.pure_callback(lambda y: y / 2, ft.Aval(()), y)

        return ft.while_loop(lambda y: y > 1.0, step, x)

    assert "scan" in names(lambda x: halved(x, 0.3), 16 * LANES)
    assert "scan" not in names(lambda x: halved(x, 0.3), LANES)
    assert "scan" not in names(called, 16 * LANES)
    many = 10**6  # threads share the loops of a round
    assert "scan" not in names(lambda x: halved(x, 0.3), many)


# -- counters --------------------------------------------------------------------------


def looked_up(x, table):
    """The counter of rounds is an index, and what a round does."""

    def step(c):
        k, y, total = c
        return k + 1, y * 0.5 + table[k] / (1 + k), total + k * y

    start = np.int64(0), x, 0.0 * x
    k, y, total = ft.while_loop(lambda c: (c[1] > 0.4) & (c[0] < 5), step, start)
    return total + y * k


def not_for_long(x, table):
    """The condition would hold again, if an element that is done counted on."""

    def step(c):
        k, y = c
        return k + 2, y * table[k % 4]

    def going(c):
        k, y = c
        return ((k % 6 != 4) | (y > 1.5)) & (k < 20)

    return ft.while_loop(going, step, (np.int64(0), x))[1]


def with_shorter_steps(x, table):
    """The steps, real numbers, are the same for all that go on."""

    def step(c):
        h, y, flag = c
        return h * table[1], y - h * np.sin(y), ~flag

    def going(c):
        h, y, flag = c
        return (y > 1.0 + flag) & (h > 0.01)

    end = ft.while_loop(going, step, (table[0], x, np.bool_(True)))
    return end[0] * end[1] + end[2]


COUNTED = [looked_up, not_for_long, with_shorter_steps]
TABLE = np.array([0.9, 0.8, 0.85, 0.7, 0.75])


@pytest.mark.parametrize("size", [1, 5, 4 * LANES + 3])
@pytest.mark.parametrize("loop", COUNTED)
def test_counters_are_of_each_element(loop, size):
    xs = np.random.default_rng(size).uniform(0.1, 4.0, size)
    alone = np.array([loop(x, TABLE) for x in xs])
    several = ft.vmap(loop, (0, None))
    np.testing.assert_allclose(several(xs, TABLE), alone, rtol=1e-13)
    np.testing.assert_allclose(ft.jit(several)(xs, TABLE), alone, rtol=1e-13)


@pytest.mark.parametrize("loop", COUNTED)
def test_derivatives_of_loops_with_counters(loop):
    xs = np.random.default_rng(1).uniform(0.1, 4.0, 2 * LANES + 1)

    def total(xs, table):
        return np.sum(ft.vmap(loop, (0, None))(xs, table) ** 2)

    def alone(xs, table):
        return sum(loop(x, table) ** 2 for x in xs)

    for gradient in (ft.grad, lambda f, n: ft.jit(ft.grad(f, n))):
        found, expected = (gradient(f, (0, 1))(xs, TABLE) for f in (total, alone))
        np.testing.assert_allclose(found[0], expected[0], rtol=1e-12)
        np.testing.assert_allclose(found[1], expected[1], rtol=1e-12)
    second = ft.jit(ft.hessian(total, 1))(xs, TABLE)
    np.testing.assert_allclose(second, ft.hessian(alone, 1)(xs, TABLE), rtol=1e-9)
    dots = np.cos(xs), np.sin(TABLE)
    (_, found), (_, expected) = (
        ft.jvp(f, (xs, TABLE), dots) for f in (ft.jit(total), alone)
    )
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_counter_that_all_share_is_no_batch():
    several = ft.vmap(lambda x: looked_up(x, TABLE))
    graph = ft.make_graph(several)(ft.Aval((3,)))
    (loop,) = [node for node in graph.nodes if node.name == "while_loop"]
    body = loop.params["body"]
    looked = [node for node in body.nodes if node.name == "gather"]
    assert looked
    assert all(node.avals[0].shape == () for node in looked)
