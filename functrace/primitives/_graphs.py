"""Derivatives of graphs, as graphs: what a `call` runs, or records, for its rules.

Each is made once, and kept with the graph that it belongs to. The backward pass is split:
of the forward pass it keeps what is dear to compute, and does again what is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval, is_inexact
from functrace.core.closure import rebuild
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, leaves_of, toposort
from functrace.core.recording import ambient, recording_all
from functrace.core.rule import operand_aval
from functrace.core.tracer import Tracer
from functrace.engine.batching import evaluate_batched, mapped_avals, spread
from functrace.engine.forward import forward
from functrace.engine.liveness import Numbering
from functrace.engine.reverse import reverse
from functrace.engine.schedule import Schedule
from functrace.primitives._rewrites.arithmetic import is_product

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


def inexact_inputs(graph: Graph, chosen: Sequence[bool]) -> tuple[int, ...]:
    """Those chosen that carry derivatives."""
    pairs = zip(graph.in_avals, chosen, strict=True)
    return tuple(i for i, (a, c) in enumerate(pairs) if c and is_inexact(a.dtype))


def pullback_of(
    graph: Graph, chosen: tuple[int, ...], given: tuple[int, ...]
) -> Derivative:
    """Cotangents of the inputs at `chosen` from those of the outputs at `given`."""

    def make() -> Derivative:
        seeds, bars = reverse_of(graph, chosen, given)
        return _derivative([*graph.inputs, *seeds], _spread(graph, chosen, bars))

    return once(graph, ("pullback", chosen, given), make)


def pullback_from_outputs(
    graph: Graph, chosen: tuple[int, ...], given: tuple[int, ...]
) -> Derivative:
    """As `pullback_of`; the values of the outputs are taken after those of the operands."""

    def make() -> Derivative:
        seeds, bars = reverse_of(graph, chosen, given)
        inputs = [Edge(Leaf(e.node.name, e.aval), 0) for e in graph.inputs]
        known = dict(zip(graph.inputs, inputs, strict=True))
        outputs = fresh("kept", map(operand_aval, graph.outputs))
        for edge, leaf in zip(graph.outputs, outputs, strict=True):
            if type(edge) is Edge:
                known.setdefault(edge, leaf)
        bars = rebuild(bars, known | {seed: seed for seed in seeds})
        return _derivative([*inputs, *outputs, *seeds], _spread(graph, chosen, bars))

    return once(graph, ("pullback from outputs", chosen, given), make)


def pushforward_of(graph: Graph, given: tuple[int, ...]) -> Derivative:
    """Tangents of the outputs from those of the inputs at `given`."""

    def make() -> Derivative:
        inputs = [graph.inputs[i] for i in given]
        seeds = fresh("tangent", map(operand_aval, inputs))
        schedule = Schedule(graph.outputs, inputs)
        with recording_all():
            dots = forward(schedule, handles(seeds), create_graph=True)
        return _derivative([*graph.inputs, *seeds], list(map(edge_of, dots)))

    return once(graph, ("pushforward", given), make)


def forward_of(graph: Graph, wanted: tuple[int, ...]) -> Forward:
    """The graph with what the backward pass to the inputs at `wanted` keeps."""

    def make() -> Forward:
        outputs = enumerate(graph.outputs)
        given = tuple(
            i for i, e in outputs if type(e) is Edge and is_inexact(e.aval.dtype)
        )
        seeds, bars = reverse_of(graph, wanted, given)
        residuals = tuple(residuals_of(seeds, bars))
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
        seeds, bars = reverse_of(graph, chosen, given)
        leaves = [Edge(Leaf("residual", e.aval), 0) for e in residuals]
        known = {
            same: leaf
            for edges, leaf in zip(_equals(residuals, bars), leaves, strict=True)
            for same in edges
        }
        fresh = {e: Edge(Leaf(e.node.name, e.aval), 0) for e in (*graph.inputs, *seeds)}
        outputs = rebuild(bars, known | fresh)
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


def _equals(residuals: Sequence[Edge], bars: Sequence[Any]) -> list[list[Edge]]:
    """For each residual, the edges that are equal to it: one pass repeats another."""
    nodes = toposort((*residuals, *bars))
    number = Numbering(nodes)
    alike: dict[Any, list[Edge]] = {}
    for node in nodes:
        for i in range(len(node.avals)):
            alike.setdefault(number(Edge(node, i)), []).append(Edge(node, i))
    return [alike[number(edge)] for edge in residuals]


def batched_of(graph: Graph, mapped: tuple[bool, ...], size: int) -> Graph:
    """The graph on inputs of which some are mapped; all its outputs are."""

    def make() -> Graph:
        inputs = fresh("operand", mapped_avals(graph.in_avals, mapped, size))
        with recording_all():
            outs = evaluate_batched(graph, handles(inputs), mapped, size)
            outs = [spread(*entry, size) for entry in zip(*outs, strict=True)]
        return Graph(inputs, list(map(edge_of, outs)))

    return once(graph, ("batched", mapped, size), make)


def once(graph: Graph, key: Any, make: Callable[[], Any]) -> Any:
    """What is kept with the graph under `key`, made when first asked for.

    What is made within a budget is kept for this budget.
    """
    budget = ambient.get().budget
    if budget is not None:
        key = ("within", budget, key)
    try:
        return graph.derived[key]
    except KeyError:
        return graph.derived.setdefault(key, make())


def reverse_of(
    graph: Graph, chosen: tuple[int, ...], given: tuple[int, ...]
) -> tuple[list[Edge], list[Any]]:
    """Inputs for cotangents of the outputs at `given`, and edges of the inputs'."""
    seeds = fresh("cotangent", [operand_aval(graph.outputs[i]) for i in given])
    schedule = Schedule(
        [graph.outputs[i] for i in given], [graph.inputs[i] for i in chosen]
    )
    with recording_all():
        bars = reverse(schedule, handles(seeds), create_graph=True, retain_graph=True)
    return seeds, list(map(edge_of, bars))


