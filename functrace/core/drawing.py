"""Pictures of graphs, by Graphviz where it is installed."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
from typing import TYPE_CHECKING

from functrace.core.graph import Edge
from functrace.core.printing import Names, format_value

if TYPE_CHECKING:
    from functrace.core.program import Graph

_NODES = 400  # above it a picture takes Graphviz seconds, and cannot be read
_SECONDS = 20  # after which Graphviz is given up
_LABEL = 60  # characters


def to_dot(graph: Graph) -> str:
    """The graph in the DOT language: a box per node, an arrow per use of a value."""
    names = Names(graph)
    boxes: dict[int, str] = {}
    lines = ["digraph {", "  node [shape=box, fontname=monospace];"]

    def draw(text: str, style: str = "") -> str:
        box = f"n{len(lines)}"
        lines.append(f"  {box} [label={_quote(text)}{style}];")
        return box

    def connect(operand: object, box: str) -> None:
        if type(operand) is Edge:
            source, label = boxes[id(operand.node)], names.typed(operand)
            lines.append(f"  {source} -> {box} [label={_quote(label)}];")

    for edge in (*graph.inputs, *graph.free_inputs):
        if id(edge.node) not in boxes:
            boxes[id(edge.node)] = draw(names.edges[edge], ", shape=ellipse")
    for node in graph.nodes:
        constants = [names.operand(e) for e in node.inputs if type(e) is not Edge]
        params = [f"{name}={format_value(v)}" for name, v in node.params.items()]
        boxes[id(node)] = box = draw("\n".join((node.name, *constants, *params)))
        for operand in node.inputs:
            connect(operand, box)
    for number, output in enumerate(graph.outputs):
        text = f"output {number}"
        if type(output) is not Edge:
            text += f"\n{names.operand(output)}"
        connect(output, draw(text, ", shape=ellipse"))
    return "\n".join((*lines, "}"))


def can_draw(graph: Graph) -> bool:
    """Whether Graphviz is there and the graph is not too large for it."""
    return len(graph) <= _NODES and shutil.which("dot") is not None


def to_svg(graph: Graph) -> str | None:
    """A picture, if there can be one."""
    dot = shutil.which("dot")
    if dot is None or not can_draw(graph):
        return None
    done = subprocess.run(  # noqa: S603 - the user's own Graphviz
        [dot, "-Tsvg"],
        input=to_dot(graph).encode(),
        capture_output=True,
        check=True,
        timeout=_SECONDS,
    )
    text = done.stdout.decode()
    return text[text.index("<svg") :]


def to_html(graph: Graph) -> str:
    """The program's text."""
    return f"<pre>{html.escape(graph.format())}</pre>"


def _quote(text: str) -> str:
    lines = (s if len(s) <= _LABEL else s[: _LABEL - 1] + "…" for s in text.split("\n"))
    return json.dumps("\n".join(lines), ensure_ascii=False)
