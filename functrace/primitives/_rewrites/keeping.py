"""Loops that reverse mode runs once more keep what it takes where they are run first.

They are found in two places: a loop and its reverse in one graph; and the loop in the rounds
of a `scan`, its reverse in those of the `scan` that goes back. What tells is the number of
rounds, which the reverse has from the loop that it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from functrace.core.closure import renewed
from functrace.core.graph import Graph
from functrace.core.keys import graph_key
from functrace.core.node import Edge, Node, next_sequence
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval
from functrace.primitives._graphs import fresh
from functrace.primitives._loops import (
    Body,
    LoopInputs,
    LoopOutputs,
    OriginalBody,
    parts,
)
from functrace.primitives._stopping import COUNT
from functrace.primitives.scan import scan
from functrace.primitives.taped_loop import tape, taped_loop, taped_pull
from functrace.primitives.while_loop import repeat_pull, while_loop


def with_tapes(graph: Graph) -> Graph:
    """The graph with loops that are run once more, for their reverse, as operations.

    Not those that may keep so much only: they are cut where they run.
    """
    links = sorted(_links(graph), key=lambda link: link.loop.sequence)
    if not links and not any(map(_is_reverse, graph.nodes)):
        return graph
    floor = next_sequence()
    tapes: dict[_Link, _Kept] = {}

    def change(node: Node, made: Node) -> Node:
        filled = [link for link in links if link.filled is node]
        taken = [link for link in links if link.taken is node]
        if filled:
            made = _filling(made, filled, tapes)
        if taken:
            made = _taking(made, taken, tapes)
        return _at_once(made) if _is_reverse(made) else made

    outputs = _changed(graph.nodes, graph.outputs, change)
    treedefs = graph.in_treedef, graph.out_treedef
    return Graph(graph.arguments, outputs, *treedefs, floor=floor)


def _changed(
    nodes: Iterable[Node], outputs: Sequence[Any], change: Callable[[Node, Node], Node]
) -> list[Any]:
    """The outputs; all nodes are made again, in the order in which they were.

    `change` gives what stands for a node, from it and the one that is made of it.
    """
    now: dict[Edge, Edge] = {}
    for node in nodes:
        made = change(node, node.again(tuple(renewed(node.inputs, now))))
        now.update((Edge(node, i), Edge(made, i)) for i in range(len(node.avals)))
    return renewed(outputs, now)


def _is_reverse(node: Node) -> bool:
    return node.primitive is repeat_pull and "limit" not in node.params


def _node(primitive: Primitive, inputs: Sequence[Any], params: Any, like: Node) -> Node:
    avals = primitive.abstract_eval(*map(operand_aval, inputs), **params)
    made = Node(primitive, tuple(inputs), params, None, None, None, avals)
    made.source = like.source
    return made


# -- in one graph ----------------------------------------------------------------------


class _Kept(NamedTuple):
    """The address of a tape, and where rows are on it."""

    address: Edge
    place: Edge


def _tape_for(operands: Sequence[Any], node: Node) -> Edge:
    """A tape where the loop is run that has these operands."""
    inputs = [x for x in operands if type(x) is Edge]
    return Edge(_node(tape, inputs, {}, node), 0)


def _at_once(node: Node) -> Node:
    """An application of `repeat_pull` as two: the loop, and what goes back."""
    given, _ = parts(node.inputs[1:], len(node.params["body"].inputs))
    loop = _loop_of(node, _tape_for(given, node), given)
    return _back(node, _Kept(loop.inputs[0], Edge(loop, len(loop.avals) - 1)))


def _loop_of(reverse: Node, address: Edge, operands: Sequence[Any]) -> Node:
    """The loop, which keeps what its reverse takes."""
    return _node(taped_loop, (address, *operands), _own(reverse), reverse)


def _own(reverse: Node) -> dict[str, Any]:
    params = reverse.params
    body = Body.of(params)._replace(graph=params["forward"])
    return {"cond": params["cond"]} | body.params


def _back(reverse: Node, kept: _Kept) -> Node:
    count, *operands = reverse.inputs
    body = Body.of(reverse.params)
    given, bars = parts(operands, len(body.graph.inputs))
    inputs = kept.place, kept.address, count, *given, *given[: body.consts], *bars
    own = {"backward": reverse.params["backward"], "fixed": body.consts}
    return _node(taped_pull, inputs, _own(reverse) | own, reverse)


# -- in the rounds of loops ------------------------------------------------------------


class _Link(NamedTuple):
    """A loop and its reverse, in the rounds of two others.

    Attributes
    ----------
    filled, taken : Node
        These.
    loop, reverse : Node
        The loop in the rounds of `filled`, its reverse in those of `taken`.
    """

    filled: Node
    taken: Node
    loop: Node
    reverse: Node


def _links(graph: Graph) -> Iterator[_Link]:
    """One for each loop at most."""
    known: set[Node] = set()
    for node in graph.nodes:
        if node.primitive is not scan:
            continue
        for back in filter(_is_reverse, node.params["body"].nodes):
            link = _link_of(node, back)
            if link is not None and link.loop not in known:
                known.add(link.loop)
                yield link


def _link_of(taken: Node, reverse: Node) -> _Link | None:
    """Of a loop's reverse, if the number of rounds is a row that another loop gives."""
    body, count = Body.of(taken.params), reverse.inputs[0]
    rows = dict(zip(body.inputs.xs, body.split(taken.inputs).xs, strict=True))
    row = rows.get(count)
    if type(row) is not Edge or row.node.primitive is not scan:
        return None
    filled = row.node
    other = Body.of(filled.params)
    turned = filled.params["reverse"] is not taken.params["reverse"]
    if not other.carry or row.index < other.carry or not turned:
        return None
    found = other.graph.outputs[row.index]
    if type(found) is not Edge or not _is_count(found, reverse):
        return None
    return _Link(filled, taken, found.node, reverse)


