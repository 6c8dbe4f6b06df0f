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
from functrace.core.primitive import Primitive
from functrace.engine.rewrite import Make, is_same, maker
from functrace.primitives import scan as scan_loop
from functrace.primitives import switch as switches
from functrace.primitives import taped_loop as taped_loops
from functrace.primitives import while_loop as while_loops
from functrace.primitives._lanes import cannot_fail
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs, parts
from functrace.primitives._rewrites.pruning import prune_switch
from functrace.primitives._rewrites.sums import gather_sums

# -- what is the same in every round ---------------------------------------------------


class _Settled(NamedTuple):
    """A loop of which the body takes and does less.

    Attributes
    ----------
    body : Body
        Without the outputs that stand for carries which never change.
    operands : list
    moving : list of int
        The carries that are left.
    """

    body: Body
    operands: list[Any]
    moving: list[int]


def scan(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """What is the same in every round is computed once, before the loop."""
    body = Body.of(params)
    if not params["length"]:
        return None
    given = body.split(operands)
    found = _settle(body, given, make, steps=True)
    if found is None:
        return gather_sums(operands, params, out, make)
    small, avals = found.body, body.split_outputs(out)
    left = (*(avals.carry[k] for k in found.moving), *avals.ys)
    changed = params | small.params
    outs = make(scan_loop.scan, found.operands, changed, left) if left else ()
    return _with_still(given.carry, found.moving, small.split_outputs(outs))


def while_loop(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """Likewise; what can fail stays in the loop, which may have no rounds."""
    return _open_ended(while_loops.while_loop, operands, params, out, make)


def taped_loop(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """Likewise, of a loop that keeps rows."""
    return _open_ended(taped_loops.taped_loop, operands, params, out, make)


def taped_pull(
    operands: list[Any], params: dict[str, Any], out: tuple[Aval, ...], make: Make
) -> Any:
    """It takes what is left of the loop."""
    place, address, count, *others = operands
    if maker(place) is not taped_loops.taped_loop:
        return None
    loop = place.node
    given, rest = parts(others, len(params["body"].inputs))
    graphs = all(params[name] is loop.params[name] for name in ("cond", "body"))
    edges = zip(given, loop.inputs[1:], strict=False)
    if graphs and all(x == y for x, y in edges if Edge in (type(x), type(y))):
        return None
    inputs = [place, address, count, *loop.inputs[1:], *rest]
    return make(taped_loops.taped_pull, inputs, params | loop.params, out)


def _open_ended(
    loop: Primitive,
    operands: list[Any],
    params: dict[str, Any],
    out: tuple[Aval, ...],
    make: Make,
) -> Any:
    cond, body = params["cond"], Body.of(params)
    tape, operands = parts(operands, len(operands) - len(cond.inputs))
    own = dict(zip(cond.inputs, body.graph.inputs, strict=True))
    asked = rebuild(cond.outputs, own)
    joined = LoopOutputs(body.outputs.carry, [*asked, *body.outputs.ys])
    given = body.split(operands)
    found = _settle(Body.make(body.inputs, joined), given, make, steps=False)
    if found is None or not found.moving:
        return None
    small, moving = found.body, found.moving
    (goes_on, *rows), inputs = small.outputs.ys, small.graph.inputs
    sizes = {"consts": small.consts, "carry": small.carry}
    changed = {
        "cond": Graph(inputs, [goes_on]),
        "body": Graph(inputs, [*small.outputs.carry, *rows]),
        **{name: size for name, size in sizes.items() if name in params},
    }
    avals, others = out[: body.carry], out[body.carry :]
    left = (*(avals[k] for k in moving), *others)
    outs = make(loop, [*tape, *found.operands], params | changed, left)
    return _with_still(given.carry, moving, small.split_outputs(outs))


def _with_still(
    state: Sequence[Any], moving: Sequence[int], outs: LoopOutputs
) -> tuple[Any, ...]:
    """The outputs of a loop: those of the smaller one, and carries that stay."""
    found = dict(zip(moving, outs.carry, strict=False))
    return (*(found.get(k, first) for k, first in enumerate(state)), *outs.ys)


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
    if len(found.operands) == len(operands):
        return None
    return make(
        switches.switch, [operands[i] for i in found.operands], found.params, out
    )


def _settle(
    body: Body, operands: LoopInputs, make: Make, *, steps: bool
) -> _Settled | None:
    inputs, outputs = body.inputs, body.outputs
    pairs = list(zip(inputs.carry, outputs.carry, strict=True))
    still = [k for k, (old, new) in enumerate(pairs) if is_same(old, new)]
    moving = [k for k, (old, new) in enumerate(pairs) if not is_same(old, new)]
    fixed = dict(zip(inputs.consts, operands.consts, strict=True))
    fixed |= {inputs.carry[k]: operands.carry[k] for k in still}
    rows = dict(zip(inputs.xs, operands.xs, strict=True))
    known = _known(fixed, uniformly=False) | _known(rows, uniformly=True)
    lifted = _lifted(body.graph, fixed, known, make, steps=steps)
    leaves = {e: Edge(Leaf("fixed", Aval(*e.aval)), 0) for e in lifted}
    left = LoopOutputs([outputs.carry[k] for k in moving], outputs.ys)
    own = {e: known.get(e, e) for e in body.graph.inputs}
    results = rebuild(left.listed(), own | leaves)
    used = set(leaves_of(results))
    first = {e: x for e, x in fixed.items() if e not in known and e.node in used}
    first |= {leaves[e]: x for e, x in lifted.items() if leaves[e].node in used}
    last = {e: x for e, x in rows.items() if e not in known and e.node in used}
    taken = LoopInputs([*first], [inputs.carry[k] for k in moving], [*last])
    given = [*first.values()], [operands.carry[k] for k in moving], [*last.values()]
    if len(taken.listed()) == len(own) and not lifted and not still:
        return None
    small = Body.make(taken, LoopOutputs(*parts(results, len(moving))))
    return _Settled(small, LoopInputs(*given).listed(), moving)


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
        is_safe = form_of(node.primitive).is_total and cannot_fail(node)
        if (steps or is_safe) and all(e in values or e.node in free for e in operands):
            free.add(node)
    used = [e for n in graph.nodes if n not in free for e in n.inputs]
    ends = list[Edge]()
    toposort(
        (*used, *graph.outputs),
        outer=ends,
        stop=lambda e: e.node not in free or not form_of(e.node.primitive).is_view,
    )
    found = {edge for edge in ends if edge.node in free}
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
        out = make(node.primitive, operands, node.params, avals)
        outs = out if node.primitive.multiple else (out,)
        known.update((Edge(node, i), x) for i, x in enumerate(outs))
