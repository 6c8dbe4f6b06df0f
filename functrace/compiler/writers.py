"""What a nest of loops writes: elements, sums of them, and the parts of its vector loop."""

from __future__ import annotations

from typing import Any

from functrace.compiler.index import Affine
from functrace.compiler.items import Item


class Segment:
    """A part of the vector loop.

    Attributes
    ----------
    start, stop : int
    lanes : int
    used : int
        Of the lanes, how many exist.
    """

    __slots__ = ("lanes", "start", "stop", "used")

    def __init__(self, start: int, stop: int, lanes: int, used: int) -> None:
        self.start = start
        self.stop = stop
        self.lanes = lanes
        self.used = used


WHOLE = Segment(0, 1, 0, 0)  # where there is no vector loop


class Writer:
    """A root's element in memory, and the item that goes there; of a sum, the items."""

    __slots__ = ("address", "items", "place", "root")

    def __init__(
        self, root: Any, items: list[Item], place: Affine, address: Item
    ) -> None:
        self.root = root
        self.items = items
        self.place = place
        self.address = address


class Accumulator(Writer):
    """A reduction's element.

    Attributes
    ----------
    depth : int
        How many loops are around those that it runs over in registers.
    adds : bool
        Whether it runs over some of these too, in memory.
    across : bool
        Whether it runs over the vector loop.
    parts : dict
        Partial results, by segment.
    """

    __slots__ = ("across", "adds", "depth", "parts")

    def __init__(self, *args: Any, depth: int, adds: bool, across: bool) -> None:
        super().__init__(*args)
        self.depth = depth
        self.adds = adds
        self.across = across
        self.parts: dict[Segment, Any] = {}
