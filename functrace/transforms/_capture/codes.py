"""Code objects for rewritten functions: the same file, lines, parameters, closure."""

from __future__ import annotations
import __future__

import ast
import dis
from collections.abc import Iterator
from types import CodeType
from typing import Any

from functrace.core.parsing import compile_tree
from functrace.transforms._capture.exits import TRIES, leaves
from functrace.transforms._capture.names import walk
from functrace.transforms._capture.rewriting import bare, rewritten
from functrace.transforms._capture.source import FunctionDefinition, candidates
from functrace.transforms._capture.trees import HELPERS, LATER, PRIVATE

_GENERATORS = 0x20 | 0x80 | 0x100 | 0x200  # CO_GENERATOR, CO_COROUTINE and the like
_ENDS = (ast.Return, ast.Break, ast.Continue)
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag
_OF_FRAMES = frozenset(("eval", "exec", "globals", "locals", "vars", "dir"))
COMPREHENSIONS = frozenset(("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"))
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
_CALLING = frozenset(
    (
        *("CACHE", "CALL", "CALL_KW", "COPY_FREE_VARS", "EXTENDED_ARG", "KW_NAMES"),
        *("LOAD_GLOBAL", "NOP", "PRECALL", "PUSH_NULL", "RESUME"),
    )
)
_OF_PYTEST = "@pytest_ar"
_FACTORY = f"{PRIVATE}factory"


class NotRewritableError(Exception):
    """Why a function cannot be rewritten, in words that follow 'this function'."""


def rewritten_code(
    code: CodeType, scope: dict[str, Any], helpers: Any
) -> list[CodeType]:
    """Code that does the same by calls of `helpers`, then its parts.

    `scope` are its globals.
    """
    found = _found(code, scope)
    if code.co_flags & _GENERATORS:
        raise NotRewritableError("is a generator, or a coroutine")
    for node in walk(ast.iter_child_nodes(found.node)):
        if isinstance(node, ast.Name) and node.id in _OF_FRAMES:
            raise NotRewritableError(f"calls {node.id}()")
        if isinstance(node, TRIES) and leaves(node.finalbody, *_ENDS):
            raise NotRewritableError(
                "leaves a `finally`, which drops errors and returns"
            )
    made = _compiled(rewritten(found.node), found, code)
    if made.co_freevars != code.co_freevars:
        raise NotRewritableError("uses variables of a scope that is not a function's")
    return _with_helpers(made, code, helpers)


def _found(code: CodeType, scope: dict[str, Any]) -> FunctionDefinition:
    """The function in the source that the code was compiled from."""
    found = candidates(code, scope)
    if not found:
        raise NotRewritableError("has no source that Python can read")
    wanted = _signs(code)
    for each in found:
        if _signs(_compiled(bare(each.node), each, code)) == wanted:
            return each
    if _OF_PYTEST in code.co_names:
        raise NotRewritableError(
            "has assert statements that pytest has changed; where PYTEST_DONT_REWRITE is "
            "in the docstring of its module, it does not"
        )
    raise NotRewritableError("is not what its file now says")


def _signs(code: CodeType) -> list[Any]:
    """By what one tells whether code was compiled from the same text.

    How methods and globals are called depends on the module.
    """
    found: list[Any] = [code.co_names, code.co_varnames, code.co_freevars]
    instructions = list(dis.get_instructions(code))
    for each, following in zip(instructions, [*instructions[1:], None], strict=True):
        name = each.opname
        if name not in _CALLING and not name.startswith(("LOAD_ATTR", "LOAD_METHOD")):
            jumps = each.opcode in _JUMPS or isinstance(each.argval, CodeType)
            names = following is not None and following.opname == "CALL_KW"
            place = None if names else each.positions
            found.append((name, None if jumps else repr(each.argval), place))
    return found


def _compiled(node: Any, found: FunctionDefinition, like: CodeType) -> CodeType:
    """The code of a function, whose free variables are those of another."""
    stmt: ast.stmt = ast.Return(node) if isinstance(node, ast.Lambda) else node
    if found.owner is not None:
        if isinstance(node, ast.Lambda):
            stmt = ast.Expr(node)
        stmt = ast.ClassDef(found.owner, [], [], [stmt], [])
    free = [ast.Name(name, ast.Store()) for name in like.co_freevars]
    begin: list[ast.stmt] = [ast.Assign([name], ast.Constant(None)) for name in free]
    if found.owner is None and like.co_name not in (*like.co_freevars, "<lambda>"):
        begin.append(ast.Global([like.co_name]))  # of what may call itself
    factory = ast.FunctionDef(_FACTORY, _no_arguments(), [*begin, stmt], [])
    module = ast.fix_missing_locations(ast.Module([factory], []))
    flags = like.co_flags & _FUTURE
    whole = compile_tree(module, like.co_filename, flags)
    code = _code_in(whole, _FACTORY)
    if found.owner is not None:
        code = _code_in(code, found.owner)
    return _code_in(code, like.co_name)


def _code_in(code: CodeType, name: str) -> CodeType:
    return next(c for c in _codes(code) if c.co_name == name)


def _codes(code: CodeType) -> Iterator[CodeType]:
    return (const for const in code.co_consts if isinstance(const, CodeType))


def _with_helpers(code: CodeType, of: CodeType, helpers: Any) -> list[CodeType]:
    """The code, and those of its parts that were made, with the helpers put in.

    The parts bear the name of the function.
    """
    made: list[CodeType] = []
    consts: list[Any] = []
    for const in code.co_consts:
        if isinstance(const, CodeType) and _is_part(const):
            parts = _with_helpers(const, of, helpers)
            made += parts
            consts.append(parts[0])
        else:
            consts.append(helpers if const == HELPERS else const)
    name = code.co_name if code.co_name in COMPREHENSIONS else of.co_name
    return [code.replace(co_consts=tuple(consts), co_name=name), *made]


def _is_part(code: CodeType) -> bool:
    """Whether code in a rewritten function is not that of another function of the user's."""
    later = code.co_varnames[:1] == (LATER,)
    return later or code.co_name.startswith(PRIVATE) or code.co_name in COMPREHENSIONS


def _no_arguments() -> ast.arguments:
    return ast.arguments([], [], None, [], [], None, [])
