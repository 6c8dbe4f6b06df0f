"""What loops consist of, and what is asked of them."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, NamedTuple

from functrace.core.aval import Aval
from functrace.transforms._rolling.fit import RolledLoop


class LoopResult(NamedTuple):
    """A value that is needed after a loop: of which round, by its number within it."""

    round: int
    value: int


def aval_at(loop: RolledLoop, value: int) -> Aval:
    """Shape and dtype of a value, by its number within a round."""
    place = bisect_right(loop.offsets, value) - 1
    entry: Any = loop.entries[place]
    rest = value - loop.offsets[place]
    if isinstance(entry, RolledLoop):
        return aval_at(entry, rest % entry.size)
    return Aval(*entry.avals[rest])
