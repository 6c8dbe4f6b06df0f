"""The page that says what is differentiated is that of the registry."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest
import scipy

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def coverage():
    spec = importlib.util.spec_from_file_location("coverage", DOCS / "coverage.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made_with = re.search(r"NumPy (\S+) and SciPy (\S+)\.", module.PAGE.read_text())
    if made_with.groups() != (np.__version__, scipy.__version__):
        pytest.skip(f"the lists are of the names of {made_with[0]}")
    return module


def test_every_function_of_numpy_has_a_state(coverage):
    for module in (np, np.linalg, np.fft):
        assert coverage.numpy_rows(module)


def test_unsupported_is_a_handful(coverage):
    rows = [row for m in (np, np.linalg, np.fft) for row in coverage.numpy_rows(m)]
    refused = [name for name, state, _ in rows if state == coverage.UNSUPPORTED]
    assert sorted(refused) == sorted(coverage.REFUSED)
    assert len(refused) <= 5


def test_page_is_that_of_the_registry(coverage):
    assert coverage.PAGE.read_text() == coverage.page(), "run python docs/coverage.py"
