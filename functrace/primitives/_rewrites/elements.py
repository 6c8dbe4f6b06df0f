"""Elements that follow each other in an array, among many values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from functrace.core.node import Edge
from functrace.primitives.indexing import getitem

Part = tuple[Edge | None, slice | None, Sequence[Any]]


def parts_of(values: Sequence[Any], fewest: int) -> Iterator[Part]:
    """The values, edges or constants, in groups.

    So many elements, or more, that stand at equal distances along the first axis of one
    array are a group of that array and their slice, or None if they are all of it. What
    is between them is a group of None and None.
    """
    single: list[Any] = []
    at = 0
    while at < len(values):
        source, index, count = _slice_at(values, at)
        group = values[at : at + count]
        at += count
        if source is None or count < fewest:
            single += group
            continue
        if single:
            yield None, None, single
            single = []
        whole = count == source.aval[0][0] and index == slice(0, count, 1)
        yield source, None if whole else index, group
    if single:
        yield None, None, single


def _slice_at(values: Sequence[Any], at: int) -> tuple[Edge | None, slice, int]:
    """The array that values from here on are elements of, which of its, and how many."""
    first = _element(values[at])
    following = _element(values[at + 1]) if at + 1 < len(values) else None
    if first is None or following is None or first[0] != following[0]:
        return None, slice(0), 1
    source, begin = first
    step = following[1] - begin
    if step == 0:
        return None, slice(0), 1
    count = 2
    while at + count < len(values):
        found = _element(values[at + count])
        if found is None or found != (source, begin + count * step):
            break
        count += 1
    end = begin + step * count
    return source, slice(begin, end if end >= 0 else None, step), count


def _element(value: Any) -> tuple[Edge, int] | None:
    """Of an element at an integer from 0 on along the first axis: of what, and which."""
    if type(value) is not Edge or value.node.primitive is not getitem:
        return None
    index, source = value.node.params["index"], value.node.inputs[0]
    if type(index) is not int or index < 0 or type(source) is not Edge:
        return None
    return source, index
