"""How many errors in the library do the tests catch? See `tests.mutants`.

``python -m tests.mutate [--all] [-n 2] [WORD ...]``: each mutant is tried in a copy of the
project by the quick tier, or by all tests; with words, those mutants that have one of them
in their file or description.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mutants import MUTANTS
from tests.mutants._base import Mutant

_ROOT = Path(__file__).parent.parent
_ABOUT_THEM = "tests/structure/test_tiers.py::test_a_mutant_replaces_one_text"
_PARTS = ("functrace", "tests", "examples", "benchmarks", "docs")


def copy_of_the_project(folder: Path) -> None:
    """What the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", ".*", "build")
    for name in _PARTS:
        shutil.copytree(_ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(_ROOT / name, folder)


def catches(mutant: Mutant, folder: Path, options: list[str]) -> tuple[bool, str]:
    """Whether a test fails; which one, or the last line."""
    path = folder / "functrace" / mutant.file
    text = path.read_text()
    path.write_text(text.replace(mutant.old, mutant.new))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", *options]
    command += ["-p", "no:cacheprovider", "--deselect", _ABOUT_THEM]
    try:
        run = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        path.write_text(text)
    lines = [line for line in run.stdout.splitlines() if line.strip()]
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    if bool(failed) != bool(run.returncode):  # pytest itself could not go on
        raise RuntimeError(run.stdout + run.stderr)
    return bool(failed), (failed or lines)[-1]


def main() -> None:
    """Try the mutants; print what became of each, and the share that was caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="not the quick tier only")
    parser.add_argument("-n", default="2", help="processes")
    parser.add_argument("words", nargs="*", default=[""])
    given = parser.parse_args()
    options = ["-n", given.n, *([] if given.all else ["--quick"])]
    about = {mutant: f"{mutant.file}: {mutant.what}" for mutant in MUTANTS}
    chosen = [m for m in MUTANTS if any(word in about[m] for word in given.words)]
    caught = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_of_the_project(folder)
        for mutant in chosen:
            start = time.monotonic()
            found, line = catches(mutant, folder, options)
            caught += found
            seconds = time.monotonic() - start
            word = "caught" if found else "SURVIVED"
            print(f"{word:8s} {seconds:4.0f} s  {about[mutant]}", flush=True)
            print(f"{'':17s}{line}", flush=True)
    print(f"{caught} of {len(chosen)} caught")


if __name__ == "__main__":
    main()
