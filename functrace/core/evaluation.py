"""Values of what was recorded without them, although it depends on constants alone."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.core.recording import outside

_dependent: WeakSet[Node] = WeakSet()  # on an input, as somebody has asked


def constant_value(edge: Edge) -> Any:
    """The value of an edge that depends on no input; None of another one.

    What is asked for along a trace is found at once: each node is looked at once.
    """
    nodes = toposort([edge], stop=lambda e: e[0] in _dependent)
    for node in nodes:
        operands = [e[0] for e in node.inputs if type(e) is Edge]
        if isinstance(node, Leaf) or any(map(_dependent.__contains__, operands)):
            _dependent.add(node)
    if edge[0] in _dependent:
        return None
    known: dict[Edge, Any] = {}
    with outside():
        for node in nodes:
            operands = [known[e] if type(e) is Edge else e for e in node.inputs]
            out = node.primitive.impl(*operands, **node.params)
            outs = out if node.primitive.multiple else (out,)
            known.update((Edge(node, i), each) for i, each in enumerate(outs))
    return known[edge]
