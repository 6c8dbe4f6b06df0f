"""Outputs of a section that may be computed in the memory of its inputs.

A loop that adds to a large array, or changes a few of its elements, then touches no more
memory than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from functrace.compiler.arrays import Buffer, Strided
from functrace.compiler.stages import Group, StepStage, Store

Pair = tuple[int, int]
"""An input, and the output that is to be in its place."""


def find_safe(
    stages: Sequence[Group | StepStage],
    pairs: Iterable[Pair],
    compose: Callable[[], list[Any]],
) -> tuple[frozenset[Pair], list[Any]]:
    """The pairs that may share memory, and the code of the stages if they do.

    Parameters
    ----------
    stages : sequence
        Made as if inputs and outputs were apart. Copies from an input to the output in
        its place are taken out.
    pairs : iterable
        Of inputs and outputs of one shape, in C order.
    compose : callable
        Gives the `Nest` of each group, and of steps what has `reads` and `writes`, too.
    """
    pairs = frozenset(pairs)
    if not pairs:
        return pairs, compose()
    before = [list(s.roots) if isinstance(s, Group) else [] for s in stages]
    _take_copies_out(stages, pairs)
    nests = compose()
    safe = frozenset(pair for pair in pairs if _is_safe(pair, nests, stages))
    if safe != pairs:
        for stage, roots in zip(stages, before, strict=True):
            if isinstance(stage, Group):
                stage.roots = roots
        _take_copies_out(stages, safe)
        nests = compose()
    return safe, nests


def _take_copies_out(
    stages: Sequence[Group | StepStage], pairs: frozenset[Pair]
) -> None:
    for stage in stages:
        if isinstance(stage, Group):
            stage.roots = [r for r in stage.roots if not _is_copy(r[0], pairs)]


def _is_copy(root: Any, pairs: frozenset[Pair]) -> bool:
    """Whether a root writes what is there already."""
    source: Strided | None = root.value.view
    if type(root) is not Store or root.add or source is None:
        return False
    ends = source.buffer.place, root.view.buffer.place
    return (
        ends == ("input", "output")
        and (source.buffer.number, root.view.buffer.number) in pairs
        and root.value.shape == root.shape
        and (source.offset, source.strides) == (root.view.offset, root.view.strides)
    )


def _is_safe(
    pair: Pair, nests: Sequence[Any], stages: Sequence[Group | StepStage]
) -> bool:
    """Whether no element is written before it was read for the last time."""
    reads = [_places(nest.reads, "input", pair[0]) for nest in nests]
    writes = [_places(nest.writes, "output", pair[1]) for nest in nests]
    last = max((k for k, places in enumerate(reads) if places), default=-1)
    first = next((k for k, places in enumerate(writes) if places), len(nests))
    if last != first:
        return last < first
    stage = stages[first]
    if not isinstance(stage, Group):
        return False
    if not stage.domain and not stage.fills:
        return True  # without loops, all is read before anything is written
    found = reads[first] | writes[first]
    return None not in found and reads[first] <= writes[first]


def _places(found: dict[Buffer, set[Any]], place: str, number: int) -> set[Any]:
    """Those in the buffers of an input, or of an output."""
    parts = [
        places
        for buffer, places in found.items()
        if buffer.place == place and buffer.number == number
    ]
    return set[Any]().union(*parts)
