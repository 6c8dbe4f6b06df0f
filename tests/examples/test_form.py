"""What all examples have in common, on which the documentation's gallery relies."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_form(path):
    text = path.read_text()
    title, blank, *lines = ast.get_docstring(ast.parse(text)).splitlines()
    assert title.endswith(".")
    assert not blank
    assert 2 <= len(lines) <= 7
    assert "Look at: " in " ".join(lines)
    assert len(text.splitlines()) <= 100
    for needed in ("def main():", '"--plot", metavar="PATH"', "savefig(", "print("):
        assert needed in text


def test_each_is_tested():
    names = {
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }
    assert {f"test_{path.stem}" for path in EXAMPLES} <= names
