"""Pictures of graphs: as SVG, and in the DOT language for whoever has Graphviz."""

from __future__ import annotations

import html
import itertools
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from functrace.core.layered import Position, lay_out
from functrace.core.node import Edge
from functrace.core.printing import ValueNames, nested_graphs, plain_params

if TYPE_CHECKING:
    from functrace.core.graph import Graph

_NODES = 400  # above it a picture takes seconds, and cannot be read
_LABEL = 60  # characters
_ROUND = ", shape=ellipse"  # what comes in and goes out


# -- pictures ----------------------------------------------------------------------------

_CHARACTER, _LINE, _MARGIN = 6.7, 14.0, 8.0  # pixels, of the font below
_FONT = "font-family='monospace' font-size='11'"
_TIP = (
    '<defs><marker id="functrace-tip" viewBox="0 0 8 8" refX="7" refY="4" '
    'markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0,0.5 L8,4 L0,7.5 z" fill="#666"/></marker></defs>'
)
_FILLS = {"box": "#ffffff", "end": "#dce9f5", "frame": "#f6f6f4", "heavy": "#fbe9d7"}


class Box(NamedTuple):
    """Something to draw.

    Attributes
    ----------
    lines : sequence of str
        Its text; the first line is a title.
    style : str
        ``"box"``, ``"end"`` for what comes in and goes out, ``"heavy"``.
    inner : sequence of (str, Picture)
        Pictures inside of it, side by side under the text, and their names.
    hint : str
        What is shown when the pointer rests on it.
    """

    lines: Sequence[str]
    style: str = "box"
    inner: Sequence[tuple[str, Picture]] = ()
    hint: str = ""


class Picture:
    """Boxes and arrows, laid out.

    Parameters
    ----------
    boxes : sequence of Box
    arrows : sequence of (int, int)
        From which box to which; from lower to higher numbers.
    """

    def __init__(self, boxes: Sequence[Box], arrows: Sequence[tuple[int, int]]) -> None:
        self._boxes, self._arrows = boxes, arrows
        self._sizes = list(map(_size, boxes))
        self._layout = lay_out(self._sizes, arrows)
        self.width, self.height = self._layout.width, self._layout.height

    def svg(self) -> str:
        """A drawing of its own."""
        width, height = self.width + 2 * _MARGIN, self.height + 2 * _MARGIN
        size = f'width="{width:.0f}" height="{height:.0f}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {width:.0f} {height:.0f}">'
            f'{_TIP}<rect {size} fill="#ffffff"/>{self.group(_MARGIN, _MARGIN)}</svg>'
        )

    def group(self, x: float, y: float) -> str:
        """The drawing inside of another one, whose upper left corner is there."""
        parts = [f'<g transform="translate({x:.1f},{y:.1f})">']
        routes = zip(self._arrows, self._layout.routes, strict=True)
        parts += [self._arrow(*arrow, route) for arrow, route in routes]
        triples = zip(self._boxes, self._sizes, self._layout.centres, strict=True)
        parts += [_drawn(*triple) for triple in triples]
        return "".join([*parts, "</g>"])

    def _arrow(self, start: int, end: int, route: list[Position]) -> str:
        centres, sizes = self._layout.centres, self._sizes
        first = Position(centres[start].x, centres[start].y + sizes[start][1] / 2)
        last = Position(centres[end].x, centres[end].y - sizes[end][1] / 2)
        points = list(dict.fromkeys([first, *route, last]))
        path = f"M{first.x:.1f},{first.y:.1f}"
        for a, b in itertools.pairwise(points):
            middle = (a.y + b.y) / 2
            there = f"{b.x:.1f},{b.y:.1f}"
            bent = f" C{a.x:.1f},{middle:.1f} {b.x:.1f},{middle:.1f} {there}"
            path += bent if a.x != b.x else f" L{there}"
        tip = 'marker-end="url(#functrace-tip)"'
        return f'<path d="{path}" fill="none" stroke="#666" {tip}/>'


def _size(box: Box) -> tuple[float, float]:
    width = max((len(line) for line in box.lines), default=1) * _CHARACTER + 2 * _MARGIN
    height = len(box.lines) * _LINE + _MARGIN
    if box.inner:
        within = sum(max(p.width, len(name) * _CHARACTER) for name, p in box.inner)
        width = max(width, within + _MARGIN * (2 + 3 * len(box.inner)))
        height += max(p.height for _, p in box.inner) + _LINE + 4 * _MARGIN
    return width, height


