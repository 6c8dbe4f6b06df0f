"""Forward mode: tangents flow from inputs to outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.core.graph import Edge
from functrace.core.rule import positions
from functrace.engine.cotangent import fit_tangent
from functrace.engine.schedule import Schedule, residuals


def forward(
    schedule: Schedule,
    tangents: Sequence[Any],
    *,
    create_graph: bool,
    where: str = "functrace",
) -> list[Any]:
    """Tangents of the schedule's outputs, None where they are zero.

    Parameters
    ----------
    schedule : Schedule
    tangents : sequence
        One per input of the schedule, of its shape and dtype; None for zero.
    create_graph : bool
        Give the rules tracers, so that the pass itself is recorded; else values.
    where : str
        What error messages begin with.

    Returns
    -------
    list
        One per output of the schedule.
    """
    known: dict[Edge, Any] = {
        edge: t for edge, t in zip(schedule.inputs, tangents, strict=True) if t is not None
    }
    seeds = set(schedule.inputs)
    for node, mask in schedule.steps:
        for guard in node.hooks.guards if node.hooks is not None else ():
            guard.verify()
        inputs = node.inputs
        count = len(inputs)
        mask = sum(1 << i for i in positions(mask, count) if inputs[i] in known)
        if not mask:
            continue
        saved = residuals(node, where, recorded=create_graph)
        chosen = [known[inputs[i]] for i in positions(mask, count)]
        out = node.primitive.pushforward(mask, count)(chosen, saved, node)
        outs = out if type(out) is tuple else (out,)
        for i, (tangent, aval) in enumerate(zip(outs, node.avals, strict=True)):
            edge = Edge(node, i)
            if tangent is None or edge in seeds:
                continue
            if tangent.shape != aval[0] or tangent.dtype != aval[1]:
                tangent = fit_tangent(tangent, aval, node)
                if tangent is None:
                    continue
            known[edge] = tangent
    return [known.get(edge) if type(edge) is Edge else None for edge in schedule.outputs]
