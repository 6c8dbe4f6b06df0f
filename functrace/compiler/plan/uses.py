"""How often values are taken, and what stands for them in tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

from functrace.core.node import Edge, Node


def table_key(edge: Edge) -> Node | Edge:
    """What stands for a value in a table: its node, if that gives no other.

    A node is found sooner than an edge, a pair that is hashed and compared anew each time.
    """
    node = edge[0]
    return edge if node.shape is None else node


def count_uses(nodes: Sequence[Node], outputs: Sequence[Any]) -> Counter[Any]:
    """By `table_key`, how many operands and outputs a value is."""
    taken = chain.from_iterable([*[node.inputs for node in nodes], outputs])
    return Counter(
        [
            node if (node := edge[0]).shape is not None else edge
            for edge in taken
            if type(edge) is Edge
        ]
    )
