"""Lists to which each round of a loop appends, while one round is traced for all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.core.keys import SameObject
from functrace.primitives.indexing import getitem
from functrace.transforms._capture.aliases import note_shared
from functrace.transforms._capture.counters import NotYetAlikeError, RoundsDifferError
from functrace.transforms._capture.memory import ReachableState
from functrace.transforms._capture.merging import (
    FlatValue,
    ValueLeaf,
    as_value,
    built,
    flat,
)
from functrace.transforms._capture.places import Place
from functrace.transforms._capture.standing import ListStandIn, LookedBackError


class GrowingList:
    """A list that a round appends to.

    Attributes
    ----------
    places : list of Place
        Where it is.
    made : list of FlatValue
        What was appended in the round.
    behind : list of Place
        What was appended last before the round, as far as that is read, the last first.
    """

    def __init__(self, items: list[Any], memory: ReachableState) -> None:
        self.places = memory.places_of(items)
        self.made: list[FlatValue] = []
        self.behind: list[Place] = []
        self._items = items
        self._stand_in = ListStandIn(note_shared)
        if len(self.places) != memory.times.get(id(items), 0):
            raise RoundsDifferError

    def enter(self) -> None:
        """Let something be in its places that can be appended to, and not much more."""
        self._stand_in.appended.clear()
        for place in self.places:
            place.put(self._stand_in)

    def is_in(self, spec: Any) -> bool:
        """Whether something of this structure holds what stands for the list."""
        if type(spec) is SameObject:
            return spec.value is self._stand_in
        return type(spec) is tuple and any(map(self.is_in, spec))

    def is_behind(self, error: LookedBackError) -> bool:
        """Whether it is this list that is looked at."""
        return error.stand_in is self._stand_in

    def look_back(self) -> list[tuple[Place, FlatValue]]:
        """Further places of what is behind, with what is there before all rounds."""
        last, found = self._stand_in.last, list[tuple[Place, FlatValue]]()
        for k in range(len(self.behind), self._stand_in.depth):
            if k >= len(self._items):
                raise NotYetAlikeError
            self.behind.append(Place(last, k, "what was appended before"))
            found.append((self.behind[-1], flat(self._items[-1 - k])))
        return found

    def end(self) -> None:
        """The round has ended."""
        items = self._stand_in.appended
        self.made = [flat(item) for item in items]
        news = [*reversed(items), *(place.get() for place in self.behind)]
        self._after = [flat(new) for new in news[: len(self.behind)]]
        items.clear()

    @property
    def changes(self) -> dict[Any, tuple[Place, FlatValue]]:
        """What is behind after the round."""
        pairs = zip(self.behind, self._after, strict=True)
        return {place.identity: (place, after) for place, after in pairs}

    @property
    def leaves(self) -> list[ValueLeaf]:
        """Arrays and numbers of what was appended."""
        return [leaf for each in self.made for leaf in each.leaves]

    @property
    def mutable(self) -> set[int]:
        """What of it could be changed, by identity."""
        return {x for each in self.made for x in each.mutable}

    def grow(self, rows: Sequence[Any], rounds: int) -> None:
        """Append what all rounds did, given these values of all leaves.

        Those of a leaf are a list, if they are known, or an array.
        """
        leaves = self.leaves
        items: list[Any] = []
        for k in range(rounds):
            values = iter([_row(*each, k) for each in zip(rows, leaves, strict=True)])
            items = [built(each.spec, values) for each in self.made]
            self._items += items
        note_shared(items)  # the last ones may be what variables hold, too


def _row(values: Any, leaf: ValueLeaf, k: int) -> Any:
    if type(values) is list:
        return values[k]
    return as_value(getitem(values, index=k), leaf.dtype, is_array=leaf.is_array)
