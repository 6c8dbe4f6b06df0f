"""Values that are called as the user calls them."""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Any

from functrace.core.node import Edge, Node
from functrace.core.recording import ambient
from functrace.core.source import is_users, resolved, user_line
from functrace.core.variables import variable_at

_RECORDING = os.path.join(os.path.dirname(__file__), "primitive.py")


class Variables:
    """Who notes which variables get the values that are recorded.

    Parameters
    ----------
    asking : frame or None
        Of the user's code that asks for it: what it computes itself is not meant.
    """

    def __init__(self, asking: FrameType | None) -> None:
        self._asking = id(asking)
        self._last: tuple[Any, Node] | None = None

    def note(self, node: Node) -> None:
        """Note the variable that gets what a node computes.

        Of the values that one instruction of the user's computes it is the last one.
        """
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - what inspect uses
        while frame is not None and frame.f_code.co_filename in (__file__, _RECORDING):
            frame = frame.f_back
        found = variable_at(frame, is_users)
        if found is None or node.source is None or found.place[0] == self._asking:
            return
        if self._last is not None and self._last[0] == found.place:
            before = self._last[1]
            before.source = before.source and before.source._replace(variable="")
        self._last = None if found.is_sure else (found.place, node)
        node.source = node.source._replace(variable=found.variable)


def note_line(node: Node) -> None:
    """Note the user's line on a node that is recorded now."""
    state = ambient.get()
    line = resolved(state.line)
    node.source = line or (state.observer.line() if state.observer else user_line())
    if state.readable is not None and line is None:
        state.readable.note(node)


def name_like(node: Node, value: Any, ending: str = "") -> None:
    """Call a value, an edge or traced, as a node's value is, if it has no name yet."""
    edge = value if type(value) is Edge else getattr(value, "edge", None)
    own = getattr(node, "label", "") or (node.source.variable if node.source else "")
    if edge is None or not own:
        return
    source = edge.node.source
    if source is not None and not source.variable:
        edge.node.source = source._replace(variable=own + ending)
