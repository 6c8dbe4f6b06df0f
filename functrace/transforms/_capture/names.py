"""Which variables of its function some code binds."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*_FUNCTIONS, ast.ClassDef)


def walk(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes and what is in them, but for what other functions and classes do."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, SCOPES):
            pending.extend(ast.iter_child_nodes(node))


def bound_by(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that the statements, or expressions, bind in their function."""
    found: set[str] = set()
    pending: list[tuple[ast.AST, bool]] = [(node, False) for node in nodes]
    while pending:
        node, inside = pending.pop()
        found.update(_names(node, inside=inside))
        if not isinstance(node, SCOPES):
            inside = inside or isinstance(node, COMPREHENSIONS)
            pending += [(child, inside) for child in ast.iter_child_nodes(node)]
    return found


def _names(node: ast.AST, *, inside: bool) -> Iterator[str]:
    """What one node binds; what a comprehension's own variables are is `inside` it."""
    if isinstance(node, ast.NamedExpr):
        yield node.target.id
    elif isinstance(node, ast.Name):
        if not inside and not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def read_by(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that the statements read, or take away."""
    found: set[str] = set()
    for node in walk(nodes):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def targets_of(each: ast.comprehension) -> list[str]:
    """The variables of a part of a comprehension."""
    return [node.id for node in walk([each.target]) if isinstance(node, ast.Name)]


def declared(
    nodes: Iterable[ast.AST], kind: type[ast.Global | ast.Nonlocal]
) -> set[str]:
    """Names that ``global``, or ``nonlocal``, statements declare."""
    return {
        name for node in walk(nodes) if isinstance(node, kind) for name in node.names
    }


def parameters_of(arguments: ast.arguments) -> list[str]:
    """Names of all parameters, the first first."""
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    found += [arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None]
    return [arg.arg for arg in found]
