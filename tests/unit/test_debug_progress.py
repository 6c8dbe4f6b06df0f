"""Bars of loops."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import functrace as ft
from functrace.transforms._progress import ProgressLine


class Bar:
    """Has tqdm's interface."""

    made: list[Bar]

    def __init__(self, total=None):
        self.total, self.n, self.calls, self.closed = total, 0, 0, 0
        self.made.append(self)

    def update(self, rounds):
        self.n += rounds
        self.calls += 1

    def close(self):
        self.closed += 1


@pytest.fixture(autouse=True)
def made():
    Bar.made = []
    return Bar.made


def scanned(x, progress):
    def step(c, _):
        return np.sin(c) + 0.1, None

    return ft.scan(step, x, length=2000, progress=progress)[0]


def for_range(x, progress):
    return ft.fori_loop(3, 2003, lambda i, c: np.sin(c) + 0.1, x, progress=progress)


def counted(x, progress):
    def body(pair):
        return pair[0] + 1, np.sin(pair[1]) + 0.1

    pair = ft.while_loop(lambda p: p[0] < 2000, body, (0, x), progress=progress)
    return pair[1]


@pytest.mark.parametrize("loop", [scanned, for_range, counted])
@pytest.mark.parametrize(
    "wrap",
    [lambda f: f, ft.jit, lambda f: ft.jit(ft.grad(f)), lambda f: ft.grad(ft.jit(f))],
    ids=["plain", "jit", "jit(grad)", "grad(jit)"],
)
@pytest.mark.slow
def test_all_rounds_are_told(loop, wrap, made):
    with_bar, without = wrap(lambda x: loop(x, Bar)), wrap(lambda x: loop(x, None))
    assert with_bar(0.5) == without(0.5)
    (bar,) = made
    assert bar.n == 2000
    assert bar.total == (None if loop is counted else 2000)
    assert bar.calls < 100
    assert bar.closed == 1
    with_bar(0.5)
    assert len(made) == 2


def test_a_range_that_is_not_known(made):
    f = ft.jit(lambda n: ft.fori_loop(0, n, lambda i, x: x + i, 0, progress=Bar))
    assert f(100) == 4950
    assert made[0].total is None


def test_a_bar_of_ones_own(made):
    bar = Bar(10)
    ft.scan(lambda c, _: (c + 1, None), 0, length=10, progress=bar)
    assert (bar.n, bar.closed, len(made)) == (10, 0, 1)


def test_batches_have_one(made):
    ft.jit(ft.vmap(lambda x: scanned(x, Bar)))(np.ones(3))
    assert [bar.n for bar in made] == [2000]


def test_without_tqdm(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    ft.jit(lambda x: scanned(x, "steps"))(0.5)
    text = capsys.readouterr().err
    assert text.startswith("\rsteps: ")
    assert text.rstrip().endswith("2000/2000, 100 %, 0 s")
    assert ProgressLine("rounds", None).words(2.0) == "rounds: 0 rounds, 2 s"


def test_with_tqdm(monkeypatch, made):
    def tqdm(total, desc):
        assert desc == "steps"
        return Bar(total)

    monkeypatch.setitem(sys.modules, "tqdm.auto", SimpleNamespace(tqdm=tqdm))
    ft.jit(lambda x: scanned(x, "steps"))(0.5)
    assert made[0].n == 2000


def test_what_cannot_show_it():
    with pytest.raises(TypeError, match="progress cannot be shown so"):
        scanned(0.5, 3)
