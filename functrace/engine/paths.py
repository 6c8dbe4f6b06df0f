"""Where paths that derivatives could take end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from functrace.core.aval import is_inexact
from functrace.core.node import Edge, Node


def dead_ends(
    nodes: Iterable[Node], inputs: Sequence[Edge]
) -> tuple[list[tuple[Node, int]], set[Node]]:
    """The operands that have no derivative although a differentiable path leads there.

    Parameters
    ----------
    nodes : iterable of Node
        In topological order.
    inputs : sequence of Edge
        Where paths begin.

    Returns
    -------
    ends : list of (Node, int)
        The nodes, and the positions of the operands.
    reached : set of Node
        What differentiable paths lead to, the inputs included.
    """
    reached = {edge.node for edge in inputs}
    ends: list[tuple[Node, int]] = []
    for node in nodes:
        for position, operand in enumerate(node.inputs):
            if type(operand) is not Edge or operand.node not in reached:
                continue
            if node.mask >> position & 1 and any(
                is_inexact(a.dtype) for a in node.avals
            ):
                reached.add(node)
            else:
                ends.append((node, position))
    return ends, reached
