"""Where in the user's code an operation was written."""

from __future__ import annotations

import os.path
import sys
from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

_LIBRARIES = (
    *sys.modules["functrace"].__path__,
    *np.__path__,
    "<",  # generated code, of ours, dataclasses or frozen modules
)


class SourceLine(NamedTuple):
    """A line of the user's code: where a node was recorded."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        name = os.path.basename(self.file)
        return f"{name}:{self.line} in {self.function}"


def line_of(function: Callable[..., Any]) -> SourceLine | None:
    """Where a function of the user's begins; if it is not the user's, who called it."""
    while hasattr(function, "__wrapped__"):
        function = cast("Any", function).__wrapped__
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename.startswith(_LIBRARIES[:-1]):
        return user_line()
    return SourceLine(code.co_filename, code.co_firstlineno, code.co_name)


def user_line(*others: str) -> SourceLine | None:
    """Innermost frame of the call stack outside functrace, NumPy, and `others` (folders)."""
    libraries = (*_LIBRARIES, *others) if others else _LIBRARIES
    frame = sys._getframe(1)  # noqa: SLF001 - what inspect uses, without its cost
    while frame is not None:
        code = frame.f_code
        inside = code.co_filename.startswith(libraries)
        if not inside or code.co_filename.startswith(
            ("<stdin", "<doctest", "<ipython")
        ):
            return SourceLine(code.co_filename, frame.f_lineno, code.co_name)
        frame = frame.f_back
    return None
