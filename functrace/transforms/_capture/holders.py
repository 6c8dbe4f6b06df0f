"""What the variables of running functions hold that a branch does not name."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from inspect import CO_OPTIMIZED
from types import FrameType
from typing import Any

from functrace.core.source import is_users
from functrace.core.tracer import Tracer
from functrace.numpy.selections import Selection
from functrace.transforms._libraries import is_library_class

_DEPTH = 3


def held_elsewhere(found: Collection[int], known: Collection[str]) -> set[int]:
    """Those of some objects, by identity, that are in variables that are not `known`."""
    held: set[int] = set()
    if not found:
        return held
    for frame in users_frames():
        shared = {*frame.f_code.co_cellvars, *frame.f_code.co_freevars}
        for name, value in variables_of(frame).items():
            if name not in shared or name not in known:
                held.update(id(each) for each in _inside(value, _DEPTH))
    return held.intersection(found)


def users_frames() -> Iterator[FrameType]:
    """The frames of the user's functions that are running, the innermost first."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - what inspect uses
    while frame is not None:
        if is_users(frame):
            yield frame
        frame = frame.f_back


def variables_of(frame: FrameType) -> dict[str, Any]:
    """Of a frame; which, before Python 3.13, would keep what it has shown alive."""
    shown = frame.f_locals
    variables = dict(shown)
    if frame.f_code.co_flags & CO_OPTIMIZED and type(shown) is dict:
        shown.clear()
    return variables


def _inside(value: Any, depth: int) -> Iterator[Any]:
    """A value and what is in it, of arrays the one that they are views of."""
    yield value.root() if type(value) is Tracer else value
    if not depth:
        return
    parts: Any = ()
    kind = type(value)  # what stands for a list while that grows is none
    if kind is Selection:
        parts = (value.memory,)
    elif issubclass(kind, (list, tuple)):
        parts = value
    elif issubclass(kind, dict):
        parts = value.values()
    elif not issubclass(kind, type) and not is_library_class(kind):
        parts = getattr(value, "__dict__", {}).values()
    for part in list(parts):
        yield from _inside(part, depth - 1)
