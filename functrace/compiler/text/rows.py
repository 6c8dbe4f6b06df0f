"""Vectors of rows: where their lanes are in memory, and lanes brought to other places."""

from __future__ import annotations

from typing import Any

from functrace.compiler.indices.index import Affine
from functrace.compiler.notation.builder import Builder, Value
from functrace.compiler.notation.memory import Access, each, permute
from functrace.compiler.plan.axes import along
from functrace.compiler.plan.nest import RowVectors, Segment


def access(
    rows: RowVectors, segment: Segment, place: Affine, axis: int, loops: int
) -> Access:
    """How lanes are laid out at a place.

    Parameters
    ----------
    rows : RowVectors
    segment : Segment
    place : Affine
    axis : int
        That leads from one row to the next.
    loops : int
        Bits of the axes that what is there depends on.
    """
    inner, outer = along(place, rows.axis), along(place, axis)
    if not loops >> rows.axis & 1:
        column = loops >> axis & 1
        return Access(*rows.column(segment), outer) if column else Access(0, 0, 0)
    if not loops >> axis & 1:
        return Access(*rows.row, inner)
    if outer == inner * rows.length:
        return Access(segment.lanes, segment.used, inner)
    return Access(segment.lanes, segment.used, inner, rows.length, outer)


def spread(
    b: Builder, value: Any, rows: RowVectors, lanes: int, *, along_row: bool
) -> Any:
    """What depends on the place in a row only, or on the row only, in all lanes."""
    if along_row:
        order = [k % rows.length for k in range(lanes)]
    else:
        order = [min(k // rows.length, rows.number - 1) for k in range(lanes)]
    # a part of a complex number may be the same everywhere
    return each(value, lambda v: permute(b, v, order) if v.lanes else v)


def rows_of(b: Builder, value: Any, rows: RowVectors) -> list[Any]:
    """Each of a vector's rows."""
    lanes, _ = rows.row
    starts = range(0, rows.size, rows.length)
    return [_every(b, value, start, 1, lanes) for start in starts]


def columns_of(b: Builder, value: Any, rows: RowVectors, segment: Segment) -> list[Any]:
    """For each place in a row what all rows have there."""
    lanes, _ = rows.column(segment)
    return [_every(b, value, k, rows.length, lanes) for k in range(rows.length)]


def _every(b: Builder, value: Any, start: int, step: int, lanes: int) -> Any:
    """So many lanes, a step apart."""

    def taken(part: Value) -> Value:
        order = [min(start + k * step, part.lanes - 1) for k in range(lanes)]
        return permute(b, part, order)

    return each(value, taken)