def _drawn(box: Box, size: tuple[float, float], centre: Position) -> str:
    width, height = size
    x, y = centre.x - width / 2, centre.y - height / 2
    radius = 11 if box.style == "end" else 3
    parts = [f'<g transform="translate({x:.1f},{y:.1f})">']
    if box.hint:
        parts.append(f"<title>{html.escape(box.hint)}</title>")
    parts.append(
        f'<rect width="{width:.1f}" height="{height:.1f}" rx="{radius}" '
        f'fill="{_FILLS[box.style]}" stroke="#888"/>'
    )
    alone = len({line[:1] == " " for line in box.lines[1:]}) < 2 and len(box.lines) < 5
    for k, line in enumerate(box.lines):
        at = f'x="{width / 2:.1f}" text-anchor="middle"' if alone else f'x="{_MARGIN}"'
        weight = ' font-weight="bold"' if k == 0 and box.style != "end" else ""
        parts.append(
            f'<text {at} y="{(k + 1) * _LINE:.1f}" {_FONT}{weight} fill="#222" '
            f'xml:space="preserve">{html.escape(line)}</text>'
        )
    left = 1.5 * _MARGIN
    for name, picture in box.inner:
        top = len(box.lines) * _LINE + _MARGIN
        wide = max(picture.width, len(name) * _CHARACTER) + 2 * _MARGIN
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" '
            f'height="{picture.height + _LINE + 2.5 * _MARGIN:.1f}" rx="3" '
            f'fill="{_FILLS["frame"]}" stroke="#bbb"/>'
            f'<text x="{left + _MARGIN:.1f}" y="{top + _LINE:.1f}" {_FONT} fill="#777">'
            f"{html.escape(name)}</text>"
        )
        parts.append(picture.group(left + _MARGIN, top + _LINE + _MARGIN))
        left += wide + _MARGIN
    return "".join([*parts, "</g>"])


def picture_of(graph: Graph) -> Picture:
    """A box per node, an arrow per value that it takes; bodies of loops inside."""
    names = ValueNames(graph)
    boxes: list[Box] = []
    places: dict[int, int] = {}
    arrows: dict[tuple[int, int], None] = {}
    for edge in (*graph.inputs, *graph.free_inputs):
        if id(edge.node) not in places:
            places[id(edge.node)] = len(boxes)
            boxes.append(Box([_short(names.edges[edge]), str(edge.aval)], "end"))
    for node in graph.nodes:
        constants = [names.operand(e) for e in node.inputs if type(e) is not Edge]
        given = ", ".join([*constants, *plain_params(node)])
        made = ", ".join(
            f"{names.edges[Edge(node, i)]}: {aval}" for i, aval in enumerate(node.avals)
        )
        inner = [(name, picture_of(part)) for name, part in nested_graphs(node)]
        lines = [node.name, *([_short(given)] if given else []), _short(made)]
        hint = "" if node.source is None else str(node.source)
        places[id(node)] = len(boxes)
        boxes.append(Box(lines, "box", inner, hint))
        for operand in node.inputs:
            if type(operand) is Edge:
                arrows[places[id(operand.node)], places[id(node)]] = None
    for number, output in enumerate(graph.outputs):
        text = [f"output {number}"]
        if type(output) is Edge:
            arrows[places[id(output.node)], len(boxes)] = None
            text.append(names.edges[output])
        else:
            text.append(_short(names.operand(output)))
        boxes.append(Box(text, "end"))
    return Picture(boxes, list(arrows))


def can_draw(graph: Graph) -> bool:
    """Whether the graph is not too large for a picture."""
    count, pending = 0, [graph]
    while pending and count <= _NODES:
        nodes = pending.pop().nodes
        count += len(nodes)
        pending += [part for node in nodes for _, part in nested_graphs(node)]
    return count <= _NODES


def to_svg(graph: Graph) -> str | None:
    """A picture, if there can be one."""
    return picture_of(graph).svg() if can_draw(graph) else None


def to_html(graph: Graph) -> str:
    """The program's text."""
    return f"<pre>{html.escape(graph.format())}</pre>"


def _short(line: str) -> str:
    return line if len(line) <= _LABEL else line[: _LABEL - 1] + "…"


# -- for Graphviz ------------------------------------------------------------------------


def to_dot(graph: Graph) -> str:
    """The graph in the DOT language: a box per node, an arrow per use of a value.

    The graphs of branches and of a loop's body are in frames of their own.
    """
    picture = _Dot()
    picture.draw(graph, "  ")
    return "\n".join((*picture.lines, "}"))


class _Dot:
    """The lines so far, whose number makes names."""

    def __init__(self) -> None:
        self.lines = ["digraph {", "  node [shape=box, fontname=monospace];"]

    def draw(self, graph: Graph, indent: str) -> None:
        names = ValueNames(graph)
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


def _quote(text: str) -> str:
    return json.dumps("\n".join(map(_short, text.split("\n"))), ensure_ascii=False)
