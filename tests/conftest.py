"""What every test gets. Warnings, NumPy's too, are errors (pyproject.toml)."""

from __future__ import annotations

import gc
import os
import zlib

import hypothesis
import numpy as np
import pytest

from tests import _quick
from tests._checked_plans import check_every_plan
from tests._kernels import first_of_each_kind
from tests._targets import pretend

# Code is made for another processor, which this one has all instructions of.
if "FUNCTRACE_TEST_CPU" in os.environ:
    pretend(os.environ["FUNCTRACE_TEST_CPU"])

# Checkers of types read them; they are not run. Scripts that tests run, and their tools,
# have no tests: to look for examples in them, pytest would run them.
collect_ignore = ["typing"]
collect_ignore_glob = ["_*.py", "*/_*.py"]

# Tests do not meet what earlier runs compiled, unless they are asked to.
os.environ.setdefault("FUNCTRACE_CACHE_DIR", "")

# The same examples in every run: what fails was broken by the change at hand.
# HYPOTHESIS_PROFILE=search looks for new ones.
_PHASES = [hypothesis.Phase.generate, hypothesis.Phase.shrink]
hypothesis.settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=50,
    database=None,
    phases=_PHASES,
    report_multiple_bugs=False,
)
hypothesis.settings.register_profile(
    "search", deadline=None, max_examples=1000, print_blob=True, phases=_PHASES
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that depend on the test's id only, not on the order of tests."""
    return np.random.default_rng(zlib.crc32(request.node.nodeid.encode()))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="a fifth of the tests, in three minutes",
    )
    parser.addoption("--rest", action="store_true", help="those that it leaves out")
    parser.addoption(
        "--part",
        type=_quick.part,
        metavar="K/N",
        help="of N parts of them the K-th, to be run beside the others: most tests take "
        "less time than -n takes to hand them over",
    )


def pytest_configure(config: pytest.Config) -> None:
    check_every_plan()  # of programs that tests compile
    if config.getoption("part") or config.getoption("numprocesses", None):
        # There are several processes, of which threads would wait in turns.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if config.getoption("quick"):
        _quick.choose("quick")
        few = hypothesis.settings(hypothesis.settings.default, max_examples=15)
        hypothesis.settings.register_profile("quick", few)
        hypothesis.settings.load_profile("quick")
    elif config.getoption("rest"):
        _quick.choose("rest")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if "kernels" in config.option.markexpr:  # to find them takes seconds
        for item in first_of_each_kind(items):
            item.add_marker("kernels")
    chosen = list(_quick.some(items))[config.getoption("part") or slice(None)]
    if len(chosen) < len(items):
        kept = set(chosen)
        config.hook.pytest_deselected(items=[i for i in items if i not in kept])
        items[:] = chosen


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # a hundred thousand tests: tests that collect would look at them each time
