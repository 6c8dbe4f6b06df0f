"""The rounds of a loop, cut into segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np


class SegmentedRounds(NamedTuple):
    """Rounds of a loop, and arrays of rows cut into those of segments.

    All segments are of `size` rounds but for the last one, the *rest*, if it has fewer.
    """

    length: int
    reverse: bool
    size: int = 0

    @property
    def segments(self) -> int:
        """How many segments there are without the rest."""
        return self.length // self.size

    @property
    def rest(self) -> int:
        """Rounds in the rest."""
        return self.length % self.size

    def cut(self, xs: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Arrays ``(count, size, ...)``, and those of the rest."""
        whole = self.length - self.rest
        if not self.rest:
            return [self._folded(x) for x in xs], []
        if self.reverse:
            return [self._folded(x[-whole:]) for x in xs], [x[:-whole] for x in xs]
        return [self._folded(x[:whole]) for x in xs], [x[whole:] for x in xs]

    def _folded(self, x: Any) -> Any:
        return np.reshape(x, (self.segments, self.size, *x.shape[1:]))

    def join(self, folded: Sequence[Any], rest: Sequence[Any]) -> list[Any]:
        """The arrays of rows that were cut."""
        whole = self.length - self.rest
        found = [np.reshape(x, (whole, *x.shape[2:])) for x in folded]
        if not self.rest:
            return found
        pairs = zip(found, rest, strict=True)
        return [np.concatenate((r, x) if self.reverse else (x, r)) for x, r in pairs]
