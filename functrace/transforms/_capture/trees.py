"""New parts of syntax trees: calls of helpers, functions, at the place of others."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, TypeVar

HELPERS = "<functrace helpers>"
PRIVATE = "_ft_"  # which Python does not mangle in classes
LATER = f"{PRIVATE}later"  # by this parameter, made functions are known
Node = TypeVar("Node", bound=ast.AST)


def helper_call(name: str, *args: ast.expr) -> ast.Call:
    """A call of one of the helpers."""
    return ast.Call(helper(name), list(args), [])


def helper(name: str) -> ast.expr:
    """One of the helpers."""
    return ast.Attribute(ast.Constant(HELPERS), name, ast.Load())


def assigned(name: str, value: Any) -> ast.stmt:
    """A variable becomes an expression, or a constant."""
    made = value if isinstance(value, ast.expr) else ast.Constant(value)
    return ast.Assign([ast.Name(name, ast.Store())], made)


def delayed(value: ast.expr) -> ast.expr:
    """A function without parameters that gives a value."""
    arguments = made_parameters(())
    arguments.vararg = ast.arg(LATER)
    return located(ast.Lambda(arguments, value), value)


def made_parameters(names: Sequence[str]) -> ast.arguments:
    """Parameters of these names."""
    return ast.arguments(
        posonlyargs=[],
        args=[ast.arg(name) for name in names],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )


def statement(call: ast.expr, where: ast.stmt) -> ast.stmt:
    """A call in the place of a statement: on its first line."""
    return located(ast.Expr(call), getattr(where, "test", None) or where)


def located(node: Node, where: ast.AST) -> Node:
    """A new node, and those in it that have no place, at the place of another."""
    pending: list[ast.AST] = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, (ast.expr, ast.stmt, ast.arg)) and not hasattr(
            each, "lineno"
        ):
            ast.copy_location(each, where)
        pending.extend(
            child
            for child in ast.iter_child_nodes(each)
            if not hasattr(child, "lineno")
        )
    return node
