"""Graphs in parts, of which reverse mode keeps what comes into them, and computes the rest.

A graph is cut where few bytes are alive. Of ``m`` parts reverse mode keeps what crosses the
cuts, and of one part at a time what that computes; each operation is done once more.

Griewank & Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, leaves_of, toposort
from functrace.core.recording import ambient, recording_all
from functrace.primitives._budgets import bytes_of
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives.remat import remat_of, remat_with_outputs_of

_FROM_EVEN = 0.3  # of a part, by which a cut may be moved


def in_parts(
    known: dict[Edge, Any], kept: Sequence[Sequence[Edge]], outputs: Sequence[Edge]
) -> list[Any]:
    """The outputs, by graphs from what is kept to what is kept, each computed again.

    `known` are the values of edges that all depends on.
    """
    known = dict(known)
    for edges in (*kept, outputs):
        inputs = fresh("operand", [e.aval for e in known])
        found = rebuild(edges, dict(zip(known, inputs, strict=True)))
        used = {*leaves_of(found), *(e.node for e in found)}
        pairs = [(e, x) for e, x in zip(known, inputs, strict=True) if x.node in used]
        part = Graph([x for _, x in pairs], found)
        apply = remat_of if edges is outputs else remat_with_outputs_of
        outs = apply(part, [known[e] for e, _ in pairs])
        known |= dict(zip(edges, outs, strict=True))
    return [known[e] for e in outputs]


def cut(outputs: Sequence[Any], floor: int, limit: int, count: int) -> list[Any]:
    """The outputs, edges or constants, of what was recorded from `floor` on, in parts.

    There are `count` parts, or one, if reverse mode could keep no more than `limit` bytes.
    """
    older: list[Edge] = []
    nodes = [n for n in toposort(outputs, floor, older) if type(n) is not Leaf]
    made = [0, *accumulate(bytes_of(node.avals) for node in nodes)]
    if made[-1] <= limit:
        return list(outputs)
    until = _last_uses(nodes, outputs)
    places = _places(made, _alive(until, len(nodes)), count)
    if not places:
        return list(outputs)
    choices = ambient.get().choices
    if choices is not None:
        choices.append(
            f"what is no loop is cut into {len(places) + 1} parts, which are computed twice"
        )
    edges = [out for out in outputs if type(out) is Edge]
    with recording_all():
        known = dict(zip(older, handles(older), strict=True))
        outs = iter(in_parts(known, _crossing(places, until), edges))
    return [edge_of(next(outs)) if type(out) is Edge else out for out in outputs]


def _crossing(
    places: Sequence[int], until: dict[Edge, tuple[int, int]]
) -> list[list[Edge]]:
    """What crosses each cut, and none before."""
    seen: set[Edge] = set()
    kept: list[list[Edge]] = []
    for place in places:
        edges = [e for e, (a, b) in until.items() if a < place <= b and e not in seen]
        seen.update(edges)
        kept.append(edges)
    return [edges for edges in kept if edges]


def _last_uses(
    nodes: Sequence[Node], outputs: Sequence[Any]
) -> dict[Edge, tuple[int, int]]:
    """For each value which node makes it, and which takes it last; the end is none."""
    places = {node: k for k, node in enumerate(nodes)}
    until: dict[Edge, tuple[int, int]] = {}
    takers = [*enumerate(node.inputs for node in nodes), (len(nodes), outputs)]
    for k, operands in takers:
        for edge in operands:
            if type(edge) is Edge and edge.node in places:
                until[edge] = places[edge.node], k
    return until


def _alive(until: dict[Edge, tuple[int, int]], count: int) -> list[int]:
    """The bytes that cross a cut before each node."""
    change = [0] * (count + 2)
    for edge, (first, last) in until.items():
        size = bytes_of([edge.aval])
        change[first + 1] += size
        change[last + 1] -= size
    return list(accumulate(change))


def _places(made: Sequence[int], alive: Sequence[int], count: int) -> list[int]:
    """Before which nodes so many parts begin, of about the same size: where least crosses."""
    part, found, k = made[-1] / count, list[int](), 1
    for number in range(1, count):
        near: list[int] = []
        while k < len(made) - 1 and made[k] < (number + _FROM_EVEN) * part:
            if made[k] >= (number - _FROM_EVEN) * part:
                near.append(k)
            k += 1
        if near:
            found.append(min(near, key=lambda k: alive[k]))
    return found
