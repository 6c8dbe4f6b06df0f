"""Elements that their own places tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from functrace.compiler.forms.form import Form
from functrace.compiler.indices.index import Index

if TYPE_CHECKING:
    from functrace.compiler.plan.arrays import Array
    from functrace.compiler.plan.build import Build
    from functrace.compiler.plan.collect import Items
    from functrace.compiler.plan.items import Item
    from functrace.compiler.plan.kinds import Trial
    from functrace.compiler.plan.partition import Partition
    from functrace.core.node import Node

_FLOPS = 2  # a comparison, and a choice


class Positions(Form):
    """Each element of the output from the indices of its place, without operands.

    Parameters
    ----------
    emit : callable
        ``(builder, *indices, **params)``: a value, of 64-bit integers, one for each
        dimension of the output.
    """

    is_total = True

    def __init__(self, emit: Callable[..., Any]) -> None:
        self.emit = emit

    def has_code(self, node: Node, trial: Trial) -> bool:
        return True

    def put(self, build: Build, outputs: list[Array]) -> None:
        for output in outputs:
            build.in_passing(output, 0)  # it takes the place of a load

    def flops(self, array: Array) -> int:
        return _FLOPS

    def indices(
        self, partition: Partition, array: Array, index: Index
    ) -> list[tuple[Array, Index]]:
        return []

    def item(self, items: Items, array: Array, index: Index) -> Item:
        return items.apply_to_places(array, index)
