"""Python threads that call a function at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def at_once(call: Callable[[int], Any], count: int) -> list[Any]:
    """What `call` gives for 0, 1, ..., each in a thread of its own; errors are raised."""
    gate = threading.Barrier(count)

    def start(number: int) -> Any:
        gate.wait()
        return call(number)

    with ThreadPoolExecutor(count) as callers:
        return list(callers.map(start, range(count)))
