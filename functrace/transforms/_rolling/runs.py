"""Periods in sequences of tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

_GROWTH = 4  # from one length of what is compared to the next
_ODD = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)


class Run(NamedTuple):
    """Where every token equals the one a period before."""

    start: int
    period: int
    length: int


def runs(tokens: np.ndarray, least: int) -> Iterator[list[Run]]:
    """The periodic parts of at least so many rounds, those of short periods first.

    Of every place the distance to the last one is taken from which the same tokens
    follow, so many as a period may be long: in a periodic part it is the period. The
    tokens that follow are compared by hashes, of 1, 4, 16, ... of them. Cost: a sort for
    each of these lengths.
    """
    hashes = _mixed(tokens.astype(np.uint64) + np.uint64(1))
    length = 1
    while len(hashes) > length:
        back = _distances(hashes)
        if not back.any():
            return
        yield _stretches(back, length, least)
        hashes = _joined(hashes, length)
        length *= _GROWTH


def _mixed(values: np.ndarray) -> np.ndarray:
    """Numbers that look like random ones (the finisher of splitmix64)."""
    values = values * _ODD
    values = (values ^ (values >> np.uint64(30))) * _MIX
    return values ^ (values >> np.uint64(27))


def _joined(hashes: np.ndarray, length: int) -> np.ndarray:
    """Hashes of what is four times as long, from those of what follows so much later."""
    count = len(hashes) - (_GROWTH - 1) * length
    if count <= 0:
        return hashes[:0]
    total = hashes[:count]
    for k in range(1, _GROWTH):
        total = _mixed(total) + hashes[k * length : k * length + count]
    return total


def _distances(hashes: np.ndarray) -> np.ndarray:
    """How far back the last equal hash stands; 0 if there is none.

    Places take the last bits of what is sorted, which is faster than to sort places.
    """
    places = np.uint64((1 << len(hashes).bit_length()) - 1)
    order = np.sort(hashes & ~places | np.arange(len(hashes), dtype=np.uint64))
    order = (order & places).astype(np.int64)
    same = hashes[order[1:]] == hashes[order[:-1]]
    back = np.zeros(len(hashes), np.int64)
    back[order[1:][same]] = np.diff(order)[same]
    return back


def _stretches(back: np.ndarray, length: int, least: int) -> list[Run]:
    """Where distances stay the same, of periods that this length serves."""
    edges = np.flatnonzero(np.diff(back)) + 1
    starts = np.concatenate([[0], edges])
    ends = np.concatenate([edges, [len(back)]])
    periods = back[starts]
    sizes = ends - starts + length - 1 + periods
    good = (periods > length // _GROWTH) & (periods <= length)
    good &= sizes >= least * periods
    chosen = zip(starts[good] - periods[good], periods[good], sizes[good], strict=True)
    return [Run(int(s), int(p), int(n)) for s, p, n in chosen]
