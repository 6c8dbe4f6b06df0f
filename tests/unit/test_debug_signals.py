"""Signals end native loops: Ctrl-C, and whatever else has a handler that raises."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import functrace as ft

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="no timers that signal"
)
_LATE = 0.6  # seconds: others use the machine


class AlarmError(Exception):
    pass


@contextmanager
def alarm(seconds: float, handler: Any) -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def raising(*_: Any) -> None:
    raise AlarmError


def forever(x):
    return ft.while_loop(lambda x: x > -1, lambda x: np.sin(x) + 0.1, x)


def scanned(x):
    return ft.fori_loop(0, 10**11, lambda i, x: np.sin(x) + 0.1, x)


def nested(x):
    def inner(_, x):
        return ft.fori_loop(0, 10**10, lambda i, x: np.cos(x), x)

    return ft.fori_loop(0, 100, inner, x)


def backwards(x):
    def loop(x):
        def body(pair):
            return pair[0] + 1, np.sin(pair[1])

        return ft.while_loop(lambda p: p[0] < 10**10, body, (0, x))[1]

    return ft.grad(loop)(x)


def of_arrays(x):
    return ft.fori_loop(0, 10**6, lambda i, x: np.sin(x), x + np.zeros(300_000))


@pytest.mark.slow
@pytest.mark.parametrize("f", [forever, scanned, nested, backwards, of_arrays])
def test_a_loop_ends(f):
    fast = ft.jit(f)
    fast.lower(0.5).compile()
    start = time.perf_counter()
    with pytest.raises(AlarmError), alarm(0.2, raising):
        fast(0.5)
    assert time.perf_counter() - start < 0.2 + _LATE


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_loop_that_threads_share_ends(threads):
    def f(x):
        for _ in range(100):
            x = np.sin(x) + np.cos(x)
        return np.sum(x)

    fast, x = ft.jit(f), np.ones(3_000_000)
    fast.lower(x).compile()
    usual = ft.get_num_threads()
    ft.set_num_threads(threads)
    try:
        with pytest.raises(AlarmError), alarm(0.1, raising):
            fast(x)
        assert np.isclose(fast(x[:10]) * 300_000, fast(x))
    finally:
        ft.set_num_threads(usual)


def test_a_handler_that_returns_changes_nothing():
    heard = []

    def counted(n):
        return ft.while_loop(lambda k: k < n, lambda k: k + 1, 0)

    fast = ft.jit(counted)
    fast(5)
    with alarm(0.02, lambda *_: heard.append(1)):
        while not heard:
            assert fast(20_000_000) == 20_000_000
    assert heard == [1]


def test_keyboard_interrupts():
    fast = ft.jit(forever)
    fast.lower(0.5).compile()

    def interrupt(*_: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), alarm(0.1, interrupt):
            fast(0.5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ft.jit(lambda x: ft.fori_loop(0, 10, lambda i, x: x + i, x))(0.0) == 45.0


@pytest.mark.slow
def test_other_threads_run_meanwhile():
    """A loop of which nobody knew how long it is lets others have Python's lock."""
    seen = []
    fast = ft.jit(lambda n: ft.while_loop(lambda k: k < n, lambda k: k + 1, 0))
    fast(5)
    thread = threading.Thread(target=lambda: seen.append(time.perf_counter()))
    with alarm(0.05, lambda *_: thread.start()):
        while not thread.ident:
            fast(1_000_000_000)
    end = time.perf_counter()
    thread.join()
    assert seen[0] < end
