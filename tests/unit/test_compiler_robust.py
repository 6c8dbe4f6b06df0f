"""Compiled programs at the edges: special values, nothing at all, long programs, signals."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

import functrace as ft
from functrace.core import pytree
from tests._callers import at_once

RNG = np.random.default_rng(1)
V = RNG.normal(size=70)
M = RNG.normal(size=(4, 70))
REPEATED = np.array([3, 3, 3, -1, 69, 0, 0, -70])


def agree(function, *args, tolerance=1e-12):
    """The compiled function gives what the plain one does, NaN and infinities too."""
    with np.errstate(all="ignore"):
        expected = pytree.flatten(function(*args))[0]
    got = pytree.flatten(ft.jit(function)(*args))[0]
    for out, value in zip(got, map(np.asarray, expected), strict=True):
        assert (out.dtype, out.shape) == (value.dtype, value.shape)
        if value.dtype.kind not in "fc":
            np.testing.assert_array_equal(out, value)
            continue
        scale = np.max(np.abs(value), initial=0, where=np.isfinite(value))
        np.testing.assert_allclose(out, value, rtol=tolerance, atol=tolerance * scale)


def in_process(code):
    """Standard output of a Python of its own: what crashes does not crash the tests."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


# -- special values --------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 32, 45])
def test_nan_and_infinities(n):
    x = RNG.normal(size=(n, 7))
    x[1, 2], x[2, 3], x[0, 4], x[2, 4] = np.nan, np.inf, np.inf, -np.inf

    def function(x):
        return (
            [reduce(x, axis=k) for reduce in (np.max, np.min, np.sum) for k in (0, 1)],
            np.where(x > 0, 1 / x, -x),
            np.maximum(x, x[::-1]),
            np.fmin(x, x[::-1]),
            np.clip(x, -1, 1),
            np.isfinite(x).all(axis=0),
            np.nansum(x, axis=1),
        )

    agree(function, x)


@pytest.mark.parametrize("dtype", ["b", "h", "i", "l", "B", "H", "I", "L"])
def test_integers_wrap_around(dtype):
    limits = np.iinfo(dtype)
    x = np.resize(np.array([limits.max, limits.min, 1, 3, 7], dtype), 45)

    def function(x):
        return x + x, x * x, -x, x - x[::-1], np.sum(x), np.prod(x), x // 3, x % 7

    agree(function, x)


def test_truth_values():
    x = V > 0
    agree(lambda x: (x + x, x * x[::-1], x & ~x[::-1], x ^ True, x.any(), x.all()), x)
    agree(lambda x: (np.sum(x), np.mean(x), x * 2.5, np.where(x, 1, 2), x < True), x)
    agree(lambda x: (np.cumsum(x), np.argmax(x), -V * x, x.reshape(7, 10).sum(0)), x)


def test_dtypes_mixed_in_one_program():
    singles, integers = V.astype(np.float32), np.arange(70, dtype=np.int8)

    def function(x, s, i, c):
        z = c * s + i
        return (
            s + i,
            np.sum(s),
            np.where(i > 3, s, x),
            z,
            np.abs(z) * s,
            np.sum(np.conj(z) * z).real,
            (s * 2).astype(np.int16) + i,
            np.max(i) + s[0],
            np.mean(i),
        )

    agree(function, V, singles, integers, V * 1j + 1, tolerance=1e-6)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4), (1, 0)])
def test_nothing_at_all(shape):
    def function(x):
        y = np.sin(x) * 2
        written = y.copy()
        written[...] = 1.0
        joined = np.concatenate([y, y])
        return (
            y,
            y.T,
            np.sum(y, axis=0),
            np.sum(y),
            np.prod(y, axis=-1),
            written,
            joined,
            np.sum(y, axis=0) + 1,
            y.reshape(-1)[::-1],
            y[np.zeros(0, int)],
        )

    agree(function, np.zeros(shape))
    x = np.zeros(shape)
    assert (
        ft.jit(ft.grad(lambda x: np.sum(function(x)[2]) + np.sum(x * x)))(x).shape
        == shape
    )
    with pytest.raises(ValueError, match="zero-size array to reduction"):
        ft.jit(np.max)(x)


