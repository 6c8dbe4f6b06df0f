"""Which elements of a dimension are there, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.keys import are_alike
from functrace.core.tracer import Tracer


class AxisMask:
    """Which elements of a dimension are there.

    Nothing of it is kept but what it was made of: what it gives is recorded where it is
    asked for, which may be in a branch.

    Attributes
    ----------
    selected : Tracer
        Truth values, in one dimension.
    """

    __slots__ = ("_length", "selected")

    def __init__(self, selected: Any, length: Any = None) -> None:
        self.selected: Any = selected
        self._length = length

    @classmethod
    def of(cls, condition: Any) -> AxisMask:
        """Of a handle on truth values, in any number of dimensions, as they are now."""
        condition.sync()
        return cls(Tracer(condition.edge, None).reshape(-1))

    @classmethod
    def first(cls, length: Any, of: int) -> AxisMask:
        """The first elements `of` so many, whose number is traced."""
        return cls(np.arange(of) < length, length)

    @property
    def size(self) -> int:
        """How many elements the dimension has."""
        return self.selected.shape[0]

    @property
    def length(self) -> Any:
        """How many are there: a traced integer."""
        if self._length is None:
            return np.count_nonzero(self.selected)
        return self._length

    def ranks(self) -> Any:
        """How many are there up to each element, with it."""
        return np.cumsum(self.selected)

    def places(self) -> Any:
        """Where those are that are there, one after another; then zeros."""
        n = self.size
        found = Tracer(None, np.zeros(n + 1, np.intp))
        found[np.where(self.selected, self.ranks() - 1, n)] = np.arange(n)
        return found[:n]

    def flipped(self) -> AxisMask:
        """The other way round."""
        return AxisMask(self.selected[::-1], self.length)


Masks = Sequence[AxisMask | None]


def are_same(mask: AxisMask | None, other: AxisMask | None) -> bool:
    """Whether two masks are computed alike, and thus select the same."""
    if mask is None or other is None:
        return mask is other
    return mask is other or are_alike(mask.selected.edge, other.selected.edge)


def are_as_long(mask: AxisMask, other: AxisMask) -> bool:
    """Whether what two masks select has the same length, as this is computed alike."""
    return are_alike(mask.length.edge, other.length.edge)


def live_of(masks: Masks, axes: Sequence[int] | None = None) -> Any:
    """What is there along the axes: broadcast against the whole; None: all is."""
    found: Any = None
    for axis, mask in enumerate(masks):
        if mask is not None and (axes is None or axis in axes):
            along = mask.selected.reshape((-1,) + (1,) * (len(masks) - 1 - axis))
            found = along if found is None else np.logical_and(found, along)
    return found


def moved(whole: Any, axis: int, source: AxisMask, target: AxisMask) -> Any:
    """What one mask selects in the places of what another selects, which is as long."""
    place = source.places()[np.maximum(target.ranks() - 1, 0)] if source.size else 0
    index = np.where(target.selected, place, 0)
    live = live_of([target, *[None] * (whole.ndim - 1 - axis)])
    taken = whole[(*[slice(None)] * axis, index)]
    return np.where(live, taken, np.ones((), whole.dtype))
