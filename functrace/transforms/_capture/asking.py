"""Which code asked for the value of a traced one, and whether it can be rewritten."""

from __future__ import annotations

import dis
import functools
from collections.abc import Iterator, Sequence
from types import CodeType, FrameType, TracebackType
from typing import Any, NoReturn

from functrace.core.conversions import Conversions
from functrace.core.errors import ConcretizationError
from functrace.core.refusals import latest_refusal
from functrace.core.source import is_users
from functrace.core.tracer import Tracer
from functrace.numpy.selections import Selection
from functrace.transforms._capture import functions
from functrace.transforms._capture.codes import (
    COMPREHENSIONS,
    NotRewritableError,
    rewritten_code,
)
from functrace.transforms._capture.helpers import HELPERS
from functrace.transforms._capture.jumps import has_loops
from functrace.transforms._capture.memory import ReachableState

_ASKS = frozenset(
    f.__code__
    for f in (
        *(Conversions.__bool__, Conversions.__index__, Conversions.__int__),
        *(Conversions.__round__, Conversions.__trunc__),
        *(Conversions.__floor__, Conversions.__ceil__),
        *(Conversions.__repr__, Conversions.__str__, Conversions.__format__),
        *(Selection.__len__, Selection.__index__, Selection.__array__),
        *(Selection.__iter__, Tracer.__contains__),
    )
)


_LEFT = (
    "is, but not this test in it: the condition of a set, a dict, or of a comprehension "
    "in two loops, a pattern, or what functions of libraries compare"
)


def rewrite_asking(error: Exception, since: int) -> bool:
    """Rewrite the function that asked, if it was a user's; whether there is hope.

    There also is if another thread has done so `since` so many functions were adopted.
    """
    cause = error.__cause__
    indexing = cause if isinstance(cause, IndexError) else error
    frames = list(_frames(indexing.__traceback__))
    frame = _indexing(frames) if isinstance(indexing, IndexError) else _asking(frames)
    if frame is None:
        return False
    code = functions.plain_of(frame.f_code)
    if functions.is_made(code):
        if "bool()" in str(error):
            _refuse(error, code, _LEFT)
        return False
    if not functions.is_rewritten(code):
        try:
            functions.add(code, rewritten_code(code, frame.f_globals, HELPERS))
        except NotRewritableError as reason:
            refusal = latest_refusal() if isinstance(error, IndexError) else None
            _refuse(refusal.text if refusal else error, code, str(reason))
    _rewrite_loops(frames[: frames.index(frame)], frames)
    return functions.adopt(code, frames) or functions.adoptions() > since


def _rewrite_loops(callers: Sequence[FrameType], frames: Sequence[FrameType]) -> None:
    """Rewrite functions of the user's that call what asked in loops, where that can be."""
    for frame in callers:
        code = functions.plain_of(frame.f_code)
        known = functions.is_made(code) or functions.is_rewritten(code)
        if known or not is_users(frame) or not has_loops(code):
            continue
        if rewrite(code, frame.f_globals):
            functions.adopt(code, frames)


def rewrite(code: CodeType, scope: dict[str, Any]) -> bool:
    """Rewrite some code, if that can be; whether it is."""
    try:
        functions.add(code, rewritten_code(code, scope, HELPERS))
    except NotRewritableError:
        return False
    return True


def rewrite_comparing(roots: Any, *, objects: bool) -> bool:
    """Rewrite functions in reach that compare objects by ``is``; whether any was not.

    With `objects`, those that compare by ``==``, too.
    """
    found = False
    for function in ReachableState([roots], arrays=False).functions():
        for code in _codes_in(functions.plain_of(function.__code__)):
            if functions.is_made(code) or not _compares(code, objects=objects):
                continue
            new = not functions.is_rewritten(code)
            if new and not rewrite(code, function.__globals__):
                continue
            if new or id(function) not in functions.known:
                found |= functions.adopt(code, (), [function])
    return found


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """Some code, and that of the functions that it makes."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType) and const.co_name not in COMPREHENSIONS:
            yield from _codes_in(const)


@functools.lru_cache(maxsize=4096)
def _compares(code: CodeType, *, objects: bool) -> bool:
    """Whether some code asks for the identity of objects, but for None's."""
    nothing = fixed = True  # what was put on the stack last
    for each in dis.get_instructions(code):
        if each.opname == "IS_OP" and not nothing:
            return True
        if objects and each.opname == "COMPARE_OP" and not fixed:
            return True
        fixed = "CONST" in each.opname
        nothing = fixed and each.argval is None
    return False


def _indexing(frames: Sequence[FrameType]) -> FrameType | None:
    """The frame in which NumPy has dropped our error, of a traced index, for its own."""
    refusal, frame = latest_refusal(), frames[-1]
    asked = refusal is not None and refusal.frame == id(frame)
    return frame if asked and _may_be_users(frame) else None


def _asking(frames: Sequence[FrameType]) -> FrameType | None:
    """The frame of a user's function that asked; None if it was a library's."""
    place = next((i for i, f in enumerate(frames) if f.f_code in _ASKS), 0)
    callers = list(frames[:place])
    while callers and callers[-1].f_code.co_name in COMPREHENSIONS:
        callers.pop()
    return callers[-1] if callers and _may_be_users(callers[-1]) else None


def _may_be_users(frame: FrameType) -> bool:
    """Whether a frame runs code of the user's: from a file, a notebook, or a text."""
    return frame.f_code.co_filename.startswith("<") or is_users(frame)


def _frames(trace: TracebackType | None) -> Sequence[FrameType]:
    found: list[FrameType] = []
    while trace is not None:
        found.append(trace.tb_frame)
        trace = trace.tb_next
    return found


def _refuse(error: object, code: CodeType, reason: Any) -> NoReturn:
    raise ConcretizationError(
        f"{error}\n  note: the branch, or loop, was not captured: {code.co_name!r} {reason}."
    ) from None
