"""Garbage collection beside graphs that grow: their nodes need none, and are many."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any

from functrace.core.recording import OUTSIDE, ambient

_SELDOM = 10_000  # new objects after which the youngest are looked through meanwhile
_MOST = 320_000  # the same, after some times that nothing was found
_PATIENCE = 10  # collections outside after which it is as before


class _Usual:
    """What is to be restored, and when."""

    young = 700  # new objects after which the youngest are looked through
    meanwhile = -1  # what stands in its place, if anything
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


def _adapt(phase: str, found: dict[str, Any]) -> None:
    """Collect less often from the first collection on that meets something recorded.

    The less often, the longer nothing is found: garbage of the user's does not pile up. It
    is as before after some collections outside: the reverse pass is outside, too.
    """
    if phase != "stop":
        return
    young, *older = gc.get_threshold()
    changed = young == _Usual.meanwhile
    # Not `ambient.get()`, which notes what it found: collections take place while the
    # variable is set back, too, and CPython would find that once more when it is gone.
    is_outside = copy_context().get(ambient, OUTSIDE) is OUTSIDE
    _Usual.outside = _Usual.outside + 1 if is_outside else 0
    if not changed:
        if _Usual.outside or not 0 < young < _SELDOM:
            return
        _Usual.young, _Usual.meanwhile = young, _SELDOM
    elif found["collected"]:
        _Usual.meanwhile = _SELDOM
    elif not _Usual.outside:
        _Usual.meanwhile = min(2 * young, _MOST)
    else:
        _Usual.meanwhile = max(young // 2, _SELDOM)
    if _Usual.outside < _PATIENCE:
        gc.set_threshold(_Usual.meanwhile, *older)
    else:
        gc.set_threshold(_Usual.young, *older)
        _Usual.meanwhile = -1


gc.callbacks.append(_adapt)
