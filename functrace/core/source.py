"""Where in the user's code an operation was written."""

from __future__ import annotations

import functools
import os
import os.path
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from functrace.core.recording import ambient

Step = TypeVar("Step", bound=tuple[Any, Any])

_OURS = (
    *sys.modules["functrace"].__path__,
    "<",
)  # generated code: ours, or dataclasses'
_OUR_CODE = (*sys.modules["functrace"].__path__, "<functrace")
SITE = os.path.dirname(np.__path__[0])
_SCIPY = os.path.join(SITE, "scipy", "")
_KNOWN = ("optree", "scipy", "numba", "pandas", "xarray", "polars", "astropy")
_LIBRARIES = (
    *_OURS,
    *np.__path__,
    *(os.path.join(SITE, name, "") for name in _KNOWN),
    *(os.path.join(name, "") for name in ("numpy", *_KNOWN)),  # as Cython has them
)
_INSTALLED = (os.path.join(SITE, ""), "<")  # generated code among it: decorators'
_STDLIB = os.path.join(os.path.dirname(os.__file__), "")
_TYPED = ("<stdin", "<doctest", "<ipython")
_NOT_INSTALLED = (*sys.modules["functrace"].__path__, *_TYPED)


class SourceLine(NamedTuple):
    """A line of the user's code: where a node was recorded.

    Attributes
    ----------
    file : str
    line : int
    function : str
    of_derivative : bool
        Whether the node is part of the derivative of what is written there.
    batched : int
        Over how many axes, the first ones, that was mapped.
    variable : str
        The user's variable that gets the value, ``x_bar`` or ``x_dot`` for what a derivative
        has of one, if that was asked for.
    """

    file: str
    line: int
    function: str
    of_derivative: bool = False
    batched: int = 0
    variable: str = ""

    def __str__(self) -> str:
        name = os.path.basename(self.file)
        return f"{name}:{self.line} in {self.function}"


_new_line: Callable[..., SourceLine] = tuple.__new__  # a constructor takes its time


def begin_of(function: Callable[..., Any]) -> SourceLine | None:
    """Where a function of the user's begins; if it is not the user's, who called it."""
    while hasattr(function, "__wrapped__"):
        function = cast("Any", function).__wrapped__
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename.startswith((*_OURS[:-1], *np.__path__)):
        return user_line()
    return SourceLine(code.co_filename, code.co_firstlineno, code.co_name)


def is_ours(frame: FrameType) -> bool:
    """Whether a frame runs functrace's code."""
    name = frame.f_code.co_filename
    return name.startswith(_OURS) and not name.startswith(_TYPED)


def is_in_functrace(frame: FrameType) -> bool:
    """Whether a frame runs functrace's code, and none that anybody else has generated."""
    return frame.f_code.co_filename.startswith(_OUR_CODE)


def is_users(frame: FrameType) -> bool:
    """Whether a frame runs neither functrace's code nor that of a library it knows."""
    return is_users_file(frame.f_code.co_filename)


@functools.lru_cache(4096)
def is_users_file(name: str) -> bool:
    """Whether a file has neither functrace's code nor that of a library it knows."""
    if name.startswith(_STDLIB):  # where packages are installed, too
        return "-packages" in name and not name.startswith(_LIBRARIES)
    return not name.startswith(_LIBRARIES) or name.startswith(_TYPED)


def is_scipys(frame: FrameType) -> bool:
    """Whether a frame runs SciPy's code."""
    return frame.f_code.co_filename.startswith(_SCIPY)


def library_call() -> FrameType | None:
    """The frame that the innermost other code has called, of the installed packages.

    A function that a transform runs is the user's, even if its package is installed.
    """
    frame = sys._getframe(2)  # noqa: SLF001 - likewise
    found: list[FrameType] = []
    while frame is not None and _is_installed(frame):
        found.append(frame)
        frame = frame.f_back
    if frame is not None and is_ours(frame):
        while found and is_users(found[-1]):
            found.pop()
    return found[-1] if found else None


def _is_installed(frame: FrameType) -> bool:
    name = frame.f_code.co_filename
    return name.startswith(_INSTALLED) and not name.startswith(_NOT_INSTALLED)


def callers() -> Iterator[FrameType]:
    """Frames of the call stack outside functrace, the innermost first."""
    frame = sys._getframe(1)  # noqa: SLF001 - what inspect uses, without its cost
    while frame is not None:
        if not is_ours(frame):
            yield frame
        frame = frame.f_back


def asking_frame() -> FrameType | None:
    """The innermost frame outside functrace; of code without a file, too (``python -c``)."""
    frame = sys._getframe(1)  # noqa: SLF001 - likewise
    while frame is not None and is_in_functrace(frame):
        frame = frame.f_back
    return frame


def user_line() -> SourceLine | None:
    """Innermost frame of the call stack outside functrace, NumPy, SciPy and the like."""
    frame = sys._getframe(1)  # noqa: SLF001 - likewise
    while frame is not None:
        code = frame.f_code
        if is_users_file(code.co_filename):
            fields = code.co_filename, frame.f_lineno, code.co_name, False, 0, ""
            return _new_line(SourceLine, fields)
        frame = frame.f_back
    return None


def with_lines(
    steps: Iterable[Step], *, of_derivative: bool = False, batched: bool = False
) -> Iterable[Step]:
    """The steps of a graph, each begun by a node: what is made of it gets its line."""
    state = ambient.get()
    if not state.sources:
        return steps
    if not state.outside:
        line = StepLine(state.line, of_derivative=of_derivative, batched=batched)
        steps = _Following(steps, line)
    if state.observer is None:
        return steps
    return state.observer.visiting(steps, of_derivative=of_derivative)


class StepLine:
    """The line of the step that a pass is at, which is made when something is recorded.

    Parameters
    ----------
    before : SourceLine or StepLine or None
        The line of a step that has none.
    of_derivative, batched : bool
        What the pass makes of lines.
    """

    __slots__ = ("_batched", "_before", "_of_derivative", "node")

    def __init__(
        self, before: Line | None, *, of_derivative: bool, batched: bool
    ) -> None:
        self._before = before
        self._of_derivative, self._batched = of_derivative, batched
        self.node: Any = None

    def source(self) -> SourceLine | None:
        """The line."""
        line = self.node.source
        if line is None:
            return resolved(self._before)
        return line._replace(
            of_derivative=self._of_derivative or line.of_derivative,
            batched=line.batched + self._batched,
            variable="",
        )


Line: TypeAlias = SourceLine | StepLine


def resolved(line: Line | None) -> SourceLine | None:
    """The line that is meant now."""
    return line.source() if isinstance(line, StepLine) else line


class _Following:
    """No generator: it would put back what was, when it is collected after an error.

    Whoever has lines recorded is within a context, whose end does so then.
    """

    def __init__(self, steps: Iterable[Any], line: StepLine) -> None:
        self._steps = iter(steps)
        self._before = ambient.get()
        self._line = line
        self._state = self._before.changed({"line": line})

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        try:
            step = next(self._steps)
        except StopIteration:
            ambient.set(self._before)
            raise
        self._line.node = step[0]
        ambient.set(self._state)
        return step


def line_of(frame: FrameType, line: int) -> SourceLine:
    """A line of a frame."""
    code = frame.f_code
    return SourceLine(code.co_filename, line, code.co_name)
