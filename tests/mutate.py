"""How many errors in the library do the tests catch? See `tests.mutants`.

``python -m tests.mutate [--all] [--notes FOLDER] [-n 2] [WORD ...]``: the quick tier, or
all tests, are run once in a copy of the project in which each mutant's place notes which
tests reach it; then each mutant is tried by these. With words, only those mutants that have
one of them in their file or description; with ``--tests``, only tests in these files.

What is memoised notes the first test only that needs it, so a mutant that survives is not
yet one that the tier does not notice: ``--whole`` tries it by every test of the tier.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.mutants import MUTANTS
from tests.mutants._base import Mutant
from tests.mutants._probes import put_probes, tests_that_reach

_ROOT = Path(__file__).parent.parent
_ABOUT_THEM = "tests/structure/test_tiers.py::test_a_mutant_replaces_one_text"
_PARTS = ("functrace", "tests", "examples", "benchmarks", "docs")
_LONG = 3600  # seconds; a mutant may let a test run for ever


def copy_of_the_project(folder: Path) -> Path:
    """What the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", ".*", "build")
    for name in _PARTS:
        shutil.copytree(_ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(_ROOT / name, folder)
    return folder


def pytest(
    options: list[str], folder: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy."""
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no"]
    command += ["-p", "no:cacheprovider", "--deselect", _ABOUT_THEM]
    return subprocess.run(
        [*command, *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=_LONG,
    )


class Tier(NamedTuple):
    """Which tests there are.

    Attributes
    ----------
    options : list of str
        Of pytest.
    files : list of str
        None: all.
    notes : Path
        Which of them reach what.
    """

    options: list[str]
    files: list[str]
    notes: Path

    def probe(self, processes: str) -> None:
        """Run the tests once, with probes."""
        self.notes.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as name:
            project = copy_of_the_project(Path(name))
            put_probes(MUTANTS, project, self.notes.resolve())
            done = pytest(["-n", processes, *self.options, *self.files], project)
        print(done.stdout.splitlines()[-1], flush=True)

    def catches(
        self, mutant: Mutant, project: Path, *, by_all: bool
    ) -> tuple[bool, str]:
        """Whether a test fails; which one, or what there is to say."""
        tests, are_all = tests_that_reach(mutant, self.notes)
        if by_all:
            tests = None
        if tests is not None and not tests:
            return False, "no test reaches it"
        given = {"tests": tests and [*tests], "words": [*mutant.words]}
        files = self.files
        if tests is not None:
            files = sorted({test.partition("::")[0] for test in tests})
        (project / "chosen.json").write_text(json.dumps(given))
        path = project / "functrace" / mutant.file
        text = path.read_text()
        path.write_text(text.replace(mutant.old, mutant.new))
        try:
            run = pytest(
                ["-x", "-p", "tests.mutants._chosen", *self.options, *files],
                project,
                FUNCTRACE_MUTANT=str(project / "chosen.json"),
            )
        except subprocess.TimeoutExpired:
            return True, "runs for ever"
        finally:
            path.write_text(text)
        lines = [line for line in run.stdout.splitlines() if line.strip()]
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        if bool(failed) != bool(run.returncode):  # pytest itself could not go on
            raise RuntimeError(run.stdout + run.stderr)
        if failed or are_all or by_all:
            return bool(failed), (failed or lines)[-1]
        return False, f"{lines[-1]}, and others may reach it: --whole"


def main() -> None:
    """Try the mutants; print what became of each, and the share that was caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="not the quick tier only")
    parser.add_argument(
        "--whole", action="store_true", help="by tests that do not reach"
    )
    parser.add_argument("--notes", type=Path, help="which tests reach what; made once")
    parser.add_argument("--tests", nargs="*", default=[], help="files")
    parser.add_argument("-n", type=int, default=2, help="processes")
    parser.add_argument("words", nargs="*", default=[""])
    given = parser.parse_args()
    about = {mutant: f"{mutant.file}: {mutant.what}" for mutant in MUTANTS}
    chosen = [m for m in MUTANTS if any(word in about[m] for word in given.words)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        notes = given.notes or folder / "notes"
        tier = Tier([] if given.all else ["--quick"], given.tests, notes)
        if not notes.exists():
            tier.probe(str(given.n))
        projects: SimpleQueue[Path] = SimpleQueue()
        for k in range(given.n):
            projects.put(copy_of_the_project(folder / str(k)))

        def tried(mutant: Mutant) -> bool:
            start, project = time.monotonic(), projects.get()
            try:
                found, line = tier.catches(mutant, project, by_all=given.whole)
            finally:
                projects.put(project)
            seconds = time.monotonic() - start
            word = "caught" if found else "SURVIVED"
            text = f"{word:8s} {seconds:4.0f} s  {about[mutant]}\n{'':17s}{line}"
            print(text, flush=True)
            return found

        with ThreadPoolExecutor(given.n) as pool:
            caught = sum(pool.map(tried, chosen))
    print(f"{caught} of {len(chosen)} caught")


if __name__ == "__main__":
    main()
