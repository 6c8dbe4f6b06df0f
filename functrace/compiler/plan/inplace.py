"""Outputs of a section that may be computed in the memory of its inputs.

A loop that adds to a large array, or changes a few of its elements, then touches no more
memory than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from functrace.compiler.plan.arrays import Buffer
from functrace.compiler.plan.partition import Partition
from functrace.compiler.plan.stages import Root

Pair = tuple[int, int]
"""An input, and the output that is to be in its place."""

Decide = Callable[[int, frozenset[Root]], Any]
"""What is done at a position, but for some roots."""


def decide_in_place(
    partition: Partition, pairs: Iterable[Pair], decide: Decide
) -> tuple[frozenset[Pair], list[Any]]:
    """The pairs that may share memory, and the stages if they do.

    Parameters
    ----------
    partition : Partition
        Made as if inputs and outputs were apart.
    pairs : iterable
        Of inputs and outputs of one shape, in C order.
    decide : callable
        Gives the `Nest` of each group, and of steps what has `reads` and `writes`, too.
        Copies from an input to the output in its place are left out.
    """
    copies = _copies(partition, frozenset(pairs))
    every = frozenset(copies)
    stages = [decide(position, every) for position in range(len(partition.stages))]
    safe = frozenset(p for p in pairs if _is_safe(p, partition, stages))
    left_out = frozenset(root for root, pair in copies.items() if pair in safe)
    for position, stage in enumerate(partition.stages):
        if any(root in every - left_out for root in stage.written):
            stages[position] = decide(position, left_out)
    return safe, stages


def _copies(partition: Partition, pairs: frozenset[Pair]) -> dict[Root, Pair]:
    """The roots that write what would be there already."""
    found: dict[Root, Pair] = {}
    for stage in partition.stages if pairs else ():
        for root in stage.written:
            source, target = root.array.view, root.view
            if not root.is_plain or root.combines or source is None:
                continue
            home, number = source.buffer.home, partition.outputs.get(target.buffer)
            if home is None or home.place != "input" or number is None:
                continue
            if (
                (home.number, number) in pairs
                and root.array.shape == root.shape
                and (source.offset, source.strides) == (target.offset, target.strides)
            ):
                found[root] = home.number, number
    return found


def _is_safe(pair: Pair, partition: Partition, stages: Sequence[Any]) -> bool:
    """Whether no element is written before it was read for the last time."""

    def is_read(buffer: Buffer) -> bool:
        return buffer.home == ("input", pair[0])

    def is_written(buffer: Buffer) -> bool:
        return partition.outputs.get(buffer) == pair[1]

    reads = [_places(stage.reads, is_read) for stage in stages]
    writes = [_places(stage.writes, is_written) for stage in stages]
    last = max((k for k, places in enumerate(reads) if places), default=-1)
    first = next((k for k, places in enumerate(writes) if places), len(stages))
    if last != first:
        return last < first
    if stages[first].reads_first:
        return True
    found = reads[first] | writes[first]
    return None not in found and reads[first] <= writes[first]


def _places(found: dict[Buffer, set[Any]], holds: Callable[[Buffer], bool]) -> set[Any]:
    return set[Any]().union(*(places for b, places in found.items() if holds(b)))
