"""The operations of a graph in C: elements are nested where they are used once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Node
from functrace.source.c import text
from functrace.source.c.control import write_scan, write_switch, write_while
from functrace.source.c.functions import ELEMENTWISE, Elements
from functrace.source.c.scope import (
    CScope,
    CValue,
    Places,
    held,
    refuse,
)
from functrace.source.c.sums import SUMS
from functrace.source.c.updates import write_update
from functrace.source.c.views import VIEWS
from functrace.source.text import Text

_SAME = frozenset(("alias", "seed", "stop_gradient", "arrange"))


def write_node(scope: CScope, node: Node) -> None:
    """Write an operation, or note the expression that an element of it is."""
    name = node.name
    if name in _SPECIAL:
        _SPECIAL[name](scope, node)
    elif name in _SAME:
        _note(scope, node, scope.value(node.inputs[0]))
    elif name in ELEMENTWISE:
        _write_elements(scope, node)
    elif name in VIEWS:
        _write_view(scope, node)
    elif name in SUMS:
        SUMS[name](scope, node)
    else:
        refuse(node)


def can_write(name: str) -> bool:
    """Whether there is something in C for an operation."""
    tables = (_SPECIAL, _SAME, ELEMENTWISE, VIEWS, SUMS)
    return any(name in table for table in tables)


def _note(scope: CScope, node: Node, value: CValue) -> None:
    scope.take(node.inputs)
    scope.set(Edge(node, 0), value)


def _write_elements(scope: CScope, node: Node) -> None:
    """An operation on each element."""
    shape = tuple(node.avals[0].shape)
    for operand in node.inputs:
        if type(operand) is Edge:
            value = scope.values[operand]
            if value.shape != shape and not value.is_view:
                scope.settle(operand)  # else it would be computed again and again
    operands = [_operand(scope, node, x, shape) for x in node.inputs]
    dtypes = [x.dtype for x in operands]
    if node.name == "convert" and dtypes[0] == node.avals[0].dtype:
        _write_number(scope, node, operands[0])
        return

    def element(at: Places) -> Text:
        given = [x.element(at) for x in operands]
        found = ELEMENTWISE[node.name](Elements(node, given, dtypes))
        return refuse(node) if found is None else found

    _finish(scope, node, CValue(element, shape, np.dtype(node.avals[0].dtype)))


def _write_number(scope: CScope, node: Node, value: CValue) -> None:
    """A Python number, which is of the right type in C."""
    _note(scope, node, CValue(value.element, value.shape, value.dtype, value.name))


def _operand(scope: CScope, node: Node, operand: Any, shape: tuple[int, ...]) -> CValue:
    """An operand; a constant number has the type that the operation computes in."""
    if type(operand) is Edge or np.ndim(operand):
        return scope.spread(operand, shape)
    dtypes = [e.aval.dtype for e in node.inputs if type(e) is Edge]
    dtype = np.result_type(*dtypes, operand) if dtypes else np.asarray(operand).dtype
    number = text.number(operand, dtype)
    return CValue(lambda at: number, shape, np.dtype(dtype))


def _finish(scope: CScope, node: Node, value: CValue) -> None:
    """Nest what is short and used once; compute anything else."""
    edge = Edge(node, 0)
    scope.take(node.inputs)
    if not scope.left(edge):
        return
    nested = scope.left(edge) == 1 and not scope.variable(node)
    if nested and not scope.is_long(value):
        scope.set(edge, value)
    else:
        scope.bind(edge, value)


def _write_view(scope: CScope, node: Node) -> None:
    """The same elements at other places: those of a variable are read there."""
    operand = node.inputs[0]
    edge = Edge(node, 0)
    repeated = scope.left(edge) > 1 or node.name == "broadcast_to"
    if type(operand) is Edge and (repeated or scope.left(operand) > 1):
        scope.source(operand)
    aval = node.avals[0]
    element = VIEWS[node.name](scope, node, scope.value(operand))
    if element is None and node.name == "reshape":
        _copy_in_order(scope, node)
        return
    if element is None:
        refuse(node)
    read = scope.value(operand)
    is_view = bool(read.name) or read.is_view
    made = CValue(element, tuple(aval.shape), np.dtype(aval.dtype), is_view=is_view)
    scope.take(node.inputs)
    if scope.left(edge) > 1 and not aval.shape:
        scope.bind(edge, made)
    else:
        scope.set(edge, made)


def _copy_in_order(scope: CScope, node: Node) -> None:
    """A copy of the elements, in C order, in another shape."""
    operand, edge = node.inputs[0], Edge(node, 0)
    source = scope.settled(operand)
    if not source.name:
        refuse(node)
    aval = Aval(node.avals[0].shape, node.avals[0].dtype)
    scope.comment(node)
    name = scope.array(edge, aval)
    size = f"{aval.size} * sizeof({scope.type_of(aval)})"
    scope.emit(f"memcpy({name}, {source.name}, {size});")
    _note(scope, node, held(name, aval))


def _write_joined(scope: CScope, node: Node) -> None:
    """Arrays one after another, or side by side."""
    edge, axis = Edge(node, 0), node.params["axis"]
    aval = Aval(node.avals[0].shape, node.avals[0].dtype)
    values = [scope.value(x) for x in node.inputs]
    scope.comment(node)
    name = scope.array(edge, aval)
    begin = 0
    for value in values:
        with scope.loops(value.shape) as at:
            if node.name == "stack":
                places = (*at[:axis], str(begin), *at[axis:])
            else:
                places = (*at[:axis], text.offset(at[axis], begin), *at[axis + 1 :])
            new = value.element(at)
            if value.dtype != aval.dtype:
                new = text.cast(aval.dtype, new)
            scope.put(text.element(name, places), new)
        begin += 1 if node.name == "stack" else value.shape[axis]
    _note(scope, node, held(name, aval))


def _write_on_diagonal(scope: CScope, node: Node) -> None:
    edge, offset = Edge(node, 0), node.params["offset"]
    aval = Aval(node.avals[0].shape, node.avals[0].dtype)
    x = scope.value(node.inputs[0])
    zero = text.number(0, aval.dtype)
    scope.comment(node)
    name = scope.array(edge, aval)
    scope.store(name, CValue(lambda at: zero, tuple(aval.shape), x.dtype))
    rows, columns = max(-offset, 0), max(offset, 0)
    with scope.loops(x.shape) as at:
        places = (*at[:-1], text.offset(at[-1], rows), text.offset(at[-1], columns))
        scope.put(text.element(name, places), x.element(at))
    scope.take(node.inputs)
    scope.set(edge, held(name, aval))


def _write_eye(scope: CScope, node: Node) -> None:
    dtype = np.dtype(node.params["dtype"])

    def element(at: Places) -> Text:
        ones = text.number(1, dtype), text.number(0, dtype)
        return text.choice(Text(f"{at[0]} == {at[1]}", text.COMPARISON), *ones)

    _finish(scope, node, CValue(element, tuple(node.avals[0].shape), dtype))


def _write_remat(scope: CScope, node: Node) -> None:
    graph = node.params["graph"]
    scope.block(graph, [scope.settled(x) for x in node.inputs])
    for k, output in enumerate(graph.outputs):
        value = scope.settled(output)
        scope.set(Edge(node, k), value)
    scope.take(graph.outputs)
    scope.take(node.inputs)


_SPECIAL: dict[str, Callable[[CScope, Node], None]] = {
    "index_update": write_update,
    "index_add": write_update,
    "concatenate": _write_joined,
    "stack": _write_joined,
    "on_diagonal": _write_on_diagonal,
    "eye": _write_eye,
    "scan": write_scan,
    "while_loop": write_while,
    "switch": write_switch,
    "remat": _write_remat,
}
