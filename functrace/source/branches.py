"""One of several graphs, chosen by a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from functrace.core.graph import Graph
from functrace.core.node import Edge, Node
from functrace.source import text
from functrace.source.scope import ArrayMemory, NumpyScope
from functrace.source.text import Text
from functrace.source.updates import held


def write_switch(scope: NumpyScope, node: Node) -> None:
    """The branches, of which one runs; each gives the outputs their values."""
    branches: tuple[Graph, ...] = node.params["branches"]
    index, *operands = node.inputs
    scope.settle_pending()
    scope.comment(node)
    edges = [Edge(node, i) for i in range(len(node.avals))]
    names = [
        _name(scope, branches, i) if scope.left(e) else "" for i, e in enumerate(edges)
    ]
    number = scope.operand(index)
    for k, branch in enumerate(branches):
        scope.emit(_head(number.at(text.COMPARISON + 1), k, len(branches)))
        scope.indent += 4
        scope.comments.forget()
        begin = len(scope.lines)
        for name, output in zip(names, branch.outputs, strict=True):
            if name and type(output) is Edge and output.node.primitive:
                scope.wishes.setdefault(output, name)
        for name in filter(None, names):
            scope.note_variable(name)
        scope.enter_inputs(branch, [held(scope, x, owned=False) for x in operands])
        scope.operations(branch)
        _assign(scope, names, branch.outputs)
        if len(scope.lines) == begin:
            scope.emit("pass")
        scope.indent -= 4
    scope.comments.forget()
    scope.take(node.inputs)
    for name, edge in zip(names, edges, strict=True):
        shared = (
            frozenset([ArrayMemory(owned=False)]) if edge.aval.shape else frozenset()
        )
        if name:
            scope.hold(name, edge, shared)


def _head(number: str, k: int, count: int) -> str:
    """The line before a branch; numbers beyond the ends mean the first, or the last."""
    if k == count - 1:
        return "else:" if k else "if True:"
    return f"if {number} <= 0:" if not k else f"elif {number} == {k}:"


def _name(scope: NumpyScope, branches: Sequence[Graph], i: int) -> str:
    for branch in branches:
        output = branch.outputs[i]
        if type(output) is Edge and output.node.primitive:
            variable = scope.variable(output.node)
            if variable:
                return scope.names.new(variable)
    return scope.names.new("chosen")


def _assign(scope: NumpyScope, names: Sequence[str], outputs: Sequence[Any]) -> None:
    for name, output in zip(names, outputs, strict=True):
        new = scope.operand(output) if name else Text("")
        if new.code != name:
            scope.assign(name, new)
    scope.take(outputs)