# -- computed places -------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["b", "h", "i", "l", "B", "H", "I", "L"])
def test_places_of_every_dtype(dtype):
    places = np.array([3, 3, 0, 49], dtype)
    agree(lambda x, i: (x[i], x[i][::-1] * 2, np.sum(x[i])), V, places)
    if places.dtype.kind == "i":
        agree(lambda x, i: x[i], V, -places)
    fast = ft.jit(lambda x, i: np.sum(x[i]))
    fast(V, places)
    for place in (70, np.iinfo(dtype).max, np.iinfo(dtype).min):
        far = places.copy()
        far[2] = place
        try:
            expected = np.sum(V[far])
        except IndexError:
            with pytest.raises(IndexError, match="out of bounds"):
                fast(V, far)
        else:
            np.testing.assert_allclose(fast(V, far), expected)
    np.testing.assert_allclose(fast(V, places), np.sum(V[places]))


def write(operation):
    def function(x, v):
        y = x * 1.0
        if operation == "set":
            y[REPEATED] = v
        elif operation == "add":
            y[REPEATED] += v
        else:
            y[REPEATED] *= v
        y[2:9] *= 2
        y[REPEATED[::-1]] -= x[REPEATED]
        return y

    return function


@pytest.mark.parametrize("operation", ["set", "add", "multiply"])
def test_repeated_places_are_written_in_order(operation):
    function = write(operation)
    agree(function, V, V[:8])
    agree(function, V, np.float64(0.5))
    agree(function, M.T.copy(), RNG.normal(size=(8, 4)))

    def total(x, v):
        return np.sum(np.sin(function(x, v)))

    agree(ft.grad(total, argnums=(0, 1)), V, V[:8])


def test_second_derivatives_through_places_and_writes():
    def function(x):
        y = np.zeros_like(x) + x[0]
        y[1::3] = x[::3] ** 2
        y[np.array([5, 5, -1])] = np.sin(x[:3])
        return np.sum(y**3) + np.sum(x[np.array([1, 1, 4])] ** 2)

    agree(ft.hessian(function), V[:9], tolerance=1e-11)


# -- errors of NumPy's -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "bad"),
    [
        (np.linalg.inv, np.zeros((3, 3))),
        (np.linalg.inv, np.stack([np.eye(3), np.zeros((3, 3))])),
        (np.linalg.cholesky, np.stack([np.eye(3), -np.eye(3)])),
        (lambda a: np.partition(np.linalg.inv(a) + 1, 1), np.zeros((3, 3))),
        (ft.grad(lambda a: np.sum(np.linalg.solve(a, a[0]))), np.zeros((3, 3))),
        (ft.grad(lambda a: np.sum(np.linalg.cholesky(a))), -np.eye(3)),
    ],
)
def test_matrices_that_numpy_refuses(function, bad):
    fast = ft.jit(function)
    good = np.broadcast_to(2 * np.eye(3), bad.shape)
    for _ in range(2):
        np.testing.assert_allclose(fast(good), function(good), rtol=1e-13)
        with pytest.raises(np.linalg.LinAlgError):
            fast(bad)


# -- long programs ---------------------------------------------------------------------


def chained(body, count):
    def function(x):
        for k in range(count):
            x = body(x, k)
        return x

    return function


BODIES = {
    "flip": lambda x, k: np.sin(x) + np.flip(x) * 0.5,
    "transpose": lambda x, k: x.reshape(7, 10).T.reshape(-1) * 0.9 + 0.1,
    "diagonal": lambda x, k: np.diagonal(np.sin(x)[:, None] * np.cos(x)),
    "fold": lambda x, k: np.sum(np.sin(x).reshape(35, 2), axis=1).repeat(2),
    "element": lambda x, k: np.sin(x) * x[k % 70],
    "gather": lambda x, k: np.sin(x)[np.arange(70) % 7] + 0.1,
    "mean": lambda x, k: x - 0.1 * x * np.mean(x),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BODIES)
