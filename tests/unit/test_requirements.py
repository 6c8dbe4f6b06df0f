"""Conditions on values, in compiled functions: what they hold of is handed on, not copied."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.primitives.checks import require


def positive(x: Any, what: Any = None) -> Any:
    ok = (x if what is None else what) > 0
    return require(x, ok, message="none may be negative")


def calls(f: Any, *args: Any) -> list[str]:
    lines = [line.strip() for line in ft.jit(f).lower(*args).plan.splitlines()]
    return [line for line in lines if "call " in line]


def stages(f: Any, *args: Any) -> list[str]:
    lines = ft.jit(f).lower(*args).plan.splitlines()
    return [line for line in lines if line[:1].isdigit()]


@pytest.mark.parametrize("size", [1, 7, 16, 63, 64, 65, 200])
@pytest.mark.parametrize("layout", ["row", "every second", "columns", "one for all"])
def test_conditions_on_many_values(size: int, layout: str) -> None:
    x = np.arange(3.0)
    fun = ft.jit(lambda x, ok: require(x, ok, message="not all"))

    def held(places: list[int]) -> bool:
        ok = np.full((2, size), 3, np.uint8).view(bool)  # as C programs have them
        ok.reshape(-1)[places] = False
        if layout == "every second":
            ok = np.repeat(ok, 2, axis=1)[:, ::2]
        elif layout == "columns":
            ok = np.asfortranarray(ok)
        elif layout == "one for all":
            ok = np.broadcast_to(ok[:, :1], (2, size))
        try:
            found = fun(x, ok)
        except ValueError:
            return False
        assert np.array_equal(found, x)
        assert not np.shares_memory(found, x)
        return True

    assert held([])
    places = [0, size] if layout == "one for all" else [0, size - 1, size, 2 * size - 1]
    assert not any(held([k]) for k in places)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4", "u1", "?"])
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 0, 3), (4, 5)])
def test_any_array_is_handed_on(dtype: str, shape: tuple[int, ...]) -> None:
    x = np.ones(shape, dtype)
    for given in (x, np.repeat(x, 2, axis=0)[::2] if shape else x):
        found = ft.jit(lambda x: require(x, x == x, message="NaN"))(given)
        np.testing.assert_array_equal(found, x, strict=True)
    if x.dtype.kind in "fc" and x.size:
        with pytest.raises(ValueError, match="NaN"):
            ft.jit(lambda x: require(x, x == x, message="NaN"))(x * np.nan)


def test_a_condition_without_values_holds() -> None:
    fun = ft.jit(lambda x, ok: require(x, ok, message="no"))
    assert fun(2.0, np.zeros(0, bool)) == 2
    assert fun(np.zeros(0), np.ones(3, bool)).shape == (0,)


def test_one_loop_checks_and_computes() -> None:
    def energy(x: Any) -> Any:
        return np.sum(np.exp(positive(x)) * x)

    x = np.linspace(1, 2, 1000)
    assert not calls(energy, x)
    assert len(stages(energy, x)) == 1
    assert "load arena" not in ft.jit(energy).lower(x).plan
    for f in (energy, ft.grad(energy)):
        np.testing.assert_allclose(ft.jit(f)(x), f(x), rtol=1e-14)
        with pytest.raises(ValueError, match="negative"):
            ft.jit(f)(-x)


def test_what_is_handed_on_is_not_overwritten_for_others() -> None:
    def changed(x: Any) -> Any:
        y = x * np.sin(x)
        z = positive(y)
        w = z.copy()
        w[1:3] = 7.0
        return w, z, np.cumsum(y)

    def changed_twice(x: Any) -> Any:
        z = positive(np.cumsum(x))
        first, second = z.copy(), z.copy()
        first[0], second[1] = 5.0, 6.0
        return first, second

    def changed_before(x: Any) -> Any:
        y = np.cumsum(x)
        w = y.copy()
        w[0] = 9.0
        return w, positive(y)

    x = np.linspace(0.5, 2.5, 70)
    for f in (changed, changed_twice, changed_before):
        for found, expected in zip(ft.jit(f)(x), f(x), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_an_argument_and_a_constant_are_copied_where_they_are_results() -> None:
    x = np.arange(1.0, 5.0)
    for found in ft.jit(lambda y: (positive(y), positive(x, y), x))(x):
        assert np.array_equal(found, x)
        assert not np.shares_memory(found, x)


def test_loops_begin_after_what_they_require() -> None:
    def down(n: Any) -> Any:
        start = positive(n)
        return ft.while_loop(lambda k: k != 0, lambda k: k - 1, start)

    assert ft.jit(down)(5) == 0
    with pytest.raises(ValueError, match="negative"):
        ft.jit(down)(-5)  # it would go on


@pytest.mark.parametrize("batched", [False, True])
def test_conditions_in_rounds(batched: bool) -> None:
    def roots(x: Any) -> Any:
        def step(k: Any, x: Any) -> Any:
            return np.sqrt(positive(x - 0.125 * k))

        return ft.fori_loop(0, 4, step, x)

    x = np.linspace(1, 2, 33)
    f: Any = ft.vmap(roots) if batched else roots
    for g in (f, ft.grad(lambda x: np.sum(f(x)))):
        np.testing.assert_allclose(ft.jit(g)(x), g(x), rtol=1e-13)
        with pytest.raises(ValueError, match="negative"):
            ft.jit(g)(np.where(x > 1.9, -1.0, x))


def test_sums_and_views_are_handed_on() -> None:
    def f(x: Any) -> Any:
        rows = np.sum(x, axis=1)
        return positive(rows) + rows, positive(x.T[1:]) @ rows, positive(rows.sum())

    x = np.random.default_rng(0).uniform(1, 2, (30, 30))
    for found, expected in zip(ft.jit(f)(x), f(x), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-14)
