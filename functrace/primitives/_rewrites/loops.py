"""Loops and branches of which less has to be done: what is fixed is taken out of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from functrace.compiler.forms import form_of
from functrace.core.aval import Aval
from functrace.core.closure import rebuild
from functrace.core.constant import uniform, uniform_value
from functrace.core.graph import Graph
from functrace.core.node import Edge, Leaf, Node, leaves_of, toposort
from functrace.engine.liveness import Pruned
from functrace.engine.rewrite import Make
from functrace.primitives._rewrites.sums import gather_sums

# -- outputs that nobody takes ---------------------------------------------------------


def prune_scan(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without carries and rows that nothing depends on."""
    body, consts, carry = params["body"], params["consts"], params["carry"]
    outputs = _needed(body, used, consts, carry)
    if len(outputs) == len(used):
        return None
    taken = _inputs_of(body, [body.outputs[k] for k in outputs])
    kept = [k for k in outputs if k < carry]
    operands = [
        i
        for i in range(len(body.inputs))
        if (i - consts in kept if consts <= i < consts + carry else i in taken)
    ]
    small = _part(body, operands, outputs)
    changed = {
        "body": small,
        "consts": sum(i < consts for i in operands),
        "carry": len(kept),
    }
    return Pruned(params | changed, tuple(operands), tuple(outputs))


