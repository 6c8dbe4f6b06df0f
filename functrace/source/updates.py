"""Writes to parts of arrays: in place, where nobody needs the array as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.node import Edge, Node
from functrace.source import text
from functrace.source.notation import index_entries
from functrace.source.scope import ArrayMemory, NumpyScope, NumpyValue, aval_in_text
from functrace.source.text import Text

_SMALL, _FEW = 8, 4  # elements


def write_update(scope: NumpyScope, node: Node) -> None:
    """Write `index_update` or `index_add`."""
    base, _, *arrays = node.inputs
    edge = Edge(node, 0)
    if not node.avals[0].shape:
        _write_number(scope, node)
        return
    scope.settle_all(arrays)
    places = [scope.operand(a) for a in arrays]
    if node.name == "index_update" and _has_order(arrays):
        places = [text.call("np.ascontiguousarray", place) for place in places]
    entries = index_entries(node.params["index"], places, node.avals[0].shape)
    _ready(scope, node)
    scope.comment(node)
    name = _target(scope, node)
    new = _value(scope, node)
    where = text.part_text(Text(name), entries)
    once = all(_names_once(a) for a in arrays)
    if node.name == "index_update":
        scope.assign(where.code, new)
    elif once:
        scope.lines += text.statement(scope.indent, f"{where.code} += ", new)
    else:
        index = entries[0] if len(entries) == 1 else f"np.s_[{', '.join(entries)}]"
        added = text.call("np.add.at", name, index, new)
        scope.lines += text.statement(scope.indent, "", added)
    memories = scope.memories(base) if name_of(scope, base) == name else frozenset()
    scope.take(node.inputs)
    scope.hold(name, edge, memories or frozenset([ArrayMemory(owned=True)]))


def _write_number(scope: NumpyScope, node: Node) -> None:
    """The same of an array without dimensions, which is a number in the text."""
    base, new = scope.read(node)[:2]
    added = text.binary("+", text.SUM, base, new)
    expression = added if node.name == "index_add" else new
    scope.take(node.inputs)
    scope.bind(Edge(node, 0), expression, frozenset())


def name_of(scope: NumpyScope, operand: Any) -> str:
    """The variable that an operand is; "" if it is an expression."""
    if type(operand) is not Edge or operand not in scope.values:
        return ""
    return scope.values[operand].text.code


def _names_once(array: Any) -> bool:
    """Whether an array of an index, a mask or a number, names no element twice."""
    aval = aval_in_text(array)
    return aval.dtype == bool or not aval.shape


def _has_order(arrays: Sequence[Any]) -> bool:
    """Whether of elements named twice the last in C order counts, not in memory's."""
    return any(len(aval_in_text(a).shape) > 1 for a in arrays)


def _ready(scope: NumpyScope, node: Node) -> None:
    """Compute what is written, if that must be an array of its own."""
    base, value, *arrays = node.inputs
    shared = scope.memories(value) & scope.memories(base)
    if type(value) is Edge and (arrays or shared):
        scope.settle(value)


def _value(scope: NumpyScope, node: Node) -> Text:
    """What is written, which must not be a view of what it is written to."""
    base, value, *arrays = node.inputs
    among = [base.aval.dtype if type(base) is Edge else base.dtype]
    shared = scope.memories(value) & scope.memories(base)
    found = scope.operand(value, among)
    if node.name == "index_update" and type(value) is Edge and _has_order(arrays):
        return text.call("np.ascontiguousarray", found)
    if shared:
        return text.method(found, "copy")
    first = aval_in_text(arrays[0]) if arrays else None
    if first is not None and len(node.avals[0].shape) == 1 < len(first.shape):
        return text.call("np.broadcast_to", found, text.literal(first.shape))
    return found


def _target(scope: NumpyScope, node: Node) -> str:
    """The variable that holds the array which is written to."""
    base = node.inputs[0]
    edge = Edge(node, 0)
    if type(base) is not Edge:
        return _begun(scope, edge, np.asarray(base))
    if _is_spent(scope, node):
        scope.settle(base)
        name = scope.values[base].text.code
        scope.disturb(name, but=node.inputs[1])
        scope.disturb_memories(scope.memories(base), but=node.inputs[1])
        return name
    scope.settle(base)
    return _copied(scope, edge, text.method(scope.operand(base), "copy"))


def _begun(scope: NumpyScope, edge: Edge, array: Any) -> str:
    """A constant to write to; of zeros with few other elements, these are written."""
    places = [*zip(*np.nonzero(array), strict=True)] if array.size > _SMALL else []
    if not 0 < len(places) <= _FEW or np.signbit(array.real[array == 0]).any():
        return _copied(scope, edge, scope.constants.own(array))
    name = _copied(scope, edge, scope.constants.own(np.zeros(array.shape, array.dtype)))
    for place in places:
        entries = [str(int(i)) for i in place]
        number = text.literal(array[place].item())
        scope.assign(text.part_text(Text(name), entries).code, number)
    return name


def _copied(scope: NumpyScope, edge: Edge, expression: Text) -> str:
    name = scope.name_for(edge)
    scope.assign(name, expression)
    return name


def _is_spent(scope: NumpyScope, node: Node) -> bool:
    """Whether nobody looks at the array after this write, and it is the function's own."""
    base = node.inputs[0]
    memories = scope.values[base].memories
    if scope.left(base) != 1 or not all(m.owned for m in memories):
        return False
    taken = [e for e in node.inputs[1:] if type(e) is Edge and e in scope.values]
    others = [
        value
        for edge, value in scope.values.items()
        if edge != base and value.memories & memories and edge not in taken
    ]
    kept = [e for e in taken if scope.left(e) > taken.count(e)]
    shared = [e for e in kept if scope.values[e].memories & memories]
    return bool(memories) and not others and not shared


def is_carried(graph: Any, number: int, base: Edge) -> bool:
    """Whether an output of a loop's body is one of its inputs that was written to."""
    output = graph.outputs[number]
    if type(output) is not Edge:
        return False
    if sum(type(e) is Edge and e == output for e in graph.outputs) > 1:
        return False
    edge: Any = output
    while type(edge) is Edge and edge.node.primitive is not None:
        if edge.node.name not in ("index_update", "index_add"):
            return False
        edge = edge.node.inputs[0]
    return type(edge) is Edge and edge == base and output != base


def held(scope: NumpyScope, operand: Any, *, owned: bool) -> NumpyValue:
    """An operand as a loop's body sees it."""
    memories = (
        frozenset([ArrayMemory(owned=owned)]) if aval_in_text(operand).shape else None
    )
    return NumpyValue(scope.operand(operand), memories or frozenset())
