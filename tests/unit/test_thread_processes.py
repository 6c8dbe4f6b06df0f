"""The number of threads, and what becomes of them when processes end or fork."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import functrace as ft


@pytest.fixture(autouse=True)
def _usual_number() -> Iterator[None]:
    before = ft.get_num_threads()
    yield
    ft.set_num_threads(before)


def tanh_of(x: Any) -> Any:
    return np.tanh(np.sin(x) * np.exp(-x * x))


def test_the_number_is_what_was_set() -> None:
    ft.set_num_threads(5)
    assert ft.get_num_threads() == 5
    ft.set_num_threads(np.int64(2))  # type: ignore[arg-type]
    assert ft.get_num_threads() == 2


@pytest.mark.parametrize("number", [0, -1, 1 << 20])
def test_numbers_out_of_range(number: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 1024"):
        ft.set_num_threads(number)


@pytest.mark.parametrize("number", [1.5, "2", None])
def test_what_is_no_number(number: Any) -> None:
    with pytest.raises(TypeError, match="expected an int"):
        ft.set_num_threads(number)


def _run(code: str, **environment: str) -> str:
    known = {k: v for k, v in os.environ.items() if not k.endswith("NUM_THREADS")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=known | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.strip()


SHOW = "import functrace as ft; print(ft.get_num_threads())"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"FUNCTRACE_NUM_THREADS": "3", "OMP_NUM_THREADS": "5"}, "3"),
        ({"OMP_NUM_THREADS": "5,2"}, "5"),
        ({"OMP_NUM_THREADS": "many", "FUNCTRACE_NUM_THREADS": ""}, None),
    ],
)
@pytest.mark.slow
def test_the_environment(environment: dict[str, str], expected: str | None) -> None:
    found = _run(SHOW, **environment)
    if expected is None:
        assert 1 <= int(found) <= (os.cpu_count() or 1)
    else:
        assert found == expected


@pytest.mark.slow
def test_an_environment_that_makes_no_sense() -> None:
    code = f"""
try:
    {SHOW}
except ValueError as error:
    print(error)
"""
    assert "FUNCTRACE_NUM_THREADS" in _run(code, FUNCTRACE_NUM_THREADS="two")


needs_tasks = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="threads cannot be looked at here"
)
BEGIN = """
import os, sys, threading, time
import numpy as np
import functrace as ft
ft.set_num_threads(4)
x = np.linspace(0, 1, 200_000)
f = ft.jit(lambda x: np.sum(np.tanh(np.sin(x) * np.exp(-x * x))))
wanted = f(x)
"""
BUSY = """
def work():
    while True:
        f(x)
callers = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for caller in callers:
    caller.start()
time.sleep(0.1)
"""


@pytest.mark.slow
@needs_tasks
def test_no_thread_starts_before_a_large_loop() -> None:
    code = """
import os
import numpy as np
import functrace as ft
ft.set_num_threads(4)
f = ft.jit(lambda x: np.sum(np.tanh(np.sin(x) * np.exp(-x * x))))
before = len(os.listdir("/proc/self/task"))
f(np.linspace(0, 1, 10))
print(len(os.listdir("/proc/self/task")) - before)
f(np.linspace(0, 1, 200_000))
print(len(os.listdir("/proc/self/task")) - before)
"""
    assert _run(code).split() == ["0", "3"]


@pytest.mark.slow
def test_the_end_while_workers_sleep() -> None:
    assert _run(BEGIN + "print(f(x) == wanted)") == "True"


@pytest.mark.slow
def test_the_end_while_threads_compute() -> None:
    assert _run(BEGIN + BUSY + "print('end', flush=True)") == "end"


FORK = """
for k in range(20):
    child = os.fork()
    if not child:
        os._exit(0 if all(f(x) == wanted for _ in range(3)) else 1)
    assert os.waitpid(child, 0)[1] == 0
    f(x)
print("good", flush=True)
"""
needs_fork = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="a platform without fork"
)


@pytest.mark.slow
@needs_fork
def test_children() -> None:
    assert _run(BEGIN + FORK) == "good"


@pytest.mark.slow
@needs_fork
@needs_tasks
def test_workers_end_before_a_fork() -> None:
    code = """
def tasks():
    return len(os.listdir("/proc/self/task"))
for count in (4, 9, 2):
    ft.set_num_threads(count)
    while tasks() == 1:  # on a busy machine workers may be done without
        assert f(x) == wanted
    child = os.fork()
    if not child:
        os._exit(tasks() - 1)
    print(tasks(), os.waitpid(child, 0)[1], end=" ")
"""
    assert _run(BEGIN + code).split() == ["1", "0"] * 3


@pytest.mark.slow
@needs_fork
def test_children_of_a_process_that_computes() -> None:
    quiet = "import warnings; warnings.simplefilter('ignore')\n"
    assert _run(quiet + BEGIN + BUSY + FORK) == "good"


@pytest.mark.slow
@needs_fork
def test_grandchildren() -> None:
    code = """
def descend(depth):
    if f(x) != wanted:
        os._exit(1)
    if depth:
        child = os.fork()
        if not child:
            descend(depth - 1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if status or f(x) != wanted:
            os._exit(1)
descend(3)
print("good", flush=True)
"""
    assert _run(BEGIN + code) == "good"


def _total(seed: int) -> float:
    x = np.random.default_rng(seed).standard_normal(200_000)
    ft.set_num_threads(3)
    return float(ft.jit(lambda x: np.sum(tanh_of(x)))(x))


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
# The pool has threads of its own, of which Python warns.
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_pools_of_processes(method: Any) -> None:
    expected = [_total(seed) for seed in range(4)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_total, range(4)) == expected


@pytest.mark.slow
@needs_tasks
def test_signals_are_for_the_main_thread() -> None:
    code = (
        BEGIN
        + """
blocked = []
for task in os.listdir("/proc/self/task"):
    if int(task) != os.getpid():
        lines = open(f"/proc/self/task/{task}/status").read().splitlines()
        blocked += [int(l.split()[1], 16) for l in lines if l.startswith("SigBlk")]
mask = (1 << 2 - 1) | (1 << 15 - 1)  # SIGINT, SIGTERM
print(sum(word & mask == mask for word in blocked))
"""
    )
    assert _run(code) == "3"
