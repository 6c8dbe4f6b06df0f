"""Sums in an order that does not depend on who adds: by a tree over the shards' numbers.

A node ``(level, i)`` of the tree is the sum of the shards from ``i << level`` on, ``1 <<
level`` of them or what there is. Whoever has both halves of a node adds them up, so a worker
hands out few numbers, and the bits are the same for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from functrace.core import pytree
from functrace.core.errors import ShapeError, message

Parts: TypeAlias = dict[tuple[int, int], Any]


def gathered(found: Iterable[Parts], count: int) -> Any:
    """The whole sum, of `count` shards, from what the workers handed out."""
    whole: Parts = {}
    for parts in found:
        for at, value in parts.items():
            add(whole, at, value, count)
    return whole[_height(count), 0]


def add(parts: Parts, at: tuple[int, int], value: Any, count: int) -> None:
    """Put a node of the tree to others: what has both halves is added up."""
    level, i = at
    for here in range(level, _height(count)):
        other = parts.pop((here, i ^ 1), None)
        if other is not None:
            value = _sum(other, value) if i & 1 else _sum(value, other)
        elif i & 1 or i < (count - 1) >> here:  # else there is no other half
            parts[here, i] = value
            return
        i >>= 1
    parts[_height(count), 0] = value


def _height(count: int) -> int:
    return (count - 1).bit_length()


def _sum(x: Any, y: Any) -> Any:
    """Of two pytrees."""
    left, treedef = pytree.flatten(x)
    right = pytree.flatten_like(y, treedef, "functrace.distributed", "a shard's result")
    return pytree.unflatten(treedef, [_add(*p) for p in zip(left, right, strict=True)])


def _add(x: Any, y: Any) -> Any:
    if np.shape(x) != np.shape(y):
        raise ShapeError(
            message(
                "functrace.distributed: the results of two shards have different shapes.",
                expected=np.shape(x),
                got=np.shape(y),
                help="return what can be summed over the shards.",
            )
        )
    return x + y
