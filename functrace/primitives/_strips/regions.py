"""Which part of a graph is done strip by strip, and how long strips are."""

from __future__ import annotations

import operator
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval
from functrace.core.closure import rebuild
from functrace.core.constant import uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node, leaves_of
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.core.source import with_lines
from functrace.primitives._blocks import LANES
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.primitives._strips.parts import Uncut
from functrace.primitives._strips.placements import (
    SUMMAND,
    WHOLE,
    OfStrip,
    Place,
    Strip,
)
from functrace.primitives.effect import tokens_of
from functrace.primitives.reductions import reduce_sum
from functrace.primitives.scan import scan, scan_of

NEAR = 1 << 12  # bytes that a strip may take of what loops carry: in the nearest cache
NEXT = 1 << 18  # likewise, if an element takes more than that
KEPT = 1 << 18  # bytes that it may take of what is kept of the rounds
WIDEST = 1 << 21  # likewise, if less would repeat too much
LEAST = 1 << 9  # bytes that are worth a loop of their own
_AGAIN = 1.25  # times the work of the whole, that all strips may be
FAR = 1 << 17  # bytes of what loops carry and keep that are worth strips


def in_strips(graph: Graph) -> Graph:
    """The graph with its loops over long arrays strip by strip."""
    if tokens_of(graph):  # what is done in each strip would be done several times
        return graph
    loops = {node for node in graph.nodes if node.primitive is scan}
    first = _sources(graph, loops)
    for size, widths in _choices(graph):
        for width in widths:
            found = _found(graph, Strip(size, width), loops, first)
            if found is None:
                break
            region, sources = found
            if region.repeats_work():
                continue
            rest = size % width
            if not rest:
                return _rewritten(graph, region)
            last = _Region(graph, Strip(size, rest), sources)
            if last.nodes == region.nodes:
                return _rewritten(graph, region, last)
    return graph


def _found(
    graph: Graph, strip: Strip, loops: set[Node], first: set[Node]
) -> tuple[_Region, set[Node]] | None:
    """What can be done in strips, if that is good, and what only leads there.

    `first` is what only leads to loops.
    """
    region = _Region(graph, strip, first)
    if loops.isdisjoint(region.nodes):
        return None
    sources = _sources(graph, region.nodes)
    region = _Region(graph, strip, sources)
    if not region.ends or region.writes_rows() or region.repeats_totals():
        return None
    return region, sources


def _rewritten(graph: Graph, region: _Region, *last: _Region) -> Graph:
    """The graph with a loop over strips; the last one may be shorter."""
    strip = region.strip
    count = strip.size // strip.width
    with recording_all():
        found = [region.outputs(region.ends, 0, count)]
        found += [r.outputs(region.ends, count * strip.width, 1) for r in last]
        outs = map(_joined, region.places, zip(*found, strict=True))
        known: dict[Edge, Any] = dict(zip(region.ends, map(edge_of, outs), strict=True))
    known.update({e: e for e in (*graph.inputs, *graph.free_inputs)})
    apart = region.nodes | region.behind
    for node in graph.nodes:
        if node not in apart:
            known.update({e: e for e in _outputs(node)})
    outputs = rebuild(graph.outputs, known)
    return Graph(graph.arguments, outputs, graph.in_treedef, graph.out_treedef)


def _joined(place: Place, parts: Sequence[Any]) -> Any:
    """What all parts have together."""
    if len(parts) == 1 or place is WHOLE:
        return parts[0]
    if isinstance(place, int):
        return np.concatenate(parts, axis=place)
    return np.add(*parts)


# -- how long strips are -------------------------------------------------------------------


class _Bytes(NamedTuple):
    """What loops have along an axis: bytes of each element."""

    carried: int
    kept: int
    given: int

    def __add__(self, other: Any) -> _Bytes:
        return _Bytes(*map(operator.add, self, other))


def _choices(graph: Graph) -> Iterable[tuple[int, Iterable[int]]]:
    """Lengths of axes along which loops may be cut, each with those of strips."""
    taken: dict[int, _Bytes] = {}
    for node in graph.nodes:
        if node.primitive is scan:
            for size, found in _bytes_along(node).items():
                taken[size] = taken.get(size, _Bytes(0, 0, 0)) + found
    for size in sorted(taken, key=lambda n: (n * taken[n].carried, n), reverse=True):
        yield size, _widths(size, taken[size])


