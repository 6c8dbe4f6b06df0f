"""Blocks of arrays, and where an element of an array is in one."""

from __future__ import annotations

import math
from typing import NamedTuple

from functrace.compiler.indices.index import (
    ZERO,
    Affine,
    Index,
    ViewMap,
    combine,
    operand_index,
)


class Window(NamedTuple):
    """A block of an array, as an array itself.

    Attributes
    ----------
    box : tuple of range
        For each dimension of the array.
    shape : tuple of int
        Of the block, whose dimensions may be fewer.
    dims : tuple of (int or None)
        For each of these which one of the array it runs along; None: it has length 1.
    """

    box: tuple[range, ...]
    shape: tuple[int, ...]
    dims: tuple[int | None, ...]

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    def place(self, index: Index) -> Index:
        """Where an element of the array is in the block, if it is inside."""
        moved = [
            combine(-part.start, [(1, entry)])
            for part, entry in zip(self.box, index, strict=True)
        ]
        return tuple(ZERO if d is None else moved[d] for d in self.dims)

    def of(self, shape: tuple[int, ...], index: Index) -> Index:
        """The same of an operand that is broadcast to the block."""
        return operand_index(self.place(index), shape, self.shape)

    def ends(
        self, index: Index, lengths: tuple[int, ...]
    ) -> list[tuple[Affine, int]] | None:
        """What has to be in which range, from 0 on, for an element to be inside.

        None if it is outside in any case.
        """
        found: list[tuple[Affine, int]] = []
        for part, entry, n in zip(self.box, index, lengths, strict=True):
            if len(part) == n:
                continue
            if entry[1]:
                found.append((combine(-part.start, [(1, entry)]), len(part)))
            elif entry[0] not in part:
                return None
        return found


def window(found: ViewMap | None, shape: tuple[int, ...]) -> Window | None:
    """The block that a view of `shape` is, if it is one."""
    box = None if found is None or 0 in shape else found.box(shape)
    if found is None or box is None:
        return None
    dims: list[int | None] = []
    for k, n in enumerate(shape):
        along = [d for d, (_, steps) in enumerate(found.digits) if n > 1 and steps[k]]
        if len(along) != int(n > 1):  # a diagonal is along several
            return None
        dims.append(along[0] if along else None)
    return Window(tuple(box), shape, tuple(dims))
