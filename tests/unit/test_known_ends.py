"""Loops with tests whose answers are known: how many rounds they have is known, too."""

# ruff: noqa: F401, F811 - fixtures
import numpy as np
import pytest

from tests._long_traces import N, X, agree, made, short_traces_are_long


def until_late(x):
    y, t = x[0], 0.0
    while t < 3 - 1e-12:
        y = np.sin(y) * 0.5 + t * x[1]
        t += 0.1
    return y * t


def until_full(x):
    u, i = np.zeros(N + 1), 0
    u[0] = x[0]
    while i < len(u) - 1:
        u[i + 1] = np.sin(u[i]) * 0.5 + x[i]
        i += 1
    return u * i


def until_large(x):
    a, b, y = 0, 1, x[0]
    while b < 10**9:
        a, b = b, a + b
        y = np.sin(y) * 0.5 + 0.01 * (b % 7) * x[1]
    return y + a % 11


def until_left(x):
    """By a test that what is counted answers."""
    y, t = x[0], 0.0
    for _ in range(100_000):
        y = np.sin(y) * 0.5 + t * x[1]
        t += 0.1
        if t > 3:
            break
    return y * t


def until_late_inside(x):
    """What comes after the test depends on its answer."""
    y, t = x[0], 0.0
    while True:
        if t > 3:
            break
        y = np.sin(y) * 0.5 + t * x[1]
        t += 0.1
    return y * t


def until_none_is_left(x):
    y, n = x[0], N
    while True:
        y = np.sin(y) * 0.5 + 0.01 * n * x[1]
        n -= 1
        if not n:
            return y


def until_small(x):
    y, step, path = x[0], 1.0, []
    while True:
        y = np.sin(y) * 0.5 + step * x[1]
        path.append(y)
        step *= 0.9
        if step < 0.01:
            break
    return np.array(path) * step


def until_stopped(x):
    """Other tests on the way are answered differently, for a while or again and again."""
    y, t, n = x[0], 0.0, 0
    while True:
        if 2 < t <= 5:
            y = np.sin(y) * 0.5 + x[2]
        elif n % 2:
            y = np.cos(y) * 0.5 + x[1]
        n += 1
        t += 0.05
        if t > 8:
            break
    return y * n


def turned(x):
    """What a test asks for is changed after it."""
    y, on = x[0], True
    for i in range(2 * N):
        if on:  # noqa: SIM108 - as users write
            y = np.sin(y) * 0.5 + x[1]
        else:
            y = np.cos(y) * 0.5 - 0.01 * i
        on = not on
    return y


@pytest.mark.parametrize(
    "function",
    [
        *(until_late, until_full, until_large, until_left, until_late_inside),
        *(until_none_is_left, until_small, until_stopped, turned),
    ],
)
def test_one_round_does_for_all(function, made):
    agree(function)
    assert sum(counters.made for counters in made)
