"""How operations are being recorded in this thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
