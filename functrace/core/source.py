"""Where in the user's code an operation was written."""

from __future__ import annotations

import os.path
import sys
from typing import NamedTuple

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
