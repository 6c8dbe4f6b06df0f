"""The operations of a graph as statements, nested where they are used once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from functrace.core.errors import MissingRuleError, message
from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.source import text
from functrace.source.branches import write_switch
from functrace.source.loops import write_scan, write_while
from functrace.source.notation import SAME, TABLE, VIEWS, Application, written
from functrace.source.replays import write_replay
from functrace.source.scope import ArrayMemory, NumpyScope, NumpyValue, aval_in_text
from functrace.source.syntax import QuotingError
from functrace.source.text import Text
from functrace.source.updates import write_update

_NESTED = 56  # characters of an expression that is written where it is used
_CHEAP = 14  # of one that is written more than once
_PARTS = {
    "eigh": ("values", "vectors"),
    "eig": ("values", "vectors"),
    "driven_eigh": ("values", "vectors"),
    "qr": ("q", "r"),
    "svd": ("u", "s", "vh"),
    "slogdet": ("sign", "logdet"),
    "sort": ("ordered", "order"),
    "frexp": ("mantissa", "exponent"),
    "modf": ("fraction", "whole"),
}


def write_node(scope: NumpyScope, node: Node) -> None:
    """Write an operation, or note the expression that it is."""
    special = _SPECIAL.get(node.name)
    if special is not None:
        special(scope, node)
    elif node.name in SAME:
        _write_same(scope, node)
    elif node.primitive.multiple:
        _write_several(scope, node)
    else:
        _write_one(scope, node)


def _write_same(scope: NumpyScope, node: Node) -> None:
    operand = node.inputs[0]
    value = NumpyValue(scope.operand(operand), scope.memories(operand))
    if type(operand) is Edge:
        scope.settle(operand)
        value = scope.values[operand]
    scope.take(node.inputs)
    scope.set(Edge(node, 0), value)


def _write_one(scope: NumpyScope, node: Node) -> None:
    edge = Edge(node, 0)
    expression = _fitting(scope, node)
    memories, sources = _memories(scope, node), scope.sources(node.inputs)
    reads_view = node.name in VIEWS
    scope.take(node.inputs)
    uses = scope.left(edge)
    short = len(expression.code) <= _NESTED
    nested = uses == 1 and short and not _is_named(scope, edge)
    cheap = reads_view and len(expression.code) <= _CHEAP and not scope.variable(node)
    if nested or cheap:
        scope.set(edge, NumpyValue(expression, memories, pending=True, sources=sources))
    elif uses:
        scope.bind(edge, expression, memories)


def _is_named(scope: NumpyScope, edge: Edge) -> bool:
    return bool(scope.variable(edge.node)) or edge in scope.wishes


def _fitting(scope: NumpyScope, node: Node) -> Text:
    """The expression; of its operands the longest are computed before, if it is long."""
    target = scope.variable(node) or "t10"
    while True:
        expression = _expression(scope, node)
        pending = [
            e for e in node.inputs if type(e) is Edge and scope.values[e].pending
        ]
        if len(expression.code) <= scope.room(target) or not pending:
            return expression
        scope.settle(max(pending, key=lambda e: len(scope.values[e].text.code)))


def _expression(scope: NumpyScope, node: Node) -> Text:
    operands = scope.read(node)
    avals = [aval_in_text(operand) for operand in node.inputs]
    found = written(Application(node, operands, avals))
    if found is not None:
        if "special" in found.names:
            scope.quotes.imports.add("from scipy import special")
        return found
    try:
        return scope.quotes.application(node.primitive.impl, operands, node.params)
    except QuotingError:
        refuse(node)


def refuse(node: Node) -> NoReturn:
    """Raise MissingRuleError: there is no text for an operation."""
    raise MissingRuleError(
        message(
            f"functrace.to_source: the operation {node.name} cannot be written with "
            "NumPy and SciPy alone.",
            source=node.source,
            help="write that part with other functions.",
        )
    )


def _memories(scope: NumpyScope, node: Node) -> frozenset[ArrayMemory]:
    """What the output may share memory with."""
    if not node.avals[0].shape and (node.name not in VIEWS or _is_number(node)):
        return frozenset()
    if node.name in VIEWS:  # through which nothing is written
        return scope.memories(node.inputs[0]) | {ArrayMemory(owned=False)}
    if node.name in TABLE or isinstance(node.primitive.impl, np.ufunc):
        return frozenset([ArrayMemory(owned=True)])
    shared = [scope.memories(operand) for operand in node.inputs]
    return frozenset([ArrayMemory(owned=False)]).union(*shared)


def _is_number(node: Node) -> bool:
    """Whether NumPy gives an element itself, and no view without dimensions."""
    index = node.params.get("index", Ellipsis)
    entries = index if type(index) is tuple else (index,)
    return not any(entry is Ellipsis for entry in entries)


def _write_several(scope: NumpyScope, node: Node) -> None:
    expression = _fitting(scope, node)
    memories = _memories(scope, node) | {ArrayMemory(owned=False)}
    scope.take(node.inputs)
    edges = [Edge(node, i) for i in range(len(node.avals))]
    wanted = _PARTS.get(node.name, ())
    targets: list[str] = []
    scope.comment(node)
    with scope.reading(expression):
        for i, edge in enumerate(edges):
            if not scope.left(edge):
                targets.append("_")
            elif i < len(wanted):
                targets.append(scope.reused(wanted[i]))
            else:
                targets.append(scope.names.new(f"{node.name}_{i + 1}"))
    comma = "," if len(targets) == 1 else ""
    scope.assign(f"{', '.join(targets)}{comma}", expression)
    for edge, target in zip(edges, targets, strict=True):
        if scope.left(edge):
            scope.hold(target, edge, memories)


def _write_remat(scope: NumpyScope, node: Node) -> None:
    """A graph, among the other operations."""
    graph: Graph = node.params["graph"]
    scope.settle_all(node.inputs)
    values = [
        NumpyValue(scope.operand(operand), scope.memories(operand))
        for operand in node.inputs
    ]
    scope.block(graph, values)
    hand_out(scope, node, graph.outputs)
    scope.take(node.inputs)


def hand_out(scope: NumpyScope, node: Node, outputs: Sequence[Any]) -> None:
    """Have a node's outputs be those of the graph that it stands for."""
    for i, output in enumerate(outputs):
        if type(output) is Edge:
            scope.settle(output)
        value = NumpyValue(scope.operand(output), scope.memories(output))
        scope.set(Edge(node, i), value)
    scope.take(outputs)