def fresh(label: str, avals: Iterable[Aval]) -> list[Edge]:
    """New inputs of a graph."""
    return [Edge(Leaf(label, Aval(*aval)), 0) for aval in avals]


def handles(edges: Sequence[Edge]) -> list[Any]:
    """Traced values without values of their own."""
    return [Tracer(edge, None) for edge in edges]


def edge_of(value: Any) -> Any:
    """The edge of a traced value; a constant as it is."""
    if type(value) is not Tracer:
        return value
    return value.value if value.edge is None else value.edge


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


def residuals_of(
    seeds: Sequence[Edge],
    bars: Sequence[Any],
    fixed: Sequence[Edge] = (),
    carries: Sequence[Edge] = (),
) -> list[Edge]:
    """Values that the cotangents are computed from, and that are dear to compute again.

    They depend on no cotangent. Of two sets the one with fewer bytes: what the backward
    pass takes, or that from which it is cheap to compute.

    Parameters
    ----------
    seeds : sequence of Edge
        The cotangents that come in.
    bars : sequence
        Those that go out.
    fixed : sequence of Edge
        What can be computed from these alone is not kept.
    carries : sequence of Edge
        These have to be kept, too, if they are needed.
    """
    order = toposort(bars)
    free = {edge.node for edge in fixed}
    dependent = {seed.node for seed in seeds}
    used = dict.fromkeys(e for e in bars if type(e) is Edge)
    for node in order:
        operands = [e for e in node.inputs if type(e) is Edge]
        if any(e.node in dependent for e in operands):
            dependent.add(node)
            used.update(dict.fromkeys(operands))
        elif node.inputs and all(e.node in free for e in operands):
            free.add(node)
    applied = [node for node in order if node.primitive is not None]
    early = dict.fromkeys(node for node in applied if node not in dependent)
    taken = [e for e in used if e.node in early and e.node not in free]
    choices = _costly(taken, early, free), _sources(taken, free)
    return min(choices, key=lambda found: _bytes(_stored(found, used, set(carries))))


def _stored(
    chosen: list[Edge], used: Iterable[Edge], carries: set[Edge]
) -> Iterable[Edge]:
    """What is chosen, and the carries that the rest of what is used depends on."""
    ends: list[Edge] = []
    toposort(used, outer=ends, stop={*chosen, *carries}.__contains__)
    return {*chosen, *carries.intersection(ends)}


def _costly(taken: list[Edge], early: Iterable[Node], free: set[Node]) -> list[Edge]:
    """What is taken, but for what is cheap to compute from the rest."""
    costly = {edge for edge in taken if not _is_cheap(edge.node)}
    redone = set(free)
    for node in early:
        operands = [e for e in node.inputs if type(e) is Edge]
        if _is_cheap(node) and all(
            e in costly or e.node in redone or e.node.primitive is None
            for e in operands
        ):
            redone.add(node)
    return [e for e in taken if e in costly or e.node not in redone]


def _sources(taken: list[Edge], free: set[Node]) -> list[Edge]:
    """What is dear, and all that is taken is cheap to compute from."""

    def is_given(node: Node) -> bool:
        return node.primitive is None or node in free

    ends: list[Edge] = []
    toposort(
        taken, outer=ends, stop=lambda e: is_given(e.node) or not _is_cheap(e.node)
    )
    found = {edge for edge in ends if not is_given(edge.node)}
    return sorted(found, key=lambda e: (e.node.sequence, e.index))


def _bytes(edges: Iterable[Edge]) -> int:
    return sum(edge.aval.nbytes for edge in edges)


def _is_cheap(node: Node) -> bool:
    """Whether doing it again costs less than writing the result and reading it."""
    form = form_of(node.primitive)
    if form.cost > _CHEAP or not form.reads_memory:
        return form.cost <= _CHEAP or is_product(node)
    source = node.inputs[0]  # which is there if it is an input
    return type(source) is not Edge or source.node.primitive is None
