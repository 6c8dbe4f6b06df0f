"""Ctrl-C waits until what must not be left half done is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put off the KeyboardInterrupt of this block's time to its end.

    llvmlite does not survive one in the wrong place: it frees memory twice.
    """
    handler: Any = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or not callable(handler):  # no exception comes here
        yield
        return
    waiting: list[tuple[Any, ...]] = []
    try:
        signal.signal(signal.SIGINT, lambda *args: waiting.append(args))
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if waiting:
            handler(*waiting[0])
