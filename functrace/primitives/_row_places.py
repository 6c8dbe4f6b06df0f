"""Where the operations of a loop take rows, one for each round.

`u[t, 1:-1]` names part of a row, if rounds count `t`. So does `r[i, j]`, where rounds
count `j`, and `i` stays: a row is then an element of ``r[i]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from functrace.core.node import Edge, Node
from functrace.primitives._index import ARRAY, fill_index
from functrace.primitives._lines import AffineInteger, line_of
from functrace.primitives.indexing import index_update

ROUND = "round"  # what counters count


class RowPlace(NamedTuple):
    """The row that each round takes.

    Attributes
    ----------
    line : AffineInteger
        Its number, along one axis.
    fixed : tuple of AffineInteger
        The numbers along other axes, which are the same in all rounds.
    axis : int
        Along which rounds go; that and those of `fixed` are the first ones.
    """

    line: AffineInteger
    fixed: tuple[AffineInteger, ...] = ()
    axis: int = 0

    @property
    def rank(self) -> int:
        """How many axes it takes."""
        return len(self.fixed) + 1

    def further(self, rows: int) -> RowPlace:
        """So many rows further in the direction in which rounds go."""
        line = self.line.plus(AffineInteger(rows * self.line.step))
        return self._replace(line=line)

    def rows(self, length: int) -> slice:
        """The rows that so many rounds take."""
        end = self.line.begin + length * self.line.step
        return slice(self.line.begin, end if end >= 0 else None, self.line.step)

    def is_inside(self, shape: tuple[int, ...], length: int) -> bool:
        """Whether so many rounds stay in an array; along the axis they go along."""
        low, high = self.line.bounds({ROUND: range(length)})
        return low >= 0 and high < shape[self.axis]

    def distance(self, other: RowPlace) -> int | None:
        """How many rounds ago this was the other, if that is so in each round."""
        if self.line.step != other.line.step:
            return None
        return (self.line.begin - other.line.begin) * self.line.step

    def beside(self, other: RowPlace, shape: tuple[int, ...]) -> bool | None:
        """Whether the other is never in its line of rows; None if that is not known."""
        if self.axis != other.axis or self.rank != other.rank:
            return None
        lengths = [*shape[: self.axis], *shape[self.axis + 1 : self.rank]]
        found = False
        for mine, others, length in zip(self.fixed, other.fixed, lengths, strict=True):
            between = mine.plus(others, -1)
            if between.steps:
                return None
            if between.begin % length:
                return True
            found = found or between.begin != 0  # the same one, counted from the end
        return None if found else False

    def spot(self, entry: int | slice, *rest: slice) -> tuple[Any, ...]:
        """An index with this entry along the axis, and what is named of a row."""
        found: list[Any] = [line if line.steps else line.begin for line in self.fixed]
        found.insert(self.axis, entry)
        return *found, *rest


def row_place(node: Node, known: Mapping[Edge, AffineInteger]) -> RowPlace | None:
    """The row that reading or writing takes, if it takes part of one row."""
    index = node.params["index"]
    first = 2 if node.primitive is index_update else 1
    arrays = node.inputs[first:]
    if type(index) is not tuple or not arrays:
        return None
    rank = len(index) - index[::-1].index(ARRAY)  # all until the last array
    numbers = fill_index(index[:rank], tuple(arrays))
    lines = [None if _is_part(x) else line_of(x, known) for x in numbers]
    moving = [k for k, line in enumerate(lines) if line and _moves(line)]
    if None in lines or len(moving) != 1:
        return None
    line = lines.pop(moving[0])
    if line is None or len(line.steps) != 1 or abs(line.step) != 1:
        return None
    return RowPlace(line, tuple(lines), moving[0])  # type: ignore[arg-type]


def _is_part(entry: Any) -> bool:
    return entry is None or entry is Ellipsis or type(entry) is slice


def _moves(line: AffineInteger) -> bool:
    return any(counter == ROUND for counter, _ in line.steps)
