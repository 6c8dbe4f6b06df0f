"""Which parts of arrays are read or written, by numbers and by counters of loops."""

from __future__ import annotations

from typing import Any

from functrace.core.keys import key_of
from functrace.core.node import Node
from functrace.core.rule import operand_aval
from functrace.primitives._lines import AffineInteger
from functrace.primitives._spots import Spot
from functrace.primitives.indexing import index_update
from functrace.transforms._capture.counters import in_counters, ranges


def spot_of(node: Node) -> Spot | None:
    """What a read, or a write, names; None if that is not known in each round."""
    index = node.params["index"]
    arrays = node.inputs[2 if node.primitive is index_update else 1 :]
    if not arrays:
        return index
    shape = operand_aval(node.inputs[0]).shape
    rest, found = iter(arrays), list[Any]()
    for entry, length in zip(index, shape, strict=False):
        if type(entry) not in (int, slice, str):
            return None
        place = in_counters(next(rest)) if type(entry) is str else entry
        if type(place) is AffineInteger and not _is_within(place, length):
            return None
        found.append(place)
    return tuple(found) if len(found) == len(index) and None not in found else None


def _is_within(place: AffineInteger, length: int) -> bool:
    low, high = place.bounds(ranges())
    return low >= 0 and high < length


def key_of_spot(spot: Spot) -> Any:
    """By which spots are the same."""
    if type(spot) is not tuple:
        return key_of(spot)
    return tuple([e if type(e) is AffineInteger else key_of(e) for e in spot])


def entries_of(spot: Spot) -> tuple[AffineInteger, ...] | None:
    """The places along the first axes; None if it names them in another way."""
    entries = spot if type(spot) is tuple else (spot,)
    found = [_place(entry) for entry in entries]
    return None if None in found else tuple(found)


def _place(entry: Any) -> Any:
    if type(entry) is AffineInteger:
        return entry
    return AffineInteger(entry) if type(entry) is int and entry >= 0 else None
