"""What a user can attach to a node, and how it is taken off again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functrace.core.guard import ArrayGuard


class Hooks:
    """Callbacks of one node, run by the reverse pass.

    Attributes
    ----------
    pre : list of callable
        ``(cotangents of the outputs) -> replacement or None``, before the node's rule.
    post : list of callable
        ``(cotangents of the operands, of the outputs) -> replacement or None``, after it.
    outputs : list of (int, callable)
        ``cotangent -> replacement or None`` for one output, before `pre`.
    guards : list of ArrayGuard
        Watched arrays, verified before any rule of the node is used.
    """

    __slots__ = ("guards", "outputs", "post", "pre")

    def __init__(self) -> None:
        self.pre: list[Callable[..., Any]] = []
        self.post: list[Callable[..., Any]] = []
        self.outputs: list[tuple[int, Callable[[Any], Any]]] = []
        self.guards: list[ArrayGuard] = []


class HookHandle:
    """Takes a hook off: ``handle.remove()``."""

    __slots__ = ("_entries", "_entry")

    def __init__(self, entries: list[Any], entry: Any) -> None:
        self._entries = entries
        self._entry = entry
        entries.append(entry)

    def remove(self) -> None:
        """Take the hook off; a second time does nothing."""
        if self._entry in self._entries:
            self._entries.remove(self._entry)
