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

mode: ContextVar[int] = ContextVar("functrace recording mode", default=OUTSIDE)


@contextmanager
def recording(flags: int) -> Iterator[None]:
    """Add `flags` to the mode for the duration."""
    token = mode.set(mode.get() | flags)
    try:
        yield
    finally:
        mode.reset(token)
