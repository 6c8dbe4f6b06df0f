"""Derivatives of graphs, as graphs: what a `call` runs, or records, for its rules.

Each is made once, and kept with the graph that it belongs to. The backward pass is split:
of the forward pass it keeps what is dear to compute, and does again what is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, NamedTuple

from functrace.compiler.lowering import Elementwise
from functrace.core.aval import Aval, is_inexact
from functrace.core.graph import Edge, Leaf, Node, leaves_of, toposort
from functrace.core.program import Graph
from functrace.core.recording import COMPLETE, TRACING, mode
from functrace.core.tracer import Tracer
from functrace.engine.forward import forward
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule

_CHEAP = 4  # an operation up to this cost is done again rather than its result kept


class Derivative(NamedTuple):
    """A graph of cotangents or tangents.

    Attributes
    ----------
    graph : Graph
        Its inputs are the operands' values, then the seeds that are given; its outputs
        those results that are not zero.
    results : tuple
        For each operand, or output of the graph: the number of the output that its
        cotangent or tangent is, None for zero, or the array itself if it is constant.
    """

    graph: Graph
    results: tuple[Any, ...]

    def spread(self, outs: Sequence[Any]) -> tuple[Any, ...]:
        """The results in full from the outputs."""
        return tuple([outs[r] if type(r) is int else r for r in self.results])


class Forward(NamedTuple):
    """The graph with what its backward pass is to keep as further outputs."""

    graph: Graph
    residuals: tuple[Edge, ...]


class Backward(NamedTuple):
    """The backward pass as a program.

    Attributes
    ----------
    operands : tuple of int
        Positions of the operands whose values it takes, before residuals and seeds.
    derivative : Derivative
    """

    operands: tuple[int, ...]
    derivative: Derivative


def pullback_of(
    graph: Graph, chosen: tuple[int, ...], given: tuple[int, ...]
) -> Derivative:
    """Cotangents of the inputs at `chosen` from those of the outputs at `given`."""

    def make() -> Derivative:
        seeds, bars = _reverse(graph, chosen, given)
        return _derivative([*graph.inputs, *seeds], _spread(graph, chosen, bars))

    return once(graph, ("pullback", chosen, given), make)


def pushforward_of(graph: Graph, given: tuple[int, ...]) -> Derivative:
    """Tangents of the outputs from those of the inputs at `given`."""

    def make() -> Derivative:
        inputs = [graph.inputs[i] for i in given]
        seeds = _seeds("tangent", inputs)
        schedule = Schedule(graph.outputs, inputs)
        with _recording_all():
            dots = forward(schedule, _handles(seeds), create_graph=True)
        return _derivative([*graph.inputs, *seeds], list(map(_edge, dots)))

    return once(graph, ("pushforward", given), make)


def forward_of(graph: Graph, wanted: tuple[int, ...]) -> Forward:
    """The graph with what the backward pass to the inputs at `wanted` keeps."""

    def make() -> Forward:
        outputs = enumerate(graph.outputs)
        given = tuple(
            i for i, e in outputs if type(e) is Edge and is_inexact(e.aval.dtype)
        )
        seeds, bars = _reverse(graph, wanted, given)
        residuals = tuple(_residuals(graph, seeds, bars))
        whole = Graph(graph.inputs, (*graph.outputs, *residuals))
        return Forward(whole, residuals)

    return once(graph, ("forward", wanted), make)


def backward_of(
    graph: Graph,
    wanted: tuple[int, ...],
    chosen: tuple[int, ...],
    given: tuple[int, ...],
) -> Backward:
    """The backward pass from operands, residuals of `forward_of`, and cotangents."""

    def make() -> Backward:
        residuals = forward_of(graph, wanted).residuals
        seeds, bars = _reverse(graph, chosen, given)
        leaves = [Edge(Leaf("residual", e.aval), 0) for e in residuals]
        known = dict(zip(residuals, leaves, strict=True))
        fresh = {e: Edge(Leaf(e.node.name, e.aval), 0) for e in (*graph.inputs, *seeds)}
        outputs = _rebuild(bars, known | fresh)
        used = set(leaves_of(outputs))
        operands = tuple(i for i, e in enumerate(graph.inputs) if fresh[e].node in used)
        arguments = [
            *(fresh[graph.inputs[i]] for i in operands),
            *leaves,
            *(fresh[seed] for seed in seeds),
        ]
        found = _derivative(arguments, _spread(graph, chosen, outputs))
        return Backward(operands, found)

    return once(graph, ("backward", wanted, chosen, given), make)


def once(graph: Graph, key: Any, make: Callable[[], Any]) -> Any:
    """What is kept with the graph under `key`, made when first asked for."""
    try:
        return graph.derived[key]
    except KeyError:
        return graph.derived.setdefault(key, make())


def _reverse(
    graph: Graph, chosen: tuple[int, ...], given: tuple[int, ...]
) -> tuple[list[Edge], list[Any]]:
    """Inputs for cotangents of the outputs at `given`, and edges of the inputs'."""
    seeds = _seeds("cotangent", [graph.outputs[i] for i in given])
    schedule = Schedule(
        [graph.outputs[i] for i in given], [graph.inputs[i] for i in chosen]
    )
    with _recording_all():
        bars = reverse(schedule, _handles(seeds), create_graph=True, retain_graph=True)
    return seeds, list(map(_edge, bars))


