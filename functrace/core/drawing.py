"""Pictures of graphs, by Graphviz where it is installed."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
from typing import TYPE_CHECKING

from functrace.core.node import Edge
from functrace.core.printing import Names, nested_graphs, plain_params

if TYPE_CHECKING:
    from functrace.core.graph import Graph

_NODES = 400  # above it a picture takes Graphviz seconds, and cannot be read
_SECONDS = 20  # after which Graphviz is given up
_LABEL = 60  # characters
_ROUND = ", shape=ellipse"  # what comes in and goes out


def to_dot(graph: Graph) -> str:
    """The graph in the DOT language: a box per node, an arrow per use of a value.

    The graphs of branches and of a loop's body are in frames of their own.
    """
    picture = _Picture()
    picture.draw(graph, "  ")
    return "\n".join((*picture.lines, "}"))


class _Picture:
    """The lines so far, whose number makes names."""

    def __init__(self) -> None:
        self.lines = ["digraph {", "  node [shape=box, fontname=monospace];"]

    def draw(self, graph: Graph, indent: str) -> None:
        names = Names(graph)
        boxes: dict[int, str] = {}

        def connect(operand: object, box: str) -> None:
            if type(operand) is Edge:
                source, label = boxes[id(operand.node)], names.typed(operand)
                self.lines.append(f"{indent}{source} -> {box} [label={_quote(label)}];")

        for edge in (*graph.inputs, *graph.free_inputs):
            if id(edge.node) not in boxes:
                boxes[id(edge.node)] = self.box(names.edges[edge], indent, _ROUND)
        for node in graph.nodes:
            constants = [names.operand(e) for e in node.inputs if type(e) is not Edge]
            text = "\n".join((node.name, *constants, *plain_params(node)))
            boxes[id(node)] = box = self.box(text, indent)
            for operand in node.inputs:
                connect(operand, box)
            for name, part in nested_graphs(node):
                self.frame(name, part, box, indent)
        for number, output in enumerate(graph.outputs):
            text = f"output {number}"
            if type(output) is not Edge:
                text += f"\n{names.operand(output)}"
            connect(output, self.box(text, indent, _ROUND))

    def box(self, text: str, indent: str, style: str = "") -> str:
        box = f"n{len(self.lines)}"
        self.lines.append(f"{indent}{box} [label={_quote(text)}{style}];")
        return box

    def frame(self, name: str, graph: Graph, box: str, indent: str) -> None:
        """A graph inside of the node at `box`, to which a dashed line leads."""
        first = f"n{len(self.lines) + 2}"
        label = _quote(name)
        self.lines.append(f"{indent}subgraph cluster_{first} {{")
        self.lines.append(f"{indent}  label={label}; fontname=monospace;")
        self.draw(graph, f"{indent}  ")
        self.lines.append(f"{indent}}}")
        if graph.inputs or graph.outputs:
            self.lines.append(f"{indent}{box} -> {first} [style=dashed, dir=none];")


def can_draw(graph: Graph) -> bool:
    """Whether Graphviz is there and the graph is not too large for it."""
    return shutil.which("dot") is not None and _is_small(graph)


def _is_small(graph: Graph) -> bool:
    count, pending = 0, [graph]
    while pending and count <= _NODES:
        nodes = pending.pop().nodes
        count += len(nodes)
        pending += [part for node in nodes for _, part in nested_graphs(node)]
    return count <= _NODES


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
