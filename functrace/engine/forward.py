"""Forward mode: tangents flow from inputs to outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from functrace.core.aval import Aval
from functrace.core.naming import name_like
from functrace.core.node import Edge, Node
from functrace.core.recording import ambient
from functrace.core.rule import positions
from functrace.core.source import with_lines
from functrace.engine.cotangent import Masked, TangentThunk, fit_tangent
from functrace.engine.schedule import Schedule, residuals


def forward(  # noqa: C901, PLR0912 - likewise, a hot path
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
        edge: t
        for edge, t in zip(schedule.inputs, tangents, strict=True)
        if t is not None
    }
    seeds = set(schedule.inputs)
    results = {edge for edge in schedule.outputs if type(edge) is Edge}
    steps = schedule.steps
    state = ambient.get()
    readable = state.readable is not None
    watch = None if state.anomaly is None else state.anomaly.forwards()
    last = {e[0]: node for node, _ in steps for e in node.inputs if type(e) is Edge}
    for node, mask in with_lines(steps, of_derivative=True):
        for guard in node.hooks.guards if node.hooks is not None else ():
            guard.verify()
        inputs = node.inputs
        count = len(inputs)
        reached = [i for i in positions(mask, count) if inputs[i] in known]
        if not reached:
            continue
        saved = residuals(node, where, recorded=create_graph)
        mask_reached = sum(1 << i for i in reached)
        chosen = [_made(known[inputs[i]]) for i in reached]
        push = node.primitive.pushforward(mask_reached, count)
        if any(type(t) is Masked for t in chosen):
            out = _push_masked(node, push, chosen, saved)
        else:
            out = push(chosen, saved, node)
        outs = out if isinstance(out, tuple) else (out,)
        if watch is not None:
            watch.pushed(node, chosen, outs, reached)
        for i, (tangent, aval) in enumerate(zip(outs, node.avals, strict=True)):
            edge = Edge(node, i)
            if tangent is None or edge in seeds:
                continue
            fitted = _fitted(tangent, aval, node)
            if fitted is not None:
                known[edge] = fitted
                if readable:
                    name_like(node, fitted, "_dot")
        for edge in inputs:
            if type(edge) is Edge and last[edge[0]] is node and edge not in results:
                known.pop(edge, None)
    dots = [
        _resolved(_made(known.get(edge))) if type(edge) is Edge else None
        for edge in schedule.outputs
    ]
    if watch is not None:
        watch.finish(schedule.outputs, dots)
    return dots


def _push_masked(
    node: Node, push: Callable[..., Any], tangents: Sequence[Any], saved: Any
) -> Any:
    """Apply a rule to tangents of which some are masked: see `Masked`."""
    assert node.primitive is not None
    first = tangents[0]
    alike = type(first) is Masked and all(
        type(t) is Masked and t.masks == first.masks for t in tangents
    )
    if not (alike and node.primitive.elementwise):
        return push([_resolved(t) for t in tangents], saved, node)
    (out,) = Masked([t.values for t in tangents], first.masks).through(
        lambda values: (push(values, saved, node),)
    )
    return out


def _made(tangent: Any) -> Any:
    return tangent.force() if type(tangent) is TangentThunk else tangent


def _resolved(tangent: Any) -> Any:
    return tangent.resolved() if type(tangent) is Masked else tangent


def _fitted(tangent: Any, aval: Aval, node: Node) -> Any:
    if type(tangent) is TangentThunk:
        return tangent.then(lambda made: fit_tangent(made, aval, node))
    if type(tangent) is not Masked:
        return fit_tangent(tangent, aval, node)
    fitted = fit_tangent(tangent.values, aval, node)
    return None if fitted is None else Masked(fitted, tangent.masks)
