"""Arrays that hold traced values where other code sees them: code in C, other threads."""

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import starmap

import numpy as np
import pytest

import functrace as ft

GRID = np.linspace(0.2, 1.0, 4)


X = np.array([0.7, 1.3, -0.4, 0.9])


def test_what_other_code_has_got_is_not_written_to():
    def f(x):
        u = np.zeros(3)
        lent = memoryview(u.data) if hasattr(u, "data") else None
        u[1] = 2.0
        assert lent is not None
        assert lent[1] == 2.0
        u[0] = x[0]
        return u.sum()

    with pytest.raises(ft.MutationError, match="give that code a copy"):
        ft.grad(f)(X)


def test_what_other_code_has_got_sees_plain_writes():
    def f(x):
        u = np.zeros(100)
        whole, part = starmap(np.asarray, [(u,), (u[3:5],)])  # as code in C does
        beyond = whole[1:].reshape(9, 11)
        u[4] = 7.0
        assert whole[4] == part[1] == beyond[0, 3] == 7.0
        del whole, part
        u[3] = x  # `beyond` would not see it
        return u.sum()

    with pytest.raises(ft.MutationError, match="give that code a copy"):
        ft.grad(f)(1.0)


def test_what_other_code_has_given_back_is_written_to():
    def f(x):
        u = np.zeros(3)
        for _ in range(3):
            total = sum(map(np.sum, starmap(np.asarray, [(u,), (u[1:],)])))
        u[0] = x**2 + total
        return u.sum()

    assert ft.grad(f)(3.0) == 6.0


def test_other_threads_do_not_notice():
    found, stop = [], threading.Event()

    def plain():
        while not stop.is_set():
            made = np.zeros(3), np.ones(2), np.array([1.0]), np.float64(2.0), GRID * 2.0
            found.extend(type(m) for m in made)
            made[0][0] = math.sin(1.0)

    thread = threading.Thread(target=plain)
    thread.start()

    def f(x):
        u = np.zeros(3)
        for i in range(3):
            u[i] = x[0] ** i
        return u.sum()

    for _ in range(50):
        ft.grad(f)(X)
    stop.set()
    thread.join()
    assert set(found) <= {np.ndarray, np.float64}


def test_threads_that_trace():
    def f(x):
        u = np.zeros(3)
        for i in range(3):
            u[i] = x[0] ** i
        return u.sum()

    expected = ft.grad(f)(X)
    with ThreadPoolExecutor(4) as pool:
        for got in pool.map(lambda _: ft.grad(f)(X), range(40)):
            assert np.array_equal(got, expected)
    assert type(np.zeros(1)) is np.ndarray


def test_exceptions_leave_nothing_behind():
    def f(x):
        np.zeros(2)[0] = x
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ft.grad(f)(1.0)
    assert type(np.zeros(2)) is type(np.ones(2)) is np.ndarray
    assert np.zeros is vars(np)["zeros"]
    assert hash(np.zeros) == hash(vars(np)["zeros"])
