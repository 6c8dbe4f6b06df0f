"""Contractions that sum over nothing."""

from __future__ import annotations

from typing import Any

from functrace.core.aval import Aval
from functrace.engine.rewrite import Make


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
    return make("multiply", (x, y), {}, out)


def _spread(operand: Any, labels: str, result: str, make: Make) -> Any:
    """The operand with an axis for each label of the result."""
    axes = tuple(labels.index(c) for c in result if c in labels)
    if axes != tuple(range(len(axes))):
        operand = make("transpose", (operand,), {"axes": axes})
    if len(labels) == len(result):
        return operand
    index = tuple(slice(None) if c in labels else None for c in result)
    return make("getitem", (operand,), {"index": index})
