"""A name is of one thing."""

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "functrace"


def test_classes_have_names_of_their_own():
    """Those that modules may share; what is a module's own begins with an underscore."""
    names = Counter(
        stmt.name
        for path in PACKAGE.rglob("*.py")
        for stmt in ast.parse(path.read_text()).body
        if isinstance(stmt, ast.ClassDef) and not stmt.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []
