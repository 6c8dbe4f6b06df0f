"""In the middle of a run nests are one loop, and what is between them is in registers."""

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.plan import middle, tiles
from functrace.compiler.plan.checking import check_plan
from functrace.compiler.plan.plan import Plan
from tests._tiled import check_order, results, tiled, untiled

RNG = np.random.default_rng(5)
SIZES = [0, 1, 2, 3, 7, 8, 9, 16, 31, 33, 63, 64, 65, 127, 200, 257, 1001]


def growth(x):
    """Each takes the one before; the first one has another formula."""
    return np.concatenate([x[:1], x[1:] * x[:-1]])


def runge_kutta(slope):
    def step(x):
        k1 = slope(x)
        k2 = slope(x + 0.5 * k1)
        k3 = slope(x + 0.5 * k2)
        k4 = slope(x + k3)
        return x + (k1 + 2 * k2 + 2 * k3 + k4) / 6

    return step


def upwind(u):
    d = np.zeros_like(u)
    d[1:] = u[:-1] - u[1:]
    return d


def spread(u):
    d = np.zeros_like(u)
    d[1:-1] = u[2:] - 2 * u[1:-1] + u[:-2]
    return 0.1 * d


def ring(u):
    return (np.roll(u, -1) - np.roll(u, 2)) * np.roll(u, 1) * 0.01 - 0.01 * u


def bonds(x):
    """Forces of neighbours on each other, added up."""
    pull = x[1:] - x[:-1]
    force = np.zeros_like(x)
    force[:-1] += pull
    force[1:] -= pull
    return 0.1 * force


def far(x):
    """What is read is several vectors behind, and ahead."""
    d = x * 0.5
    d[19:-21] += x[:-40] - x[40:]
    return d


def several(x):
    """What is written twice, in part; ends that are set."""
    d = x * 0.9
    d[2:-2] += 0.3 * x[4:] - 0.2 * x[:-4] * x[2:-2]
    d[1:] -= 0.1 * x[:-1]
    d[0], d[-1] = x[1], 0.25
    return d


def shifted(x):
    """Both neighbours, whose cotangents are added to one array by one nest."""
    y = np.cos(x)
    u = np.concatenate([x[1:], x[:1]]) * 0.7 + y * 0.1
    v = np.concatenate([x[:1], x[:-1]]) * 0.7 + u * 0.1
    return 0.2 * (u + v) + 0.1 * (np.roll(y, 1) - x) * np.roll(y, 1)


STEPS = [growth, upwind, spread, ring, bonds, far, several]


def both(fun):
    def value_and_gradient(x):
        y, pull = ft.vjp(fun, x)
        return y, pull(np.cos(y))[0]

    return value_and_gradient


def empty(*args, **options):
    """The middle of a run, without a round."""
    found = middle.find_middle(*args, **options)
    return None if found is None else found._replace(end=found.begin)


def compared(fun, x, **options):
    """The runs of a program, whose bits are those of nests that take turns.

    Those of whole passes may differ, as other products are summed at once.
    """
    with untiled():
        whole = results(fun, x)
    with tiled(fused=True, **options), pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "find_middle", empty)
        turns = results(fun, x)
    with tiled(fused=True, **options) as found:
        got = results(fun, x)
    for out, other, wanted in zip(got, turns, whole, strict=True):
        np.testing.assert_array_equal(out, other)
        rounding = {"rtol": 1e-13, "atol": 1e-13} if out.dtype.kind in "fc" else {}
        if out.dtype == np.float32:
            rounding = {"rtol": 1e-6, "atol": 1e-6}
        np.testing.assert_allclose(out, wanted, **rounding)
    return [run for run, *_ in found if run.middle is not None]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("slope", STEPS)
def test_bits_are_the_same(slope, shared):
    x = RNG.uniform(0.1, 1, 2003)
    assert compared(runge_kutta(slope), x, shared=shared)
    compared(both(runge_kutta(slope)), x, shared=shared)