def _is_count(edge: Edge, reverse: Node) -> bool:
    """Whether that is how many rounds the loop made of which this is the reverse."""
    loop, params = edge.node, reverse.params
    if loop.primitive is not while_loop or edge.index != len(loop.avals) - 1:
        return False
    pairs = [(loop.params[name], params[name]) for name in ("cond", "body")]
    return all(graph_key(x) == graph_key(y) for x, y in pairs)


def _filling(node: Node, links: list[_Link], tapes: dict[_Link, _Kept]) -> Node:
    """The loop, in whose rounds those of the links keep rows."""
    body, graph = Body.of(node.params), node.params["body"]
    addresses = fresh("tape", [COUNT] * len(links))
    kept = {x.loop: (x.reverse, a) for x, a in zip(links, addresses, strict=True)}
    places: dict[Node, Edge] = {}

    def change(loop: Node, made: Node) -> Node:
        if loop not in kept:
            return made
        taped = _loop_of(*kept[loop], made.inputs)
        places[loop] = Edge(taped, len(taped.avals) - 1)
        return taped

    carry, ys = body.split_outputs(_changed(graph.nodes, graph.outputs, change))
    rows = [places[link.loop] for link in links]
    inputs = body.inputs._replace(consts=[*body.inputs.consts, *addresses])
    whole = Body.make(inputs, LoopOutputs(carry, [*ys, *rows]))
    consts, states, xs = body.places
    moved = [i + len(links) for i in (*states, *xs)]
    origin = OriginalBody(body, [*consts, *moved], range(len(graph.outputs)))
    whole.graph.derived["origin"] = origin
    given = [_tape_for(node.inputs, node) for _ in links]
    made = _loop_with(node, whole, given, [])
    for k, (link, address) in enumerate(zip(links, given, strict=True)):
        tapes[link] = _Kept(address, Edge(made, len(node.avals) + k))
    return made


def _taking(node: Node, links: list[_Link], tapes: dict[_Link, _Kept]) -> Node:
    """The loop back, in whose rounds the reverses of the links take rows."""
    body, graph = Body.of(node.params), node.params["body"]
    addresses, places = (
        fresh(name, [COUNT] * len(links)) for name in ("tape", "place")
    )
    taken = {
        link.reverse: _Kept(*edges)
        for link, *edges in zip(links, addresses, places, strict=True)
    }

    def change(reverse: Node, made: Node) -> Node:
        return _back(made, taken[reverse]) if reverse in taken else made

    outputs = _changed(graph.nodes, graph.outputs, change)
    consts, states, xs = body.inputs
    inputs = LoopInputs([*consts, *addresses], states, [*xs, *places])
    whole = Body.make(inputs, body.split_outputs(outputs))
    given = [tapes[link] for link in links]
    return _loop_with(node, whole, [x.address for x in given], [x.place for x in given])


def _loop_with(
    node: Node, body: Body, consts: Sequence[Any], xs: Sequence[Any]
) -> Node:
    """The loop with another body, and further constants and rows."""
    given = Body.of(node.params).split(node.inputs)
    inputs = LoopInputs([*given.consts, *consts], given.carry, [*given.xs, *xs])
    return _node(scan, inputs.listed(), node.params | body.params, node)
