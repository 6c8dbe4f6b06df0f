"""Loops and branches without the outputs that nobody takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from functrace.core.closure import part_of
from functrace.core.graph import Graph
from functrace.core.node import toposort
from functrace.engine.liveness import Pruned
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs


def prune_scan(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without carries and rows that nothing depends on."""
    body = Body.of(params)
    live = _needed(body, used)
    if len(live.listed()) == len(used):
        return None
    taken = _inputs_of(body.graph, [body.graph.outputs[k] for k in live.listed()])
    places = _taken_of(body, taken, live.carry)
    graph = _part(body.graph, places.listed(), live.listed())
    small = Body(graph, len(places.consts), len(places.carry))
    return Pruned(params | small.params, tuple(places.listed()), tuple(live.listed()))


def prune_while(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without carries that nothing depends on."""
    cond, body = params["cond"], Body.of(params)
    asked = _inputs_of(cond, cond.outputs)
    carries = zip(used, body.places.carry, strict=False)  # other outputs come last
    rows = [True] * len(body.numbers.ys)
    live = _needed(body, [*(u or i in asked for u, i in carries), *rows])
    if len(live.carry) == body.carry:
        return None
    taken = _inputs_of(body.graph, [body.graph.outputs[k] for k in live.listed()])
    places = _taken_of(body, taken | asked, live.carry)
    sizes = {"consts": len(places.consts), "carry": len(places.carry)}
    changed = {
        "cond": _part(cond, places.listed(), [0]),
        "body": _part(body.graph, places.listed(), live.listed()),
        **{name: size for name, size in sizes.items() if name in params},
    }
    outputs = (*live.carry, *range(body.carry, len(used)))
    return Pruned(params | changed, tuple(places.listed()), outputs)


def _taken_of(body: Body, taken: set[int], live: Sequence[int]) -> LoopInputs:
    """Positions of the inputs that are left with those carries."""
    consts, carry, xs = body.places
    return LoopInputs(
        [i for i in consts if i in taken],
        [carry[k] for k in live],
        [i for i in xs if i in taken],
    )


def prune_switch(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned:
    """The branches without outputs that nobody takes."""
    branches = params["branches"]
    outputs = [k for k, u in enumerate(used) if u]
    taken: set[int] = set()
    for branch in branches:
        taken |= _inputs_of(branch, [branch.outputs[k] for k in outputs])
    operands = sorted(taken)
    changed = {"branches": tuple(_part(b, operands, outputs) for b in branches)}
    places = (0, *(1 + i for i in operands))
    return Pruned(params | changed, places, tuple(outputs))


def prune_remat(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned:
    """The graph without outputs that nobody takes."""
    graph = params["graph"]
    outputs = [k for k, u in enumerate(used) if u]
    operands = sorted(_inputs_of(graph, [graph.outputs[k] for k in outputs]))
    small = _part(graph, operands, outputs)
    return Pruned(params | {"graph": small}, tuple(operands), tuple(outputs))


def _needed(body: Body, used: Sequence[bool]) -> LoopOutputs:
    """Positions of the outputs that are used, and of the carries that they depend on."""
    live = {k for k, u in enumerate(used) if u}
    while True:
        taken = _inputs_of(body.graph, [body.graph.outputs[k] for k in live])
        more = live | {k for k, i in enumerate(body.places.carry) if i in taken}
        if more == live:
            carry, ys = body.numbers
            return LoopOutputs(
                [k for k in carry if k in live], [k for k in ys if k in live]
            )
        live = more


def _inputs_of(graph: Graph, outputs: Iterable[Any]) -> set[int]:
    """Positions of the inputs that the outputs depend on."""
    places = {edge.node: i for i, edge in enumerate(graph.inputs)}
    return {places[node] for node in toposort(outputs) if node in places}


def _part(graph: Graph, inputs: Iterable[int], outputs: Iterable[int]) -> Graph:
    return part_of(
        [graph.inputs[i] for i in inputs], [graph.outputs[k] for k in outputs]
    )