@pytest.mark.parametrize("slope", [growth, upwind, spread, ring, bonds])
def test_all_sizes(slope):
    fun = runge_kutta(slope)
    for size in SIZES[slope is ring :]:
        x = RNG.uniform(0.1, 1, size)
        if size < 3 and slope is not growth:
            continue
        runs = compared(fun, x, shared=False)
        assert runs or size < 250
        with tiled(fused=True, shared=False):
            (out,) = results(fun, x)
        np.testing.assert_allclose(out, fun(x), rtol=1e-13, atol=1e-15)


def partly(x):
    """What is written to all of an array, and again to most of it."""
    y = np.cos(x) + 0.5
    x = x + 0.1 * x - 0.05 * y
    d = x.copy()
    d[2:-2] += 0.3 * y[4:] - 0.2 * x[:-4] * y[2:-2]
    d[-1] = y[0] * 0.5
    d[0] = x[-1]
    v = 0.5 * y + 0.1 * (np.roll(y, 1) - d) * np.roll(y, 1)
    y = np.sin(v)
    u = np.zeros_like(y)
    u[1:-1] = 0.3 * v[2:] - 0.2 * y[:-2] * v[1:-1]
    u[1:] -= 0.1 * y[:-1]
    return d + y + v + u


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("fun", [shifted, partly])
def test_several_writers_of_an_element(fun, shared):
    def second(x):
        return ft.jvp(lambda x: both(fun)(x)[1], (x,), (np.sin(x),))

    for size in (129, 643):
        compared(second, RNG.uniform(0.1, 1, size), shared=shared)


@pytest.mark.parametrize("slope", STEPS)
def test_derivatives_are_those_of_the_interpreter(slope):
    x = RNG.uniform(0.1, 1, 517)
    fun = both(runge_kutta(slope))
    with tiled(fused=True):
        got = results(fun, x)
    for out, wanted in zip(got, fun(x), strict=True):
        np.testing.assert_allclose(out, wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int16, bool, complex])
def test_other_dtypes(dtype):
    x = RNG.uniform(-3, 3, 1003)
    x = x > 0 if dtype is bool else x.astype(dtype)

    def fun(x):
        y = np.zeros_like(x)
        y[1:] = x[1:] * x[:-1]
        z = np.zeros_like(x)
        z[1:] = y[:-1] * x[1:]
        return np.concatenate([z[:2], z[2:] * y[:-2]])

    compared(fun, x, shared=False)


def test_special_values_and_strides():
    x = RNG.uniform(-1, 1, 2400)
    x[::7], x[5::50], x[9::90] = -0.0, np.nan, np.inf
    for given in (x, x[::3], x[::-1]):
        with np.errstate(all="ignore"):
            assert compared(runge_kutta(growth), given, shared=False)


def test_rounds_of_a_loop():
    def fun(x):
        return ft.fori_loop(0, 5, lambda k, u: runge_kutta(upwind)(u) * 0.5 + k, x)

    x = RNG.uniform(0.1, 1, 1503)
    assert compared(both(fun), x)
    with tiled(fused=True):
        (out,) = results(fun, x)
    np.testing.assert_allclose(out, fun(x), rtol=1e-13)


def test_products_are_rounded_before_others_take_them():
    """As they are in memory: no product and sum become one operation."""

    def fun(x):
        y = x[1:] * x[:-1]
        z = np.concatenate([x[:1], y])  # what one nest writes
        return z[1:] + x[:-1], z[:-1] - y

    compared(fun, RNG.uniform(0.1, 1, 1000), shared=False)


def streams(fun, x):
    with tiled(fused=True, shared=False) as found:
        results(fun, x)
    runs = [run for run, *_ in found if run.middle is not None]
    return [stream for run in runs for stream in run.middle.streams]


def test_slopes_are_not_stored():
    found = streams(runge_kutta(growth), RNG.uniform(0.1, 1, 1000))
    assert [stream.stored for stream in found].count(True) == 1


