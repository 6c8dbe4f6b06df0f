"""Texts of traced values whose values are not known: for people, and for nothing else.

``print(x)`` in a function that is compiled shows what is known of `x`. As a key of a dict, or
in a comparison, that text would be another one than without `jit`.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Iterator
from itertools import islice
from types import FrameType

from functrace.core.parsing import parse
from functrace.core.refusals import latest_refusal
from functrace.core.source import callers, is_users

_SHOWING = frozenset(
    """print write debug info warn warning error exception critical log raise""".split()  # noqa: SIM905
)
_PARTS = ("__repr__", "__str__", "__format__")  # of objects' own texts


def is_shown() -> bool:
    """Whether the text that is being made is printed, logged, or an error's.

    Of what is not the user's code, yes; and where NumPy has just been refused something,
    for it says so with a text.
    """
    frame = _maker()
    if frame is None or not is_users(frame):
        return True
    refusal = latest_refusal()
    if refusal is not None and (refusal.frame, refusal.line) == (
        id(frame),
        frame.f_lineno,
    ):
        return True
    return any(_around(frame))


def is_printed() -> bool:
    """Whether the text that is being made is printed by a function of the user's."""
    frame = _maker()
    return frame is not None and is_users(frame) and "print" in _around(frame)


def _maker() -> FrameType | None:
    """The frame that wants a text."""
    return next((f for f in callers() if f.f_code.co_name not in _PARTS), None)


def _around(frame: FrameType) -> Iterator[str]:
    """The names of the functions in whose calls, here, a frame is; "raise" of errors."""
    position = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    line, last, column, end = position
    lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
    if line is not None and last is not None and lines:
        begin, stop = (line, column or 0), (last, end or 0)
        for first, until, name in _places("".join(lines)):
            if first <= begin and stop <= until:
                yield name


@functools.lru_cache(maxsize=16)
def _places(text: str) -> list[tuple[tuple[int, int], tuple[int, int], str]]:
    """Where texts are shown: the begins and ends of such statements and calls."""
    try:
        tree = parse(text)
    except SyntaxError:
        return []
    return [
        (
            (node.lineno, node.col_offset),
            (node.end_lineno or 0, node.end_col_offset or 0),
            name,
        )
        for node in ast.walk(tree)
        if isinstance(node, (ast.Raise, ast.Assert, ast.Call))
        and (name := _name(node)) in _SHOWING
    ]


def _name(node: ast.Raise | ast.Assert | ast.Call) -> str:
    if not isinstance(node, ast.Call):
        return "raise"
    function = node.func
    return getattr(function, "id", "") or getattr(function, "attr", "")
