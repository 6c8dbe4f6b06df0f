"""Values that are called as others are, by the user's variables."""

from __future__ import annotations

from typing import Any

from functrace.core.node import Edge, Node


def name_like(node: Node, value: Any, ending: str = "") -> None:
    """Call a value, an edge or traced, as a node's value is, if it has no name yet."""
    edge = value if type(value) is Edge else getattr(value, "edge", None)
    own = getattr(node, "label", "") or (node.source.variable if node.source else "")
    if edge is None or not own:
        return
    source = edge.node.source
    if source is not None and not source.variable:
        edge.node.source = source._replace(variable=own + ending)
