"""Memory that was freed, and is kept for later by the C library."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable

_LARGE = 1 << 16  # bytes


def give_back() -> None:
    """Have the system take the pages of what was freed.

    glibc keeps those of arrays of up to 32 MiB, in between others. Cost: half a millisecond,
    in large processes some tens; elsewhere than with glibc nothing is done.
    """
    _trim()(0)


def give_back_after(size: int) -> None:
    """`give_back`, if something of so many bytes was found: to find it has taken more."""
    if size > _LARGE:
        give_back()


@functools.cache
def _trim() -> Callable[[int], object]:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library; no POSIX
        return lambda _: None