def test_long_chains_do_not_recurse(name):
    agree(chained(BODIES[name], 200), V, tolerance=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("body", [lambda x, k: np.sin(x) * 0.9 + 0.1, BODIES["flip"]])
def test_code_grows_with_the_length_of_the_program(body):
    short, long = (ft.jit(chained(body, n)).lower(ft.Aval(70)) for n in (200, 800))
    assert len(long.llvm) < 5 * len(short.llvm)


@pytest.mark.slow
def test_programs_of_many_numbers():
    def function(x):
        a, b = x[0], x[1]
        for _ in range(2500):
            a, b = a * 0.99 + b * 0.01, b * 0.98 - a * a * 0.02
        return a + b

    agree(ft.value_and_grad(function), np.array([0.3, 0.2]), tolerance=1e-10)


@pytest.mark.slow
def test_values_are_not_computed_again_and_again():
    """Each level needs the one before twice: without sharing, 2**40 operations."""
    agree(chained(lambda x, k: (x[1:] + x[:-1]) * 0.5, 40), V)
    agree(chained(lambda x, k: np.sum(np.stack([x, x[::-1]]), 0) * 0.5, 40), V)
    agree(chained(lambda x, k: x * 0.5 + np.flip(x) * 0.5, 40), V)


# -- threads, processes, signals -------------------------------------------------------


def loss(x, k=1.0):
    e = np.exp(k * x - np.max(x, axis=1, keepdims=True))
    p = e / np.sum(e, axis=1, keepdims=True)
    return np.sum(p * np.log(p + 1e-9))


@pytest.mark.slow
def test_threads_compile_functions_of_their_own():
    wrong: list[float] = []

    def work(start):
        for k in (start, start + 0.25, start + 0.5):
            gradient = ft.grad(lambda x, k=k: loss(x, k))
            expected, fast = gradient(M), ft.jit(gradient)
            if not all(np.allclose(fast(M), expected, rtol=1e-9) for _ in range(20)):
                wrong.append(k)

    at_once(lambda k: work(k + 1.0), 4)
    assert not wrong


def test_long_calls_from_several_threads_give_the_same():
    x = RNG.normal(size=300_000)
    fast = ft.jit(lambda x: np.sum(np.sin(x) * np.exp(x) * np.tanh(x)))
    expected = fast(x)
    assert at_once(lambda _: fast(x), 4) == [expected] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_calls_and_compiles():
    fast, other = ft.jit(ft.grad(loss)), ft.jit(ft.grad(lambda x: loss(x, 2.0)))
    expected = fast(M)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads are alive
        child = os.fork()
    if child == 0:
        same = np.array_equal(fast(M), expected)
        os._exit(0 if same and np.all(np.isfinite(other(M))) else 1)
    assert os.waitpid(child, 0)[1] == 0


INTERRUPTED = """
import os, signal, threading, time
import numpy as np
import functrace as ft

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background

def function(x):
    for _ in range(40):
        x = np.sin(x) + np.flip(x) * 0.5 * np.exp(-x * x)
    return np.sum(x)

x = np.linspace(-1, 1, 100)
ft.jit(lambda x: x + 1)(x)
fast = ft.jit(ft.grad(function))

stopped = []

def interrupt():
    time.sleep({delay})
    while not stopped:  # Python drops one that arrives while it frees something
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

threading.Thread(target=interrupt, daemon=True).start()
try:
    for _ in range(1000):
        fast.clear_cache()
        fast(x)
except KeyboardInterrupt:
    stopped.append(True)
    print("interrupted", end=" ")
np.testing.assert_allclose(fast(x), ft.grad(function)(x), rtol=1e-9, atol=1e-9)
print("went on")
"""


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.01, 0.3])
def test_interrupts_leave_the_compiler_in_order(delay):
    assert in_process(INTERRUPTED.format(delay=delay)) == "interrupted went on"
