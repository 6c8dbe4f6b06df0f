"""The other end of a worker's pipe: start it, ask it, end it when it takes too much."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from types import TracebackType
from typing import Any, Self

GIB = 2**30
ROOT = Path(__file__).parents[1]
POOLS = ("OMP", "OPENBLAS", "MKL", "NUMBA")  # what their variables' names begin with


class PeerError(Exception):
    """A peer could not do what it was asked."""


@dataclass(frozen=True)
class Limits:
    """What a peer may use."""

    seconds: float = 120.0  # for one answer
    gib: float = 12.0  # address space
    threads: int = 0  # cores; 0 for all


class Worker:
    """The process of one peer, which has its library loaded."""

    def __init__(self, peer: str, limits: Limits) -> None:
        self._limits = limits
        self._connection, theirs = Pipe()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        arguments = (theirs.fileno(), peer, round(limits.gib * GIB), limits.threads)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks._worker", *map(str, arguments)],
            pass_fds=[theirs.fileno()],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            env=environment(limits.threads),
        )
        theirs.close()
        try:
            self.import_seconds: float = self._answer()
        except PeerError:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End it."""
        self.close()

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, verb: str, *arguments: Any) -> Any:
        """Answer of the worker; raises `PeerError` if it has none."""
        self._connection.send((verb, arguments))
        return self._answer()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._connection.close()
        self._errors.close()

    def _answer(self) -> Any:
        try:
            if not self._connection.poll(self._limits.seconds):
                self.close()
                raise PeerError(f"> {self._limits.seconds:g} s")
            answer, complaint = self._connection.recv()
        except (EOFError, ConnectionError):
            raise PeerError(self._last_words()) from None
        if complaint is not None:
            raise PeerError(complaint)
        return answer

    def _last_words(self) -> str:
        status = self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        self.close()
        return f"died ({status}) within {self._limits.gib:g} GiB: {last}"


def environment(threads: int) -> dict[str, str]:
    """Variables for pools that do not look at which cores they may use; no disk cache."""
    pools = {f"{pool}_NUM_THREADS": str(threads) for pool in POOLS if threads}
    return {**os.environ, "FUNCTRACE_CACHE_DIR": "", **pools}


class Workers:
    """A worker for each peer, started anew if the last one ended."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._workers: dict[str, Worker] = {}

    def __enter__(self) -> Self:
        """Use them for a while."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End those that run."""
        for worker in self._workers.values():
            if worker.alive:
                worker.close()

    def ask(self, peer: str, verb: str, *arguments: Any) -> Any:
        """Answer of the peer's worker."""
        worker = self._workers.get(peer)
        if worker is None or not worker.alive:
            worker = self._workers[peer] = self._start(peer)
        return worker.ask(verb, *arguments)

    def _start(self, peer: str) -> Worker:
        worker = Worker(peer, self.limits)
        # What a first use of the library loads is not this problem's.
        worker.ask("prepare", "rosenbrock", "value_and_grad", 3, 0)
        return worker


def loadable(peers: Iterable[str], workers: Workers) -> dict[str, dict[str, str]]:
    """Versions by peer of those of `peers` that can be loaded; names the others."""
    versions = {}
    for peer in peers:
        try:
            versions[peer] = workers.ask(peer, "versions")
        except PeerError as error:
            print(f"skipped {peer}: {error}")
    return versions
