"""``match`` on literals and sequences as ``if``: what other patterns ask stays Python's."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import Any

from functrace.transforms._capture.names import SCOPES, walk
from functrace.transforms._capture.trees import PRIVATE, helper_call, located


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
            return _watched(node)
        rest: list[ast.stmt] = []
        for case, test in reversed([*zip(node.cases, tests, strict=True)]):
            bound = _bound(case.pattern, ast.Name(name, ast.Load()))
            begin = [_assign(each, part) for each, part in bound]
            whole = ast.If(test or ast.Constant(True), [*begin, *case.body], rest)
            rest = [_located(whole, case.pattern)]
        return [_located(_assign(name, node.subject), node), *rest]


def _watched(node: ast.Match) -> ast.Match:
    """Python compares truth values by identity: none may be unknown."""
    patterns = [each for case in node.cases for each in ast.walk(case.pattern)]
    if any(isinstance(p, ast.MatchSingleton) and p.value is not None for p in patterns):
        node.subject = located(helper_call("known", node.subject), node.subject)
    return node


def _test(case: ast.match_case, name: str) -> ast.expr | None:
    """Whether a case is taken, as an expression; None if that is another kind of question."""
    subject = ast.Name(name, ast.Load())
    tests = _tests(case.pattern, subject)
    if tests is None or (case.guard is not None and _bound(case.pattern, subject)):
        return None  # a guard may ask for what is bound
    tests += [] if case.guard is None else [case.guard]
    return _joined(ast.And(), tests) if tests else ast.Constant(True)


def _tests(pattern: ast.pattern, subject: ast.expr) -> list[ast.expr] | None:
    """What must hold, in order."""
    if isinstance(pattern, ast.MatchValue):
        return [ast.Compare(_again(subject), [ast.Eq()], [pattern.value])]
    if isinstance(pattern, ast.MatchSingleton):
        return [ast.Compare(_again(subject), [ast.Is()], [ast.Constant(pattern.value)])]
    if isinstance(pattern, ast.MatchAs):
        return [] if pattern.pattern is None else _tests(pattern.pattern, subject)
    if isinstance(pattern, ast.MatchOr):
        several = [_tests(each, subject) for each in pattern.patterns]
        if None in several or _bound(pattern, subject):
            return None
        return [_joined(ast.Or(), [_joined(ast.And(), t or _true()) for t in several])]
    if isinstance(pattern, ast.MatchSequence):
        parts = _parts(pattern, subject)
        inside = [_tests(each, part) for each, part in parts]
        if None in inside:
            return None
        found = helper_call("is_sequence", _again(subject), ast.Constant(len(parts)))
        tests = [found, *(test for tests in inside for test in tests or ())]
        # Lengths are known, and what is there is compared only if they fit.
        return sorted(tests, key=lambda test: not isinstance(test, ast.Call))
    return None


def _again(subject: ast.expr) -> ast.expr:
    """A node has one place in a tree."""
    return copy.deepcopy(subject)


def _true() -> list[ast.expr]:
    return [ast.Constant(True)]


def _bound(pattern: ast.pattern, subject: ast.expr) -> list[tuple[str, ast.expr]]:
    """The variables that a pattern binds, and to what."""
    found: list[tuple[str, ast.expr]] = []
    if isinstance(pattern, ast.MatchAs):
        found += [] if pattern.pattern is None else _bound(pattern.pattern, subject)
        found += [] if pattern.name is None else [(pattern.name, _again(subject))]
    elif isinstance(pattern, ast.MatchOr):
        found += [pair for each in pattern.patterns for pair in _bound(each, subject)]
    elif isinstance(pattern, ast.MatchSequence):
        parts = _parts(pattern, subject)
        found += [pair for each, part in parts for pair in _bound(each, part)]
    return found


def _parts(
    pattern: ast.MatchSequence, subject: ast.expr
) -> list[tuple[ast.pattern, ast.expr]]:
    """The patterns in another one, and what is compared with each."""
    return [
        (each, ast.Subscript(_again(subject), ast.Constant(i), ast.Load()))
        for i, each in enumerate(pattern.patterns)
    ]


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
