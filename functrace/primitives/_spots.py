"""Parts of arrays, named by numbers, slices and integers that change along counters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.primitives._index import ARRAY
from functrace.primitives._lines import AffineInteger, integer_of
from functrace.primitives.indexing import gather, getitem, index_update

Spot = Any  # an index: with an `AffineInteger` where a counter is in it


def read_spot(x: Any, spot: Spot) -> Any:
    """A part of an array."""
    index, arrays = _filled(spot)
    if not arrays:
        return getitem(x, index=index)
    return gather(x, *arrays, index=index)


def write_spot(x: Any, values: Any, spot: Spot) -> Any:
    """An array with another part."""
    index, arrays = _filled(spot)
    return index_update(x, values, *arrays, index=index)


def _filled(spot: Spot) -> tuple[Any, Sequence[Any]]:
    """The index, and what stands for the arrays in it."""
    if type(spot) is not tuple:
        return spot, ()
    fixed = [e.begin if type(e) is AffineInteger and not e.steps else e for e in spot]
    index = tuple([ARRAY if type(e) is AffineInteger else e for e in fixed])
    if len(index) == 1 and ARRAY not in index:
        return index[0], ()
    return index, [integer_of(e) for e in fixed if type(e) is AffineInteger]
