"""Loops and branches without the outputs that nobody takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from functrace.core.graph import toposort
from functrace.core.program import Graph
from functrace.engine.liveness import Pruned


def prune_scan(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without carries and rows that nothing depends on."""
    body, consts, carry = params["body"], params["consts"], params["carry"]
    outputs = _needed(body, used, consts, carry)
    if len(outputs) == len(used):
        return None
    taken = _inputs_of(body, [body.outputs[k] for k in outputs])
    kept = [k for k in outputs if k < carry]
    operands = [
        i
        for i in range(len(body.inputs))
        if (i - consts in kept if consts <= i < consts + carry else i in taken)
    ]
    small = part_of(body, operands, outputs)
    changed = {
        "body": small,
        "consts": sum(i < consts for i in operands),
        "carry": len(kept),
    }
    return Pruned(params | changed, tuple(operands), tuple(outputs))


def prune_while(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without carries that nothing depends on."""
    cond, body, consts = params["cond"], params["body"], params["consts"]
    carry = len(body.outputs)
    asked = {i - consts for i in _inputs_of(cond, cond.outputs)}
    flags = tuple(u or k in asked for k, u in enumerate(used[:carry]))
    kept = _needed(body, flags, consts, carry)
    if len(kept) == carry:
        return None
    taken = _inputs_of(body, [body.outputs[k] for k in kept])
    taken |= _inputs_of(cond, cond.outputs)
    fixed = [i for i in range(consts) if i in taken]
    operands = [*fixed, *(consts + k for k in kept)]
    changed = {
        "cond": part_of(cond, operands, [0]),
        "body": part_of(body, operands, kept),
        "consts": len(fixed),
    }
    return Pruned(params | changed, tuple(operands), (*kept, carry))


def prune_switch(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The branches without outputs that nobody takes."""
    branches = params["branches"]
    outputs = [k for k, u in enumerate(used) if u]
    taken: set[int] = set()
    for branch in branches:
        taken |= _inputs_of(branch, [branch.outputs[k] for k in outputs])
    operands = sorted(taken)
    changed = {"branches": tuple(part_of(b, operands, outputs) for b in branches)}
    places = (0, *(1 + i for i in operands))
    return Pruned(params | changed, places, tuple(outputs))


def _needed(body: Graph, used: Sequence[bool], consts: int, carry: int) -> list[int]:
    """The outputs that are used, and the carries that they depend on."""
    kept = {k for k, u in enumerate(used) if u}
    while True:
        taken = _inputs_of(body, [body.outputs[k] for k in kept])
        more = kept | {i - consts for i in taken if consts <= i < consts + carry}
        if more == kept:
            return sorted(kept)
        kept = more


def _inputs_of(graph: Graph, outputs: Iterable[Any]) -> set[int]:
    """Positions of the inputs that the outputs depend on."""
    places = {edge.node: i for i, edge in enumerate(graph.inputs)}
    return {places[node] for node in toposort(outputs) if node in places}


def part_of(graph: Graph, inputs: Iterable[int], outputs: Iterable[int]) -> Graph:
    return Graph([graph.inputs[i] for i in inputs], [graph.outputs[k] for k in outputs])
