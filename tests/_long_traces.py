"""Programs whose traces are taken for long ones, however short."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.transforms._capture.counters import Counters
from functrace.transforms._rolling import past, worth

N = 40
X = np.linspace(0.3, 1.3, N + 2)


@pytest.fixture(autouse=True)
def short_traces_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few operations are many."""
    monkeypatch.setattr(past, "LONG", 24)
    monkeypatch.setattr("functrace.transforms._capture.counted.LONG", 24)
    monkeypatch.setattr(worth, "FEW", 20)
    monkeypatch.setattr(worth, "_LONG", 40)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Counters]:
    """The counters of all traces."""
    found: list[Counters] = []
    init = Counters.__init__

    def noted(self: Counters, **options: Any) -> None:
        init(self, **options)
        found.append(self)

    monkeypatch.setattr(Counters, "__init__", noted)
    return found


def agree(function: Any, x: Any = X) -> None:
    """Values, gradients in both modes, and second order are those of all rounds."""

    def total(x: Any) -> Any:
        return np.sum(function(x))

    np.testing.assert_allclose(ft.jit(function)(x), function(x), rtol=1e-12)
    slope = ft.grad(total)(x)
    np.testing.assert_allclose(ft.jit(ft.grad(total))(x), slope, rtol=1e-9, atol=1e-12)
    pushed = ft.jit(lambda x, t: ft.jvp(total, (x,), (t,))[1])(x, x)
    np.testing.assert_allclose(pushed, np.sum(slope * x), rtol=1e-9)
    second = ft.jit(lambda x, t: ft.jvp(ft.grad(total), (x,), (t,))[1])(x, x)
    expected = ft.jvp(ft.grad(total), (x,), (x,))[1]
    np.testing.assert_allclose(second, expected, rtol=1e-8, atol=1e-10)


def carried(graph: ft.Graph) -> Iterator[tuple[int, ...]]:
    """The shapes that loops, and loops in them, hand on."""
    for node in graph.nodes:
        if node.name == "scan":
            body, first = node.params["body"], node.params["consts"]
            for aval in body.in_avals[first : first + node.params["carry"]]:
                yield aval.shape
            yield from carried(body)


def check_as_written_out(function: Callable[[Any], Any], x: np.ndarray) -> None:
    """The loops of a function of a vector are what they are un-jitted, derivatives too."""

    def total(x: Any) -> Any:
        return sum(np.sum(np.sin(leaf)) for leaf in ft.tree.leaves(function(x)))

    graph = ft.make_graph(function)(ft.Aval(x.shape))
    for leaf, exact, wanted in zip(
        *map(ft.tree.leaves, (ft.jit(function)(x), graph(x), function(x))), strict=True
    ):
        np.testing.assert_array_equal(exact, wanted)
        np.testing.assert_array_equal(np.signbit(exact), np.signbit(wanted))
        np.testing.assert_allclose(leaf, wanted, rtol=1e-12, atol=1e-14)
    v = np.cos(np.arange(1.0 * x.size))
    gradient = ft.grad(total)(x)
    np.testing.assert_allclose(ft.jit(ft.grad(total))(x), gradient, rtol=1e-11)
    batch = ft.jit(ft.vmap(ft.grad(total)))(np.stack([x, x / 2]))
    np.testing.assert_allclose(batch[0], gradient, rtol=1e-11)

    def twice(x: Any) -> Any:
        return ft.jvp(ft.grad(total), (x,), (v,))[1]

    np.testing.assert_allclose(ft.jit(twice)(x), twice(x), rtol=1e-10, atol=1e-12)
    if not np.isnan(total(x)):
        e = 1e-6 * v
        difference = (total(x + e) - total(x - e)) / 2e-6
        np.testing.assert_allclose(gradient @ v, difference, rtol=1e-6)
