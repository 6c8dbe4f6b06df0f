"""Graphs that gather and scatter, as terms: what is computed in between, row by row.

The Jacobian of such a graph is a product of three matrices. The first adds up elements of
the terms in elements of the outputs, the last picks those of the inputs that terms are made
of; both are known. The one in between is that of the terms, which is very sparse.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from functrace.core.aval import Aval, is_inexact
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node, toposort
from functrace.core.recording import recording_all
from functrace.core.rule import operand_aval
from functrace.primitives._dependence.operations import are_moved, moved
from functrace.primitives._dependence.sets import counted, counts_to
from functrace.primitives._graphs import edge_of, fresh, handles
from functrace.primitives._index import fill_index
from functrace.primitives.elementwise import add, negative, subtract
from functrace.primitives.indexing import gather, index_add
from functrace.primitives.layout import alias

_MANY = 64  # arrays that are added up: of more, some are taken as they are


class Terms(NamedTuple):
    """What is between the gathers of a graph and its scatters.

    Attributes
    ----------
    graph : Graph
        Its inputs are those that are not chosen, then what is gathered of the chosen ones;
        its outputs are scattered.
    gathers : Graph
        What is gathered, from all inputs.
    columns : list of ndarray of int
        Of the elements that are gathered, which ones of the chosen inputs they are, or -1.
    rows : list of ndarray of int
        Of the elements of the outputs, to which ones of the whole they are added, or -1.
    """

    graph: Graph
    gathers: Graph
    columns: list[np.ndarray]
    rows: list[np.ndarray]


class _Term(NamedTuple):
    """An array that is added to the outputs, and the places of its elements there."""

    edge: Any
    places: np.ndarray
    is_negative: bool = False


def terms_of(graph: Graph, chosen: Sequence[int], outputs: int) -> Terms | None:
    """The terms of the first outputs, from the chosen inputs.

    Returns
    -------
    Terms or None
        None if nothing is gathered or scattered by index arrays.
    """
    graph = _shifted_last(graph, chosen)
    inputs = [graph.inputs[i] for i in chosen]
    gathered = _gathered(graph, inputs)
    terms, are_scattered = _terms(graph.outputs[:outputs])
    edges, rows = _summed(terms)
    ends: list[Edge] = []
    toposort(
        edges, outer=ends, stop=lambda e: e in gathered or e.node.primitive is None
    )
    wanted = [e for e in dict.fromkeys(ends) if e in gathered or e in inputs]
    if not are_scattered and not any(gathered.get(e) for e in wanted):
        return None
    fixed = [edge for edge in graph.inputs if edge not in inputs]
    known = dict(zip(fixed, fresh("fixed", [e.aval for e in fixed]), strict=True))
    alike: dict[Any, tuple[Edge, np.ndarray]] = {}
    for edge, own in zip(wanted, _numbers(graph.inputs, inputs, wanted), strict=True):
        key = (*edge.aval, _digest(own))
        if key not in alike:
            alike[key] = edge, own
            (known[edge],) = fresh("gathered", [edge.aval])
        known[edge] = known[alike[key][0]]
    alone = [edge for edge, _ in alike.values()]
    arguments = [known[edge] for edge in (*fixed, *alone)]
    return Terms(
        Graph(arguments, rebuild(edges, known)),
        Graph(graph.inputs, alone),
        [own - 1 for _, own in alike.values()],
        rows,
    )


def _digest(array: np.ndarray) -> bytes:
    return hashlib.blake2b(np.ascontiguousarray(array).data).digest()


# -- what is gathered ------------------------------------------------------------------


def _shifted_last(graph: Graph, chosen: Sequence[int]) -> Graph:
    """What is fixed is added to what is gathered, where it was before that.

    As points of a mesh are to displacements.
    """
    moving = {graph.inputs[i] for i in chosen}
    shifts: dict[Edge, tuple[Edge, Any]] = {}
    known: dict[Edge, Any] = {}
    for node in graph.nodes:
        edges = [x for x in node.inputs if type(x) is Edge and x in moving]
        if not edges:
            continue
        moving.update(Edge(node, k) for k in range(len(node.avals)))
        out, x = Edge(node, 0), edges[0]
        if node.primitive in (add, subtract):
            shift = _shift_of(node, x) if len(edges) == 1 else None
            if shift is not None:
                shifts[out] = x, shift
        elif x in shifts and _is_moved(node):
            if node.primitive is gather:
                known[out] = edge_of(_gathered_apart(node, x, shifts))
            elif len(node.inputs) == 1:
                shifts[out] = _moved_apart(node, x, shifts)
    if not known:
        return graph
    known.update((edge, edge) for edge in graph.inputs)
    return Graph(graph.inputs, rebuild(graph.outputs, known))


def _shift_of(node: Node, x: Edge) -> Any:
    """What is added to an operand, in its shape; None if the sum is of another kind."""
    first, second = node.inputs
    if x.aval != Aval(*node.avals[0]) or (node.primitive is subtract and second is x):
        return None
    other, dtype = (second if first is x else first), x.aval.dtype
    value = handles([other])[0] if type(other) is Edge else np.asarray(other)
    with recording_all():
        signed = np.negative(value) if node.primitive is subtract else value
        return edge_of(np.broadcast_to(signed.astype(dtype), x.aval.shape))


def _gathered_apart(node: Node, x: Edge, shifts: dict[Edge, Any]) -> Any:
    """What is gathered of an array, and then what is added to it."""
    if x not in shifts:
        return handles([_on(node, x)])[0]
    x, shift = shifts[x]
    with recording_all():
        return _gathered_apart(node, x, shifts) + handles([_on(node, shift)])[0]


def _moved_apart(node: Node, x: Edge, shifts: dict[Edge, Any]) -> tuple[Edge, Any]:
    """An array's elements in other places without what was added last, and this."""
    x, shift = shifts[x]
    out = _on(node, x)
    if x in shifts:
        shifts[out] = _moved_apart(node, x, shifts)
    return out, _on(node, shift)


