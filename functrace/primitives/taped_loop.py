"""Loops in compiled programs that keep what their reverse takes.

In reverse mode a `while_loop` is run once more, by `repeat_pull`, for what its rounds keep.
What is compiled has this run as an operation of its own, which computes all that the loop
does: it takes the loop's place, and rounds are computed once.

How long the rows are nobody knows before, so they are no arrays of the graph: a `tape` is
memory of the native function in which the loop and its reverse are run. Where they are in
different ones, or the rows would be very many, the loop is run once more: `taped_pull`
takes its operands, too. Which loops have tapes is decided in `_rewrites/keeping.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from functrace.compiler.forms import Control
from functrace.core.aval import Aval
from functrace.core.closure import part_of
from functrace.core.graph import Graph
from functrace.core.keys import graph_key
from functrace.core.rule import Unsupported
from functrace.engine.batching import one_by_one
from functrace.engine.liveness import Member, Pruned
from functrace.primitives._lazy_modules import loop_rules, taped
from functrace.primitives._loops import Body, number, origins, parts
from functrace.primitives._make import primitive
from functrace.primitives._rewrites import pruning
from functrace.primitives._stopping import COUNT
from functrace.primitives.effect import tokens_of
from functrace.primitives.while_loop import rounds_of, while_loop

NOWHERE = np.int64(-1)
"""Where the rows of a loop are that has kept none."""

_COMPILED = Unsupported("it is made for programs only, of what has derivatives.")


tape = primitive(
    "tape",
    lambda *_: (np.int64(0),),
    lambda *_: (COUNT,),
    vjp=_COMPILED,
    jvp=_COMPILED,
    batch=one_by_one,
    lower=lambda: Control(taped.emit_tape, keeps=True),  # it stays with its loop
    multiple=True,
    doc="The address of what is known of rows that loops keep, of none so far; 0 if "
    "nothing is to be kept. The operands say where it belongs.",
)

# -- forward ---------------------------------------------------------------------------


def _impl(_: Any, *operands: Any, cond: Graph, **params: Any) -> tuple[Any, ...]:
    body = Body.of(params)
    consts, state, _ = body.split(operands)
    count = 0
    for state, _ in rounds_of(cond, body, consts, state):  # noqa: B007, B020 - the last one
        count += 1
    return (*map(number, state), np.int64(count), NOWHERE)


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
    found = [Member(key, _moved(own.operands), range(body.carry + 2))]
    for other, operands, outputs in others:
        if cond is None:
            break
        key = "while_loop", graph_key(cond), graph_key(other.graph), other.consts
        found.append(Member(key, _moved(operands), [*outputs, body.carry]))
        cond = cond.derived.get("origin")
    return found


def _moved(operands: Iterable[int]) -> list[int]:
    """Positions of operands of the loop behind that of the tape."""
    return [i + 1 for i in operands]


def _prune(params: dict[str, Any], used: tuple[bool, ...]) -> Pruned | None:
    """Without carries that nothing depends on; without rows that nobody takes."""
    if used[-1]:
        found = pruning.prune_while(params, used)
        return found and found._replace(operands=[0, *_moved(found.operands)])
    body = Body.of(params)
    graph = part_of(body.graph.inputs, body.outputs.carry)
    left = {"cond": params["cond"], "body": graph, "consts": body.consts}
    whole = Pruned(left, range(len(graph.inputs)), range(len(used) - 1))
    found = pruning.prune_while(left, used[:-1]) or whole
    return found._replace(operands=_moved(found.operands), primitive=while_loop)


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
    lower=lambda: Control(taped.emit_taped_loop, fills=True),
    multiple=True,
    doc="A `while_loop` that keeps rows on a tape; also how often, and where they are.",
)


# -- backward --------------------------------------------------------------------------


def _pull_impl(
    place: Any,
    address: Any,
    count: Any,
    *operands: Any,
    cond: Graph,
    backward: Graph,
    fixed: int,
    **params: Any,
) -> tuple[Any, ...]:
    del (
        place,
        address,
        count,
    )  # there are as many rounds as there are, whatever was decided
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
    lower=lambda: Control(taped.emit_taped_pull, ends=True),
    multiple=True,
    doc="What `repeat_pull` gives, from the rows that a loop has kept, or keeps again.",
)
