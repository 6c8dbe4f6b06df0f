"""The fuzzers run, and find nothing in some seconds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork"),
]


def fuzz(*arguments: str) -> str:
    """Standard output of the tool, in a process of its own: it forks and limits itself."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.fuzz", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_programs(tmp_path):
    out = fuzz("programs", "--count", "25", "--log", str(tmp_path))
    assert out.startswith("25 programs: ")


def test_a_program_is_shown(tmp_path):
    out = fuzz("program", "--seed", "4", "--show")
    assert "def program(" in out
    assert out.rstrip().split("\n")[-1].split()[0] in {"equal", "close"}


def test_patterns(tmp_path):
    out = fuzz("patterns", "--count", "22", "--log", str(tmp_path))
    assert out.startswith("22 programs: ")


def test_stencils(tmp_path):
    out = fuzz("stencils", "--count", "10", "--log", str(tmp_path))
    assert out.startswith("10 programs: {'the same': ")


def test_cache(tmp_path):
    assert "equal" in fuzz("cache", "--count", "6", "--log", str(tmp_path))


def test_threads(tmp_path):
    out = fuzz("threads", "--count", "2", "--log", str(tmp_path))
    assert out.startswith("{'good': 2}")


DIVIDES = """
import os, signal
from tests.fuzz._guard import guarded

def work(item):
    if item == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    while item == 3:
        pass
    return {"half": item / 2}

for r in guarded(work, range(5), log=os.devnull, limit=1):
    print(r.item, r.report, r.failure)
"""


def test_crashes_and_hangs_are_reported():
    done = subprocess.run(
        [sys.executable, "-c", DIVIDES],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.split("\n")[:-1] == [
        "0 {'half': 0.0} ",
        "1 None signal 11",
        "2 {'half': 1.0} ",
        "3 None hangs",
        "4 {'half': 2.0} ",
    ]