def test_what_is_needed_afterwards_is_stored():
    def fun(x):
        k = growth(x)
        return growth(x + k), k, k[::-1].copy()

    x = RNG.uniform(0.1, 1, 1000)
    compared(fun, x, shared=False)
    with tiled(fused=True, shared=False):
        got = results(fun, x)
    for out, wanted in zip(got, fun(x), strict=True):
        np.testing.assert_allclose(out, wanted, rtol=1e-14)


def test_sums_afterwards_see_all_of_it():
    def fun(x):
        k = growth(x)
        y = growth(x + k)
        return y, k.sum(), (k * y).max()

    x = RNG.uniform(0.1, 1, 3001)
    with tiled(fused=True):
        got = results(fun, x)
    for out, wanted in zip(got, fun(x), strict=True):
        np.testing.assert_allclose(out, wanted, rtol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("slope", STEPS)
def test_order_is_the_programs(slope, shared):
    with tiled(fused=True, shared=shared) as found:
        results(both(runge_kutta(slope)), RNG.uniform(0.1, 1, 300))
    assert any(run.middle is not None for run, *_ in found)
    for run in found:
        check_order(*run)


def heads(fun, x):
    plan = str(ft.jit(fun).lower(x).plan)
    return "in one loop with" in plan


@pytest.fixture
def any_width(monkeypatch):
    """Registers are as wide as cache lines."""
    monkeypatch.setattr(middle, "_LINE", 0)


@pytest.mark.usefixtures("any_width")
def test_plans_tell():
    x = RNG.uniform(0.1, 1, 5000)
    assert heads(runge_kutta(growth), x)
    assert not heads(runge_kutta(growth), x[:50])  # it would hardly begin
    assert not heads(lambda x: np.sin(x) + x, x)


@pytest.mark.usefixtures("any_width")
def test_what_computes_much_keeps_wide_vectors():
    def dear(x):
        return np.concatenate([x[:1], np.exp(-x[1:]) * np.sin(x[:-1])])

    assert not heads(runge_kutta(dear), RNG.uniform(0.1, 1, 5000))


def test_narrow_registers_do_without(monkeypatch):
    monkeypatch.setattr(middle, "_LINE", 1 << 10)
    assert not heads(runge_kutta(growth), RNG.uniform(0.1, 1, 5000))


def test_long_programs_are_several_loops():
    def fun(x):
        for slope in (spread, upwind, ring, several, bonds):
            x = runge_kutta(slope)(x)
        return x

    runs = compared(fun, RNG.uniform(0.1, 1, 2000), shared=False)
    assert len(runs) > 1
    assert all(len(run.middle.streams) < tiles._MOST for run in runs)


def test_plans_are_checked():
    """What is in registers only must not be read elsewhere."""

    def fun(x):
        k, y = growth(x), runge_kutta(growth)(x)
        return y, y[::-1] * k

    with tiled(fused=True, shared=False) as found:
        results(fun, RNG.uniform(0.1, 1, 1000))
    run, stages, homes, in_place = next(x for x in found if x[0].middle is not None)
    plan = Plan(tuple(stages), (), homes, 1 << 20, frozenset(in_place), (run,))
    check_plan(plan)
    assert {stream.stored for stream in run.middle.streams} == {False, True}
    lost = [stream._replace(stored=False) for stream in run.middle.streams]
    wrong = run._replace(middle=run.middle._replace(streams=tuple(lost)))
    with pytest.raises(AssertionError, match="is not stored"):
        check_plan(plan._replace(tiles=(wrong,)))
    kept = next(k for k, stream in enumerate(run.middle.streams) if stream.stored)
    lost = [*run.middle.streams]
    lost[kept] = lost[kept]._replace(stored=False)
    wrong = run._replace(middle=run.middle._replace(streams=tuple(lost)))
    with pytest.raises(AssertionError, match="needs is not stored"):
        check_plan(plan._replace(tiles=(wrong,)))