def _on(node: Node, x: Any) -> Edge:
    """The same of another array."""
    return Edge(node.again((x, *node.inputs[1:])), 0)


def _gathered(graph: Graph, inputs: Sequence[Edge]) -> dict[Edge, bool]:
    """Elements of the inputs that are named by index arrays, and (False) parts of these.

    Views of what is gathered belong to the terms.
    """
    has_inputs = dict.fromkeys(graph.inputs, False) | dict.fromkeys(inputs, True)
    found, beyond = {}, set[Edge]()
    for node in graph.nodes:
        edges = [x for x in node.inputs if type(x) is Edge]
        if not _is_moved(node) or not all(edge in has_inputs for edge in edges):
            continue
        out = Edge(node, 0)
        has_inputs[out] = any(has_inputs[edge] for edge in edges)
        by_arrays = node.primitive is gather
        if not by_arrays and any(e in beyond or found.get(e) for e in edges):
            beyond.add(out)
        elif has_inputs[out]:
            found[out] = by_arrays
    return found


def _is_moved(node: Node) -> bool:
    """Whether the result is real numbers of operands, in places that are known."""
    if node.primitive is None or not (node.primitive is alias or are_moved(node)):
        return False
    avals = *node.avals, *(x.aval for x in node.inputs if type(x) is Edge)
    return all(np.dtype(dtype).kind == "f" for _, dtype in avals)


def _numbers(
    inputs: Sequence[Edge], chosen: Sequence[Edge], wanted: Sequence[Edge]
) -> list[np.ndarray]:
    """Of what is made of inputs by moving elements: which ones it has, counted from one."""
    total = sum(edge.aval.size for edge in chosen)
    dtype, begin = counts_to(total + 1), 1
    found: dict[Edge, Any] = {e: np.zeros(e.aval.shape, dtype) for e in inputs}
    for edge in chosen:
        own = np.arange(begin, begin + edge.aval.size, dtype=dtype)
        found[edge] = own.reshape(edge.aval.shape)
        begin += edge.aval.size
    for node in Graph(inputs, wanted).nodes:
        given = [
            found[x] if type(x) is Edge else np.zeros(np.shape(x), dtype)
            for x in node.inputs
        ]
        out = given[0] if node.primitive is alias else moved(node, given)
        found[Edge(node, 0)] = out
    return [np.asarray(found[edge]) for edge in wanted]


# -- what is scattered -----------------------------------------------------------------


