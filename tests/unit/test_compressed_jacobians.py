"""Dense Jacobians and Hessians under jit are computed by colours where that pays."""

from __future__ import annotations

from typing import Any

import numpy as np
import optree
import pytest

import functrace as ft
from functrace.transforms import _compressed

X = np.random.default_rng(0).uniform(0.5, 1.5, 100)
Y = X[:40]


def rosenbrock(x: Any) -> Any:
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def arrow(x: Any) -> Any:
    return np.concatenate([np.sum(x**2)[None], x[1:] ** 2 * x[0]])


def tall(x: Any) -> Any:
    return np.concatenate([x[1:] * x[:-1], np.where(x > 1, x, x[::-1]), np.sin(x)])


def fields(x: Any) -> Any:
    grid = x.reshape(10, 10)
    return {"u": grid[1:] * grid[:-1], "v": np.sum(grid, axis=1)}


def dense(x: Any) -> Any:
    return np.sin(x) * np.sum(x)


@pytest.fixture(autouse=True)
def _all_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_compressed, "_WORK", 0)


CASES = [
    (
        ft.hessian,
        rosenbrock,
        "functrace.hessian: 298 of 100 x 100 entries, from 3 tangents",
    ),
    (ft.jacobian, arrow, "298 of 100 x 100 entries, from 2 tangents and 1 cotangent"),
    (ft.jacobian, tall, "functrace.jacobian: 498 of 299 x 100 entries"),
    (ft.jacobian, fields, "functrace.jacobian: 280 of 100 x 100 entries"),
    (ft.jacobian, dense, None),
    (ft.jacfwd, tall, None),
]


@pytest.mark.parametrize(("make", "fun", "said"), CASES)
def test_as_without_jit(make: Any, fun: Any, said: str | None) -> None:
    derivative = make(fun)
    jitted = ft.jit(derivative)
    pairs = zip(
        optree.tree_leaves(jitted(X)), optree.tree_leaves(derivative(X)), strict=True
    )
    for found, expected in pairs:
        assert found.shape == expected.shape
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    text = jitted.lower(X).explain()
    assert ("derivatives:" in text) == (said is not None)
    assert said is None or said in text


@pytest.mark.slow
def test_within_other_transforms() -> None:
    def total(x: Any) -> Any:
        return np.sum(np.sin(1e-3 * ft.hessian(rosenbrock)(x)))

    slope = ft.jit(ft.grad(total))
    np.testing.assert_allclose(slope(Y), ft.grad(total)(Y), rtol=1e-9)
    assert "3 tangents" in slope.lower(Y).explain()
    batch = np.stack([Y, 2 * Y])
    mapped = ft.jit(ft.vmap(ft.hessian(rosenbrock)))
    expected = [ft.hessian(rosenbrock)(y) for y in batch]
    np.testing.assert_allclose(mapped(batch), expected, rtol=1e-12)

    def scaled(x: Any, a: Any) -> Any:  # one argument stands for both
        return ft.hessian(lambda y: rosenbrock(a * y))(x)

    expected = ft.hessian(lambda y: rosenbrock(Y * y))(Y)
    np.testing.assert_allclose(ft.jit(lambda x: scaled(x, x))(Y), expected, rtol=1e-10)
    third = ft.jacobian(ft.hessian(rosenbrock))
    np.testing.assert_allclose(ft.jit(third)(Y), third(Y), rtol=1e-10, atol=1e-10)


def test_chosen_arguments() -> None:
    def fun(a: Any, k: int, b: Any) -> Any:
        return k * a["p"] * b[:, None], np.diff(a["p"], axis=0)

    args = {"p": X.reshape(25, 4), "unused": Y[:5]}, 3, X[:25]
    derivative = ft.jacobian(fun, (0, 2))
    pairs = zip(
        optree.tree_leaves(ft.jit(derivative, static_argnums=1)(*args)),
        optree.tree_leaves(derivative(*args)),
        strict=True,
    )
    for found, expected in pairs:
        np.testing.assert_allclose(found, expected)


def test_values_that_are_not_known_leave_no_entry_out() -> None:
    def picked(x: Any, i: Any) -> Any:  # places are arguments
        return x[i] * x

    derivative = ft.jacobian(picked)
    places = np.arange(40)[::-1].copy()
    found = ft.jit(derivative)(Y, places)
    np.testing.assert_allclose(found, derivative(Y, places))


def test_only_under_jit() -> None:
    graph = ft.make_graph(ft.hessian(rosenbrock))(ft.Aval(40))
    assert "index=('array',)" not in str(graph)
