"""``match`` on literals as ``if`` and ``elif``: what other patterns ask stays Python's."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import Any

from functrace.transforms._capture.names import SCOPES, walk
from functrace.transforms._capture.trees import PRIVATE


def without_matches(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements, with tests in the place of matches whose patterns are literals."""
    if not any(isinstance(node, ast.Match) for node in walk(body)):
        return body
    lowering = _Lowering()
    found: list[ast.stmt] = []
    for stmt in copy.deepcopy(body):
        made: Any = lowering.visit(stmt)
        found += made if isinstance(made, list) else [made]
    return found


class _Lowering(ast.NodeTransformer):
    def __init__(self) -> None:
        self._count = 0

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt]:
        return node if isinstance(node, SCOPES) else super().visit(node)

    def visit_Match(self, node: ast.Match) -> ast.AST | list[ast.stmt]:
        """The subject as a variable, and a test for each case."""
        self.generic_visit(node)
        self._count += 1
        name = f"{PRIVATE}subject{self._count}"
        tests = [_test(case, name) for case in node.cases]
        if None in tests:
            return node
        rest: list[ast.stmt] = []
        for case, test in reversed([*zip(node.cases, tests, strict=True)]):
            bound = getattr(case.pattern, "name", None)
            begin = [_assign(bound, ast.Name(name, ast.Load()))] if bound else []
            whole = ast.If(test or ast.Constant(True), [*begin, *case.body], rest)
            rest = [_located(whole, case.pattern)]
        return [_located(_assign(name, node.subject), node), *rest]


def _test(case: ast.match_case, name: str) -> ast.expr | None:
    """Whether a case is taken, as an expression; None if that is another kind of question."""
    pattern, guard = case.pattern, case.guard
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
        asks = guard is not None and pattern.name is not None  # of what it binds
        return None if asks else guard or ast.Constant(True)
    several = pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]
    tests = [_compared(each, name) for each in several]
    found = [each for each in tests if each is not None]
    if len(found) < len(tests):
        return None
    test = _joined(ast.Or(), found)
    return test if guard is None else _joined(ast.And(), [test, guard])


def _compared(pattern: ast.pattern, name: str) -> ast.expr | None:
    if isinstance(pattern, ast.MatchValue):
        value, operator = pattern.value, ast.Eq()
    elif isinstance(pattern, ast.MatchSingleton):
        value, operator = ast.Constant(pattern.value), ast.Is()
    else:
        return None
    return ast.Compare(ast.Name(name, ast.Load()), [operator], [value])


def _joined(operator: ast.boolop, values: Sequence[ast.expr]) -> ast.expr:
    return values[0] if len(values) == 1 else ast.BoolOp(operator, list(values))


def _assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _located(stmt: ast.stmt, where: ast.AST) -> ast.stmt:
    """A new statement, and what is new in it, at the place of another node."""
    for node in ast.walk(stmt):
        if isinstance(node, (ast.expr, ast.stmt)) and not hasattr(node, "lineno"):
            ast.copy_location(node, where)
    return stmt
