"""How many errors in the library do the tests catch? See `tests.mutants`.

``python -m tests.mutate [--all] [--notes FOLDER] [-n 2] [WORD ...]``: the quick tier, or
all tests, are run once in a copy of the project in which each mutant's place notes which
tests reach it; then each mutant is tried by these, in forks of one process that collected
the tests. Where that is not all (errors in what is run when modules are imported, places
that other processes reach), tests are tried in a new process. With words, only mutants are
tried that have one of them in their file or description; ``--tests``: only files of tests.

What is memoised notes the first test that needs it only. ``--whole`` tries by each test of
the tier those that survive.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.mutants import MUTANTS
from tests.mutants._base import Mutant
from tests.mutants._probes import put_probes, reaching_tests

_ROOT = Path(__file__).parent.parent
_ABOUT_THEM = "tests/structure/test_mutants.py::test_a_mutant_replaces_one_text"
_PARTS = ("functrace", "tests", "examples", "benchmarks", "docs")


def copy_of_the_project(folder: Path) -> Path:
    """What the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", ".*", "build")
    for name in _PARTS:
        shutil.copytree(_ROOT / name, folder / name, ignore=ignored)
    for path in filter(Path.is_file, _ROOT.iterdir()):
        shutil.copy(path, folder)  # which pages link to
    return folder


class Tier(NamedTuple):
    """Which tests there are.

    Attributes
    ----------
    options : list of str
        Of pytest: which tests.
    processes : int
    notes : Path
        Which of them reach what.
    """

    options: list[str]
    processes: int
    notes: Path

    def probe(self, folder: Path) -> None:
        """Run the tests once, with probes."""
        project = copy_of_the_project(folder)
        self.notes.mkdir(parents=True)
        put_probes(MUTANTS, project, self.notes)
        print(self._pytest(project, "-n", str(self.processes)), flush=True)

    def try_those_reached(self, mutants: list[Mutant], project: Path) -> dict[str, str]:
        """For the mutants that forks can have, the test that fails, or nothing."""
        results, given = project / "results", project / "given.json"
        results.touch()
        names = [mutant.name for mutant in mutants]
        about = {"mutants": names, "processes": self.processes}
        about |= {"notes": str(self.notes), "results": str(results)}
        given.write_text(json.dumps(about))
        plugin = ("-s", "-p", "tests.mutants._trials")
        self._pytest(project, *plugin, FUNCTRACE_MUTANTS=str(given))
        return dict(map(json.loads, results.read_text().splitlines()))

    def try_all(self, mutant: Mutant, project: Path) -> str:
        """The test that fails, or nothing, of the whole tier, the likely ones first."""
        path = project / "functrace" / mutant.file
        text = path.read_text()
        path.write_text(text.replace(mutant.old, mutant.new))
        plugin = ("-x", "-p", "tests.mutants._trials")
        try:
            return self._pytest(project, *plugin, FUNCTRACE_MUTANT=mutant.name)
        finally:
            path.write_text(text)

    def _pytest(self, project: Path, *options: str, **more: str) -> str:
        """What failed first, or nothing."""
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no"]
        command += ["-p", "no:cacheprovider", "--deselect", _ABOUT_THEM]
        run = subprocess.run(
            [*command, *options, *self.options],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(project), **more},
            capture_output=True,
            text=True,
            check=False,
        )
        lines = run.stdout.splitlines()
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        if bool(failed) != bool(run.returncode):  # pytest itself could not go on
            raise RuntimeError(run.stdout + run.stderr)
        return failed[0] if failed else ""


def main() -> None:
    """Try the mutants; print what became of each, and the share that was caught."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="not the quick tier only")
    parser.add_argument("--whole", action="store_true", help="also by what reaches not")
    parser.add_argument("--notes", type=Path, help="which tests reach what, once made")
    parser.add_argument("--tests", nargs="*", default=[], help="files")
    parser.add_argument("-n", type=int, default=2, help="processes")
    parser.add_argument("words", nargs="*", default=[""])
    given = parser.parse_args()
    about = {mutant: f"{mutant.file}: {mutant.what}" for mutant in MUTANTS}
    chosen = [m for m in MUTANTS if any(word in about[m] for word in given.words)]
    with tempfile.TemporaryDirectory() as name:
        notes = (given.notes or Path(name) / "notes").resolve()
        options = [*([] if given.all else ["--quick"]), *given.tests]
        tier = Tier(options, given.n, notes)
        if not notes.exists():
            tier.probe(Path(name) / "probed")
        project = copy_of_the_project(Path(name) / "tried")
        failures = tier.try_those_reached(chosen, project)
        for mutant in chosen:
            tests, are_all = reaching_tests(mutant, notes)
            failure = failures.get(mutant.name, "")
            is_open = (
                given.whole
                or not are_all
                or (tests != set() and mutant.name not in failures)
            )
            if not failure and is_open:
                failure = failures[mutant.name] = tier.try_all(mutant, project)
            count = "any" if tests is None else len(tests)
            word = "caught" if failure else "SURVIVED"
            print(f"{word:8s} {count:>6} tests  {about[mutant]}", flush=True)
            print(f"{'':24s}{failure}", flush=True)
    caught = sum(map(bool, failures.values()))
    print(f"{caught} of {len(chosen)} caught")


if __name__ == "__main__":
    main()
