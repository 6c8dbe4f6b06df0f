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
    parts: Parts = {}
    for each in found:
        parts.update(each)
    return added(parts, count)[_height(count), 0]


def added(parts: Parts, count: int) -> Parts:
    """The same sum in fewer parts: those of which a half is missing."""
    for level in range(_height(count)):
        here = sorted(i for at, i in parts if at == level)
        last = (count - 1) >> level
        for i in here:
            if i == last and not i & 1:  # it has no other half
                parts[level + 1, i >> 1] = parts.pop((level, i))
            elif not i & 1 and (level, i + 1) in parts:
                halves = parts.pop((level, i)), parts.pop((level, i + 1))
                parts[level + 1, i >> 1] = _sum(*halves)
    return parts


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
