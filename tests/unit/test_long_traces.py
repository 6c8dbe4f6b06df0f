"""Traces that become long in loops end, and begin anew by one round of them."""

# ruff: noqa: F401, F811 - fixtures
import contextlib
import functools
import math
import types

import numpy as np
import pytest

import functrace as ft
from functrace.primitives.elementary import sin
from functrace.transforms._capture import functions
from tests._long_traces import N, X, agree, made, short_traces_are_long

DATA = np.linspace(-1, 1, N)
NUMBERS = [0.1 * k for k in range(N)]


def recurrence(x):
    y = x[0]
    for i in range(N):
        y = np.sin(y) * 0.5 + 0.1 * np.cos(y) * x[i] + 0.01 * i
    return y


def kinds(*values):
    return [*map(type, values)]


def check(holds):
    """Statements that pytest changes are not rewritten."""
    if not holds:
        raise AssertionError


def python_numbers(x):
    y, t, k = x[0], 0.0, 0
    for i in range(N):
        t += 0.01
        k += i % 3
        w = 1 / (i + 1)
        y = np.sin(y) * 0.5 + t * x[1] + 0.9**i + w
    check(kinds(t, w, k, i) == [float, float, int, int])
    return y * t + k + w + i


def tables(x):
    y = x[0]
    for i in range(N):
        y = np.sin(y) * 0.5 + NUMBERS[i] * x[1] + DATA[i] * (1.0, 2.0, 4.0)[i % 3]
    return y


def integers(x):
    y = x[0]
    for i in range(N):
        n = abs(i - 7) + min(i, 9) + max(3, i) + (i >> 1) + (i & 5) + i**2 + int(i / 3)
        y = np.sin(y) * 0.5 + 0.001 * n * x[1] + math.floor(i * 0.3)
    return y


def buffer(x):
    u = np.zeros(N + 1)
    u[0] = x[0]
    for i in range(N):
        u[i + 1] = np.sin(u[i]) * x[1] + 0.1 * u[i - 1]
    return u


def backwards(x):
    u = np.zeros(N + 1)
    u[N] = x[0]
    for i in reversed(range(N)):
        u[i] = np.sin(u[i + 1]) * x[i] + 0.1
    return u


def grids(x):
    u = np.zeros((13, 12))
    u[0] = x[:12]
    for t in range(12):
        for j in range(1, 11):
            u[t + 1, j] = u[t, j] + 0.1 * (u[t, j - 1] - 2 * u[t, j] + u[t, j + 1])
    return u


def appended(x):
    y, path = x[0], []
    for i in range(N):
        y = np.sin(y) * x[1] + 0.1 * i
        path.append(y)
    return np.array(path)


def stepped(x):
    """Tests that counters answer."""
    y = x[0]
    for i in range(N):
        if i == 17:
            y = y * 3
        y = (np.sin(y) if i % 2 else np.cos(y)) * 0.5 + x[1]
    return y


class Body:
    def __init__(self, at):
        self.at = at
        self.moves = 0

    def move(self, by):
        self.at = np.sin(self.at) + 0.1 * by
        self.moves += 1


def objects(x):
    body = Body(x[0])
    for item in x:
        body.move(item)
    return body.at * body.moves


def called(x):
    """The loop is in another function, and its rounds are closures."""

    def scan(f, y):
        for i in range(N):
            y = f(y, i)
        return y

    return scan(lambda y, i: np.sin(y) * 0.5 + x[i], x[0])


def seldom(x):
    """What happens in one of many rounds makes one of these."""
    y, path = x[0], []
    for i in range(9 * 20):
        y = np.sin(y) * 0.5 + x[1]
        if i % 20 == 0:
            path.append(y)
    return np.array(path)


def rows(x):
    y = x[0]
    for a, b in np.outer(DATA, [1.0, 2.0]):
        y = np.sin(y) * a + b * x[1]
    return y + a * b


def lengths(x):
    y = x[0]
    for i in range(N):
        y = np.tanh(y + np.sum(x[: i % 7]))
    return y


@pytest.mark.parametrize(
    "function",
    [
        *(recurrence, python_numbers, tables, integers, buffer, backwards, grids),
        *(appended, stepped, objects, called, seldom, rows, lengths),
    ],
)
def test_one_round_does_for_all(function, made):
    agree(function)
    assert sum(counters.made for counters in made)


def text(x):
    y = x[0]
    for i in range(N):
        y = np.sin(y) * 0.5 + len(str(i)) * x[1]
    return y


def exact(x):
    """Python rounds decimals exactly, and its integers have no end."""
    y, n = x[0], 1
    for i in range(N):
        n = n * 7 + i
        y = np.sin(y) * 0.5 + round(i * 0.13, 1) * x[1] + n % 5
    return y


def drawn(x):
    rng = np.random.default_rng(0)
    y = x[0]
    for _ in range(N):
        y = np.sin(y) * 0.5 + rng.normal() * x[1]
    return y


def taken(x):
    y, numbers = x[0], iter(NUMBERS)
    for _ in range(N):
        y = np.sin(y) * 0.5 + next(numbers) * x[1]
    return y


