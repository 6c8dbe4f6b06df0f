"""Traces that become long in loops: one round may do for all.

Where no loop asks for unknown values nothing is rewritten, and all rounds are recorded. Of
many operations that takes longer than to trace anew, with the functions rewritten whose
loops were running: so the trace is ended then, and what it changed is put back.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FrameType

from functrace.core.capture import LongTraceError
from functrace.core.source import is_ours, is_users
from functrace.transforms._capture import functions
from functrace.transforms._capture.asking import rewrite
from functrace.transforms._capture.jumps import loops_of
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.telling import catches

# What would be seen twice:
_SAYING = frozenset(
    (
        *("print", "input", "write", "writelines", "debug", "info", "warning"),
        *("tqdm", "trange", "track"),
    )
)


def interrupt(before: ReachableState, base: CodeType) -> None:
    """Raise LongTraceError if functions in whose loops the trace is are now rewritten.

    `base` is the code of the frame that the trace began in.
    """
    frames = list(_frames(base))
    if before.irreversible() is not None or any(map(_may_notice, frames)):
        return
    found: list[CodeType] = []
    for frame in frames:
        code = functions.plain_of(frame.f_code)
        if not _is_new(code) or not is_users(frame) or not _is_in_loop(frame):
            continue
        if rewrite(code, frame.f_globals):
            functions.add_long(code)
            if functions.adopt(code, frames):
                found.append(code)
        else:
            functions.give_up(code)
    if found:
        raise LongTraceError(found)


def _frames(base: CodeType) -> Iterator[FrameType]:
    """Of other code than ours, that the trace has called."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - what inspect uses
    while frame is not None and frame.f_code is not base:
        if not is_ours(frame):
            yield frame
        frame = frame.f_back


def _may_notice(frame: FrameType) -> bool:
    """Whether it could go on after the trace has ended, or does what is seen outside."""
    code = frame.f_code
    return catches(code) or not _SAYING.isdisjoint(code.co_names)


def _is_new(code: CodeType) -> bool:
    return not (
        functions.is_made(code)
        or functions.is_rewritten(code)
        or functions.is_given_up(code)
    )


def _is_in_loop(frame: FrameType) -> bool:
    """Whether a loop of the frame's is under way."""
    return any(frame.f_lasti in each for each in loops_of(frame.f_code))
