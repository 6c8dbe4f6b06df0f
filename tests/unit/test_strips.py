"""Loops over long arrays are run strip by strip, where each element is on its own."""

import re

import numpy as np
import pytest

import functrace as ft

N, ROUNDS = 20_000, 80
RNG = np.random.default_rng(5)
X, V = RNG.uniform(-1, 1, (2, N))
P = np.array([1.3, 0.2])


def strips(fun, *args):
    """How long the strips are of what is computed; None: there are none."""
    plan = str(ft.jit(fun).lower(*args).plan)
    found = re.search(r"^\d+: call scan\(.*?(\d+) x (\d+)", plan, re.MULTILINE)
    inner = re.search(r"^    \d+: call scan", plan, re.MULTILINE)
    return int(found.group(2)) if found and inner else None


def oscillators(p, x, v):
    for _ in range(ROUNDS):
        a = p[0] * (1 - x * x) * v - x
        x, v = x + 0.05 * v, v + 0.05 * a
    return (x * x + p[1] * v).mean()


def polynomial(c, x, v):
    y = np.zeros_like(x)
    for k in range(130):
        y = y * x + np.sin(k * c[0] + c[1])
    return (y * y).sum() + v[0]


def choices(p, x, v):
    inside = np.zeros(x.shape)
    a, b = np.zeros(x.shape), np.zeros(x.shape)
    for _ in range(ROUNDS):
        a, b = np.clip(a * a - b * b + x * p[0], -9, 9), np.clip(2 * a * b + v, -9, 9)
        inside = inside + np.where(a * a + b * b < 4, 1.0, 0.1) * p[1]
    return inside.sum() + a @ b


def points(p, x, v):
    """Points in space: what is summed over is no axis of theirs."""
    y = np.stack([x, v, x * v], axis=-1)
    for _ in range(ROUNDS):
        norm = np.sqrt((y * y).sum(axis=-1, keepdims=True) + p[1])
        y = y + 0.05 * p[0] * y / norm - 0.01 * y[:, ::-1]
    return (y**2).sum() + y.max(axis=-1).sum()


def states(p, x, v):
    """The parts of a state are rows of an array, which is written to."""
    y = np.stack([x, v])
    for _ in range(ROUNDS):
        slope = np.zeros_like(y)
        slope[0] = y[1]
        slope[1] = -p[0] * np.sin(y[0]) - p[1] * y[1]
        y = y + 0.05 * slope
    return np.sum(y[0] ** 2) + np.sum(np.concatenate([y, y[:1]])[1:] * 0.5)


def totals(p, x, v):
    """Sums over all elements are added up, and noted for each round."""
    total, seen = 0.0, []
    for k in range(ROUNDS):
        x = x + 0.05 * np.cos(x * p[0]) * v
        total = total + np.sum(x * v) * p[1] + 0.5 * x.sum()
        seen.append(np.sum(x) / (k + 1))
    return total - np.array(seen) @ np.linspace(0, 1, ROUNDS)


def totals_from(p, x, v):
    """The totals do not begin with zeros."""
    total, both = 3.0 * p[1], np.array([2.0, -1.0])
    for _ in range(ROUNDS):
        x = x + 0.05 * np.cos(x * p[0]) * v
        total = total + np.sum(x * v) * p[1]
        both = both + np.stack([x, v * x]).sum(axis=1)
    return total + both @ p


def counts(p, x, v):
    """What is the same for all elements goes along."""
    step = p[0]
    for _ in range(ROUNDS):
        step = step * 0.97 + 0.001
        x = x + step * np.sin(v * x) / (1 + step)
    return x.sum() * 0.5


def newton(p, x, v):
    """Some rounds are written out, those of the gradient are a loop."""
    e = x
    for _ in range(18):
        e = e - (e - p[1] * np.sin(e) - x) / (1 - p[1] * np.cos(e))
    return (e * v).sum()


def waves(p, x, v):
    """Complex amplitudes."""
    psi = x + 1j * v
    for _ in range(ROUNDS):
        psi = psi * np.exp(-0.02j * p[0] * np.abs(psi) ** 2) * (1 - 0.001 * p[1])
    return np.sum((psi * psi).real + np.abs(psi) ** 2)


def last_states(p, x, v):
    y = np.stack([x, v])
    for _ in range(ROUNDS):
        y = y + 0.05 * p[0] * np.stack([y[1], -np.sin(y[0])])
    return y


CUT = [
    waves,
    oscillators,
    polynomial,
    choices,
    points,
    states,
    totals,
    totals_from,
    counts,
]


