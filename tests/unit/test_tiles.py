"""Nests one after another take turns, tile by tile, where what is between them is large."""

import re

import numpy as np
import pytest

import functrace as ft
from functrace.compiler.plan import tiles
from tests._tiled import check_order, results, tiled, unfused, untiled

RNG = np.random.default_rng(3)
LINE = RNG.uniform(0.1, 1, 40_000)


def turns(fun, *args):
    """Tiles of the runs of a program, as its plan tells."""
    with unfused():
        plan = str(ft.jit(fun).lower(*args).plan)
    return {int(n) for n in re.findall(r"in (\d+) tiles", plan)}


def lorenz(x):
    """A ring."""

    def slope(x):
        return (np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + 8

    for _ in range(2):
        k1 = slope(x)
        k2 = slope(x + 0.01 * k1)
        x = x + 0.005 * (k1 + k2)
    return x


def chain(x):
    """What a cell needs of its neighbour on one side."""
    y = x
    for _ in range(3):
        z = np.zeros_like(y)
        z[1:] = y[:-1] * x[1:]
        y = y + 0.1 * z
    return y


def ends(x):
    """Steps between which the ends are set."""
    u = x
    for _ in range(3):
        v = u.copy()
        v[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        v[0], v[-1] = v[1], v[-2]
        u = v
    return u


def sheet(u):
    """Rows and columns that are rings."""

    def spread(u):
        rows = np.roll(u, 1, 0) + np.roll(u, -1, 0)
        return rows + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4 * u

    return u + 0.1 * spread(u + 0.05 * spread(u) - u**3)


def bonds(x):
    """Rows of three, their lengths, and forces back onto them."""
    d = x[1:] - x[:-1]
    pull = d / np.sqrt((d * d).sum(axis=1) + 1)[:, None]
    force = np.zeros_like(x)
    force[:-1] += pull
    force[1:] -= pull
    return x + 0.1 * force


CASES = {
    "lorenz": (lorenz, (40_000,)),
    "odd ring": (lorenz, (12_345,)),
    "chain": (chain, (40_000,)),
    "ends": (ends, (20_001,)),
    "sheet": (sheet, (300, 40)),
    "wide sheet": (sheet, (60, 700)),
    "bonds": (bonds, (5_000, 3)),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(("size", "fused"), [(1, False), (1 << 14, False), (1, True)])
def test_bits_are_the_same(name, size, fused):
    fun, shape = CASES[name]
    x = RNG.uniform(0.1, 1, shape)

    def both(x):
        y, pull = ft.vjp(fun, x)
        return y, pull(np.cos(y))[0]

    with untiled():
        expected = results(both, x)
    with tiled(size, fused=fused) as found:
        got = results(both, x)
    assert any(run.chunks > 1 for run, *_ in found)
    for out, wanted in zip(got, expected, strict=True):
        np.testing.assert_array_equal(out, wanted)


@pytest.mark.slow
@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize(("fun", "size"), [(lorenz, 1500), (chain, 1500), (ends, 2600)])
def test_threads_do_not_meet(fun, size, fused):
    with tiled(fused=fused) as found:
        results(fun, RNG.uniform(0.1, 1, size))
    assert any(run.chunks > 1 or run.ring for run, *_ in found)
    for run in found:
        check_order(*run)


def test_a_wrong_order_is_found():
    with tiled() as found:
        results(lorenz, RNG.uniform(0.1, 1, 1500))
    run, *rest = found[0]
    hasty = [member._replace(lag=1) for member in run.members]
    with pytest.raises(AssertionError, match=r"not there yet|at once"):
        check_order(run._replace(members=tuple(hasty)), *rest)


def test_what_is_large_takes_turns():
    assert turns(lorenz, np.tile(LINE, 3))
    assert turns(ft.grad(lambda x: chain(x).sum()), np.tile(LINE, 3))


def test_what_caches_hold_does_not():
    assert not turns(lorenz, LINE[:5000])


def test_one_pass_does_not():
    assert not turns(lambda x: np.sin(x) + x, np.tile(LINE, 9))


@pytest.mark.parametrize(
    "fun",
    [
        lambda x: x[::-1] * np.roll(x * x, 1) + np.cumsum(x),
        lambda x: np.sort(x) * np.sin(x),
        lambda x: x[np.argsort(np.sin(x))] + x,
        lambda x: np.roll(x / x.mean(), 1) * x.max(),
    ],
)
def test_what_waits_for_all_of_it_is_right(fun):
    x = LINE[:3000]
    with tiled():
        (out,) = results(fun, x)
    np.testing.assert_allclose(out, fun(x), rtol=1e-13)


def test_state_in_its_own_place():
    """A loop whose state is written where it is read."""

    def fun(x):
        return ft.fori_loop(0, 4, lambda k, u: ends(u) + 0.01 * k, x)

    x = LINE[:9000]
    with untiled():
        (expected,) = results(fun, x)
    with tiled(1 << 12) as found:
        (out,) = results(fun, x)
    assert found
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("dtype", [np.float32, complex, np.int64])
def test_other_dtypes(dtype):
    x = (10 * LINE[:7000]).astype(dtype)

    def fun(x):
        y = np.roll(x, 1) * 2 + x
        return np.concatenate([y[1:], y[:1]]) - x, np.roll(y, 2)

    with untiled():
        expected = results(fun, x)
    with tiled(1 << 12) as found:
        got = results(fun, x)
    assert found
    for out, wanted in zip(got, expected, strict=True):
        np.testing.assert_array_equal(out, wanted)


def test_stages_are_timed_one_by_one():
    """A profile says what each stage takes: there are no turns."""
    x = np.tile(LINE, 3)
    profile = ft.profile(ft.jit(lorenz))(x)
    assert "roll" in str(profile)


def test_lags_are_not_deep():
    """What would have to wait for most of it begins another run."""

    def far(x):
        y = np.sin(x) * 2
        return np.roll(y, len(x) // 2) + y

    with tiled(1 << 12) as found:
        (out,) = results(far, LINE)
    np.testing.assert_allclose(out, far(LINE), rtol=1e-14)
    assert all(2 * max(m.lag for m in run.members) <= run.units for run, *_ in found)


def test_limits_are_those_of_caches():
    for cache in (tiles.NEAREST, tiles.NEAR):
        assert cache.tile <= cache.least < cache.most


def test_what_does_little_with_much_stays_in_the_nearest_cache():
    """It takes turns where others do not, with smaller tiles."""
    assert turns(chain, LINE[:5000])
    (most,) = turns(chain, np.tile(LINE, 5))
    (fewest,) = turns(chain, np.tile(LINE, 50))  # comes from memory anyway
    assert most > fewest


def test_what_lags_by_more_than_the_nearest_cache_does_not():
    def rows(x):
        y = x
        for _ in range(2):
            z = np.zeros_like(y)
            z[:-1] = y[1:] * x[1:]
            y = y + z
        return y

    assert turns(rows, np.ones((120, 250)))
    assert not turns(rows, np.ones((12, 2500)))
