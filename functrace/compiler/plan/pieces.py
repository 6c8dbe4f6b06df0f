"""Arrays that are made of others and pieces: written one by one, or in one pass.

`u[1:-1] = v` touches the memory of what changes only. But the cotangents of a stencil's
slices cover nearly all of an array, each moved a little: added one after the other, they
wait for what was just stored. In one pass each element is the sum of what lies there. And if
what `v` leaves of `u` has to be copied, one pass is better than loops for each side besides.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.indices.index import view_map
from functrace.compiler.indices.window import Window, window
from functrace.compiler.plan.arrays import CHEAP, Array

_NEAR = 1 << 20  # bytes that stay in the caches
_SHORT = 8  # elements of an axis, of which nearly all are near its ends
_MARGIN = 16  # elements at an end of an axis that a piece may leave out


class Change(NamedTuple):
    """An array that is another one, but for pieces (as of `Write`, with arrays)."""

    array: Array
    base: Any
    pieces: Any


class Piece(NamedTuple):
    """What is different of an array that is made in one pass.

    Attributes
    ----------
    window : Window
        Where.
    add : bool
        Whether it is added rather than set.
    """

    window: Window
    add: bool


class ChangeChain(NamedTuple):
    """Changes, each of what the one before made.

    Attributes
    ----------
    list : list of Change
    pieces : list of Piece or None
        Of each, if all may be made in one pass.
    overlap : bool
        Whether that is better than to add one after the other.
    """

    list: list[Change]
    pieces: list[Piece] | None
    overlap: bool


def without_zeros(chain: Sequence[Change]) -> Sequence[Change]:
    """A chain of changes, of which the first ones are one if they make an array of pieces.

    What is added to zeros, element by element, needs neither zeros nor additions.
    """
    first = chain[0]
    if not _changes_zeros(first):
        return chain
    found: list[tuple[range, ...]] = []
    rest = first.array.size
    for count, change in enumerate(chain, start=1):
        (source, part, add), *others = change.pieces
        place = _spread(part, first.array.shape)
        if others or not add or place is None or source.dtype != first.array.dtype:
            return chain
        if not all(_are_apart(place, other) for other in found):
            return chain
        found.append(place)
        rest -= math.prod(map(len, place))
        if not rest:
            pieces = [
                (x, part, False) for c in chain[:count] for x, part, _ in c.pieces
            ]
            return [Change(change.array, None, pieces), *chain[count:]]
    return chain


def _changes_zeros(change: Change) -> bool:
    if type(change.base) is not int:
        return False
    old = change.array.operands[change.base]
    return old.view is None and old.constant is not None and old.constant == 0


def _spread(part: Any, shape: tuple[int, ...]) -> tuple[range, ...] | None:
    """Where a part of an array is, for each dimension; None if it is not that simple."""
    view = part(np.empty(shape, np.int8))
    found = view_map(part, shape, {})
    place = None if found is None else found.spread(view.shape)
    if place is None or math.prod(map(len, place)) != view.size:  # a diagonal
        return None
    return place


def _are_apart(one: tuple[range, ...], other: tuple[range, ...]) -> bool:
    return any(map(_have_none_in_common, one, other))


def _have_none_in_common(a: range, b: range) -> bool:
    if a[-1] < b[0] or b[-1] < a[0]:
        return True
    return (a[0] - b[0]) % math.gcd(a.step, b.step) > 0


def runs(chain: Sequence[Change]) -> Iterator[ChangeChain]:
    """Parts of a chain of changes: those that may be made in one pass, and the others."""
    found = [(change, _piece(change)) for change in chain]
    for large, part in itertools.groupby(found, lambda entry: entry[1] is not None):
        changes, pieces = zip(*part, strict=True)
        overlap = large and _is_worth_it(changes, pieces)
        yield ChangeChain([*changes], [*pieces] if large else None, overlap)


def _is_worth_it(changes: Sequence[Change], pieces: Sequence[Piece]) -> bool:
    """Whether pieces overlap, and storing what is dear of them is better than waiting."""
    added = {piece.window.box for piece in pieces if piece.add}
    if len(added) != 2:
        return len(added) > 2
    small = changes[0].array.size * changes[0].array.dtype.itemsize <= _NEAR
    return small or all(c.array.operands[1].placing.cost <= CHEAP for c in changes)


def _piece(change: Change) -> Piece | None:
    """The piece of a change that may be made in one pass: nearly all of the array."""
    array = change.array
    if len(change.pieces) > 1 or array.dtype.kind not in "fc":
        return None
    ((_, part, add),) = change.pieces
    shape = part(np.empty(array.shape, np.int8)).shape
    found = window(view_map(part, array.shape, {}), shape)
    if found is None or not _is_large(found, array.shape):
        return None
    return Piece(found, add)


def _is_large(found: Window, shape: tuple[int, ...]) -> bool:
    return all(
        len(part) == n
        or (2 * len(part) >= n >= _SHORT and max(part.start, n - part.stop) <= _MARGIN)
        for part, n in zip(found.box, shape, strict=True)
    )
