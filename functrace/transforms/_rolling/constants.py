"""Constants of branches: outside of them while loops are looked for, then inside again.

What differs from round to round is an operand, or an integer of an index. A branch that
takes ``500 - k`` has therefore to be given it: it is the same branch in every round then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import aval_of, hardened
from functrace.core.closure import part_of
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.core.recording import ambient
from functrace.primitives.indexing import getitem
from functrace.primitives.switch import switch

_MANY = 64  # constants: branches that have more are no rounds
_LARGE = 256  # elements that are read whether or not a branch takes them
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


def reads(outputs: Iterable[Any], floor: int) -> dict[Edge, None]:
    """The elements that are read, in what was recorded from `floor` on, of older arrays."""
    found: dict[Edge, None] = {}
    for node in toposort(outputs, floor):
        if node.primitive is not getitem or node.avals[0].size > _LARGE:
            continue
        (operand,) = node.inputs
        if type(operand) is Edge and (
            operand.node.sequence < floor or operand in found
        ):
            found[Edge(node, 0)] = None
    return found


def inside(outputs: Sequence[Any], floor: int) -> list[Any]:
    """The outputs, computed by branches which have their constants again."""
    notes = ambient.get().notes
    if notes is not None and any(e[0].sequence >= floor for e in notes.values):
        return list(outputs)  # as of `rolled`
    nodes = [node for node in toposort(outputs, floor) if type(node) is not Leaf]
    return _filled(nodes, outputs, {})


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
    return part_of(left, _filled(branch.nodes, branch.outputs, known))


def _filled(
    nodes: Iterable[Node], outputs: Sequence[Any], known: dict[Edge, Any]
) -> list[Any]:
    """The outputs from what is known of edges, with constants in their branches."""
    for node in nodes:
        operands = tuple(known.get(x, x) if type(x) is Edge else x for x in node.inputs)
        same = all(new is old for new, old in zip(operands, node.inputs, strict=True))
        made = with_constants(node if same else node.again(operands))
        if made is not node:
            known |= {Edge(node, i): Edge(made, i) for i in range(len(node.avals))}
    return [known.get(out, out) if type(out) is Edge else out for out in outputs]
