"""Integers in indices: taken out of them, and put back where they change.

``u[i + 1, 1:-1]`` is, in every round of a loop, the same operation with other integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.node import Edge, Node
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval
from functrace.primitives.indexing import (
    ARRAY,
    gather,
    getitem,
    index_add,
    index_update,
)

INDEXED = frozenset((getitem, gather, index_update, index_add))
_READS = frozenset((getitem, gather))
_ALL = slice(None)
_USUAL = frozenset((int, slice))


def template_of(node: Node) -> tuple[Any, tuple[int, ...]]:
    """What of an index is the same in every round of a loop, and the integers.

    The shape of what it is applied to is part of it: `1:-1` depends on that.
    Those are its integers, and where its slices begin; not of slices beside arrays.
    """
    shape, index = _shape_of(node.inputs[0]), node.params["index"]
    if type(index) is int:
        return (shape, int), (index,)
    parts, integers = list[Any](), list[int]()
    for entry, length in _entries(index, shape):
        if type(entry) is int:
            integers.append(entry)
            parts.append(int)
        elif length is None:
            parts.append(repr(entry))
        else:
            start, stop, step = entry.indices(length)
            integers.append(start)
            parts.append((len(range(start, stop, step)), step))
    return (shape, *parts), tuple(integers)


def _shape_of(operand: Any) -> tuple[int, ...]:
    if type(operand) is Edge and operand[0].shape is not None:
        return operand[0].shape
    return operand_aval(operand)[0]


def _entries_of(node: Node) -> Sequence[tuple[Any, int | None]]:
    return _entries(node.params["index"], _shape_of(node.inputs[0]))


def _entries(index: Any, shape: tuple[int, ...]) -> Sequence[tuple[Any, int | None]]:
    """The entries of an index; with those slices that can move the lengths of their axes."""
    entries = index if type(index) is tuple else (index,)
    if _USUAL.issuperset(map(type, entries)):
        return [
            (e, None if type(e) is int or e.start is e.stop is None else length)
            for e, length in zip(entries, shape, strict=False)
        ]
    found = list[tuple[Any, int | None]]()
    movable = ARRAY not in entries
    axis = 0
    for number, entry in enumerate(entries):
        bounded = type(entry) is slice and (entry.start, entry.stop) != (None, None)
        found.append((entry, shape[axis] if movable and bounded else None))
        if entry is Ellipsis:
            axis = len(shape) - sum(e is not None for e in entries[number + 1 :])
        else:
            axis += entry is not None
    return found


def can_change(node: Node, changing: Sequence[bool]) -> bool:
    """Whether these of the integers may be traced: written is to one moving slice at most."""
    holes = [
        e for e, length in _entries_of(node) if type(e) is int or length is not None
    ]
    moving = [
        type(e) is slice and change for e, change in zip(holes, changing, strict=True)
    ]
    return node.primitive in _READS or sum(moving) <= 1


def placed(node: Node, integers: Sequence[int]) -> dict[str, Any]:
    """The parameters of the operation with other integers."""
    if template_of(node)[1] == tuple(integers):
        return node.params
    rest = iter(integers)
    index: list[Any] = []
    for entry, length in _entries_of(node):
        if type(entry) is int:
            index.append(next(rest))
        elif length is None:
            index.append(entry)
        else:
            index.append(_moved(entry, length, next(rest)))
    given = node.params["index"]
    return {"index": tuple(index) if type(given) is tuple else index[0]}


def _moved(entry: slice, length: int, begin: int) -> slice:
    """A slice of the same length and step that begins elsewhere."""
    start, stop, step = entry.indices(length)
    end = begin + len(range(start, stop, step)) * step
    return slice(begin, end if end >= 0 else None, entry.step)


def apply_at(node: Node, operands: Sequence[Any], integers: Sequence[Any]) -> Any:
    """The operation of a node on other operands, with integers of which some are traced."""
    x, *rest = operands
    fixed, windows = _split(node, integers)
    if node.primitive in _READS:
        part = _indexed(gather, x, rest, fixed)
        for axis, places in windows:
            part = gather(part, places, index=(*(_ALL,) * axis, ARRAY))
        return part
    value, *arrays = rest
    if not windows:
        return _indexed(node.primitive, x, arrays, fixed, value)
    part = _indexed(gather, x, arrays, fixed)
    ((axis, places),) = windows
    part = node.primitive(part, value, places, index=(*(_ALL,) * axis, ARRAY))
    return _indexed(index_update, x, arrays, fixed, part)


def _split(
    node: Node, integers: Sequence[Any]
) -> tuple[list[Any], list[tuple[int, Any]]]:
    """The index without slices that move, and for each of these an axis and places.

    The axis is one of what is read without them.
    """
    given = iter(integers)
    entries = _entries_of(node)
    ndim = len(operand_aval(node.inputs[0])[0])
    rest = ndim - sum(e is not None and e is not Ellipsis for e, _ in entries)
    fixed, windows, axis = list[Any](), list[tuple[int, Any]](), 0
    for entry, length in entries:
        if type(entry) is int:
            fixed.append(next(given))
            continue
        begin = None if length is None else next(given)
        if length is None:
            fixed.append(entry)
        elif type(begin) is int:
            fixed.append(_moved(entry, length, begin))
        else:
            start, stop, step = entry.indices(length)
            count = len(range(start, stop, step))
            windows.append((axis, begin + np.arange(0, count * step, step)))
            fixed.append(_ALL)
        axis += rest if entry is Ellipsis else 1
    return fixed, windows


def _indexed(
    primitive: Primitive,
    x: Any,
    arrays: Sequence[Any],
    entries: Sequence[Any],
    *value: Any,
) -> Any:
    """A read or a write, traced integers standing in the index itself."""
    rest = iter(arrays)
    plain = (int, slice, type(None), type(Ellipsis))
    found = [
        e if isinstance(e, plain) else next(rest) if type(e) is str else e
        for e in entries
    ]
    given = [e for e in found if not isinstance(e, plain)]
    index = tuple([e if isinstance(e, plain) else ARRAY for e in found])
    if given or primitive is not gather:
        return primitive(x, *value, *given, index=index)
    return x if all(e == _ALL for e in index) else getitem(x, index=index)
