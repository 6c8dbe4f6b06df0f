"""Launchers in several threads at once."""

from __future__ import annotations

import threading

import numpy as np

from functrace.compiler.machine import native
from functrace.compiler.runtime.launcher import make_launcher
from functrace.core.aval import Aval, aval_of
from tests import _launcher
from tests._callers import at_once
from tests._launcher import F64, unwanted

make = _launcher.make  # a fixture, found by its name

WAITING = """
define i32 @program(ptr %buffers) {
  %x = load ptr, ptr %buffers
  br label %wait
wait:
  %value = load atomic i64, ptr %x seq_cst, align 8
  %changed = icmp ne i64 %value, 0
  br i1 %changed, label %done, label %wait
done:
  ret i32 0
}
"""


def test_other_threads_run_meanwhile(make):
    code = native.compile_text(WAITING, ["program"])
    x = np.zeros(1, np.int64)
    python_only = isinstance(make([], []), type(lambda: None))
    wait = make_launcher(
        code.address("program"),
        [aval_of(x)],
        [],
        unwanted,
        unwanted,
        structure="tuple",
        release_gil=True,
        keep=code,
        python_only=python_only,
    )
    thread = threading.Thread(target=lambda: wait(x))
    thread.start()
    x[0] = 1
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_threads(make):
    vector = Aval((20_000,))  # large enough for the pool
    copy = make([vector, F64], [vector, F64], release_gil=True)
    failures = []

    def work(k):
        x = np.full(20_000, float(k))
        for _ in range(200):
            out, number = copy(x, float(k))
            if number != k or not np.array_equal(out, x):
                failures.append(k)

    at_once(work, 4)
    assert not failures
