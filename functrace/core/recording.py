"""How operations are being recorded in this thread."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import CodeType, FrameType
from typing import NamedTuple

OUTSIDE = 0  # no transform is running a user's function
TRACING = 1  # one is: creation functions return handles that can be written to
COMPLETE = 2  # record also what no derivative needs: constants, comparisons, integers
SOURCES = 4  # note the user's line on each node
ANOMALY = 8  # look for NaN and infinities in the reverse pass
CALLS = 16  # record a compiled function as one operation: the graph is about to be run
STANDARD = 32  # code for any array library is running: all arrays must be of one kind

mode: ContextVar[int] = ContextVar("functrace recording mode", default=OUTSIDE)


@contextmanager
def recording(flags: int, *, without: int = 0) -> Iterator[None]:
    """Take those of `without` from the mode and add `flags`, for the duration."""
    token = mode.set(mode.get() & ~without | flags)
    try:
        yield
    finally:
        mode.reset(token)


@contextmanager
def outside() -> Iterator[None]:
    """As outside of all transforms, for the duration: a function runs on plain values."""
    token = mode.set(OUTSIDE)
    try:
        yield
    finally:
        mode.reset(token)


class _Asker(NamedTuple):
    """The frame of a library's function that needs arrays of one kind: while it runs."""

    frame: int
    code: CodeType
    before: int


_asker: ContextVar[_Asker | None] = ContextVar("functrace asker", default=None)


@contextmanager
def standard() -> Iterator[None]:
    """Have all arrays be of one kind, for the duration."""
    asker = _asker.set(None)
    try:
        with recording(COMPLETE | STANDARD):
            yield
    finally:
        _asker.reset(asker)


def standard_while(frame: FrameType) -> None:
    """Have all arrays be of one kind as long as `frame`, of this thread, runs."""
    before = current()
    if not before & STANDARD:
        _asker.set(_Asker(id(frame), frame.f_code, before))
        mode.set(before | COMPLETE | STANDARD)


def current() -> int:
    """The mode, after what a function that has returned had asked for is undone."""
    flags = mode.get()
    return in_force(flags) if flags & STANDARD else flags


def in_force(flags: int) -> int:
    """The mode of which `flags` were read, likewise."""
    asker = _asker.get()
    if asker is None:
        return flags
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - what inspect uses
    while frame is not None:
        if id(frame) == asker.frame and frame.f_code is asker.code:
            return flags
        frame = frame.f_back
    _asker.set(None)
    mode.set(asker.before)
    return asker.before