def prune_while(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The loop without carries that nothing depends on."""
    cond, body, consts = params["cond"], params["body"], params["consts"]
    carry = len(body.outputs)
    asked = {i - consts for i in _inputs_of(cond, cond.outputs)}
    flags = tuple(u or k in asked for k, u in enumerate(used[:carry]))
    kept = _needed(body, flags, consts, carry)
    if len(kept) == carry:
        return None
    taken = _inputs_of(body, [body.outputs[k] for k in kept])
    taken |= _inputs_of(cond, cond.outputs)
    fixed = [i for i in range(consts) if i in taken]
    operands = [*fixed, *(consts + k for k in kept)]
    changed = {
        "cond": _part(cond, operands, [0]),
        "body": _part(body, operands, kept),
        "consts": len(fixed),
    }
    return Pruned(params | changed, tuple(operands), (*kept, carry))


def prune_switch(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """The branches without outputs that nobody takes."""
    branches = params["branches"]
    outputs = [k for k, u in enumerate(used) if u]
    taken: set[int] = set()
    for branch in branches:
        taken |= _inputs_of(branch, [branch.outputs[k] for k in outputs])
    operands = sorted(taken)
    changed = {"branches": tuple(_part(b, operands, outputs) for b in branches)}
    places = (0, *(1 + i for i in operands))
    return Pruned(params | changed, places, tuple(outputs))


def _needed(body: Graph, used: Sequence[bool], consts: int, carry: int) -> list[int]:
    """The outputs that are used, and the carries that they depend on."""
    kept = {k for k, u in enumerate(used) if u}
    while True:
        taken = _inputs_of(body, [body.outputs[k] for k in kept])
        more = kept | {i - consts for i in taken if consts <= i < consts + carry}
        if more == kept:
            return sorted(kept)
        kept = more


def _inputs_of(graph: Graph, outputs: Iterable[Any]) -> set[int]:
    """Positions of the inputs that the outputs depend on."""
    places = {edge.node: i for i, edge in enumerate(graph.inputs)}
    return {places[node] for node in toposort(outputs) if node in places}


def _part(graph: Graph, inputs: Iterable[int], outputs: Iterable[int]) -> Graph:
    return Graph([graph.inputs[i] for i in inputs], [graph.outputs[k] for k in outputs])


# -- what is the same in every round ---------------------------------------------------


class _Settled(NamedTuple):
    """A loop of which the body takes and does less.

    Attributes
    ----------
    graph : Graph
        Without the outputs that stand for carries which never change.
    operands : list
    consts : int
    moving : list of int
        The carries that are left.
    """

    graph: Graph
    operands: list[Any]
    consts: int
    moving: list[int]


def scan(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """What is the same in every round is computed once, before the loop."""
    body, consts, carry = params["body"], params["consts"], params["carry"]
    if not params["length"]:
        return None
    found = _settle(body, operands, consts, carry, make, steps=True)
    if found is None:
        return gather_sums(operands, params, out, make)
    moving = found.moving
    changed = {"body": found.graph, "consts": found.consts, "carry": len(moving)}
    avals = tuple(out[k] for k in (*moving, *range(carry, len(out))))
    outs: Any = make("scan", found.operands, params | changed, avals) if avals else ()
    return _with_still(operands[consts : consts + carry], moving, outs)


def while_loop(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """Likewise; what can fail stays in the loop, which may have no rounds."""
    cond, body, consts = params["cond"], params["body"], params["consts"]
    carry = len(body.outputs)
    asked = rebuild(cond.outputs, dict(zip(cond.inputs, body.inputs, strict=True)))
    joined = Graph(body.inputs, (*body.outputs, *asked))
    found = _settle(joined, operands, consts, carry, make, steps=False)
    if found is None or not found.moving:
        return None
    whole, moving = found.graph, found.moving
    every = range(len(whole.inputs))
    changed = {
        "cond": _part(whole, every, [len(moving)]),
        "body": _part(whole, every, range(len(moving))),
        "consts": found.consts,
    }
    avals = tuple(out[k] for k in (*moving, carry))
    outs = make("while_loop", found.operands, params | changed, avals)
    return _with_still(operands[consts:], moving, outs)


def _with_still(
    state: Sequence[Any], moving: Sequence[int], outs: Sequence[Any]
) -> tuple[Any, ...]:
    """The outputs of a loop: those of the smaller one, and carries that stay."""
    found = dict(zip(moving, outs, strict=False))
    carries = (found.get(k, first) for k, first in enumerate(state))
    return (*carries, *outs[len(moving) :])


def switch(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """The branch, if it is known which one; without what no branch takes."""
    branches, (index, *rest) = params["branches"], operands
    if type(index) is not Edge:
        chosen = branches[min(max(int(index), 0), len(branches) - 1)]
        known = dict(zip(chosen.inputs, rest, strict=True))
        _apply(chosen.nodes, known, make)
        return tuple(known[e] if type(e) is Edge else e for e in chosen.outputs)
    found = prune_switch(params, (True,) * len(out))
    if found is None or len(found.operands) == len(operands):
        return None
    return make("switch", [operands[i] for i in found.operands], found.params, out)


def _settle(
    graph: Graph,
    operands: Sequence[Any],
    consts: int,
    carry: int,
    make: Make,
    *,
    steps: bool,
) -> _Settled | None:
    inputs, outputs = graph.inputs, graph.outputs
    state = range(consts, consts + carry)
    pairs = zip(state, outputs, strict=False)
    still = {i for i, out in pairs if type(out) is Edge and out == inputs[i]}
    fixed = {inputs[i]: operands[i] for i in (*range(consts), *sorted(still))}
    rows = dict(zip(inputs[state.stop :], operands[state.stop :], strict=True))
    known = _known(fixed, uniformly=False) | _known(rows, uniformly=True)
    lifted = _lifted(graph, fixed, known, make, steps=steps)
    leaves = {e: Edge(Leaf("fixed", Aval(*e.aval)), 0) for e in lifted}
    moving = [i - consts for i in state if i not in still]
    results = [outputs[k] for k in (*moving, *range(carry, len(outputs)))]
    results = rebuild(results, {e: known.get(e, e) for e in inputs} | leaves)
    used = set(leaves_of(results))
    first = {e: x for e, x in fixed.items() if e not in known and e.node in used}
    first |= {leaves[e]: x for e, x in lifted.items() if leaves[e].node in used}
    last = {e: x for e, x in rows.items() if e not in known and e.node in used}
    count = len(first) + len(moving) + len(last)
    if count == len(inputs) and not lifted and not still:
        return None
    arguments = [*first, *(inputs[consts + k] for k in moving), *last]
    given = [
        *first.values(),
        *(operands[consts + k] for k in moving),
        *last.values(),
    ]
    return _Settled(Graph(arguments, results), given, len(first), moving)


def _known(operands: dict[Edge, Any], *, uniformly: bool) -> dict[Edge, Any]:
    """For an input the constant that it is, or another input that is equal to it."""
    known: dict[Edge, Any] = {}
    first: dict[Edge, Edge] = {}
    for edge, operand in operands.items():
        if type(operand) is Edge:
            same = first.setdefault(operand, edge)
            if same is not edge:
                known[edge] = same
        elif not uniformly:
            known[edge] = operand
        else:  # an element of an array that repeats a number
            value = uniform_value(operand)
            if value is not None:
                known[edge] = uniform(value, edge.aval)
    return known


def _lifted(
    graph: Graph,
    fixed: dict[Edge, Any],
    known: dict[Edge, Any],
    make: Make,
    *,
    steps: bool,
) -> dict[Edge, Any]:
    """What depends on fixed inputs alone, computed outside; views of it stay inside."""
    values = {e: x for e, x in known.items() if type(x) is not Edge}
    values |= {e: fixed[x] for e, x in known.items() if type(x) is Edge and x in fixed}
    values |= fixed
    free: set[Node] = set()
    for node in graph.nodes:
        operands = [e for e in node.inputs if type(e) is Edge]
        if (steps or form_of(node.primitive).is_total) and all(
            e in values or e.node in free for e in operands
        ):
            free.add(node)
    pending = [e for n in graph.nodes if n not in free for e in n.inputs]
    pending += graph.outputs
    found: dict[Edge, None] = {}
    while pending:
        edge = pending.pop()
        if type(edge) is not Edge or edge.node not in free or edge in found:
            continue
        if form_of(edge.node.primitive).is_view:
            pending += edge.node.inputs
        else:
            found[edge] = None
    if not found:
        return {}
    _apply([n for n in toposort(found) if n in free], values, make)
    return {edge: values[edge] for edge in sorted(found, key=_order)}


def _order(edge: Edge) -> tuple[int, int]:
    return edge.node.sequence, edge.index


def _apply(nodes: Iterable[Node], known: dict[Edge, Any], make: Make) -> None:
    """Apply the primitives of nodes; what is known has the edges they take, then give."""
    for node in nodes:
        operands = [known[e] if type(e) is Edge else e for e in node.inputs]
        avals: Any = node.avals if node.primitive.multiple else node.avals[0]
        out = make(node.primitive.name, operands, node.params, avals)
        outs = out if node.primitive.multiple else (out,)
        known.update((Edge(node, i), x) for i, x in enumerate(outs))
