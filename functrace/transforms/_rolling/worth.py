"""Which loops are worth being loops: what is short is faster, and sooner ready, without."""

from __future__ import annotations

from typing import Any

from functrace.core.graph import Graph, graphs_of
from functrace.core.node import Node
from functrace.core.recording import ambient
from functrace.primitives.indexing import getitem
from functrace.transforms._rolling.fit import Carried, RolledLoop

FEW = 64  # operations, of which no loop is worth it
_LONG = 1000  # cost of compiling what is written out, in operations on numbers
_ELEMENTS = 4  # cost of what is done to each element of an array: vectors, and the rest
_ARRAYS = 16  # cost of what else is done to arrays
_CONTROL = 16  # cost of each part of what is itself a loop, or a branch
_ROUNDS = 8
_LEGIBLE = 4  # rounds that are easier to read as a loop
_INDEPENDENT = (
    16  # rounds that take nothing from each other: they may have more in common
)


def is_little(count: int) -> bool:
    """Whether no loop in so many operations is worth it."""
    return count < (_LEGIBLE if ambient.get().readable is not None else FEW)


def is_worth(loop: RolledLoop) -> bool:
    """Whether a loop is written as one."""
    if ambient.get().readable is not None:
        return loop.rounds >= _LEGIBLE
    few = _ROUNDS if _is_carried(loop) else _INDEPENDENT
    return loop.rounds >= few and _cost(loop) >= _LONG


def are_many(rounds: int) -> bool:
    """Whether so many rounds may be worth a loop."""
    return rounds >= (_LEGIBLE if ambient.get().readable is not None else _ROUNDS)


def are_worth(round_: Graph, rounds: int) -> bool:
    """Whether so many rounds are written as a loop."""
    if not are_many(rounds) or ambient.get().readable is not None:
        return are_many(rounds)
    return rounds * sum(map(_cost, round_.nodes)) >= _LONG


def has_worth(entry: Any) -> bool:
    """Whether it is a loop that is written as one, or one is in it."""
    if not isinstance(entry, RolledLoop):
        return False
    return is_worth(entry) or any(map(has_worth, entry.entries))


def operations(entry: Any) -> int:
    """How many operations it stands for."""
    if not isinstance(entry, RolledLoop):
        return 1
    return entry.rounds * sum(map(operations, entry.entries))


def _is_carried(loop: RolledLoop) -> bool:
    return any(type(kind) is Carried for kinds in loop.operands for kind in kinds)


def _cost(entry: Node | RolledLoop) -> int:
    if isinstance(entry, RolledLoop):
        return entry.rounds * sum(map(_cost, entry.entries))
    if entry.primitive is getitem:
        return 0  # a part of what is there
    inside = sum(_CONTROL + sum(map(_cost, graph.nodes)) for graph in graphs_of(entry))
    if all(aval.size == 1 for aval in entry.avals):
        return inside + 1
    return inside + (_ELEMENTS if entry.primitive.elementwise else _ARRAYS)
