"""mypy sees in the typed uses what pyright sees, which checks them with the library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")
ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_mypy_sees_the_types(tmp_path):
    options = ["--follow-imports=silent", "--warn-unused-ignores", "--no-error-summary"]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", *options),
            *("--cache-dir", str(tmp_path), "tests/typing/transforms.py"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stdout
    assert done.returncode == 0, done.stderr
