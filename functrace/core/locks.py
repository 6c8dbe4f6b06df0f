"""Locks that no process begins with, though its parent may have forked while they were held.

Whoever holds several takes them in the order in which they stand here.
"""

from __future__ import annotations

import os
import threading
from contextlib import AbstractContextManager, ExitStack
from typing import Any

CAPTURING = threading.RLock()
"""Held while functions are found whose code is exchanged, or it is."""

ASKING = threading.Lock()
"""Held for moments, while functions are made to ask before they answer, or no more."""

PROGRAMS = threading.RLock()
"""Held for moments, while the programs of a compiled function are looked up or changed."""

NATIVE = threading.RLock()
"""Held while code is made or loaded, or a symbol bound."""

_all: list[AbstractContextManager[Any]] = [
    CAPTURING,
    ASKING,
    PROGRAMS,
    NATIVE,
]
_held = ExitStack()


def hold_while_forking(lock: AbstractContextManager[Any]) -> None:
    """Treat a library's lock likewise; whoever holds it takes none of these."""
    _all.append(lock)


def _acquire() -> None:
    for lock in _all:
        _held.enter_context(lock)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_acquire, after_in_parent=_held.close, after_in_child=_held.close
    )
