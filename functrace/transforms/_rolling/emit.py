"""Loops written down: as a `scan`, or, if they are small, round by round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from functrace.core.node import Edge, Node
from functrace.primitives.elementwise import add
from functrace.primitives.joining import stack
from functrace.transforms._rolling.constants import with_constants
from functrace.transforms._rolling.fit import (
    Carried,
    Invariant,
    Local,
    PerRound,
    RolledLoop,
)
from functrace.transforms._rolling.loops import LoopResult
from functrace.transforms._rolling.positions import INDEXED, apply_at, placed
from functrace.transforms._rolling.rows import handle, operand_of, stacked
from functrace.transforms._rolling.scans import Scan
from functrace.transforms._rolling.worth import is_worth

_MANY = 16  # operands of a stack, among which rows are looked for


def rounds_of(
    loop: RolledLoop,
    operands: Sequence[Any],
    integers: Sequence[Any],
    wanted: set[LoopResult],
) -> dict[LoopResult, Any]:
    """The values wanted of a loop, given what stands in its slots."""
    run = _scanned if is_worth(loop) else _one_by_one
    return run(loop, operands, integers, wanted)


def _scanned(
    loop: RolledLoop,
    operands: Sequence[Any],
    integers: Sequence[Any],
    wanted: set[LoopResult],
) -> dict[LoopResult, Any]:
    scan = Scan(loop, operands, integers)
    values = {w.value for w in wanted}
    _do_round(loop, scan.operand, scan.integer, scan.values, values)
    return scan.finish(wanted)


def _one_by_one(
    loop: RolledLoop,
    operands: Sequence[Any],
    integers: Sequence[Any],
    wanted: set[LoopResult],
) -> dict[LoopResult, Any]:
    rounds: list[dict[int, Any]] = []
    for k in range(loop.rounds):
        own: dict[int, Any] = {}
        rounds.append(own)

        def operand(kind: Any, k: int = k, own: dict[int, Any] = own) -> Any:
            if type(kind) is Invariant:
                return operands[kind.slot]
            if type(kind) is Local:
                return own[kind.value]
            if type(kind) is PerRound:
                return operands[kind.slots[k]]
            early = k < kind.lag
            return (
                operands[kind.slots[k]] if early else rounds[k - kind.lag][kind.value]
            )

        def integer(kind: Any, k: int = k) -> Any:
            if type(kind) is PerRound:
                return integers[kind.slots[k]]
            begin, change = integers[kind.slot], kind.step * k
            return begin + change if type(begin) is int else _sum(begin, change)

        values = {w.value for w in wanted if w.round == k}
        _do_round(loop, operand, integer, own, values)
    return {w: rounds[w.round][w.value] for w in wanted}


def _sum(x: Edge, number: int) -> Any:
    return operand_of(add(handle(x), np.int64(number))) if number else x


def _do_round(
    loop: RolledLoop,
    operand: Callable[[Any], Any],
    integer: Callable[[Any], Any],
    values: dict[int, Any],
    wanted: set[int],
) -> None:
    """Add the values of a round to `values`; of inner loops those that are needed."""
    needed = wanted | {
        kind.value
        for kinds in loop.operands
        for kind in kinds
        if type(kind) is Local or type(kind) is Carried
    }
    entries = zip(loop.entries, loop.offsets, loop.operands, loop.integers, strict=True)
    for entry, offset, kinds, steps in entries:
        operands = [operand(kind) for kind in kinds]
        integers = [integer(step) for step in steps]
        if type(entry) is not RolledLoop:
            for i, edge in enumerate(repeated(entry, operands, integers)):
                values[offset + i] = edge
            continue
        inner = range(offset, offset + entry.size * entry.rounds)
        chosen = {
            LoopResult(*divmod(value - offset, entry.size))
            for value in needed
            if value in inner
        }
        found = rounds_of(entry, operands, integers, chosen)
        for (k, value), edge in found.items():
            values[offset + k * entry.size + value] = edge


def repeated(
    node: Node, operands: Sequence[Any], integers: Sequence[Any] | None = None
) -> list[Any]:
    """The outputs of an operation on other operands."""
    if integers and Edge in map(type, integers):
        given = [handle(x) for x in operands], [handle(i) for i in integers]
        return [operand_of(apply_at(node, *given))]
    if node.primitive is stack and len(operands) >= _MANY and not node.params["axis"]:
        return [stacked(operands)]
    params = node.params
    if integers and node.primitive in INDEXED:
        params = placed(node, integers)
    made = with_constants(node.again(tuple(operands), params))
    made.harden()  # a Python number is an array's element in a loop
    return [Edge(made, i) for i in range(len(node.avals))]
