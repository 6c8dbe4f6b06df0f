"""Work in processes that may crash, hang or use up memory."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_MEMORY = 8 << 30  # of addresses; far more than the programs need


@dataclass
class Result:
    """What came of one piece of work.

    Attributes
    ----------
    item : int
        Which.
    report : dict, or None
        What the function returned; None if it did not.
    failure : str
        Why there is no report: "signal 11", "hangs", "exit 1".
    """

    item: int
    report: dict[str, Any] | None = None
    failure: str = ""


class _Worker:
    """A forked process that works off a list, and reports on a pipe."""

    def __init__(
        self, work: Callable[[int], dict[str, Any]], items: Sequence[int], log: str
    ) -> None:
        self.items = list(items)
        reader, writer = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reader)
            _work_off(work, self.items, writer, log)
        os.close(writer)
        self.reader = reader
        self.text = b""

    def reports(self, limit: float) -> Iterator[dict[str, Any] | None]:
        """Each report; None, as the last one, if the next takes longer than `limit`."""
        while True:
            line, newline, rest = self.text.partition(b"\n")
            if newline:
                self.text = rest
                yield json.loads(line)
                continue
            ready, _, _ = select.select([self.reader], [], [], limit)
            if not ready:
                yield None
                return
            more = os.read(self.reader, 1 << 16)
            if not more:
                return
            self.text += more

    def end(self, *, hangs: bool) -> str:
        """Wait for the process, or end it; why it ended."""
        if hangs:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGABRT)  # writes where it is
                time.sleep(1)
                os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.reader)
        if hangs:
            return "hangs"
        code = os.waitstatus_to_exitcode(status)
        return f"signal {-code}" if code < 0 else f"exit {code}"


def _work_off(
    work: Callable[[int], dict[str, Any]], items: Sequence[int], writer: int, log: str
) -> None:
    """In the child: never returns."""
    code = 1
    stream = Path(log).open("a")  # noqa: SIM115 - until the process ends
    try:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(stream.fileno(), 2)
        faulthandler.enable(stream)
        for item in items:
            print(f"item {item}", file=stream, flush=True)
            report = {"item": item, **work(item)}
            os.write(writer, json.dumps(report).encode() + b"\n")
        code = 0
    except BaseException as error:
        print(repr(error), file=stream, flush=True)
        raise
    finally:
        os._exit(code)


def guarded(
    work: Callable[[int], dict[str, Any]],
    items: Sequence[int],
    *,
    log: str,
    limit: float = 60.0,
) -> Iterator[Result]:
    """Results of all items, those too at which a process ended.

    Parameters
    ----------
    work : callable
        ``item -> report``, a dict of what JSON has.
    items : sequence of int
    log : str
        File for what the processes write to standard error.
    limit : float
        Seconds for one item.
    """
    left = list(items)
    while left:
        worker = _Worker(work, left, log)
        hangs = False
        for report in worker.reports(limit):
            if report is None:
                hangs = True
                break
            left.pop(0)
            yield Result(report.pop("item"), report)
        failure = worker.end(hangs=hangs)
        if left:
            yield Result(left.pop(0), failure=failure)
