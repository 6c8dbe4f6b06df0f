"""The syntax tree of a function, from its code."""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

from functrace.core.parsing import parse

Function = ast.FunctionDef | ast.Lambda


class FunctionDefinition(NamedTuple):
    """A function in a syntax tree.

    Attributes
    ----------
    node : ast.FunctionDef or ast.Lambda
    owner : str or None
        The innermost class that it is in, whose name is a part of private names.
    """

    node: Function
    owner: str | None


def candidates(code: CodeType, scope: dict[str, Any]) -> list[FunctionDefinition]:
    """Functions that may be those that some code was compiled from; none without source."""
    lines = linecache.getlines(code.co_filename, scope)
    try:
        functions = _functions("".join(lines))
    except SyntaxError:
        return []
    key = code.co_name, code.co_firstlineno
    return functions.get(key, [])


@functools.lru_cache(maxsize=16)
def _functions(text: str) -> dict[tuple[str, int], list[FunctionDefinition]]:
    """The functions of a text, by their names and first lines."""
    found: dict[tuple[str, int], list[FunctionDefinition]] = {}
    for function in _in(parse(text), None):
        node = function.node
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        found.setdefault((name, _first_line(node)), []).append(function)
    return found


def _in(node: ast.AST, owner: str | None) -> Iterator[FunctionDefinition]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield FunctionDefinition(child, owner)
        yield from _in(child, child.name if isinstance(child, ast.ClassDef) else owner)


def _first_line(node: Function) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])
