"""``:=`` in a part of a test that may not be computed: the test becomes several.

``if a and (y := b): ...`` is ``if a: if (y := b): ...``, within which `y` is bound.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from functrace.transforms._capture.names import SCOPES, walk
from functrace.transforms._capture.trees import PRIVATE, assigned, located


def binds(*values: ast.expr) -> bool:
    """Whether expressions bind variables of the function."""
    return any(isinstance(node, ast.NamedExpr) for node in walk(values))


def without_bindings(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements, in which no test binds what only a part of it computes."""
    if not any(_is_split(node) for node in walk(body)):
        return body
    nesting, found = _Nesting(), list[ast.stmt]()
    for stmt in copy.deepcopy(body):
        found += _several(nesting.visit(stmt))
    return found


def without_bindings_in(value: ast.expr) -> ast.expr:
    """An expression, of which the same holds."""
    if not any(map(_is_split, walk([value]))):
        return value
    return _Nesting().visit(copy.deepcopy(value))


def _is_split(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return binds(*node.comparators[1:])
    return isinstance(node, ast.BoolOp) and binds(*node.values[1:])


class _Nesting(ast.NodeTransformer):
    def __init__(self) -> None:
        self._count = 0

    def visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, SCOPES) else super().visit(node)

    def visit_If(self, node: ast.If) -> Any:
        """One test in another; the other branch is reached from several."""
        self.generic_visit(node)
        test, then, orelse = _plain(node.test, node.body, node.orelse)
        if not _is_split(test):
            return node
        first, rest = _parts(test)
        nothing: list[ast.stmt] = [ast.copy_location(ast.Pass(), node)]
        inner: Any = ast.If(rest, then or nothing, orelse)
        pair = [self.visit(ast.copy_location(inner, node))], orelse
        if isinstance(test.op, ast.Or):
            pair = then or nothing, pair[0]
        return ast.copy_location(ast.If(first, *pair), node)

    def visit_While(self, node: ast.While) -> Any:
        """The test is made in the round."""
        node.test = self.visit(node.test)
        if not _is_split(_plain(node.test, [], [])[0]):
            return self.generic_visit(node)
        begin, after = list[ast.stmt](), list[ast.stmt]()
        ends: list[ast.stmt] = [ast.copy_location(ast.Break(), node.test)]
        if node.orelse:
            flag = self._name()
            begin = [located(assigned(flag, False), node.test)]
            ends = [located(assigned(flag, True), node.test), *ends]
            ended = ast.copy_location(ast.Name(flag, ast.Load()), node.test)
            after = [
                self.visit(ast.copy_location(ast.If(ended, node.orelse, []), node))
            ]
        whole = self.visit(ast.copy_location(ast.If(node.test, node.body, ends), node))
        forever = ast.copy_location(ast.Constant(True), node.test)
        made = ast.copy_location(ast.While(forever, [whole], []), node)
        return [*begin, made, *after]

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """One expression in another."""
        self.generic_visit(node)
        test, body, orelse = _plain(node.test, node.body, node.orelse)
        if not _is_split(test):
            return node
        first, rest = _parts(test)
        inner = self.visit(ast.copy_location(ast.IfExp(rest, body, orelse), node))
        pair = (inner, orelse) if isinstance(test.op, ast.And) else (body, inner)
        return ast.copy_location(ast.IfExp(first, *pair), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """``a < b < (y := c)`` as ``a < (m := b) and m < (y := c)``."""
        self.generic_visit(node)
        if not _is_split(node):
            return node
        first, *rest = node.comparators
        name = self._name()
        named = ast.NamedExpr(ast.Name(name, ast.Store()), first)
        begin = ast.Compare(node.left, node.ops[:1], [named])
        after = ast.Compare(ast.Name(name, ast.Load()), node.ops[1:], rest)
        whole = ast.BoolOp(ast.And(), [begin, self.visit(_placed(after, node))])
        return _placed(whole, node)

    def _name(self) -> str:
        self._count += 1
        return f"{PRIVATE}part{self._count}"


def _several(made: Any) -> list[ast.stmt]:
    return made if isinstance(made, list) else [made]


def _placed(value: Any, where: ast.expr) -> Any:
    return ast.fix_missing_locations(ast.copy_location(value, where))


def _plain(test: Any, then: Any, orelse: Any) -> tuple[Any, Any, Any]:
    """The same without ``not`` before the test."""
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, then, orelse = test.operand, orelse, then
    return test, then, orelse


def _parts(test: ast.BoolOp) -> tuple[ast.expr, ast.expr]:
    """The first value, and all others."""
    first, *rest = test.values
    if len(rest) == 1:
        return first, rest[0]
    return first, ast.copy_location(ast.BoolOp(test.op, rest), rest[0])