def _terms(outputs: Sequence[Any]) -> tuple[list[_Term], bool]:
    """What is added up in the outputs, and whether any of it is by index arrays."""
    waiting, begin = [], 0
    for out in outputs:
        aval = operand_aval(out)
        if type(out) is Edge:
            own = counted(aval.size, begin).reshape(aval.shape)
            waiting.append(_Term(out, own))
        begin += aval.size
    found, are_scattered = [], False
    while waiting:
        term = waiting.pop()
        node = term.edge.node
        rule = _SUMS.get(node.primitive)
        if rule is None and _is_moved(node):
            rule = _in_other_places
        is_one_more = len(found) + len(waiting) < _MANY
        parts = rule(node, term.places) if rule and is_one_more else None
        if parts is None:
            found.append(term)
            continue
        are_scattered |= node.primitive is index_add and len(node.inputs) > 2
        for part in parts:
            if type(part.edge) is Edge and is_inexact(operand_aval(part.edge).dtype):
                sign = part.is_negative != term.is_negative
                waiting.append(part._replace(is_negative=sign))
    return found, are_scattered


def _in_same_places(node: Node, places: np.ndarray) -> list[_Term]:
    """Of sums and differences: what is broadcast has elements for all places."""
    first, *others = (_fitted(x, places.shape) for x in node.inputs)
    is_negative = node.primitive is subtract
    return [
        _Term(first, places, node.primitive is negative),
        *(_Term(other, places, is_negative) for other in others),
    ]


def _added(node: Node, places: np.ndarray) -> list[_Term] | None:
    """Of `index_add`, at places that are known."""
    x, values, *arrays = node.inputs
    if any(type(a) is Edge for a in arrays):
        return None
    part = np.asarray(places[fill_index(node.params["index"], tuple(arrays))])
    return [_Term(x, places), _Term(_fitted(values, part.shape), part)]


def _in_other_places(node: Node, places: np.ndarray) -> list[_Term] | None:
    """None where an element is in several places."""
    numbers, begin = [], 1
    for x in node.inputs:
        aval = operand_aval(x)
        own = np.arange(begin, begin + aval.size)
        numbers.append(own.reshape(aval.shape))
        begin += aval.size
    wanted = places >= 0
    sources = np.asarray(moved(node, numbers))[wanted] - 1
    found = np.full(begin - 1, -1, places.dtype)
    found[sources] = places[wanted]
    times = np.bincount(sources, minlength=begin - 1)
    terms = [_Term(x, own - 1) for x, own in zip(node.inputs, numbers, strict=True)]
    if any(type(x) is Edge and np.any(times[own] > 1) for x, own, _ in terms):
        return None
    return [term._replace(places=found[term.places]) for term in terms]


_SUMS: dict[Any, Callable[[Node, np.ndarray], list[_Term] | None]] = {
    add: _in_same_places,
    alias: _in_same_places,
    index_add: _added,
    negative: _in_same_places,
    subtract: _in_same_places,
}


def _fitted(x: Any, shape: tuple[int, ...]) -> Any:
    """An operand in a shape that it is broadcast to; axes of length 1 may be too many."""
    if type(x) is not Edge or x.aval.shape == shape:
        return x
    own = x.aval.shape[max(x.aval.ndim - len(shape), 0) :]
    (value,) = handles([x])
    with recording_all():
        return edge_of(np.broadcast_to(value.reshape(own), shape))


def _summed(terms: Iterable[_Term]) -> tuple[list[Any], list[np.ndarray]]:
    """The terms, those of the same places as one, and the places."""
    found: dict[Any, tuple[Any, np.ndarray]] = {}
    with recording_all():
        for edge, places, is_negative in _merged(terms):
            value = edge_of(np.negative(*handles([edge]))) if is_negative else edge
            key = places.shape, _digest(places)
            if key in found:
                value = edge_of(np.add(*handles([found[key][0], value])))
            found[key] = value, places
    return [value for value, _ in found.values()], [own for _, own in found.values()]


def _merged(terms: Iterable[_Term]) -> list[_Term]:
    """Those that are the same array as one, where each element has one place at most."""
    found: dict[Any, list[_Term]] = {}
    for term in terms:
        same = found.setdefault((term.edge, term.is_negative), [])
        for k, other in enumerate(same):
            if not np.any((term.places >= 0) & (other.places >= 0)):
                places = np.maximum(term.places, other.places)
                same[k] = term._replace(places=places)
                break
        else:
            same.append(term)
    return [term for same in found.values() for term in same]
