"""A plugin of pytest: in place of the tests, mutants are tried by those that reach them.

Each is tried in a fork of the process that has collected the tests.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import functrace
from tests.mutants import MUTANTS
from tests.mutants._base import Mutant
from tests.mutants._patches import Patches
from tests.mutants._probes import reaching_tests

_SECONDS = 1800  # after which a test is taken to run for ever
_failed: list[str] = []


def likely_first(items: list[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
    """Tests whose names have the mutant's words, and one case of each before others."""
    cases: Counter[str] = Counter()
    ranks = {}
    for item in items:
        function = item.nodeid.partition("[")[0]
        words = sum(word in item.nodeid for word in mutant.words)
        ranks[item] = -words, cases[function]
        cases[function] += 1
    return sorted(items, key=ranks.__getitem__)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the likely tests first, where there is one mutant, in the files."""
    for mutant in MUTANTS:
        if mutant.name == os.environ.get("FUNCTRACE_MUTANT"):
            items[:] = likely_first(items, mutant)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what fails."""
    if report.failed:
        _failed.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> Any:
    """Try those that ``FUNCTRACE_MUTANTS`` is about: a file with lists of what to do."""
    if "FUNCTRACE_MUTANTS" not in os.environ:
        return None
    given = json.loads(Path(os.environ["FUNCTRACE_MUTANTS"]).read_text())
    patches = Patches(Path(functrace.__file__).parent, MUTANTS)
    results, notes = Path(given["results"]), Path(given["notes"])
    running: dict[int, str] = {}

    def wait() -> None:
        child, status = os.wait()
        name = running.pop(child, None)
        if name is not None and status:
            _tell(results, name, "a test ends the process, or runs for ever")

    for mutant in MUTANTS:
        tests, _ = reaching_tests(mutant, notes)
        if mutant.name not in given["mutants"] or not tests:
            continue
        chosen = [item for item in session.items if item.nodeid in tests]
        if child := os.fork():
            running[child] = mutant.name
            if len(running) == given["processes"]:
                wait()
        else:
            signal.alarm(_SECONDS)
            if patches.apply(mutant):
                _tell(
                    results, mutant.name, _first_failure(likely_first(chosen, mutant))
                )
            os._exit(0)
    while running:
        wait()
    return True


def _first_failure(items: list[pytest.Item]) -> str:
    """The first test that fails; nothing if all pass."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    for item, following in pairwise([*items, None]):
        assert item is not None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if _failed:
            return _failed[0]
    return ""


def _tell(results: Path, name: str, failure: str) -> None:
    with results.open("a") as file:
        file.write(json.dumps([name, failure]) + "\n")
