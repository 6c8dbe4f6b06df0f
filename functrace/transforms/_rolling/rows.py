"""Values of all rounds as the rows of one array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from functrace.core.aval import aval_of
from functrace.core.node import Edge
from functrace.core.tracer import Tracer
from functrace.primitives._rewrites.elements import parts_of
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
    pieces = [operand_of(_piece(*part, dtype)) for part in parts_of(operands, 2)]
    if len(pieces) == 1:
        return pieces[0]
    return operand_of(concatenate(*map(handle, pieces), axis=0))


def _piece(source: Any, index: Any, values: Sequence[Any], dtype: Any) -> Any:
    """A part of the array: a slice of another, or values that are no elements."""
    if source is None:
        return stack(*[handle(strong(x, dtype)) for x in values], axis=0)
    return source if index is None else getitem(handle(source), index=index)
