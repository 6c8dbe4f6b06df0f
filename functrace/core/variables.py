"""Which variable of the user's gets the value of the expression that runs."""

from __future__ import annotations

import ast
import dis
import functools
import linecache
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeAlias

from functrace.core.parsing import parse

Span: TypeAlias = "tuple[int | None, int | None, int | None, int | None]"

_RETURNED, _UNKNOWN = "return", "?"  # which no variable is called
_STORE = dis.opmap["STORE_SUBSCR"]


class AssignmentTarget(NamedTuple):
    """What gets a value.

    Attributes
    ----------
    variable : str
        "" if none does.
    place : tuple
        The frame and the instruction of the user's.
    is_sure : bool
        Whether it is the value itself that the user's expression has, and not one that a
        function computes on the way.
    """

    variable: str
    place: Any
    is_sure: bool


def variable_at(
    frame: FrameType | None, is_users: Callable[[FrameType], bool]
) -> AssignmentTarget | None:
    """The user's variable that gets what is computed in a frame now.

    What a function returns is the value of its call.
    """
    place: Any = None
    is_sure = True
    while frame is not None:
        found = _assigned(frame.f_code, frame.f_lasti)
        if not is_users(frame):
            is_sure = is_sure and found in (_RETURNED, _UNKNOWN)
            if place is not None and not is_sure:
                return None
        else:
            place = place or (id(frame), frame.f_lasti)
            if found != _RETURNED:
                return AssignmentTarget(
                    "" if found == _UNKNOWN else found, place, is_sure
                )
        frame = frame.f_back
    return None


@functools.lru_cache(maxsize=4096)
def _assigned(code: CodeType, place: int) -> str:
    """What gets the value of the instruction there."""
    span = list(code.co_positions())[place // 2]
    lines = linecache.getlines(code.co_filename)
    if not lines:
        return _UNKNOWN
    values, written = _targets("".join(lines))
    targets = written if code.co_code[place] == _STORE else values
    return targets.get(span, "")


class _Targets(NamedTuple):
    """By where they stand: what gets the value of expressions, and of elements."""

    values: dict[Span, str]
    written: dict[Span, str]


@functools.lru_cache(maxsize=256)
def _targets(text: str) -> _Targets:
    found = _Targets({}, {})
    try:
        nodes = ast.walk(parse(text))
    except SyntaxError:
        return found
    for node in nodes:
        for target, value in _assignments(node):
            _note(found, target, value)
    return found


def _assignments(
    node: ast.AST,
) -> Iterator[tuple[ast.expr | None, ast.expr | ast.stmt]]:
    """Targets and the expressions whose values they get; None: whoever called."""
    match node:
        case ast.Return(value=ast.expr() as value) | ast.Lambda(body=value):
            yield None, value
        case ast.Assign(targets=[target, *_], value=value):
            yield target, value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value
        case ast.NamedExpr(target=target, value=value):
            yield target, value
        case ast.AugAssign(target=ast.Name() as target):
            yield target, node
        case _:
            return


def _note(found: _Targets, target: ast.expr | None, value: ast.expr | ast.stmt) -> None:
    match target, value:
        case None, _:
            found.values[_span(value)] = _RETURNED
        case ast.Name(name), _:
            found.values[_span(value)] = name
        case ast.Subscript(value=ast.Name(name)), _:
            found.written[_span(target)] = name
            found.values[_span(value)] = f"{name}_i"
        case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
            for each, part in zip(targets, values, strict=True):
                _note(found, each, part)
        case _:
            pass


def _span(node: ast.expr | ast.stmt) -> Span:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