def caught(x):
    y = x[0]
    for i in range(N):
        try:
            z = NUMBERS[: N // 2][i]
        except IndexError:
            z = 0.5
        y = np.sin(y) * 0.5 + z * x[1]
    return y


def shifted(x):
    """Python's integers have no end where NumPy's are zero."""
    y = x[0]
    for i in range(N):
        if (1 << 64 * i) % 3 == 0:
            y = y + 100.0
        y = y + np.sin(x[i])
    return y


def minima(x):
    """NumPy's minimum of what may be no number is none, Python's may be one."""
    y = x[0]
    for i in range(N):
        w = np.minimum(1.0, np.float64(np.nan) + i)
        y = np.sin(y) * 0.5 + x[i]
    return y + (0.0 if w == w else 7.0)


@functools.lru_cache
def remembered(i):
    return 1.0 / (i + 1)


def cached(x):
    y = x[0]
    for i in range(N):
        y = np.sin(y) * 0.5 + remembered(i) * x[1]
    return y


@pytest.mark.parametrize("function", [shifted, minima])
def test_numbers_are_those_of_all_rounds(function):
    agree(function)


@pytest.mark.parametrize("function", [text, exact, drawn, taken, caught, cached])
def test_what_python_has_to_know_is_written_out(function, made):
    agree(function)
    assert not sum(counters.made for counters in made)


def test_functions_are_as_they_were_when_nothing_came_of_it():
    ft.jit(text)(X)
    assert id(text) not in functions.known
    assert functions.is_given_up(text.__code__)
    ft.jit(recurrence)(X)
    assert id(recurrence) in functions.known
    assert recurrence.__code__.co_filename == __file__


def test_errors_are_those_of_all_rounds():
    def outside(x):
        y = x[0]
        for i in range(N):
            y = np.sin(y) + DATA[i + 5]
        return y

    def wrong(x):
        y = x[0]
        for i in range(N):
            y = np.sin(y) + x[i]
        return y.nothing

    with pytest.raises(IndexError):
        ft.jit(outside)(X)
    with pytest.raises(AttributeError, match="nothing"):
        ft.jit(wrong)(X)


def test_what_was_changed_before_is_put_back():
    log, counts, seen = [], np.zeros(3), {}
    holder = types.SimpleNamespace(calls=0)

    def function(x):
        y = x[0]
        for i in range(N):
            y = np.sin(y) * 0.5 + x[i]
            log.append(i)
            counts[i % 3] += 1
            seen[i] = True
            holder.calls += 1
        return y

    with pytest.raises(ft.MutationError, match=r"'(counts|holder)'"):
        ft.jit(function)(X)
    assert log == [*range(N)]
    assert counts.sum() == holder.calls == N
    assert [*seen] == [*range(N)]


def test_nothing_is_said_twice(capsys):
    def function(x):
        y = x[0]
        for i in range(N):
            print(i)  # noqa: T201
            y = np.sin(y) * 0.5 + x[i]
        return y

    ft.jit(function)(X)
    assert capsys.readouterr().out == "".join(f"{i}\n" for i in range(N))


def test_nobody_hears_that_a_trace_has_ended():
    heard = []

    def function(x):
        y = x[0]
        for i in range(N):
            try:
                y = np.sin(y) * 0.5 + x[i]
            except BaseException as error:
                heard.append(error)
                raise
        return y

    np.testing.assert_allclose(ft.jit(function)(X), function(X))
    assert not heard


def test_contexts_end():
    depth = []

    @contextlib.contextmanager
    def within():
        depth.append(1)
        yield
        depth.pop()

    def function(x):
        y = x[0]
        with np.errstate(all="ignore"):
            for i in range(N):
                y = np.sin(y) * 0.5 + x[i]
        return y

    with within():
        np.testing.assert_allclose(ft.jit(function)(X), function(X))
    assert not depth


def test_large_arrays_that_may_be_written_to_are_left_alone(monkeypatch, made):
    """What cannot be put back is not traced twice."""
    monkeypatch.setattr("functrace.transforms._tracing._LARGEST", 100)
    data = np.zeros(1000)

    def function(x):
        y = x[0]
        for i in range(N):
            y = np.sin(y) * 0.5 + x[i] + data[i]
        return y

    np.testing.assert_allclose(ft.jit(function)(X), function(X))
    assert not sum(counters.made for counters in made)


def test_primitives_in_reach_do_not_change_what_is_recorded():
    """A function whose names are those of primitives reaches none of the library's state."""

    def window(x):
        u = np.zeros(N + 3)
        for i in range(N):
            u[i : i + 3] += np.sin(x[i])
        return u, sin

    np.testing.assert_allclose(ft.jit(lambda x: window(x)[0])(X), window(X)[0])


def test_batches_and_threads_of_rounds():
    xs = np.stack([X, X[::-1], X * 0.5])
    for function in (recurrence, buffer, stepped):
        found = ft.jit(ft.vmap(function))(xs)
        np.testing.assert_allclose(found, [function(x) for x in xs], rtol=1e-12)


def test_long_lists_of_numbers_are_put_back():
    numbers = [0.0] * 100

    def function(x):
        y = x[0]
        for i in range(N):
            numbers[i] += 1.0
            y = np.sin(y) * 0.5 + x[i] * numbers[i]
        return y

    with pytest.raises(ft.MutationError, match="'numbers'"):
        ft.jit(function)(X)
    assert sum(numbers) == N