def _seeds(label: str, edges: Sequence[Edge]) -> list[Edge]:
    """An input for each edge's cotangent or tangent."""
    return [Edge(Leaf(label, Aval(*edge.aval)), 0) for edge in edges]


def _handles(edges: Sequence[Edge]) -> list[Tracer]:
    return [Tracer(edge, None) for edge in edges]


def _edge(value: Any) -> Any:
    """The edge of a traced value; a constant as it is."""
    if type(value) is not Tracer:
        return value
    return value.value if value.edge is None else value.edge


@contextmanager
def _recording_all() -> Iterator[None]:
    """Record everything, whatever is going on outside."""
    token = mode.set(TRACING | COMPLETE)
    try:
        yield
    finally:
        mode.reset(token)


def _spread(graph: Graph, chosen: Sequence[int], bars: Sequence[Any]) -> list[Any]:
    """A cotangent for each input, from those at `chosen`."""
    found = dict(zip(chosen, bars, strict=True))
    return [found.get(i) for i in range(len(graph.inputs))]


def _derivative(inputs: Sequence[Edge], found: Sequence[Any]) -> Derivative:
    """The graph of the results that are computed."""
    outputs = [e for e in found if type(e) is Edge]
    numbers = iter(range(len(outputs)))
    results = (next(numbers) if type(e) is Edge else e for e in found)
    return Derivative(Graph(inputs, outputs), tuple(results))


def _residuals(
    graph: Graph, seeds: Sequence[Edge], bars: Sequence[Any]
) -> Iterator[Edge]:
    """Values of the graph that the cotangents are computed from, and dear to redo."""
    used: list[Edge] = []
    floor = min((seed.node.sequence for seed in seeds), default=0)
    toposort(bars, floor, used)
    inside = set(graph.nodes)
    boundary = dict.fromkeys(e for e in used if e.node in inside)
    kept = {edge for edge in boundary if not _is_cheap(edge.node)}
    redone: set[Node] = set()
    for node in graph.nodes:
        operands = [e for e in node.inputs if type(e) is Edge]
        known = (
            e in kept or e.node in redone or e.node not in inside for e in operands
        )
        if _is_cheap(node) and all(known):
            redone.add(node)
    return (e for e in boundary if e in kept or e.node not in redone)


def _is_cheap(node: Node) -> bool:
    """Whether doing it again costs less than writing the result and reading it."""
    lower = node.primitive.lower
    if isinstance(lower, Elementwise):
        return lower.cost <= _CHEAP
    return node.primitive.write_back is not None  # a view


def _rebuild(outputs: Sequence[Any], known: dict[Edge, Edge]) -> list[Any]:
    """The same computation from other edges in the place of those in `known`."""
    found = dict(known)
    for node in _between(outputs, known):
        operands = [found[e] if type(e) is Edge else e for e in node.inputs]
        avals = node.avals
        made = Node(
            node.primitive,
            tuple(operands),
            node.params,
            None,
            node.shape,
            node.dtype,
            avals,
        )
        found.update((Edge(node, i), Edge(made, i)) for i in range(len(avals)))
    return [found[e] if type(e) is Edge else e for e in outputs]


def _between(outputs: Sequence[Any], known: dict[Edge, Edge]) -> list[Node]:
    """Nodes that the outputs depend on other than through what is known, in order."""
    pending = [e for e in outputs if type(e) is Edge]
    seen: set[Node] = set()
    while pending:
        edge = pending.pop()
        if edge not in known and edge.node not in seen:
            seen.add(edge.node)
            pending += [e for e in edge.node.inputs if type(e) is Edge]
    return sorted(seen, key=attrgetter("sequence"))
