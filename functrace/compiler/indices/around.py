"""Indices along axes whose ends meet.

A position that is outside of such an axis leads around it, so many times: -1, 0 or 1. How
often is known where loops run only; in an index it is the counter of a further axis, whose
numbers begin where those of loops have long ended. A map of indices takes it along.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from functrace.compiler.indices.index import Affine, Index, combine, fixed

_FIRST = 1 << 20


class Turn(NamedTuple):
    """How often a position leads around an axis.

    Attributes
    ----------
    place : Affine
        Where it is if it does not.
    length : int
        Of the axis.
    """

    place: Affine
    length: int


class Turns:
    """The turns that indices name."""

    def __init__(self) -> None:
        self._numbers: dict[Turn, int] = {}
        self._list: list[Turn] = []

    def moved(self, index: Index, shape: Sequence[int], shifts: Sequence[int]) -> Index:
        """The index of what is so many places before, along axes whose ends meet."""
        return tuple(map(self._moved, index, shape, shifts))

    def _moved(self, entry: Affine, n: int, shift: int) -> Affine:
        place = combine(-shift if 2 * shift <= n else n - shift, [(1, entry)])
        if not place[1]:
            return fixed(place[0] % n)
        if not shift:
            return place
        turn = Turn(place, n)
        number = self._numbers.setdefault(turn, _FIRST + len(self._list))
        if number == _FIRST + len(self._list):
            self._list.append(turn)
        return combine(0, [(1, place), (n, (0, ((number, 1),)))])

    def split(self, place: Affine) -> tuple[Affine, list[tuple[Turn, int]]]:
        """A place in memory without turns, and how far one of each leads."""
        constant, terms = place
        turns = [(self._list[a - _FIRST], c) for a, c in terms if a >= _FIRST]
        if not turns:
            return place, []
        return (constant, tuple([(a, c) for a, c in terms if a < _FIRST])), turns


def is_turned(index: Index) -> bool:
    """Whether there are turns in an index: their numbers are the last ones."""
    return any(terms and terms[-1][0] >= _FIRST for _, terms in index)


def axes_of(index: Index) -> list[int]:
    """The loops that an index runs along, one after another."""
    return [a for _, terms in index for a, _ in terms if a < _FIRST]
