"""Conditions of comprehensions, where zeros do in place of what they leave out."""

from __future__ import annotations

import ast
from typing import Any

_KINDS = (ast.GeneratorExp, ast.ListComp)


def without_condition(call: ast.Call) -> ast.expr | None:
    """The argument of ``sum(y for y in ys if t)``: ``y if t else 0``; None of other calls.

    Likewise of ``any`` and ``all``.
    """
    name = call.func.id if isinstance(call.func, ast.Name) else None
    if name not in ("sum", "any", "all") or len(call.args) != 1 or call.keywords:
        return None
    whole = call.args[0]
    if not isinstance(whole, _KINDS) or len(whole.generators) != 1:
        return None
    (each,) = whole.generators
    if not each.ifs or each.is_async:
        return None
    test = all_of(each.ifs)
    nothing = ast.Constant({"sum": 0, "any": False, "all": True}[name])
    _placed(whole.elt, nothing)
    chosen = _placed(whole.elt, ast.IfExp(test, whole.elt, nothing))
    rows = ast.comprehension(each.target, each.iter, [], 0)
    return _placed(whole, type(whole)(chosen, [rows]))


def as_list(call: ast.Call) -> ast.Call:
    """``max([y for y in ys if t])`` in place of ``max(y for y in ys if t)``, and the like."""
    name = call.func.id if isinstance(call.func, ast.Name) else None
    whole = call.args[0] if len(call.args) == 1 else None
    if name not in ("max", "min", "sorted") or not isinstance(whole, ast.GeneratorExp):
        return call
    items = _placed(whole, ast.ListComp(whole.elt, whole.generators))
    return _placed(call, ast.Call(call.func, [items], call.keywords))


def all_of(tests: list[ast.expr]) -> ast.expr:
    """All of some tests, one after another."""
    if len(tests) == 1:
        return tests[0]
    return _placed(tests[0], ast.BoolOp(ast.And(), tests))


def _placed(where: ast.AST, node: Any) -> Any:
    return ast.copy_location(node, where)
