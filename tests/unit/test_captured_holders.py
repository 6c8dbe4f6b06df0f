"""Branches on traced values that write into arrays which something else holds."""

from __future__ import annotations

import collections
import functools
import queue
import threading
from contextvars import ContextVar

import numpy as np
import pytest

import functrace as ft

VARIABLE: ContextVar[np.ndarray] = ContextVar("VARIABLE")
LOCAL = threading.local()


@functools.lru_cache
def table():
    return np.zeros(3)


def of_a_context_variable(x):
    if x[0] > 0:
        VARIABLE.get()[0] = 5.0
    return x * VARIABLE.get()


def of_a_thread(x):
    if x[0] > 0:
        LOCAL.array[0] = 5.0
    return x * LOCAL.array


def of_a_cache(x):
    if x[0] > 0:
        table()[0] = 5.0
    return x * table()


def a_context_variable(x):
    if x[0] > 0:
        VARIABLE.set(np.ones(3))
    return x


def a_constant_in_a_queue(x):
    waiting = queue.Queue()
    waiting.put(np.zeros(3))
    if x[0] > 0:
        waiting.queue[0][0] = 5.0
    return x * waiting.get()


def a_traced_value_in_a_queue(x):
    waiting = queue.Queue()
    waiting.put(np.zeros(3))
    if x[0] > 0:
        waiting.queue[0][0] = x[1]
    return x * waiting.get()


def made_in_the_branch_in_a_deque(x):
    y = 0.0
    if x[0] > 0:
        weights = np.zeros(3)
        weights[0] = 5.0
        kept = collections.deque([weights])
        y = kept[0] @ x
    return y


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (a_constant_in_a_queue, r"an array float64\[3\]"),
        (of_a_context_variable, r"an array float64\[3\] that is not traced"),
        (of_a_thread, r"an array float64\[3\] that is not traced"),
        (of_a_cache, r"an array float64\[3\] that is not traced"),
        (a_context_variable, "the context variable 'VARIABLE'"),
        (a_traced_value_in_a_queue, r"an array float64\[3\]"),
        (made_in_the_branch_in_a_deque, r"an array float64\[3\]"),
    ],
)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_cannot_be_a_result_is_refused(function, words, sign):
    LOCAL.array = np.zeros(3)
    VARIABLE.set(np.zeros(3))
    held = VARIABLE.get(), LOCAL.array, table()
    with pytest.raises(ft.MutationError, match=words):
        ft.jit(function)(sign * np.arange(1.0, 4.0))
    assert VARIABLE.get() is held[0]
    for array in held:
        np.testing.assert_array_equal(array, 0)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_a_cache_of_the_functions_own_holds_is_a_result(sign):
    def f(x):
        own = functools.lru_cache(lambda: np.zeros(3))
        own()
        if x[0] > 0:
            own()[1] = 5.0
            own()[2] = x[0]
        return x * own()

    x = sign * np.arange(1.0, 4.0)
    np.testing.assert_array_equal(ft.jit(f)(x), f(x))


def test_branches_may_fill_a_cache():
    @functools.lru_cache
    def powers(n):
        return 2.0 ** np.arange(n)

    def f(x):
        return x * powers(3) if x[0] > 0 else x

    x = np.arange(1.0, 4.0)
    np.testing.assert_array_equal(ft.jit(f)(x), x * [1, 2, 4])
