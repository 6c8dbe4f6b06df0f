"""Functions of one number with plain branches and loops: jitted, they are as without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import functrace as ft

Function = Callable[[Any], Any]


class Cases:
    """Functions of one number, and the points that each is to be tried at."""

    def __init__(self) -> None:
        self._found: list[tuple[Function, tuple[float, ...]]] = []

    def at(self, *points: float) -> Callable[[Function], Function]:
        """Note a function."""

        def note(function: Function) -> Function:
            self._found.append((function, points))
            return function

        return note

    @property
    def each(self) -> Any:
        """Run the tests of a class for each function."""
        names = [function.__name__ for function, _ in self._found]
        return pytest.mark.parametrize(("function", "points"), self._found, ids=names)


def _second(function: Function) -> Function:
    return ft.grad(ft.grad(function))


def _batch(points: tuple[float, ...]) -> np.ndarray:
    return np.outer(points, [1, 1.07, 0.83]).ravel()


class AsWithoutJit:
    """Each way is compiled once, for all points."""

    def test_value(self, function: Function, points: tuple[float, ...]) -> None:
        fast = ft.jit(function)
        for x in points:
            np.testing.assert_allclose(fast(x), function(x), rtol=1e-13)

    def test_gradient(self, function: Function, points: tuple[float, ...]) -> None:
        slopes = [ft.jit(ft.grad(function)), ft.grad(ft.jit(function))]
        step = 1e-6
        for x in points:
            wanted = ft.grad(function)(x)
            for slope in slopes:
                np.testing.assert_allclose(slope(x), wanted, rtol=1e-12)
            difference = (function(x + step) - function(x - step)) / (2 * step)
            np.testing.assert_allclose(wanted, difference, rtol=1e-6, atol=1e-8)

    def test_forward_mode(self, function: Function, points: tuple[float, ...]) -> None:
        def push(x: float) -> Any:
            return ft.jvp(function, (x,), (1.5,))[1]

        fast = ft.jit(push)
        for x in points:
            np.testing.assert_allclose(fast(x), push(x), rtol=1e-12)

    @pytest.mark.slow
    def test_second_order(self, function: Function, points: tuple[float, ...]) -> None:
        ways = [ft.jit(_second(function)), ft.jit(ft.jacfwd(ft.grad(function)))]
        for x in points:
            wanted = _second(function)(x)
            for way in ways:
                np.testing.assert_allclose(way(x), wanted, 1e-10, 1e-12)

    @pytest.mark.filterwarnings(
        "ignore:invalid value:RuntimeWarning"
    )  # of all branches
    def test_batch(self, function: Function, points: tuple[float, ...]) -> None:
        xs = _batch(points)
        wanted = [function(x) for x in xs]
        np.testing.assert_allclose(ft.vmap(function)(xs), wanted, rtol=1e-12)
        np.testing.assert_allclose(ft.jit(ft.vmap(function))(xs), wanted, rtol=1e-12)

    @pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
    def test_gradient_of_a_batch(
        self, function: Function, points: tuple[float, ...]
    ) -> None:
        xs = _batch(points)
        wanted = [ft.grad(function)(x) for x in xs]
        found = ft.jit(ft.vmap(ft.grad(function)))(xs)
        np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-12)
        whole = ft.jit(ft.grad(lambda xs: np.sum(ft.vmap(function)(xs))))(xs)
        np.testing.assert_allclose(whole, wanted, rtol=1e-10, atol=1e-12)