def _write_require(scope: NumpyScope, node: Node) -> None:
    """A condition, without which there is an error."""
    scope.settle_all(node.inputs[:1])
    x, ok = scope.read(node)
    said = node.inputs[1], node.params["message"]
    if type(node.inputs[1]) is Edge:
        if said in scope.checked:
            _pass_on(scope, node, x)
            return
        scope.checked.append(said)
    scope.comment(node)
    error = node.params.get("error", ValueError).__name__
    holds = text.call("np.all", ok) if aval_in_text(node.inputs[1]).shape else ok
    scope.emit(f"if not {holds.at(text.NOT)}:")
    scope.indent += 4
    lines = node.params["message"].splitlines()
    said = text.call(f"raise {error}", text.literal(lines[0]))
    scope.lines += text.statement(scope.indent, "", said)
    scope.indent -= 4
    _pass_on(scope, node, x)


def _pass_on(scope: NumpyScope, node: Node, x: Text) -> None:
    value = NumpyValue(x, scope.memories(node.inputs[0]))
    scope.take(node.inputs)
    scope.set(Edge(node, 0), value)


_SPECIAL = {
    "index_update": write_update,
    "index_add": write_update,
    "scan": write_scan,
    "while_loop": write_while,
    "switch": write_switch,
    "repeat_pull": write_replay,
    "remat": _write_remat,
    "require": _write_require,
}
