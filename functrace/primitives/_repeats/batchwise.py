"""Operations that do the same to each element along the first axes of an array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from functrace.core.node import Node
from functrace.core.primitive import Primitive
from functrace.core.rule import operand_aval
from functrace.primitives._index import ARRAY
from functrace.primitives._repeats.rows import in_common
from functrace.primitives._rewrites.picking import selected
from functrace.primitives._rewrites.places import index_of, places_of
from functrace.primitives.indexing import gather, getitem
from functrace.primitives.layout import broadcast_to, reshape, transpose
from functrace.primitives.reductions import (
    reduce_max,
    reduce_min,
    reduce_prod,
    reduce_sum,
)

_WHOLE = slice(None)


class Batchwise(NamedTuple):
    """Of an operation on one array.

    Attributes
    ----------
    free : int
        Along how many of the first axes it does the same to each element.
    params : callable
        ``(lead, length) ->`` its parameters where so many of them are one axis.
    """

    free: int
    params: Callable[[int, int], dict[str, Any]]


def batchwise(node: Node) -> Batchwise | None:
    """What the operation does along the first axes, if that is known."""
    rule = _RULES.get(node.primitive)
    return None if rule is None else rule(node, operand_aval(node.inputs[0]).shape)


def _of_getitem(node: Node, shape: tuple[int, ...]) -> Batchwise | None:
    places = places_of(node.params["index"], shape)
    if places is None:
        return None
    free = in_common(places, tuple(map(range, shape)))

    def params(lead: int, length: int) -> dict[str, Any]:
        moved = (range(length), *places[lead:])
        return {"index": index_of(moved, (length, *shape[lead:]))}

    return Batchwise(free, params)


def _of_gather(node: Node, shape: tuple[int, ...]) -> Batchwise | None:
    found = selected(node.inputs, node.params["index"])
    if found is None:
        return None
    axis = found.axis
    return Batchwise(
        axis, lambda lead, _: {"index": (*(_WHOLE,) * (axis - lead + 1), ARRAY)}
    )


def _of_transpose(node: Node, shape: tuple[int, ...]) -> Batchwise:
    axes = node.params["axes"]
    return Batchwise(
        in_common(axes, tuple(range(len(axes)))),
        lambda lead, _: {"axes": (0, *[axis - lead + 1 for axis in axes[lead:]])},
    )


def _of_shape(node: Node, shape: tuple[int, ...]) -> Batchwise:
    wanted = node.params["shape"]
    return Batchwise(
        in_common(shape, wanted)
        if len(shape) == len(wanted) or node.primitive is reshape
        else 0,
        lambda lead, length: {"shape": (length, *wanted[lead:])},
    )


def _of_reduction(node: Node, shape: tuple[int, ...]) -> Batchwise:
    axes = node.params["axis"]
    return Batchwise(
        min(axes, default=len(shape)),
        lambda lead, _: (
            node.params | {"axis": tuple([axis - lead + 1 for axis in axes])}
        ),
    )


_RULES: dict[Primitive | None, Callable[[Node, Any], Batchwise | None]] = {
    getitem: _of_getitem,
    gather: _of_gather,
    transpose: _of_transpose,
    reshape: _of_shape,
    broadcast_to: _of_shape,
    **dict.fromkeys((reduce_sum, reduce_prod, reduce_max, reduce_min), _of_reduction),
}
MOVES = frozenset((getitem, gather, transpose, reshape, broadcast_to))
