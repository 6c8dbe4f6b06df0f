"""The loops of a group, decided: which, in which order, what is computed in which.

Each item stands before the first loop that it does not depend on. One loop is cut into
vectors, then a tail with fewer lanes. The lanes are neighbours along its axis, or whole
rows: iterations of its axis, and in each all those of another axis, which is short and
has no loop then. Reductions are accumulated in registers over the innermost loops, in
memory over others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.memory import power_of_two
from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.chunks import Chunks
from functrace.compiler.plan.guards import LoopGuard
from functrace.compiler.plan.items import Item
from functrace.compiler.plan.stages import Group

FILLED = 32  # elements of memory that are filled at once


class Segment:
    """A part of the vector loop.

    Attributes
    ----------
    start, stop : int
    lanes : int
        0: no vectors.
    used : int
        Of the lanes, how many exist.
    step : int
        Iterations that a vector is of.
    """

    __slots__ = ("lanes", "start", "step", "stop", "used")

    def __init__(
        self, start: int, stop: int, lanes: int, used: int, step: int | None = None
    ) -> None:
        self.start = start
        self.stop = stop
        self.lanes = lanes
        self.used = used
        self.step = lanes or 1 if step is None else step

    def __repr__(self) -> str:
        return f"{self.start}:{self.stop} by {self.lanes or 1}"


WHOLE = Segment(0, 1, 0, 0)  # where there is no vector loop


def cut(n: int, inside: range, lanes: int) -> tuple[Segment, ...]:
    """A vector loop in segments: that of whole vectors first, then single ones.

    Vectors are single where they reach outside of a range, so that it is known to which
    lanes something happens.
    """
    start = -(-inside.start // lanes) * lanes
    stop = max(start, inside.stop - (inside.stop - start) % lanes)
    segments = [Segment(start, stop, lanes, lanes)] if start < stop else []
    for first, last in ((0, min(start, n)), (stop, n)):
        for at in range(first, last, lanes):
            used = min(lanes, last - at)
            tail = power_of_two(used)
            # a single element is a scalar, not a vector of one lane
            segments.append(Segment(at, at + used, tail if tail > 1 else 0, used))
    return tuple(segments)


class Destination:
    """A root's element in memory, and the item that goes there; of a sum, the items."""

    __slots__ = ("address", "items", "place", "root")

    def __init__(
        self, root: Any, items: tuple[Item, ...], place: Affine, address: Item
    ) -> None:
        self.root = root
        self.items = items
        self.place = place
        self.address = address


class Accumulator(Destination):
    """A reduction's element.

    Attributes
    ----------
    depth : int
        How many loops are around those that it runs over in registers.
    adds : bool
        Whether it runs over some of these too, in memory.
    across : bool
        Whether it runs over the vector loop.
    """

    __slots__ = ("across", "adds", "depth")

    def __init__(self, *args: Any, depth: int, adds: bool, across: bool) -> None:
        super().__init__(*args)
        self.depth = depth
        self.adds = adds
        self.across = across


class RowVectors(NamedTuple):
    """Vectors of whole rows: lane ``k`` is element ``k % length`` of row ``k // length``.

    Attributes
    ----------
    axis : int
        That a row is along; it has no loop.
    length : int
        Of a row.
    number : int
        Of rows in a vector.
    """

    axis: int
    length: int
    number: int

    @property
    def size(self) -> int:
        """Lanes that exist."""
        return self.length * self.number

    @property
    def row(self) -> tuple[int, int]:
        """Lanes of what depends on the place in a row only, and how many exist."""
        return power_of_two(self.length), self.length

    def column(self, segment: Segment) -> tuple[int, int]:
        """Lanes of what depends on the row only, and how many exist."""
        return power_of_two(self.number), segment.used // self.length


Places = dict[Buffer, set[Affine | None]]
"""Places in memory by buffers; None stands for computed ones."""


class Nest(NamedTuple):
    """The loops of a group.

    Attributes
    ----------
    group : Group
    domain : tuple of int
        Lengths of the axes.
    order : tuple of int
        The axes that there are loops over, the outermost one first.
    vector : int
        Depth of the loop that is cut into vectors.
    segments : tuple of Segment
        Its parts.
    rows : RowVectors or None
        Of which vectors consist: None: of neighbours along the loop that is cut.
    levels : tuple of tuple of Item
        What is computed inside so many loops, before the next one.
    stores : tuple of Destination
        What is written in the innermost loop.
    accumulators : tuple of Accumulator
    fills : dict of Buffer to number
        What is filled before the loops.
    pointers : tuple of Buffer
        What items lead to.
    reads, writes : dict
        The places that an iteration reads, and those that it writes at its end.
    common_sums : list of Buffer
        The memory that several roots add to, each in a place of its own.
    flops : int
    chunks : Chunks or None
        None: its loops are not shared.
    guard : LoopGuard or None
        A branch around the inner loops.
    """

    group: Group
    domain: tuple[int, ...]
    order: tuple[int, ...]
    vector: int
    segments: tuple[Segment, ...]
    rows: RowVectors | None
    levels: tuple[tuple[Item, ...], ...]
    stores: tuple[Destination, ...]
    accumulators: tuple[Accumulator, ...]
    fills: dict[Buffer, Any]
    pointers: tuple[Buffer, ...]
    reads: Places
    writes: Places
    common_sums: list[Buffer]
    flops: int
    chunks: Chunks | None
    guard: LoopGuard | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written."""
        return not (self.stores or self.accumulators or self.fills)

    @property
    def reads_first(self) -> bool:
        """Whether all is read before anything is written: there are no loops."""
        return not self.domain and not self.fills

    @property
    def sums(self) -> dict[Buffer, Any]:
        """The memory that reductions are accumulated in, and what it starts with."""
        roots = {a.root.view.buffer: a.root for a in self.accumulators if a.adds}
        return {b: r.reduction.identity(r.dtype) for b, r in roots.items()}

    @property
    def buffers(self) -> list[Buffer]:
        """The memory that is read or written, in the order in which code meets it."""
        partials = self.chunks.partials if self.chunks is not None else {}
        met = [b for b in (*self.sums, *self.fills) if b not in partials]
        return list(dict.fromkeys([*met, *self.pointers, *partials.values()]))
