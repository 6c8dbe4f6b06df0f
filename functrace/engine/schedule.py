"""The part of a graph between the inputs that are differentiated and the outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.core.errors import GraphFreedError, message
from functrace.core.node import Edge, Freed, Node, Walk, walk_on
from functrace.core.tracer import Tracer

_new: Any = object.__new__
new_edge: Any = tuple.__new__


class Schedule:
    """Nodes on paths from `inputs` to `outputs`, in the order they were recorded.

    Parameters
    ----------
    outputs : sequence
        Edges; anything else is a constant.
    inputs : sequence of Edge
        What is differentiated.
    extra : sequence
        Further edges that count for `outer` only (auxiliary results).
    walk : Walk, optional
        From both, with a higher floor.

    Attributes
    ----------
    steps : list of (Node, int)
        Each node with the bits of the operands through which an input is reached.
    ends : list of Node
        Those that take nothing: the inputs' that are reached, constants, and what strays.
    outer : list of Edge
        Edges through which something older than every input is reached: if there are any,
        an enclosing transform may differentiate the result.
    """

    __slots__ = ("ends", "inputs", "outer", "outputs", "steps")

    def __init__(
        self,
        outputs: Sequence[Any],
        inputs: Sequence[Edge],
        extra: Sequence[Any] = (),
        walk: Walk | None = None,
    ) -> None:
        self.outputs = outputs
        self.inputs = inputs
        self.outer: list[Edge] = []
        live = {edge[0] for edge in inputs}
        floor = min([node.sequence for node in live], default=0)
        nodes = walk_on(walk, (*outputs, *extra), floor, self.outer)
        self.ends = [node for node in nodes if not node.mask]
        if self.outer or not live.issuperset(self.ends):
            self.steps = _between(nodes, live)
        else:  # every path ends in an input
            self.steps = [(node, node.mask) for node in nodes]


def _between(nodes: list[Node], live: set[Node]) -> list[tuple[Node, int]]:
    """Those of `nodes` from which one in `live` is reached, with the operands' bits."""
    steps: list[tuple[Node, int]] = []
    for node in nodes:
        mask, bit = 0, 1
        for edge in node.inputs:
            if type(edge) is Edge and edge[0] in live:
                mask |= bit
            bit <<= 1
        mask &= node.mask
        if mask:
            live.add(node)
        if node in live:
            steps.append((node, mask))
    return steps


def residuals(node: Node, where: str, *, recorded: bool) -> tuple[Any, ...]:
    """What the node's rules are given: values, or tracers if they are to be recorded."""
    saved = node.saved
    if saved is Freed:
        raise GraphFreedError(
            message(
                f"{where}: the graph was freed by an earlier reverse pass.",
                got=f"a second pass through {node.name}",
                source=node.source,
                help="say retain_graph=True in the first pass.",
            )
        )
    if saved is not None and not recorded:
        return saved
    abstract = saved is None
    if abstract and node.shape is not None:
        inputs = node.inputs
        saver = node.primitive.saver(node.mask, len(inputs))
        given: list[Any] = [None] * (len(inputs) + 1)
        for i in saver.saved:
            operand = inputs[i]
            given[i] = _abstract(operand) if type(operand) is Edge else operand
        if saver.outputs:
            given[-1] = _abstract(new_edge(Edge, (node, 0)))
        return tuple(given)
    operands = len(node.inputs)
    edges = (*node.inputs, *(Edge(node, i) for i in range(len(node.avals))))
    values = (None,) * len(edges) if abstract else saved
    made = values[len(edges) :]  # by impl besides the outputs
    return (
        *(
            Tracer(edge, value)
            if type(edge) is Edge and (abstract or value is not None)
            else edge
            if abstract and i < operands
            else value
            for i, (edge, value) in enumerate(zip(edges, values, strict=not made))
        ),
        *made,
    )


def _abstract(edge: Edge) -> Tracer:
    """A handle on an edge without a value: without the constructor, half of the time."""
    tracer = _new(Tracer)
    tracer.edge = edge
    tracer.value = None
    tracer.base = None
    return tracer
