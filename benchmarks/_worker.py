"""The process in which a peer is measured: it does what it is told through a pipe.

One process per peer: thread pools do not meet, and a compilation that takes all memory or
for ever can be ended from outside. Imports nothing heavy before the peer does.
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks._peers import PEERS
from benchmarks._problem import Case, Size, Task


class Session:
    """What a worker can be told to do."""

    def __init__(self, peer: str) -> None:
        start = time.perf_counter()
        self.peer = PEERS[peer]()
        self.import_seconds = time.perf_counter() - start
        self.call: Callable[[], Any] = lambda: None
        self.result: Any = None
        self.count = 1

    def imported(self) -> float:
        """Seconds that the peer took to import."""
        return self.import_seconds

    def versions(self) -> dict[str, str]:
        """Versions of the peer's packages."""
        from importlib.metadata import version

        return {package: version(package) for package in self.peer.packages}

    def prepare(self, problem: str, task: Task, size: Size, seed: int) -> float:
        """Make the data, build the computation and call it; seconds for the latter."""
        self.case = make_case(problem, task, size, seed)
        return self.build()

    def rebuild(self) -> float | None:
        """Seconds to build and call it once more, None if that would not compile it."""
        return self.build() if self.peer.recompiles else None

    def build(self) -> float:
        """Seconds to build the computation of a fresh function and call it once."""
        self.call, self.result = (lambda: None), None
        self.peer.forget()
        gc.collect()
        start = time.perf_counter()
        self.call = self.peer.build(self.case)
        self.result = self.call()
        return time.perf_counter() - start

    def values(self) -> list[Any]:
        """Return the arrays that the first call returned."""
        values, self.result = self.peer.to_numpy(self.result), None
        return values

    def calibrate(self, seconds: float) -> None:
        """Choose how many calls make a turn of about `seconds`."""
        self.count = 1
        while (elapsed := self.count * self.turn()) < seconds / 2:
            self.count *= 2
        self.count = max(1, round(self.count * seconds / elapsed))

    def turn(self) -> float:
        """Seconds per call."""
        # The garbage collector stays on: what a library leaves to it is part of its cost.
        start = time.perf_counter()
        for _ in range(self.count):
            self.call()
        return (time.perf_counter() - start) / self.count

    def memory(
        self, problem: str, task: Task, size: Size, smoke: Size, seed: int
    ) -> int | None:
        """Peak memory of a call, in bytes, beyond imports, data and a small problem's.

        None where the system does not tell. What a first call compiled and kept counts,
        what it needed while compiling does not.
        """
        self.prepare(problem, task, smoke, seed)
        self.case = make_case(problem, task, size, seed)
        self.call, self.result = (lambda: None), None
        if not forget_peak():
            return None
        before = resident("VmRSS")
        self.build()
        self.result = None
        forget_peak()
        self.call()
        return resident("VmHWM") - before


def make_case(problem: str, task: Task, size: Size, seed: int) -> Case:
    """A problem's data, the same in every process."""
    import numpy as np

    from benchmarks.problems import PROBLEMS

    found = PROBLEMS[problem]
    return Case(found, task, found.make(size, np.random.default_rng(seed)))


def resident(field: str) -> int:
    """Resident memory of this process in bytes, now (VmRSS) or at most (VmHWM)."""
    status = Path("/proc/self/status").read_text()
    lines = dict(line.split(":", 1) for line in status.splitlines())
    return int(lines[field].split()[0]) * 1024


def forget_peak() -> bool:
    """Give freed memory back, and let the high-water mark start from what is left."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")
    except (AttributeError, OSError):
        return False
    return True


def use_cores(threads: int) -> None:
    """Run on so many cores, 0 for all; thread pools are as large as what they find."""
    if threads and hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))[:threads]
        os.sched_setaffinity(0, cores)


def serve(connection: Connection, peer: str) -> None:
    """Do what is asked until the other side hangs up."""
    try:
        session = Session(peer)
    except Exception as error:  # noqa: BLE001 - whatever keeps a peer from loading
        connection.send((None, describe(error)))
        return
    connection.send((session.import_seconds, None))
    while True:
        try:
            verb, arguments = connection.recv()
        except EOFError:
            return
        try:
            reply = getattr(session, verb)(*arguments), None
        except Exception as error:  # noqa: BLE001 - whatever a peer cannot do
            reply = None, describe(error)
        connection.send(reply)


def describe(error: Exception) -> str:
    """One line on why something was not computed."""
    text = " ".join(str(error).split())
    name = type(error).__name__
    if "Concretization" in "".join(base.__name__ for base in type(error).__mro__):
        return f"refused: {text}"  # a loop or a branch that depends on values
    return text if name == "UnsupportedError" else f"{name}: {text}"


def main(descriptor: str, peer: str, memory: str, threads: str) -> None:
    """Start from the command line that `_measure.Worker` writes."""
    use_cores(int(threads))
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    serve(Connection(int(descriptor)), peer)


if __name__ == "__main__":
    main(*sys.argv[1:])
