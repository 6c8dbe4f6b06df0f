"""Loops with a condition, run again and then backwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.core.graph import Graph
from functrace.core.node import Node, toposort
from functrace.primitives._loops import Body, LoopInputs, LoopOutputs
from functrace.source import text
from functrace.source.loops import (
    begin_carries,
    carried,
    end_carries,
    note_aliases,
    write_body,
)
from functrace.source.scope import ArrayMemory, NumpyScope, NumpyValue
from functrace.source.text import Text
from functrace.source.updates import held


def write_replay(scope: NumpyScope, node: Node) -> None:
    """As many rounds as there were, each of which leaves a row; then the rows backwards."""
    params = node.params
    body = Body.of(params)
    count, *rest = node.inputs
    operands = body.split(rest)
    forward, kept = _needed(Body(params["forward"], body.consts, body.carry))
    backward: Graph = params["backward"]
    scope.settle_pending()
    consts = [held(scope, const, owned=False) for const in operands.consts]
    given = [operands.carry[k] for k in kept]
    begin = begin_carries(scope, node, forward, given, writes=False)
    scope.take(operands.carry)
    note_aliases(scope, forward, [c.text for c in consts], begin)
    rows = scope.names.new("rounds")
    scope.assign(rows, Text("[]"))
    scope.emit(f"for _ in range({scope.operand(count).code}):")
    left = forward.outputs.ys
    codes: list[str] = []
    write_body(
        scope,
        forward,
        begin,
        [*consts, *map(carried, begin)],
        lambda: codes.extend(_leave(scope, rows, left)),
    )
    _write_backward(scope, node, _Backward(backward, rows, codes), consts, operands.xs)


def _needed(body: Body) -> tuple[Body, list[int]]:
    """The body without the variables that its rows do not depend on; which are left."""
    inputs, outputs = body.inputs, body.outputs
    kept: set[int] = set()
    wanted = [*outputs.ys]
    while True:
        reached = {*toposort(wanted)}
        found = {k for k, edge in enumerate(inputs.carry) if edge.node in reached}
        if found == kept:
            break
        kept = found
        wanted = [*outputs.ys, *(outputs.carry[k] for k in kept)]
    left = sorted(kept)
    state = LoopInputs(inputs.consts, [inputs.carry[k] for k in left])
    return Body.make(
        state, LoopOutputs([outputs.carry[k] for k in left], outputs.ys)
    ), left


class _Backward:
    """The graph of a round backwards, and the rows that it takes."""

    def __init__(self, graph: Graph, rows: str, codes: Sequence[str]) -> None:
        self.graph, self.rows, self.codes = graph, rows, codes


def _leave(scope: NumpyScope, rows: str, outputs: Sequence[Any]) -> list[str]:
    """Keep the row of a round; gives what its values are called."""
    texts = [scope.operand(output) for output in outputs]
    row = texts[0] if len(texts) == 1 else text.listed(texts, "()")
    scope.lines += text.statement(scope.indent, "", text.call(f"{rows}.append", row))
    scope.take(outputs)
    return [t.code for t in texts]


def _write_backward(
    scope: NumpyScope,
    node: Node,
    backward: _Backward,
    consts: Sequence[NumpyValue],
    bars: Sequence[Any],
) -> None:
    graph, count = backward.graph, len(backward.codes)
    inputs = LoopInputs(
        graph.inputs[: len(consts) + count],
        graph.inputs[len(consts) + count :],
    )
    made = Body.make(inputs, LoopOutputs(graph.outputs))
    carries = begin_carries(scope, node, made, bars, writes=False)
    scope.take(bars)
    names = [_row_name(scope, code) for code in backward.codes]
    target = ", ".join(names) or "_"
    scope.emit(f"for {target} in reversed({backward.rows}):")
    shared = frozenset([ArrayMemory(owned=False)])
    values = [NumpyValue(Text(name), shared) for name in names]
    write_body(scope, made, carries, [*consts, *values, *map(carried, carries)])
    body = Body.of(node.params)
    count, *rest = node.inputs
    scope.take([count, *body.split(rest).consts])
    end_carries(scope, node, carries)


def _row_name(scope: NumpyScope, code: str) -> str:
    return scope.reused(code) if code.isidentifier() else scope.names.temporary()
