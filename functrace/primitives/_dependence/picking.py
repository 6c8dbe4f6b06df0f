"""What reading and writing by index arrays do to sets, of which some are not known."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Node
from functrace.primitives._dependence.sets import (
    Known,
    Rows,
    Sets,
    columns_of,
    counted,
    has_rows,
    linked,
    placed,
    rows_of,
    taken,
    united,
)
from functrace.primitives._index import ARRAY, fill_index


def picked(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `gather`: what is read is anywhere along the axes whose indices are not known."""
    x, *arrays = items
    lines = _lines(x.aval.shape, node.params["index"], arrays)
    if lines is None:
        return None
    firsts, places = lines
    rows = x.rows
    if firsts is not None:
        rows = linked(firsts, counted(firsts.size), firsts.size, firsts.size) @ rows
    return taken(rows, places.ravel())


def written(node: Node, items: list[Any], out: Aval) -> Rows | None:
    """Of `index_add`, and of writes whose indices are not all known: what was stays."""
    x, values, *arrays = items
    if not has_rows(values):
        return rows_of(x, columns_of(items))
    more = _written(values, _lines(out.shape, node.params["index"], arrays), out)
    return united([x.rows, more]) if more is not None and has_rows(x) else more


def _written(values: Sets, lines: Any, out: Aval) -> Rows | None:
    """The rows of what is written, by lines; None if these are not known."""
    if lines is None:
        return None
    firsts, targets = lines
    shape = values.aval.shape
    shape = shape[max(len(shape) - targets.ndim, 0) :]  # NumPy drops axes of length 1
    sources = counted(values.aval.size).reshape(shape)
    sources = np.broadcast_to(sources, targets.shape).ravel()
    targets = targets.ravel()
    if np.all(np.diff(targets) > 0):
        more = placed(taken(values.rows, sources), targets, out.size)
    else:
        more = linked(targets, sources, out.size, values.aval.size) @ values.rows
    return more if firsts is None else taken(more, firsts.ravel())


def _lines(
    shape: tuple[int, ...], index: Any, arrays: list[Any]
) -> tuple[np.ndarray | None, np.ndarray] | None:
    """Of each element the first one of its line, and those that are picked.

    A line is along all axes whose indices are not known: if all are, one element, and no
    first ones are named. None if a mask is not known.
    """
    entries = index if type(index) is tuple else (index,)
    rest = iter(arrays)
    given = [next(rest) if entry == ARRAY else None for entry in entries]
    if any(item is not None and _is_unknown_mask(item) for item in given):
        return None
    widths = [_width(*pair) for pair in zip(entries, given, strict=True)]
    others = len(shape) - sum(widths)
    lengths, values, axis = [*shape], [], 0
    for entry, item, width in zip(entries, given, widths, strict=True):
        if isinstance(item, Sets):
            lengths[axis] = 1
            values.append(np.zeros(item.aval.shape, np.intp))
        elif item is not None:
            values.append(item.value)
        axis += others if entry is Ellipsis else width
    own = counted(int(np.prod(shape))).reshape(shape)
    firsts = np.broadcast_to(own[tuple(map(slice, lengths))], shape)
    picked = firsts[fill_index(index, tuple(values))]
    return (None if lengths == [*shape] else firsts), picked


def _is_unknown_mask(item: Any) -> bool:
    return isinstance(item, Sets) and item.aval.dtype == bool


def _width(entry: Any, item: Any) -> int:
    """Of how many axes an entry of an index tells."""
    if isinstance(item, Known) and np.asarray(item.value).dtype == bool:
        return np.ndim(item.value)
    return int(entry is not None and entry is not Ellipsis)
