"""Every message of an error, as the source raises it: a table for each class.

python docs/messages.py   # prints them; a build of the site puts them on their page
"""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "functrace"
PAGE = "messages.md"  # of the site, at the end of which they are put
REFUSALS = SOURCE / "core" / "refusals.py"  # its `_refuse` raises for others


def tables() -> str:
    """Headings and tables, in the order of the classes' names."""
    rows = defaultdict(set)
    for error, text, cure in messages():
        rows[error].add(f"| {_cell(text)} | {_cell(cure)} |")
    head = "| message | help |\n|---|---|\n"
    return "\n".join(
        f"## {error}\n\n{head}" + "\n".join(sorted(rows[error])) + "\n"
        for error in sorted(rows)
    )


def messages() -> Iterator[tuple[str, str, str]]:
    """The class, what is said, and the help, if the source says them in words."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                yield from _raised(node.exc)
            elif path == REFUSALS and _name(node) == "_refuse":
                _, what, way_out = node.args
                yield "ConcretizationError", _words(what), _words(way_out)


def _raised(error: ast.Call) -> Iterator[tuple[str, str, str]]:
    if _name(error) not in _classes() or not error.args:
        return
    (said, *_), cure = error.args, None
    if isinstance(said, ast.Call) and _name(said) == "message" and said.args:
        cure = next((k.value for k in said.keywords if k.arg == "help"), None)
        said = said.args[0]
    if _words(said):
        yield _name(error), _words(said), _words(cure)


@functools.cache
def _classes() -> set[str]:
    tree = ast.parse((SOURCE / "core" / "errors.py").read_text())
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def _name(node: ast.AST) -> str:
    """Of a function that is called."""
    return getattr(getattr(node, "func", None), "id", "")


def _words(node: ast.AST | None) -> str:
    """A text of the source; what is filled in when it is raised is an ellipsis."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr(parts):
            return "".join(_words(part) or "…" for part in parts)
        case ast.BinOp(left, ast.Add(), right):
            return _words(left) + _words(right)
    return ""


def _cell(text: str) -> str:
    text = " ".join(text.split()).replace("|", "\\|")
    for mark in "`*_[<$":
        text = text.replace(mark, f"\\{mark}")
    return text


if __name__ == "__main__":
    print(tables())
