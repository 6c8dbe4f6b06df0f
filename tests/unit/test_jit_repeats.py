"""Compiled functions that change what is outside, and would give another result then."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import numpy as np
import pytest

import functrace as ft

X = np.arange(3.0)


def refused(function, *given, text):
    for make in (ft.jit, lambda f: ft.jit(ft.grad(f))):
        with pytest.raises(ft.MutationError, match=text):
            make(function)(X, *given)


def allowed(function):
    fast = ft.jit(function)
    for _ in range(3):
        np.testing.assert_allclose(fast(X), function(X))


def test_a_counter_that_is_read():
    box = SimpleNamespace(n=0)

    def function(x):
        box.n += 1
        return np.sum(x) * box.n

    refused(function, text="'box'.n")
    assert box.n == 2  # that of each trace alone


def test_what_the_first_call_does_otherwise():
    first = [True]

    def function(x):
        if first[0]:
            first[0] = False
            return np.sum(x**2)
        return np.sum(x)

    with pytest.raises(ft.MutationError, match="'first'"):
        ft.jit(function)(X)


def test_a_history_that_is_read():
    history = []

    def function(x):
        history.append(1.5)
        return np.sum(x) * sum(history)

    refused(function, text="'history'")
    assert len(history) == 2


def test_what_comes_to_an_end():
    queue = [3.0]

    def function(x):
        return np.sum(x) * queue.pop()

    with pytest.raises(ft.MutationError, match="'queue'"):
        ft.jit(function)(X)


def test_a_plain_array_that_is_read():
    total = np.zeros(2)

    def function(x):
        total[0] += 1
        return np.sum(x) * total[0]

    with pytest.raises(ft.MutationError, match="'total'"):
        ft.jit(function)(X)
    assert total[0] == 1


def test_caches():
    class Model:
        matrix = None

        def build(self):
            if self.matrix is None:
                self.matrix = np.eye(3) * 2
            return self.matrix

    model, known = Model(), {}

    @functools.lru_cache
    def weights(n):
        return np.arange(n) / n

    def function(x):
        if "scale" not in known:
            known["scale"] = 3.0
        return np.sum(model.build() @ x * weights(3)) * known["scale"]

    allowed(function)


def test_what_is_only_noted():
    calls = []

    def function(x):
        calls.append(x.shape)
        return np.sum(x)

    fast = ft.jit(function)
    fast(X)
    fast(X)
    assert len(calls) == 1  # when it is compiled


def test_numbers_that_are_not_read():
    """They would be those of the first call."""
    box, total, cells = SimpleNamespace(t=0.0, name="a"), 0, np.zeros(2)

    def by_attributes(x):
        box.t += 0.5
        return np.sum(x)

    def by_variables(x):
        nonlocal total
        total += 1
        return np.sum(x)

    def by_elements(x):
        cells[1] += 1
        return np.sum(x)

    for function, text in (
        (by_attributes, "'box'.t"),
        (by_variables, "'total'"),
        (by_elements, "'cells'"),
    ):
        with pytest.raises(ft.MutationError, match=text):
            ft.jit(function)(X)
    assert (box.t, total, cells[1]) == (0.5, 1, 1)


def test_procedures_on_what_is_outside():
    u, v = np.ones(3), np.arange(3.0)

    def step():
        u[:] = u + 0.1 * v

    with pytest.raises(ft.MutationError, match="'u'"):
        ft.jit(step)()


def test_what_is_set_to_the_same():
    box, table = SimpleNamespace(size=0, label="a"), np.zeros(3)

    def function(x):
        box.size, box.label = x.size, "b"
        table[:] = np.arange(3.0)
        return np.sum(x * table) * box.size

    allowed(function)
    assert box.size == 3


def test_results_that_are_no_arrays():
    names = []

    def function(x):
        names.append("a")
        return np.sum(x), len(names)

    with pytest.raises(ft.MutationError, match="'names'"):
        ft.jit(function)(X)
