"""Which tests reach the places where mutants are: a probe in each, in a copy."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable
from pathlib import Path

from tests.mutants._base import Mutant

_MODULE = '''\
"""Notes which tests reach a place."""

import os
import sys

_noted = set()


def note(name):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if (name, test) not in _noted:
        _noted.add((name, test))
        with open(os.path.join({folder!r}, name), "a") as file:
            file.write(test + "\\n" * (1 if "pytest" in sys.modules else 2))
'''


def put_probes(mutants: Iterable[Mutant], project: Path, notes: Path) -> None:
    """Let the copied project write into `notes` what is reached: a file for each mutant.

    Mutants whose place is passed while modules are imported get none.
    """
    package = project / "functrace"
    (package / "_reached.py").write_text(_MODULE.format(folder=str(notes)))
    trees: dict[str, ast.Module] = {}
    for mutant in mutants:
        text = (package / mutant.file).read_text()
        tree = trees.setdefault(mutant.file, ast.parse(text))
        place = _place(text.index(mutant.old) + _first_difference(mutant), text)
        if _put(tree, place, text.splitlines(), mutant.name):
            (notes / mutant.name).touch()
    for file, tree in trees.items():
        (package / file).write_text(ast.unparse(ast.fix_missing_locations(tree)))


def reaching_tests(mutant: Mutant, notes: Path) -> tuple[set[str] | None, bool]:
    """The tests' ids (None: any may), and whether these are all.

    They are not where the place was passed while tests were collected, or by a process
    that a test started.
    """
    path = notes / mutant.name
    if not path.exists():
        return None, True
    found = set(path.read_text().split("\n")[:-1])
    return found - {""}, "" not in found


def _first_difference(mutant: Mutant) -> int:
    same = len(os.path.commonprefix([mutant.old, mutant.new]))  # noqa: RUF071
    rest = mutant.old[same:]
    return same + len(rest) - len(rest.lstrip())


def _place(offset: int, text: str) -> tuple[int, int]:
    """Line and column, as syntax trees count."""
    before = text[:offset]
    line_start = before.rfind("\n") + 1
    return before.count("\n") + 1, len(before[line_start:].encode())


def _put(tree: ast.Module, place: tuple[int, int], lines: list[str], name: str) -> bool:
    """Put a probe as near to the place as can be; whether there is a function around."""
    note = f"__import__('functrace._reached', fromlist=['note']).note({name!r})"
    around = [node for node in ast.walk(tree) if _holds(node, place)]
    for node in reversed(around):
        if isinstance(node, ast.Lambda):
            pair = ast.parse(f"({note}, 0)[1]", mode="eval").body
            assert isinstance(pair, ast.Subscript)
            assert isinstance(pair.value, ast.Tuple)
            pair.value.elts[1] = node.body
            node.body = pair
            return True
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body.insert(ast.get_docstring(node) is not None, *ast.parse(note).body)
            return True
        is_within = any(isinstance(other, ast.FunctionDef) for other in around)
        if isinstance(node, ast.stmt) and is_within and not _is_elif(node, lines):
            block = _block_of(node, tree)
            block.insert(block.index(node), *ast.parse(note).body)
            return True
    return False


def _holds(node: ast.AST, place: tuple[int, int]) -> bool:
    if not isinstance(node, (ast.stmt, ast.expr)):
        return False
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= place < end


def _is_elif(node: ast.stmt, lines: list[str]) -> bool:
    rest = lines[node.lineno - 1].encode()[node.col_offset :]
    return rest.startswith(b"elif")


def _block_of(node: ast.stmt, tree: ast.Module) -> list[ast.stmt]:
    for parent in ast.walk(tree):
        for _, value in ast.iter_fields(parent):
            if isinstance(value, list) and any(each is node for each in value):
                return value
    raise AssertionError(node)
