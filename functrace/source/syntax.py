"""Syntax trees of functions, from their source."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

from functrace.core.parsing import parse
from functrace.source import text
from functrace.source.text import Text

Function = ast.FunctionDef | ast.Lambda


class QuotingError(Exception):
    """The source of a function is not known, or takes what is more than functions."""


def source_of(impl: Callable[..., Any]) -> Function:
    """The syntax tree of a function."""
    code = impl.__code__
    try:
        tree = _module_tree(inspect.getsourcefile(impl) or "")
    except OSError:
        raise QuotingError from None
    line, _, column, _ = next(p for p in code.co_positions() if p[0] and p[2])
    for node in ast.walk(tree):
        if not isinstance(node, Function) or node.lineno != code.co_firstlineno:
            continue
        begin = (node.lineno, node.col_offset)
        end = (node.end_lineno, node.end_col_offset)
        if begin <= (line, column) <= end and _parameter_names(
            node
        ) == _parameters_of_code(code):
            return node
    raise QuotingError(impl.__qualname__)


@functools.lru_cache(maxsize=64)
def _module_tree(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return parse(file.read())


def _parameter_names(node: Function) -> list[str]:
    return [a.arg for a in (*node.args.args, *node.args.kwonlyargs)]


def _parameters_of_code(code: types.CodeType) -> list[str]:
    return list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def parsed(code: str) -> ast.expr:
    """The syntax tree of an expression."""
    return ast.parse(code, mode="eval").body


def returned(function: Function) -> ast.expr | None:
    """The one expression that a function is."""
    if isinstance(function, ast.Lambda):
        return function.body
    match _statements_of(function.body):
        case [ast.Return(value=ast.expr() as value)]:
            return value
        case _:
            return None


def _statements_of(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest] if rest:
            return rest
        case _:
            return body


def names_in(tree: ast.AST) -> list[str]:
    """The names in a tree, without those of annotations."""
    return [
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not _is_annotation(tree, node)
    ]


def names_loaded(tree: ast.AST) -> list[str]:
    """What an expression takes from around it, in order."""
    if any(isinstance(n, (ast.comprehension, ast.NamedExpr)) for n in ast.walk(tree)):
        raise QuotingError
    return list(dict.fromkeys(names_in(tree)))


def _is_annotation(tree: ast.AST, name: ast.Name) -> bool:
    """Whether a name is part of an annotation, which is not quoted."""
    for node in ast.walk(tree):
        annotations: list[Any] = []
        if isinstance(node, ast.arg):
            annotations = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            annotations = [node.returns]
        elif isinstance(node, ast.AnnAssign):
            annotations = [node.annotation]
        for each in annotations:
            if each is not None and any(part is name for part in ast.walk(each)):
                return True
    return False


def names_bound(function: Function) -> set[str]:
    """What a function gives a value to."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ExceptHandler)) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
    return found


def defined_as(function: Function, name: str) -> ast.FunctionDef:
    """A definition of the function by another name, without annotations."""
    if isinstance(function, ast.Lambda):
        body: list[ast.stmt] = [ast.Return(copy.deepcopy(function.body))]
        arguments = copy.deepcopy(function.args)
    else:
        made = copy.deepcopy(function)
        body, arguments = made.body, made.args
    definition = ast.FunctionDef(name, arguments, body, [], lineno=1)
    return _Unannotated().visit(definition)


class _Unannotated(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        self.generic_visit(node)
        return None if node.value is None else ast.Assign([node.target], node.value)


class Renaming(ast.NodeTransformer):
    """Puts expressions in place of names that are read."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: D102
        if node.id in self._names and isinstance(node.ctx, ast.Load):
            return parsed(self._names[node.id])
        return node


class Filling(ast.NodeTransformer):
    """Puts expressions in place of names, and takes the branch that a constant chooses."""

    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: D102
        return copy.deepcopy(self._given.get(node.id, node))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:  # noqa: D102
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:  # noqa: D102
        self.generic_visit(node)
        arguments: list[ast.expr] = []
        for each in node.args:
            if isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple):
                arguments += each.value.elts
            else:
                arguments.append(each)
        node.args = arguments
        return node


def text_of(tree: ast.expr) -> Text:
    """A tree as it is written."""
    code = ast.unparse(tree).replace("'", '"')
    level = text.ATOM
    if not isinstance(tree, (ast.Call, ast.Name, ast.Attribute, ast.Subscript)):
        level = text.TERNARY
    if isinstance(tree, ast.Call):
        parts = [ast.unparse(a).replace("'", '"') for a in tree.args]
        parts += [ast.unparse(k).replace("'", '"') for k in tree.keywords]
        return Text(code, level, ast.unparse(tree.func), tuple(parts))
    return Text(code, level)
