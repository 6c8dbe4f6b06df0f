"""The loops of runs that are like one whose loops are known: all found at once.

What an inner loop of a loop is stands once in each round of the outer one. Where operations
are the same, operands come from the same places, and values from outside are equal
where they were, and of the same shapes and dtypes, loops are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.transforms._rolling.fit import Fit
from functrace.transforms._rolling.items import Codes, ItemSequence
from functrace.transforms._rolling.runs import Run


def moved(
    items: ItemSequence,
    codes: Codes,
    run: Run,
    loops: Sequence[Fit],
    others: Sequence[Run],
) -> dict[Run, list[Fit]]:
    """The loops of those of the other runs that are like the first."""
    starts = np.array([other.start for other in others])
    places = starts[:, None] + np.arange(run.length)
    own = items.tokens[run.start : run.start + run.length]
    starts = starts[(items.tokens[places] == own).all(axis=1)]
    if not len(starts):
        return {}
    refs = _Block.of(items.refs, items.refs_at, run, starts)
    ints = _Block.of(items.ints, items.ints_at, run, starts)
    count = items.ints_at[run.start + run.period] - items.ints_at[run.start]
    change = ints.others - ints.own
    alike = (change[:, count:] == change[:, : change.shape[1] - count]).all(axis=1)
    alike &= _taken_alike(codes, refs, items.first[run.start], items.first[starts])
    found: dict[Run, list[Fit]] = {}
    for row in np.flatnonzero(alike).tolist():
        start = int(starts[row])
        found[run._replace(start=start)] = [
            _moved(fit, start - run.start, refs, ints, row) for fit in loops
        ]
    return found


class _Block:
    """Operands or integers: of the known run, and in a row of each other's.

    Attributes
    ----------
    own : ndarray (n,)
    others : ndarray (runs, n)
    at : ndarray
        Where those of each item begin, of all items.
    begin : int
        Where those of the known run do.
    """

    __slots__ = ("at", "begin", "others", "own")

    def __init__(
        self, own: np.ndarray, others: np.ndarray, at: np.ndarray, begin: int
    ) -> None:
        self.own = own
        self.others = others
        self.at = at
        self.begin = begin

    @classmethod
    def of(
        cls, values: np.ndarray, at: np.ndarray, run: Run, starts: np.ndarray
    ) -> _Block:
        begin, end = int(at[run.start]), int(at[run.start + run.length])
        others = values[at[starts][:, None] + np.arange(end - begin)]
        return cls(values[begin:end], others, at, begin)

    def taken(self, row: int, start: int, places: np.ndarray) -> np.ndarray:
        """Of another run what stands at places, counted from an item of the known one."""
        return self.others[row, places + (int(self.at[start]) - self.begin)]


def _moved(fit: Fit, steps: int, refs: _Block, ints: _Block, row: int) -> Fit:
    return fit._replace(
        start=fit.start + steps,
        refs=refs.taken(row, fit.start, fit.refs_from),
        ints=ints.taken(row, fit.start, fit.ints_from),
    )


def _taken_alike(
    codes: Codes, refs: _Block, begin: int, begins: np.ndarray
) -> np.ndarray:
    """Of which runs the operands are, so many values on, those of the known one."""
    own, others = refs.own, refs.others
    inside = own >= begin
    same = others - begins[:, None] == own - begin
    alike = (same | ~inside).all(axis=1)
    alike &= ((others >= begins[:, None]) == inside).all(axis=1)
    known, first, labels = np.unique(
        own[~inside], return_index=True, return_inverse=True
    )
    outside = others[:, ~inside]
    distinct = outside[:, first]
    alike &= (outside == distinct[:, labels]).all(axis=1)
    alike &= (np.diff(np.sort(distinct, axis=1), axis=1) != 0).all(axis=1)
    avals = [_exact(codes.aval(code)) for code in known.tolist()]
    for row in np.flatnonzero(alike).tolist():
        found = [_exact(codes.aval(code)) for code in distinct[row].tolist()]
        alike[row] = found == avals
    return alike


def _exact(aval: Aval) -> tuple[Any, ...]:
    """What differs for a Python number and an array of its dtype, which are equal."""
    return *aval, type(aval[1])
