"""The user's lines, as comments."""

from __future__ import annotations

import linecache

from functrace.core.node import Node
from functrace.core.source import SourceLine
from functrace.source.text import WIDTH


class Comments:
    """Those of a function that is written, in turn.

    Parameters
    ----------
    asking : SourceLine or None
        The line that the text is asked for on: what is recorded there is ours.
    """

    def __init__(self, asking: SourceLine | None) -> None:
        self._asking = asking
        self._last = ""

    def is_asking(self, source: SourceLine) -> bool:
        """Whether something was recorded on behalf of no line of the user's."""
        asking = self._asking
        return asking is not None and source[:3] == asking[:3]

    def of(self, node: Node, indent: int) -> str:
        """The comment before the statement of a node; "" if there is to be none."""
        source = node.source
        if source is None or self.is_asking(source):
            return ""
        line = linecache.getline(source.file, source.line).strip()
        if not line:
            return ""
        line = f"# derivative of: {line}" if source.of_derivative else f"# {line}"
        if len(line) > WIDTH - indent:
            line = f"{line[: WIDTH - indent - 4].rstrip()} ..."
        if line == self._last:
            return ""
        self._last = line
        return line

    def forget(self) -> None:
        """Have the next line said, whatever it is."""
        self._last = ""
