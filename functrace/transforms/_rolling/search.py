"""Loops in a sequence of items, and loops of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.transforms._rolling.alike import moved
from functrace.transforms._rolling.fit import (
    LEAST,
    Carried,
    Fit,
    Local,
    PerRound,
    RolledLoop,
    fits,
)
from functrace.transforms._rolling.items import Codes, ItemSequence
from functrace.transforms._rolling.runs import Run, runs
from functrace.transforms._rolling.worth import operations

_MULTIPLES = 8  # of a period
_TRIES = 3  # of what is alike, before it is taken to be no loop either
_WORTH = 16  # operations that a loop must stand for


def with_loops(items: ItemSequence, codes: Codes) -> ItemSequence:
    """The items with loops for what is repeated; inner ones first."""
    while True:
        for found in runs(items.tokens, LEAST):
            made = _apart(items, codes, found)
            if made:
                break
        else:
            return items
        items = _replaced(items, made)


def _apart(items: ItemSequence, codes: Codes, found: Sequence[Run]) -> list[Fit]:
    """Loops that do not overlap, the longest runs first."""
    taken = np.zeros(len(items) + 1, bool)
    made: list[Fit] = []
    refused: Counter[tuple[int, ...]] = Counter()
    ways: dict[Any, _Way] = {}
    families: dict[Any, list[Run]] = {}
    for run in found:
        families.setdefault(_family(items, run), []).append(run)
    known: dict[Run, list[Fit]] = {}  # of runs that are like one before
    for run in sorted(found, key=lambda run: -run.length):
        key = _family(items, run)
        if refused[key] >= _TRIES:
            continue
        if taken[run.start : run.start + run.length].any():
            continue
        loops = known.get(run)
        if loops is None:
            loops = _fits(items, codes, run, ways)
            others = families.pop(key, ()) if loops else ()
            if len(others) > 1:
                known |= moved(items, codes, run, loops, others)
        refused[key] += not loops
        for fit in loops:
            taken[fit.start : fit.start + fit.length] = True
        made += loops
    return sorted(made, key=lambda fit: fit.start)


def _family(items: ItemSequence, run: Run) -> tuple[int, ...]:
    """Equal for runs that may be alike."""
    return run.period, run.length, int(items.tokens[run.start])


def _fits(
    items: ItemSequence, codes: Codes, run: Run, ways: dict[Any, _Way]
) -> list[Fit]:
    """The loops of a run; as those of one like it were found, if there was one."""
    start, _, length = run
    if sum(map(operations, items.entries[start : start + length])) < _WORTH:
        return []
    key = _family(items, run)
    way = ways.get(key)
    if way is not None:
        found = _fits_by(items, codes, run, way.times, way.cut)
        if len(found) == way.loops:
            return found
    for times in range(1, _MULTIPLES + 1):
        found = _fits_by(items, codes, run, times)
        if found:
            break
    else:
        return []
    steady = times * _turns(max(found, key=lambda fit: fit.length))
    if steady != times:
        longer = _fits_by(items, codes, run, steady)
        found, times = (longer, steady) if longer else (found, times)
    cut = _best_cut(max(found, key=lambda fit: fit.length).loop)
    moved = _fits_by(items, codes, run, times, cut) if cut else []
    if len(moved) != len(found):
        moved, cut = found, 0
    ways[key] = _Way(times, cut, len(moved))
    return moved


class _Way(NamedTuple):
    """How loops are found in a run.

    Attributes
    ----------
    times : int
        Of the period of tokens: operations repeat sooner than what they are applied to.
    cut : int
        Where a round begins, so that least is handed on from round to round.
    loops : int
        How many there are.
    """

    times: int
    cut: int
    loops: int


def _fits_by(
    items: ItemSequence, codes: Codes, run: Run, times: int, cut: int = 0
) -> list[Fit]:
    period = run.period * times
    return fits(items, codes, run.start + cut, period, (run.length - cut) // period)


def _turns(fit: Fit) -> int:
    """After how many rounds integers that are rows come again: such are better known."""
    slots = [
        i.slots for each in fit.loop.integers for i in each if isinstance(i, PerRound)
    ]
    columns = [fit.ints[each.start : each.stop] for each in slots]
    for turns in range(2, _MULTIPLES + 1) if columns else ():
        if all((c[turns:] == c[:-turns]).all() for c in columns):
            return turns
    return 1


def _best_cut(loop: RolledLoop) -> int:
    """Before which operation a round begins if the fewest numbers are to be carried."""
    period = len(loop.entries)
    place = np.repeat(np.arange(period), np.diff([*loop.offsets, loop.size]))
    last = place.copy()  # of each value the last operation that takes it
    for q, found in enumerate(loop.operands):
        for operand in found:
            if isinstance(operand, Local):
                last[operand.value] = max(last[operand.value], q)
            elif isinstance(operand, Carried):
                when = q + operand.lag * period
                last[operand.value] = max(last[operand.value], when)
    sizes = np.array([size for entry in loop.entries for size in _sizes(entry)])
    whole, part = np.divmod(last - place, period)
    crossing = np.zeros(2 * period + 1, np.int64)
    np.add.at(crossing, place + 1, sizes)
    np.add.at(crossing, place + 1 + part, -sizes)
    carried = np.cumsum(crossing)
    carried = carried[:period] + carried[period : 2 * period]
    return int(np.argmin(carried + (whole * sizes).sum()))


def _sizes(entry: Any) -> list[int]:
    """Elements of each value of an operation, or of a loop."""
    if not isinstance(entry, RolledLoop):
        return [aval.size for aval in entry.avals]
    return [size for inner in entry.entries for size in _sizes(inner)] * entry.rounds


def _replaced(items: ItemSequence, made: Sequence[Fit]) -> ItemSequence:
    """The items with loops in the place of those that they stand for."""
    entries: list[Any] = []
    kept: list[np.ndarray] = []  # the items' own, between loops, and -1 for a loop
    a_loop = np.array([-1])
    at = 0
    for fit in made:
        kept += [np.arange(at, fit.start), a_loop]
        entries += [*items.entries[at : fit.start], fit.loop]
        at = fit.start + fit.length
    kept.append(np.arange(at, len(items)))
    entries += items.entries[at:]
    order = np.concatenate(kept).astype(np.int64)
    loops = order < 0
    tokens = np.where(loops, 0, items.tokens[order])
    tokens[loops] = [fit.token for fit in made]
    first = items.first[:-1][order]
    first[loops] = items.first[[fit.start for fit in made]]
    refs = _spliced(items.refs, items.refs_at, made, [fit.refs for fit in made])
    ints = _spliced(items.ints, items.ints_at, made, [fit.ints for fit in made])
    return ItemSequence(
        entries,
        tokens,
        refs,
        _places(items.refs_at, order, [len(fit.refs) for fit in made]),
        ints,
        _places(items.ints_at, order, [len(fit.ints) for fit in made]),
        np.append(first, items.first[-1]),
    )


def _spliced(
    values: np.ndarray, at: np.ndarray, made: Sequence[Fit], new: Sequence[np.ndarray]
) -> np.ndarray:
    parts, begin = list[np.ndarray](), 0
    for fit, own in zip(made, new, strict=True):
        parts += [values[begin : at[fit.start]], own]
        begin = at[fit.start + fit.length]
    return np.concatenate([*parts, values[begin:]])


def _places(at: np.ndarray, order: np.ndarray, counts: Sequence[int]) -> np.ndarray:
    sizes = np.diff(at)[order]
    sizes[order < 0] = counts
    return np.concatenate([[0], np.cumsum(sizes)])
