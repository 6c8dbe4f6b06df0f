"""Traced values that outlive the trace that made them.

A traced value without a value of its own means something only until its trace ends: what
a loop's body leaves in an outer object belongs to one round, what a compiled function
leaves there to no call at all. Handles are therefore noted, weakly, while a function is
traced for its graph; those that are still alive afterwards were stored or returned.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Sequence
from typing import Any
from weakref import ref

from functrace.core.locks import CAPTURING
from functrace.core.recording import ambient

_LOOKS = 20  # where there are other threads
_PAUSE = 0.005  # seconds between two looks


def note_handle(handle: Any) -> None:
    """Note a handle on a node of the innermost trace, if there is one."""
    handles = ambient.get().handles
    if handles is not None:
        handles.note(ref(handle))


def outliving(made: Sequence[ref[Any]]) -> list[Any]:
    """Those of the noted handles that are alive, other than in cycles.

    Another thread may have them for a moment: a profiler that looks at this one's frames,
    or whoever looks for functions among all objects.
    """
    alive = alive_of(made)
    for generation in range(3):
        if not alive:
            break
        del alive
        gc.collect(generation)
        alive = alive_of(made)
    for _ in range(_LOOKS if threading.active_count() > 1 else 0):
        if not alive:
            break
        del alive
        time.sleep(_PAUSE)
        with CAPTURING:
            gc.collect()  # does nothing while another thread does it
            alive = alive_of(made)
    return alive


def alive_of(made: Sequence[ref[Any]]) -> list[Any]:
    """Those of the noted handles that are alive."""
    return [handle for each in made if (handle := each()) is not None]
