"""Programs whose traces are taken for long ones, however short."""

from __future__ import annotations

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
