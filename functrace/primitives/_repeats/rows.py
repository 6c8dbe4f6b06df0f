"""Arrays as rows that repeat, of a smaller array: in levels, each of which repeats more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.node import Edge

FEWER = 2  # times fewer rows are worth a level


class Level:
    """Rows that repeat.

    Attributes
    ----------
    rows : ndarray
        For each place along the first axes the number of the row that is there.
    count : int
        How many there are.
    """

    __slots__ = ("count", "rows")

    def __init__(self, rows: np.ndarray, count: int) -> None:
        self.rows = rows
        self.count = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Level):
            return NotImplemented
        return np.array_equal(self.rows, other.rows)

    def __hash__(self) -> int:
        return hash(self.rows.shape)


class Repeated(NamedTuple):
    """An array: ``core[levels[-1].rows] ... [levels[0].rows]``.

    Attributes
    ----------
    levels : tuple of Level
    source : Edge
        The core; or what it is picked from, by `positions` among its elements.
    positions : ndarray or None
    """

    levels: tuple[Level, ...]
    source: Edge
    positions: np.ndarray | None = None

    @property
    def core_shape(self) -> tuple[int, ...]:
        """The core's."""
        shape = self.source.aval.shape
        return shape if self.positions is None else self.positions.shape

    def merged(self) -> Repeated:
        """With one more level, if there are rows of positions that repeat."""
        positions = self.positions
        least = FEWER * self.source.aval.size
        if positions is None or not positions.size >= least > 0:
            return self
        for depth in range(1, positions.ndim):
            shape, rest = positions.shape[:depth], positions.shape[depth:]
            found = _distinct(positions.reshape(math.prod(shape), -1))
            if found is not None:
                first, rows = found
                left = positions.reshape(-1, *rest)[first]
                level = Level(rows.reshape(shape), len(first))
                return self._replace(levels=(*self.levels, level), positions=left)
        return self


def lead_of(levels: tuple[Level, ...]) -> int:
    """How many axes of an array so many levels make one."""
    return sum(level.rows.ndim - 1 for level in levels) + bool(levels)


def in_common(first: Sequence[Any], second: Sequence[Any]) -> int:
    """How many entries two sequences begin with in common."""
    pairs = zip(first, second, strict=False)
    shorter = min(len(first), len(second))
    return next((k for k, (a, b) in enumerate(pairs) if a != b), shorter)


def _distinct(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Where each row is met first, and the number of each; None if most are distinct."""
    count = len(rows)
    if count < FEWER:
        return None
    keys = np.ascontiguousarray(rows).view(np.dtype((np.void, rows[0].nbytes))).ravel()
    _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
    if FEWER * len(first) > count:
        return None
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return first[order], rank[numbers]
