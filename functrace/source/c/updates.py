"""Writes to parts of arrays in C: in place, where nobody needs the array as it was."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.node import Edge, Node
from functrace.source.c import text
from functrace.source.c.scope import CScope, aval_in_text, held, refuse
from functrace.source.c.views import gathered_places, places_of

_FEW = 4  # elements


def write_update(scope: CScope, node: Node) -> None:
    """Write `index_update` or `index_add`."""
    base, value, *arrays = node.inputs
    aval = Aval(node.avals[0].shape, node.avals[0].dtype)
    if not aval.shape:
        refuse(node)
    part = _part_shape(node, aval, arrays)
    given = scope.value(value)
    if len(given.shape) > len(part):
        refuse(node)
    whole = all(n == 1 for n in part)
    before = scope.values[base].name if type(base) is Edge else ""
    if type(value) is Edge and not given.name and before in given.reads and not whole:
        scope.settle(value)
    for array in arrays:
        scope.settled(array)
    name = _target(scope, node, aval)
    found = (
        gathered_places(scope, node, arrays, tuple(aval.shape))
        if arrays
        else places_of(node.params["index"], tuple(aval.shape))
    )
    if found is None:
        refuse(node)
    new = scope.spread(value, part)
    scope.comment(node)
    with scope.loops(part) as at:
        element = new.element(at)
        if new.dtype != aval.dtype:
            element = text.cast(aval.dtype, element)
        how = "+=" if node.name == "index_add" else "="
        scope.put(text.element(name, found(at)), element, how)
    scope.take(node.inputs)
    scope.set(Edge(node, 0), held(name, aval))


def _part_shape(node: Node, aval: Aval, arrays: list[Any]) -> tuple[int, ...]:
    """The shape of what an index names."""
    dummy = np.broadcast_to(np.empty((), bool), aval.shape)
    given = iter(arrays)
    index = node.params["index"]
    entries = index if type(index) is tuple else (index,)
    filled: list[Any] = []
    for entry in entries:
        if isinstance(entry, str):
            own = aval_in_text(next(given))
            if own.dtype == bool:
                refuse(node)
            filled.append(np.zeros(own.shape, int))
        else:
            filled.append(entry)
    return dummy[tuple(filled)].shape


def _target(scope: CScope, node: Node, aval: Aval) -> str:
    """The array that is written to."""
    base, edge = node.inputs[0], Edge(node, 0)
    if type(base) is Edge:
        value = scope.settle(base) if _is_spent(scope, node) else scope.value(base)
        if _is_spent(scope, node) and value.name in scope.owned:
            scope.disturb(value.name, node.inputs)
            return value.name
    scope.comment(node)
    name = scope.array(edge, aval)
    if type(base) is Edge or not _begin_sparse(scope, name, np.asarray(base)):
        scope.store(name, scope.spread(base, tuple(aval.shape)))
    return name


def _begin_sparse(scope: CScope, name: str, array: np.ndarray) -> bool:
    """Write zeros with few other elements as that; whether it is one."""
    places = [*zip(*np.nonzero(array), strict=True)]
    zeros = array == 0
    if (
        not 0 < len(places) <= _FEW
        or array.size <= 2 * _FEW
        or np.signbit(array[zeros]).any()
    ):
        return False
    scope.store(name, scope.tables.value(np.zeros(array.shape, array.dtype)))
    for place in places:
        target = text.element(name, tuple(str(int(i)) for i in place))
        scope.put(target, text.number(array[place], array.dtype))
    return True


def _is_spent(scope: CScope, node: Node) -> bool:
    """Whether nobody looks at the array after this write."""
    base = node.inputs[0]
    value = scope.values[base]
    others = [
        e
        for e, v in scope.values.items()
        if e != base and value.name and v.name == value.name
    ]
    return scope.left(base) == 1 and not others
