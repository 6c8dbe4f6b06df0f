"""Which update of an array wrote an element, found without going through all of them.

A program that fills an array row by row is a chain of updates. They are noted by row, and
by its first index, so that finding the last writer does not take longer the longer the
chain is.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from functrace.core.node import Edge, Node
from functrace.engine.rewrite import maker
from functrace.primitives._rewrites.places import is_whole, places_of
from functrace.primitives.indexing import index_add, index_update

Row = tuple[int, ...]

_UPDATES = (index_update, index_add)


class UpdateChain:
    """Updates of rows with equally many indices, each of the result of the one before.

    Attributes
    ----------
    base : edge or constant
        What the first one updates.
    depth : int
        How many dimensions a row's index names.
    """

    __slots__ = ("_steps", "_writers", "base", "depth", "length")

    def __init__(self, base: Any, depth: int) -> None:
        self.base = base
        self.depth = depth
        self.length = 0
        self._steps: dict[Row, list[int]] = {}  # of rows, and of what begins like them
        self._writers: dict[Row, list[Node]] = {}

    def append(self, row: Row, node: Node) -> int:
        """Note an update; gives its number."""
        for known in {row, row[:1]}:
            self._steps.setdefault(known, []).append(self.length)
            self._writers.setdefault(known, []).append(node)
        self.length += 1
        return self.length - 1

    def writer(self, row: Row, step: int) -> Node | None:
        """The last update up to the one of number `step` of a row, or of its first index."""
        at = bisect_right(self._steps.get(row, ()), step)
        return self._writers[row][at - 1] if at else None


def chain_of(node: Node, notes: dict[Any, Any]) -> tuple[UpdateChain, int] | None:
    """The chain that an update belongs to and its number there; None if it is of no row.

    `notes` maps updates to the same.
    """
    last = node
    pending: list[tuple[Node, Row]] = []
    while node not in notes:
        row = _row(node)
        if row is None:
            break
        pending.append((node, row))
        base = node.inputs[0]
        if not is_update(base):
            break
        node = base[0]
    for update, row in reversed(pending):
        chain = _chain_before(update, len(row), notes)
        notes[update] = chain, chain.append(row, update)
    return notes.get(last)


def _chain_before(node: Node, depth: int, notes: dict[Any, Any]) -> UpdateChain:
    """The chain that ends where the update begins, or a new one."""
    base = node.inputs[0]
    if type(base) is Edge and base[0] in notes:
        chain, step = notes[base[0]]
        if chain.depth == depth and chain.length == step + 1:
            return chain
    return UpdateChain(base, depth)


def _row(node: Node) -> Row | None:
    """The indices of the first dimensions, if an update names all of the others."""
    assert node.shape is not None
    if len(node.inputs) > 2:
        return None
    places = places_of(node.params["index"], node.shape)
    if places is None or not places or type(places[0]) is not int:
        return None
    depth = next((i for i, p in enumerate(places) if type(p) is not int), len(places))
    return places[:depth] if is_whole(places[depth:], node.shape[depth:]) else None


def is_update(operand: Any) -> bool:
    """Whether the operand is an array of which a part was written."""
    return maker(operand) in _UPDATES
