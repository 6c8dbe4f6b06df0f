"""Rounds that take nothing from each other: threads share them.

What a round computes does not depend on which thread does, and what a chunk is does not
depend on how many there are: nor do results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from functrace.compiler.forms import Control
from functrace.compiler.notation.builder import Value
from functrace.compiler.notation.step import ALIGNMENT, ON_STACK, Operand, StepBuilder
from functrace.compiler.plan.chunks import chunks_of
from functrace.compiler.runtime.threads import PARALLEL
from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Edge

if TYPE_CHECKING:
    from functrace.compiler.text.section import Section

_MEMORY = 1 << 23  # bytes that all chunks may need
_ENOUGH = 16  # chunks: of more, all may need an eighth of it
_EXPECTED = 16  # rounds of a loop of which nobody knows how many it has


class SharedRound(NamedTuple):
    """A round, in a chunk.

    Attributes
    ----------
    number : Value
        Which one.
    arrays : list of Operand
        Those of the loop.
    arena : str or None
        Memory of the chunk's own, if there is much.
    """

    number: Value
    arrays: list[Operand]
    arena: str | None


def fills_given(graph: Graph) -> bool:
    """Whether it writes to memory whose address it is given: threads cannot share that."""
    return bool(_filled(graph))


def _filled(graph: Graph) -> set[int]:
    """Positions of the inputs that are such addresses; those of loops are constants."""
    places = {edge: i for i, edge in enumerate(graph.inputs)}
    found: set[int] = set()
    for node in graph.nodes:
        form = node.primitive.lower
        own = {0} if isinstance(form, Control) and form.fills else set[int]()
        for inner in graphs_of(node):
            own |= _filled(inner)
        given = [node.inputs[i] for i in own]
        found |= {places[x] for x in given if type(x) is Edge and x in places}
    return found


def rounds_of_chunk(step: StepBuilder, section: Section, rounds: int) -> int:
    """How many rounds of a section are a chunk; 0: they are not shared."""
    assert step.unit is not None
    if section.alone or step.unit.timed:
        return 0
    most = _MEMORY // max(section.arena, 1)
    most = min(rounds, max(most // 8, min(most, _ENOUGH)))
    times = rounds * _EXPECTED if section.open_ended else rounds
    count = min(most, chunks_of(times * section.cost.nanoseconds))
    return -(-rounds // count) if count > 1 else 0


@contextmanager
def shared_round(
    step: StepBuilder,
    section: Section,
    rounds: int,
    size: int,
    arrays: Sequence[Operand],
) -> Iterator[SharedRound]:
    """Write rounds of a section on these arrays, of which `size` are a chunk."""
    count = -(-rounds // size)
    space = -(-section.arena // ALIGNMENT) * ALIGNMENT
    pointers = [x.pointer for x in arrays]
    if space > ON_STACK:
        pointers.append(step.scratch(count * space))
    with step.shared(count, pointers, PARALLEL) as (number, own):
        first = number * size
        left = step.intrinsic("smin", rounds - first, size)
        arena = None
        if space > ON_STACK:
            arena = step.at(own.pop(), "i8", (number, space))
        pairs = zip(arrays, own, strict=True)
        given = [x._replace(pointer=pointer) for x, pointer in pairs]
        with step.loop(left, times=size) as loop:
            yield SharedRound(first + loop.index, given, arena)
