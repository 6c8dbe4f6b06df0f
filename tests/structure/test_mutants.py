"""What the mutants are applied to, which tests reach them, and how they are applied."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import functrace
from tests.mutants import MUTANTS
from tests.mutants._base import Mutant
from tests.mutants._patches import Patches
from tests.mutants._probes import put_probes, reaching_tests

FOLDER = Path(functrace.__file__).parent
TEXT = '''"""A module."""

LIMIT = 3


def clipped(x, least=0):
    """A docstring."""
    if x < least:
        return least
    elif x > LIMIT:
        return LIMIT
    return (lambda y: y + 1)(x)


class Divided:
    by = 2

    def of(self, x):
        return x / self.by
'''
ABOUT = {
    "a branch": Mutant("some.py", "x < least:", "x <= least:", ""),
    "elif": Mutant("some.py", "x > LIMIT:", "x >= LIMIT:", ""),
    "in a branch": Mutant("some.py", "return least", "return -least", ""),
    "lambda": Mutant("some.py", "y + 1", "y + 2", ""),
    "default": Mutant("some.py", "least=0", "least=1", ""),
    "method": Mutant("some.py", "x / self", "x // self", ""),
    "module": Mutant("some.py", "LIMIT = 3", "LIMIT = 4", ""),
    "class": Mutant("some.py", "by = 2", "by = 3", ""),
}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.file)
def test_a_mutant_replaces_one_text(mutant: Mutant):
    text = (FOLDER / mutant.file).read_text()
    assert text.count(mutant.old) == 1
    assert mutant.new != mutant.old
    compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")


def test_they_have_names_of_their_own():
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def package(folder, name):
    (folder / name).mkdir()
    (folder / name / "__init__.py").touch()
    (folder / name / "some.py").write_text(TEXT)
    return folder / name


def test_a_place_notes_the_reaching_tests_it(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    package(tmp_path, "functrace")
    put_probes(ABOUT.values(), tmp_path, notes)
    program = """if True:
        import os, sys
        from functrace.some import Divided, clipped
        sys.modules["pytest"] = None
        os.environ["PYTEST_CURRENT_TEST"] = "a.py::test[x (y)] (call)"
        assert clipped(1) == clipped(1, 0) == 2
        os.environ["PYTEST_CURRENT_TEST"] = "a.py::test_less (call)"
        assert clipped(-1) == 0
        del sys.modules["pytest"]
        os.environ["PYTEST_CURRENT_TEST"] = "a.py::test_in_a_process (call)"
        assert Divided().of(3) == 1.5
    """
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    found = {name: reaching_tests(m, notes) for name, m in ABOUT.items()}
    both = {"a.py::test[x (y)]", "a.py::test_less"}
    assert found == {
        "a branch": (both, True),
        "elif": (both, True),
        "in a branch": ({"a.py::test_less"}, True),
        "lambda": ({"a.py::test[x (y)]"}, True),
        "default": (both, True),
        "method": ({"a.py::test_in_a_process"}, False),
        "module": (None, True),
        "class": (None, True),
    }


@pytest.mark.parametrize("name", ABOUT)
def test_functions_get_the_changed_code(name, tmp_path, monkeypatch):
    folder = package(tmp_path, f"package_{os.urandom(4).hex()}")
    monkeypatch.syspath_prepend(tmp_path)
    some = importlib.import_module(f"{folder.name}.some")
    results = {
        "a branch": lambda: some.clipped(0, 0),
        "elif": lambda: some.clipped(3),
        "in a branch": lambda: some.clipped(0, 1),
        "lambda": lambda: some.clipped(2),
        "method": lambda: some.Divided().of(3),
    }
    before = {each: result() for each, result in results.items()}
    assert Patches(folder, [ABOUT[name]]).apply(ABOUT[name]) == (name in results)
    changed = {each for each, result in results.items() if result() != before[each]}
    assert (name in changed) if name in results else not changed
