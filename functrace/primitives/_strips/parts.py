"""Parts of arrays, of which an axis stays as it is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Uncut(Exception):  # noqa: N818 - no error
    """An operation is not done strip by strip."""


class PartIndex(NamedTuple):
    """An index of a strip; which axis of what it picks is cut, of so many."""

    entries: tuple[Any, ...]
    place: int
    ndim: int


def index_of(index: Any, ndim: int, axis: int, size: int) -> PartIndex:
    """The index into arrays of so many dimensions that leaves an axis of this size whole."""
    entries = index if type(index) is tuple else (index,)
    if not any(entry is Ellipsis for entry in entries):
        entries = (*entries, Ellipsis)
    left = ndim - sum(entry is not None and entry is not Ellipsis for entry in entries)
    found: list[Any] = []
    place, at, out = -1, 0, 0
    for entry in entries:
        taken, made = _axes_of(entry, left)
        if at <= axis < at + taken:
            if made == 0:
                raise Uncut
            place = out + axis - at
            found.append(_whole(entry, size))
        else:
            found.append(entry)
        at, out = at + taken, out + made
    return PartIndex(tuple(found), place, out)


def _axes_of(entry: Any, left: int) -> tuple[int, int]:
    """How many axes an entry of an index takes, and how many it makes of them."""
    if entry is None:
        return 0, 1
    if entry is Ellipsis:
        return left, left
    if type(entry) is slice:
        return 1, 1
    if isinstance(entry, int | np.integer) and type(entry) is not bool:
        return 1, 0
    raise Uncut


def _whole(entry: Any, size: int) -> Any:
    """The entry for a strip; it takes the whole axis."""
    if entry is Ellipsis:
        return entry
    if entry.indices(size) != (0, size, 1):
        raise Uncut
    return slice(None)
