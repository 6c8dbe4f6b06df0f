"""Garbage collection while graphs grow."""

import gc
import weakref
from contextvars import ContextVar, copy_context

import numpy as np
import pytest

import functrace as ft
from functrace.core.recording import OUTSIDE, ambient, recording


@pytest.fixture(autouse=True)
def usual():
    gc.collect()
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    for _ in range(10):
        gc.collect()
    gc.set_threshold(*before)


def collections():
    return sum(generation["collections"] for generation in gc.get_stats())


class Garbage:
    """An object that only the collector frees."""

    def __init__(self):
        self.itself = self


def long_sum(x, rounds=10_000):
    total = x
    for _ in range(rounds):
        total = total * 0.5 + x
    return np.sum(total)


@pytest.mark.slow
def test_long_functions_wake_the_collector_seldom():
    before = collections()
    gradient = ft.grad(long_sum)(np.ones(2))
    assert collections() - before < 30
    np.testing.assert_allclose(gradient, 2.0)


@pytest.mark.slow
def test_what_users_leave_is_collected_meanwhile():
    left = []

    def function(x):
        left.append(weakref.ref(Garbage()))
        out = long_sum(x)
        left.append(left[0]())
        return out

    ft.grad(function)(np.ones(2))
    assert left[1] is None


@pytest.mark.slow
def test_afterwards_it_is_as_before():
    gc.set_threshold(900, 5, 7)
    ft.grad(long_sum)(np.ones(2))
    assert gc.get_threshold()[0] > 900
    for _ in range(10):
        gc.collect()
    assert gc.get_threshold() == (900, 5, 7)


@pytest.mark.slow
@pytest.mark.parametrize("young", [0, 10_000, 20_000])
def test_what_users_have_set_higher_is_left(young):
    ft.grad(long_sum)(np.ones(2))
    for _ in range(10):
        gc.collect()  # it is as before
    gc.set_threshold(young, 10, 10)
    ft.grad(long_sum)(np.ones(2))
    gc.collect()
    assert gc.get_threshold()[0] == young


@pytest.mark.slow
def test_the_longer_nothing_is_found_the_more_seldom():
    reached = []

    def function(x):
        out = long_sum(x, 40_000)
        reached.append(gc.get_threshold()[0])
        left = weakref.ref(Garbage())
        gc.collect()
        assert left() is None
        reached.append(gc.get_threshold()[0])
        return out

    ft.grad(function)(np.ones(2))
    assert reached[0] > 4 * reached[1] > 0


def test_collections_while_a_recording_ends():
    """What is recorded then is what was before, though the collector's callback asks."""
    others = [ContextVar(f"other {i}") for i in range(4)]

    def run():
        for other in others:
            other.set(0)
        found = []
        for further in range(40):  # objects until the next collection
            gc.set_threshold(10**5, 10, 10)
            gc.collect(0)
            with recording(tracing=True, budget=further):
                gc.set_threshold(gc.get_count()[0] + further, 10, 10)
            found.append(ambient.get() is OUTSIDE)
        return found

    assert all(copy_context().run(run))
