"""Errors of other people's code that a traced value is the cause of.

Code that expects plain numbers and arrays may drop the error that asking a traced value
for its number raised, or say no more than that it expected another type. Ours, with the
user's line and the way out, is then raised from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from types import FrameType, TracebackType

import numpy as np

from functrace.core.errors import (
    ConcretizationError,
    FunctraceError,
    LeakedTracerError,
    message,
)
from functrace.core.refusals import WAY_OUT_OF_SCIPY, latest_refusal
from functrace.core.source import SourceLine, is_ours, is_scipys, is_users, line_of
from functrace.core.tracer import Tracer

_SIGNS = (  # of an array of objects, where an ndarray of numbers is due
    "object",
    "'O'",
    "array element",
    "array type",
    "input type",
    "data type",
    "Multiple namespaces",
    "No matching signature",
    "no callable",
)
_WAY_OUT = (
    "use NumPy's functions in its place. What cannot be written with them is called by "
    "functrace.pure_callback, and has a derivative if functrace.custom_vjp gives one."
)


def explain(error: Exception) -> None:
    """Raise ours from an error that left a user's function, if it is about a tracer."""
    if isinstance(error, FunctraceError):
        return
    for cause in _chain(error):
        if isinstance(cause, (ConcretizationError, LeakedTracerError)):
            raise type(cause)(str(cause)) from error
    frames = list(_frames(error.__traceback__))
    refusal = latest_refusal()
    if refusal is not None and (refusal.frame, refusal.line) in [
        (id(frame), line) for frame, line in frames
    ]:
        raise ConcretizationError(refusal.text) from error
    if _is_about_a_tracer(error, [frame for frame, _ in frames]):
        raise ConcretizationError(_explanation(error, frames)) from error


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The errors that an error was raised from, or in handling which it was raised."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        yield error
        seen.add(id(error))
        error = error.__cause__ or error.__context__


def _frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """Frames that an error came through, the outermost first, and their lines."""
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _is_about_a_tracer(error: Exception, frames: list[FrameType]) -> bool:
    """Whether it names the type, or an array of objects where there are traced ones."""
    if not frames or is_ours(frames[-1]):
        return False
    text = str(error)
    if "Tracer" in text:
        return not isinstance(error, (AttributeError, NameError))
    if not any(sign in text for sign in _SIGNS):
        return False
    called = takewhile(lambda frame: not is_users(frame), reversed(frames))
    values = [v for f in list(called) or frames[-1:] for v in f.f_locals.values()]
    return any(map(_is_traced, values))


def _is_traced(value: object) -> bool:
    if type(value) is np.ndarray and value.dtype.kind == "O":
        return any(type(element) is Tracer for element in value.flat)
    if type(value) in (list, tuple):
        return any(map(_is_traced, value))  # type: ignore[arg-type]
    return type(value) is Tracer


def _explanation(error: Exception, frames: list[tuple[FrameType, int]]) -> str:
    users = [line_of(*entry) for entry in frames if is_users(entry[0])]
    source: SourceLine | None = users[-1] if users else None
    of_scipy = any(is_scipys(frame) for frame, _ in frames)
    return message(
        "functrace: a function that takes plain numbers and arrays only was given a "
        "traced value.",
        got=f"{type(error).__name__}: {str(error).splitlines()[0]}",
        source=source,
        help=WAY_OUT_OF_SCIPY if of_scipy else _WAY_OUT,
    )