def _bytes_along(node: Node) -> dict[int, _Bytes]:
    """Of a loop, by the lengths of the axes of what it carries."""
    body = Body.of(node.params)
    carry, ys = body.split_outputs(node.avals)
    xs = [operand_aval(x) for x in body.split(node.inputs).xs if _is_given(x)]
    sizes = {n for aval in carry for n in aval.shape if n > 1}

    def along(size: int, avals: Iterable[Aval]) -> int:
        return sum(aval.nbytes for aval in avals if size in aval.shape) // size

    return {n: _Bytes(along(n, carry), along(n, ys), along(n, xs)) for n in sizes}


def _is_given(x: Any) -> bool:
    """Whether it is not computed but read: where each strip lies apart from the next."""
    while type(x) is Edge and x.node.primitive is not None:
        if not form_of(x.node.primitive).is_view:
            return False
        x = x.node.inputs[0]
    return type(x) is Edge or uniform_value(x) is None


def _widths(size: int, each: _Bytes) -> Iterator[int]:
    """Lengths of strips: longer ones repeat less of what is the same in all of them."""
    width = _width(size, each)
    yield from (width,) * (width > 0)
    while 0 < 2 * width <= size // 2 and 2 * width * each.carried <= WIDEST:
        width *= 2
        yield width


