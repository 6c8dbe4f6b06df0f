"""Loops give of their rows what is read of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from functrace.core.closure import rebuild
from functrace.core.node import Edge, Leaf, Node, toposort
from functrace.primitives._loops import Body
from functrace.primitives.indexing import getitem
from functrace.primitives.scan import mode_of, scan, scan_of
from functrace.transforms._rolling.rows import handle, operand_of

_SMALL = 4  # times more elements than are read of it a row has


class _Part(NamedTuple):
    """What is read of all rows, by operations that take nothing else of them."""

    where: tuple[Any, ...]
    readers: list[Node]


def narrowed(outputs: Sequence[Any], floor: int) -> Sequence[Any]:
    """The same outputs; a loop of which rows are read as ``u[:, k]`` gives only that.

    In reverse mode each round then takes so much back, and not a row of zeros.
    """
    known: dict[Edge, Any] = {}
    for node, parts in _loops(outputs, floor):
        body = Body.of(node.params)
        ends = list(body.graph.outputs)
        for at, part in parts.items():
            row = getitem(handle(ends[at]), index=part.where)
            ends[at] = operand_of(row)
        small = Body.make(body.inputs, body.split_outputs(ends))
        outs = scan_of(small, list(map(handle, node.inputs)), **mode_of(node.params))
        known |= {Edge(node, i): operand_of(out) for i, out in enumerate(outs)}
        for at, part in parts.items():
            rows = outs[at]
            for reader in part.readers:
                read = getitem(rows, index=_indices(reader)[:1])
                known[Edge(reader, 0)] = operand_of(read)
    if not known:
        return outputs
    stay: list[Edge] = []
    nodes = toposort(outputs, floor, stay)
    stay += [Edge(node, 0) for node in nodes if type(node) is Leaf]
    return rebuild(outputs, {edge: edge for edge in stay} | known)


def _loops(
    outputs: Sequence[Any], floor: int
) -> Iterator[tuple[Node, dict[int, _Part]]]:
    """Loops of which some rows are read in part only."""
    nodes = toposort(outputs, floor)
    loops = [node for node in nodes if node.primitive is scan]
    if not loops:
        return
    readers: dict[Edge, list[Node | None]] = {}
    for node in nodes:
        for operand in node.inputs:
            if type(operand) is Edge and operand[0].primitive is scan:
                readers.setdefault(operand, []).append(node)
    for out in outputs:
        if type(out) is Edge:
            readers.setdefault(out, []).append(None)
    for node in loops:
        ends = range(node.params["carry"], len(node.avals))
        parts = {at: _part(readers.get(Edge(node, at), [])) for at in ends}
        found = {
            at: part
            for at, part in parts.items()
            if part is not None and _is_small(node, at, part)
        }
        if found:
            yield node, found


def _part(readers: Sequence[Node | None]) -> _Part | None:
    """The part that all of them read, if it is one."""
    nodes = [r for r in readers if r is not None and r.primitive is getitem]
    if not nodes or len(nodes) < len(readers):
        return None
    first, *others = (_indices(node) for node in nodes)
    if len(first) < 2 or any(index[1:] != first[1:] for index in others):
        return None
    if not {int, slice}.issuperset(type(e) for i in (first, *others) for e in i):
        return None
    return _Part(first[1:], nodes)


def _indices(node: Node) -> tuple[Any, ...]:
    index = node.params["index"]
    return index if type(index) is tuple else (index,)


def _is_small(node: Node, at: int, part: _Part) -> bool:
    """Whether it is so small that the loop had better give it alone."""
    row = node.params["body"].outputs[at]
    if type(row) is not Edge:
        return False
    read = part.readers[0].avals[0].size
    rows = node.params["length"] if type(_indices(part.readers[0])[0]) is slice else 1
    return _SMALL * read <= rows * row.aval.size