@pytest.mark.parametrize("fun", [*CUT, newton])
def test_they_are_what_they_are_un_jitted(fun):
    np.testing.assert_allclose(ft.jit(fun)(P, X, V), fun(P, X, V), rtol=1e-11)
    for argnums in ((0,), (0, 1, 2)):
        slopes = ft.grad(fun, argnums=argnums)
        for jitted, wanted in zip(
            ft.jit(slopes)(P, X, V), slopes(P, X, V), strict=True
        ):
            np.testing.assert_allclose(jitted, wanted, rtol=1e-8, atol=1e-10)
    slope = ft.grad(fun)
    second = ft.jit(lambda p, x, v: ft.jvp(slope, (p, x, v), (p, 1 - x, v))[1])
    wanted = ft.jvp(slope, (P, X, V), (P, 1 - X, V))[1]
    np.testing.assert_allclose(second(P, X, V), wanted, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("fun", CUT)
def test_strips_are_short(fun):
    for made in (fun, ft.grad(fun), ft.value_and_grad(fun, argnums=(0, 1))):
        width = strips(made, P, X, V)
        assert width is not None
        assert N % width == 0
        assert width <= 600


def test_a_gradient_goes_back_through_rounds_that_are_written_out():
    assert strips(ft.grad(newton), P, X, V) is not None


def test_states_at_the_end_may_go_out():
    assert strips(last_states, P, X, V) is not None
    np.testing.assert_allclose(
        ft.jit(last_states)(P, X, V), last_states(P, X, V), rtol=1e-10, atol=1e-12
    )


def test_carries_that_become_constants():
    def step(state, _):
        x, a, b = state
        return (x + 0.1 * np.sin(x) * a[0], b, np.array([0.5, 0.25])), None

    def fun(p, x, v):
        state = x, np.array([1.0, 2.0]), p
        return sum(map(np.sum, ft.scan(step, state, None, length=ROUNDS)[0]))

    np.testing.assert_allclose(ft.jit(fun)(P, X, V), fun(P, X, V), rtol=1e-11)
    slope = ft.grad(fun)
    np.testing.assert_allclose(ft.jit(slope)(P, X, V), slope(P, X, V), rtol=1e-8)


@pytest.mark.parametrize("n", [19_997, 16_392, 20_001])
@pytest.mark.parametrize("fun", [oscillators, points, states, totals_from])
def test_the_last_strip_may_be_shorter(fun, n):
    x, v = X[:n], V[:n]
    if n > N:
        x, v = np.resize(X, n), np.resize(V, n)
    slopes = ft.value_and_grad(fun, argnums=(0, 1, 2))
    assert strips(slopes, P, x, v) is not None
    found, wanted = ft.jit(slopes)(P, x, v), slopes(P, x, v)
    for one, other in zip(*map(ft.tree.leaves, (found, wanted)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-10)


# -- what is not cut -----------------------------------------------------------------------


def neighbours(p, x, v):
    for _ in range(ROUNDS):
        x = x + 0.1 * p[0] * (np.roll(x, 1) - x) * v
    return x.sum()


def mean_field(p, x, v):
    for _ in range(ROUNDS):
        x = x + 0.1 * p[0] * np.tanh(x.mean() - x) * v
    return x.sum()


def in_order(p, x, v):
    for _ in range(ROUNDS):
        x = np.sort(x) + 0.1 * p[0] * np.sin(v)
    return x.sum()


def a_quarter(p, x, v):
    for _ in range(ROUNDS):
        x = x + p[0] * np.sin(x) * v
        x[: N // 4] *= 0.5
    return x.sum()


def squares_of_totals(p, x, v):
    seen = []
    for _ in range(ROUNDS):
        x = x + 0.05 * np.cos(x * p[0]) * v
        seen.append(np.sum(x))
    return np.sum(np.array(seen) ** 2)


def last_total(p, x, v):
    """What is carried is the same for all elements at first, and then a sum of theirs."""
    total = 1.0
    for _ in range(ROUNDS):
        x = x + 0.05 * np.cos(x * p[0]) * v
        total = x.sum()
    return total * p[1]


def products_of_totals(p, x, v):
    total = 0.0
    for _ in range(ROUNDS):
        x = x + 0.05 * np.cos(x * p[0]) * v
        total = total + np.sum(x) * np.sum(v * x) * p[1]
    return total


def totals_of_the_round_before(p, x, v):
    def step(state, _):
        x, total, seen = state
        x = x + 0.05 * np.cos(x * p[0]) * v
        return (x, x.sum(), seen + total * p[1]), None

    return ft.scan(step, (x, 1.0, 0.0), None, length=ROUNDS)[0][2]


TOTALS = [last_total, products_of_totals, totals_of_the_round_before]


@pytest.mark.parametrize("fun", TOTALS)
def test_totals_that_are_no_sums_of_parts(fun):
    np.testing.assert_allclose(ft.jit(fun)(P, X, V), fun(P, X, V), rtol=1e-9)
    slope = ft.grad(fun)
    np.testing.assert_allclose(ft.jit(slope)(P, X, V), slope(P, X, V), rtol=1e-8)


@pytest.mark.parametrize("fun", [neighbours, mean_field, in_order, a_quarter])
def test_where_elements_need_others_there_are_none(fun):
    assert strips(fun, P, X, V) is None
    np.testing.assert_allclose(ft.jit(fun)(P, X, V), fun(P, X, V), rtol=1e-11)
    slope = ft.grad(fun)
    np.testing.assert_allclose(ft.jit(slope)(P, X, V), slope(P, X, V), rtol=1e-8)


def test_gradients_that_need_totals_go_through_all_elements():
    assert strips(squares_of_totals, P, X, V) is not None
    slope = ft.grad(squares_of_totals)
    assert strips(slope, P, X, V) is None
    np.testing.assert_allclose(ft.jit(slope)(P, X, V), slope(P, X, V), rtol=1e-8)


def test_paths_that_are_returned_are_written_row_by_row():
    def paths(p, x, v):
        rows = np.zeros((ROUNDS, N))
        for k in range(ROUNDS):
            x = x + p[0] * np.sin(x) * v
            rows[k] = x
        return rows

    assert strips(paths, P, X, V) is None
    np.testing.assert_allclose(ft.jit(paths)(P, X, V), paths(P, X, V), atol=1e-13)


def test_totals_that_fill_an_array_have_no_copy_for_each_strip():
    def filled(p, x, v):
        return np.full(N, oscillators(p, x, v)) * p[0]

    memory = ft.jit(filled).lower(P, X, V).peak_memory
    assert memory < 20 * X.nbytes
    np.testing.assert_allclose(ft.jit(filled)(P, X, V), filled(P, X, V), rtol=1e-11)


def test_axes_that_could_be_taken_for_each_other():
    n = 300

    def outer(p, x, v):
        y = np.outer(x, v)
        for _ in range(ROUNDS):
            y = y + p[0] * np.sin(y) * x
        return y.sum()

    x, v = X[:n], V[:n]
    assert strips(outer, P, x, v) is None
    np.testing.assert_allclose(ft.jit(outer)(P, x, v), outer(P, x, v), rtol=1e-12)


def test_as_many_rounds_as_elements():
    n = 400

    def walks(p, x, noise):
        for t in range(n):
            x = x * 0.99 + 0.1 * p[0] * noise[t] * np.cos(x)
        return (x * x).sum()

    x, noise = X[:n], RNG.normal(size=(n, n))
    for made in (walks, ft.grad(walks), ft.grad(walks, argnums=2)):
        np.testing.assert_allclose(
            ft.jit(made)(P, x, noise), made(P, x, noise), rtol=1e-9, atol=1e-12
        )


# -- what they are for ---------------------------------------------------------------------


def test_of_what_is_kept_for_the_gradient_there_is_memory_for_a_strip():
    x, v = np.resize(X, 400_000), np.resize(V, 400_000)
    memory = ft.jit(ft.grad(oscillators)).lower(P, x, v).peak_memory
    assert memory < ROUNDS * x.nbytes / 5


@pytest.mark.parametrize("fun", [oscillators, totals])
def test_results_do_not_depend_on_threads(fun):
    program = ft.jit(ft.value_and_grad(fun, argnums=(0, 1)))
    usual, found = ft.get_num_threads(), []
    try:
        for threads in (1, 2, 5):
            ft.set_num_threads(threads)
            found.append(ft.tree.leaves(program(P, X, V)))
    finally:
        ft.set_num_threads(usual)
    for other in found[1:]:
        for one, same in zip(found[0], other, strict=True):
            np.testing.assert_array_equal(one, same)


def test_no_rounds_and_no_elements():
    def summed(p, xs, x):
        return ft.scan(lambda c, row: (c * row + p[0], None), x, xs)[0].sum()

    for rows, n in ((0, N), (3, 0)):
        xs, x = np.ones(rows), np.ones(n)
        for made in (summed, ft.grad(summed)):
            np.testing.assert_allclose(ft.jit(made)(P, xs, x), made(P, xs, x))


def diffusion(x):
    for _ in range(ROUNDS):
        d = np.zeros_like(x)
        d[1:-1] = 0.1 * (x[2:] - 2 * x[1:-1] + x[:-2]) + 0.01 * x[1:-1] ** 2
        x = x + d
    return x


@pytest.mark.parametrize("count", [24, 31])
def test_directions_are_cut(count):
    """The state is computed anew for some of them at a time, not for each."""
    x, seeds = X[:6000], RNG.uniform(size=(count, 6000))

    def tangents(x, seeds):
        return ft.vmap(lambda s: ft.jvp(diffusion, (x,), (s,))[1])(seeds)

    plan = str(ft.jit(tangents).lower(x, seeds).plan)
    assert re.search(r"^    \d+: call scan", plan, re.MULTILINE)
    expected = np.stack([ft.jvp(diffusion, (x,), (s,))[1] for s in seeds])
    np.testing.assert_allclose(
        ft.jit(tangents)(x, seeds), expected, rtol=1e-12, atol=1e-14
    )


def test_much_is_not_computed_anew():
    """Of few directions there is one pass."""
    seeds = RNG.uniform(size=(3, 6000))

    def tangents(x, seeds):
        return ft.vmap(lambda s: ft.jvp(diffusion, (x,), (s,))[1])(seeds)

    plan = str(ft.jit(tangents).lower(X[:6000], seeds).plan)
    assert not re.search(r"^    \d+: call scan", plan, re.MULTILINE)
