"""What the user calls the elements of the arguments."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from functrace.core.parsing import parse


def called(fun: Callable[..., Any]) -> dict[str, str]:
    """Variables that a function assigns elements of its arguments to, by their labels.

    Those that it begins with: ``a, b = params``, ``w = params["w"]``.
    """
    while callable(getattr(fun, "fun", None)):
        fun = fun.fun  # pyright: ignore[reportFunctionMemberAccess]
    try:
        tree = parse(textwrap.dedent(inspect.getsource(fun)))
    except (OSError, TypeError, SyntaxError):
        return {}
    found: dict[str, str] = {}
    for definition in tree.body:
        if isinstance(definition, ast.FunctionDef):
            for statement in definition.body:
                if isinstance(statement, ast.Assign):
                    found.update(_pairs(statement.targets[0], statement.value))
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    match target, value:
        case ast.Tuple(targets) | ast.List(targets), ast.Name(name):
            for k, each in enumerate(targets):
                if isinstance(each, ast.Name):
                    yield f"{name}[{k}]", each.id
        case ast.Name(variable), ast.Subscript(ast.Name(name), ast.Constant(key)):
            yield f"{name}[{key!r}]", variable
        case ast.Name(variable), ast.Attribute(ast.Name(name), attribute):
            yield f"{name}.{attribute}", variable
        case _:
            return


def described(fun: Any) -> str:
    """What a function is, in words: ``gradient of loss``."""
    inner = getattr(fun, "fun", None)
    if not callable(inner):
        return getattr(fun, "__name__", "a function").replace("<lambda>", "a lambda")
    kind = type(fun).__name__.strip("_")
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in kind).strip()
    return described(inner) if kind == "jit" else f"{words} of {described(inner)}"
