"""What of the operations with several outputs is needed, before a graph is simplified.

Two questions that a sweep from the inputs cannot answer:

- Does a later operation compute all that an earlier one does, from the same operands, and
  more? It then takes its place. (Reverse mode runs a loop once more, to keep what its
  backward pass takes.)
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
    operands : tuple of int
        Positions of the operands that it takes.
    outputs : tuple of int
        Positions of the outputs that it gives.
    primitive : Primitive or None
        None: it is the same.
    """

    params: dict[str, Any]
    operands: tuple[int, ...]
    outputs: tuple[int, ...]
    primitive: Primitive | None = None


class Liveness:
    """What replaces the nodes of a graph.

    Attributes
    ----------
    nodes : sequence of Node
        Those that an output depends on, in order.
    twins : dict
        For a node, the one that computes all that it does.
    pruned : dict
        For a node, or the twin of one, what is left of it.
    """

    def __init__(self, graph: Graph) -> None:
        self.twins: dict[Node, Node] = {}
        self.pruned: dict[Node, Pruned] = {}
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
        families: dict[Any, tuple[list[Any], list[Any]]] = {}
        for node in members:
            key, extended, apart = node.primitive.family(node.params)
            operands = list(map(number, node.inputs))
            own = [operands[i] for i in apart]
            alike = [x for i, x in enumerate(operands) if i not in apart]
            found = families.setdefault((node.primitive, key, *alike), ([], []))
            found[extended].append((node, own))
        for plain, extended in families.values():
            if plain and extended:
                first, own = plain[0]
                largest = max(
                    [node for node, _ in extended], key=lambda n: len(n.avals)
                )
                if own and first.sequence > extended[0][0].sequence:
                    continue  # it is computed where the first one is, from its operands
                same = [node for node, its in plain if its == own]
                self.twins.update(dict.fromkeys(same, largest))

    def _prune(self, graph: Graph) -> None:
        used: dict[Node, set[int]] = {}
        for output in graph.outputs:
            self._use(used, output)
        first: dict[Node, Node] = {}  # where a twin is computed: in place of the first
        for node in graph.nodes if self.twins else ():
            first.setdefault(self.twins.get(node, node), node)
        live: list[Node] = []
        for node in reversed(graph.nodes):
            whole = self.twins.get(node, node)
            outputs = used.get(whole)
            if not outputs:
                continue
            live.append(node)
            if first.get(whole, node) is node:
                for i in self._operands_of(whole, outputs):
                    self._use(used, node.inputs[i])
        self.nodes = live[::-1]

    def _use(self, used: dict[Node, set[int]], operand: Any) -> None:
        if type(operand) is Edge:
            node = self.twins.get(operand.node, operand.node)
            used.setdefault(node, set()).add(operand.index)

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
