"""What of the operations with several outputs is needed, before a graph is simplified.

Two questions that a sweep from the inputs cannot answer:

- Does another operation compute all that one does, from the same operands, and more? It
  then takes its place. (Reverse mode runs a loop once more, to keep what its backward pass
  takes; forward mode, with tangents beside what it carries.)
- Which outputs does nobody take? An operation whose record has a rule `prune` is then
  replaced by a smaller one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from functrace.core.graph import Graph
from functrace.core.keys import key_of, params_key
from functrace.core.node import Edge, Node
from functrace.core.primitive import Primitive
from functrace.engine.rewrite import identity


class Pruned(NamedTuple):
    """An operation that gives some of the outputs of another.

    Attributes
    ----------
    params : dict
    operands : sequence of int
        Positions of the operands that it takes.
    outputs : sequence of int
        Positions of the outputs that it gives.
    primitive : Primitive or None
        None: it is the same.
    """

    params: dict[str, Any]
    operands: Sequence[int]
    outputs: Sequence[int]
    primitive: Primitive | None = None


class Member(NamedTuple):
    """Something that an operation with several outputs computes.

    Attributes
    ----------
    key
        Equal for what is the same computation, on other operands.
    operands : sequence of int
        Positions of the operands that it depends on.
    outputs : sequence of int
        Positions of its outputs.
    """

    key: Any
    operands: Sequence[int]
    outputs: Sequence[int]


class Twin(NamedTuple):
    """The operation that computes all that another one does, and where it gives that."""

    node: Node
    outputs: Sequence[int]


class Liveness:
    """What replaces the nodes of a graph.

    Attributes
    ----------
    nodes : sequence of Node
        Those that an output depends on, in order, without those that have a twin.
    twins : dict
        For a node, the one that computes all that it does, as a `Twin`.
    pruned : dict
        For a node what is left of it.
    parts : dict
        For a node those that it is the twin of, each with where its outputs stand.
    """

    def __init__(self, graph: Graph) -> None:
        self.twins: dict[Node, Twin] = {}
        self.pruned: dict[Node, Pruned] = {}
        self.parts: dict[Node, list[tuple[Node, Sequence[int]]]] = {}
        self.nodes: Sequence[Node] = graph.nodes
        if not any(node.shape is None for node in graph.nodes):
            return
        self._find_twins(graph.nodes)
        self._prune(graph)

    def _find_twins(self, nodes: Sequence[Node]) -> None:
        members = [node for node in nodes if node.primitive.family is not None]
        if len(members) < 2:
            return
        number = Numbering(nodes)
        families: dict[Any, list[tuple[Node, bool, Sequence[int]]]] = {}
        for node in members:
            for k, member in enumerate(node.primitive.family(node.params)):
                given = [number(node.inputs[i]) for i in member.operands]
                key = (member.key, *given)
                families.setdefault(key, []).append((node, k == 0, member.outputs))
        for family in families.values():
            largest, _, outputs = max(family, key=lambda entry: len(entry[0].avals))
            for node, is_whole, _ in family:
                if is_whole and len(node.avals) < len(largest.avals):
                    self.twins[node] = Twin(largest, outputs)
        for node in self.twins:
            self.twins[node] = self._last(node)

    def _last(self, node: Node) -> Twin:
        """The twin that has none itself."""
        twin = self.twins[node]
        while twin.node in self.twins:
            larger = self.twins[twin.node]
            twin = Twin(larger.node, [larger.outputs[k] for k in twin.outputs])
        return twin

    def _order(self, graph: Graph) -> Sequence[Node]:
        """The nodes without those that have a twin, and that before what takes it."""
        if not self.twins:
            return graph.nodes
        order = self._after_twins(graph.nodes)
        if order is None:  # a tangent depends on what the loop computes
            self.twins = {}
        return graph.nodes if order is None else order

    def _after_twins(self, nodes: Sequence[Node]) -> list[Node] | None:
        """Each node after its operands, as early as it was; None: there is no such order."""
        done: dict[Node, bool] = {}
        order: list[Node] = []
        inside = set(nodes)
        for first in nodes:
            pending = [self._whole(first)]
            while pending:
                node = pending[-1]
                if node in done:
                    pending.pop()
                    if not done[node]:
                        done[node] = True
                        order.append(node)
                    continue
                done[node] = False
                for operand in node.inputs:
                    if type(operand) is Edge and operand.node in inside:
                        before = self._whole(operand.node)
                        if before not in done:
                            pending.append(before)
                        elif not done[before]:
                            return None
        return order

    def _whole(self, node: Node) -> Node:
        twin = self.twins.get(node)
        return node if twin is None else twin.node

    def _prune(self, graph: Graph) -> None:
        order = self._order(graph)
        used: dict[Node, set[int]] = {}
        for output in graph.outputs:
            self._use(used, output)
        live: list[Node] = []
        for node in reversed(order):
            outputs = used.get(node)
            if not outputs:
                continue
            live.append(node)
            for i in self._operands_of(node, outputs):
                self._use(used, node.inputs[i])
        self.nodes = live[::-1]
        for node, (whole, outputs) in self.twins.items():
            self.parts.setdefault(whole, []).append((node, outputs))

    def _use(self, used: dict[Node, set[int]], operand: Any) -> None:
        if type(operand) is Edge:
            node, index = operand
            twin = self.twins.get(node)
            if twin is not None:
                node, index = twin.node, twin.outputs[index]
            used.setdefault(node, set()).add(index)

    def _operands_of(self, node: Node, used: set[int]) -> Sequence[int]:
        """Positions of the operands that the used outputs take."""
        prune = node.primitive.prune
        if prune is not None and len(used) < len(node.avals):
            found = prune(node.params, tuple(i in used for i in range(len(node.avals))))
            if found is not None:
                self.pruned[node] = found
                return found.operands
        return range(len(node.inputs))


class Numbering:
    """Which values of a graph are certainly equal: by the same operations on the same.

    Called with an operand it gives a key, the same for equal ones. `nodes` come in
    topological order.
    """

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._keys: dict[
            Node, Any
        ] = {}  # of an operation that does nothing, its operand's
        self._nothing: set[Node] = set()
        numbers: dict[Any, int] = {}
        for node in nodes:
            if node.primitive is None:
                continue
            operands = [self(operand) for operand in node.inputs]
            if node.primitive.simplify is identity:
                self._keys[node] = operands[0]
                self._nothing.add(node)
                continue
            key = (node.primitive, params_key(node.params), *operands)
            self._keys[node] = numbers.setdefault(key, len(numbers))

    def __call__(self, operand: Any) -> Any:
        """The operand's key."""
        if type(operand) is not Edge:
            return key_of(operand)
        node, index = operand
        if node not in self._keys:
            return operand
        key = self._keys[node]
        return key if node in self._nothing else (key, index)
