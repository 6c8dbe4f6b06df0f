"""Contractions that sum over nothing, or over zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from functrace.core.aval import Aval
from functrace.core.constant import uniform
from functrace.core.node import Edge
from functrace.core.rule import operand_aval
from functrace.engine.rewrite import Make, maker
from functrace.primitives.elementwise import multiply
from functrace.primitives.indexing import getitem
from functrace.primitives.layout import reshape, transpose
from functrace.primitives.seeds import eye


def einsum(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """An outer product, or one of elements: a multiplication, which is fused with others."""
    labels, result = params["subscripts"].split("->")
    factors = labels.split(",")
    if set("".join(factors)) != set(result):
        return None
    x, y = (
        _spread(operand, own, result, make)
        for operand, own in zip(operands, factors, strict=True)
    )
    return make(multiply, (x, y), {}, out)


def _spread(operand: Any, labels: str, result: str, make: Make) -> Any:
    """The operand with an axis for each label of the result."""
    axes = tuple(labels.index(c) for c in result if c in labels)
    if axes != tuple(range(len(axes))):
        operand = make(transpose, (operand,), {"axes": axes})
    if len(labels) == len(result):
        return operand
    index = tuple(slice(None) if c in labels else None for c in result)
    return make(getitem, (operand,), {"index": index})


def matmul(operands: list[Any], params: Any, out: Aval, make: Make) -> Any:
    """A product with a diagonal matrix, which is what the unit vectors of a Jacobian are."""
    x, y = operands
    if any(len(operand_aval(operand)[0]) != 2 for operand in operands):
        return None
    found = _diagonal(x, make)
    if found is not None:
        column = make(reshape, (found,), {"shape": (*operand_aval(found)[0], 1)})
        return make(multiply, (column, y), {}, out)
    found = _diagonal(y, make)
    return None if found is None else make(multiply, (x, found), {}, out)


def _diagonal(matrix: Any, make: Make) -> Any:
    """The diagonal of a matrix that is known to be zero elsewhere; else None."""
    shape, dtype = operand_aval(matrix)
    if len(shape) != 2 or shape[0] != shape[1]:
        return None
    if type(matrix) is not Edge:
        return np.ones(shape[0], dtype) if _is_identity(matrix, make) else None
    if maker(matrix) is eye:
        return uniform(1, Aval(shape[:1], dtype))
    if maker(matrix) is transpose:
        return _diagonal(matrix.node.inputs[0], make)
    if maker(matrix) is not multiply:
        return None
    for own, other in (matrix.node.inputs, matrix.node.inputs[::-1]):
        scale = operand_aval(other)[0]
        if scale in ((), (1, 1)) or np.prod(scale) != shape[0]:
            continue
        found = _diagonal(own, make)
        if found is not None:
            vector = make(reshape, (other,), {"shape": shape[:1]})
            return make(multiply, (found, vector))
    return None


def _is_identity(matrix: Any, make: Make) -> bool:
    seen = make.notes.setdefault("identities", {})
    found = seen.get(id(matrix))
    if found is None:
        found = seen[id(matrix)] = np.array_equal(matrix, np.eye(len(matrix)))
    return found
