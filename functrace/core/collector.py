"""Garbage collection beside graphs that grow: their nodes need none, and are many."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from functrace.core.recording import OUTSIDE, ambient

_SELDOM = 10_000  # new objects after which the youngest are looked through meanwhile
_PATIENCE = 10  # collections outside after which it is as before


class _Usual:
    """What is to be restored, and when."""

    young = 700  # new objects after which the youngest are looked through
    outside = 0  # collections that have met nothing recorded


@contextmanager
def uncollected() -> Iterator[None]:
    """Put off garbage collection: of a growing graph it would free nothing, many times."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _adapt(phase: str, _: dict[str, Any]) -> None:
    """Collect less often from the first collection on that meets something recorded.

    Garbage of the user's is still found. It is as before after some collections outside:
    the reverse pass is outside, too.
    """
    if phase != "stop":
        return
    young, *older = gc.get_threshold()
    if ambient.get() is not OUTSIDE:
        _Usual.outside = 0
        if 0 < young < _SELDOM:
            _Usual.young = young
            gc.set_threshold(_SELDOM, *older)
    elif young == _SELDOM:
        _Usual.outside += 1
        if _Usual.outside >= _PATIENCE:
            gc.set_threshold(_Usual.young, *older)


gc.callbacks.append(_adapt)
