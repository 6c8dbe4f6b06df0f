"""The axes of a nest: those that all places go along as if they were one are one."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from functrace.compiler.indices.index import Affine

_SHORT = 16  # elements


class Axes(NamedTuple):
    """The axes of a nest, made of those of a group.

    Attributes
    ----------
    domain : tuple of int
        Their lengths.
    steps : dict of int to (int, int)
        For each of the group's axes the one that it became a part of, and how far an
        iteration leads along that one.
    """

    domain: tuple[int, ...]
    steps: dict[int, tuple[int, int]]

    def place(self, place: Affine) -> Affine:
        """A place in memory, in terms of these axes."""
        constant, terms = place
        found = [(self.steps[axis], c) for axis, c in terms]
        return constant, tuple([(number, c) for (number, n), c in found if n == 1])


def join(
    domain: tuple[int, ...], places: Iterable[Affine], ends: Container[int] = ()
) -> Axes:
    """Make one axis of two neighbours where the places go on along them without a gap.

    That has to hold of all places.

    Parameters
    ----------
    domain : tuple of int
    places : iterable of Affine
    ends : container of int
        Axes whose ends meet: they are not joined with the one outside of them, and with
        short ones only inside, as many elements are then near the ends.

    Examples
    --------
    >>> join((5, 3), [(0, ((0, 3), (1, 1))), (7, ((0, 6), (1, 2)))])
    Axes(domain=(15,), steps={1: (0, 1), 0: (0, 3)})
    >>> join((5, 3), [(0, ((0, 3), (1, 1))), (0, ((1, 1),))])
    Axes(domain=(5, 3), steps={1: (1, 1), 0: (0, 1)})
    """
    steps = [dict(terms) for terms in {terms for _, terms in places}]
    lengths: list[int] = []
    found: dict[int, tuple[int, int]] = {}
    inner = 0
    for axis in reversed(range(len(domain))):
        if (
            lengths
            and axis + 1 not in ends
            and (axis not in ends or lengths[-1] <= _SHORT)
            and all(s.get(axis, 0) == lengths[-1] * s.get(inner, 0) for s in steps)
        ):
            found[axis] = len(lengths), lengths[-1]
            lengths[-1] *= domain[axis]
        else:
            lengths.append(domain[axis])
            found[axis] = len(lengths), 1
            inner = axis
    count = len(lengths)
    numbers = {axis: (count - k, step) for axis, (k, step) in found.items()}
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
