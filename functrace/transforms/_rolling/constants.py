"""Constants of branches: outside of them while loops are looked for, then inside again.

What differs from round to round is an operand, or an integer of an index. A branch that
takes ``500 - k`` has therefore to be given it: it is the same branch in every round then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import aval_of, hardened
from functrace.core.capture import is_noted
from functrace.core.closure import part_of, rewritten
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.primitives.switch import switch

_MANY = 64  # constants: branches that have more are no rounds
LARGE = 256  # elements that are read, or written, whether or not a branch does it
_NUMBERS = (bool, int, float, complex, np.generic, np.ndarray)


def outside(branches: Sequence[Graph], place: int) -> tuple[Sequence[Graph], list[Any]]:
    """The branches with inputs at a place for all constants, and these."""
    taken = [_Taken(branch) for branch in branches]
    if sum(len(each.constants) for each in taken) > _MANY:
        return branches, []
    leaves = [leaf for each in taken for leaf in each.leaves]
    graphs = [
        Graph(
            [*branch.inputs[:place], *leaves, *branch.inputs[place:]],
            each.outputs,
        )
        for branch, each in zip(branches, taken, strict=True)
    ]
    return graphs, [x for each in taken for x in each.constants]


class _Taken:
    """A branch's outputs, computed with leaves in the place of constants."""

    def __init__(self, branch: Graph) -> None:
        self.constants: list[Any] = []
        self.leaves: list[Edge] = []
        known: dict[Edge, Edge] = {}
        for node in branch.nodes:
            made = node.again(tuple(self._operand(x, known) for x in node.inputs))
            for i in range(len(node.avals)):
                known[Edge(node, i)] = Edge(made, i)
        self.outputs = [self._operand(out, known) for out in branch.outputs]

    def _operand(self, operand: Any, known: dict[Edge, Edge]) -> Any:
        if type(operand) is Edge:
            return known.get(operand, operand)
        if not isinstance(operand, _NUMBERS):
            return operand
        self.constants.append(operand)
        self.leaves.append(Edge(Leaf("constant", hardened(aval_of(operand))), 0))
        return self.leaves[-1]


def inside(outputs: Sequence[Any], floor: int) -> list[Any]:
    """The outputs, computed by branches which have their constants again."""
    if is_noted(floor):
        return list(outputs)  # as of `rolled`
    return rewritten(toposort(outputs, floor), outputs, with_constants, {})


def with_constants(node: Node) -> Node:
    """A choice between branches whose operands are not known; else the node itself."""
    if node.primitive is not switch:
        return node
    number, *rest = node.inputs
    if all(type(x) is Edge for x in rest):
        return node
    branches = tuple(_branch(branch, rest) for branch in node.params["branches"])
    left = [x for x in rest if type(x) is Edge]
    return node.again((number, *left), node.params | {"branches": branches})


def _branch(branch: Graph, operands: Sequence[Any]) -> Graph:
    pairs = zip(branch.inputs, operands, strict=True)
    known = {leaf: x for leaf, x in pairs if type(x) is not Edge}
    left = [leaf for leaf in branch.inputs if leaf not in known]
    outputs = rewritten(branch.nodes, branch.outputs, with_constants, known)
    return part_of(left, outputs)
