"""A name is of one thing, and a file of one idea."""

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("functrace", "tests", "benchmarks", "docs")
SOURCES = {".py", ".c", ".h", ".cpp"}
MOST = 499  # lines


def test_classes_have_names_of_their_own():
    """Those that modules may share; what is a module's own begins with an underscore."""
    names = Counter(
        stmt.name
        for path in (ROOT / "functrace").rglob("*.py")
        for stmt in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(stmt, ast.ClassDef) and not stmt.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_files_are_short():
    """Texts that are generated have other endings."""
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in SOURCES
    }
    assert {name: n for name, n in lengths.items() if n > MOST} == {}
