"""A plugin of pytest: only the tests that reach a mutant, the likely ones first."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    given = json.loads(Path(os.environ["FUNCTRACE_MUTANT"]).read_text())
    tests = None if given["tests"] is None else set(given["tests"])
    cases: Counter[str] = Counter()
    ranked = []
    for item in items:
        if tests is None or item.nodeid in tests:
            function = item.nodeid.partition("[")[0]
            words = sum(word in item.nodeid for word in given["words"])
            ranked.append(((-words, cases[function]), item))
            cases[function] += 1
    items[:] = [item for _, item in sorted(ranked, key=lambda pair: pair[0])]
