"""Elements that their own places tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.index import Index, combine

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import GroupItems
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node


class Positions(Form):
    """Each element of the output from its place, a sum of its indices, without operands.

    Parameters
    ----------
    weights : tuple of int
        What each index counts in the sum.
    emit : callable
        ``(builder, place, steps, **params)``: a value. The sum is ``place + steps``, 64-bit
        integers: a scalar, and constants that say how far the lanes are from it.
    """

    is_total = True

    def __init__(self, weights: tuple[int, ...], emit: Callable[..., Any]) -> None:
        self.weights = weights
        self.emit = emit

    def has_code(self, node: Node, trial: Trial) -> bool:
        return True

    def put(self, build: Build, outputs: list[Array]) -> None:
        for output in outputs:
            build.in_passing(output, 0)  # it takes the place of a load

    def flops(self, array: Array) -> int:
        return 1

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        return []

    def item(self, items: GroupItems, array: Array, index: Index) -> Item:
        place = combine(0, list(zip(self.weights, index, strict=True)))
        return items.apply_to_place(array, place)
