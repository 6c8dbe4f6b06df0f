"""What the operation of a value is to the partition: a view, a fold, a gather."""

from __future__ import annotations

from typing import Any

from functrace.compiler import lowering
from functrace.compiler.advanced import Picked, pick
from functrace.compiler.index import Index, fixed
from functrace.compiler.unrolling import TINY
from functrace.compiler.value import Value


def is_view(value: Value) -> bool:
    """Whether the value is another one's elements, in other places."""
    return value.node is not None and isinstance(
        value.node.primitive.lower, lowering.View
    )


def seen_through(value: Value) -> Value:
    """What a view is a view of, in the end; another value itself."""
    while is_view(value):
        value = value.operands[0]
    return value


def is_fold(value: Value) -> bool:
    """Whether the value is a reduction so short that it is written out."""
    node = value.node
    if node is None or not isinstance(node.primitive.lower, lowering.Reduction):
        return False
    shape = value.operands[0].shape
    count = 1
    for d in node.params["axis"]:
        count *= shape[d]
    return 0 < count <= TINY and value.size > 0


def folded(value: Value, index: Index) -> list[Index]:
    """The indices into the operand of a short reduction."""
    assert value.node is not None
    axes, keep = value.node.params["axis"], value.node.params["keepdims"]
    shape = value.operands[0].shape
    kept = iter(index)
    lanes: list[tuple[Any, ...]] = [()]
    for d, n in enumerate(shape):
        if d in axes:
            if keep:
                next(kept)
            lanes = [(*lane, fixed(k)) for lane in lanes for k in range(n)]
        else:
            entry = next(kept)
            lanes = [(*lane, entry) for lane in lanes]
    return lanes


def is_gather(value: Value) -> bool:
    """Whether the value is elements of another one, at computed places."""
    return value.node is not None and isinstance(
        value.node.primitive.lower, lowering.Gather
    )


def picked_by(value: Value) -> Picked:
    """Where a gathered value's elements come from."""
    assert value.node is not None
    source, *arrays = value.operands
    return pick(source.shape, value.node.params["index"], [a.shape for a in arrays])


def is_scalar(value: Value) -> bool:
    """Whether the value is one number, from other numbers."""
    node = value.node
    return (
        node is not None
        and type(node.primitive.lower) is lowering.Elementwise
        and (node.shape == ())
    )


def is_elementwise(value: Value) -> bool:
    """Whether each element depends on those of the operands in its place."""
    return value.node is not None and isinstance(
        value.node.primitive.lower, lowering.Elementwise
    )
