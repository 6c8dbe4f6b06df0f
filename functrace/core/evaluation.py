"""Values of what was recorded without them, although it depends on constants alone."""

from __future__ import annotations

from typing import Any

from functrace.core.node import Edge, Leaf, toposort
from functrace.core.recording import outside


def constant_value(edge: Edge) -> Any:
    """The value of an edge that depends on no input; None of another one."""
    nodes = toposort([edge])
    if any(isinstance(node, Leaf) for node in nodes):
        return None
    known: dict[Edge, Any] = {}
    with outside():
        for node in nodes:
            operands = [known[e] if type(e) is Edge else e for e in node.inputs]
            out = node.primitive.impl(*operands, **node.params)
            outs = out if node.primitive.multiple else (out,)
            known.update((Edge(node, i), each) for i, each in enumerate(outs))
    return known[edge]
