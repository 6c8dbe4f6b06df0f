"""Sums in an order that does not depend on who adds: by a tree over the shards' numbers.

A node ``(level, i)`` of the tree is the sum of the shards from ``i << level`` on, ``1 <<
level`` of them or what there is. Whoever has both halves of a node adds them up, so a worker
hands out few numbers, and the bits are the same for any number of workers.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from functrace.core import pytree
from functrace.core.errors import ShapeError, message

Parts: TypeAlias = dict[tuple[int, int], Any]
"""Nodes, each a pytree: what a worker hands out."""


class TreeSum:
    """What somebody has of a sum.

    Parameters
    ----------
    count : int
        How many shards are summed.
    """

    def __init__(self, count: int) -> None:
        self._last = count - 1
        self._height = self._last.bit_length()
        self._nodes: dict[tuple[int, int], list[Any]] = {}
        self._treedef: pytree.Treedef | None = None

    def add(self, at: tuple[int, int], value: Any) -> None:
        """Put a node to others: what has both halves is added up."""
        leaves, treedef = pytree.flatten(value)
        if self._treedef is None:
            self._treedef = treedef
        pytree.check_structure(_WHERE, "a shard's result", treedef, self._treedef)
        level, i = at
        for here in range(level, self._height):
            other = self._nodes.pop((here, i ^ 1), None)
            if other is not None:
                halves = (other, leaves) if i & 1 else (leaves, other)
                leaves = [_sum(x, y) for x, y in zip(*halves, strict=True)]
            elif i & 1 or i < self._last >> here:  # else there is no other half
                self._nodes[here, i] = leaves
                return
            i >>= 1
        self._nodes[self._height, 0] = leaves

    def parts(self) -> Parts:
        """All nodes."""
        return {at: self._value(leaves) for at, leaves in self._nodes.items()}

    def whole(self) -> Any:
        """The whole sum, where all of it is."""
        return self._value(self._nodes[self._height, 0])

    def _value(self, leaves: list[Any]) -> Any:
        assert self._treedef is not None  # something was added
        return pytree.unflatten(self._treedef, leaves)


_WHERE = "functrace.distributed"


def _sum(x: Any, y: Any) -> Any:
    if np.shape(x) != np.shape(y):
        raise ShapeError(
            message(
                f"{_WHERE}: the results of two shards have different shapes.",
                expected=np.shape(x),
                got=np.shape(y),
                help="return what can be summed over the shards.",
            )
        )
    return x + y
