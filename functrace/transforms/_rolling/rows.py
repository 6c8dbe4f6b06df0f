"""Values of all rounds as the rows of one array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.node import Edge
from functrace.core.tracer import Tracer
from functrace.primitives.elementwise import convert
from functrace.primitives.indexing import getitem
from functrace.primitives.joining import concatenate, stack


def handle(operand: Any) -> Any:
    """A traced value on an edge; a constant as it is."""
    return Tracer(operand, None) if type(operand) is Edge else operand


def operand_of(value: Any) -> Any:
    """The edge of a traced value; a constant as it is."""
    if type(value) is not Tracer:
        return value
    return value.value if value.edge is None else value.edge


def strong(operand: Any, dtype: Any) -> Any:
    """A Python number, traced or not, as an array's element of this dtype."""
    if type(operand) is not Edge:
        return np.asarray(operand, dtype)[()]
    if not isinstance(operand.aval[1], type):
        return operand
    return operand_of(convert(handle(operand), dtype=np.dtype(dtype)))


def dtype_of(operands: Sequence[Any]) -> Any:
    """The dtype of an array of these values."""
    found = [x.aval[1] if type(x) is Edge else aval_of(x)[1] for x in operands]
    return np.result_type(*{np.dtype(dtype) for dtype in found})


def stacked(operands: Sequence[Any]) -> Any:
    """An array of the values; elements of one array are read from it at once."""
    dtype = dtype_of(operands)
    if Edge not in map(type, operands):
        rows = np.array([np.asarray(x, dtype) for x in operands])
        rows.flags.writeable = False
        return rows
    pieces = [operand_of(piece) for piece in _pieces(operands, dtype)]
    if len(pieces) == 1:
        return pieces[0]
    return operand_of(concatenate(*map(handle, pieces), axis=0))


def _pieces(operands: Sequence[Any], dtype: Any) -> Iterator[Any]:
    """Parts of the array: slices of others, and the values that are no elements."""
    single: list[Any] = []
    at = 0
    while at < len(operands):
        source, index, count = _slice_at(operands, at)
        if count == 1:
            single.append(strong(operands[at], dtype))
        else:
            if single:
                yield stack(*map(handle, single), axis=0)
                single = []
            whole = count == source.aval[0][0] and index == slice(0, count, 1)
            yield source if whole else getitem(handle(source), index=index)
        at += count
    if single:
        yield stack(*map(handle, single), axis=0)


def _slice_at(operands: Sequence[Any], at: int) -> tuple[Any, slice, int]:
    """The array that values from here on are elements of, which of its, and how many."""
    first = _element(operands[at])
    following = _element(operands[at + 1]) if at + 1 < len(operands) else None
    if first is None or following is None or first[0] != following[0]:
        return None, slice(0), 1
    source, begin = first
    step = following[1] - begin
    count = 2
    while at + count < len(operands):
        found = _element(operands[at + count])
        if found is None or found != (source, begin + count * step):
            break
        count += 1
    if step == 0:
        return None, slice(0), 1
    end = begin + step * count
    return source, slice(begin, end if end >= 0 else None, step), count


def _element(operand: Any) -> tuple[Edge, int] | None:
    """Of an element at an integer from 0 on along the first axis: of what, and which."""
    if type(operand) is not Edge or operand.node.primitive is not getitem:
        return None
    index, source = operand.node.params["index"], operand.node.inputs[0]
    if type(index) is not int or index < 0 or type(source) is not Edge:
        return None
    return source, index
