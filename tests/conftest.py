"""What every test gets. Warnings, NumPy's too, are errors (pyproject.toml)."""

from __future__ import annotations

import zlib

import numpy as np
import pytest


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Random numbers that depend on the test's id only, not on the order of tests."""
    return np.random.default_rng(zlib.crc32(request.node.nodeid.encode()))
