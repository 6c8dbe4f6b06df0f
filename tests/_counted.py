"""Comparing loops of which one round is traced with what Python makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import functrace as ft
from functrace.transforms._capture import attempts
from functrace.transforms._rolling import worth

RNG = np.random.default_rng(0)
XS = RNG.normal(size=60)
WEIGHTS = [float(w) for w in RNG.uniform(size=60)]


@pytest.fixture(autouse=True)
def short_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short loops are worth being loops."""
    monkeypatch.setattr(worth, "_LONG", 40)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of rounds of loops of which one round was traced, and did for all."""
    found: list[int] = []

    def noting(*args: Any) -> attempts.RoundsAttempt:
        outcome = usual(*args)
        if outcome.done:
            found.append(outcome.done)
        return outcome

    usual = attempts.tried
    monkeypatch.setattr("functrace.transforms._capture.loops.tried", noting)
    return found


def agree(function: Any, *args: Any, rtol: float = 1e-12) -> Any:
    """What a function gives when it is compiled, which is what it gives otherwise."""
    wanted, found = function(*args), ft.jit(function)(*args)
    np.testing.assert_allclose(found, wanted, rtol, 1e-13)
    assert np.asarray(found).dtype == np.asarray(wanted).dtype
    return found


def in_branches(x: Any) -> Any:
    """Both branches append to a list."""
    path, y = [x[0]], np.zeros(2)
    for item in x:
        if item > 0:
            y = y + item
            path.append(path[-1] * 0.5 + item)
        else:
            path.append(np.sum(y))
            y = y * 0.5
    return np.array(path)
