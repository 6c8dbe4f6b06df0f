"""Loops in compiled programs that keep what their reverse takes.

In reverse mode a `while_loop` is run once more, by `repeat_pull`, for what its rounds keep
on a tape. What is compiled has this run as an operation of its own, which computes all that
the loop does: it takes the loop's place, and rounds are computed once.

How long the tape is nobody knows before, so it is no array of the graph: it belongs to the
native function that both operations are a part of. Where they are in different ones, or the
tape would be very long, the loop is run once more: `taped_pull` takes its operands, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.compiler.forms import Control
from functrace.core.aval import Aval
from functrace.core.closure import part_of, renewed
from functrace.core.graph import Graph
from functrace.core.keys import graph_key
from functrace.core.node import Edge, Node, next_sequence
from functrace.core.rule import Unsupported
from functrace.engine.batching import one_by_one
from functrace.engine.liveness import Member, Pruned
from functrace.primitives._lazy_modules import loop_rules, taped
from functrace.primitives._loops import Body, number, origins, parts
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives._stopping import COUNT
from functrace.primitives.effect import tokens_of
from functrace.primitives.while_loop import repeat_pull, rounds_of, while_loop

_COMPILED = Unsupported("it is made for programs only, of what has derivatives.")


def with_tapes(graph: Graph) -> Graph:
    """The graph with loops that are run once more, for their reverse, as operations.

    Not those that may keep so much only: they are cut where they run.
    """
    if not any(node.primitive is repeat_pull for node in graph.nodes):
        return graph
    floor = next_sequence()
    now: dict[Edge, Edge] = {}
    for node in graph.nodes:  # all of them, in the order in which they were
        made = node.again(tuple(renewed(node.inputs, now)))
        if node.primitive is repeat_pull and "limit" not in node.params:
            made = _taped(made)
        now.update((Edge(node, i), Edge(made, i)) for i in range(len(node.avals)))
    outputs = renewed(graph.outputs, now)
    treedefs = graph.in_treedef, graph.out_treedef
    return Graph(graph.arguments, outputs, *treedefs, floor=floor)


def _taped(node: Node) -> Node:
    """An application of `repeat_pull` as two: the loop, and what goes back."""
    params, body = node.params, Body.of(node.params)
    count, *operands = node.inputs
    own = {"cond": params["cond"]} | body._replace(graph=params["forward"]).params
    given, bars = parts(operands, len(body.graph.inputs))
    avals = _abstract_eval(**own)
    loop = Node(taped_loop, tuple(given), own, None, None, None, avals)
    inputs = Edge(loop, len(avals) - 1), count, *given, *given[: body.consts], *bars
    whole = own | {"backward": params["backward"], "fixed": body.consts}
    back = Node(taped_pull, inputs, whole, None, None, None, node.avals)
    loop.source = back.source = node.source
    return back


# -- forward ---------------------------------------------------------------------------


def _impl(*operands: Any, cond: Graph, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    consts, state, _ = body.split(operands)
    count = 0
    for state, _ in rounds_of(cond, body, consts, state):  # noqa: B007, B020 - the last one
        count += 1
    return (*map(number, state), np.int64(count), np.int64(0))


def _abstract_eval(*_: Aval, **params: Any) -> tuple[Aval, ...]:
    body = Body.of(params)
    carry = body.graph.out_avals[: body.carry]
    return (*(Aval(*aval) for aval in carry), COUNT, COUNT)


def _family(params: dict[str, Any]) -> list[Member]:
    """The loop, and those that its body has been made of; none of what has effects."""
    cond, body = params["cond"], Body.of(params)
    if tokens_of(body.graph):
        return []
    own, *others = origins(body)
    key = "taped_loop", graph_key(cond), graph_key(body.graph), body.consts
    found = [Member(key, own.operands, range(body.carry + 2))]
    for other, operands, outputs in others:
        if cond is None:
            break
        key = "while_loop", graph_key(cond), graph_key(other.graph), other.consts
        found.append(Member(key, operands, [*outputs, body.carry]))
        cond = cond.derived.get("origin")
    return found


def _prune(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """Without carries that nothing depends on; without rows that nobody takes."""
    if used[-1]:
        return pruning.prune_while(params, used)
    body = Body.of(params)
    graph = part_of(body.graph.inputs, body.outputs.carry)
    left = {"cond": params["cond"], "body": graph, "consts": body.consts}
    whole = Pruned(left, range(len(graph.inputs)), range(len(used) - 1))
    found = pruning.prune_while(left, used[:-1]) or whole
    return found._replace(primitive=while_loop)


taped_loop = primitive(
    "taped_loop",
    _impl,
    _abstract_eval,
    vjp=_COMPILED,
    jvp=_COMPILED,
    batch=one_by_one,
    prune=_prune,
    family=_family,
    simplify=lambda p: loop_rules.taped_loop,
    lower=lambda: Control(taped.emit_taped_loop),
    multiple=True,
    doc="A `while_loop` that keeps rows; also how often, and what stands for the rows.",
)


# -- backward --------------------------------------------------------------------------


def _pull_impl(
    tape: Any,
    count: Any,
    *operands: Any,
    cond: Graph,
    backward: Graph,
    fixed: int,
    **params: Any,
) -> tuple[Any, ...]:
    del (
        tape,
        count,
    )  # there are as many rounds as there are, whatever was decided before
    body = Body.of(params)
    given, known, bars = parts(operands, len(body.graph.inputs), fixed)
    consts, state, _ = body.split(given)
    rows = [row for _, row in rounds_of(cond, body, consts, state)]
    for row in reversed(rows):
        bars = backward.evaluate([*known, *row, *bars])
    return tuple(map(number, bars))


def _pull_aval(*_: Aval, backward: Graph, **params: Any) -> tuple[Aval, ...]:
    return tuple(Aval(*aval) for aval in backward.out_avals)


taped_pull = primitive(
    "taped_pull",
    _pull_impl,
    _pull_aval,
    vjp=_COMPILED,
    jvp=_COMPILED,
    batch=one_by_one,
    simplify=lambda p: loop_rules.taped_pull,
    lower=lambda: Control(taped.emit_taped_pull, ends=True, heir=True),
    multiple=True,
    doc="What `repeat_pull` gives, from the rows that a loop has kept, or keeps again.",
)
