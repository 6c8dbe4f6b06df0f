"""Which lines of the user's became loops, and why others did not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os.path import basename
from typing import Any, NamedTuple

from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Node
from functrace.core.source import SourceLine, user_line
from functrace.transforms._rolling import worth
from functrace.transforms._rolling.fit import RolledLoop
from functrace.transforms._rolling.items import Codes, RollingRefusal
from functrace.transforms._rolling.search import with_loops


def loops_in_words(graph: Graph) -> list[str]:
    """A line for each loop of a graph, and for each that is written out.

    What was recorded for a derivative is left out.
    """
    words = _Words(user_line())
    found = [*words.loops(graph), *words.written_out(graph.nodes)]
    return list(dict.fromkeys(found))  # one that is in several graphs


class _Words(NamedTuple):
    asking: SourceLine | None

    def loops(self, graph: Graph, within: str = "") -> Iterator[str]:
        for node in graph.nodes:
            where, rounds = self._where([node]), node.params.get("length")
            inside = within
            if where and rounds is not None:
                yield f"{where}: a loop of {rounds} rounds{within}"
                inside = f", in one of {rounds}{within}"
            for inner in graphs_of(node):
                yield from self.loops(inner, inside)

    def written_out(self, nodes: Sequence[Node]) -> Iterator[str]:
        """What is repeated, and no loop."""
        if worth.is_little(len(nodes)):
            return
        codes = Codes()
        found = with_loops(codes.items(nodes), codes).entries
        short = [
            RollingRefusal(e.entries, "the rounds are few")
            for e in found
            if isinstance(e, RolledLoop)
        ]
        reasons = {self._where(e): why for e, why in [*codes.refused, *short]}
        for where, reason in reasons.items():
            if where:
                yield f"{where}: no loop: {reason}"

    def _where(self, entries: Iterable[Any]) -> str:
        """Files with the first and the last line in each."""
        lines: dict[str, list[int]] = {}
        for source in _sources(entries):
            if source != self.asking and not source.of_derivative:
                lines.setdefault(source.file, []).append(source.line)
        return ", ".join(
            f"{basename(file)}:{min(found)}"
            + f"-{max(found)}" * (max(found) > min(found))
            for file, found in lines.items()
        )


def _sources(entries: Iterable[Any]) -> Iterator[SourceLine]:
    """The lines of operations, and of those that they consist of."""
    for entry in entries:
        if isinstance(entry, RolledLoop):
            yield from _sources(entry.entries)
        elif graphs := graphs_of(entry):
            yield from _sources(node for graph in graphs for node in graph.nodes)
        elif entry.source is not None:
            yield entry.source
