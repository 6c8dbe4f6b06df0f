"""Random schedules of threads, forks, signals and deletions around compiled functions."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import functrace as ft

_SECONDS = 30  # that a forked child may take


def _softmax(x: Any) -> Any:
    e = np.exp(x - np.max(x))
    return np.sum(e / np.sum(e) * np.sin(x))


def _wave(x: Any) -> Any:
    for _ in range(3):
        x = np.sin(x) + np.flip(x) * 0.5 * np.exp(-x * x)
    return x


def _loop(x: Any) -> Any:
    return ft.fori_loop(0, 5, lambda i, v: np.cos(v) * 0.9 + i * 0.01, x)


def _solve(x: Any) -> Any:
    return np.linalg.solve(np.eye(3) * 4 + np.sin(x[:9].reshape(3, 3)), x[:3])


def _ranked(x: Any) -> Any:
    y = np.cumsum(np.sort(x)) * 0.001
    y[::2] += x[::2]
    return np.tanh(y)


FUNCTIONS: list[Callable[[Any], Any]] = [
    _softmax,
    _wave,
    _loop,
    _solve,
    _ranked,
    ft.grad(_softmax),
    ft.grad(lambda x: np.sum(_wave(x))),
    ft.grad(lambda x: np.sum(_loop(x) ** 2)),
]
_SIZES = [9, 33, 1000, 70_000, 300_000]


class Schedule:
    """What one process does: several threads, each with random actions.

    Attributes
    ----------
    shared : list
        Compiled functions that all threads call, with their argument and result.
    wrong : list of str
        What was found.
    """

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.wrong: list[str] = []
        self.counts: dict[str, int] = {}
        count = int(self.rng.integers(1, 4))
        self.shared = [self.entry(self.rng) for _ in range(count)]
        self.expected: dict[int, Any] = {}

    def entry(self, rng: Any) -> tuple[Any, Any, Any]:
        """A function compiled anew, an argument, and the result."""
        plain = FUNCTIONS[int(rng.integers(len(FUNCTIONS)))]
        scale = float(rng.choice([1.0, 0.5]))
        x = np.linspace(-1, 1, int(rng.choice(_SIZES))) * scale
        return ft.jit(lambda x: plain(x)), x, plain(x)

    def check(self, what: str, entry: tuple[Any, Any, Any]) -> None:
        """Call, and compare."""
        fast, x, expected = entry
        got = fast(x)
        if np.shape(got) != np.shape(expected) or not np.allclose(
            got, expected, rtol=1e-9, atol=1e-10
        ):
            self.wrong.append(f"{what}: {got!r}, not {expected!r}")

    # -- actions -----------------------------------------------------------------------

    def call(self, rng: Any) -> None:
        for _ in range(int(rng.integers(1, 20))):
            self.check("call", self.pick(rng))

    def pick(self, rng: Any) -> tuple[Any, Any, Any]:
        return self.shared[int(rng.integers(len(self.shared)))]

    def make(self, rng: Any) -> None:
        self.check("new", self.entry(rng))

    def replace(self, rng: Any) -> None:
        self.shared[int(rng.integers(len(self.shared)))] = self.entry(rng)

    def clear(self, rng: Any) -> None:
        entry = self.pick(rng)
        entry[0].clear_cache()
        self.check("after clear_cache", entry)

    def collect(self, rng: Any) -> None:
        gc.collect()

    def count_threads(self, rng: Any) -> None:
        ft.set_num_threads(int(rng.integers(1, 6)))

    def fork(self, rng: Any) -> None:
        """A child that computes and ends."""
        entries = [self.pick(rng), self.entry(rng)]
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # other threads are alive
            child = os.fork()
        if child == 0:
            self.be_child(entries)
        end = time.monotonic() + _SECONDS
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            time.sleep(0.01)
        else:
            os.kill(child, signal.SIGABRT)
            os.waitpid(child, 0)
            self.wrong.append("a forked child hangs")
            return
        code = os.waitstatus_to_exitcode(status)
        if code:
            self.wrong.append(f"a forked child ends with {code}")

    def be_child(self, entries: list[tuple[Any, Any, Any]]) -> None:
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            self.wrong.clear()
            for entry in entries:
                self.check("in a child", entry)
            code = 3 if self.wrong else 0
        finally:
            os._exit(code)

    def pool(self, rng: Any) -> None:
        """Processes of `multiprocessing`."""
        global _current  # noqa: PLW0603 - forked processes find it there
        entry = _current = self.pick(rng)
        context = multiprocessing.get_context("fork")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            with context.Pool(2) as pool:
                found = pool.map_async(_in_pool, range(4)).get(_SECONDS)
        if not all(np.allclose(f, entry[2], rtol=1e-9, atol=1e-10) for f in found):
            self.wrong.append("a pool's results differ")

    # -- the whole ---------------------------------------------------------------------

    def actions(self) -> list[tuple[Callable[[Any], None], float]]:
        """What threads do, and how often."""
        return [
            (self.call, 8),
            (self.make, 4),
            (self.replace, 1),
            (self.clear, 1.5),
            (self.collect, 1),
            (self.count_threads, 1.5),
            (self.fork, 1),
        ]

    def act(self, seed: int, count: int, gate: threading.Barrier) -> None:
        """What a thread does."""
        rng = np.random.default_rng(seed)
        functions, weights = zip(*self.actions(), strict=True)
        chances = np.array(weights) / sum(weights)
        with contextlib.suppress(threading.BrokenBarrierError):
            gate.wait(_SECONDS)  # so that first calls race
        for _ in range(count):
            action = functions[rng.choice(len(functions), p=chances)]
            self.counts[action.__name__] = self.counts.get(action.__name__, 0) + 1
            try:
                action(rng)
            except Exception as error:  # noqa: BLE001 - it is what is looked for
                self.wrong.append(f"{action.__name__} raises {error!r}")

    def interrupted(self, seed: int) -> None:
        """Calls that are broken off at random times, then others that must work."""
        rng = np.random.default_rng(seed)
        for _ in range(int(rng.integers(1, 6))):
            entry = self.entry(rng)
            timer = threading.Timer(
                float(rng.exponential(0.02)), os.kill, (os.getpid(), signal.SIGINT)
            )
            with contextlib.suppress(KeyboardInterrupt):
                timer.start()
                for _ in range(int(rng.integers(1, 10))):
                    entry[0].clear_cache()
                    entry[0](entry[1])
                timer.join()
                time.sleep(0.01)
            with contextlib.suppress(KeyboardInterrupt):
                timer.join()
            self.counts["interrupt"] = self.counts.get("interrupt", 0) + 1
            self.check("after an interrupt", entry)

    def run(self) -> None:
        """All threads, and signals to the main one."""
        count = int(self.rng.integers(1, 6))
        gate = threading.Barrier(count)
        steps = int(self.rng.integers(2, 12))
        seeds = self.rng.integers(0, 2**31, count + 2)
        if self.rng.random() < 0.15:
            self.pool(self.rng)
        threads = [
            threading.Thread(target=self.act, args=(int(s), steps, gate))
            for s in seeds[:count]
        ]
        for thread in threads:
            thread.start()
        if self.rng.random() < 0.6:
            self.interrupted(int(seeds[-1]))
        for thread in threads:
            thread.join()


_current: Any = None


def _in_pool(_: int) -> Any:
    return _current[0](_current[1])


def run_schedule(seed: int) -> dict[str, Any]:
    """The report on the schedule of a seed."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    schedule = Schedule(seed)
    schedule.run()
    ft.set_num_threads(2)
    kind = "mismatch" if schedule.wrong else "good"
    return {"kind": kind, "detail": schedule.wrong[:3], "counts": schedule.counts}