def _width(size: int, each: _Bytes) -> int:
    """How many elements are a strip; 0: there are no good strips."""
    carried, kept, given = each
    if size * (carried + kept) < FAR or given > kept:
        return 0
    least = -(-LEAST // carried)
    if carried > NEAR:
        most = NEXT // carried
    else:
        most = max(min(NEAR // carried, KEPT // max(kept, 1)), 2 * least)
    most = min(most, size // 2)
    found = [n for n in range(max(least, most // 2), most + 1) if size % n == 0]
    if most < least or found:
        return max(found, key=lambda n: (n % LANES == 0, n), default=0)
    return most - most % LANES or most


# -- what belongs to them ------------------------------------------------------------------


def _sources(graph: Graph, inside: Container[Node]) -> set[Node]:
    """What nothing needs but some nodes."""
    needed = {e.node for e in graph.outputs if type(e) is Edge}
    found: set[Node] = set()
    for node in reversed(graph.nodes):
        if node in inside or node not in needed:
            found.add(node)
        else:
            needed.update(e.node for e in node.inputs if type(e) is Edge)
    return found


class _Input(NamedTuple):
    """Something from outside: what it is there, in a strip, and which axis is cut."""

    outside: Any
    leaf: Edge
    axis: int | None


class _Region:
    """Operations that are done strip by strip: loops, and what leads from them to others.

    Nothing that comes in depends on what goes out.
    """

    def __init__(self, graph: Graph, strip: Strip, sources: Container[Node]) -> None:
        (self._first,) = fresh("first", [Aval((), bool)])
        self.strip = strip._replace(first=handles([self._first])[0])
        self._graph = graph
        self._sources = sources
        self._known: dict[Edge, OfStrip] = {}
        self._inputs: dict[Any, _Input] = {}
        self.behind: set[Node] = set()
        with recording_all():
            for node, _ in with_lines(graph.plan):
                self._meet(node)

    def _meet(self, node: Node) -> None:
        """Take a node in, if that is possible, and it belongs to what is there."""
        edges = [e for e in node.inputs if type(e) is Edge]
        behind = any(e.node in self.behind for e in edges)
        inside = any(e in self._known for e in edges)
        belongs = inside or node.primitive is scan or node in self._sources
        if belongs and not behind:
            try:
                outs = self.strip.apply(node, self._operands(node))
            except Uncut:
                outs = []
            if any(out.place is not WHOLE for out in outs):
                self._known.update(zip(_outputs(node), outs, strict=True))
                return
        if behind or inside:
            self.behind.add(node)

    def _operands(self, node: Node) -> list[OfStrip]:
        first = len(node.inputs)
        if node.primitive is scan:
            first = node.params["consts"] + node.params["carry"]
        return [self._operand(x, k >= first) for k, x in enumerate(node.inputs)]

    def _operand(self, x: Any, rows: bool) -> OfStrip:
        """What a strip has of an operand, of which a loop takes the rows or the whole."""
        if type(x) is Edge and x in self._known:
            return self._known[x]
        aval = operand_aval(x)
        place = self.strip.place_in(aval.shape[rows:])
        is_cut = isinstance(place, int)
        if type(x) is not Edge:
            if not is_cut:
                return OfStrip(x, WHOLE)
            if uniform_value(x) is not None and not rows:
                return self.strip.constant(x)
        axis = place + rows if isinstance(place, int) else None
        key = x if type(x) is Edge else id(x)
        known = self._inputs.get(key)
        if known is None:
            shape = aval.shape if axis is None else self.strip.part(aval.shape, axis)
            (leaf,) = fresh("strip", [Aval(shape, aval.dtype)])
            known = self._inputs[key] = _Input(x, leaf, axis)
        elif known.axis != axis:
            raise Uncut
        return OfStrip(handles([known.leaf])[0], WHOLE if axis is None else axis)

    @property
    def nodes(self) -> set[Node]:
        """What is done in strips."""
        return {e.node for e in self._known}

    @cached_property
    def ends(self) -> list[Edge]:
        """What goes out."""
        used = [e for node in self.behind for e in node.inputs]
        used += self._graph.outputs
        return [*dict.fromkeys(e for e in used if type(e) is Edge and e in self._known)]

    @property
    def places(self) -> list[Place]:
        """What a strip has of it."""
        return [self._known[e].place for e in self.ends]

    def writes_rows(self) -> bool:
        """Whether much of what loops make goes out, a part here and a part there."""
        made = {e for e, x in self._known.items() if isinstance(x.place, int)}
        cut = {e for e in made if e.node.primitive is scan}
        rows = [e for e in self.ends if e in cut and e.index >= e.node.params["carry"]]
        return 2 * sum(map(_nbytes, rows)) > sum(map(_nbytes, cut))

    def repeats_totals(self) -> bool:
        """Whether sums over all strips, of which each has its own, are more than all else."""
        totals = [e for e in self.ends if self._known[e].place is SUMMAND]
        count = self.strip.size // self.strip.width
        made = [e for e, x in self._known.items() if isinstance(x.place, int)]
        return count * sum(map(_nbytes, totals)) > sum(map(_nbytes, made))

    def repeats_work(self) -> bool:
        """Whether much is computed anew in each strip: what is the same in all of them."""
        ends = [edge_of(self._known[e].value) for e in self.ends]
        inputs = [self._first, *(x.leaf for x in self._inputs.values())]
        strip = _work(Graph(inputs, ends).nodes)
        count = self.strip.size / self.strip.width
        return count * strip > _AGAIN * _work(self.nodes)

    # -- the loop over strips --------------------------------------------------------------

    def outputs(self, ends: Sequence[Edge], start: int, count: int) -> list[Any]:
        """What goes out of so many strips from an element on."""
        span = slice(start, start + count * self.strip.width)
        whole = [x for x in self._inputs.values() if x.axis is None]
        cut = [x for x in self._inputs.values() if x.axis is not None]
        given = LoopOutputs([], [edge_of(self._known[e].value) for e in ends])
        rows = [x.leaf for x in cut]
        operands = [_handle(x.outside) for x in whole]
        operands += [self._strips(_handle(x.outside), x.axis, span) for x in cut]
        if self._first.node in leaves_of(given.ys):
            rows.append(self._first)
            operands.append(np.arange(start, start + count) == 0)
        body = Body.make(LoopInputs([x.leaf for x in whole], [], rows), given)
        outs = scan_of(body, operands, length=count, reverse=False)
        places = [self._known[e].place for e in ends]
        return list(map(_together, outs, places))

    def _strips(self, x: Any, axis: Any, span: slice) -> Any:
        """The part of an array, by strips."""
        if span != slice(0, self.strip.size):
            x = x[(*(slice(None),) * axis, span)]
        shape, width = np.shape(x), self.strip.width
        split = *shape[:axis], shape[axis] // width, width, *shape[axis + 1 :]
        return np.moveaxis(np.reshape(x, split), axis, 0)


def _together(y: Any, place: Place) -> Any:
    """What the strips of a loop have together."""
    if place is SUMMAND:  # of small integers the sum would be a larger one
        return reduce_sum.unary(y, {"axis": (0,), "keepdims": False}).astype(y.dtype)
    if not isinstance(place, int):
        return y[0]
    moved = np.moveaxis(y, 0, place)
    count, width = moved.shape[place : place + 2]
    return np.reshape(
        moved, (*moved.shape[:place], count * width, *moved.shape[place + 2 :])
    )


def _work(nodes: Iterable[Node]) -> int:
    """Elements that are computed."""
    total = 0
    for node in nodes:
        if node.primitive is scan:
            total += node.params["length"] * _work(node.params["body"].nodes)
        else:
            total += sum(aval.size for aval in node.avals)
    return total


def _outputs(node: Node) -> list[Edge]:
    return [Edge(node, k) for k in range(len(node.avals))]


def _nbytes(edge: Edge) -> int:
    return edge.aval.nbytes


def _handle(x: Any) -> Any:
    return handles([x])[0] if type(x) is Edge else x
