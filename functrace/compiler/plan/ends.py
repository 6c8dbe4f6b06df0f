"""Axes at whose ends something happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from functrace.compiler.indices.index import Affine
from functrace.compiler.plan.items import Item

if TYPE_CHECKING:
    from functrace.compiler.plan.axes import Axes


class Ends(Item):
    """What a position that may be outside of a range, which begins at 0, makes of it.

    Vectors of which some lanes are outside stand alone, so that it is known which.

    Attributes
    ----------
    place : Affine
    length : int
        Of the range.
    """

    __slots__ = ("length", "place")

    def __init__(self, place: Affine, length: int) -> None:
        super().__init__()
        self.place = place
        self.length = length

    @property
    def axis(self) -> int | None:
        """The axis that the place goes along, if it is one."""
        _, terms = self.place
        return terms[0][0] if len(terms) == 1 and terms[0][1] == 1 else None

    def follow(self, axes: Axes) -> None:
        if self.axis is None:
            super().follow(axes)
            return
        number, step = axes.steps[self.axis]  # outside of which it is at the same time
        self.place = (self.place[0] * step, ((number, 1),))
        self.length *= step
