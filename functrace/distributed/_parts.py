"""Sums in an order that does not depend on who adds: by a tree over the shards' numbers.

A node ``(level, i)`` of the tree is the sum of the shards from ``i << level`` on, ``1 <<
level`` of them or what there is. Whoever has both halves of a node adds them up, so a worker
hands out few numbers, and the bits are the same for any number of workers. Which nodes a
worker has follows from its shards' numbers: all know it, so only values travel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from functrace.distributed._tasks import Task

Node: TypeAlias = tuple[int, int]


class Additions(NamedTuple):
    """How nodes are added up that come in the order of the shards.

    Attributes
    ----------
    sums : list of int
        After each node, how many of those that came last are added to it.
    nodes : list of Node
        What is left.
    """

    sums: list[int]
    nodes: list[Node]

    def add(self, values: Iterable[Any]) -> list[Any]:
        """The values of what is left."""
        found = list[Any]()
        for count, value in zip(self.sums, values, strict=True):
            for _ in range(count):
                value = found.pop() + value  # noqa: PLW2901 - the sum so far
            found.append(value)
        return found


def additions(nodes: Iterable[Node], count: int) -> Additions:
    """How some nodes of a tree over so many shards are added up."""
    last = count - 1
    height = last.bit_length()
    sums, left = list[int](), list[Node]()
    for level, i in nodes:
        sums.append(0)
        while level < height:
            if left and left[-1] == (level, i - 1) and i & 1:
                left.pop()
                sums[-1] += 1
            elif i & 1 or i < last >> level:  # else there is no other half
                break
            level, i = level + 1, i >> 1  # noqa: PLW2901
        left.append((level, i))
    return Additions(sums, left)


class Portion(NamedTuple):
    """The shards of a sum that one worker has, in the order of all.

    Attributes
    ----------
    numbers : list of int
        Among the worker's own.
    nodes : list of Node
        Among all that are summed.
    total : int
        How many those are.
    additions : Additions
        How they are added up.
    """

    numbers: list[int]
    nodes: list[Node]
    total: int
    additions: Additions


class WorkOrder(NamedTuple):
    """What a worker is to do."""

    task: Task
    operands: tuple[Any, ...]
    portion: Portion


class Division:
    """Which shards are summed, and by whom.

    Parameters
    ----------
    shards : sequence of (int, int)
        For each its owner, and its number among the owner's.

    Attributes
    ----------
    shards : tuple of (int, int)
    portions : dict of Portion
        By the worker.
    counts : dict of int
        How many values each worker hands out.
    """

    def __init__(self, shards: Sequence[tuple[int, int]]) -> None:
        self.shards, total = tuple(shards), len(shards)
        numbers, leaves = dict[int, list[int]](), dict[int, list[Node]]()
        for place, (owner, number) in enumerate(shards):
            numbers.setdefault(owner, []).append(number)
            leaves.setdefault(owner, []).append((0, place))
        self.portions = {
            k: Portion(numbers[k], own, total, additions(own, total))
            for k, own in leaves.items()
        }
        handed = {k: p.additions.nodes for k, p in self.portions.items()}
        self.counts = {k: len(nodes) for k, nodes in handed.items()}
        found = [
            (i << level, (level, i), k, j)
            for k, nodes in handed.items()
            for j, (level, i) in enumerate(nodes)
        ]
        found.sort()
        self._sources = [(k, j) for _, _, k, j in found]
        self._additions = additions([node for _, node, _, _ in found], total)

    def orders(self, task: Task, operands: tuple[Any, ...]) -> dict[int, WorkOrder]:
        """What each worker is to do."""
        return {k: WorkOrder(task, operands, p) for k, p in self.portions.items()}

    def whole(self, answers: Mapping[int, Any]) -> Any:
        """The sum, of what the workers hand out."""
        (found,) = self._additions.add([answers[k][j] for k, j in self._sources])
        return found
