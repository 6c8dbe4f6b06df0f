"""Graphs as flat data, for pickles and copies: no recursion however long a chain is."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Leaf, Node, next_sequence
from functrace.core.pytree import Treedef, register_dataclass

if TYPE_CHECKING:
    from functrace.core.graph import Graph

_CONSTANT = -1  # in place of a node's number: the index is into the constants


class PackedTreedef(NamedTuple):
    """A treedef and the dataclasses in it, to be registered before it is loaded."""

    dataclasses: tuple[type, ...]
    data: bytes

    @classmethod
    def of(cls, treedef: Treedef) -> PackedTreedef:
        """Pack."""
        found: dict[type, None] = {}
        pending = [treedef]
        while pending:
            node = pending.pop()
            pending += node.children()
            if dataclasses.is_dataclass(node.type):
                found[node.type] = None
        return cls(tuple(found), pickle.dumps(treedef))

    def treedef(self) -> Treedef:
        """Unpack."""
        for cls in self.dataclasses:
            register_dataclass(cls)
        return pickle.loads(self.data)  # noqa: S301 - part of the pickle being loaded


class FlatGraph(NamedTuple):
    """A graph without references from node to node.

    A value is a pair of numbers: of its node (the inputs come first, then the free
    inputs, then the nodes in order) and of the node's output; or, after `_CONSTANT`, a
    place in `constants`.

    Attributes
    ----------
    arguments : list
        Of an input its label and Aval, in a list; of another argument a tuple (its
        label and value).
    free : int
        How many free inputs there are.
    nodes : list of tuple
        ``(primitive, values, params, avals, source)``.
    outputs : list of (int, int)
    constants : list
    in_structure, out_structure : PackedTreedef
    """

    arguments: list[Any]
    free: int
    nodes: list[tuple[Any, ...]]
    outputs: list[tuple[int, int]]
    constants: list[Any]
    in_structure: PackedTreedef
    out_structure: PackedTreedef


def flatten(graph: Graph) -> FlatGraph:
    """Number the nodes and refer to them by number."""
    numbers: dict[Edge, tuple[int, int]] = {}
    constants: dict[int, int] = {}
    values: list[Any] = []
    avals: dict[Aval, Aval] = {}

    def refer(value: Any) -> tuple[int, int]:
        if type(value) is Edge:
            return numbers[value]
        place = constants.setdefault(id(value), len(values))
        if place == len(values):
            values.append(value)
        return _CONSTANT, place

    for edge in (*graph.inputs, *graph.free_inputs):
        numbers[edge] = len(numbers), 0
    first = len(numbers)
    nodes: list[tuple[Any, ...]] = []
    for number, node in enumerate(graph.nodes, first):
        operands = tuple(map(refer, node.inputs))
        shared = tuple(avals.setdefault(aval, aval) for aval in node.avals)
        nodes.append((node.primitive, operands, node.params, shared, node.source))
        for index in range(len(shared)):
            numbers[Edge(node, index)] = number, index
    arguments = [
        [a.node.name, a.aval] if type(a) is Edge else tuple(a) for a in graph.arguments
    ]
    outputs = list(map(refer, graph.outputs))
    structures = map(PackedTreedef.of, (graph.in_treedef, graph.out_treedef))
    return FlatGraph(
        arguments, len(graph.free_inputs), nodes, outputs, values, *structures
    )


def build(
    flat: FlatGraph, free: tuple[Edge, ...]
) -> tuple[list[Any], list[Any], Treedef, Treedef, int]:
    """Make the nodes anew: arguments, outputs, structures, floor of the graph."""
    assert len(free) == flat.free
    floor = next_sequence()
    arguments = [Edge(Leaf(*a), 0) if type(a) is list else a for a in flat.arguments]
    edges = [[a] for a in arguments if type(a) is Edge] + [[edge] for edge in free]
    constants = [freeze(value) for value in flat.constants]

    def find(value: tuple[int, int]) -> Any:
        number, index = value
        return constants[index] if number == _CONSTANT else edges[number][index]

    for primitive, operands, params, avals, source in flat.nodes:
        shape, dtype = (None, None) if primitive.multiple else avals[0]
        inputs = tuple(map(find, operands))
        node = Node(primitive, inputs, params, None, shape, dtype, avals)
        node.source = source
        edges.append([Edge(node, index) for index in range(len(avals))])
    outputs = list(map(find, flat.outputs))
    structures = flat.in_structure.treedef(), flat.out_structure.treedef()
    return arguments, outputs, *structures, floor


def copied(flat: FlatGraph, memo: dict[int, Any]) -> FlatGraph:
    """A copy that shares neither constants nor parameters."""
    nodes = [(p, v, copy.deepcopy(ps, memo), a, s) for p, v, ps, a, s in flat.nodes]
    arguments = [
        a if type(a) is list else copy.deepcopy(a, memo) for a in flat.arguments
    ]
    constants = copy.deepcopy(flat.constants, memo)
    return flat._replace(arguments=arguments, nodes=nodes, constants=constants)


def freeze(constant: Any) -> Any:
    """The constant, which nothing can write to if it is an array."""
    if type(constant) is np.ndarray:
        constant.flags.writeable = False
    return constant
