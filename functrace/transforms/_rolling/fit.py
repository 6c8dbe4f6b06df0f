"""Whether the rounds of a period are those of a loop.

The numbers of one operand, taken over the rounds, tell what it is: the same value from
outside in every round; a value of the same round; one of an earlier round, which is
carried; or one of its own in every round, a row. Integers of an index go up by the same
step, or are rows, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from functrace.core.node import Node
from functrace.transforms._rolling.items import Codes, ItemSequence
from functrace.transforms._rolling.positions import INDEXED, can_change

LEAST = 4  # rounds
_FURTHEST = 8  # rounds that a value is carried
_FAR = f"a round takes what was computed more than {_FURTHEST} rounds before"
_JUMPS = "what a round takes jumps"
_UNLIKE = "what rounds take differs in shape or dtype, or they write to moving blocks"


class Invariant(NamedTuple):
    """An operand that every round takes from outside."""

    slot: int


class Local(NamedTuple):
    """A value of the same round, by its number within it."""

    value: int


class Carried(NamedTuple):
    """A value of the round so many rounds ago; at first what stands in the slots."""

    value: int
    lag: int
    slots: range


class PerRound(NamedTuple):
    """Something else in every round."""

    slots: range


class SteppedInteger(NamedTuple):
    """An integer that goes up by a step."""

    slot: int
    step: int


class RolledLoop(NamedTuple):
    """Rounds of the same operations.

    Attributes
    ----------
    rounds : int
    entries : list
        The operations and loops of one round.
    offsets : tuple of int
        Of each of them the number of its first value, within the round.
    size : int
        Values of one round.
    operands : list of list
        How each of their operands is found; of a loop of its slots. Slots are those of
        this loop: what it takes from outside.
    integers : list of list
        Likewise the integers of indices, a `SteppedInteger` or a `PerRound` for each.
    """

    rounds: int
    entries: list[Any]
    offsets: tuple[int, ...]
    size: int
    operands: list[list[Any]]
    integers: list[list[Any]]


class Fit(NamedTuple):
    """A loop, in the place of so many items from `start` on.

    Attributes
    ----------
    refs, ints : ndarray
        What stands in its slots.
    refs_from, ints_from : ndarray
        Where those stand among the operands and integers of its items.
    """

    start: int
    length: int
    loop: RolledLoop
    token: int
    refs: np.ndarray
    ints: np.ndarray
    refs_from: np.ndarray
    ints_from: np.ndarray


def fits(
    items: ItemSequence,
    codes: Codes,
    start: int,
    period: int,
    rounds: int,
    *,
    first: bool = True,
) -> list[Fit]:
    """The loops that so many rounds are: one, or several where something jumps.

    The `first` round may be another one, that happens to consist of the same operations.
    """
    if rounds < LEAST:
        return []
    rows = _Rows.of(items, start, period, rounds)
    kinds = _operand_kinds(rows)
    if kinds is None:
        return codes.refuse(items.entries[start : start + period], _FAR)
    steps = _integer_kinds(rows.ints)
    breaks = np.flatnonzero(kinds.breaks | steps.breaks).tolist()
    if breaks:
        if len(breaks) > rounds // LEAST:
            return codes.refuse(items.entries[start : start + period], _JUMPS)
        whole = zip([0, *breaks], [*breaks, rounds], strict=True)
        parts = whole if breaks[0] else [(1, rounds)]  # the first round is no such
        return [
            fit
            for low, high in parts
            for fit in fits(items, codes, start + low * period, period, high - low)
        ]
    made = _Maker(items, codes, rows, kinds, steps).make(start, period)
    if made is None and first:
        return fits(items, codes, start + period, period, rounds - 1, first=False)
    if made is None:
        return codes.refuse(items.entries[start : start + period], _UNLIKE)
    return [made]


class _Rows(NamedTuple):
    """What the rounds have: refs and ints are (rounds, columns)."""

    refs: np.ndarray
    ints: np.ndarray
    begin: np.ndarray  # of each round the number of its first value
    size: int

    @classmethod
    def of(cls, items: ItemSequence, start: int, period: int, rounds: int) -> _Rows:
        end = start + period * rounds
        refs = items.refs[items.refs_at[start] : items.refs_at[end]]
        ints = items.ints[items.ints_at[start] : items.ints_at[end]]
        begin = items.first[start : end + 1 : period]
        size = int(begin[1] - begin[0])
        return cls(refs.reshape(rounds, -1), ints.reshape(rounds, -1), begin[:-1], size)


class _Kinds(NamedTuple):
    """Of each column.

    Attributes
    ----------
    same, outside : ndarray of bool
        Whether it is one value from outside; whether all its values are from outside.
    value, lag : ndarray
        Of the others which value of a round it is, and of how many rounds ago.
    breaks : ndarray of bool, (rounds,)
        Whether a column is something else from this round on.
    """

    same: np.ndarray
    outside: np.ndarray
    value: np.ndarray
    lag: np.ndarray
    breaks: np.ndarray


def _operand_kinds(rows: _Rows) -> _Kinds | None:
    """None if it is no loop."""
    refs, begin = rows.refs, rows.begin[0]
    rounds = len(refs)
    outside = (refs[1:] < begin).all(axis=0)  # the first round may be another
    same = outside & (refs == refs[0]).all(axis=0)
    relative = refs - rows.begin[:, None]
    usual = np.sort(relative, axis=0)[rounds // 2]
    lag = np.where(outside, 0, -(usual // rows.size))
    if (lag < 0).any() or (lag > min(_FURTHEST, rounds - 2)).any():
        return None
    early = np.arange(rounds)[:, None] < lag
    right = outside | np.where(early, refs < begin, relative == usual)
    varied = (refs[0] < begin) & (refs[1:] != refs[1]).any(axis=0)
    right[0] &= same | ~outside | varied
    return _Kinds(same, outside, usual + lag * rows.size, lag, ~right.all(axis=1))


class _Steps(NamedTuple):
    """Of each column of integers: whether it goes up by a step, and which."""

    even: np.ndarray
    step: np.ndarray
    breaks: np.ndarray


def _integer_kinds(ints: np.ndarray) -> _Steps:
    change = np.diff(ints, axis=0)
    usual = np.sort(change, axis=0)[len(change) // 2]
    jumps = change != usual
    even = jumps.sum(axis=0) <= len(change) // LEAST  # else it is a row
    breaks = np.concatenate([[False], (jumps & even).any(axis=1)])
    return _Steps(even, usual, breaks)


class _Maker:
    """Writes down the loop that the kinds of columns are of."""

    def __init__(
        self,
        items: ItemSequence,
        codes: Codes,
        rows: _Rows,
        kinds: _Kinds,
        steps: _Steps,
    ) -> None:
        self.items = items
        self.codes = codes
        self.rows = rows
        self.kinds = kinds
        self.steps = steps
        self.refs: list[np.ndarray] = []
        self.ints: list[np.ndarray] = []
        self.taken = self.counted = 0

    def make(self, start: int, period: int) -> Fit | None:
        items, rounds = self.items, len(self.rows.refs)
        shown = start + period  # the second round: the first may begin with constants
        entries = items.entries[shown : shown + period]
        operands = self._split(items.refs_at, shown, period, self._operand)
        integers = self._split(items.ints_at, shown, period, self._integer)
        if operands is None or integers is None or not _can_be_done(entries, integers):
            return None
        offsets = items.first[start : start + period] - items.first[start]
        loop = RolledLoop(
            rounds,
            entries,
            tuple(offsets.tolist()),
            self.rows.size,
            operands,
            integers,
        )
        tokens = tuple(items.tokens[start : start + period].tolist())
        token = self.codes.token((tokens, rounds, repr(operands), repr(integers)))
        refs, ints = (
            np.concatenate([*parts, np.empty(0, np.int64)])
            for parts in (self.refs, self.ints)
        )
        return Fit(
            start,
            period * rounds,
            loop,
            token,
            self.rows.refs.ravel()[refs],
            self.rows.ints.ravel()[ints],
            refs,
            ints,
        )

    def _split(
        self, at: np.ndarray, shown: int, period: int, make: Any
    ) -> list[list[Any]] | None:
        """Something for each column, by entry; None if one is None."""
        places = at[shown : shown + period + 1] - at[shown]
        made = [make(column) for column in range(int(places[-1]))]
        if any(found is None for found in made):
            return None
        return [made[a:b] for a, b in pairwise(places.tolist())]

    def _operand(self, column: int) -> Invariant | Local | Carried | PerRound | None:
        kinds, refs = self.kinds, self.rows.refs[:, column]
        if kinds.same[column]:
            return Invariant(self._take(column, 1).start)
        if kinds.outside[column]:
            alike = self.codes.are_alike(refs)
            return PerRound(self._take(column, len(refs))) if alike else None
        value, lag = int(kinds.value[column]), int(kinds.lag[column])
        if not lag:
            return Local(value)
        carried = self.rows.begin[0] + value
        if not self.codes.are_alike(np.append(refs[:lag], carried)):
            return None
        return Carried(value, lag, self._take(column, lag))

    def _take(self, column: int, rounds: int) -> range:
        """New slots, for what the first rounds have in a column."""
        self.refs.append(column + np.arange(rounds) * self.rows.refs.shape[1])
        self.taken += rounds
        return range(self.taken - rounds, self.taken)

    def _integer(self, column: int) -> SteppedInteger | PerRound:
        rounds, columns = self.rows.ints.shape
        even = bool(self.steps.even[column])
        self.ints.append(column + np.arange(1 if even else rounds) * columns)
        begin, self.counted = self.counted, self.counted + len(self.ints[-1])
        if even:
            return SteppedInteger(begin, int(self.steps.step[column]))
        return PerRound(range(begin, self.counted))


def _can_be_done(entries: Sequence[Any], integers: list[list[Any]]) -> bool:
    """Whether the integers that change may be traced."""
    return all(
        can_change(entry, [type(i) is PerRound or i.step != 0 for i in found])
        for entry, found in zip(entries, integers, strict=True)
        if isinstance(entry, Node) and entry.primitive in INDEXED and found
    )
