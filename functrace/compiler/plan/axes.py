"""The axes of a nest: those that all places go along as if they were one are one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from functrace.compiler.indices.index import Affine


class Axes(NamedTuple):
    """The axes of a nest, made of those of a group.

    Attributes
    ----------
    domain : tuple of int
        Their lengths.
    numbers : dict of int to int
        For the innermost one of the group's axes that became one, that one's number.
    """

    domain: tuple[int, ...]
    numbers: dict[int, int]

    def place(self, place: Affine) -> Affine:
        """A place in memory, in terms of these axes."""
        constant, terms = place
        numbers = self.numbers
        return constant, tuple([(numbers[a], c) for a, c in terms if a in numbers])


def join(domain: tuple[int, ...], places: Iterable[Affine]) -> Axes:
    """Make one axis of two neighbours where the places go on along them without a gap.

    That has to hold of all places.

    Examples
    --------
    >>> join((5, 3), [(0, ((0, 3), (1, 1))), (7, ((0, 6), (1, 2)))])
    Axes(domain=(15,), numbers={1: 0})
    >>> join((5, 3), [(0, ((0, 3), (1, 1))), (0, ((1, 1),))])
    Axes(domain=(5, 3), numbers={0: 0, 1: 1})
    """
    rank = len(domain)
    if rank < 2:
        return Axes(domain, {axis: axis for axis in range(rank)})
    steps = [dict(terms) for terms in {terms for _, terms in places}]
    innermost, lengths = [rank - 1], [domain[-1]]
    for axis in range(rank - 2, -1, -1):
        inner, length = innermost[-1], lengths[-1]
        if all(s.get(axis, 0) == length * s.get(inner, 0) for s in steps):
            lengths[-1] *= domain[axis]
        else:
            innermost.append(axis)
            lengths.append(domain[axis])
    numbers = {axis: k for k, axis in enumerate(reversed(innermost))}
    return Axes(tuple(reversed(lengths)), numbers)


def bits_of(place: Affine) -> int:
    """Bits of the axes that a place depends on."""
    bits = 0
    for axis, _ in place[1]:
        bits |= 1 << axis
    return bits


def along(place: Affine, axis: int) -> int:
    """How far an iteration of an axis leads."""
    for number, step in place[1]:
        if number == axis:
            return step
    return 0
